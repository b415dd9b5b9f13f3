/**
 * Where a reader may be sent. `toSafePath` is the one check of every redirect target (redirectAfterLogin, state, return,
 * error address); what it answers is a page of this site or null, nothing else.
 */
import { isOwnPath } from './paths.ts'
import { matchRoute, ROUTE_META } from './routes.ts'

const MAX_LENGTH = 2000

/**
 * The candidate as a path with query and hash, percent-encoded, when it is a page of this site; else null.
 * Checked after URL parsing: `/..//host` looks harmless before it.
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

/** Stands for whatever site is asked: no answer holds an origin. */
const ANY_ORIGIN = 'https://site.invalid'

export type OrderReturn = { path: string; /** A text that was wanted, rather than any page. */ isArticle: boolean }

/** Where a reader goes on after an order: a public page of this site, without its hash and no part of ordering; else null. */
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

/** The cookie that `?state=` names; null for a value that could name another one (S2.8-02). */
export function toStateCookieName(state: string | null): string | null {
  return state !== null && /^[A-Za-z0-9_-]{1,64}$/.test(state) ? `DM_STATE_${state}` : null
}

/**
 * Where a stored path leads from the page in view (path with query): to itself unless it is the same page, compared
 * without `state`. The cookie is cleared in both cases.
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
