/**
 * What distinguishes two stored pages, and which pages may be stored at all (decisions S2.1-17, S9-01, S9-02, S2.8-04).
 * A page is a pure function of its key: whatever is not in the key must not reach a render. The reader class comes
 * from the verified token, only consent and personalisation may come from cookies.
 */
import { parseConsent } from '../consent/consent.ts'
import type { AppClass, Device } from '../display/device.ts'
import { isTransientParameter } from '../routing/paths.ts'
import type { Mandator } from '../publication/publications.ts'
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

/** What the render of a stored page may know of its readers: what all of the class have in common, nothing of a person. */
export function toReaderOfClass(reader: ReaderClass): ReaderFlags {
  return isAnonymousClass(reader)
    ? ANONYMOUS_READER
    : { ...ANONYMOUS_READER, ...toReaderClass(reader), isLoggedIn: true }
}

/** Whether a reader may be due more of an article than the class says: then the page is rendered for this reader alone. */
export function hasOwnAccess(route: Route, reader: ReaderFlags): boolean {
  const isArticle = route.name === 'article' || route.name === 'testbericht'
  return isArticle && reader.tagIds.length > 0 && !reader.isPlusUser && !reader.isEpaperUser
}

/** From cookies, and harmless there: they shape a page, they open nothing. */
export function toPersonalisation(cookies: {
  consents: string | null
  recentVisits: string | null
}): Pick<PageVariant, 'hasConsent' | 'isPersonalised'> {
  return {
    hasConsent: cookies.consents !== null && parseConsent(cookies.consents)?.consent === true,
    isPersonalised: mayPersonalise(parseRecentVisits(cookies.recentVisits)),
  }
}

export type PageVariant = KeyedReader & {
  mandator: Mandator
  device: Device
  app: AppClass
}

/** Stale copies live a day (S9-01). */
export const STALE_SECONDS = 86_400
const NOCACHE_PAUSE = 1000

/** One line of text; equal exactly when the rendered page must be equal. */
export function toPageCacheKey(variant: PageVariant, route: Route, query: URLSearchParams): string {
  const { mandator, device, app } = variant
  const keyed = toKeyedQuery(route.name, query)
  const address = buildPath(route) + (keyed === '' ? '' : `?${keyed}`)
  return [mandator, toCacheKeyCookie(variant), device, app, address].join('|')
}

export type CacheUse =
  /** Look up; on a miss render once and store. */
  | { kind: 'stored'; freshSeconds: number }
  /** `nocache`: render anew and do not store, unless somebody just did (`canRenderFresh`). */
  | { kind: 'fresh'; freshSeconds: number }
  /** Never stored, sent as `private, no-store`. `mayReadStore`: the stored page fits, only the address is private. */
  | { kind: 'private'; mayReadStore: boolean }

/** `freshSeconds`: of `freshSecondsOf(route.name, …)`. */
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
  // A name that is no timestamp is like any unknown parameter: neither page nor key know it.
  const isNocache = /^\d{1,16}$/.test(query.get('nocache') ?? '')
  return { kind: isNocache ? 'fresh' : 'stored', freshSeconds }
}

/** At most one fresh render a second and path; the others get the stored copy. */
export function canRenderFresh(lastRender: Date | null, now: Date): boolean {
  return lastRender === null || Math.abs(now.getTime() - lastRender.getTime()) >= NOCACHE_PAUSE
}

/**
 * The outward `Cache-Control`. Only what an anonymous reader gets may rest in a foreign cache; paid text never rests
 * anywhere outside. Browsers always revalidate.
 */
export function toCacheControl(use: CacheUse, reader: ReaderClass, hasPaidText: boolean): string {
  if (use.kind === 'private' || hasPaidText) return 'private, no-store'
  if (!isAnonymousClass(reader) || use.kind === 'fresh') return 'private, no-cache'
  return `max-age=0, s-maxage=${use.freshSeconds}, stale-while-revalidate=${STALE_SECONDS}`
}
