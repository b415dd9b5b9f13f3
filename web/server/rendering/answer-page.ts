/**
 * The long path of a page: match the route, determine the reader, ask the guards, look into the page cache, else load,
 * decide and render. Everything that influences a stored page is in its key: publication, reader class, device, app,
 * path, query. A page that depends on more than the class (guarded pages, tag subscriptions) is rendered for its reader
 * and never stored.
 */
import type { IncomingHttpHeaders } from 'node:http'
import {
  canRenderFresh,
  decideCacheUse,
  hasOwnAccess,
  isAnonymousClass,
  toCacheControl,
  toPageCacheKey,
  toReaderOfClass,
  type CacheUse,
} from '@lokalteil/domain/rendering/page-cache'
import { roomOfRoute } from '@lokalteil/domain/rooms/rooms'
import { CONSENT_RESET_PATH } from '@lokalteil/domain/routing/links'
import { namesPage } from '@lokalteil/domain/routing/former-addresses'
import { freshSecondsOf, matchRoute, type Route, type RouteMatch } from '@lokalteil/domain/routing/routes'
import { toOutage } from '@lokalteil/services/platform/database/outage'
import { DeadlineExceeded, withDeadline } from '@lokalteil/services/platform/deadline'
import { OWN_WAIT_MS } from '../session/patient-session.ts'
import { ContentSilent } from './chrome-source.ts'
import { answerError } from './error-answers.ts'
import { answerFormerAddress } from './former-addresses.ts'
import { askGuards } from './guard-answers.ts'
import { rememberTarget } from './known-targets.ts'
import { loadPage, type Audience } from './load-page.ts'
import { answerOutage, peekStored } from './outage-answers.ts'
import { isOutagePage, type CacheAnswer, type Filled } from './page-cache.ts'
import {
  NO_STORE,
  toAge,
  toSearchOf,
  VARY,
  type PageAnswer,
  type PageRequest,
  type PagesContext,
} from './pages-context.ts'
import { readVisit, toOwner, toPrincipal, type Visit } from './visit.ts'

/** Milliseconds for all upstream calls of a page; its reader gets an answer within two seconds. */
export const PAGE_WAIT_MS = 1800

type RouteFound = Extract<RouteMatch, { kind: 'route' }>

/** The cache key, and how the cache is used. */
type Lookup = { use: CacheUse; key: string }

/** One deadline for all calls of the page; after it the stored copy or the error page is served. */
export async function answerInTime(
  context: PagesContext,
  request: PageRequest,
  incoming: IncomingHttpHeaders,
): Promise<PageAnswer> {
  // Loading the code of pages does not count against the deadline.
  await context.renderer.load()
  const patience = context.config.contentApiUrl === null ? OWN_WAIT_MS : undefined
  try {
    return await withDeadline(PAGE_WAIT_MS, () => answerPage(context, request, incoming), patience)
  } catch (error) {
    const isOut = error instanceof ContentSilent || error instanceof DeadlineExceeded || toOutage(error) !== null
    if (!isOut) throw error
    context.onOutage(error instanceof Error ? error.message : String(error), request.requestId)
    return answerOutage(context, request, incoming)
  }
}

async function answerPage(
  context: PagesContext,
  request: PageRequest,
  incoming: IncomingHttpHeaders,
): Promise<PageAnswer> {
  const match = matchRoute(request.path)
  if (match.kind === 'redirect') return answerOtherSpelling(context, request, incoming, match.to)
  const alias = toAlias(request, match)
  if (alias !== null) return redirectTo(302, alias, NO_STORE)
  if (match.kind !== 'route')
    return (await answerFormerAddress(context, request)) ?? answerNotFound(context, request, match.kind, match.path)
  const { route, path } = match
  const room = roomOfRoute(route.name)
  if (room !== null && !request.publication.rooms.includes(room))
    return (await answerFormerAddress(context, request)) ?? answerNotFound(context, request, 'unmatched', path)
  if (route.name === 'home' && request.query.size > 0 && namesPage(request.query)) {
    const former = await answerFormerAddress(context, request)
    if (former !== null) return former
  }
  const visit = await readVisit(context, request, route, incoming)
  const stopped = await askGuards(context, request, route, path, visit, incoming)
  if (stopped !== null) return stopped
  const lookup = toLookup(context, request, route, visit)
  const answer = await findPage(context, lookup, visit, () =>
    loadPage(context, request, route, path, toAudience(context, request, route, lookup, visit, incoming)),
  )
  const shown = toPageAnswer(context, request, match, visit, lookup, answer)
  if ((shown.status !== 404 && shown.status !== 410) || isOutagePage(answer.page)) return shown
  return (await answerFormerAddress(context, request)) ?? shown
}

