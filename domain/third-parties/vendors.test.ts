import { describe, expect, it } from 'vitest'
import { EMBED_ORIGIN_OF, toEmbedFrame } from '../reading/embeds.ts'
import { toEmbedVendor } from '../reading/embed-vendor.ts'
import { grantVendors, NO_CONSENT, VENDORS, type Consent, type Vendor } from '../consent/consent.ts'
import { decideThirdParties } from '../consent/third-party-decision.ts'
import {
  EMBED_VENDORS,
  listOriginsOf,
  listPolicyOrigins,
  listUsedVendors,
  VENDOR_TABLE,
  type PolicyClass,
  type ScriptOrigins,
  type VendorFacts,
} from './vendors.ts'

const GRANTED: PolicyClass = {
  hasConsent: true,
  isPurUser: false,
  isPlusUser: false,
  isLocalEdition: false,
  isNativeApp: false,
  isDialogFlow: false,
}
const hostsOf = (facts: VendorFacts, change: Partial<PolicyClass> = {}, origins: ScriptOrigins = {}) => {
  const { scripts, frames } = listPolicyOrigins(facts, { ...GRANTED, ...change }, origins)
  return [scripts, frames]
}

/** A publication that uses nothing. */
const NOTHING: VendorFacts = { publication: { rooms: [] }, settings: {}, thirdParties: { scripts: {}, embeds: [] } }

type Change = {
  scripts?: NonNullable<VendorFacts['thirdParties']>['scripts']
  embeds?: NonNullable<VendorFacts['thirdParties']>['embeds']
  frames?: NonNullable<VendorFacts['thirdParties']>['frames']
  hasStream?: true
  bidding?: string
  settings?: VendorFacts['settings']
  rooms?: readonly string[]
}
const toFacts = ({ settings = {}, rooms = [], ...parties }: Change): VendorFacts => ({
  publication: { rooms },
  settings,
  thirdParties: { scripts: {}, embeds: [], ...parties },
})

const IVW = { ivw_szm_enabled: true, ivw_cname: 'data-0123456789.paper.example', ivw_st_desktopname: 'paper' }
const SHOP = { ecommercewidget_enabled: true, ecommercewidget_iframeurlpattern: 'https://shop.example/{articleId}' }

/** Vendor, what turns it on, the hosts of scripts and of frames. */
const ROWS: readonly [Vendor, Change, readonly string[], readonly string[]][] = [
  ['analytics', { scripts: { analytics: 'https://a.example/tag.js' } }, ['https://a.example'], []],
  ['youtube', { embeds: ['youtube'] }, [], ['https://www.youtube-nocookie.com']],
  ['vimeo', { embeds: ['vimeo'] }, [], ['https://player.vimeo.com']],
  ['glomex', { embeds: ['glomex'] }, [], ['https://player.glomex.com']],
  ['facebook', { embeds: ['facebook'] }, [], ['https://www.facebook.com']],
  ['instagram', { embeds: ['instagram'] }, [], ['https://www.instagram.com']],
  ['twitter', { embeds: ['twitter'] }, [], ['https://platform.twitter.com']],
  ['tiktok', { embeds: ['tiktok'] }, [], ['https://www.tiktok.com']],
  ['pushNotifications', { scripts: { pushNotifications: 'https://p.example/p.js' } }, ['https://p.example'], []],
  ['pushNotifications', { rooms: ['push'] }, [], []],
  ['kdm', { scripts: { ads: 'https://ads.example/a.js' } }, ['https://ads.example'], []],
  [
    'kdm',
    { scripts: { ads: 'https://ads.example/a.js' }, bidding: 'https://bids.example/p.js' },
    ['https://ads.example', 'https://bids.example'],
    [],
  ],
  ['kdm', { scripts: { recommendations: '/__services/scripts/recommendations.js' } }, [], []],
  ['socialPosting', { scripts: { socialPosting: 'https://s.example/s.js' } }, ['https://s.example'], []],
  ['newsAgency', { frames: { 'https://maps.agency.example': 'newsAgency' } }, [], ['https://maps.agency.example']],
  ['audienceMeasurement', { settings: IVW }, ['https://data-0123456789.paper.example'], []],
  [
    'audienceMeasurement',
    { settings: { ...IVW, ivw_st_desktopname: '', ivw_st_mobilename: 'mobpaper' } },
    ['https://data-0123456789.paper.example'],
    [],
  ],
  ['allesPlus', { frames: { 'https://plus.example': 'allesPlus' } }, [], ['https://plus.example']],
  ['sportsData', { frames: { 'https://live.example': 'sportsData' } }, [], ['https://live.example']],
  ['partner', { settings: SHOP }, [], ['https://shop.example']],
  ['partner', { hasStream: true }, [], []],
]

