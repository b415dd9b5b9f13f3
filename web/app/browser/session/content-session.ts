/**
 * The content/auth session in the browser (specification 4.1, 7.2): a bearer in a cookie and its user object, without
 * roles. Every login clears the old session first, even if it then fails (S4.1-02). Errors carry the server's body or
 * one of the same shape, and are broadcast as `auth:error`.
 */
import type { AuthAnswer, AuthUser } from '@lokalteil/contracts/accounts/auth'
import { toBracketQuery } from '@lokalteil/domain/accounts/login'
import { portalClient, type PortalClient, type PortalFailure } from '../../page/portal-client.ts'
import type { ContentToken } from './content-token.ts'

/** The two error shapes of 7.2. */
export type AuthErrorBody =
  | { error: { status: number; name: string; message: string; details: Record<string, unknown> } }
  | { error: string; message: string; statusCode: number }

/** Thrown by every call that fails; `body` is the server's error body. */
export class AuthCallError extends Error {
  override name = 'AuthCallError'
  readonly body: AuthErrorBody | Record<string, unknown>
  constructor(body: AuthErrorBody | Record<string, unknown>, cause?: unknown) {
    super('The content/auth API refused', { cause })
    this.body = body
  }
}

export type ContentSessionOptions = {
  /** Base with its prefix, on this origin or the configured one; the bearer is sent nowhere else (S7.2-04). */
  base: string
  version: 'v3' | 'v4'
  token: ContentToken
  setUser: (user: AuthUser | null) => void
  populate?: readonly string[]
  exchange?: PortalClient['exchange']
  isOnline?: () => boolean
}

export type ContentSession = ReturnType<typeof createContentSession>

export function createContentSession(options: ContentSessionOptions) {
  const {
    base,
    version,
    token,
    setUser,
    populate = ['role'],
    exchange = portalClient.exchange,
    isOnline = () => navigator.onLine,
  } = options

  async function call<T>(path: string, body?: object, isSilent = false): Promise<T> {
    const bearer = token.read()
    const result = await exchange(base + path, {
      method: body === undefined ? 'GET' : 'POST',
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      headers: {
        accept: 'application/json',
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (result.kind === 'ok') return result.data as T
    const failure = toCallError(version, result)
    if (!isSilent) document.dispatchEvent(new CustomEvent('auth:error', { detail: failure.body }))
    throw failure
  }

  /** Ends the session silently when it fails, except while the device is offline (S4.1-03). */
  async function fetchUser(): Promise<AuthUser | null> {
    if (token.read() === null) return null
    try {
      const user = await call<AuthUser>(`/users/me?${toBracketQuery({ populate })}`, undefined, true)
      setUser(user)
      return user
    } catch {
      if (isOnline()) endSession()
      return null
    }
  }

  function endSession(): void {
    token.clear()
    setUser(null)
  }

  async function begin(path: string, body?: object): Promise<AuthUser | null> {
    token.clear()
    const { jwt } = await call<AuthAnswer>(path, body)
    token.keep(jwt)
    return fetchUser()
  }

  return {
    fetchUser,
    login: (input: { identifier: string; password: string }) => begin('/auth/local', input),
    register: (input: {
      username?: string
      email: string
      password: string
      salutation?: string
      firstName?: string
      lastName?: string
    }) => begin('/auth/local/register', input),
    resetPassword: (input: { code: string; password: string; passwordConfirmation: string }) =>
      begin('/auth/reset-password', input),
    enterWithProvider: (provider: 'google' | 'apple', credential: string) =>
      begin(`/auth/${provider}/callback?${toBracketQuery({ access_token: credential })}`),
    forgotPassword(input: { email: string }): Promise<unknown> {
      token.clear()
      return call('/auth/forgot-password', input)
    },
    logout: endSession,
  }
}

/** An error body for a missing answer, or one without a body (S8-03). */
function synthesise(version: 'v3' | 'v4', message: string): AuthErrorBody {
  return version === 'v4'
    ? { error: { status: 500, name: 'UnknownError', message, details: {} } }
    : { error: 'UnknownError', message, statusCode: 500 }
}

function toCallError(version: 'v3' | 'v4', failure: PortalFailure): AuthCallError {
  if ('cause' in failure) {
    const { cause } = failure
    return new AuthCallError(synthesise(version, cause instanceof Error ? cause.message : String(cause)), cause)
  }
  const body = failure.kind === 'refused' ? failure.body : null
  return new AuthCallError(
    typeof body === 'object' && body !== null
      ? (body as Record<string, unknown>)
      : synthesise(version, `HTTP ${failure.status}`),
  )
}
