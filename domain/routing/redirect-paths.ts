/**
 * Checks of redirect targets. `toSafePath` is the only check for all of them (redirectAfterLogin, state, return, error
 * address) and prevents open redirects: it returns a page of this site or null.
 */
import { isOwnPath } from './paths.ts'
import { matchRoute, ROUTE_META } from './routes.ts'

const MAX_LENGTH = 2000

/**
 * The candidate as a path with query and hash, percent-encoded, if it is a page of this site; else null. Checked after
 * URL parsing, because `/..//host` looks harmless before it.
 */
export function toSafePath(candidate: unknown, origin: string): string | null {
  if (typeof candidate !== 'string' || candidate.length > MAX_LENGTH) return null
  if (!isOwnPath(candidate) || !URL.canParse(candidate, origin)) return null
  const url = new URL(candidate, origin)
  if (url.origin !== new URL(origin).origin || url.pathname.startsWith('//')) return null
  let match = matchRoute(url.pathname)
  let path = url.pathname
  if (match.kind === 'redirect') {
    path = match.to
    match = matchRoute(path)
  }
  return match.kind === 'route' ? path + url.search + url.hash : null
}

/** A placeholder for the current site: no result contains an origin. */
const ANY_ORIGIN = 'https://site.invalid'

export type OrderReturn = { path: string; /** The page is an article. */ isArticle: boolean }

/**
 * The page to continue on after an order: a public page of this site, without hash, not part of the order; else null.
 */
export function toOrderReturn(candidate: unknown): OrderReturn | null {
  const path = toSafePath(candidate, ANY_ORIGIN)?.split('#', 1)[0] ?? null
  const match = path === null ? null : matchRoute(new URL(path, ANY_ORIGIN).pathname)
  if (path === null || match?.kind !== 'route') return null
  const { name } = match.route
  const { layout, guards } = ROUTE_META[name]
  if (name === 'order' || name.startsWith('order/') || name === 'error' || layout !== 'default' || guards.length > 0)
    return null
  return { path, isArticle: name === 'article' || name === 'testbericht' }
}

/** The name of the cookie for `?state=`; null for a value that could name another cookie (S2.8-02). */
export function toStateCookieName(state: string | null): string | null {
  return state !== null && /^[A-Za-z0-9_-]{1,64}$/.test(state) ? `DM_STATE_${state}` : null
}

/**
 * The redirect to a stored path from the current page (path with query): none if it is the same page, compared without
 * `state`. The cookie is cleared in both cases.
 */
export function decideStoredPath(
  stored: string | null,
  current: string,
  origin: string,
): { kind: 'redirect'; to: string } | { kind: 'stay' } {
  const target = toSafePath(stored, origin)
  if (target === null || withoutState(target) === withoutState(current)) return { kind: 'stay' }
  return { kind: 'redirect', to: target }
}

function withoutState(path: string): string {
  const [plain = '', query = ''] = (path.split('#', 1)[0] ?? '').split('?', 2)
  const kept = new URLSearchParams(query)
  kept.delete('state')
  return `${plain}?${kept}`
}
