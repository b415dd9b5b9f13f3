/**
 * Makes a call with the reader's access token, which may have expired. If it is refused, the call is repeated once with renewed
 * tokens, and the answer sets the new cookies. If newer cookies were sent to this browser already, the refusal stands: the
 * browser's next call has them.
 */
import { readCookie } from '../session/session-cookies.ts'
import type { ReaderSession, Sessions } from '../session/session.ts'
import { unavailable, type Reply, type RequestContext } from './portal-api.ts'

export type RenewedReader = Extract<ReaderSession, { kind: 'reader' }>

export async function askWithRenewal<T>(
  sessions: Pick<Sessions, 'renew'>,
  { publication, cookies, host }: RequestContext,
  first: Reply<T>,
  askAgain: (reader: RenewedReader) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  const isRefused = first.kind === 'refusal' && first.status === 401 && first.code === 'NOT_LOGGED_IN'
  if (!isRefused || readCookie(cookies, 'FA_REFRESH_TOKEN') === null) return first
  const { outcome, session, setCookies } = await sessions.renew(publication, cookies, host)
  if (outcome === 'unavailable') return unavailable()
  if (outcome !== 'renewed' || session.kind !== 'reader') return { ...first, setCookies }
  const second = await askAgain(session)
  // The call's own cookies (a login) come last, because they are newer than those of the renewal.
  return { ...second, setCookies: [...setCookies, ...(second.setCookies ?? [])] }
}
