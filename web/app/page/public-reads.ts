/**
 * What pages read of this site's own API on the way from page to page, the same for all: a route is named as the contract
 * has it. Asked without cookies and, after an outage, once more; never throws.
 */
import { toAddress, type AddressInput } from '@lokalteil/contracts/kernel/address'
import { createBrowserFetch, type FetchJson, type Read } from './content-api.ts'
import type { PortalInput, PortalAnswer, PortalRoute } from './portal-client.ts'

export type ReadRoute = Extract<PortalRoute, `GET ${string}`>
export type ReadPublic = <R extends ReadRoute>(
  route: R,
  ...[asked]: object extends PortalInput<R> ? [PortalInput<R>?] : [PortalInput<R>]
) => Promise<Read<PortalAnswer<R>>>

export function createPublicReads(fetchJson: FetchJson): ReadPublic {
  const read = (route: ReadRoute, asked: { params?: AddressInput; query?: AddressInput } = {}) =>
    fetchJson(toAddress(route.slice('GET '.length), asked.params, asked.query))
  return read as ReadPublic
}

export const readPublic = createPublicReads(createBrowserFetch())
