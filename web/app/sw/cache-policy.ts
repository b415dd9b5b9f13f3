/**
 * The cache policy of the service worker. Kept are public pages of free texts, their pictures and hashed files. Never kept:
 * answers marked `private` (but for pages of a whole class, which name `s-maxage`) or `no-store`, the API and the content
 * proxy, personal pages, dialogs, orders, paid texts (locked ones too), redirects, errors, fragments, other origins. A page
 * without the facts about itself counts as paid. Pure: the worker does the I/O.
 */
import { isFramed } from '@lokalteil/domain/routing/layouts'
import { ROUTE_META, matchRoute, type Route } from '@lokalteil/domain/routing/routes'

export const OFFLINE_PATH = '/builds/offline'

export type AskedRequest = { method: string; url: string; isNavigation: boolean; hasRange: boolean }

export type Handling =
  /** The worker does not handle the request. */
  | { kind: 'pass' }
  /** A navigation to an address without a page of ours, or in a frame: the network's answer as it is. */
  | { kind: 'through' }
  /** A page that may be kept: network first, else the copy under `key`, else the offline page. */
  | { kind: 'page'; key: string; mayKeep: boolean }
  /** A page that is never kept: network, else the offline page. */
  | { kind: 'document' }
  /** Immutable under its address: cache first. */
  | { kind: 'file'; key: string }
  | { kind: 'picture'; key: string }
  /** May change under its address: network first. */
  | { kind: 'brand'; key: string }

const HASHED = /-[A-Za-z0-9_-]{8,10}\.(?:js|css|svg|woff2)$/
const BRAND = /^\/assets\/(?:brand\/[a-z0-9]+\/|fallback-)[\w.-]+\.(?:svg|png|jpg|ico)$/
/** Without a query, or with the one of our own messages, which changes nothing about the page. */
const OWN_LINK = /^(?:\?utm_medium=(?:newsletter|push))?$/
const PASS: Handling = { kind: 'pass' }

export function decideHandling(request: AskedRequest, origin: string): Handling {
  if (request.method !== 'GET' || request.hasRange || !URL.canParse(request.url)) return PASS
  const url = new URL(request.url)
  if (url.origin !== origin) return PASS
  if (request.isNavigation) return decidePage(url)
  const key = origin + url.pathname
  if (url.search !== '') return PASS
  if (url.pathname.startsWith('/_ipx/')) return { kind: 'picture', key }
  if (BRAND.test(url.pathname)) return { kind: 'brand', key }
  if (url.pathname.startsWith('/assets/') && HASHED.test(url.pathname)) return { kind: 'file', key }
  return PASS
}

function decidePage(url: URL): Handling {
  const match = matchRoute(url.pathname)
  if (match.kind === 'redirect') return { kind: 'page', key: url.origin + match.to, mayKeep: false }
  if (match.kind !== 'route') return { kind: 'through' }
  const { layout } = ROUTE_META[match.route.name]
  if (isFramed(layout)) return { kind: 'through' }
  // A search with a term is another page than the empty one.
  if (!isKeptRoute(match.route) || (match.route.name === 'search' && url.search !== '')) return { kind: 'document' }
  return { kind: 'page', key: url.origin + match.path, mayKeep: OWN_LINK.test(url.search) }
}

function isKeptRoute(route: Route): boolean {
  const { layout, guards, isPersonal, freshSeconds } = ROUTE_META[route.name]
  return layout === 'default' && guards.length === 0 && !isPersonal && freshSeconds !== null
}

export type Answered = {
  status: number
  type: string
  isRedirected: boolean
  bytes: number
  header: (name: string) => string | null
}

/** The facts a page states about itself; see `readPage`. */
export type PageFacts = { route: Route | null; isError: boolean; restriction: string | null; isLocked: boolean }

export type CacheDecision = { isKept: true } | { isKept: false; reason: string }

const MAX_PAGE_BYTES = 1_000_000
const MAX_FILE_BYTES = 2_000_000