describe('the table of vendors', () => {
  it('S3.14-01 has a row in this test for each of the sixteen', () => {
    expect(new Set(ROWS.map(([vendor]) => vendor)).size).toBe(VENDORS.length)
  })

  it('S3.14-01 asks for no vendor, and allows no host, where nothing is configured', () => {
    expect(listUsedVendors(NOTHING)).toEqual([])
    expect(hostsOf(NOTHING)).toEqual([[], []])
  })

  it.each(ROWS)(
    'S3.14-01 S7.7-04 %s: %j asks for it alone, scripts of %j, frames of %j',
    (vendor, change, scripts, frames) => {
      const facts = toFacts(change)
      expect(listUsedVendors(facts)).toEqual([vendor])
      expect(hostsOf(facts)).toEqual([scripts, frames])
      // Frames wait for a press on the page, which every reader has who has a choice.
      expect(hostsOf(facts, { hasConsent: false })).toEqual([[], frames])
    },
  )

  const EVERYTHING = toFacts({
    scripts: {
      ads: 'https://ads.example/x.js',
      analytics: 'https://a.example/x.js',
      recommendations: 'https://reco.example/x.js',
    },
    embeds: ['youtube'],
  })
  const FILM = ['https://www.youtube-nocookie.com']
  it.each<[string, Partial<PolicyClass>, readonly string[], readonly string[], boolean]>([
    ['no consent', { hasConsent: false }, [], FILM, true],
    ['a consent', {}, ['https://a.example', 'https://ads.example', 'https://reco.example'], FILM, true],
    ['R1-18 Pur, whatever is stored', { isPurUser: true }, [], [], false],
    ['R1-49 R1-50 Pur and Plus', { isPurUser: true, isPlusUser: true }, ['https://a.example'], FILM, true],
    ['R4.8-15 the native app', { isNativeApp: true }, [], [], false],
    ['S1-03 the local edition', { isLocalEdition: true }, [], [], false],
    ['R2.2-27 a frame of the account', { isDialogFlow: true }, [], [], false],
  ])('S7.7-04 the policy of a reader with %s names no other hosts', (_who, change, scripts, frames, hasManager) => {
    expect(hostsOf(EVERYTHING, change)).toEqual([scripts, frames])
    expect(listPolicyOrigins(EVERYTHING, { ...GRANTED, ...change })).toMatchObject({
      hasManager,
      hasFrames: hasManager,
    })
  })

  const FURTHER: ScriptOrigins = {
    analytics: ['https://cdn.a.example'],
    ads: ['https://cdn.ads.example', 'https://ads.example'],
    recommendations: ['https://cdn.reco.example'],
    pushNotifications: ['https://cdn.push.example'],
    socialPosting: ['https://cdn.social.example'],
    audienceMeasurement: ['https://cdn.ivw.example'],
  }
  const OF_ALL = ['https://a.example', 'https://ads.example', 'https://reco.example']
  it.each<[string, Partial<PolicyClass>, ScriptOrigins, readonly string[]]>([
    ['no consent', { hasConsent: false }, FURTHER, []],
    [
      'a consent',
      {},
      FURTHER,
      [
        ...OF_ALL,
        'https://cdn.a.example',
        'https://cdn.ads.example',
        'https://cdn.reco.example',
        'https://cdn.push.example',
        'https://cdn.social.example',
        'https://cdn.ivw.example',
      ],
    ],
    [
      'Pur and Plus, without those of advertising',
      { isPurUser: true, isPlusUser: true },
      FURTHER,
      [
        'https://a.example',
        'https://cdn.a.example',
        'https://cdn.push.example',
        'https://cdn.social.example',
        'https://cdn.ivw.example',
      ],
    ],
    ['Pur', { isPurUser: true }, FURTHER, []],
    ['the native app', { isNativeApp: true }, FURTHER, []],
    ['a frame of the account', { isDialogFlow: true }, { ...FURTHER, any: ['https://any.example'] }, []],
    ['a consent, those of all scripts', {}, { any: ['https://any.example'] }, [...OF_ALL, 'https://any.example']],
    ['no consent, those of all scripts', { hasConsent: false }, { any: ['https://any.example'] }, []],
  ])('S7.7-04 further origins with %s: each belongs to its script', (_who, change, origins, scripts) => {
    expect(hostsOf(EVERYTHING, change, origins)[0]).toEqual(scripts)
  })

  it('S7.7-04 advertising in frames opens frames of its origin, no scripts, and only with consent', () => {
    const facts: VendorFacts = {
      ...NOTHING,
      thirdParties: {
        scripts: { ads: '/__services/scripts/ad-frames.js' },
        embeds: [],
        attributes: { ads: { 'data-frame': 'https://anzeigen.paper.example/place' } },
      },
    }
    expect(hostsOf(facts)).toEqual([[], ['https://anzeigen.paper.example']])
    expect(hostsOf(facts, { hasConsent: false })).toEqual([[], []])
    expect(hostsOf(facts, { isPurUser: true, isPlusUser: true })).toEqual([[], []])
    expect(listOriginsOf('kdm', facts)).toEqual(['https://anzeigen.paper.example'])
  })

  it('names to readers the hosts of a vendor alone', () => {
    const facts: VendorFacts = {
      publication: { rooms: ['push'] },
      settings: {},
      thirdParties: {
        scripts: { ads: 'https://ads.example/a.js', recommendations: '/own.js' },
        bidding: 'https://bids.example/p.js',
      },
    }
    expect(VENDORS.flatMap((vendor) => listOriginsOf(vendor, facts).map((origin) => [vendor, origin]))).toEqual([
      ...EMBED_VENDORS.map((vendor) => [vendor, EMBED_ORIGIN_OF[vendor]]),
      ['kdm', 'https://ads.example'],
      ['kdm', 'https://bids.example'],
    ])
  })

  it('lets articles show every platform unless the configuration says which', () => {
    expect(listUsedVendors({ publication: { rooms: [] }, settings: {} })).toEqual(EMBED_VENDORS)
  })

  const decide = (consent: Consent) =>
    decideThirdParties({
      consent,
      isPurUser: false,
      isPlusUser: false,
      isLocalEdition: false,
      isNativeApp: false,
      isLegal: false,
      isDialogFlow: false,
      isBannerEnabled: true,
      isRecoEnabled: true,
    })
  it.each(VENDORS)('S3.14-01 %s alone opens what its row says, and nothing without it', (vendor) => {
    const opened = Object.entries(decide(grantVendors({ [vendor]: true }))).flatMap(([name, isOpen]) =>
      isOpen && name !== 'banner' && name !== 'choice' ? [name] : [],
    )
    const expected: Partial<Record<Vendor, string[]>> = {
      kdm: ['trackingCookies', 'ads', 'recommendations'],
    }
    const { loads } = VENDOR_TABLE[vendor]
    expect(opened.toSorted()).toEqual((expected[vendor] ?? (loads === 'script' ? [vendor] : [])).toSorted())
    expect(Object.values({ ...decide(NO_CONSENT), banner: false, choice: false })).not.toContain(true)
  })
})

