/**
 * From a request for a page to the bytes of its answer: match the route, ask who reads and whether the guards let them
 * in, look into the page cache, else load, decide, render, compress, store. What reaches a stored render is in its key:
 * publication, reader class, device, app, path, query. The class comes from the verified token, never from `cache_key`.
 * What depends on more than the class (guarded pages, tag subscriptions) is rendered for its reader and never stored.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import {
  ANONYMOUS_CLASS,
  canRenderFresh,
  decideCacheUse,
  hasOwnAccess,
  isAnonymousClass,
  toCacheControl,
  toCacheKeyCookie,
  toPageCacheKey,
  toPersonalisation,
  toReaderClass,
  toReaderOfClass,
  toSearchTerm,
  type CacheUse,
  type PageVariant,
} from '@lokalteil/domain/rendering/page-cache'
import { isOutage } from '@lokalteil/domain/outages/http-retry'
import { ANONYMOUS_READER, type ReaderFlags } from '@lokalteil/domain/access/roles'
import { RECENT_VISITS } from '@lokalteil/domain/reading/visits'
import { isBot, toAppClass, toAppFlags, toDevice } from '@lokalteil/domain/display/device'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { Site } from '@lokalteil/contracts/content'
import { LINK_PARAMETERS } from '@lokalteil/domain/reading/newsletter-links'
import { toWidgetOrigin } from '@lokalteil/domain/reading/commerce-widget'
import { DEFAULT_BUCKET_COOKIE } from '@lokalteil/domain/analytics/ab-bucket'
import { EMBED_ORIGINS } from '@lokalteil/domain/reading/embeds'
import { CONSENT_RESET_PATH } from '@lokalteil/domain/routing/links'
import { listPageSettings, type Settings } from '@lokalteil/domain/publication/settings'
import { ROUTE_META, freshSecondsOf, matchRoute, type Route, type RouteName } from '@lokalteil/domain/routing/routes'
import { toOutage } from '@lokalteil/services/platform/database/outage'
import { DeadlineExceeded, withDeadline, within } from '@lokalteil/services/platform/deadline'
import type { AccountApi } from '../../app/page/account-api.ts'
import { DEFAULT_BEARER_COOKIE } from '../../app/browser/session/content-session.ts'
import type { ArticleAccess } from '../../app/page/article-access.ts'
import type { ContentApi } from '../../app/page/content-api.ts'
import type { DocumentAssets } from '../../app/render.tsx'
import type { NewsletterApi } from '../../app/page/newsletter-api.ts'
import type { OfferApi } from '../../app/page/offer-api.ts'
import { listOrderParameters } from '../../app/page/order-paths.ts'
import type { UserApi } from '../../app/page/user-api.ts'
import type { Chrome, LoadContext } from '../../app/page/page.ts'
import { toGuardPage, type GuardPageName } from '../../app/guard-pages.ts'
import { toAccessPrincipal, type AccessPrincipal } from '../access/access-questions.ts'
import { isPaidText, UNANSWERED } from '../access/article-access.ts'
import type { Config } from '../config/config.ts'
import { ContentSilent, type ChromeSource, type Surroundings } from './chrome-source.ts'
import type { Guards, Reader } from './guards.ts'
import { encodePage, isOutagePage, type Answer, type Filled, type PageCache } from './page-cache.ts'
import type { StoredPage } from './shared-pages.ts'
import { OWN_WAIT_MS, type PatientSessions } from '../session/patient-session.ts'
import type { Renderer, RenderModule } from './renderer.ts'
import { baseHeaders, toContentSecurityPolicy, toGuardPagePolicy, toScriptHash } from '../http/security-headers.ts'
import { readCookie } from '../session/session-cookies.ts'
import { ANONYMOUS_SESSION, type ReaderSession, type Sessions } from '../session/session.ts'
import type { SettingsSource } from './settings-source.ts'

export type PagesOptions = {
  config: Config
  renderer: Renderer
  cache: PageCache
  chrome: ChromeSource
  settings: Pick<SettingsSource, 'read' | 'peek'>
  contentOf: (publication: Publication, request: PageRequest) => ContentApi
  accessOf: (publication: Publication, reader: ReaderFlags, principal?: AccessPrincipal) => ArticleAccess
  offersOf: (publication: Publication) => OfferApi
  sessions: Pick<Sessions, 'peek'>
  readSession: PatientSessions
  guard: Guards
  /** For pages of one reader only. */
  accountOf: (publication: Publication, reader: Reader) => AccountApi
  /** Null without a user API. */
  userOf: (publication: Publication, reader: Reader) => UserApi | null
  newslettersOf: (publication: Publication, reader: Reader | null) => NewsletterApi
  now: () => Date
  onError: (error: unknown, requestId: string) => void
  /** Told when a page is answered without the one who could say what is on it. */
  onOutage: (reason: string, requestId: string) => void
}

