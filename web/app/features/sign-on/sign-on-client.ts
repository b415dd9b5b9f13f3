/**
 * Calls of the framed forms to this site's server (contract `PORTAL`; types only, so that no schema reaches the
 * browser). Promises: never throws; every refusal is one of the codes below or names fields; a new login's bearer is
 * stored, and the old one cleared in the order of specification 4.1 (S4.1-02: also if the attempt then fails).
 */
import type { FieldCode, FieldErrors } from '@lokalteil/domain/accounts/registration'
import type { PortalAnswer, PortalClient, PortalFailure, PortalRoute } from '../../page/portal-client.ts'
import type { SignOnRefusal } from '../../messages/accounts/sign-on.ts'

export type CallResult<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'fields'; faults: FieldErrors }
  | { kind: 'refused'; reason: SignOnRefusal }

export type SocialProvider = 'google' | 'apple'
export type Providers = PortalAnswer<'GET /api/mein/oauth2/providers'>
export type SocialStart = PortalAnswer<'POST /api/mein/oauth2/social/{provider}/start'>
export type MissingFields = PortalAnswer<'GET /api/mein/oauth2/registration/form/missing-fields'>
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

/** The bearer of the content/auth API; it has no roles, so scripts may store it (S9-18). */
export type ContentToken = { clear: () => Promise<void>; keep: (jwt: string) => Promise<void> }

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
export type SignOnClient = ReturnType<typeof createSignOnClient>

export function createSignOnClient({ client, contentToken }: { client: PortalClient; contentToken: ContentToken }) {
  const call: <R extends PortalRoute>(
    ...asked: Parameters<typeof client.call<R>>
  ) => Promise<CallResult<PortalAnswer<R>>> = async (...asked) => {
    const result = await client.call(...asked)
    return result.kind === 'ok' ? result : toRefusal(result)
  }

  /** Stores the bearer of an answer, if it has one. */
  async function keep<T extends { jwt: string | null } | { kind: 'link-mail-sent' }>(
    asked: Promise<CallResult<T>>,
  ): Promise<CallResult<T>> {
    const result = await asked
    if (result.kind === 'ok' && 'jwt' in result.data && typeof result.data.jwt === 'string')
      await contentToken.keep(result.data.jwt)
    return result
  }

  return {
    async login(body: { email: string; password: string }) {
      await contentToken.clear()
      return keep(call('POST /api/mein/oauth2/login', { body }))
    },
    async register(body: RegistrationInput) {
      await contentToken.clear()
      return keep(call('POST /api/mein/oauth2/registration', { body }))
    },
    async resetPassword(body: NewPasswordInput & { code: string }) {
      await contentToken.clear()
      return keep(call('POST /api/auth/reset-password', { body }))
    },
    /** A wrong current password does not end the session, so its bearer stays until there is a new one. */
    changePassword: (body: NewPasswordInput & { currentPassword: string }) =>
      keep(call('POST /api/auth/change-password', { body })),
    async forgotPassword(body: { email: string }) {
      await contentToken.clear()
      return call('POST /api/auth/forgot-password', { body })
    },
    listMissingFields: () => call('GET /api/mein/oauth2/registration/form/missing-fields'),
    saveMissingFields: (fields: Record<string, boolean>) =>
      call('POST /api/mein/oauth2/registration/form/missing-fields', { body: { fields } }),
    listProviders: () => call('GET /api/mein/oauth2/providers'),
    startSocial: (provider: SocialProvider) =>
      call('POST /api/mein/oauth2/social/{provider}/start', { params: { provider } }),
    async googleLogin(token: string) {
      await contentToken.clear()
      return keep(call('POST /api/google-login', { body: { token } }))
    },
  }
}

function toRefusal(failure: PortalFailure): Exclude<CallResult<never>, { kind: 'ok' }> {
  if (failure.kind !== 'refused')
    return { kind: 'refused', reason: failure.kind === 'offline' ? 'OFFLINE' : 'UNAVAILABLE' }
  const { status, code, fields } = failure
  if (code === 'INVALID_FIELDS' && Object.keys(fields).length > 0)
    return { kind: 'fields', faults: fields as Record<string, FieldCode> }
  if (CODES.has(code)) return { kind: 'refused', reason: code as SignOnRefusal }
  if (code === 'PROVIDER_OFF' || code === 'PROVIDER_FAILED') return { kind: 'refused', reason: 'SOCIAL_LOGIN_FAILED' }
  if (status === 429) return { kind: 'refused', reason: 'TOO_MANY_ATTEMPTS' }
  return { kind: 'refused', reason: status === 503 ? 'BUSY' : 'UNAVAILABLE' }
}
