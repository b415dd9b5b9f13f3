/** The shared state of the session's steps, which run one at a time. */
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
  /** Cookies at the page's start, which may be long ago. */
  cookiesAtStart: string
  verify: ReturnType<typeof createIdTokenVerifier>
  parts: readonly ReaderPart[]
  told: string
  /**
   * The server could not be reached, often because the page was being left: the state is unknown and is not shared with
   * other tabs or the next page.
   */
  isGuess: boolean
  /** The claims beside the ID token at the last look. */
  toldClaims: string | null
  refreshing: Promise<boolean> | null
  queue: Promise<unknown>
}

/** Queues steps that change who is logged in, so that they never overlap. */
export function inTurn<T>(machine: SessionMachine, step: () => Promise<T>): Promise<T> {
  const result = machine.queue.then(step)
  machine.queue = result.catch(() => {})
  return result
}

/** The arguments for parts that keep data of the reader. */
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
