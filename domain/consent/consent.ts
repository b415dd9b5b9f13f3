/**
 * The reader's consent (specification 3.14, 4.8, 5; decisions S3.14-01 to S4.8-04). Pages load this module with their first view:
 * what only later scripts need is in `asking` and `third-party-decision`. No answer, an unreadable answer and
 * a missing banner all mean "no consent". A script loads only if its own purpose was allowed: general consent alone
 * opens nothing.
 */

/** In the order of the specification. */
export const VENDORS = [
  'analytics',
  'youtube',
  'vimeo',
  'glomex',
  'facebook',
  'instagram',
  'twitter',
  'tiktok',
  'pushNotifications',
  'kdm',
  'socialPosting',
  'newsAgency',
  'audienceMeasurement',
  'allesPlus',
  'sportsData',
  'partner',
] as const
export type Vendor = (typeof VENDORS)[number]

export function isVendor(name: string): name is Vendor {
  return (VENDORS as readonly string[]).includes(name)
}

export type Consent = { consent: boolean; kdmConsent: boolean; vendors: Readonly<Record<Vendor, boolean>> }

const CONSENT_VERSION = 4
const GENERAL_CONSENT_IS_SUFFICIENT = false

export const NO_CONSENT: Consent = { consent: false, kdmConsent: false, vendors: toVendors({}) }

/** 360 days, for both cookies of an answer (R9-31). */
export const CONSENT_SECONDS = 360 * 86_400
export const CONSENT_COOKIES = { consents: 'consents', tcString: 'euconsent-v2', given: 'consentGiven' } as const
/** Stored for the same time, only with consent to kdm (S4.8-03, S9-03). */
export const TRACKING_ID_COOKIE = 'FA_CPC'
/** Delay between a revocation and the reload after it (R9-57). */
export const REVOCATION_RELOAD_MS = 100

/**
 * Registered vendors of the Transparency & Consent Framework, which readers are asked for with one of ours: by that vendor and by
 * their id, the purposes that were named for them.
 */
export type Partners = Readonly<Partial<Record<Vendor, Readonly<Record<string, number[]>>>>>

/**
 * What is known of an answer beside the consent itself. Day, texts and recipients are in a cookie of their own, because shared
 * caches know that of the answer by its exact form (S5-01); the rest is in local storage.
 */
export type AnswerFacts = {
  /** Seconds since 1970. */
  at: number
  /** Version of the texts that the reader saw, a date. */
  text: string
  /** The newest day of the recipients that the reader saw (`since` in consent.yaml); absent: unknown. */
  since?: string
  /** Id of the receipt, shown to the reader; '': there is none. */
  receipt: string
  partners: Partners
}
/** `asked`: the vendors that the reader was asked about. `facts`: null where they are not kept. */
export type Answer = { consent: Consent; asked: readonly Vendor[]; facts: AnswerFacts | null }

/** Answers without facts are from versions that had no cookie for them: the oldest texts they may have been given to. */
export const UNDATED = { text: '2026-11-22', since: '2026-11-22' } as const

/** What is kept beside the cookie of an answer: a cookie, and two entries of local storage. */
type Kept = { given?: string | null; facts?: string | null; partners?: string | null }

/** Reads the `consents` cookie, URL-decoded or not; null without a cookie of version 4. */
export function parseAnswer(stored: string | null | undefined, kept: Kept = {}): Answer | null {
  const value = parseJson(stored ?? '')
  if (!Array.isArray(value) || value[0] !== CONSENT_VERSION) return null
  const given = toRecord(value[3])
  return {
    consent: { consent: value[1] === true, kdmConsent: value[2] === true, vendors: toVendors(given) },
    asked: VENDORS.filter((vendor) => Object.hasOwn(given, vendor)),
    facts: toFacts(kept),
  }
}

export function parseConsent(stored: string | null | undefined): Consent | null {
  return parseAnswer(stored)?.consent ?? null
}

const GIVEN = /^(\d{4}-\d\d-\d\d)~([\w.-]{1,40})~(\d{4}-\d\d-\d\d)?$/

/** The cookie with the facts of an answer that hold for the device. Its time is cut to the day, so that it identifies no reader. */
export function serializeGiven({ at, text, since = '' }: Pick<AnswerFacts, 'at' | 'text' | 'since'>): string {
  return `${toDay(at)}~${text}~${since}`
}

/** Vendors that were not asked for are left out. The caller encodes characters that a cookie cannot hold. */
export function serializeConsent(consent: Consent, asked: readonly Vendor[] = VENDORS): string {
  const vendors = Object.fromEntries(asked.map((vendor) => [vendor, consent.vendors[vendor]]))
  return JSON.stringify([CONSENT_VERSION, consent.consent, consent.kdmConsent, vendors])
}

/** Grants of vendors that the publication does not use count for nothing. */
export function limitConsent(consent: Consent, used: readonly Vendor[]): Consent {
  return grantVendors(Object.fromEntries(used.map((vendor) => [vendor, consent.vendors[vendor]])))
}

