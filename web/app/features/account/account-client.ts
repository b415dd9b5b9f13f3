/**
 * What the pages of the account ask this site's own server to do. Promises: never throws; a session whose tokens have run
 * out is renewed once and the call sent again, which is safe because a call without a session did nothing; when it is
 * over, the login opens.
 */
import type { EXPORT_PATH, PORTAL } from '@lokalteil/contracts/portal'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { FieldErrors } from '@lokalteil/domain/accounts/registration'
import { session } from '../../browser/session/session.ts'
import { ACCOUNT_REFUSALS, type AccountRefusal } from '../../messages/account.ts'

export type AccountResult<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'fields'; faults: FieldErrors }
  | { kind: 'no-match' }
  | { kind: 'refused'; reason: AccountRefusal }

type Write =
  | 'updateAccount'
  | 'changeEmail'
  | 'cancelEmailChange'
  | 'requestErasure'
  | 'undoErasure'
  | 'verifyPlus'
  | 'sendEmailConfirmation'
  | 'logoutEverywhere'
type Answer<Name extends Write> = AnswerOf<(typeof PORTAL)[Name]>

export const ACCOUNT_WRITES: { readonly [Name in Write]: (typeof PORTAL)[Name]['path'] } = {
  updateAccount: '/api/mein/account',
  changeEmail: '/api/mein/account/email',
  cancelEmailChange: '/api/mein/account/email/cancel',
  requestErasure: '/api/mein/account/erasure',
  undoErasure: '/api/mein/account/erasure/undo',
  verifyPlus: '/api/mein/account/plus-verification',
  sendEmailConfirmation: '/api/auth/send-email-confirmation',
  logoutEverywhere: '/api/mein/oauth2/logout/everywhere',
}
export const EXPORT: typeof EXPORT_PATH = '/api/mein/account/export'

/** By force: the token that was refused may still look good. */
const RENEW = '/api/validate?forceRefresh=true'
const TIMEOUT_MS = 30_000

export type AccountClient = ReturnType<typeof createAccountClient>

/** `onLoggedOut`: the session is over, and what was asked needs one. */
export function createAccountClient({
  fetcher,
  isOnline,
  onLoggedOut,
}: {
  fetcher: typeof fetch
  isOnline: () => boolean
  onLoggedOut: () => void
}) {
  const init = (more: RequestInit = {}): RequestInit => ({
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...more,
  })

  async function ask(path: string, body?: object): Promise<Response> {
    const send = () =>
      fetcher(
        path,
        body === undefined
          ? init()
          : init({
              method: 'POST',
              headers: { accept: 'application/json', 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }),
      )
    const first = await send()
    if (first.status !== 401) return first
    const renewed = await fetcher(RENEW, init())
    if (renewed.ok) return send()
    // Whoever cannot be asked has not said that the session is over.
    return renewed.status === 401 ? first : renewed
  }

  async function write<Name extends Write>(name: Name, body: object = {}): Promise<AccountResult<Answer<Name>>> {
    try {
      const response = await ask(ACCOUNT_WRITES[name], body)
      const answer: unknown = response.status === 204 ? undefined : await response.json()
      if (response.ok) return { kind: 'ok', data: answer as Answer<Name> }
      if (response.status === 401 && name !== 'logoutEverywhere') onLoggedOut()
      return toRefusal(response.status, answer)
    } catch {
      return { kind: 'refused', reason: isOnline() ? 'UNAVAILABLE' : 'OFFLINE' }
    }
  }

  return {
    updateAccount: (change: { salutation?: string; firstName?: string; lastName?: string; advertising?: boolean }) =>
      write('updateAccount', change),
    changeEmail: (typed: { email: string; password: string | null }) => write('changeEmail', typed),
    cancelEmailChange: () => write('cancelEmailChange'),
    requestErasure: (password: string | null) => write('requestErasure', { password }),
    undoErasure: () => write('undoErasure'),
    verifyPlus: (typed: { customerNumber: string; postcode: string }) => write('verifyPlus', typed),
    sendEmailConfirmation: (email: string) => write('sendEmailConfirmation', { email }),
    logoutEverywhere: () => write('logoutEverywhere'),

    async exportData(): Promise<AccountResult<{ file: Blob; name: string }>> {
      try {
        const response = await ask(EXPORT)
        if (response.status === 401) onLoggedOut()
        if (!response.ok) return toRefusal(response.status, await response.json())
        const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
        return { kind: 'ok', data: { file: await response.blob(), name: name ?? 'meine-daten.zip' } }
      } catch {
        return { kind: 'refused', reason: isOnline() ? 'UNAVAILABLE' : 'OFFLINE' }
      }
    },
  }
}

function toRefusal(status: number, answer: unknown): Exclude<AccountResult<never>, { kind: 'ok' }> {
  const { code, fields } = (answer ?? {}) as { code?: unknown; fields?: FieldErrors }
  if (code === 'INVALID_FIELDS' && typeof fields === 'object' && fields !== null && Object.keys(fields).length > 0)
    return { kind: 'fields', faults: fields }
  if (code === 'NO_MATCH') return { kind: 'no-match' }
  if (typeof code === 'string' && ACCOUNT_REFUSALS.has(code)) return { kind: 'refused', reason: code as AccountRefusal }
  return {
    kind: 'refused',
    reason: status === 401 ? 'NOT_LOGGED_IN' : status === 429 ? 'TOO_MANY_ATTEMPTS' : 'UNAVAILABLE',
  }
}

export const accountClient = (): AccountClient =>
  createAccountClient({
    fetcher: (...asked) => fetch(...asked),
    isOnline: () => navigator.onLine,
    onLoggedOut: () => void session.openLogin(location.pathname).catch(() => {}),
  })