/** A target whose page is one of the store's. */
type Known = { key: string; freshSeconds: number; cacheControl: string }

/** Who asks, and what is due besides the page. */
type Visit = { session: ReaderSession; reader: ReaderFlags; setCookies: readonly string[]; variant: PageVariant }

type PageAnswer = { status: number; headers: Record<string, string | string[]>; answer: Answer | null; body: string }

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

/** Milliseconds for all upstreams that a page asks; its reader has it within two seconds. */
export const PAGE_WAIT_MS = 1800
/** Of it, for what a page can do without. */
const SETTINGS_MS = 500
const RETRY_AFTER = '10'
const NO_STORE = 'private, no-store'
const VARY = 'Accept-Encoding, Cookie, User-Agent'
const UNINDEXED = { 'x-robots-tag': 'noindex, follow' }
const KNOWN_TARGETS = 5000
const LONGEST_KNOWN = 300
/** What a request without cookies is. */
const NO_COOKIES = toCacheKeyCookie({ reader: ANONYMOUS_CLASS, hasConsent: false, isPersonalised: false })
const RETURN_SECONDS = 30 * 86_400

export function createPages(options: PagesOptions) {
  const { config, renderer, cache, now } = options
  const lastFresh = new Map<string, Date>()
  /** What a target was found to mean, for targets answered from the store: it means the same next time. */
  const known = new LRUCache<string, Known>({ max: KNOWN_TARGETS })
  /** Headers of a stored page in brotli as one list; the two values that differ are put into it before it is sent. */
  const lists = new WeakMap<StoredPage, string[]>()
  const base = Object.entries(baseHeaders(config.origins[config.mandator].startsWith('https:'))).flat()

  function toHeaderList(page: StoredPage, cacheControl: string): string[] {
    return [
      'x-request-id',
      '',
      'age',
      '',
      ...base,
      ...Object.entries(page.headers).flat(),
      'cache-control',
      cacheControl,
      'x-cache',
      'HIT',
      'vary',
      VARY,
      ...(isKept(cacheControl) ? ['etag', page.etag] : []),
      'content-encoding',
      'br',
      'content-length',
      String(page.brotli.length),
    ]
  }

  /** The class of a request as far as it can be told without waiting; null: somebody has to look closer. */
  function peekClass(publication: Publication, cookies: string | undefined): string | null {
    if (cookies === undefined) return NO_COOKIES
    if (!hasSessionCookie(cookies))
      return toCacheKeyCookie({ reader: ANONYMOUS_CLASS, ...readPersonalisation(cookies) })
    const session = options.sessions.peek(publication.code, cookies)
    // What a tag subscription opens is in no class.
    if (session === null || session.kind !== 'reader' || session.flags.tagIds.length > 0) return null
    return toCacheKeyCookie({ reader: session.flags, ...readPersonalisation(cookies) })
  }

  async function readVisit(request: PageRequest, route: Route, headers: IncomingHttpHeaders): Promise<Visit> {
    const { cookie } = headers
    const { session, setCookies } =
      cookie !== undefined && hasSessionCookie(cookie)
        ? await options.readSession(request.publication.code, {
            cookies: cookie,
            host: headers.host ?? '',
            mayRenew: isRenewedFor(request, route, headers),
          })
        : { session: ANONYMOUS_SESSION, setCookies: [] }
    const reader = session.kind === 'reader' ? session.flags : ANONYMOUS_READER
    return { session, reader, setCookies, variant: toVariant(request, reader, cookie) }
  }

  async function answer(request: PageRequest, incoming: IncomingHttpHeaders): Promise<PageAnswer> {
    const match = matchRoute(request.path)
    if (match.kind === 'redirect') {
      const search = request.query.size === 0 ? '' : `?${request.query}`
      return {
        status: 301,
        headers: { location: match.to + search, 'cache-control': 'public, max-age=300' },
        answer: null,
        body: '',
      }
    }
    // A link to it is answered in the page; this is for whoever comes without scripts, and so without anything to take back.
    if (request.path === CONSENT_RESET_PATH)
      return {
        status: 302,
        headers: { location: '/datenschutz#einstellungen', 'cache-control': NO_STORE },
        answer: null,
        body: '',
      }
    if (match.kind !== 'route') return answerError(request, match.kind, match.path)
    const { route } = match
    if (route.name === 'order/onepage-checkout') {
      const search = request.query.size === 0 ? '' : `?${request.query}`
      return {
        status: 302,
        headers: { location: `/order/checkout${search}`, 'cache-control': NO_STORE },
        answer: null,
        body: '',
      }
    }
    const visit = await readVisit(request, route, incoming)
    const stopped = await askGuards(request, route, match.path, visit, incoming)
    if (stopped !== null) return stopped
    const { variant } = visit
    const use: CacheUse = hasOwnAccess(route, visit.reader)
      ? { kind: 'private', mayReadStore: false }
      : decideCacheUse(request.method, route, request.query, freshSecondsOf(route.name, config.homeSeconds))
    const key = toPageCacheKey(variant, route, request.query)
    const sharing = isAnonymousClass(variant.reader) ? 'shared' : 'own-memory'
    const isOwn = use.kind === 'private' && !use.mayReadStore
    const fill = () =>
      renderPage(
        request,
        route,
        match.path,
        isOwn ? visit.reader : toReaderOfClass(variant.reader),
        isOwn ? toOwner(route, visit) : null,
        isOwn ? toRequestContext(request, visit, incoming) : undefined,
      )
    const found = await (async (): Promise<Answer> => {
      if (use.kind === 'stored') return cache.get(key, use.freshSeconds, fill, sharing)
      if (use.kind === 'fresh') {
        if (!canRenderFresh(lastFresh.get(key) ?? null, now())) return cache.get(key, use.freshSeconds, fill, sharing)
        if (lastFresh.size > 1000) lastFresh.clear()
        lastFresh.set(key, now())
        return cache.bypass(fill)
      }
      const stored = use.mayReadStore ? cache.peek(key) : null
      return stored === null ? cache.bypass(fill) : { page: stored, state: 'HIT' }
    })()
    if (isOutagePage(found.page))
      options.onOutage(`upstream status ${found.page.headers['x-upstream-status']}`, request.requestId)
    const kept = isOutagePage(found.page) ? peekStored(route, key) : null
    const result: Answer = kept === null ? found : { page: kept, state: 'STALE' }
    const isGood = result.page.status === 200
    const setCookies = [...visit.setCookies]
    const cacheControl =
      isGood && kept === null && setCookies.length === 0
        ? toCacheControl(use, variant.reader, result.page.hasPaidText === true)
        : NO_STORE
    if (
      isGood &&
      use.kind === 'stored' &&
      result.state === 'HIT' &&
      match.locale === null &&
      setCookies.length === 0 &&
      request.target.length <= LONGEST_KNOWN
    ) {
      known.set(toKnownKey(request.publication, request.userAgent, request.target, toCacheKeyCookie(variant)), {
        key,
        freshSeconds: use.freshSeconds,
        cacheControl,
      })
    }
    const headers: PageAnswer['headers'] = {
      ...result.page.headers,
      'cache-control': cacheControl,
      'x-cache': result.state,
      vary: VARY,
    }
    if (result.state === 'HIT' || result.state === 'STALE') headers.age = toAge(result.page, now())
    if (match.locale !== null) {
      setCookies.push('locale=de; Path=/; Max-Age=31536000; SameSite=Lax')
      // A cache in front must not hand one reader's cookie to the next.
      if (cacheControl.includes('s-maxage')) headers['cache-control'] = 'private, no-cache'
    }
    if (setCookies.length > 0) headers['set-cookie'] = setCookies
    return { status: result.page.status, headers, answer: result, body: '' }
  }

  /** A copy for whoever would else see nothing; never of a page that is one reader's. */
  function peekStored(route: Route, key: string): StoredPage | null {
    const { isPersonal, guards } = ROUTE_META[route.name]
    return isPersonal || guards.length > 0 ? null : cache.peek(key)
  }

  /** One deadline for everything the page waits for; then the copy there is, or the error page. */
  async function answerInTime(request: PageRequest, incoming: IncomingHttpHeaders): Promise<PageAnswer> {
    // The code of the pages is no upstream.
    await renderer.load()
    const patience = config.contentApiUrl === null ? OWN_WAIT_MS : undefined
    try {
      return await withDeadline(PAGE_WAIT_MS, () => answer(request, incoming), patience)
    } catch (error) {
      const isOut = error instanceof ContentSilent || error instanceof DeadlineExceeded || toOutage(error) !== null
      if (!isOut) throw error
      options.onOutage(error instanceof Error ? error.message : String(error), request.requestId)
      return answerOutage(request, incoming)
    }
  }

  /** Waits for nobody. */
  async function answerOutage(request: PageRequest, { cookie }: IncomingHttpHeaders): Promise<PageAnswer> {
    const match = matchRoute(request.path)
    const route = match.kind === 'route' ? match.route : null
    const path = match.kind === 'route' ? match.path : request.path
    const headers = { 'cache-control': NO_STORE, vary: VARY }
    if (route !== null) {
      const session = options.sessions.peek(request.publication.code, cookie)
      const reader = session?.kind === 'reader' ? session.flags : ANONYMOUS_READER
      const page = peekStored(route, toPageCacheKey(toVariant(request, reader, cookie), route, request.query))
      if (page !== null)
        return {
          status: page.status,
          headers: { ...page.headers, ...headers, 'x-cache': 'STALE', age: toAge(page, now()) },
          answer: { page, state: 'STALE' },
          body: '',
        }
    }
    const render = await renderer.load()
    const state = render.outageState(route, path, outageChromeOf(request), config.outageStatus)
    const filled = renderState(render, state, request, 0)
    const result = await cache.bypass(async () => filled)
    return {
      status: filled.status,
      headers: { ...filled.headers, ...headers, 'x-cache': 'BYPASS' },
      answer: result,
      body: '',
    }
  }

  /** What a guard answers instead of the page; null: all of them let the reader in. */
  async function askGuards(
    request: PageRequest,
    route: Route,
    path: string,
    visit: Visit,
    incoming: IncomingHttpHeaders,
  ): Promise<PageAnswer | null> {
    if (ROUTE_META[route.name].guards.length === 0) return null
    const { publication, query } = request
    const { isNativeApp } = toAppFlags(request.userAgent)
    const found = await options.guard(route, {
      publication,
      path,
      query,
      destination: incoming['sec-fetch-dest']?.toString() ?? null,
      isNativeApp,
      session: visit.session,
    })
    if (found.kind === 'pass') return null
    if (found.kind === 'unavailable') {
      options.onOutage(`nobody answers for ${route.name}`, request.requestId)
      return answerOutage(request, incoming)
    }
    const setCookies = [
      ...visit.setCookies,
      ...(found.returnPath === null ? [] : [toReturnCookie(found.returnPath, publication)]),
    ]
    const headers = {
      'cache-control': NO_STORE,
      vary: VARY,
      ...(setCookies.length === 0 ? {} : { 'set-cookie': setCookies }),
    }
    if (found.kind === 'redirect')
      return { status: 302, headers: { ...headers, location: found.to }, answer: null, body: '' }
    return {
      status: 200,
      headers: { ...headers, ...toGuardPageHeaders(found.page) },
      answer: null,
      body: toGuardPage(found.page).html,
    }
  }

  /** Read and cleared by the page once the login is through; no more than a hint, checked when it is followed. */
  function toReturnCookie(path: string, publication: Publication): string {
    const isSecure = config.origins[publication.code].startsWith('https:')
    return `redirectAfterLogin=${encodeURIComponent(path)}; Path=/; Max-Age=${RETURN_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`
  }

  /** For a page that is this reader's alone: everybody is asked. */
  function toRequestContext(
    { publication, userAgent, query }: PageRequest,
    { session, setCookies }: Visit,
    { cookie, referer }: IncomingHttpHeaders,
  ): AccessPrincipal {
    return toAccessPrincipal({
      session,
      setCookies,
      cookies: cookie,
      userAgent,
      referrer: referer,
      origin: config.origins[publication.code],
      query,
    })
  }

  /** The reader a page is rendered for alone; null where it shows nobody's own things. */
  function toOwner(route: Route, { session }: Visit): Reader | null {
    return session.kind === 'reader' && ROUTE_META[route.name].isPersonal ? session : null
  }

  async function answerError(request: PageRequest, kind: 'invalid' | 'unmatched', path: string): Promise<PageAnswer> {
    const headers = { 'cache-control': NO_STORE, 'x-cache': 'BYPASS', vary: VARY }
    if (isBot(request.userAgent)) return { status: 404, headers: { ...headers, ...UNINDEXED }, answer: null, body: '' }
    const render = await renderer.load()
    const chrome = await chromeOf(request)
    const message =
      kind === 'invalid' ? render.errorTexts.pageNotFoundInvalid(path) : render.errorTexts.pageNotFoundUnmatched(path)
    const filled = renderState(render, render.errorState(null, request.path, 404, message, chrome), request, null)
    const result = await cache.bypass(async () => filled)
    return { status: 404, headers: { ...filled.headers, ...headers }, answer: result, body: '' }
  }

  async function renderPage(
    request: PageRequest,
    route: Route,
    path: string,
    reader: ReaderFlags,
    owner: Reader | null,
    principal?: AccessPrincipal,
  ): Promise<Filled> {
    const render = await renderer.load()
    const chrome = await chromeOf(request)
    const decide = options.accessOf(request.publication, reader, principal)
    let hasPaidText = false
    let isAnswered = true
    let isOut = false
    // A guarded page without what it keeps for its reader would look like an account with nothing in it.
    const heard = <T extends object>(service: T): T =>
      ROUTE_META[route.name].guards.includes('auth') ? hearSilence(service, () => (isOut = true)) : service
    const user = owner === null ? null : options.userOf(request.publication, owner)
    const context: LoadContext = {
      content: options.contentOf(request.publication, request),
      offers: options.offersOf(request.publication),
      publication: request.publication,
      query: toKnownQuery(route, request.query),
      now: now(),
      access: async (article) => {
        const decided = await decide(article)
        if (isPaidText(article, decided.access)) hasPaidText = true
        if (decided.access.rule === UNANSWERED) isAnswered = false
        return decided
      },
      newsletters: heard(options.newslettersOf(request.publication, owner)),
      user: user === null ? null : heard(user),
      ...(owner === null ? {} : { account: heard(options.accountOf(request.publication, owner)) }),
    }
    const found = await render.loadRoute(async (name) => render.pageOf(name), route, context)
    if (found === null)
      return renderState(
        render,
        render.errorState(route, path, 404, render.errorTexts.pageNotFoundUnmatched(path), chrome),
        request,
        null,
      )
    if (isOut) return renderState(render, render.outageState(route, path, chrome, config.outageStatus), request, 0)
    const { loaded } = found
    const state = render.toPageState(
      found.module,
      found.route,
      path,
      toSearchOf(context.query),
      loaded,
      chrome,
      config.outageStatus,
    )
    const filled = renderState(render, state, request, loaded.kind === 'unavailable' ? loaded.status : null)
    if (renderer.finish) return { ...filled, body: await renderer.finish(request.path, filled.body), isStorable: false }
    return { ...filled, isStorable: loaded.kind === 'ok' && isAnswered && owner === null, hasPaidText }
  }

  function renderState(
    render: RenderModule,
    state: Parameters<RenderModule['renderDocument']>[0],
    request: PageRequest,
    upstream: number | null,
  ): Filled {
    const { publication } = request
    const isError = state.content.kind === 'error'
    const source = isError ? render.ERROR_SOURCE : state.route === null ? null : render.sourceOf(state.route.name)
    // 0: the page a service worker shows when nobody answers; sent like any other.
    const status = state.content.kind === 'error' && state.content.status !== 0 ? state.content.status : 200
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(render, state.route, state.chrome),
      ...(state.route !== null && ROUTE_META[state.route.name].layout === 'mein-dialog-flow'
        ? { 'x-frame-options': 'SAMEORIGIN' }
        : {}),
      ...(upstream === null ? {} : { 'x-upstream-status': String(upstream) }),
      ...(status === 503 ? { 'retry-after': RETRY_AFTER } : {}),
    }
    if (status !== 200 && isBot(request.userAgent))
      return { status, headers: { ...headers, ...(status === 503 ? {} : UNINDEXED) }, body: '', isStorable: false }
    const assets = renderer.assetsOf(publication.code, source)
    headers.link = toLinks(assets)
    const { html, isIndexable } = render.renderDocument(state, {
      assets,
      origin: config.origins[publication.code],
      owners: config.origins,
      fediverseAccount: config.fediverseAccounts[publication.code] ?? '',
      now: now(),
      contentApi: contentApiOf(publication),
    })
    if (!isIndexable) Object.assign(headers, UNINDEXED)
    return { status, headers, body: html, isStorable: false }
  }

  function policyOf(
    render: RenderModule,
    route: Route | null,
    { publication, app, settings, thirdParties }: Chrome,
  ): string {
    const layout = route === null ? 'default' : ROUTE_META[route.name].layout
    // From any of our pages the browser goes on to an article without another document, and so under this policy.
    const hasOthers =
      !publication.isLocalEdition && !app.isNativeApp && layout !== 'bare' && layout !== 'mein-dialog-flow'
    const widgetOrigin = toWidgetOrigin(settings)
    return toContentSecurityPolicy({
      scriptHashes: [toScriptHash(render.EARLY_SCRIPT)],
      frames: route?.name === 'sport-widget' ? 'anyone' : 'self',
      isSecure: config.origins[config.mandator].startsWith('https:'),
      development: config.isDevelopment,
      contentApi: config.isContentProxied ? null : config.contentApiUrl,
      imageCdn: config.imageCdn?.url ?? null,
      ...(hasOthers
        ? {
            thirdParties: listThirdPartyOrigins(thirdParties),
            frameOrigins: [...EMBED_ORIGINS, ...(widgetOrigin === null ? [] : [widgetOrigin])],
          }
        : {}),
      providerScript:
        config.social.google !== undefined && route !== null && SOCIAL_ROUTES.has(route.name)
          ? config.googleScript
          : null,
    })
  }

  /** What may load here after consent; undefined where nothing ever does. */
  function thirdPartiesOf({ publication, userAgent }: PageRequest): Chrome['thirdParties'] {
    const { scripts, bucketCookie } = config.thirdParties
    const entries = Object.entries(scripts)
    if (entries.length === 0 || publication.isLocalEdition || toAppFlags(userAgent).isNativeApp) return undefined
    return {
      scripts: Object.fromEntries(
        entries.map(([name, address]) => [name, address.replaceAll('{mandator}', publication.code)]),
      ),
      ...(bucketCookie === DEFAULT_BUCKET_COOKIE ? {} : { bucketCookie }),
    }
  }

  function listThirdPartyOrigins(parties: Chrome['thirdParties']): string[] {
    if (parties === undefined) return []
    return [
      ...Object.values(parties.scripts).flatMap((address) =>
        address.startsWith('/') ? [] : [new URL(address).origin],
      ),
      ...config.thirdParties.origins,
    ]
  }

  /** Undefined: the browser asks the proxy of its own origin. */
  function contentApiOf(publication: Publication): string | undefined {
    return config.isContentProxied ? undefined : `${config.contentApiUrl ?? '/__services/content'}/${publication.code}`
  }

  async function chromeOf(request: PageRequest): Promise<Chrome> {
    const { publication } = request
    const [surroundings, settings] = await Promise.all([
      options.chrome.read(publication, options.contentOf(publication, request)),
      within(
        SETTINGS_MS,
        () => options.settings.read(publication.code),
        () => options.settings.peek(publication.code),
        config.userApi === 'embedded' ? OWN_WAIT_MS : SETTINGS_MS,
      ),
    ])
    return toChrome(request, surroundings, settings)
  }

  /** Of what is known; without menus when nothing ever was. */
  function outageChromeOf(request: PageRequest): Chrome {
    const { publication } = request
    const surroundings = options.chrome.peek(publication) ?? { site: toEmptySite(publication), breaking: null }
    return toChrome(request, surroundings, options.settings.peek(publication.code))
  }

  function toChrome(request: PageRequest, { site, breaking }: Surroundings, settings: Settings): Chrome {
    const { publication } = request
    const thirdParties = thirdPartiesOf(request)
    return {
      publication,
      site,
      breaking,
      device: toDevice(request.userAgent),
      app: toAppFlags(request.userAgent),
      now: now().toISOString(),
      buildId: renderer.buildId,
      canonicalOrigin: config.origins[publication.code],
      settings: listPageSettings(settings),
      ...(config.storeLinks[publication.code] === undefined ? {} : { stores: config.storeLinks[publication.code]! }),
      ...(thirdParties === undefined ? {} : { thirdParties }),
      ...(config.legalSiteIds.length === 0 ? {} : { legalSiteIds: config.legalSiteIds }),
      ...(config.cookies.bearer === DEFAULT_BEARER_COOKIE ? {} : { bearerCookie: config.cookies.bearer }),
      ...(config.userApi === 'none' ? { isUserApiOff: true as const } : {}),
      ...(config.isBookmarkLimitBypassed ? { isBookmarkLimitBypassed: true as const } : {}),
    }
  }

  return {
    /**
     * The short way for what is asked most: a fresh page of the store for a browser. True when it was answered; what
     * needs anything else (a first look, a renewal, 304, another encoding) takes the long way and gets the same headers.
     */
    serveStored(
      request: IncomingMessage,
      response: ServerResponse,
      publication: Publication,
      requestId: string,
    ): boolean {
      const { headers } = request
      if (request.method !== 'GET' || headers['if-none-match'] !== undefined) return false
      const readerClass = peekClass(publication, headers.cookie)
      if (readerClass === null) return false
      const found = known.get(toKnownKey(publication, toUserAgent(request), request.url ?? '', readerClass))
      if (found === undefined || !String(headers['accept-encoding']).includes('br')) return false
      const page = cache.getFresh(found.key, found.freshSeconds)
      if (page === null || page.status !== 200) return false
      let list = lists.get(page)
      if (list === undefined) lists.set(page, (list = toHeaderList(page, found.cacheControl)))
      list[1] = requestId
      list[3] = toAge(page, now())
      response.writeHead(200, list)
      response.end(page.brotli)
      return true
    },
    /** A page with data that came with a form instead of its own `load`; for this reader alone, never stored. */
    async renderAnswer(
      request: Pick<PageRequest, 'path' | 'publication' | 'userAgent' | 'requestId'>,
      route: Route,
      data: unknown,
      status: number,
    ): Promise<Response> {
      const render = await renderer.load()
      const asked: PageRequest = {
        ...request,
        method: 'GET',
        target: request.path,
        query: new URLSearchParams(),
        acceptEncoding: '',
        wantsFresh: false,
      }
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
      const { page } = await cache.bypass(async () =>
        renderState(render, render.offlineState(request.path, chrome), request, null),
      )
      const { body, encoding } = await encodePage(page, request.acceptEncoding)
      for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value)
      if (encoding !== null) response.setHeader('content-encoding', encoding)
      response.setHeader('cache-control', 'no-cache')
      response.setHeader('vary', VARY)
      response.setHeader('content-length', body.length)
      response.writeHead(200).end(request.method === 'HEAD' ? undefined : body)
    },
    async serve(request: PageRequest, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
      const result = await answerInTime(request, incoming.headers)
      for (const [name, value] of Object.entries(result.headers)) response.setHeader(name, value)
      if (ROUTE_ALLOWS_FRAMES.has(request.path)) response.removeHeader('x-frame-options')
      if (result.answer === null) {
        response.setHeader('content-length', Buffer.byteLength(result.body))
        response.writeHead(result.status).end(request.method === 'HEAD' ? undefined : result.body)
        return
      }
      const { page } = result.answer
      const isValidated = result.status === 200 && isKept(String(result.headers['cache-control']))
      if (isValidated) response.setHeader('etag', page.etag)
      if (isValidated && incoming.headers['if-none-match'] === page.etag) {
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

/** Where a reader may ask for the script of the token-based sign-in. */
const SOCIAL_ROUTES: ReadonlySet<RouteName> = new Set([
  '__mein-portal/dialog-flow/login',
  '__mein-portal/dialog-flow/registration',
])

const ROUTE_ALLOWS_FRAMES: ReadonlySet<string> = new Set(['/sport-widget'])

/** Long ones are cut: nothing behind is looked at. */
export function toUserAgent(request: IncomingMessage): string {
  return (request.headers['user-agent'] ?? '').slice(0, 500)
}

/** Everything a request brings into the key of its page, unread. */
function toKnownKey(publication: Publication, userAgent: string, target: string, readerClass: string): string {
  return `${publication.code}${toDevice(userAgent)}${toAppClass(toAppFlags(userAgent))}${readerClass}${target}`
}

/** Somebody who may be a reader; whether they are is for the token to tell. */
function hasSessionCookie(cookies: string): boolean {
  return cookies.includes('FA_ID_TOKEN') || cookies.includes('FA_ACCESS_TOKEN')
}

function readPersonalisation(cookies: string | undefined): ReturnType<typeof toPersonalisation> {
  return toPersonalisation({
    consents: readCookie(cookies, 'consents'),
    recentVisits: readCookie(cookies, RECENT_VISITS.cookie),
  })
}

/** An ended token is renewed where it makes a difference, and only where the new cookies reach the browser. */
function isRenewedFor(request: PageRequest, route: Route, headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest']
  const isDocument = destination === undefined || destination === 'document' || destination === 'iframe'
  const { guards, isPersonal } = ROUTE_META[route.name]
  return (
    request.method === 'GET' &&
    isDocument &&
    (isPersonal || guards.length > 0 || route.name === 'article' || route.name === 'testbericht')
  )
}

/** What a browser may keep it may also ask about with its ETag. */
function isKept(cacheControl: string): boolean {
  return !cacheControl.includes('no-store')
}

/** The same service, each of whose answers is looked at: `onSilence` when there was none. */
function hearSilence<T extends object>(service: T, onSilence: () => void): T {
  const heard = Object.entries(service as Record<string, (...given: unknown[]) => Promise<unknown>>).map(
    ([name, ask]) => [
      name,
      async (...given: unknown[]) => {
        const answer = await ask(...given)
        if (isSilent(answer)) onSilence()
        return answer
      },
    ],
  )
  return Object.fromEntries(heard) as T
}

function isSilent(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer) || answer.ok !== false) return false
  return 'status' in answer && typeof answer.status === 'number' && isOutage(answer.status)
}