/** `page`: facts in the page's document, null if it has none. */
export function decideCaching(handling: Handling, answer: Answered, page: PageFacts | null): CacheDecision {
  if (!('key' in handling)) return refuse('never kept')
  if (answer.type !== 'basic') return refuse('another origin')
  if (answer.isRedirected) return refuse('redirected')
  if (answer.status !== 200) return refuse(`status ${answer.status}`)
  if (isForOne(answer.header('cache-control') ?? '')) return refuse('private')
  if ((answer.header('vary') ?? '').trim() === '*') return refuse('varies')
  const type = (answer.header('content-type') ?? '').toLowerCase()
  return handling.kind === 'page'
    ? decidePageCaching(handling.mayKeep, type, answer.bytes, page)
    : decideFileCaching(handling.kind, type, answer.bytes)
}

/** A page for all visitors of a class is private as well, so that no shared cache keeps it, and names the seconds of the portal's cache. */
function isForOne(cacheControl: string): boolean {
  return /\bno-store\b/i.test(cacheControl) || (/\bprivate\b/i.test(cacheControl) && !/\bs-maxage=/i.test(cacheControl))
}

/**
 * Whether the copy of a page stays although its newest answer may not be kept. `key`: its address. `publicCopies`: routes of rooms
 * whose pages are the same for all, so that a copy stays valid when a signed-in reader's own answer is private.
 */
export function staysKept(key: string, reason: string, publicCopies: readonly string[]): boolean {
  if (reason !== 'private') return reason === 'has a query'
  const match = matchRoute(new URL(key).pathname)
  return match.kind === 'route' && publicCopies.includes(match.route.name.split('/', 1)[0]!)
}

function decideFileCaching(kind: 'file' | 'picture' | 'brand', type: string, bytes: number): CacheDecision {
  if (type.startsWith('text/html') || type.includes('json')) return refuse('type')
  if (kind !== 'file' && !type.startsWith('image/')) return refuse('type')
  return bytes > MAX_FILE_BYTES ? refuse('too large') : { isKept: true }
}

function decidePageCaching(mayKeep: boolean, type: string, bytes: number, page: PageFacts | null): CacheDecision {
  if (!mayKeep) return refuse('has a query')
  if (!type.startsWith('text/html')) return refuse('type')
  if (bytes > MAX_PAGE_BYTES) return refuse('too large')
  if (page === null || page.route === null || page.isError) return refuse('not a page')
  if (!isKeptRoute(page.route)) return refuse('never kept')
  return isFree(page, page.route) ? { isKept: true } : refuse('paid')
}

/** A page without a text may state no restriction; a text must state that it is free. */
function isFree({ restriction, isLocked }: PageFacts, { name }: Route): boolean {
  if (name === 'article' || name === 'testbericht') return restriction === 'free' && !isLocked
  return restriction === null || restriction === 'free'
}

function refuse(reason: string): CacheDecision {
  return { isKept: false, reason }
}

const STATE = /<script type="application\/json" id="state">([\s\S]*?)<\/script>/

/** Reads the page's embedded state; null if it is missing or unreadable. */
export function readPage(html: string): PageFacts | null {
  const text = STATE.exec(html)?.[1]
  if (text === undefined) return null
  try {
    const { route, content } = JSON.parse(text) as { route: Route | null; content: { kind: string; data?: unknown } }
    const data = (content.data ?? {}) as { article?: { contentRestriction?: unknown }; access?: { isLocked?: unknown } }
    const restriction = data.article === undefined ? null : String(data.article.contentRestriction)
    return { route, isError: content.kind !== 'page', restriction, isLocked: data.access?.isLocked === true }
  } catch {
    return null
  }
}

