/**
 * The string of the Transparency & Consent Framework 2.3 (core segment and the mandatory segment of disclosed vendors),
 * which the `euconsent-v2` cookie holds, and the same facts as an object for scripts. Two cases: the portal's manager is
 * registered (its id and the registered vendors are configured), or it is not. Without an id the string names the
 * purposes that the reader allowed and no vendor, so it allows nothing to registered vendors. With an id it names only
 * vendors that the reader was asked about, with all purposes that they have today.
 */
import { isPartnerAsked } from './asking.ts'
import { NO_CONSENT, VENDORS, type Consent, type Partners, type Vendor } from './consent.ts'

/** A vendor of the framework's list, as far as the string needs it. */
export type FrameworkVendor = {
  id: number
  /** Our vendor whose switch decides. */
  owner: Vendor
  purposes: readonly number[]
  legIntPurposes: readonly number[]
  flexiblePurposes: readonly number[]
}
/** `cmpId` 0: the manager is not registered, and no vendor is named. */
export type Framework = { cmpId: number; listVersion: number; vendors: readonly FrameworkVendor[] }
export const NO_FRAMEWORK: Framework = { cmpId: 0, listVersion: 0, vendors: [] }

export const POLICY_VERSION = 5
export const CMP_VERSION = 1
const VERSION = 2
/** Bits of the string, and purposes of the framework. */
const PURPOSE_BITS = 24
const PURPOSES = 11
const DAY_MS = 86_400_000
const DECISECOND_MS = 100
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const PUBLISHER_COUNTRY = 'DE'

/**
 * The framework's purposes for a vendor of ours that no registered vendor is asked with. Purpose 1, access to the device,
 * belongs to every grant.
 */
const PURPOSES_OF: Partial<Record<Vendor, readonly number[]>> = {
  analytics: [8, 10],
  audienceMeasurement: [8, 9],
  kdm: [2, 3, 4, 5, 6, 7],
  newsAgency: [11],
  sportsData: [11],
}

/** Types of a publisher's restriction. */
const RESTRICTION = { notAllowed: 0, consentOnly: 1 } as const
type Restriction = { purpose: number; type: number; vendors: readonly number[] }

/**
 * The purposes for which a registered vendor needs consent: those it declares, and those of a legitimate interest that may
 * rest on consent instead.
 */
export function listAskedPurposes({
  purposes,
  legIntPurposes,
  flexiblePurposes,
}: Omit<FrameworkVendor, 'id' | 'owner'>): number[] {
  return toSorted([...purposes, ...legIntPurposes.filter((purpose) => flexiblePurposes.includes(purpose))])
}

/** What a manager that shows this framework asks for, beside the vendors that the publication uses. */
export function toPartners({ vendors }: Framework, used: readonly Vendor[]): Partners {
  const asked: Partial<Record<Vendor, Record<string, number[]>>> = {}
  for (const vendor of vendors)
    if (used.includes(vendor.owner)) (asked[vendor.owner] ??= {})[vendor.id] = listAskedPurposes(vendor)
  return asked
}

/** Without vendors that the reader was not asked about, or not with all their purposes. */
function limitFramework(framework: Framework, asked: Partners): Framework {
  const isAsked = (vendor: FrameworkVendor) => isPartnerAsked(asked, vendor.owner, vendor.id, listAskedPurposes(vendor))
  return { ...framework, vendors: framework.vendors.filter(isAsked) }
}

/** Times are cut to the day, so that the string cannot identify a reader. */
export function toTcString(consent: Consent, now: Date, whole: Framework = NO_FRAMEWORK, asked: Partners = {}): string {
  const framework = limitFramework(whole, asked)
  const day = Math.floor(now.getTime() / DAY_MS) * (DAY_MS / DECISECOND_MS)
  const purposes = listPurposes(consent, framework)
  const restrictions = listRestrictions(framework)
  const core = [
    bits(VERSION, 6),
    bits(day, 36),
    bits(day, 36),
    bits(framework.cmpId, 12),
    bits(CMP_VERSION, 12),
    // The screen on which the answer was given: the first.
    bits(1, 6),
    letters('DE'),
    bits(framework.listVersion, 12),
    bits(POLICY_VERSION, 6),
    // Service-specific; standard purpose texts; no special feature.
    '1',
    '0',
    bits(0, 12),
    toBitField(purposes, PURPOSE_BITS),
    // No legitimate interest is claimed.
    bits(0, PURPOSE_BITS),
    '0',
    letters(PUBLISHER_COUNTRY),
    toVendorSection(listGranted(consent, framework)),
    toVendorSection([]),
    bits(restrictions.length, 12),
    ...restrictions.map(
      ({ purpose, type, vendors }) => bits(purpose, 6) + bits(type, 2) + toRanges(toSortedRanges(vendors)),
    ),
  ]
  const disclosed = [bits(1, 3), toVendorSection(framework.vendors.map(({ id }) => id))]
  return `${encode(core)}.${encode(disclosed)}`
}

