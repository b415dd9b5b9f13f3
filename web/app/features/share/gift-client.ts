/**
 * Articles given away, as pages ask this site's own server (`LINK_TOKEN_CALLS`). Promises: never throws; a session whose
 * tokens have run out is renewed once. The link is made here and nowhere else: a token is in no address but a gift's.
 */
import type { Gift, GiftList, GivenGift, LINK_TOKEN_CALLS } from '@lokalteil/contracts/link-token'

export type GiftResult<T> = { kind: 'ok'; data: T } | { kind: 'refused'; code: string }

const GIFTS: (typeof LINK_TOKEN_CALLS)['giveArticle']['path'] = '/api/gift-token'
const RENEW = '/api/validate?forceRefresh=true'
const TIMEOUT_MS = 15_000

export type GiftClient = ReturnType<typeof createGiftClient>

export function createGiftClient(fetcher: typeof fetch) {
  async function ask<T>(path: string, init: RequestInit = {}): Promise<GiftResult<T>> {
    const send = (to: string, more: RequestInit) =>
      fetcher(to, { credentials: 'same-origin', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS), ...more })
    try {
      let response = await send(path, init)
      if (response.status === 401 && (await send(RENEW, {})).ok) response = await send(path, init)
      const answer: unknown = await response.json()
      return response.ok
        ? { kind: 'ok', data: answer as T }
        : { kind: 'refused', code: (answer as { code?: string }).code ?? 'UNAVAILABLE' }
    } catch {
      return { kind: 'refused', code: 'UNAVAILABLE' }
    }
  }

  return {
    list: () => ask<GiftList>(GIFTS),
    give: (articleId: string) =>
      ask<GivenGift>(GIFTS, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ articleId }),
      }),
    revoke: (id: string) => ask<Gift>(`${GIFTS}/${id}`, { method: 'DELETE' }),
  }
}

export const giftClient = (): GiftClient => createGiftClient((...asked) => fetch(...asked))

/** `address`: of the article, without a query. */
export function toGiftLink(address: string, token: string): string {
  return `${address}?link-token=${token}`
}
