/**
 * The link token of the address as a page knows it (3.11, 4.6): asked for anew with every new path that carries one, set to
 * null when it is not good. Display only: what a token opens is decided where the text is (S4.6-01). Promises: an answer
 * for a path that was left is dropped; the token stands in no log and in no other address than the two calls' bodies.
 */
import type { LINK_TOKEN_CALLS } from '@lokalteil/contracts/link-token'
import { toLinkToken, type LinkToken, type LinkTokenVerification } from '@lokalteil/domain/access/link-token'

const PATHS: { readonly [Name in 'validateToken' | 'verifyToken']: (typeof LINK_TOKEN_CALLS)[Name]['path'] } = {
  validateToken: '/api/gift-token/validate',
  verifyToken: '/api/gift-token/verify',
}
const TROUBLE = 'Error while validating the link token'

export type HeldLinkToken = Extract<LinkTokenVerification, { kind: 'verified' }> | null

export type LinkTokens = {
  /** A page is in view. */
  see: (place: { pathname: string; search: string }) => Promise<void>
  /** Null: none, or not a good one. */
  held: () => HeldLinkToken
  stateFor: (articleId: string) => LinkToken
}

export function createLinkTokens(options: {
  fetcher: typeof fetch
  log: (message: string, code: string) => void
}): LinkTokens {
  let verification: LinkTokenVerification = null
  let path: string | null = null
  let asked = 0

  async function ask(name: keyof typeof PATHS, token: string): Promise<Record<string, unknown>> {
    const response = await options.fetcher(PATHS[name], {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(typeof answer.code === 'string' ? answer.code : String(response.status))
    return answer
  }

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
          ask('validateToken', token),
          ask('verifyToken', token),
        ])
        found = {
          kind: 'verified',
          articleId: String(articleId),
          tokenType: tokenType === 'gift' || tokenType === 'link' ? tokenType : 'unknown',
          scope: String(scope),
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

/** For as long as the document lives. */
export function watchLinkToken(): LinkTokens {
  const tokens = createLinkTokens({
    fetcher: (...asked) => fetch(...asked),
    // oxlint-disable-next-line no-console
    log: (message, code) => console.error(message, code),
  })
  const see = () => void tokens.see(location)
  window.navigation?.addEventListener('currententrychange', see)
  see()
  return tokens
}
