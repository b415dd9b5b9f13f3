/**
 * The key of a cached page, and which pages may be cached (decisions S2.1-17, S9-01, S9-02, S2.8-04). A page is a pure function
 * of its key: an input that is not in the key must not reach the rendering. The reader class comes from the verified token; only
 * consent and personalisation come from cookies.
 */
import { hasScriptConsent, parseConsent } from '../consent/consent.ts'
import type { AppClass, Device } from '../display/device.ts'
import { isTransientParameter } from '../routing/paths.ts'
import type { PublicationCode } from '../publication/publications.ts'
import { ANONYMOUS_READER } from '../access/roles.ts'
import type { ReaderFlags } from '../access/roles.ts'
import { ROUTE_META, buildPath } from '../routing/routes.ts'
import type { Route } from '../routing/routes.ts'
import { toCacheKeyCookie, type KeyedReader, type ReaderClass } from './cache-key.ts'
import { isPrivateQuery, toKeyedQuery } from './page-queries.ts'
import { mayPersonalise, parseRecentVisits } from '../reading/visits.ts'

export const ANONYMOUS_CLASS: ReaderClass = {
  isPlusUser: false,
  isPurUser: false,
  isEpaperUser: false,
  isWalletUser: false,
}

export function toReaderClass({ isPlusUser, isPurUser, isEpaperUser, isWalletUser }: ReaderClass): ReaderClass {
  return { isPlusUser, isPurUser, isEpaperUser, isWalletUser }
}

export function isAnonymousClass(reader: ReaderClass): boolean {
  return !reader.isPlusUser && !reader.isPurUser && !reader.isEpaperUser && !reader.isWalletUser
}

/** The reader flags that all readers of a class share: all that the rendering of a cached page may know. */
export function toReaderOfClass(reader: ReaderClass): ReaderFlags {
  return isAnonymousClass(reader)
    ? ANONYMOUS_READER
    : { ...ANONYMOUS_READER, ...toReaderClass(reader), isLoggedIn: true }
}

/** True if this reader may see more of an article than the class: then the page is rendered for this reader alone. */
export function hasOwnAccess(route: Route, reader: ReaderFlags): boolean {
  const isArticle = route.name === 'article' || route.name === 'testbericht'
  return isArticle && reader.tagIds.length > 0 && !reader.isPlusUser && !reader.isEpaperUser
}

/** Personalisation from cookies. A forged cookie is harmless: it changes the look of a page, never access. */
export function toPersonalisation(cookies: {
  consents: string | null
  recentVisits: string | null
}): Pick<PageVariant, 'hasConsent' | 'isPersonalised'> {
  return {
    hasConsent: hasScriptConsent(parseConsent(cookies.consents)),
    isPersonalised: mayPersonalise(parseRecentVisits(cookies.recentVisits)),
  }
}

export type PageVariant = KeyedReader & {
  publication: PublicationCode
  device: Device
  app: AppClass
}

/** A stale copy may be served for one day (stale-while-revalidate, S9-01). */
export const STALE_SECONDS = 86_400
const NOCACHE_PAUSE = 1000

/** The cache key, one line of text: equal if and only if the rendered pages must be equal. */
export function toPageCacheKey(variant: PageVariant, route: Route, query: URLSearchParams): string {
  const { publication, device, app } = variant
  const keyed = toKeyedQuery(route.name, query)
  const address = buildPath(route) + (keyed === '' ? '' : `?${keyed}`)
  return [publication, toCacheKeyCookie(variant), device, app, address].join('|')
}

export type CacheUse =
  /** Read the cache; on a miss render and store. */
  | { kind: 'stored'; freshSeconds: number }
  /** `nocache`: render without storing, unless that happened within the last second (`canRenderFresh`). */
  | { kind: 'fresh'; freshSeconds: number }
  /** Not stored, sent as `private, no-store`. `mayReadStore`: the cached page may be served, only the URL is private. */
  | { kind: 'private'; mayReadStore: boolean }

/** `freshSeconds`: from `freshSecondsOf(route.name, …)`. */
export function decideCacheUse(
  method: string,
  route: Route,
  query: URLSearchParams,
  freshSeconds: number | null,
): CacheUse {
  if (freshSeconds === null || ROUTE_META[route.name].isPersonal || (method !== 'GET' && method !== 'HEAD')) {
    return { kind: 'private', mayReadStore: false }
  }
  if (isPrivateQuery(route.name, query)) return { kind: 'private', mayReadStore: false }
  const transient = [...query.keys()].filter((name) => name !== 'nocache' && isTransientParameter(name))
  if (transient.length > 0) {
    const isArticle = route.name === 'article' || route.name === 'testbericht'
    const changesPage = isArticle && transient.some((name) => name === 'link-token' || name.startsWith('gaa_'))
    return { kind: 'private', mayReadStore: !changesPage }
  }
  // A value that is no timestamp is ignored, like any unknown parameter.
  const isNocache = /^\d{1,16}$/.test(query.get('nocache') ?? '')
  return { kind: isNocache ? 'fresh' : 'stored', freshSeconds }
}

/** Rate limit: one fresh render per second and path; other requests get the cached copy. */
export function canRenderFresh(lastRender: Date | null, now: Date): boolean {
  return lastRender === null || Math.abs(now.getTime() - lastRender.getTime()) >= NOCACHE_PAUSE
}

/**
 * The `Cache-Control` header of the response. Shared caches may store only pages of anonymous readers, and never paid text.
 * Browsers always revalidate.
 */
export function toCacheControl(use: CacheUse, reader: ReaderClass, hasPaidText: boolean): string {
  if (use.kind === 'private' || hasPaidText) return 'private, no-store'
  if (!isAnonymousClass(reader) || use.kind === 'fresh') return 'private, no-cache'
  return `max-age=0, s-maxage=${use.freshSeconds}, stale-while-revalidate=${STALE_SECONDS}`
}
