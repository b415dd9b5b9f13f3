/** Requests to the portal about a session. */
import { portalClient, toStatus, type PortalResult } from '../../../page/portal-client.ts'

export const BRIEF = { timeoutMs: 10_000 } as const
/** Sent even while the page is being left. */
const LASTING = { ...BRIEF, keepalive: true } as const

/** `sign-on-again`: only the publisher's provider can decide. `none`: no answer, or a server error. */
type RequestOutcome = 'ok' | 'refused' | 'sign-on-again' | 'none'

async function settled(asked: Promise<PortalResult<unknown>>): Promise<RequestOutcome> {
  const result = await asked
  if (result.kind === 'ok') return 'ok'
  const status = toStatus(result)
  if (status === 401) return result.kind === 'refused' && result.code === 'SIGN_ON_AGAIN' ? 'sign-on-again' : 'refused'
  // A server error is no refusal.
  return status === 0 || status >= 500 || status === 429 ? 'none' : 'refused'
}

export const validate = (forceRefresh: 'true' | 'false') =>
  settled(portalClient.call('GET /api/validate', { ...LASTING, query: { forceRefresh } }))
export const askForTokens = () => settled(portalClient.call('POST /api/mein/oauth2/refresh', LASTING))
export const askForLogout = () => settled(portalClient.call('GET /api/mein/oauth2/logout', LASTING))

/** Null on failure. */
export async function dataOf<T>(asked: Promise<PortalResult<T>>): Promise<T | null> {
  const result = await asked
  return result.kind === 'ok' ? result.data : null
}
