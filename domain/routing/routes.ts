/**
 * The route table: which page a path is, and which path a page has. One table for the server, the browser's navigation
 * and the links; precedence and reserved segments are those of specification 2.1–2.3 and decisions part B.
 * Promises: `matchRoute` never throws, whatever the string; ids stay strings; parameters are decoded once, in NFC;
 * a redirect begins with exactly one '/'. Refuses: server paths (`/api`, `/_…`, files, feeds), `.` and `..`, encoded
 * slashes, backslashes and control characters; they are 'unmatched'. The query is the caller's business.
 */

/** Pages with a fixed path. */
const STATIC_PATHS = {
  home: '/',
  authors: '/autoren',
  topics: '/themen',
  'newsletter-registration': '/newsletter-anmeldung',
  'bookmarks-feed': '/deine-themen',
  'bookmarks-region': '/deine-regionen',
  'agb-document': '/agb',
  'accessibility-document': '/accessibility',
  'datenschutz-document': '/datenschutz',
  'impressum-document': '/impressum',
  'sport-widget': '/sport-widget',
  meineregion: '/meineregion',
  coupons: '/gutscheine',
  kuendigen: '/kuendigen',
  widerrufen: '/widerrufen',
  bookmarks: '/bookmarks',
  'read-articles': '/read-articles',
  '__mein-portal-auth-account': '/account',
  '__mein-portal-auth-account-abo': '/account/abo',
  '__mein-portal-auth-account-coins': '/account/coins',
  '__mein-portal-auth-account-plus-verification': '/account/plus-verification',
  '__mein-portal-auth-deine-themen-verwalten': '/deine-themen-verwalten',
  '__mein-portal-auth-newsletters': '/newsletters',
  '__mein-portal-auth-regions': '/regions',
  '__mein-portal/bookmarks': '/__mein-portal/bookmarks',
  '__mein-portal/read-articles': '/__mein-portal/read-articles',
  '__mein-portal/dialog-flow/login': '/__mein-portal/dialog-flow/login',
  '__mein-portal/dialog-flow/registration': '/__mein-portal/dialog-flow/registration',
  '__mein-portal/dialog-flow/forgot-password': '/__mein-portal/dialog-flow/forgot-password',
  '__mein-portal/dialog-flow/change-password': '/__mein-portal/dialog-flow/change-password',
  '__mein-portal/dialog-flow/complete-registration': '/__mein-portal/dialog-flow/complete-registration',
  order: '/order',
  'order/abo': '/order/abo',
  'order/code': '/order/code',
  'order/invite': '/order/invite',
  'order/haushalt': '/order/haushalt',
  'order/checkout': '/order/checkout',
  'order/onepage-checkout': '/order/onepage-checkout',
  epaper: '/epaper',
  wetter: '/wetter',
  trauer: '/trauer',
  immobilien: '/immobilien',
  jobs: '/jobs',
  shop: '/shop',
  'shop/warenkorb': '/shop/warenkorb',
  radio: '/radio',
  rechner: '/rechner',
} as const

/** Lists with `/:page?` behind a fixed first segment. */
const PAGED_PATHS = {
  search: '/suche',
  headlines: '/schlagzeilen',
  'testberichte-feed': '/testberichte',
  podcasts: '/podcasts',
  'newest-articles': '/neueste-artikel',
} as const

/** An overview whose optional second segment picks one entry. */
const PICKED_PATHS = { spiele: '/spiele', quiz: '/quiz', horoskop: '/horoskop' } as const

type StaticName = keyof typeof STATIC_PATHS
type PagedName = keyof typeof PAGED_PATHS
type PickedName = keyof typeof PICKED_PATHS