/** What scripts get: the framework's object `TCData` without status and listener. */
export function toTcData(consent: Consent | null, whole: Framework, tcString: string, asked: Partners = {}) {
  const framework = limitFramework(whole, asked)
  const allowed = listPurposes(consent ?? NO_CONSENT, framework)
  const granted = listGranted(consent ?? NO_CONSENT, framework)
  const ids = framework.vendors.map(({ id }) => id)
  const restrictions: Record<string, Record<string, number>> = {}
  for (const { purpose, type, vendors } of listRestrictions(framework))
    for (const id of vendors) (restrictions[purpose] ??= {})[id] = type
  const purposes = Array.from({ length: PURPOSES }, (_unused, index) => index + 1)
  return {
    // A manager without an id may not claim a string.
    tcString: framework.cmpId === 0 ? '' : tcString,
    tcfPolicyVersion: POLICY_VERSION,
    cmpId: framework.cmpId,
    cmpVersion: CMP_VERSION,
    gdprApplies: true,
    isServiceSpecific: true,
    useNonStandardTexts: false,
    publisherCC: PUBLISHER_COUNTRY,
    purposeOneTreatment: false,
    purpose: { consents: toFlags(purposes, allowed), legitimateInterests: toFlags(purposes, []) },
    vendor: {
      consents: toFlags(ids, granted),
      legitimateInterests: toFlags(ids, []),
      disclosedVendors: toFlags(ids, ids),
    },
    specialFeatureOptins: {},
    publisher: {
      consents: {},
      legitimateInterests: {},
      customPurpose: { consents: {}, legitimateInterests: {} },
      restrictions,
    },
  }
}

function listPurposes({ vendors }: Consent, framework: Framework): number[] {
  const granted = VENDORS.filter((vendor) => vendors[vendor])
  return toSorted(granted.flatMap((vendor) => [1, ...listPurposesOf(vendor, framework)]))
}

function listPurposesOf(vendor: Vendor, framework: Framework): readonly number[] {
  const partners = framework.vendors.filter(({ owner }) => owner === vendor)
  return partners.length === 0 ? (PURPOSES_OF[vendor] ?? []) : partners.flatMap(listAskedPurposes)
}

function listGranted({ vendors }: Consent, framework: Framework): number[] {
  return framework.vendors.flatMap(({ id, owner }) => (vendors[owner] ? [id] : []))
}

/**
 * The layer asks for consent and offers no objection, so no vendor may rely on a legitimate interest: a vendor that can
 * do with consent instead needs it, another one may not do it.
 */
function listRestrictions({ vendors }: Framework): Restriction[] {
  const found: Restriction[] = []
  for (let purpose = 2; purpose <= PURPOSES; purpose++) {
    const claiming = vendors.filter(({ legIntPurposes }) => legIntPurposes.includes(purpose))
    for (const type of [RESTRICTION.notAllowed, RESTRICTION.consentOnly]) {
      const ids = claiming.flatMap(({ id, flexiblePurposes }) =>
        flexiblePurposes.includes(purpose) === (type === RESTRICTION.consentOnly) ? [id] : [],
      )
      if (ids.length > 0) found.push({ purpose, type, vendors: ids })
    }
  }
  return found
}

/** Highest id, then a bit for each id or a list of ranges, whichever is shorter. */
function toVendorSection(ids: readonly number[]): string {
  const most = Math.max(0, ...ids)
  const field = toBitField(ids, most)
  const ranges = toRanges(toSortedRanges(ids))
  return bits(most, 16) + (ranges.length < field.length ? `1${ranges}` : `0${field}`)
}

type Range = { first: number; last: number }

function toSortedRanges(ids: readonly number[]): Range[] {
  const ranges: Range[] = []
  for (const id of toSorted(ids)) {
    const range = ranges.at(-1)
    if (range !== undefined && range.last === id - 1) range.last = id
    else ranges.push({ first: id, last: id })
  }
  return ranges
}

/** Each once. */
function toSorted(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

function toRanges(ranges: readonly Range[]): string {
  const entries = ranges.map(({ first, last }) =>
    first === last ? `0${bits(first, 16)}` : `1${bits(first, 16)}${bits(last, 16)}`,
  )
  return bits(ranges.length, 12) + entries.join('')
}

function toBitField(ids: readonly number[], length: number): string {
  const set = new Set(ids)
  return Array.from({ length }, (_unused, index) => (set.has(index + 1) ? '1' : '0')).join('')
}

function toFlags(ids: readonly number[], granted: readonly number[]): Record<string, boolean> {
  return Object.fromEntries(ids.map((id) => [id, granted.includes(id)]))
}

function bits(value: number, length: number): string {
  return value.toString(2).padStart(length, '0')
}

function letters(code: string): string {
  return [0, 1].map((index) => bits(code.charCodeAt(index) - 65, 6)).join('')
}

function encode(fields: readonly string[]): string {
  return (fields.join('').match(/.{1,6}/g) ?? [])
    .map((six) => ALPHABET[Number.parseInt(six.padEnd(6, '0'), 2)])
    .join('')
}
