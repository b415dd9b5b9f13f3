/** What the portal is asked about a session. */
import { portalClient, toStatus, type PortalResult } from '../../../page/portal-client.ts'

export const BRIEF = { timeoutMs: 10_000 } as const
/** Also when the page is on its way out. */
const LASTING = { ...BRIEF, keepalive: true } as const

/** `sign-on-again`: only the publisher's provider can say. `none`: no answer, from the network or a server in trouble. */
type Answer = 'ok' | 'refused' | 'sign-on-again' | 'none'

async function settled(asked: Promise<PortalResult<unknown>>): Promise<Answer> {
  const result = await asked
  if (result.kind === 'ok') return 'ok'
  const status = toStatus(result)
  if (status === 401) return result.kind === 'refused' && result.code === 'SIGN_ON_AGAIN' ? 'sign-on-again' : 'refused'
  // A server in trouble has not said no.
  return status === 0 || status >= 500 || status === 429 ? 'none' : 'refused'
}

export const validate = (forceRefresh: 'true' | 'false') =>
  settled(portalClient.call('GET /api/validate', { ...LASTING, query: { forceRefresh } }))
export const askForTokens = () => settled(portalClient.call('POST /api/mein/oauth2/refresh', LASTING))
export const askForLogout = () => settled(portalClient.call('GET /api/mein/oauth2/logout', LASTING))

/** Null when there is none. */
export async function dataOf<T>(asked: Promise<PortalResult<T>>): Promise<T | null> {
  const result = await asked
  return result.kind === 'ok' ? result.data : null
}
