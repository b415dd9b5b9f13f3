import { describe, expect, it } from 'vitest'
import { toEmbedFrame } from '../reading/embeds.ts'
import { toEmbedVendor } from '../reading/embed-vendor.ts'
import { decideThirdParties, grantVendors, NO_CONSENT, VENDORS, type Consent, type Vendor } from '../consent/consent.ts'
import { EMBED_VENDORS, listUsedVendors, listVendorOrigins, VENDOR_TABLE, type VendorFacts } from './vendors.ts'

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
    expect([listVendorOrigins(NOTHING, 'scripts'), listVendorOrigins(NOTHING, 'frames')]).toEqual([[], []])
  })

  it.each(ROWS)(
    'S3.14-01 S7.7-04 %s: %j asks for it alone, scripts of %j, frames of %j',
    (vendor, change, scripts, frames) => {
      const facts = toFacts(change)
      expect(listUsedVendors(facts)).toEqual([vendor])
      expect([listVendorOrigins(facts, 'scripts'), listVendorOrigins(facts, 'frames')]).toEqual([scripts, frames])
    },
  )

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
