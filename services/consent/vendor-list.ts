/** The framework's list of vendors: taken over by a command, and what of it the portal asks readers for. */
import type { ConsentFramework } from '@lokalteil/contracts/consent'
import { listAskedPurposes } from '@lokalteil/domain/consent/tc-string'
import { problem, type Refusal } from '../platform/serve.ts'
import type { ConsentCall, ConsentContext } from './context.ts'
import * as store from './store.ts'

const NONE: ConsentFramework = { cmpId: 0, listVersion: 0, listDate: null, purposes: {}, vendors: [] }

/** Without an id of its own, or without a list, the manager names no registered vendor. */
export async function getFramework({ db, registration }: ConsentContext): Promise<ConsentFramework> {
  const list = registration === null ? null : await store.getVendorList(db)
  if (registration === null || list === null) return NONE
  const vendors = Object.entries(registration.vendors).flatMap(([id, owner]) => {
    const vendor = list.vendors[id]
    // A vendor that has left the framework, or was never in it, may not be named.
    if (vendor === undefined || vendor.deletedDate !== undefined) return []
    const { name, urls, purposes, legIntPurposes, flexiblePurposes, dataRetention } = vendor
    const policy = (urls.find(({ langId }) => langId === 'de') ?? urls[0])?.privacy ?? ''
    return [
      {
        id: vendor.id,
        name,
        policy: /^https?:\/\//i.test(policy) && URL.canParse(policy) ? policy : null,
        owner,
        purposes,
        legIntPurposes,
        flexiblePurposes,
        retention: { standard: dataRetention?.stdRetention ?? null, purposes: dataRetention?.purposes ?? {} },
      },
    ]
  })
  const asked = new Set(vendors.flatMap(listAskedPurposes))
  return {
    cmpId: registration.cmpId,
    listVersion: list.version,
    listDate: list.updated.toISOString().slice(0, 10),
    purposes: Object.fromEntries(Object.entries(list.purposes).filter(([id]) => asked.has(Number(id)))),
    vendors: vendors.toSorted((one, other) => one.id - other.id),
  }
}

export async function takeVendorList(
  { db }: ConsentContext,
  { body }: ConsentCall<'takeVendorList'>,
): Promise<{ listVersion: number; vendors: number } | Refusal> {
  const isTaken = await store.putVendorList(db, body)
  return isTaken
    ? { listVersion: body.vendorListVersion, vendors: Object.keys(body.vendors).length }
    : problem(409, 'OLDER_LIST', 'The list that is in use is newer')
}
