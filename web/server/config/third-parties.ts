/** Scripts that load after consent (S4.8-06), and the A/B test of recommendations. */
import { z } from 'zod'
import { MOST_PARTNERS } from '@lokalteil/contracts/consent'
import { DEFAULT_BUCKET_COOKIE } from '@lokalteil/domain/analytics/ab-bucket'
import { isVendor, THIRD_PARTY_SCRIPTS, type ThirdPartyScript, type Vendor } from '@lokalteil/domain/consent/consent'
import {
  AD_FRAME_ATTRIBUTE,
  EMBED_VENDORS,
  type EmbedVendor,
  type FrameVendor,
  type ScriptAttributes,
  type ScriptOrigins,
} from '@lokalteil/domain/third-parties/vendors'
import { listPublicationCodes } from '@lokalteil/domain/publication/publications'
import type { EnvironmentReader } from './environment.ts'
import type { OfficeConfig } from './office.ts'
import type { SiteConfig } from './site.ts'
import {
  addressPerPublication,
  count,
  httpAddress,
  isSafe,
  isThisMachine,
  json,
  listByBlanks,
  origin,
} from './values.ts'

/**
 * Address of the script, `reference` for the product's own sample script, or `none`. Default: `reference` in the demo.
 */
const script = z
  .union([z.enum(['none', 'reference']), addressPerPublication.refine(isSafe, 'must be https, or on this machine')], {
    error: 'must be an http(s) address, reference or none',
  })
  .optional()

/** Only what says how a script is loaded and what is said to it: no handler, no address. */
const ATTRIBUTE = /^(?:integrity|crossorigin|referrerpolicy|id|type|data-[a-z\d-]{1,60})$/
const attributes = json('{"ads":{"integrity":"sha384-…","data-account":"12"}}')
  .pipe(
    z.partialRecord(
      z.enum([...THIRD_PARTY_SCRIPTS, 'bidding']),
      z.record(z.string().regex(ATTRIBUTE, 'is no attribute that may be set'), z.string().max(500)),
    ),
  )
  .default({})

const origins = listByBlanks.pipe(z.array(origin.refine(isSafe, 'must be https, or on this machine'))).default([])

/** `ak=1 fb=2` */
const pairs = listByBlanks
  .pipe(z.array(z.string().regex(/^[\w-]{1,60}=[\w-]{1,60}$/, 'must be pairs like a=b, separated by blanks')))
  .transform((list) => list.map((pair) => pair.split('=') as [string, string]))
  .default([])

const VARIABLES = {
  /** `{mandator}` in an address stands for the publication's code. */
  ANALYTICS_SCRIPT: script,
  AD_SCRIPT: script,
  /** The publisher's build of Prebid.js, asked before the ad server (`bidding` in advertising.yaml). */
  BIDDING_SCRIPT: addressPerPublication.refine(isSafe, 'must be https, or on this machine').optional(),
  RECOMMENDATION_SCRIPT: script,
  /** A page at an origin of its own in which advertising runs, instead of `AD_SCRIPT`. */
  AD_FRAME: addressPerPublication.refine(isSafe, 'must be https, or on this machine').optional(),
  PUSH_SCRIPT: script,
  SOCIAL_POSTING_SCRIPT: script,
  SCRIPT_ATTRIBUTES: attributes,
  /** Further origins that a script may load from and send to, separated by blanks. Those of `BIDDING_SCRIPT` belong to advertising. */
  ANALYTICS_ORIGINS: origins,
  AD_ORIGINS: origins,
  RECOMMENDATION_ORIGINS: origins,
  PUSH_ORIGINS: origins,
  SOCIAL_POSTING_ORIGINS: origins,
  AUDIENCE_MEASUREMENT_ORIGINS: origins,
  /** The same of all scripts, of before each had its own. */
  THIRD_PARTY_ORIGINS: listByBlanks.pipe(z.array(origin)).default([]),
  /** Platforms whose films and posts articles may show; `none`: they stay links. */
  EMBEDS: z
    .union([z.literal('none').transform((): EmbedVendor[] => []), listByBlanks.pipe(z.array(z.enum(EMBED_VENDORS)))], {
      error: `must be none or some of ${EMBED_VENDORS.join(' ')}`,
    })
    .default([...EMBED_VENDORS]),
  /** Origins whose frames in articles belong to a vendor. */
  NEWS_AGENCY_FRAMES: origins,
  ALLES_PLUS_FRAMES: origins,
  SPORTS_DATA_FRAMES: origins,
  /** Ids of the external consent manager: `id=vendor`, and the dialog of each publication, `code=id`. */
  SOURCEPOINT_VENDORS: pairs.refine(
    (list) => list.every(([, vendor]) => isVendor(vendor)),
    'must name vendors of the product, like 5e7ac3fae30e7d1bc1ebf5e8=youtube',
  ),
  SOURCEPOINT_PRIVACY_MANAGERS: pairs.refine(
    (list) => list.every(([, id]) => /^\d{1,15}$/.test(id)),
    'must be numbers by publication, like ak=1234567',
  ),
  /** Id of the built-in manager in the Transparency & Consent Framework, which its owner gives out; 0: none. */
  TCF_CMP_ID: count(0, 0, 4095),
  /** Registered vendors that readers are asked for, `id=vendor`: the vendor of the product whose switch decides. */
  TCF_VENDORS: pairs
    .refine(
      (list) => list.every(([id, vendor]) => /^[1-9]\d{0,4}$/.test(id) && isVendor(vendor)),
      'must be pairs of a number and a vendor of the product, like 755=kdm',
    )
    .refine((list) => list.length <= MOST_PARTNERS, `must be at most ${MOST_PARTNERS}`),
  /** Read by `npx lokalteil consent vendors`. */
  TCF_LIST_URL: httpAddress.refine(isSafe, 'must be https, or on this machine').optional(),
  /** `recoEnabled` (S1-09); default: only in the demo. */
  RECO_ENABLED: z
    .enum(['0', '1', 'false', 'true'])
    .transform((value) => value === '1' || value === 'true')
    .optional(),
  /** Name of the bucket cookie; the number is the percentage of B (S4.9-01). */
  RECO_BUCKET_COOKIE: z
    .string()
    .regex(/^[a-z]{1,20}_(?:100|\d{1,2})$/, 'must be a name, an underscore and a percentage, like reco_95')
    .default(DEFAULT_BUCKET_COOKIE),
}

