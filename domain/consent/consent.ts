/**
 * Consent as the reader gave it (specification 3.14, 4.8, 5; decisions S3.14-01 to S4.8-04). Without an answer there is
 * no consent; an answer nobody can read is no answer; the absence of a banner is never consent. Nothing loads for a
 * purpose that was not agreed to: general consent alone opens nothing.
 */

/** In the specification's order. */
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

export type Consent = { consent: boolean; kdmConsent: boolean; vendors: Readonly<Record<Vendor, boolean>> }

const CONSENT_VERSION = 4
const GENERAL_CONSENT_IS_SUFFICIENT = false

export const NO_CONSENT: Consent = { consent: false, kdmConsent: false, vendors: toVendors({}) }

/** 360 days, for both cookies of an answer (R9-31). */
export const CONSENT_SECONDS = 360 * 86_400
export const CONSENT_COOKIES = { consents: 'consents', tcString: 'euconsent-v2' } as const
/** Kept as long, only with consent to kdm (S4.8-03, S9-03). */
export const TRACKING_ID_COOKIE = 'FA_CPC'
/** Between a revocation and the reload that follows it (R9-57). */
export const REVOCATION_RELOAD_MS = 100

/** The `consents` cookie, decoded or not; null when there is none or it is not of version 4. */
export function parseConsent(stored: string | null | undefined): Consent | null {
  const value = parseJson(stored ?? '')
  if (!Array.isArray(value) || value[0] !== CONSENT_VERSION) return null
  const granted: unknown = value[3]
  return { consent: value[1] === true, kdmConsent: value[2] === true, vendors: toVendors(granted) }
}

/** Whoever writes the cookie encodes what a cookie cannot hold. */
export function serializeConsent(consent: Consent): string {
  return JSON.stringify([CONSENT_VERSION, consent.consent, consent.kdmConsent, consent.vendors])
}

/** Takes over a choice with at least one grant: general consent becomes true with it (S4.8-01). */
export function grantVendors(granted: Partial<Record<Vendor, boolean>>): Consent {
  const vendors = toVendors(granted)
  // A refusal of everything is no consent, whatever button led here.
  return Object.values(vendors).includes(true) ? { consent: true, kdmConsent: vendors.kdm, vendors } : NO_CONSENT
}

export const ALL_VENDORS: Readonly<Record<Vendor, boolean>> = Object.fromEntries(
  VENDORS.map((vendor) => [vendor, true]),
) as Record<Vendor, boolean>

/** A consent manager's own words for a choice: what scripts hear that ask for custom vendors. Ids are our keys (S3.14-03). */
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

/** Whether a vendor that had consent lost it; the page then reloads (S4.8-02). */
export function hasRevocation(before: Consent | null, after: Consent): boolean {
  return before !== null && VENDORS.some((vendor) => before.vendors[vendor] && !after.vendors[vendor])
}

/** The page as it is loaded after a revocation: everything of its address kept, `nocache` added (S2.8-04). `now`: milliseconds. */
export function toReloadAddress(href: string, now: number): string {
  const url = new URL(href)
  url.searchParams.set('nocache', String(now))
  return url.href
}

/** What decides over third parties besides consent. */
export type ThirdPartyContext = {
  consent: Consent | null
  isPurUser: boolean
  isPlusUser: boolean
  isLocalEdition: boolean
  isNativeApp: boolean
  isLegal: boolean
  isDialogFlow: boolean
  /** The consent manager is switched on. */
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
  /** There is something to choose: the settings open, a box asks for its vendor. */
  choice: boolean
  /** The tracking id and the visits of sections are written (S4.8-03). */
  trackingCookies: boolean
}

/** Advertising and recommendations have no vendor of their own; what they need is in kdm, so they wait for it as well. */
export function decideThirdParties(context: ThirdPartyContext): ThirdParties {
  const { consent } = context
  const isOpen = !context.isNativeApp && !context.isLocalEdition
  // Pur alone is free of tracking whatever was stored before; pur with plus follows the banner (S1-12).
  const mayTrack = isOpen && (!context.isPurUser || context.isPlusUser)
  const isFlow = context.isLegal || context.isDialogFlow
  const hasKdm = mayTrack && consent?.consent === true && consent.kdmConsent
  const mayAdvertise = hasKdm && !context.isPurUser
  return {
    banner: mayTrack && !isFlow && context.isBannerEnabled,
    choice: mayTrack && !context.isDialogFlow,
    trackingCookies: hasKdm,
    ads: mayAdvertise,
    recommendations: mayAdvertise && context.isRecoEnabled,
    analytics: mayTrack && hasVendorConsent(consent, 'analytics'),
    pushNotifications: mayTrack && !isFlow && hasVendorConsent(consent, 'pushNotifications'),
    socialPosting: mayTrack && hasVendorConsent(consent, 'socialPosting'),
  }
}

function toVendors(granted: unknown): Record<Vendor, boolean> {
  const given = typeof granted === 'object' && granted !== null ? (granted as Record<string, unknown>) : {}
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
