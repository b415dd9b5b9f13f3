/** Renews expired tokens: once (single flight), across tabs as well. */
import { readCookie } from '../../consent/cookies.ts'
import { getSession } from '../session.ts'
import { adoptToken, isOver, leaveToSignOn, settle } from './identity.ts'
import { endLogin } from './logout.ts'
import { ID_TOKEN, inTurn, report, toPartContext, type SessionMachine } from './machine.ts'
import { askForTokens } from './requests.ts'

/** `target`: where the page is going, so that a redirect to the provider can end there; null: it stays. */
export function refresh(machine: SessionMachine, isForced: boolean, target: string | null = null): Promise<boolean> {
  machine.refreshing ??= inTurn(machine, () => renew(machine, isForced, target)).finally(() => {
    machine.refreshing = null
  })
  return isForced ? machine.refreshing.then((isReader) => renewParts(machine, isReader)) : machine.refreshing
}

/** A forced renewal follows a purchase or a gift, which may change the token and the reader's other data. */
function renewParts(machine: SessionMachine, isReader: boolean): boolean {
  if (isReader) for (const part of machine.parts) void part.renew?.(toPartContext(machine, false)).catch(report)
  return isReader
}

export async function renew(
  machine: SessionMachine,
  isForced: boolean,
  target: string | null = null,
): Promise<boolean> {
  const before = readCookie(ID_TOKEN)
  if (before === null || getSession().status !== 'reader') return settle(machine, false)
  if (!isForced && !isOver()) return true
  return inOneTab(async () => {
    // Another tab was first: its token counts here too.
    if (readCookie(ID_TOKEN) !== before && (await adoptToken(machine, false)) === 'reader') return true
    const answer = await askForTokens()
    if (answer === 'sign-on-again' && target !== null) leaveToSignOn(target)
    if (answer === 'none' || answer === 'sign-on-again') return true
    const hasNewToken = answer === 'ok' || readCookie(ID_TOKEN) !== before
    if (hasNewToken && (await adoptToken(machine, false, answer === 'ok')) !== 'none') return true
    await endLogin(machine, 'refused')
    return false
  })
}

/** A Web Lock lets one tab renew at a time; the others then find a new token in the cookie. */
async function inOneTab<T>(step: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return step()
  return navigator.locks.request('session-refresh', step) as Promise<T>
}
