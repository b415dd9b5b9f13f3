/** Messages between tabs about the session: a reason to check, never a proof. */
import { readCookie } from '../../consent/cookies.ts'
import { getSession, setSession } from '../session.ts'
import { tellTabs } from '../tabs.ts'
import { toTabMessage, type SharedUserState, type TabMessage } from '../user-state.ts'
import { recheck } from './identity.ts'
import { ID_TOKEN, type SessionMachine } from './machine.ts'

export function tell(machine: SessionMachine): void {
  const state = getSession()
  if (state.status === 'unknown' || machine.isGuess) return
  const message = toTabMessage(state)
  const text = JSON.stringify(message)
  if (text === machine.told) return
  machine.told = text
  tellTabs(message)
}

export function hear(machine: SessionMachine, message: TabMessage): void {
  const { status, view } = getSession()
  const isReader = status === 'reader'
  if (message.loginStatus !== isReader || (isReader && readCookie(ID_TOKEN) !== view.idToken)) {
    void recheck(machine)
    return
  }
  const { loginStatus: _, ...shared } = message
  // A tab that has just opened does not know these values yet.
  const known: Partial<SharedUserState> = Object.fromEntries(
    Object.entries(shared).filter(([, value]) => value !== null),
  )
  // Noted before it is adopted, so that it is not sent back.
  machine.told = JSON.stringify(toTabMessage({ ...getSession(), ...known }))
  setSession(known)
}
