/**
 * From a request for a page to the bytes of its answer: match the route, look into the page cache, else load, decide,
 * render, compress, store. What reaches a render is in its key: publication, reader class, device, app, path, query.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { decideCacheUse, canRenderFresh, toCacheControl, toPageCacheKey, toSearchTerm, type PageVariant, type ReaderClass } from '@lokalteil/domain/page-cache'
import { isBot, toAppClass, toAppFlags, toDevice } from '@lokalteil/domain/device'
import type { Publication } from '@lokalteil/domain/publications'
import { freshSecondsOf, matchRoute, type Route } from '@lokalteil/domain/routes'
import type { ArticleAccess } from '../app/browser/article-access.ts'
import type { ContentReader } from '../app/browser/content-reader.ts'
import type { OfferReader } from '../app/browser/offer-reader.ts'
import type { Chrome, LoadContext } from '../app/browser/page.ts'
import type { Config } from './config.ts'
import type { ChromeSource } from './chrome-source.ts'
import { encodePage, type Answer, type Filled, type PageCache, type StoredPage } from './page-cache.ts'
import type { Renderer, RenderModule } from './renderer.ts'
import { baseHeaders, toContentSecurityPolicy, toScriptHash } from './security-headers.ts'

export type PagesOptions = {
  config: Config
  renderer: Renderer
  cache: PageCache
  chrome: ChromeSource
  contentOf: (publication: Publication, request: PageRequest) => ContentReader
  accessOf: (publication: Publication, request: PageRequest) => ArticleAccess
  offersOf: (publication: Publication) => OfferReader
  now: () => Date
  onError: (error: unknown, requestId: string) => void
}

/** A target whose page is one of the store's. */
type Known = { key: string; freshSeconds: number }

export type PageRequest = {
  method: string
  /** The request line's, with its query. */
  target: string
  /** As in the request line, without query. */
  path: string
  query: URLSearchParams
  publication: Publication
  userAgent: string
  acceptEncoding: string
  /** The caller asked for `max-age=0` exactly; forwarded to the content API (R7.3-06). */
  wantsFresh: boolean
  requestId: string
}

/** Until the reader's token is read, everybody is anonymous. */
const ANONYMOUS: ReaderClass = { isPlusUser: false, isPurUser: false, isEpaperUser: false, isWalletUser: false }
const NO_STORE = 'private, no-store'
const VARY = 'Accept-Encoding, Cookie, User-Agent'
const KNOWN_TARGETS = 5000
const LONGEST_KNOWN = 300

