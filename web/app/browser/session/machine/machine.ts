/** What the steps of the session share: what is known so far, one step at a time. */
import { decideAdTargeting } from '@lokalteil/domain/analytics/ad-targeting'
import { parseRecentVisits, RECENT_VISITS } from '@lokalteil/domain/reading/visits'
import { readCookie } from '../../consent/cookies.ts'
import { sendToNativeApp } from '../../navigation/native-bridge.ts'
import { getSession, type ReaderPart, type SessionHost } from '../session.ts'
import { readLastTold } from '../tabs.ts'
import type { createIdTokenVerifier } from '../verify-id-token.ts'

export const ID_TOKEN = 'FA_ID_TOKEN'
export const RETURN_COOKIE = 'redirectAfterLogin'

export type SessionMachine = {
  host: SessionHost
  /** Those of the page's start, which may be long ago. */
  cookiesAtStart: string
  verify: ReturnType<typeof createIdTokenVerifier>
  parts: readonly ReaderPart[]
  told: string
  /** Nobody could be asked, often because the page was on its way out: not known, so nothing to tell the tabs and the next page. */
  isGuess: boolean
  /** Beside the ID token when it was last looked at. */
  toldClaims: string | null
  refreshing: Promise<boolean> | null
  queue: Promise<unknown>
}

/** Steps that change who is logged in never overlap. */
export function inTurn<T>(machine: SessionMachine, step: () => Promise<T>): Promise<T> {
  const result = machine.queue.then(step)
  machine.queue = result.catch(() => {})
  return result
}

/** What is told to whoever keeps something of the reader. */
export function toPartContext(machine: SessionMachine, isNewLogin: boolean): Parameters<ReaderPart['load']>[0] {
  return { view: getSession().view, isNewLogin, showToast: (text) => showToast(machine, text) }
}

export async function showToast({ host }: SessionMachine, text: string): Promise<void> {
  if (host.chrome().app.isNativeApp && sendToNativeApp({ type: 'toast', payload: { message: text } })) return
  ;(await host.overlays()).showToast(text)
}

export function setTargeting({ host }: SessionMachine): void {
  const { view } = getSession()
  document.documentElement.dataset.plususer = decideAdTargeting(view, host.chrome().app.isApp, new Date()).plususer
}

export function isToldReader(): boolean {
  const last = readLastTold()
  return last !== null && last !== 'closed' && last.loginStatus
}

export function countRecentVisits(): number {
  return parseRecentVisits(readCookie(RECENT_VISITS.cookie))
}

export function report(...what: unknown[]): void {
  // oxlint-disable-next-line no-console
  console.error(...what)
}