/** Paths of our hashed files and brand pictures in a document. */
export function listFiles(html: string): string[] {
  const named = [...html.matchAll(/(?:href|src)="(\/assets\/[\w./-]+)/g)].map(([, path]) => path!)
  return [...new Set(named)].filter((path) => HASHED.test(path) || BRAND.test(path))
}

/**
 * The list of files that belongs to the document's entry script (`web/page-chunks.ts`); null: the document has no entry
 * of a build.
 */
export function toFileList(html: string): string | null {
  const hash = /"\/assets\/entry-([A-Za-z0-9_-]{8,10})\.js"/.exec(html)?.[1]
  return hash === undefined ? null : `/assets/edition-files-${hash}.js`
}

/** Parses such a list. */
export function readFileList(text: string): string[] {
  return [...text.matchAll(/"(\/assets\/[\w./-]+)"/g)].map(([, path]) => path!).filter((path) => HASHED.test(path))
}

const PICTURE = /\/_ipx\/(w_(\d+)[\w,]*)(\/[\w./-]+)/g
/** Pixels: wide enough for a phone, small enough to keep a hundred pictures. */
const KEPT_WIDTH = 640

/**
 * One size of each picture in a document. Signed ones belong to a reader and are left out. The first pictures are those
 * of the page's own text.
 */
export function listPictures(html: string, most: number): string[] {
  const best = new Map<string, { path: string; width: number }>()
  for (const match of html.matchAll(PICTURE)) {
    const [path, modifiers = '', width = '', name = ''] = match
    if (!modifiers.includes('f_avif') || html[match.index + path.length] === '?') continue
    const found = { path, width: Number(width) }
    const known = best.get(name)
    if (known === undefined && best.size === most) continue
    if (known === undefined || Math.abs(found.width - KEPT_WIDTH) < Math.abs(known.width - KEPT_WIDTH))
      best.set(name, found)
  }
  return [...best.values()].map(({ path }) => path)
}

/** The address for any size of a picture; null: no picture of ours. */
export function toAnySize(url: string): string | null {
  const { origin, pathname } = new URL(url)
  const name = /^\/_ipx\/w_[\w,]+(\/.+)$/.exec(pathname)?.[1]
  return name === undefined ? null : `${origin}/_ipx/any${name}`
}

/** Whether a recording may be in the offline edition: only files of this site. */
export function isSound(url: string, origin: string): boolean {
  if (!URL.canParse(url, origin)) return false
  const address = new URL(url, origin)
  return (
    address.origin === origin &&
    address.search === '' &&
    /^\/(?:assets|_media)\/[\w./-]+\.(?:mp3|m4a|ogg|opus|wav)$/.test(address.pathname)
  )
}

const MAX_SOUND_BYTES = 60_000_000

export function decideSoundCaching(answer: Answered): CacheDecision {
  if (answer.type !== 'basic' || answer.isRedirected) return refuse('another origin')
  if (answer.status !== 200) return refuse(`status ${answer.status}`)
  if (/\b(?:private|no-store)\b/i.test(answer.header('cache-control') ?? '')) return refuse('private')
  if (!(answer.header('content-type') ?? '').startsWith('audio/')) return refuse('type')
  return answer.bytes > MAX_SOUND_BYTES ? refuse('too large') : { isKept: true }
}

/** The requested byte range: Apple's players accept no complete answer. Null: all of it. */
export function cutRange(header: string | null, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return null
  const last = size - 1
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? last : Math.min(Number(match[2]), last)
  return start > end ? null : { start, end }
}

export type KeptEntry = { key: string; at: number; bytes: number }
export type Bounds = { most: number; bytes: number; maxAgeMs: number }

/**
 * At most 50 MB together, the shell included (D33), without the offline edition, whose size the reader sees. Files are
 * those of builds with kept pages.
 */
export const BOUNDS = {
  pages: { most: 50, bytes: 10_000_000, maxAgeMs: 60 * 86_400_000 },
  pictures: { most: 500, bytes: 28_000_000, maxAgeMs: 60 * 86_400_000 },
  files: { most: 1000, bytes: 8_000_000, maxAgeMs: 365 * 86_400_000 },
  edition: { most: 1000, bytes: 200_000_000, maxAgeMs: 60 * 86_400_000 },
} as const satisfies Record<string, Bounds>

/** Keys to evict so that the rest stays within the bounds: expired ones, then the oldest. */
export function selectEvictions(kept: readonly KeptEntry[], bounds: Bounds, now: number): string[] {
  const newestFirst = kept.toSorted((a, b) => b.at - a.at)
  const out: string[] = []
  let count = 0
  let bytes = 0
  for (const entry of newestFirst) {
    const fits = now - entry.at <= bounds.maxAgeMs && count < bounds.most && bytes + entry.bytes <= bounds.bytes
    if (!fits) {
      out.push(entry.key)
      continue
    }
    count++
    bytes += entry.bytes
  }
  return out
}
