/**
 * The `euconsent-v2` cookie: a string of the Transparency & Consent Framework 2.3 (core segment and the mandatory
 * segment of disclosed vendors). None of our vendors is registered with the framework, and our consent manager has no
 * id there. So the string states the purposes the reader allowed and names no vendor; it allows nothing to registered
 * vendors.
 */
import type { Consent, Vendor } from './consent.ts'

const VERSION = 2
const NO_MANAGER_ID = 0
const POLICY_VERSION = 5
const PURPOSES = 24
const DAY_MS = 86_400_000
const DECISECOND_MS = 100
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The framework's purposes for each vendor of ours. Purpose 1, access to the device, belongs to every grant. */
const PURPOSES_OF: Partial<Record<Vendor, readonly number[]>> = {
  analytics: [8, 10],
  audienceMeasurement: [8, 9],
  kdm: [2, 3, 4, 5, 6, 7],
  newsAgency: [11],
  sportsData: [11],
}

/** Times are cut to the day, so that the string cannot identify a reader. */
export function toTcString(consent: Consent, now: Date): string {
  const day = Math.floor(now.getTime() / DAY_MS) * (DAY_MS / DECISECOND_MS)
  const purposes = new Set(
    Object.entries(consent.vendors).flatMap(([vendor, isGranted]) =>
      isGranted ? [1, ...(PURPOSES_OF[vendor as Vendor] ?? [])] : [],
    ),
  )
  const core = [
    bits(VERSION, 6),
    bits(day, 36),
    bits(day, 36),
    bits(NO_MANAGER_ID, 12),
    bits(1, 12),
    bits(1, 6),
    letters('DE'),
    // Version of the vendor list: none is used.
    bits(0, 12),
    bits(POLICY_VERSION, 6),
    // Service-specific; standard purpose texts; no special feature.
    '1',
    '0',
    bits(0, 12),
    Array.from({ length: PURPOSES }, (_unused, index) => (purposes.has(index + 1) ? '1' : '0')).join(''),
    bits(0, PURPOSES),
    '0',
    letters('DE'),
    noVendors,
    noVendors,
    bits(0, 12),
  ]
  const disclosed = [bits(1, 3), noVendors]
  return `${encode(core)}.${encode(disclosed)}`
}

/** An empty vendor section: highest id 0, coded as a bit field. */
const noVendors = `${bits(0, 16)}0`

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
