/**
 * The link token of the address as a page knows it (3.11, 4.6): asked for anew with every new path that carries one, set to
 * null when it is not good. Display only: what a token opens is decided where the text is (S4.6-01). Promises: an answer
 * for a path that was left is dropped; the token stands in no log and in no other address than the two calls' bodies.
 */
import { toLinkToken, type LinkToken, type LinkTokenVerification } from '@lokalteil/domain/access/link-token'
import { portalClient, toStatus, type PortalClient, type PortalResult } from '../../page/portal-client.ts'

const TROUBLE = 'Error while validating the link token'

type HeldLinkToken = Extract<LinkTokenVerification, { kind: 'verified' }> | null

export type LinkTokens = {
  /** A page is in view. */
  see: (place: { pathname: string; search: string }) => Promise<void>
  /** Null: none, or not a good one. */
  held: () => HeldLinkToken
  stateFor: (articleId: string) => LinkToken
}

export function createLinkTokens(options: {
  client: PortalClient
  log: (message: string, code: string) => void
}): LinkTokens {
  let verification: LinkTokenVerification = null
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
      let found: LinkTokenVerification
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
    stateFor: (articleId) => toLinkToken(verification, articleId),
  }
}

async function take<T>(asked: Promise<PortalResult<T>>): Promise<T> {
  const result = await asked
  if (result.kind === 'ok') return result.data
  if ('cause' in result && result.cause instanceof Error) throw result.cause
  throw new Error((result.kind === 'refused' && result.code) || String(toStatus(result)))
}

/** For as long as the document lives. */
export function watchLinkToken(): LinkTokens {
  const tokens = createLinkTokens({
    client: portalClient,
    // oxlint-disable-next-line no-console
    log: (message, code) => console.error(message, code),
  })
  const see = () => void tokens.see(location)
  window.navigation?.addEventListener('currententrychange', see)
  see()
  return tokens
}
