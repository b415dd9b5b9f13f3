/**
 * Reads the session within a deadline, so that a provider that hangs does not block the page. An expired one is renewed
 * if the caller can send new cookies. Without an answer in time the session is unknown; a database that is down throws.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { within } from '@lokalteil/services/platform/deadline'
import { UNKNOWN_SESSION, type ReaderSession, type Renewal, type Sessions } from './session.ts'

/** An embedded service may be slow (a long statement, a busy machine), so its limit is longer than an upstream's. */
export const OWN_WAIT_MS = 10_000
/** Share of the answer's time. */
const SESSION_MS = 700

export type PatientSessions = (
  publication: PublicationCode,
  request: { cookies: string | undefined; host: string; mayRenew: boolean },
) => Promise<{ session: ReaderSession; setCookies: readonly string[] }>

export function createPatientSessions(
  sessions: Pick<Sessions, 'read' | 'renew'>,
  hasOwnAccounts: boolean,
): PatientSessions {
  const patience = hasOwnAccounts ? OWN_WAIT_MS : SESSION_MS
  return async (publication, { cookies, host, mayRenew }) => {
    const session = await within(
      SESSION_MS,
      () => sessions.read(publication, cookies),
      () => UNKNOWN_SESSION,
      patience,
    )
    if (session.kind !== 'expired' || !mayRenew) return { session, setCookies: [] }
    return within<Pick<Renewal, 'session' | 'setCookies'>>(
      SESSION_MS,
      () => sessions.renew(publication, cookies, host),
      () => ({ session: UNKNOWN_SESSION, setCookies: [] }),
      patience,
    )
  }
}
