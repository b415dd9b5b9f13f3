/**
 * Routing by the route table: path to page and page to path, for the server, the browser's navigation and links.
 * Precedence and reserved segments follow specification 2.1–2.3 and decisions part B. Promises: `matchRoute` never
 * throws; ids stay strings; parameters are decoded once, in NFC; a redirect begins with exactly one '/'. Refused as
 * 'unmatched': server paths (`/api`, `/_…`, files, feeds), `.` and `..`, encoded slashes, backslashes and control
 * characters. The query is left to the caller.
 */
import { ROUTE_META, ROUTES, type Route, type RouteName } from './route-table.ts'

export { ROUTE_META } from './route-table.ts'
export type { Guard, Layout } from './route-kinds.ts'
export type { Route, RouteName, RouteOf } from './route-table.ts'

export type RouteMatch =
  /** `path`: as requested but without `/de`, in one percent-encoding, so that it can be a key. */
  | { kind: 'route'; route: Route; locale: 'de' | null; path: string }
  /** 301; the caller appends the query. */
  | { kind: 'redirect'; to: string }
  /** A parameter fails its check: 404 'Page Not Found: {path}'. */
  | { kind: 'invalid'; path: string }
  /** 404 'Page not found: {path}'. */
  | { kind: 'unmatched'; path: string }

/** First segments that can never be a channel or tag (B.3 and later pages). */
export const RESERVED_FIRST_SEGMENTS: ReadonlySet<string> = new Set(
  (
    'account autor autoren agb accessibility api bookmarks builds change-password connect datenschutz deine-themen ' +
    'deine-themen-verwalten deine-regionen epaper ergebnisse error gutscheine horoskop immobilien impressum jobs kuendigen ' +
    'meineregion neueste-artikel newsletter-anmeldung newsletters order podcast podcasts quiz radio read-articles ' +
    'rechner regions schlagzeilen shop spiele sport-widget suche testbericht testberichte themen trauer wetter de ' +
    'widerrufen assets media rss atom feed sitemaps podcast-feed suggest .well-known'
  ).split(' '),
)

const MAX_PATH_LENGTH = 2000
const SHOWN_PATH_LENGTH = 200
const ID = /^\d{1,40}$/
const TOPIC_ID = /^[A-Za-z0-9äöüß-]{1,64}$/
/** Nine digits are a billion pages; more would lose precision as a number. */
const PAGE = /^0*[1-9]\d{0,8}$/
const FILE_NAME = /\.[a-z0-9]{2,5}$/i
const FORBIDDEN_RAW = /[\\?#\p{Cc}]/u
const FORBIDDEN_DECODED = /[\\/\p{Cc}]/u

/** Fixed paths, and routes with parameters after one or two fixed segments. */
const FIXED = new Map<string, RouteName>()
const BY_HEAD = new Map<string, { name: RouteName; parameters: readonly string[] }>()
for (const [key, { path }] of Object.entries(ROUTES)) {
  const name = key as RouteName
  const [head, ...parameters] = path.slice(1).split(/\/(?=[:*])/)
  if (!/[:*]/.test(path)) FIXED.set(path, name)
  else if (!/[:*]/.test(head!)) BY_HEAD.set(head!, { name, parameters })
}

export function matchRoute(path: string): RouteMatch {
  if (last?.path !== path) last = { path, match: match(path) }
  return last.match
}

/** Memoises the last path, because one click asks for the same path four times. */
let last: { path: string; match: RouteMatch } | null = null

function match(path: string): RouteMatch {
  const unmatched: RouteMatch = { kind: 'unmatched', path: toShownPath(path) }
  if (!path.startsWith('/') || path.length > MAX_PATH_LENGTH || FORBIDDEN_RAW.test(path) || !path.isWellFormed()) {
    return unmatched
  }
  const segments: string[] = []
  let isNormal = true
  for (const raw of path.split('/')) {
    if (raw === '') continue
    const decoded = decodeSegment(raw)
    if (decoded === null) return unmatched
    const segment = decoded.normalize('NFC')
    if (segment !== decoded) isNormal = false
    segments.push(segment)
  }
  const first = segments[0] ?? ''
  const plain = '/' + segments.join('/')
  if (isServerSegment(first) && !FIXED.has(plain)) return unmatched
  if (!isNormal || path.includes('//') || (path.length > 1 && path.endsWith('/'))) {
    return { kind: 'redirect', to: toPath(segments) }
  }
  if (first !== 'de') return decide(segments, null, path)
  const rest = segments.slice(1)
  // `/de` is allowed before pages, but not before a server path or a framed portal page.
  return rest[0] !== undefined && isServerSegment(rest[0]) ? unmatched : decide(rest, 'de', path)
}

function decide(segments: readonly string[], locale: 'de' | null, requested: string): RouteMatch {
  const route = toRoute(segments)
  if (route === 'invalid' || route === 'unmatched') return { kind: route, path: toShownPath(requested) }
  return { kind: 'route', route, locale, path: toPath(segments) }
}

function toRoute(segments: readonly string[]): Route | 'invalid' | 'unmatched' {
  const fixed = FIXED.get('/' + segments.join('/'))
  if (fixed !== undefined) return { name: fixed } as Route
  const [first = '', second = ''] = segments
  const longer = BY_HEAD.get(`${first}/${second}`)
  const known = longer ?? BY_HEAD.get(first)
  if (known !== undefined) {
    const { name, parameters } = known
    const rest = segments.slice(longer === undefined ? 1 : 2)
    const least = parameters.filter((parameter) => !parameter.endsWith('?')).length
    if (rest.length >= least && rest.length <= parameters.length) return readParameters(name, parameters, rest)
  }
  return RESERVED_FIRST_SEGMENTS.has(first) || FILE_NAME.test(segments.at(-1) ?? '')
    ? 'unmatched'
    : toOpenRoute(segments)
}

/** Routes without a fixed first segment: articles, tags and, for the rest, channels. */
function toOpenRoute(segments: readonly string[]): Route | 'invalid' | 'unmatched' {
  const [first = '', second = ''] = segments
  if (segments.length === 1) {
    const reference = toReference(first)
    if (reference !== null) return { name: 'article', ...reference }
    // No id has more than 40 digits. Such a path must not be matched as a channel.
    if (/^\d+$/.test(first.slice(first.lastIndexOf('-') + 1))) return 'unmatched'
  }
  if (segments.length === 2 && /^\d+$/.test(second))
    return PAGE.test(second) ? { name: 'tag', slug: first, page: Number(second) } : 'invalid'
  return { name: 'channel', path: segments.join('/') }
}

function readParameters(
  name: RouteName,
  parameters: readonly string[],
  segments: readonly string[],
): Route | 'invalid' | 'unmatched' {
  const route = { name }
  for (const [index, parameter] of parameters.entries()) {
    const field = parameter.replace(/\W/g, '')
    const segment = segments[index]
    const found = segment === undefined ? { [field]: null } : readParameter(field, segment)
    if (typeof found === 'string') return found
    Object.assign(route, found)
  }
  return route as Route
}

function readParameter(field: string, segment: string): object | 'invalid' | 'unmatched' {
  if (field === 'reference') return toReference(segment) ?? 'invalid'
  if (field === 'page') return PAGE.test(segment) ? { page: Number(segment) } : 'invalid'
  return field === 'id' && !TOPIC_ID.test(segment) ? 'unmatched' : { [field]: segment }
}

/** The canonical path: page 1 is the list itself, a tag's first page is its channel path. */
export function buildPath(route: Route): string {
  if ('path' in route) return toPath(route.path.split('/').filter((segment) => segment !== ''))
  const fields: Readonly<Record<string, string | number | null>> = route
  const segments = ROUTES[route.name].path.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment
    const field = segment.replace(/\W/g, '')
    if (field === 'reference') return fields.slug === '' ? fields.id : `${fields.slug}-${fields.id}`
    const value = fields[field]
    return field === 'page' && Number(value) <= 1 ? null : value
  })
  return toPath(
    segments.flatMap((segment) => (segment === undefined || segment === null || segment === '' ? [] : String(segment))),
  )
}

