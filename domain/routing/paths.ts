/** Paths from outside, such as links and shared addresses. Redirect targets are checked in `redirect-paths`. */

/** Query parameters for a single visit, which must not be in shared addresses (S2.8-06). */
const TRANSIENT_PARAMETERS = new Set(['link-token', 'state', 'userState', 'logout', 'nocache'])

const UNSAFE = /[\\\p{Cc}]/u
const NUMBERED = /^(.+)\/([1-9]\d{0,5})$/

/**
 * Begins with exactly one '/', no backslash, no control character. Safe as a link, but not yet as a redirect target.
 */
export function isOwnPath(text: string): boolean {
  return /^\/(?!\/)/.test(text) && !UNSAFE.test(text)
}

/** Parameters for a single visit (tokens, session switches): never in a shared or canonical address or a cache key. */
export function isTransientParameter(name: string): boolean {
  return TRANSIENT_PARAMETERS.has(name) || name.startsWith('gaa_')
}

/** Path and query without the parameters of a single visit or reader; for sharing, canonical links and analytics. */
export function publicPath(path: string, query: string | URLSearchParams = ''): string {
  const kept = [...new URLSearchParams(query)].filter(([name]) => !isTransientParameter(name))
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`
}

/** Whether a link leads to the current page. Query, hash, trailing slash and `/de` do not count (S2.13-03). */
export function isCurrentPath(target: string, current: string): boolean {
  return isOwnPath(target) && toPlainSegments(target).join('/') === toPlainSegments(current).join('/')
}

/** `/kalender/2` is the second page of `/kalender`, if that list has pages. */
export function toNumberedPath(path: string): { path: string; page: number } {
  const [, base, page] = NUMBERED.exec(path) ?? []
  return base === undefined ? { path, page: 1 } : { path: base, page: Number(page) }
}

function toPlainSegments(path: string): string[] {
  const segments = (path.split(/[?#]/, 1)[0] ?? '')
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode)
  return segments[0] === 'de' ? segments.slice(1) : segments
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFC')
  } catch {
    return segment
  }
}
