/** The cookie with the bearer of the content/auth session (specification 4.1). Every visit looks for it. */
import { clearCookie, readCookie, writeCookie } from '../consent/cookies.ts'

export const DEFAULT_BEARER_COOKIE = 'content_jwt'

export type ContentToken = { read: () => string | null; clear: () => void; keep: (jwt: string) => void }

/** The cookie's name is configurable (S9-18). */
export function createContentToken(cookie: string = DEFAULT_BEARER_COOKIE): ContentToken {
  return { read: () => readCookie(cookie), clear: () => clearCookie(cookie), keep: (jwt) => writeCookie(cookie, jwt) }
}