/** The consent for a choice with at least one grant, which sets general consent as well (S4.8-01). */
export function grantVendors(granted: Partial<Record<Vendor, boolean>>): Consent {
  const vendors = toVendors(granted)
  // Refusing every vendor is no consent, whichever button was used.
  return Object.values(vendors).includes(true) ? { consent: true, kdmConsent: vendors.kdm, vendors } : NO_CONSENT
}

export const ALL_VENDORS: Readonly<Record<Vendor, boolean>> = Object.fromEntries(
  VENDORS.map((vendor) => [vendor, true]),
) as Record<Vendor, boolean>

/**
 * A choice in the format of a consent manager, for scripts that ask for custom vendors. Ids are our keys (S3.14-03).
 */
export function toCustomVendors({ vendors }: Consent): {
  grants: Record<string, { vendorGrant: boolean }>
  consentedVendors: { _id: string; name: string }[]
} {
  return {
    grants: Object.fromEntries(VENDORS.map((vendor) => [vendor, { vendorGrant: vendors[vendor] }])),
    consentedVendors: VENDORS.filter((vendor) => vendors[vendor]).map((vendor) => ({ _id: vendor, name: vendor })),
  }
}

export function hasVendorConsent(
  consent: Consent | null,
  vendor: Vendor,
  isGeneralSufficient: boolean = GENERAL_CONSENT_IS_SUFFICIENT,
): boolean {
  return consent !== null && (consent.vendors[vendor] || (isGeneralSufficient && consent.consent))
}

/** Vendors whose grant loads a script; those of frames wait for a press on the page. */
const SCRIPT_VENDORS = ['analytics', 'pushNotifications', 'kdm', 'socialPosting', 'audienceMeasurement'] as const

/** Whether the answer lets any script of another house load. */
export function hasScriptConsent(consent: Consent | null): boolean {
  return consent?.consent === true && SCRIPT_VENDORS.some((vendor) => consent.vendors[vendor])
}

/** Whether a vendor lost its consent; the page then reloads (S4.8-02). */
export function hasRevocation(before: Consent | null, after: Consent): boolean {
  return before !== null && VENDORS.some((vendor) => before.vendors[vendor] && !after.vendors[vendor])
}

/** The address to reload after a revocation: unchanged, with `nocache` added (S2.8-04). `now`: milliseconds. */
export function toReloadAddress(href: string, now: number): string {
  const url = new URL(href)
  url.searchParams.set('nocache', String(now))
  return url.href
}

/** Beside consent, the facts that decide which third parties load. */
export type ThirdPartyContext = {
  consent: Consent | null
  isPurUser: boolean
  isPlusUser: boolean
  isLocalEdition: boolean
  isNativeApp: boolean
  isLegal: boolean
  isDialogFlow: boolean
  /** Feature flag: the consent manager. */
  isBannerEnabled: boolean
  isRecoEnabled: boolean
}

/** The scripts of specification 7.7, in its order. */
export const THIRD_PARTY_SCRIPTS = [
  'analytics',
  'ads',
  'recommendations',
  'pushNotifications',
  'socialPosting',
] as const
export type ThirdPartyScript = (typeof THIRD_PARTY_SCRIPTS)[number]

export type ThirdParties = Readonly<Record<ThirdPartyScript, boolean>> & {
  banner: boolean
  /** The reader can choose: the settings can be opened, and placeholders ask for their vendor. */
  choice: boolean
  /** The tracking id and the visits of sections may be written (S4.8-03). */
  trackingCookies: boolean
  /** The script of the audience body, whose address is a setting. */
  audienceMeasurement: boolean
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Null: nothing says when the answer was given, and to which texts. */
function toFacts({ given, facts, partners }: Kept): AnswerFacts | null {
  const [, day = '', text, since] = GIVEN.exec(given ?? '') ?? []
  const stored = toRecord(parseJson(facts ?? ''))
  const at = toSeconds(stored.at) ?? toSeconds(Date.parse(day) / 1000)
  const version = text ?? stored.text
  if (at === null || typeof version !== 'string') return null
  return {
    at,
    text: version,
    ...(since === undefined ? {} : { since }),
    receipt: typeof stored.receipt === 'string' ? stored.receipt : '',
    partners: toPartners(toRecord(parseJson(partners ?? ''))),
  }
}

/** Null: no time that a date can have. */
function toSeconds(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 1e11 ? Number(value) : null
}

function toPartners(stored: Record<string, unknown>): Partners {
  const isList = (list: unknown) => Array.isArray(list) && list.every((purpose) => typeof purpose === 'number')
  return Object.fromEntries(
    VENDORS.filter((vendor) => Object.hasOwn(stored, vendor)).map((vendor) => [
      vendor,
      Object.fromEntries(Object.entries(toRecord(stored[vendor])).filter(([, purposes]) => isList(purposes))),
    ]),
  )
}

/** In the time of the framework's string: UTC. */
export function toDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

function toVendors(given: Record<string, unknown>): Record<Vendor, boolean> {
  const entries = VENDORS.map((vendor) => [vendor, Object.hasOwn(given, vendor) && given[vendor] === true])
  return Object.fromEntries(entries) as Record<Vendor, boolean>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text))
  } catch {
    return null
  }
}
