/**
 * Calls of a room whose answer differs from reader to reader (`answerReaders`): for a page's `load` on the
 * server, and in the browser as a request to this site with its cookies, which nothing caches.
 */
import { toAddress, type AddressInput } from '@lokalteil/contracts/kernel/address'
import type { LoadContext } from '../page.ts'
import { portalClient, toRead } from '../portal-client.ts'
import type { ReadPublic } from '../public-reads.ts'

/** @epaper */
export function asReader({ rooms }: Pick<LoadContext, 'rooms'>): ReadPublic {
  return rooms?.ask ?? (read as ReadPublic)
}

const read = async (route: string, { params, query }: { params?: AddressInput; query?: AddressInput } = {}) =>
  toRead(await portalClient.send('GET', toAddress(route.slice('GET '.length), params, query)))
