/**
 * Content and links of the error page (specification 2.11, section 8; decisions S2.11-01 to S2.11-08). Of an error only
 * name, message and status are shown: no stack, file path, upstream address or token.
 */
import { toSafePath } from './redirect-paths.ts'

/** Any value that was thrown; other fields are ignored. */
export type PageError = {
  statusCode?: number | string
  statusMessage?: string
  name?: string
  message?: string
  /** Address at which it happened. */
  url?: string
}

/** '520' when the error has none. */
export function toErrorStatus(error: PageError): string {
  const status = String(error.statusCode ?? '')
  return /^[1-5]\d\d$/.test(status) ? status : '520'
}

/**
 * The status message, else the serialised error. `isUnexpected`: an internal server fault whose message must not be
 * shown.
 */
export function toErrorMessage(error: PageError, isUnexpected = false): string {
  if (isUnexpected) return 'Interner Fehler'
  if (error.statusMessage?.trim()) return error.statusMessage
  const { name, message, statusCode } = error
  return JSON.stringify({ name, message, statusCode })
}

/** The error's address, else a path from its message, else '/'; always a page of this site. */
export function toErrorTarget(error: PageError, origin: string): string {
  const message = error.statusMessage?.trim() ? error.statusMessage : (error.message ?? '')
  const fromMessage = /:\s*(\/\S*)/.exec(message)?.[1]
  return toSafePath(toOwnPath(error.url, origin), origin) ?? toSafePath(fromMessage, origin) ?? '/'
}

/** The search address for the typed text; null if it is blank. */
export function toErrorSearchPath(input: string): string | null {
  const term = input.trim().toWellFormed()
  return term === '' ? null : `/suche?q=${encodeURIComponent(term)}`
}

export const ERROR_COUNTDOWN = { totalMs: 5000, tickMs: 1000 } as const

/** The page redirects only after the browser was offline; a plain 404 stays (S2.11-05). */
export type ErrorConnection =
  | { kind: 'steady' }
  | { kind: 'offline' }
  | { kind: 'counting'; seconds: number }
  | { kind: 'redirect' }

export function toInitialConnection(isOnline: boolean): ErrorConnection {
  return isOnline ? { kind: 'steady' } : { kind: 'offline' }
}

/** The caller sends 'tick' every `tickMs` while counting. */
export function advanceConnection(state: ErrorConnection, event: 'online' | 'offline' | 'tick'): ErrorConnection {
  if (event === 'offline') return { kind: 'offline' }
  if (event === 'online') {
    return state.kind === 'offline' ? { kind: 'counting', seconds: ERROR_COUNTDOWN.totalMs / 1000 } : state
  }
  if (state.kind !== 'counting') return state
  const seconds = state.seconds - ERROR_COUNTDOWN.tickMs / 1000
  return seconds > 0 ? { kind: 'counting', seconds } : { kind: 'redirect' }
}

/** Keys of `/error/:errorMessageKey`; their texts are in the message catalogue (S2.2-07). */
export const ACCOUNT_ERROR_KEYS = [
  'login-failed',
  'registration-failed',
  'session-expired',
  'email-not-verified',
  'invalid-code',
  'expired-code',
  'no-subscription-session',
  'no-access',
  'social-login-failed',
] as const
export type AccountErrorKey = (typeof ACCOUNT_ERROR_KEYS)[number]

/** Unknown keys select the general message and are never shown. */
export function toAccountErrorKey(key: string): AccountErrorKey | 'general' {
  return (ACCOUNT_ERROR_KEYS as readonly string[]).includes(key) ? (key as AccountErrorKey) : 'general'
}

function toOwnPath(url: string | undefined, origin: string): string | undefined {
  if (url === undefined || url.startsWith('/') || !URL.canParse(url) || !URL.canParse(origin)) return url
  const parsed = new URL(url)
  return parsed.origin === new URL(origin).origin ? parsed.pathname + parsed.search : undefined
}