function toGuardPageHeaders(name: GuardPageName): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': toGuardPagePolicy(toGuardPage(name).script),
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
    'x-robots-tag': 'noindex',
  }
}

/** The browser asks for these before it has read a line of the document. */
function toLinks({ styles }: DocumentAssets): string {
  return styles.map((file) => `<${file}>;rel=preload;as=style`).join(',')
}

function toAge(page: StoredPage, now: Date): string {
  return String(Math.max(0, Math.floor((now.getTime() - page.storedAt) / 1000)))
}

function toVariant(request: PageRequest, reader: ReaderFlags, cookies: string | undefined): PageVariant {
  return {
    mandator: request.publication.code,
    reader: toReaderClass(reader),
    ...readPersonalisation(cookies),
    device: toDevice(request.userAgent),
    app: toAppClass(toAppFlags(request.userAgent)),
  }
}

/** Only what a page knows reaches its load: the term on the search page, the link of a newsletter's mail, what is ordered. */
function toKnownQuery(route: Route, query: URLSearchParams): URLSearchParams {
  const known = new URLSearchParams()
  const names =
    route.name === 'newsletter-registration' ? Object.values(LINK_PARAMETERS) : listOrderParameters(route.name)
  for (const name of names) if (query.has(name)) known.set(name, query.get(name)!)
  if (route.name !== 'search') return known
  const term = toSearchTerm(query.get('q'))
  if (term !== '') known.set('q', term)
  return known
}

const NO_MENUS: Site['menuHandles'] = {
  legalMenuHandle: '',
  socialNetworksMenuHandle: '',
  siteServicesMenuHandle: '',
  hotTopicsMenuHandle: '',
  treeServicesMenuHandle: '',
  userSupportMenuHandle: '',
  utilityBarMenuHandle: '',
  mainMenuHandle: '',
}

function toEmptySite({ code, name, claim }: Publication): Site {
  return { mandator: code, name, claim, menuHandles: NO_MENUS, menus: {} }
}

function toSearchOf(query: URLSearchParams): string {
  return query.size === 0 ? '' : `?${query}`
}
