/**
 * The gift token in the address (3.11, 4.6): validated with every new path that has one, null if it is invalid. For
 * display only: the server decides which text it opens (S4.6-01). Promises: an answer for a path that was left is
 * dropped; the token appears in no log and only in the bodies of two calls.
 */
import { toGiftToken, type GiftToken, type GiftTokenVerification } from '@lokalteil/domain/access/gift'
import { portalClient, toStatus, type PortalClient, type PortalResult } from '../../page/portal-client.ts'

const TROUBLE = 'Error while validating the link token'

type HeldGiftToken = Extract<GiftTokenVerification, { kind: 'verified' }> | null

export type GiftTokens = {
  /** Call it when a page comes into view. */
  see: (place: { pathname: string; search: string }) => Promise<void>
  /** Null: no valid token. */
  held: () => HeldGiftToken
  stateFor: (articleId: string) => GiftToken
}

export function createGiftTokens(options: {
  client: PortalClient
  log: (message: string, code: string) => void
}): GiftTokens {
  let verification: GiftTokenVerification = null
  let path: string | null = null
  let asked = 0

  return {
    async see({ pathname, search }) {
      if (pathname === path) return
      path = pathname
      const token = new URLSearchParams(search).get('link-token')
      const mine = ++asked
      verification = null
      if (!token) return
      let found: GiftTokenVerification
      try {
        const [{ scope }, { articleId, tokenType }] = await Promise.all([
          take(options.client.call('POST /api/gift-token/validate', { body: { token } })),
          take(options.client.call('POST /api/gift-token/verify', { body: { token } })),
        ])
        found = {
          kind: 'verified',
          articleId: articleId,
          tokenType: tokenType === 'gift' || tokenType === 'link' ? tokenType : 'unknown',
          scope,
        }
      } catch (error) {
        const code = error instanceof Error ? error.message : 'UNAVAILABLE'
        found = { kind: 'failed', code }
        options.log(TROUBLE, code)
      }
      if (mine === asked) verification = found
    },
    held: () => (verification?.kind === 'verified' ? verification : null),
    stateFor: (articleId) => toGiftToken(verification, articleId),
  }
}

async function take<T>(asked: Promise<PortalResult<T>>): Promise<T> {
  const result = await asked
  if (result.kind === 'ok') return result.data
  if ('cause' in result && result.cause instanceof Error) throw result.cause
  throw new Error((result.kind === 'refused' && result.code) || String(toStatus(result)))
}

/** Watches as long as the document lives. */
export function watchGiftToken(): GiftTokens {
  const tokens = createGiftTokens({
    client: portalClient,
    // oxlint-disable-next-line no-console
    log: (message, code) => console.error(message, code),
  })
  const see = () => void tokens.see(location)
  window.navigation?.addEventListener('currententrychange', see)
  see()
  return tokens
}