export type ThirdPartiesConfig = {
  /** Addresses with `{mandator}` for the publication's code; scripts that are not configured are absent. */
  scripts: Readonly<Partial<Record<ThirdPartyScript, string>>>
  /** With `{mandator}` like the addresses. */
  attributes: ScriptAttributes
  /** Address of the script for header bidding, like `scripts`. */
  bidding?: string
  /** In addition to the scripts' own origins. */
  origins: ScriptOrigins
  isRecoEnabled: boolean
  bucketCookie: string
  /** Null: all platforms. */
  embeds: readonly EmbedVendor[] | null
  /** Vendors by origin of their frames. */
  frames: Readonly<Record<string, FrameVendor>>
  manager: {
    /** Our vendors by the id they have at the manager. */
    vendors: Readonly<Record<string, Vendor>>
    /** Ids of its dialog, by publication. */
    privacyManagers: Readonly<Record<string, string>>
  }
  /** Null: the built-in manager is not registered with the framework. */
  registration: { cmpId: number; vendors: Readonly<Record<string, Vendor>> } | null
}

/** Paths of the product's own sample scripts. */
const REFERENCE_SCRIPTS: Readonly<Record<ThirdPartyScript, string>> = {
  analytics: '/__services/scripts/analytics.js',
  ads: '/__services/scripts/ads.js',
  recommendations: '/__services/scripts/recommendations.js',
  pushNotifications: '/__services/scripts/push-notifications.js',
  socialPosting: '/__services/scripts/social-posting.js',
}
const AD_FRAMES_SCRIPT = '/__services/scripts/ad-frames.js'