/** `page` is null when the path has none; a page number in a path is at least 1. `slug` is '' when left out. */
export type Route =
  | { [Name in StaticName]: { name: Name } }[StaticName]
  | { [Name in PagedName]: { name: Name; page: number | null } }[PagedName]
  | { [Name in PickedName]: { name: Name; entry: string | null } }[PickedName]
  | { name: 'article'; slug: string; id: string }
  | { name: 'author'; slug: string; id: string; page: number | null }
  | { name: 'testbericht'; slug: string; id: string }
  | { name: 'podcast-detail'; slug: string; id: string }
  | { name: 'topic'; id: string; page: number | null }
  | { name: 'newsletter-detail'; slug: string }
  | { name: 'error'; errorMessageKey: string }
  | { name: 'change-password'; code: string }
  /** `/:slug/:page`; also serves a channel of one segment (S2.1-07). */
  | { name: 'tag'; slug: string; page: number }
  /** Any number of segments, without leading slash: `sport/fussball`. May be a tag's first page (S2.1-07). */
  | { name: 'channel'; path: string }

export type RouteName = Route['name']
type RouteByName = { [Member in Route as Member['name']]: Member }
export type RouteOf<Name extends RouteName> = RouteByName[Name]

export type RouteMatch =
  /** `path`: as requested but without `/de`, percent-encoded in one way; fit for keys and comparisons. */
  | { kind: 'route'; route: Route; locale: 'de' | null; path: string }
  /** 301; the caller appends the query. */
  | { kind: 'redirect'; to: string }
  /** A parameter fails its check: 404 'Page Not Found: {path}'. */
  | { kind: 'invalid'; path: string }
  /** 404 'Page not found: {path}'. */
  | { kind: 'unmatched'; path: string }

/** First segments that never belong to a channel or tag (B.3 and later pages). */
export const RESERVED_FIRST_SEGMENTS: ReadonlySet<string> = new Set(
  (
    'account autor autoren agb accessibility api bookmarks builds change-password connect datenschutz deine-themen ' +
    'deine-themen-verwalten deine-regionen error epaper gutscheine horoskop immobilien impressum jobs kuendigen ' +
    'meineregion neueste-artikel newsletter-anmeldung newsletters order podcast podcasts quiz radio read-articles ' +
    'rechner regions schlagzeilen shop spiele sport-widget suche testbericht testberichte themen trauer wetter de ' +
    'widerrufen assets media rss atom feed sitemaps podcast-feed suggest .well-known'
  ).split(' '),
)

const MAX_PATH_LENGTH = 2000
const SHOWN_PATH_LENGTH = 200
const ID = /^\d{1,40}$/
const TOPIC_ID = /^[A-Za-z0-9äöüß-]{1,64}$/
/** Nine digits are a billion pages; more would lose digits as a number. */
const PAGE = /^0*[1-9]\d{0,8}$/
const FILE_NAME = /\.[a-z0-9]{2,5}$/i
const FORBIDDEN_RAW = /[\\?#\p{Cc}]/u
const FORBIDDEN_DECODED = /[\\/\p{Cc}]/u

const STATIC_NAMES = new Map<string, StaticName>(
  (Object.entries(STATIC_PATHS) as [StaticName, string][]).map(([name, path]) => [path, name]),
)
const PAGED_NAMES = new Map<string, PagedName>(
  (Object.entries(PAGED_PATHS) as [PagedName, string][]).map(([name, path]) => [path.slice(1), name]),
)
const PICKED_NAMES = new Map<string, PickedName>(
  (Object.entries(PICKED_PATHS) as [PickedName, string][]).map(([name, path]) => [path.slice(1), name]),
)

export function matchRoute(path: string): RouteMatch {
  if (last?.path !== path) last = { path, match: match(path) }
  return last.match
}

/** One press asks four times for the same path. */
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
  if (isServerSegment(first) && !STATIC_NAMES.has(plain)) return unmatched
  if (!isNormal || path.includes('//') || (path.length > 1 && path.endsWith('/'))) {
    return { kind: 'redirect', to: toPath(segments) }
  }
  if (first !== 'de') return decide(segments, null, path)
  const rest = segments.slice(1)
  // `/de` stands before pages only, never before a server path or a framed portal page.
  return rest[0] !== undefined && isServerSegment(rest[0]) ? unmatched : decide(rest, 'de', path)
}

function decide(segments: readonly string[], locale: 'de' | null, requested: string): RouteMatch {
  const route = toRoute(segments)
  if (route === 'invalid' || route === 'unmatched') return { kind: route, path: toShownPath(requested) }
  return { kind: 'route', route, locale, path: toPath(segments) }
}

