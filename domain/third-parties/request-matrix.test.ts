/**
 * Which hosts a browser may ask: every route, publication and answer, as the rules decide them, against a table that is written
 * by hand and uses none of them. `e2e/consent-requests` looks at the same in a browser.
 */
import { describe, expect, it } from 'vitest'
import { toAudienceMeasurement } from '../analytics/audience-measurement.ts'
import {
  ALL_VENDORS,
  grantVendors,
  hasScriptConsent,
  hasVendorConsent,
  limitConsent,
  NO_CONSENT,
  VENDORS,
  type Consent,
  type Vendor,
} from '../consent/consent.ts'
import { decideThirdParties, mayHaveThirdParties } from '../consent/third-party-decision.ts'
import { listPublications, type Publication } from '../publication/publications.ts'
import { isFramed } from '../routing/layouts.ts'
import { isLegalRoute, ROUTE_META, type Route, type RouteName } from '../routing/routes.ts'
import { listPolicyOrigins, listUsedVendors, VENDOR_TABLE, type ScriptOrigins, type VendorFacts } from './vendors.ts'

/** A publication that uses every vendor. */
const ALL: VendorFacts = {
  publication: { rooms: ['push'] },
  settings: {
    ivw_szm_enabled: true,
    ivw_cname: 'data.paper.example',
    ivw_st_desktopname: 'paper',
    ecommercewidget_enabled: true,
    ecommercewidget_iframeurlpattern: 'https://partner.example/{articleId}',
  },
  thirdParties: {
    scripts: {
      analytics: 'https://analytics.example/a.js',
      ads: 'https://ads.example/a.js',
      recommendations: 'https://reco.example/a.js',
      pushNotifications: 'https://push.example/a.js',
      socialPosting: 'https://social.example/a.js',
    },
    bidding: 'https://bids.example/p.js',
    frames: {
      'https://agency.example': 'newsAgency',
      'https://plus.example': 'allesPlus',
      'https://sport.example': 'sportsData',
    },
  },
}
/** One that uses two. */
const FEW: VendorFacts = {
  publication: { rooms: [] },
  settings: {},
  thirdParties: { scripts: { analytics: 'https://analytics.example/a.js' }, embeds: ['youtube'] },
}
const FURTHER: ScriptOrigins = {
  analytics: ['https://cdn.analytics.example'],
  ads: ['https://cdn.ads.example'],
}
const FACTS: Readonly<Record<string, { facts: VendorFacts; uses: readonly Vendor[] }>> = {
  ak: { facts: ALL, uses: VENDORS },
  fb: { facts: FEW, uses: ['analytics', 'youtube'] },
  ht: { facts: ALL, uses: VENDORS },
  la: { facts: ALL, uses: VENDORS },
}

/** The table. `further`: where a script loads from besides. */
const HOSTS: Readonly<Record<Vendor, { scripts?: string[]; further?: string[]; frames?: string[] }>> = {
  analytics: { scripts: ['https://analytics.example'], further: ['https://cdn.analytics.example'] },
  youtube: { frames: ['https://www.youtube-nocookie.com'] },
  vimeo: { frames: ['https://player.vimeo.com'] },
  glomex: { frames: ['https://player.glomex.com'] },
  facebook: { frames: ['https://www.facebook.com'] },
  instagram: { frames: ['https://www.instagram.com'] },
  twitter: { frames: ['https://platform.twitter.com'] },
  tiktok: { frames: ['https://www.tiktok.com'] },
  pushNotifications: { scripts: ['https://push.example'] },
  kdm: {
    scripts: ['https://ads.example', 'https://reco.example', 'https://bids.example'],
    further: ['https://cdn.ads.example'],
  },
  socialPosting: { scripts: ['https://social.example'] },
  newsAgency: { frames: ['https://agency.example'] },
  audienceMeasurement: { scripts: ['https://data.paper.example'] },
  allesPlus: { frames: ['https://plus.example'] },
  sportsData: { frames: ['https://sport.example'] },
  partner: { frames: ['https://partner.example'] },
}
const NOT_KDM = VENDORS.filter((vendor) => vendor !== 'kdm')
/** Other pages have them in a frame. */
const FRAMED: ReadonlySet<string> = new Set([
  '__mein-portal/dialog-flow/login',
  '__mein-portal/dialog-flow/registration',
  '__mein-portal/dialog-flow/forgot-password',
  '__mein-portal/dialog-flow/change-password',
  '__mein-portal/dialog-flow/complete-registration',
  'sport-widget',
])
const LEGAL: ReadonlySet<string> = new Set([
  'agb-document',
  'accessibility-document',
  'datenschutz-document',
  'impressum-document',
])

