/**
 * Who asks, within the time an answer has for that: a provider that hangs must not take the page with it. What ended is
 * renewed where the caller can hand on the new cookies. Where it does not answer in time, the session is unknown; a database
 * that is away throws.
 */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { within } from '@lokalteil/services/platform/deadline'
import { UNKNOWN_SESSION, type ReaderSession, type Renewal, type Sessions } from './session.ts'

/** A service in this process may be slow (one long statement, a busy machine); it is waited for longer than an upstream. */
export const OWN_WAIT_MS = 10_000
/** Of an answer's time. */
const SESSION_MS = 700

export type PatientSessions = (
  mandator: Mandator,
  request: { cookies: string | undefined; host: string; mayRenew: boolean },
) => Promise<{ session: ReaderSession; setCookies: readonly string[] }>

export function createPatientSessions(
  sessions: Pick<Sessions, 'read' | 'renew'>,
  isSsoEmbedded: boolean,
): PatientSessions {
  const patience = isSsoEmbedded ? OWN_WAIT_MS : SESSION_MS
  return async (mandator, { cookies, host, mayRenew }) => {
    const session = await within(
      SESSION_MS,
      () => sessions.read(mandator, cookies),
      () => UNKNOWN_SESSION,
      patience,
    )
    if (session.kind !== 'expired' || !mayRenew) return { session, setCookies: [] }
    return within<Pick<Renewal, 'session' | 'setCookies'>>(
      SESSION_MS,
      () => sessions.renew(mandator, cookies, host),
      () => ({ session: UNKNOWN_SESSION, setCookies: [] }),
      patience,
    )
  }
}
