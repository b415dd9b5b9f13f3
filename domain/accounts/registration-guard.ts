/**
 * Guard 'verify-registration' (S2.2-02): which of the three pages a reader may see. Decided from the session and the
 * consents still to be answered, never from the browser store that tabs share. Server and browser use the same
 * function.
 */
import type { RouteName } from '../routing/routes.ts'

export type RegistrationState = { kind: 'anonymous' } | { kind: 'reader'; missingFields: readonly string[] }

export type RegistrationGuard =
  | { kind: 'pass' }
  | { kind: 'redirect'; to: '__mein-portal/dialog-flow/login' | '__mein-portal/dialog-flow/complete-registration' }
  /** Nothing to do here: the iframe tells the surrounding page to close the dialog. */
  | { kind: 'close' }

export function decideRegistrationGuard(name: RouteName, state: RegistrationState): RegistrationGuard {
  const isCompletion = name === '__mein-portal/dialog-flow/complete-registration'
  if (state.kind === 'anonymous')
    return isCompletion ? { kind: 'redirect', to: '__mein-portal/dialog-flow/login' } : { kind: 'pass' }
  if (state.missingFields.length === 0) return { kind: 'close' }
  return isCompletion ? { kind: 'pass' } : { kind: 'redirect', to: '__mein-portal/dialog-flow/complete-registration' }
}