type State = {
  name: string
  consent: Consent | null
  reader?: { isPurUser?: true; isPlusUser?: true; isNativeApp?: true }
  /** Hosts that may be asked without a press on the page. */
  loads: readonly Vendor[]
  /** Hosts in the policy: frames wherever there is a choice, scripts after a consent to one. */
  names: 'nothing' | 'frames' | 'everything' | 'everything but kdm'
}
const GIVEN = grantVendors(ALL_VENDORS)
const STATES: readonly State[] = [
  { name: 'unasked', consent: null, loads: [], names: 'frames' },
  { name: 'refused', consent: NO_CONSENT, loads: [], names: 'frames' },
  { name: 'given', consent: GIVEN, loads: VENDORS, names: 'everything' },
  { name: 'given, Plus', consent: GIVEN, reader: { isPlusUser: true }, loads: VENDORS, names: 'everything' },
  { name: 'given, Pur', consent: GIVEN, reader: { isPurUser: true }, loads: [], names: 'nothing' },
  {
    name: 'given, Pur and Plus',
    consent: GIVEN,
    reader: { isPurUser: true, isPlusUser: true },
    loads: NOT_KDM,
    names: 'everything but kdm',
  },
  {
    name: 'unasked, Pur and Plus',
    consent: null,
    reader: { isPurUser: true, isPlusUser: true },
    loads: [],
    names: 'frames',
  },
  { name: 'given, native app', consent: GIVEN, reader: { isNativeApp: true }, loads: [], names: 'nothing' },
  ...VENDORS.map((vendor): State => ({
    name: `${vendor} alone`,
    consent: grantVendors({ [vendor]: true }),
    loads: [vendor],
    names: HOSTS[vendor].scripts === undefined ? 'frames' : 'everything',
  })),
]

type Hosts = { asked: ReadonlySet<string>; named: ReadonlySet<string> }

function expectHosts(publication: Publication, route: RouteName, { loads, names }: State): Hosts {
  if (publication.isLocalEdition || FRAMED.has(route)) return { asked: new Set(), named: new Set() }
  const { uses } = FACTS[publication.code]!
  const toHosts = (vendors: readonly Vendor[], kinds: readonly ('scripts' | 'frames')[]) =>
    vendors
      .filter((vendor) => uses.includes(vendor))
      .flatMap((vendor) => kinds.flatMap((kind) => HOSTS[vendor][kind] ?? []))
  const scripted = names === 'everything' ? VENDORS : names === 'everything but kdm' ? NOT_KDM : []
  return {
    asked: new Set(
      toHosts(
        loads.filter((vendor) => vendor !== 'pushNotifications' || !LEGAL.has(route)),
        ['scripts', 'frames'],
      ),
    ),
    named: new Set([
      ...(names === 'nothing' ? [] : toHosts(VENDORS, ['frames'])),
      ...toHosts(scripted, ['scripts']),
      // Of the configuration, which is the same for all publications.
      ...scripted.flatMap((vendor) => HOSTS[vendor].further ?? []),
    ]),
  }
}

type Rules = {
  mayHave: typeof mayHaveThirdParties
  decide: typeof decideThirdParties
  listOrigins: typeof listPolicyOrigins
}