export function readThirdParties(
  environment: EnvironmentReader,
  site: Pick<SiteConfig, 'isDemo' | 'port' | 'hosts' | 'originOf'> & Pick<OfficeConfig, 'officeOrigin'>,
): { thirdParties: ThirdPartiesConfig } {
  const values = environment.parse(VARIABLES)
  if (values.TCF_VENDORS.length > 0 && values.TCF_CMP_ID === 0)
    environment.refuse('TCF_VENDORS: needs TCF_CMP_ID, because only a registered manager may name vendors')
  const adFrame = values.AD_FRAME
  if (adFrame !== undefined && !['none', undefined].includes(values.AD_SCRIPT))
    environment.refuse('AD_FRAME: either AD_SCRIPT or AD_FRAME shows advertising')
  if (values.THIRD_PARTY_ORIGINS.length > 0)
    environment.advise(
      'THIRD_PARTY_ORIGINS: the policy names these origins for every script. Give each to its script instead: ANALYTICS_ORIGINS, AD_ORIGINS, RECOMMENDATION_ORIGINS, PUSH_ORIGINS, SOCIAL_POSTING_ORIGINS, AUDIENCE_MEASUREMENT_ORIGINS',
    )
  if (adFrame !== undefined && isOwn(adFrame, site))
    environment.refuse(
      'AD_FRAME: must be at an origin of its own: at one of the portal its scripts would reach the pages',
    )
  const { isDemo } = site
  const hasAdScript = adFrame === undefined && (values.AD_SCRIPT ?? (isDemo ? 'reference' : 'none')) !== 'none'
  if (values.SCRIPT_ATTRIBUTES.ads !== undefined && !hasAdScript)
    environment.refuse(
      `SCRIPT_ATTRIBUTES: ads has no effect ${adFrame === undefined ? 'without AD_SCRIPT' : 'with AD_FRAME, whose script is the portal’s own'}`,
    )
  const isRecoEnabled = values.RECO_ENABLED ?? isDemo
  const toScript = (name: ThirdPartyScript, given = isDemo ? 'reference' : 'none'): ThirdPartiesConfig['scripts'] =>
    given === 'none' ? {} : { [name]: given === 'reference' ? REFERENCE_SCRIPTS[name] : given }
  return {
    thirdParties: {
      scripts: {
        ...toScript('analytics', values.ANALYTICS_SCRIPT),
        ...(adFrame === undefined ? toScript('ads', values.AD_SCRIPT) : { ads: AD_FRAMES_SCRIPT }),
        ...toScript('recommendations', isRecoEnabled ? values.RECOMMENDATION_SCRIPT : 'none'),
        ...toScript('pushNotifications', values.PUSH_SCRIPT),
        ...toScript('socialPosting', values.SOCIAL_POSTING_SCRIPT),
      },
      attributes:
        adFrame === undefined
          ? values.SCRIPT_ATTRIBUTES
          : { ...values.SCRIPT_ATTRIBUTES, ads: { [AD_FRAME_ATTRIBUTE]: adFrame } },
      ...(values.BIDDING_SCRIPT === undefined ? {} : { bidding: values.BIDDING_SCRIPT }),
      origins: withoutEmpty({
        analytics: values.ANALYTICS_ORIGINS,
        ads: values.AD_ORIGINS,
        recommendations: values.RECOMMENDATION_ORIGINS,
        pushNotifications: values.PUSH_ORIGINS,
        socialPosting: values.SOCIAL_POSTING_ORIGINS,
        audienceMeasurement: values.AUDIENCE_MEASUREMENT_ORIGINS,
        any: values.THIRD_PARTY_ORIGINS,
      }),
      isRecoEnabled,
      bucketCookie: values.RECO_BUCKET_COOKIE,
      embeds: values.EMBEDS.length === EMBED_VENDORS.length ? null : values.EMBEDS,
      frames: toFrames({
        newsAgency: values.NEWS_AGENCY_FRAMES,
        allesPlus: values.ALLES_PLUS_FRAMES,
        sportsData: values.SPORTS_DATA_FRAMES,
      }),
      manager: {
        vendors: Object.fromEntries(values.SOURCEPOINT_VENDORS) as Record<string, Vendor>,
        privacyManagers: Object.fromEntries(values.SOURCEPOINT_PRIVACY_MANAGERS),
      },
      registration:
        values.TCF_CMP_ID === 0
          ? null
          : { cmpId: values.TCF_CMP_ID, vendors: Object.fromEntries(values.TCF_VENDORS) as Record<string, Vendor> },
    },
  }
}

function withoutEmpty(given: Readonly<Record<keyof ScriptOrigins, readonly string[]>>): ScriptOrigins {
  return Object.fromEntries(Object.entries(given).filter(([, list]) => list.length > 0))
}

/**
 * Whether an address is at an origin of this portal, as far as the configuration knows them. The hosts of publications' own
 * folders come later; `chrome.ts` looks at those.
 */
function isOwn(
  address: string,
  {
    port,
    hosts,
    originOf,
    officeOrigin,
  }: Pick<SiteConfig, 'port' | 'hosts' | 'originOf'> & Pick<OfficeConfig, 'officeOrigin'>,
): boolean {
  const codes = [...new Set([...Object.values(hosts), ...listPublicationCodes()])]
  const own = new Set([officeOrigin, ...codes.map(originOf)])
  // Without a configured origin publications answer here, at any name.
  const isHere = (url: URL) => isThisMachine(url.href) && url.port === String(port)
  return [address, ...codes.map((code) => address.replaceAll('{mandator}', code))]
    .filter((one) => URL.canParse(one))
    .map((one) => new URL(one))
    .some((url) => own.has(url.origin) || isHere(url))
}

function toFrames(byVendor: Readonly<Record<FrameVendor, readonly string[]>>): Record<string, FrameVendor> {
  return Object.fromEntries(
    Object.entries(byVendor).flatMap(([vendor, list]) => list.map((one) => [one, vendor as FrameVendor])),
  )
}

/**
 * Whether the configuration lets scripts of other houses run on readers' pages. Then the office answers at an origin of its own
 * only (`office-place.ts`). Where it shares the readers' origin, settings load no such script either.
 */
export function hasForeignScripts({
  thirdParties,
  social,
}: {
  thirdParties: Pick<ThirdPartiesConfig, 'scripts' | 'origins' | 'bidding'>
  social: { google?: unknown }
}): boolean {
  return (
    Object.values(thirdParties.scripts).some((address) => !address.startsWith('/')) ||
    Object.keys(thirdParties.origins).length > 0 ||
    thirdParties.bidding !== undefined ||
    social.google !== undefined
  )
}

/** Whether scripts of other houses share no origin with the office: only then may settings load some. */
export function isOfficeApart(
  config: Parameters<typeof hasForeignScripts>[0] & { officeOrigin: string | null },
): boolean {
  return config.officeOrigin !== null || hasForeignScripts(config)
}