const FILE_FOLDERS = new Set([
  'assets',
  '_ipx',
  '_karte',
  '_media',
  'media',
  'builds',
  'rss',
  'atom',
  'feed',
  'sitemaps',
  'podcast-feed',
  '.well-known',
])
const ROOT_FILES = new Set(
  (
    'sw.js manifest.webmanifest favicon.ico favicon.svg robots.txt sitemap.xml news-sitemap.xml opensearch.xml ' +
    'ads.txt app-ads.txt sellers.json age.xml age-de.xml license.xml feed.json security.txt trust.txt'
  ).split(' '),
)

/**
 * Files and feeds that the server answers outside the route table; the browser itself follows links to them (S2.9-02).
 * `/api` and the other calls are not files, nor is an unknown name with an extension.
 */
export function isFilePath(path: string): boolean {
  const name = path.slice(1)
  return path.startsWith('/') && (ROOT_FILES.has(name) || FILE_FOLDERS.has(name.split('/', 1)[0] ?? ''))
}

/** Home may be configured to 300 s (S9-19); every other page has a fixed time. */
export function freshSecondsOf(name: RouteName, homeSeconds: 120 | 300 = 120): number | null {
  return name === 'home' ? homeSeconds : ROUTE_META[name].freshSeconds
}

/** Routes that redirect to `/` at logout: the personal area, and the two guarded order pages (S2.2-09). */
export function isAuthenticatedRoute(name: RouteName): boolean {
  return name.startsWith('__mein-portal-auth-') || name === 'order/code' || name === 'order/invite'
}

/** Legal documents, and articles the publisher lists as such (S2.1-16). */
export function isLegalRoute(route: Route, legalSiteIds: readonly string[] = []): boolean {
  return ROUTE_META[route.name].isLegal || (route.name === 'article' && legalSiteIds.includes(route.id))
}

function isServerSegment(segment: string): boolean {
  return segment.startsWith('_') || segment === 'api' || segment === 'connect'
}

function decodeSegment(raw: string): string | null {
  let decoded = raw
  if (raw.includes('%')) {
    try {
      decoded = decodeURIComponent(raw)
    } catch {
      return null
    }
  }
  return decoded === '.' || decoded === '..' || FORBIDDEN_DECODED.test(decoded) ? null : decoded
}

/** `encodeURI` keeps `?` and `#`, which would end the path. */
function toPath(segments: readonly string[]): string {
  const encoded = segments.map((segment) => encodeURI(segment.toWellFormed()).replace(/[?#/]/g, encodeURIComponent))
  return `/${encoded.join('/')}`
}

/** `slug-12`, `-12` or `12`; the id follows the last '-'. */
function toReference(segment: string): { slug: string; id: string } | null {
  const dash = segment.lastIndexOf('-')
  const id = segment.slice(dash + 1)
  return ID.test(id) ? { slug: segment.slice(0, Math.max(dash, 0)), id } : null
}

function toShownPath(path: string): string {
  return path.length <= SHOWN_PATH_LENGTH ? path : path.slice(0, SHOWN_PATH_LENGTH).toWellFormed()
}