describe('an embed of an article', () => {
  const FRAMES = { 'https://maps.agency.example': 'newsAgency', 'http://localhost:9': 'sportsData' } as const
  it.each<[string, string, Parameters<typeof toEmbedVendor>[1], Vendor | null]>([
    ['youtube', 'https://youtu.be/abcdefgh', undefined, 'youtube'],
    ['youtube', 'https://youtu.be/abcdefgh', { embeds: ['vimeo'] }, null],
    ['other', 'https://maps.agency.example/1', undefined, null],
    ['other', 'https://maps.agency.example/1', { frames: FRAMES }, 'newsAgency'],
    ['newsAgency', 'https://elsewhere.example/1', { frames: FRAMES }, 'newsAgency'],
    ['other', 'https://maps.agency.example.evil.example/1', { frames: FRAMES }, null],
    ['other', 'no address', { frames: FRAMES }, null],
  ])('of %s at %s with %j belongs to %s', (vendor, url, parties, expected) => {
    expect(toEmbedVendor({ vendor, url }, parties)).toBe(expected)
  })

  it.each<[Vendor, string, string | null]>([
    ['newsAgency', 'https://maps.agency.example/1?a=b', 'https://maps.agency.example/1?a=b'],
    ['sportsData', 'https://maps.agency.example/1', null],
    ['newsAgency', 'http://maps.agency.example/1', null],
    ['newsAgency', 'https://elsewhere.example/1', null],
    ['newsAgency', 'javascript:alert(1)', null],
  ])('of %s at %s is framed from %s', (vendor, url, address) => {
    expect(toEmbedFrame(vendor, url, FRAMES)?.address ?? null).toBe(address)
  })
})