function toRoute(segments: readonly string[]): Route | 'invalid' | 'unmatched' {
  const fixed = STATIC_NAMES.get('/' + segments.join('/'))
  if (fixed !== undefined) return { name: fixed } as Route

  const [first = '', second, third] = segments
  const count = segments.length

  const paged = PAGED_NAMES.get(first)
  if (paged !== undefined && count <= 2) {
    const page = toPage(second)
    return page === 'invalid' ? 'invalid' : { name: paged, page }
  }
  const picked = PICKED_NAMES.get(first)
  if (picked !== undefined && count <= 2) return { name: picked, entry: second ?? null }

  if (second !== undefined) {
    if (first === 'autor' && count <= 3) {
      const reference = toReference(second)
      const page = toPage(third)
      return reference === null || page === 'invalid' ? 'invalid' : { name: 'author', ...reference, page }
    }
    if (first === 'themen' && count <= 3) {
      if (!TOPIC_ID.test(second)) return 'unmatched'
      const page = toPage(third)
      return page === 'invalid' ? 'invalid' : { name: 'topic', id: second, page }
    }
    if (count === 2) {
      if (first === 'testbericht' || first === 'podcast') {
        const reference = toReference(second)
        if (reference === null) return 'invalid'
        return { name: first === 'podcast' ? 'podcast-detail' : 'testbericht', ...reference }
      }
      if (first === 'newsletter-anmeldung') return { name: 'newsletter-detail', slug: second }
      if (first === 'error') return { name: 'error', errorMessageKey: second }
      if (first === 'change-password') return { name: 'change-password', code: second }
    }
  }

  if (RESERVED_FIRST_SEGMENTS.has(first) || FILE_NAME.test(segments[count - 1] ?? '')) return 'unmatched'

  if (count === 1) {
    const reference = toReference(first)
    if (reference !== null) return { name: 'article', ...reference }
    // An id of more than 40 digits is nobody's; it must not fall through to the channels.
    if (/^\d+$/.test(first.slice(first.lastIndexOf('-') + 1))) return 'unmatched'
  }
  if (count === 2 && second !== undefined && /^\d+$/.test(second)) {
    const page = toPage(second)
    return page === 'invalid' || page === null ? 'invalid' : { name: 'tag', slug: first, page }
  }
  return { name: 'channel', path: segments.join('/') }
}

/** The canonical path: page 1 is the list itself, a tag's first page is its channel path. */
export function buildPath(route: Route): string {
  switch (route.name) {
    case 'article':
      return toPath([toReferenceSegment(route)])
    case 'author':
      return toPath(['autor', toReferenceSegment(route), ...toPageSegments(route.page)])
    case 'testbericht':
      return toPath(['testbericht', toReferenceSegment(route)])
    case 'podcast-detail':
      return toPath(['podcast', toReferenceSegment(route)])
    case 'topic':
      return toPath(['themen', route.id, ...toPageSegments(route.page)])
    case 'newsletter-detail':
      return toPath(['newsletter-anmeldung', route.slug])
    case 'error':
      return toPath(['error', route.errorMessageKey])
    case 'change-password':
      return toPath(['change-password', route.code])
    case 'tag':
      return toPath([route.slug, ...toPageSegments(route.page)])
    case 'channel':
      return toPath(route.path.split('/').filter((segment) => segment !== ''))
    case 'search':
    case 'headlines':
    case 'testberichte-feed':
    case 'podcasts':
    case 'newest-articles':
      return (
        PAGED_PATHS[route.name] +
        toPageSegments(route.page)
          .map((page) => `/${page}`)
          .join('')
      )
    case 'spiele':
    case 'quiz':
    case 'horoskop':
      return PICKED_PATHS[route.name] + (route.entry === null ? '' : toPath([route.entry]))
    default:
      return STATIC_PATHS[route.name]
  }
}

const FILE_FOLDERS = new Set([
  'assets',
  '_ipx',
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
    'ads.txt app-ads.txt age.xml age-de.xml license.xml feed.json security.txt trust.txt'
  ).split(' '),
)

/**
 * Files and feeds the server answers outside the route table; a link to one is the browser's (S2.9-02). `/api` and the
 * other calls are not files, and an unknown name with an extension is not one either.
 */
