/**
 * Calls about gift links to this site's server (`GIFT_CALLS`). Promises: never throws; an expired session is
 * renewed once. Only this file builds the link, so a token is in no other address.
 */
import { portalClient, type PortalClient, type PortalResult } from '../../page/portal-client.ts'

export type GiftResult<T> = { kind: 'ok'; data: T } | { kind: 'refused'; code: string }

const AS_READER = { as: 'reader', timeoutMs: 15_000 } as const

export type GiftClient = ReturnType<typeof createGiftClient>

export function createGiftClient(client: PortalClient) {
  return {
    list: async () => toGiftResult(await client.call('GET /api/gift-token', AS_READER)),
    give: async (articleId: string) =>
      toGiftResult(await client.call('POST /api/gift-token', { ...AS_READER, body: { articleId } })),
    revoke: async (id: string) =>
      toGiftResult(await client.call('DELETE /api/gift-token/{id}', { ...AS_READER, params: { id } })),
  }
}

function toGiftResult<T>(result: PortalResult<T>): GiftResult<T> {
  if (result.kind === 'ok') return result
  return { kind: 'refused', code: (result.kind === 'refused' && result.code) || 'UNAVAILABLE' }
}

export const giftClient = (): GiftClient => createGiftClient(portalClient)

/** `address`: of the article, without a query. */
export function toGiftLink(address: string, token: string): string {
  return `${address}?link-token=${token}`
}
