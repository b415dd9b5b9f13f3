/**
 * Public GET calls of a page to this site's own API: the answer is the same for every reader, so no cookies are sent.
 * Routes are named as in the contract (`GET /api/weather`). One retry after an outage; never throws.
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