export function isFilePath(path: string): boolean {
  const name = path.slice(1)
  return path.startsWith('/') && (ROOT_FILES.has(name) || FILE_FOLDERS.has(name.split('/', 1)[0] ?? ''))
}

export type Layout = 'default' | 'mein-portal' | 'mein-dialog-flow' | 'bare'
export type Guard =
  | 'auth'
  | 'subscription-session'
  | 'account-tabs'
  | 'verify-iframe'
  | 'verify-registration'
  | 'open-change-password'

export type RouteMeta = {
  layout: Layout
  /** In the order they are asked (S2.2-04). */
  guards: readonly Guard[]
  isLegal: boolean
  isPrefetched: boolean
  /** Seconds a stored page counts as fresh; null: never stored, `private, no-store`. */
  freshSeconds: number | null
  /** Shows a reader's own things. */
  isPersonal: boolean
  /** False: robots noindex, unless the page itself knows better. */
  isIndexable: boolean
}

const PUBLIC_PAGE: RouteMeta = {
  layout: 'default',
  guards: [],
  isLegal: false,
  isPrefetched: false,
  freshSeconds: 300,
  isPersonal: false,
  isIndexable: true,
}
const FAST_PAGE: RouteMeta = { ...PUBLIC_PAGE, freshSeconds: 60 }
const LEGAL_PAGE: RouteMeta = { ...PUBLIC_PAGE, isLegal: true }
/** Public to open, but never stored: forms, orders, one reader's lists. */
const UNSTORED_PAGE: RouteMeta = { ...PUBLIC_PAGE, freshSeconds: null }
const PERSONAL_PAGE: RouteMeta = { ...UNSTORED_PAGE, isPersonal: true, isIndexable: false }
const PORTAL_PAGE: RouteMeta = { ...PERSONAL_PAGE, layout: 'mein-portal' }
const AUTH_PAGE: RouteMeta = { ...PORTAL_PAGE, guards: ['auth'] }
const ACCOUNT_PAGE: RouteMeta = { ...PORTAL_PAGE, guards: ['auth', 'subscription-session', 'account-tabs'] }
const DIALOG_PAGE: RouteMeta = {
  ...PERSONAL_PAGE,
  layout: 'mein-dialog-flow',
  guards: ['verify-iframe'],
}
const REGISTRATION_PAGE: RouteMeta = { ...DIALOG_PAGE, guards: ['verify-iframe', 'verify-registration'] }
const ORDER_PAGE: RouteMeta = { ...UNSTORED_PAGE, isIndexable: false }