export function createPages(options: PagesOptions) {
  const { config, renderer, cache, now } = options
  const lastFresh = new Map<string, Date>()
  /** What a target was found to mean, for targets answered from the store: it means the same next time. */
  const known = new LRUCache<string, Known>({ max: KNOWN_TARGETS })
  /** Headers of a stored page in brotli as one list; the two values that differ are put into it before it is sent. */
  const lists = new WeakMap<StoredPage, string[]>()
  const base = Object.entries(baseHeaders(config.origins[config.mandator].startsWith('https:'))).flat()

  function toHeaderList(page: StoredPage, freshSeconds: number): string[] {
    const use = { kind: 'stored', freshSeconds } as const
    return [
      'x-request-id', '', 'age', '', ...base, ...Object.entries(page.headers).flat(),
      'cache-control', toCacheControl(use, ANONYMOUS, false), 'x-cache', 'HIT', 'vary', VARY, 'etag', page.etag,
      'content-encoding', 'br', 'content-length', String(page.brotli.length),
    ]
  }

  async function answer(request: PageRequest): Promise<{ status: number; headers: Record<string, string>; answer: Answer | null; body: string }> {
    const match = matchRoute(request.path)
    if (match.kind === 'redirect') {
      const search = request.query.size === 0 ? '' : `?${request.query}`
      return { status: 301, headers: { location: match.to + search, 'cache-control': 'public, max-age=300' }, answer: null, body: '' }
    }
    const variant = toVariant(request)
    if (match.kind !== 'route') return answerError(request, match.kind, match.path)
    const { route } = match
    if (route.name === 'order/onepage-checkout') {
      const search = request.query.size === 0 ? '' : `?${request.query}`
      return { status: 302, headers: { location: `/order/checkout${search}`, 'cache-control': NO_STORE }, answer: null, body: '' }
    }
    const use = decideCacheUse(request.method, route, request.query, freshSecondsOf(route.name, config.homeSeconds))
    const key = toPageCacheKey(variant, route, request.query)
    const fill = () => renderPage(request, route, match.path, variant)
    const result = await (async (): Promise<Answer> => {
      if (use.kind === 'stored') return cache.get(key, use.freshSeconds, fill)
      if (use.kind === 'fresh') {
        if (!canRenderFresh(lastFresh.get(key) ?? null, now())) return cache.get(key, use.freshSeconds, fill)
        if (lastFresh.size > 1000) lastFresh.clear()
        lastFresh.set(key, now())
        return cache.bypass(fill)
      }
      const stored = use.mayReadStore ? cache.peek(key) : null
      return stored === null ? cache.bypass(fill) : { page: stored, state: 'HIT' }
    })()
    const isGood = result.page.status === 200
    if (isGood && use.kind === 'stored' && result.state === 'HIT' && match.locale === null && request.target.length <= LONGEST_KNOWN) {
      known.set(toKnownKey(request.publication, request.userAgent, request.target), { key, freshSeconds: use.freshSeconds })
    }
    const headers: Record<string, string> = {
      ...result.page.headers,
      'cache-control': isGood ? toCacheControl(use, variant.reader, false) : NO_STORE,
      'x-cache': result.state,
      vary: VARY,
    }
    if (result.state === 'HIT' || result.state === 'STALE') headers.age = toAge(result.page, now())
    if (match.locale !== null) {
      headers['set-cookie'] = 'locale=de; Path=/; Max-Age=31536000; SameSite=Lax'
      // A cache in front must not hand one reader's cookie to the next.
      if (isGood && use.kind === 'stored') headers['cache-control'] = 'private, no-cache'
    }
    return { status: result.page.status, headers, answer: result, body: '' }
  }

  async function answerError(request: PageRequest, kind: 'invalid' | 'unmatched', path: string) {
    const headers = { 'cache-control': NO_STORE, 'x-cache': 'BYPASS', vary: VARY }
    if (isBot(request.userAgent)) return { status: 404, headers, answer: null, body: '' }
    const render = await renderer.load()
    const chrome = await chromeOf(request)
    const message = kind === 'invalid' ? render.errorTexts.pageNotFoundInvalid(path) : render.errorTexts.pageNotFoundUnmatched(path)
    const filled = renderState(render, render.errorState(null, request.path, 404, message, chrome), request, null)
    const result = await cache.bypass(async () => filled)
    return { status: 404, headers: { ...filled.headers, ...headers }, answer: result, body: '' }
  }

  async function renderPage(request: PageRequest, route: Route, path: string, variant: PageVariant): Promise<Filled> {
    const render = await renderer.load()
    const chrome = await chromeOf(request)
    const context: LoadContext = {
      content: options.contentOf(request.publication, request),
      offers: options.offersOf(request.publication),
      publication: request.publication,
      query: toKnownQuery(route, request.query),
      now: now(),
      access: options.accessOf(request.publication, request),
    }
    const found = await render.loadRoute(async (name) => render.pageOf(name), route, context)
    if (found === null) return renderState(render, render.errorState(route, path, 404, render.errorTexts.pageNotFoundUnmatched(path), chrome), request, null)
    const { loaded } = found
    const state = render.toPageState(found.module, found.route, path, toSearchOf(context.query), loaded, chrome)
    const filled = renderState(render, state, request, loaded.kind === 'unavailable' ? loaded.status : null)
    if (renderer.finish) return { ...filled, body: await renderer.finish(request.path, filled.body), isStorable: false }
    return { ...filled, isStorable: loaded.kind === 'ok' && isStorableVariant(variant) }
  }

  function renderState(render: RenderModule, state: Parameters<RenderModule['renderDocument']>[0], request: PageRequest, upstream: number | null): Filled {
    const { publication } = request
    const isError = state.content.kind === 'error'
    const source = isError ? render.ERROR_SOURCE : state.route === null ? null : render.sourceOf(state.route.name)
    // 0: the page a service worker shows when nobody answers; sent like any other.
    const status = state.content.kind === 'error' && state.content.status !== 0 ? state.content.status : 200
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(render, state.route),
      ...(upstream === null ? {} : { 'x-upstream-status': String(upstream) }),
    }
    if (status !== 200 && isBot(request.userAgent)) return { status, headers, body: '', isStorable: false }
    const { html, isIndexable } = render.renderDocument(state, {
      assets: renderer.assetsOf(publication.code, source),
      origin: config.origins[publication.code],
      owners: config.origins,
      now: now(),
    })
    if (!isIndexable) headers['x-robots-tag'] = 'noindex, follow'
    return { status, headers, body: html, isStorable: false }
  }

  function policyOf(render: RenderModule, route: Route | null): string {
    return toContentSecurityPolicy({
      scriptHashes: [toScriptHash(render.EARLY_SCRIPT)],
      frames: route?.name === 'sport-widget' ? 'anyone' : 'self',
      isSecure: config.origins[config.mandator].startsWith('https:'),
      development: config.isDevelopment,
    })
  }

  async function chromeOf(request: PageRequest): Promise<Chrome> {
    const { publication } = request
    const { site, breaking } = await options.chrome.read(publication, options.contentOf(publication, request))
    return {
      publication,
      site,
      breaking,
      device: toDevice(request.userAgent),
      app: toAppFlags(request.userAgent),
      now: now().toISOString(),
      buildId: renderer.buildId,
      canonicalOrigin: config.origins[publication.code],
    }
  }

  return {
    /**
     * The short way for what is asked most: a fresh page of the store for a browser. True when it was answered; what
     * needs anything else (a first look, a renewal, 304, another encoding) takes the long way and gets the same headers.
     */
    serveStored(request: IncomingMessage, response: ServerResponse, publication: Publication, requestId: string): boolean {
      const { headers } = request
      if (request.method !== 'GET' || headers['if-none-match'] !== undefined) return false
      const found = known.get(toKnownKey(publication, toUserAgent(request), request.url ?? ''))
      if (found === undefined || !String(headers['accept-encoding']).includes('br')) return false
      const page = cache.getFresh(found.key, found.freshSeconds)
      if (page === null || page.status !== 200) return false
      let list = lists.get(page)
      if (list === undefined) lists.set(page, (list = toHeaderList(page, found.freshSeconds)))
      list[1] = requestId
      list[3] = toAge(page, now())
      response.writeHead(200, list)
      response.end(page.brotli)
      return true
    },
    /** A page with data that came with a form instead of its own `load`; for this reader alone, never stored. */
    async renderAnswer(request: Pick<PageRequest, 'path' | 'publication' | 'userAgent' | 'requestId'>, route: Route, data: unknown, status: number): Promise<Response> {
      const render = await renderer.load()
      const asked: PageRequest = { ...request, method: 'GET', target: request.path, query: new URLSearchParams(), acceptEncoding: '', wantsFresh: false }
      const chrome = await chromeOf(asked)
      const module = render.pageOf(route.name)
      if (module === null) throw new Error(`There is no page for ${route.name}`)
      const state = render.toPageState(module, route, request.path, '', { kind: 'ok', data }, chrome)
      const { headers, body } = renderState(render, state, asked, null)
      const text = renderer.finish ? await renderer.finish(request.path, body) : body
      return new Response(text, { status, headers: { ...headers, 'cache-control': NO_STORE, vary: VARY } })
    },
    /** What a service worker keeps for readers without a connection; its address is no page (S1-07). */
    async serveOffline(request: PageRequest, response: ServerResponse): Promise<void> {
      const render = await renderer.load()
      const chrome = await chromeOf(request)
      const { page } = await cache.bypass(async () => renderState(render, render.offlineState(request.path, chrome), request, null))
      const { body, encoding } = await encodePage(page, request.acceptEncoding)
      for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value)
      if (encoding !== null) response.setHeader('content-encoding', encoding)
      response.setHeader('cache-control', 'no-cache')
      response.setHeader('vary', VARY)
      response.setHeader('content-length', body.length)
      response.writeHead(200).end(request.method === 'HEAD' ? undefined : body)
    },
    async serve(request: PageRequest, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
      const result = await answer(request)
      for (const [name, value] of Object.entries(result.headers)) response.setHeader(name, value)
      if (ROUTE_ALLOWS_FRAMES.has(request.path)) response.removeHeader('x-frame-options')
      if (result.answer === null) {
        response.setHeader('content-length', Buffer.byteLength(result.body))
        response.writeHead(result.status).end(request.method === 'HEAD' ? undefined : result.body)
        return
      }
      const { page } = result.answer
      if (result.status === 200) response.setHeader('etag', page.etag)
      if (result.status === 200 && incoming.headers['if-none-match'] === page.etag) {
        response.removeHeader('content-security-policy')
        response.writeHead(304).end()
        return
      }
      const { body, encoding } = await encodePage(page, request.acceptEncoding)
      if (encoding !== null) response.setHeader('content-encoding', encoding)
      response.setHeader('content-length', body.length)
      response.writeHead(result.status)
      response.end(request.method === 'HEAD' ? undefined : body)
    },
  }
}

