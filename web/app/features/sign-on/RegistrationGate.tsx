/**
 * Guard 'verify-registration' in the browser (S2.2-02), for a page loaded before its reader logged in elsewhere. Calls
 * the server only with a token; a visitor without one is anonymous.
 */
import { useEffect } from 'react'
import { decideRegistrationGuard, type RegistrationState } from '@lokalteil/domain/accounts/registration-guard'
import { buildPath, type RouteName } from '@lokalteil/domain/routing/routes'
import { useAlive } from './DialogFlow.tsx'
import { hasIdToken, openWays, type Ways } from './frame.ts'
import { openCalls } from './open-client.ts'
import type { SignOnClient } from './sign-on-client.ts'

/** Null: no answer; then the form stays, and its own call shows the error. */
export async function readRegistrationState(
  cookies: string,
  calls: Pick<SignOnClient, 'listMissingFields'>,
): Promise<RegistrationState | null> {
  if (!hasIdToken(cookies)) return { kind: 'anonymous' }
  const result = await calls.listMissingFields()
  if (result.kind === 'ok') return { kind: 'reader', missingFields: result.data.map(({ name }) => name) }
  return result.kind === 'refused' && result.reason === 'NOT_LOGGED_IN' ? { kind: 'anonymous' } : null
}

export function guardRegistration(
  name: RouteName,
  state: RegistrationState | null,
  { tell, goTo }: Pick<Ways, 'tell' | 'goTo'>,
): void {
  const decided = state === null ? { kind: 'pass' as const } : decideRegistrationGuard(name, state)
  if (decided.kind === 'redirect') goTo(buildPath({ name: decided.to }))
  if (decided.kind === 'close') tell({ type: 'dialog-close' })
}

export function RegistrationGate({ name }: { name: RouteName }) {
  const isAlive = useAlive()
  useEffect(() => {
    if (isAlive)
      void readRegistrationState(document.cookie, openCalls()).then((state) =>
        guardRegistration(name, state, openWays()),
      )
  }, [isAlive, name])
  return null
}
