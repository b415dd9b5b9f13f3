/**
 * Paths that came from somewhere: cookies, queries, links. `toSafePath` is the one check of every redirect target
 * (redirectAfterLogin, state, return, error address); what it answers is a page of this site or null, nothing else.
 */
import { matchRoute } from './routes.ts'

/** Query parameters that steer one visit and belong in no shared address (S2.8-06). */
const TRANSIENT_PARAMETERS = new Set(['link-token', 'state', 'userState', 'logout', 'nocache'])

const MAX_LENGTH = 2000
const UNSAFE = /[\\\p{Cc}]/u

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

/** Begins with exactly one '/', no backslash, no control character: safe as a link, not yet as a redirect target. */
export function isOwnPath(text: string): boolean {
  return /^\/(?!\/)/.test(text) && !UNSAFE.test(text)
}

/** Steers one visit (tokens, session switches): never in a shared or canonical address, never in a cache key. */
export function isTransientParameter(name: string): boolean {
  return TRANSIENT_PARAMETERS.has(name) || name.startsWith('gaa_')
}

/** Path and query without what belongs to one visit or one reader; for sharing, canonical links and analytics. */
export function publicPath(path: string, query: string | URLSearchParams = ''): string {
  const kept = [...new URLSearchParams(query)].filter(([name]) => !isTransientParameter(name))
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`
}

/** The first path segment, decoded where possible, `/de` removed; '' for home (S7.6-01). */
export function firstSegment(path: string): string {
  return toPlainSegments(path)[0] ?? ''
}

/** Whether a link leads to the page it stands on: query, hash, trailing slash and `/de` do not count (S2.13-03). */
export function isCurrentPath(target: string, current: string): boolean {
  return isOwnPath(target) && toPlainSegments(target).join('/') === toPlainSegments(current).join('/')
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

function toPlainSegments(path: string): string[] {
  const segments = (path.split(/[?#]/, 1)[0] ?? '').split('/').filter((segment) => segment !== '').map(decode)
  return segments[0] === 'de' ? segments.slice(1) : segments
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFC')
  } catch {
    return segment
  }
}
