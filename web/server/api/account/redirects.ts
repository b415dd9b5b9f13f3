/** Redirects after an action: only to checked paths of this site, never to another site (no open redirect). */
import type { UserState } from '@lokalteil/contracts/portal'
import { toSafePath } from '@lokalteil/domain/routing/redirect-paths'
import { readCookie, RETURN_COOKIE } from '../../session/session-cookies.ts'
import { NO_STORE, type RequestContext } from '../portal-api.ts'

/** A redirect with cookies. The caller has checked the path. */
export function go(location: string, setCookies: readonly string[], status: 302 | 303 = 303): Response {
  const headers = new Headers({ ...NO_STORE, location })
  for (const cookie of setCookies) headers.append('set-cookie', cookie)
  return new Response(null, { status, headers })
}

/** The return path in the cookie FA_RAL, checked again, because browsers can send anything. */
export function readReturnPath(context: RequestContext, origin: string): string {
  const stored = readCookie(context.cookies, RETURN_COOKIE)
  if (stored === null) return '/'
  try {
    return toSafePath(decodeURIComponent(stored), origin) ?? '/'
  } catch {
    return '/'
  }
}

export function withUserState(path: string, userState: UserState): string {
  const url = new URL(path, 'http://site.internal')
  url.searchParams.set('userState', userState)
  return url.pathname + url.search + url.hash
}

export function toErrorPath(
  key:
    | 'login-failed'
    | 'registration-failed'
    | 'invalid-code'
    | 'expired-code'
    | 'social-login-failed'
    | 'email-not-verified',
): string {
  return `/error/${key}`
}