/** Redirects from a former address in one step, unless there is a page under its normalised path. */
async function answerOtherSpelling(
  context: PagesContext,
  request: PageRequest,
  incoming: IncomingHttpHeaders,
  to: string,
): Promise<PageAnswer> {
  const former = await answerFormerAddress(context, request)
  if (former !== null) {
    const plain = await answerPage(context, { ...request, path: to, target: to }, incoming)
    if (plain.status === former.status) return former
  }
  return redirectTo(301, to + toSearchOf(request.query), 'public, max-age=300')
}

/** The redirect of an alias address; null: not an alias. */
function toAlias({ path, query }: PageRequest, match: RouteMatch): string | null {
  // Links to it are handled in the page. This is for browsers without scripts, which have stored no consent to reset.
  if (path === CONSENT_RESET_PATH) return '/datenschutz#einstellungen'
  if (match.kind === 'route' && match.route.name === 'order/onepage-checkout')
    return `/order/checkout${toSearchOf(query)}`
  return null
}

function redirectTo(status: 301 | 302, location: string, cacheControl: string): PageAnswer {
  return { status, headers: { location, 'cache-control': cacheControl }, page: null, body: '' }
}

function answerNotFound(
  context: PagesContext,
  request: PageRequest,
  kind: 'invalid' | 'unmatched',
  path: string,
): Promise<PageAnswer> {
  return answerError(context, request, 404, ({ pageNotFoundInvalid, pageNotFoundUnmatched }) =>
    kind === 'invalid' ? pageNotFoundInvalid(path) : pageNotFoundUnmatched(path),
  )
}

function toLookup({ config }: PagesContext, request: PageRequest, route: Route, visit: Visit): Lookup {
  const use: CacheUse = hasOwnAccess(route, visit.reader)
    ? { kind: 'private', mayReadStore: false }
    : decideCacheUse(request.method, route, request.query, freshSecondsOf(route.name, config.homeSeconds))
  return { use, key: toPageCacheKey(visit.variant, route, request.query) }
}

function toAudience(
  context: PagesContext,
  request: PageRequest,
  route: Route,
  { use }: Lookup,
  visit: Visit,
  incoming: IncomingHttpHeaders,
): Audience {
  const isOwn = use.kind === 'private' && !use.mayReadStore
  if (!isOwn) return { reader: toReaderOfClass(visit.variant.reader), owner: null }
  return {
    reader: visit.reader,
    owner: toOwner(route, visit),
    principal: toPrincipal(context, request, visit, incoming),
  }
}

/** From the cache if possible. Only pages for readers without a role are shared with other processes. */
export async function findPage(
  { cache, lastFresh, now }: Pick<PagesContext, 'cache' | 'lastFresh' | 'now'>,
  { use, key }: Lookup,
  { variant }: Pick<Visit, 'variant'>,
  fill: () => Promise<Filled>,
): Promise<CacheAnswer> {
  const sharing = isAnonymousClass(variant.reader) ? 'shared' : 'own-memory'
  if (use.kind === 'private') {
    const stored = use.mayReadStore ? cache.peek(key) : null
    return stored === null ? cache.bypass(fill) : { page: stored, state: 'HIT' }
  }
  if (use.kind === 'stored' || !canRenderFresh(lastFresh.get(key) ?? null, now()))
    return cache.get(key, use.freshSeconds, fill, sharing)
  if (lastFresh.size > 1000) lastFresh.clear()
  lastFresh.set(key, now())
  return cache.bypass(fill)
}

function toPageAnswer(
  context: PagesContext,
  request: PageRequest,
  { route, locale }: RouteFound,
  visit: Visit,
  { use, key }: Lookup,
  found: CacheAnswer,
): PageAnswer {
  const isOut = isOutagePage(found.page)
  if (isOut) context.onOutage(`upstream status ${found.page.headers['x-upstream-status']}`, request.requestId)
  const kept = isOut ? peekStored(context, route, key) : null
  const { page, state }: CacheAnswer = kept === null ? found : { page: kept, state: 'STALE' }
  const isPublic = page.status === 200 && visit.setCookies.length === 0
  const cacheControl =
    isPublic && kept === null ? toCacheControl(use, visit.variant.reader, page.hasPaidText === true) : NO_STORE
  if (isPublic && use.kind === 'stored' && state === 'HIT' && locale === null)
    rememberTarget(context, request, visit, { key, freshSeconds: use.freshSeconds, cacheControl })
  const setCookies = [...visit.setCookies]
  const headers: PageAnswer['headers'] = {
    ...page.headers,
    'cache-control': cacheControl,
    'x-cache': state,
    vary: VARY,
  }
  if (state === 'HIT' || state === 'STALE') headers.age = toAge(page, context.now())
  if (locale !== null) {
    setCookies.push('locale=de; Path=/; Max-Age=31536000; SameSite=Lax')
    // A shared cache must not store one reader's cookie for the next.
    if (cacheControl.includes('s-maxage')) headers['cache-control'] = 'private, no-cache'
  }
  if (setCookies.length > 0) headers['set-cookie'] = setCookies
  return { status: page.status, headers, page, body: '', isOutdated: found.isOutdated === true }
}
