/**
 * The external consent manager that the specification names (R7.7-06): Sourcepoint, by its documented script contract.
 * The publisher's settings switch it on; the manager built into the product asks wherever they do not name an account
 * and a property (docs/decisions/2026-11-30-consent-vendors-and-managers.md).
 */
import type { PageSettings } from '../publication/settings.ts'
import { isHostName, isVendorNumber } from '../publication/vendor-ids.ts'
import { isVendor, VENDORS, type Vendor } from './consent.ts'

export type ManagerIds = {
  /** Our vendors by the id they have at the manager. */
  vendors: Readonly<Record<string, Vendor>>
  /** Id of the dialog in which readers change their answer; absent: there is none. */
  privacyManager?: string
}

export type ExternalManager = { accountId: number; propertyId: number; endpoint: string; script: string }

const SHARED_ENDPOINT = 'https://cdn.privacy-mgmt.com'

/**
 * Null: the built-in one. `host`: the publication's own; a subdomain without a dot belongs to it. A subdomain that is no
 * host name would load a script from a wrong place, so it counts as a fault of the whole: the built-in one asks.
 */
export function toExternalManager(settings: PageSettings, host: string): ExternalManager | null {
  const accountId = Number((settings.sourcepoint_account_id ?? '').trim())
  const propertyId = settings.sourcepoint_property_id ?? 0
  if (settings.sourcepoint_enabled !== true || !isVendorNumber(accountId) || !isVendorNumber(propertyId)) return null
  const endpoint = toEndpoint((settings.sourcepoint_subdomain ?? '').trim().toLowerCase(), host)
  return endpoint === null
    ? null
    : { accountId, propertyId, endpoint, script: `${endpoint}/unified/wrapperMessagingWithoutDetection.js` }
}

function toEndpoint(subdomain: string, host: string): string | null {
  if (subdomain === '') return SHARED_ENDPOINT
  const name = subdomain.includes('.') ? subdomain : `${subdomain}.${host.replace(/^www\./, '').replace(/:\d+$/, '')}`
  return isHostName(name) ? `https://${name}` : null
}

/**
 * Takes over an answer to `getCustomVendorConsents` (S3.14-03): grants by vendor id, then the list of vendors by id and
 * by name; unknown ones are ignored. Null: the reader has not answered, or the answer has another shape.
 */
export function readCustomVendors(data: unknown, ids: ManagerIds['vendors']): Record<Vendor, boolean> | null {
  const { grants, consentedVendors, newUser } = toRecord(data)
  if (newUser === true || (typeof grants !== 'object' && !Array.isArray(consentedVendors))) return null
  const granted = new Set<Vendor>()
  const refused = new Set<Vendor>()
  const known = toRecord(grants)
  for (const [id, grant] of Object.entries(known)) {
    const vendor = toVendor(id, ids)
    if (vendor !== null) (toRecord(grant).vendorGrant === true ? granted : refused).add(vendor)
  }
  for (const listed of Array.isArray(consentedVendors) ? consentedVendors : []) {
    const { _id: id, name } = toRecord(listed)
    // A list entry never outweighs a refusal in the grants.
    if (typeof id === 'string' && Object.hasOwn(known, id)) continue
    const vendor = toVendor(String(id), ids) ?? toVendorByName(String(name))
    if (vendor !== null) granted.add(vendor)
  }
  // A vendor with several ids needs all of them.
  const isGranted = (vendor: Vendor) => granted.has(vendor) && !refused.has(vendor)
  return Object.fromEntries(VENDORS.map((vendor) => [vendor, isGranted(vendor)])) as Record<Vendor, boolean>
}

/** The manager's ids of a vendor, for a grant that the reader gives in a box on the page. */
export function listManagerIds(vendor: Vendor, ids: ManagerIds['vendors']): string[] {
  return Object.entries(ids).flatMap(([id, owner]) => (owner === vendor ? [id] : []))
}

function toVendor(id: string, ids: ManagerIds['vendors']): Vendor | null {
  if (Object.hasOwn(ids, id)) return ids[id]!
  return isVendor(id) ? id : null
}

/** By the names that the manager's list of vendors has. */
const NAMES: Readonly<Record<string, Vendor>> = {
  youtube: 'youtube',
  'youtube video': 'youtube',
  vimeo: 'vimeo',
  glomex: 'glomex',
  'glomex gmbh': 'glomex',
  facebook: 'facebook',
  'facebook connect': 'facebook',
  instagram: 'instagram',
  'instagram content': 'instagram',
  twitter: 'twitter',
  x: 'twitter',
  tiktok: 'tiktok',
  infonline: 'audienceMeasurement',
  'infonline gmbh': 'audienceMeasurement',
}

function toVendorByName(name: string): Vendor | null {
  const lower = name.trim().toLowerCase()
  if (Object.hasOwn(NAMES, lower)) return NAMES[lower]!
  return VENDORS.find((vendor) => vendor.toLowerCase() === lower) ?? null
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