/** As page and server use the rules (`start-navigation.later`, `third-parties.later`, `render-state`). */
function findHosts(
  publication: Publication,
  route: Route,
  state: State,
  { mayHave, decide, listOrigins }: Rules,
): Hosts {
  const { facts } = FACTS[publication.code]!
  const reader = {
    isPurUser: false,
    isPlusUser: false,
    isNativeApp: false,
    ...state.reader,
    isLocalEdition: publication.isLocalEdition,
    isDialogFlow: isFramed(ROUTE_META[route.name].layout),
  }
  const consent = state.consent && limitConsent(state.consent, listUsedVendors(facts))
  const parties = decide({
    ...reader,
    consent,
    isLegal: isLegalRoute(route),
    isBannerEnabled: true,
    isRecoEnabled: true,
  })
  const { scripts, bidding = null } = facts.thirdParties!
  const measurement = parties.audienceMeasurement ? toAudienceMeasurement(facts.settings, 'desktop') : null
  const addresses = [
    ...Object.entries(scripts).flatMap(([name, address]) => (parties[name as 'ads'] ? [address] : [])),
    ...(parties.ads && bidding !== null ? [bidding] : []),
    ...(measurement === null ? [] : [measurement.loader]),
    ...VENDORS.filter((vendor) => parties.choice && hasVendorConsent(consent, vendor)).flatMap((vendor) =>
      VENDOR_TABLE[vendor].loads === 'script' ? [] : VENDOR_TABLE[vendor].toOrigins(facts),
    ),
  ]
  const policy = listOrigins(facts, { ...reader, hasConsent: hasScriptConsent(state.consent) }, FURTHER)
  return {
    asked: new Set(mayHave(reader) ? addresses.map((address) => new URL(address).origin) : []),
    named: new Set([...policy.scripts, ...policy.frames]),
  }
}

function walk(rules: Rules): string[] {
  const found: string[] = []
  for (const publication of listPublications())
    for (const name of Object.keys(ROUTE_META) as RouteName[])
      for (const state of STATES) {
        const seen = findHosts(publication, { name } as Route, state, rules)
        const table = expectHosts(publication, name, state)
        const say = (what: string, hosts: ReadonlySet<string>, but: ReadonlySet<string>) => {
          for (const host of hosts)
            if (!but.has(host)) found.push(`${publication.code}, ${state.name}, ${name}: ${what} ${host}`)
        }
        say('asks', seen.asked, table.asked)
        say('does not ask', table.asked, seen.asked)
        say('names', seen.named, table.named)
        say('does not name', table.named, seen.named)
        say('is refused', seen.asked, seen.named)
      }
  return found
}

const RULES: Rules = { mayHave: mayHaveThirdParties, decide: decideThirdParties, listOrigins: listPolicyOrigins }

describe('the hosts that a browser may ask, on every route and for every answer', () => {
  it('R1-44 R1-45 R1-46 R1-47 R1-18 R4.8-13 R4.8-15 S3.14-01 S7.7-04 are those of the table', () => {
    expect(walk(RULES)).toEqual([])
  })

  it.each<[string, Rules, string]>([
    [
      'a script after a refusal',
      {
        ...RULES,
        decide: (context) => ({
          ...decideThirdParties(context),
          ...(context.consent?.consent === false ? { analytics: true } : {}),
        }),
      },
      'ak, refused, home: asks https://analytics.example',
    ],
    [
      'push messages on a legal page',
      { ...RULES, decide: (context) => decideThirdParties({ ...context, isLegal: false }) },
      'ht, pushNotifications alone, impressum-document: asks https://push.example',
    ],
    [
      'a script in a frame of the account',
      { ...RULES, mayHave: () => true },
      'ak, given, __mein-portal/dialog-flow/login: asks https://analytics.example',
    ],
    [
      'advertising in the policy of Pur and Plus',
      {
        ...RULES,
        listOrigins: (facts, reader) => listPolicyOrigins(facts, reader, { any: ['https://cdn.ads.example'] }),
      },
      'ak, given, Pur and Plus, home: names https://cdn.ads.example',
    ],
    [
      'all scripts in the policy after a press on a film',
      { ...RULES, listOrigins: (facts, reader) => listPolicyOrigins(facts, { ...reader, hasConsent: true }, FURTHER) },
      'ak, youtube alone, article: names https://ads.example',
    ],
    [
      'a policy that forgets a script',
      {
        ...RULES,
        listOrigins: (facts, reader) =>
          listPolicyOrigins(facts, { ...reader, isPurUser: true, isPlusUser: true }, FURTHER),
      },
      'ak, given, article: is refused https://ads.example',
    ],
  ])('a planted fault is found: %s', (_what, rules, violation) => {
    expect(walk(rules)).toContain(violation)
  })
})
