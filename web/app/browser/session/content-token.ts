/** The bearer of the content/auth session, in its cookie (specification 4.1). Every visit looks for one. */
import { clearCookie, readCookie, writeCookie } from '../consent/cookies.ts'

export const DEFAULT_BEARER_COOKIE = 'content_jwt'

export type ContentToken = { read: () => string | null; clear: () => void; keep: (jwt: string) => void }

/** The name of the cookie is configured (S9-18). */
export function createContentToken(cookie: string = DEFAULT_BEARER_COOKIE): ContentToken {
  return { read: () => readCookie(cookie), clear: () => clearCookie(cookie), keep: (jwt) => writeCookie(cookie, jwt) }
}
