/** Paths that came from somewhere, as links and shared addresses; redirect targets are checked in `redirect-paths`. */

/** Query parameters that steer one visit and belong in no shared address (S2.8-06). */
const TRANSIENT_PARAMETERS = new Set(['link-token', 'state', 'userState', 'logout', 'nocache'])

const UNSAFE = /[\\\p{Cc}]/u
const NUMBERED = /^(.+)\/([1-9]\d{0,5})$/

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

/** Whether a link leads to the page it stands on: query, hash, trailing slash and `/de` do not count (S2.13-03). */
export function isCurrentPath(target: string, current: string): boolean {
  return isOwnPath(target) && toPlainSegments(target).join('/') === toPlainSegments(current).join('/')
}

/** `/kalender/2` is the second page of `/kalender`, if it has more than one. */
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