export const ROUTE_META: Readonly<Record<RouteName, RouteMeta>> = {
  home: { ...PUBLIC_PAGE, freshSeconds: 120 },
  article: { ...FAST_PAGE, isPrefetched: true },
  author: PUBLIC_PAGE,
  authors: PUBLIC_PAGE,
  search: { ...FAST_PAGE, isIndexable: false },
  topics: PUBLIC_PAGE,
  topic: PUBLIC_PAGE,
  channel: PUBLIC_PAGE,
  tag: PUBLIC_PAGE,
  headlines: FAST_PAGE,
  'newest-articles': FAST_PAGE,
  'newsletter-registration': PUBLIC_PAGE,
  'newsletter-detail': PUBLIC_PAGE,
  'bookmarks-feed': PERSONAL_PAGE,
  'bookmarks-region': PERSONAL_PAGE,
  meineregion: { ...PERSONAL_PAGE, isIndexable: true },
  'agb-document': LEGAL_PAGE,
  'accessibility-document': LEGAL_PAGE,
  'datenschutz-document': LEGAL_PAGE,
  'impressum-document': LEGAL_PAGE,
  'testberichte-feed': PUBLIC_PAGE,
  testbericht: { ...PUBLIC_PAGE, isPrefetched: true },
  'sport-widget': { ...FAST_PAGE, layout: 'bare', isIndexable: false },
  podcasts: PUBLIC_PAGE,
  'podcast-detail': PUBLIC_PAGE,
  coupons: PUBLIC_PAGE,
  kuendigen: UNSTORED_PAGE,
  widerrufen: UNSTORED_PAGE,
  bookmarks: PORTAL_PAGE,
  'read-articles': PORTAL_PAGE,
  '__mein-portal/bookmarks': PORTAL_PAGE,
  '__mein-portal/read-articles': PORTAL_PAGE,
  '__mein-portal-auth-account': ACCOUNT_PAGE,
  '__mein-portal-auth-account-abo': ACCOUNT_PAGE,
  '__mein-portal-auth-account-coins': ACCOUNT_PAGE,
  '__mein-portal-auth-account-plus-verification': ACCOUNT_PAGE,
  '__mein-portal-auth-deine-themen-verwalten': AUTH_PAGE,
  '__mein-portal-auth-newsletters': AUTH_PAGE,
  '__mein-portal-auth-regions': AUTH_PAGE,
  '__mein-portal/dialog-flow/login': REGISTRATION_PAGE,
  '__mein-portal/dialog-flow/registration': REGISTRATION_PAGE,
  '__mein-portal/dialog-flow/forgot-password': DIALOG_PAGE,
  '__mein-portal/dialog-flow/change-password': DIALOG_PAGE,
  '__mein-portal/dialog-flow/complete-registration': REGISTRATION_PAGE,
  error: { ...UNSTORED_PAGE, isIndexable: false },
  'change-password': { ...UNSTORED_PAGE, guards: ['open-change-password'], isIndexable: false },
  order: ORDER_PAGE,
  'order/abo': { ...ORDER_PAGE, isIndexable: true },
  'order/code': { ...ORDER_PAGE, guards: ['auth'], isPersonal: true },
  'order/invite': { ...ORDER_PAGE, guards: ['auth'], isPersonal: true },
  // Opened by a link, perhaps before the login: the page itself asks for one.
  'order/haushalt': { ...ORDER_PAGE, isPersonal: true },
  'order/checkout': { ...ORDER_PAGE, isPersonal: true },
  'order/onepage-checkout': ORDER_PAGE,
  epaper: PUBLIC_PAGE,
  spiele: PUBLIC_PAGE,
  quiz: PUBLIC_PAGE,
  horoskop: PUBLIC_PAGE,
  wetter: PUBLIC_PAGE,
  trauer: PUBLIC_PAGE,
  immobilien: PUBLIC_PAGE,
  jobs: PUBLIC_PAGE,
  shop: PUBLIC_PAGE,
  'shop/warenkorb': UNSTORED_PAGE,
  radio: PUBLIC_PAGE,
  rechner: PUBLIC_PAGE,
}

/** Home may be configured to 300 s (S9-19); every other page has its own time. */
export function freshSecondsOf(name: RouteName, homeSeconds: 120 | 300 = 120): number | null {
  return name === 'home' ? homeSeconds : ROUTE_META[name].freshSeconds
}

/** A route left for `/` when the login ends: the personal area, and the two guarded order pages (S2.2-09). */
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

/** `encodeURI` leaves `?` and `#` alone, which would end the path. */
function toPath(segments: readonly string[]): string {
  const encoded = segments.map((segment) => encodeURI(segment.toWellFormed()).replace(/[?#/]/g, encodeURIComponent))
  return `/${encoded.join('/')}`
}

/** `slug-12`, `-12` or `12`; the id is what follows the last '-'. */
function toReference(segment: string): { slug: string; id: string } | null {
  const dash = segment.lastIndexOf('-')
  const id = segment.slice(dash + 1)
  return ID.test(id) ? { slug: segment.slice(0, Math.max(dash, 0)), id } : null
}

function toReferenceSegment({ slug, id }: { slug: string; id: string }): string {
  return slug === '' ? id : `${slug}-${id}`
}

function toPage(segment: string | undefined): number | null | 'invalid' {
  if (segment === undefined) return null
  return PAGE.test(segment) ? Number(segment) : 'invalid'
}

function toPageSegments(page: number | null): string[] {
  return page === null || page <= 1 ? [] : [String(page)]
}

function toShownPath(path: string): string {
  return path.length <= SHOWN_PATH_LENGTH ? path : path.slice(0, SHOWN_PATH_LENGTH).toWellFormed()
}
