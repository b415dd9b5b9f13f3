/**
 * What the framed forms ask this site's own server (contract `PORTAL`; types only, so that no schema reaches the browser).
 * Promises: never throws; every refusal is one of the codes below or names fields; what a new login brings is kept and
 * what an attempt must clear is cleared in the order of specification 4.1 (S4.1-02: also when the attempt then fails).
 */
import type { PORTAL, LoginAnswer, SocialAnswer } from '@lokalteil/contracts/portal'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { FieldCode, FieldErrors } from '@lokalteil/domain/accounts/registration'
import type { SignOnRefusal } from '../../messages/sign-on.ts'

export type CallResult<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'fields'; faults: FieldErrors }
  | { kind: 'refused'; reason: SignOnRefusal }

export type SocialProvider = 'google' | 'apple'
export type Providers = AnswerOf<(typeof PORTAL)['listProviders']>
export type SocialStart = AnswerOf<(typeof PORTAL)['startSocial']>
export type MissingFields = AnswerOf<(typeof PORTAL)['listMissingFields']>
export type RegistrationInput = {
  salutation: string
  firstName: string
  lastName: string
  email: string
  password: string
  terms: boolean
  advertising: boolean
}
export type NewPasswordInput = { password: string; passwordConfirmation: string }

type Name =
  | 'login'
  | 'register'
  | 'forgotPassword'
  | 'resetPassword'
  | 'changePassword'
  | 'listMissingFields'
  | 'saveMissingFields'
  | 'listProviders'
  | 'startSocial'
  | 'googleLogin'

export const CALL_PATHS: { readonly [N in Name]: (typeof PORTAL)[N]['path'] } = {
  login: '/api/mein/oauth2/login',
  register: '/api/mein/oauth2/registration',
  forgotPassword: '/api/auth/forgot-password',
  resetPassword: '/api/auth/reset-password',
  changePassword: '/api/auth/change-password',
  listMissingFields: '/api/mein/oauth2/registration/form/missing-fields',
  saveMissingFields: '/api/mein/oauth2/registration/form/missing-fields',
  listProviders: '/api/mein/oauth2/providers',
  startSocial: '/api/mein/oauth2/social/{provider}/start',
  googleLogin: '/api/google-login',
}

/** The bearer of the content/auth API; gives no roles, so a script may keep it (S9-18). */
export type ContentToken = { clear: () => Promise<void>; keep: (jwt: string) => Promise<void> }

export type SignOnCallsOptions = {
  fetcher: typeof fetch
  isOnline: () => boolean
  contentToken: ContentToken
  timeoutMs?: number
}

const CODES: ReadonlySet<string> = new Set<SignOnRefusal>([
  'WRONG_CREDENTIALS',
  'WRONG_PASSWORD',
  'ACCOUNT_BLOCKED',
  'TOO_MANY_ATTEMPTS',
  'BUSY',
  'NOT_LOGGED_IN',
  'INVALID_CODE',
  'EXPIRED_CODE',
  'SOCIAL_LOGIN_FAILED',
  'EMAIL_NOT_VERIFIED',
])
/** Passwords are hashed in turn, so a crowd may have to wait. */
const TIMEOUT_MS = 30_000

export type SignOnClient = ReturnType<typeof createSignOnClient>

export function createSignOnClient({ fetcher, isOnline, contentToken, timeoutMs = TIMEOUT_MS }: SignOnCallsOptions) {
  async function call<T>(path: string, body?: object): Promise<CallResult<T>> {
    try {
      const response = await fetcher(path, {
        method: body === undefined ? 'GET' : 'POST',
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const answer = (await response.json()) as unknown
      return response.ok ? { kind: 'ok', data: answer as T } : toRefusal(response.status, answer)
    } catch {
      return { kind: 'refused', reason: isOnline() ? 'UNAVAILABLE' : 'OFFLINE' }
    }
  }

  async function enter<T extends { jwt: string | null } | { kind: 'link-mail-sent' }>(
    path: string,
    body: object,
  ): Promise<CallResult<T>> {
    await contentToken.clear()
    const result = await call<T>(path, body)
    if (result.kind === 'ok' && 'jwt' in result.data && typeof result.data.jwt === 'string')
      await contentToken.keep(result.data.jwt)
    return result
  }

  return {
    login: (input: { email: string; password: string }) => enter<LoginAnswer>(CALL_PATHS.login, input),
    register: (input: RegistrationInput) => enter<LoginAnswer>(CALL_PATHS.register, input),
    resetPassword: (input: NewPasswordInput & { code: string }) => enter<LoginAnswer>(CALL_PATHS.resetPassword, input),
    /** The session goes on when the current password was wrong, so its bearer stays until a new one is there. */
    async changePassword(input: NewPasswordInput & { currentPassword: string }): Promise<CallResult<LoginAnswer>> {
      const result = await call<LoginAnswer>(CALL_PATHS.changePassword, input)
      if (result.kind === 'ok' && typeof result.data.jwt === 'string') await contentToken.keep(result.data.jwt)
      return result
    },
    async forgotPassword(input: { email: string }): Promise<CallResult<{ ok: true }>> {
      await contentToken.clear()
      return call(CALL_PATHS.forgotPassword, input)
    },
    listMissingFields: () => call<MissingFields>(CALL_PATHS.listMissingFields),
    saveMissingFields: (fields: Record<string, boolean>) =>
      call<MissingFields>(CALL_PATHS.saveMissingFields, { fields }),
    listProviders: () => call<Providers>(CALL_PATHS.listProviders),
    startSocial: (provider: SocialProvider) =>
      call<SocialStart>(CALL_PATHS.startSocial.replace('{provider}', provider), {}),
    googleLogin: (token: string) => enter<SocialAnswer>(CALL_PATHS.googleLogin, { token }),
  }
}

function toRefusal(status: number, answer: unknown): Exclude<CallResult<never>, { kind: 'ok' }> {
  const { code, fields } = (answer ?? {}) as { code?: unknown; fields?: Record<string, FieldCode> }
  if (code === 'INVALID_FIELDS' && typeof fields === 'object' && fields !== null && Object.keys(fields).length > 0)
    return { kind: 'fields', faults: fields }
  if (typeof code === 'string' && CODES.has(code)) return { kind: 'refused', reason: code as SignOnRefusal }
  if (code === 'PROVIDER_OFF' || code === 'PROVIDER_FAILED') return { kind: 'refused', reason: 'SOCIAL_LOGIN_FAILED' }
  if (status === 429) return { kind: 'refused', reason: 'TOO_MANY_ATTEMPTS' }
  return { kind: 'refused', reason: status === 503 ? 'BUSY' : 'UNAVAILABLE' }
}