export type Pages = ReturnType<typeof createPages>

const ROUTE_ALLOWS_FRAMES: ReadonlySet<string> = new Set(['/sport-widget'])

/** Long ones are cut: nothing behind is looked at. */
export function toUserAgent(request: IncomingMessage): string {
  return (request.headers['user-agent'] ?? '').slice(0, 500)
}

/** Everything a request brings into the key of its page, unread. */
function toKnownKey(publication: Publication, userAgent: string, target: string): string {
  return `${publication.code}${toDevice(userAgent)}${toAppClass(toAppFlags(userAgent))}${target}`
}

function toAge(page: StoredPage, now: Date): string {
  return String(Math.max(0, Math.floor((now.getTime() - page.storedAt) / 1000)))
}

function toVariant(request: PageRequest): PageVariant {
  return {
    mandator: request.publication.code,
    reader: ANONYMOUS,
    hasConsent: false,
    isPersonalised: false,
    device: toDevice(request.userAgent),
    app: toAppClass(toAppFlags(request.userAgent)),
  }
}

function isStorableVariant(variant: PageVariant): boolean {
  return variant.reader === ANONYMOUS
}

/** Only what a page knows reaches its load: the term on the search page. */
function toKnownQuery(route: Route, query: URLSearchParams): URLSearchParams {
  const known = new URLSearchParams()
  if (route.name !== 'search') return known
  const term = toSearchTerm(query.get('q'))
  if (term !== '') known.set('q', term)
  return known
}

function toSearchOf(query: URLSearchParams): string {
  return query.size === 0 ? '' : `?${query}`
}

