/** Loads a page in the browser: module and data in parallel; the error page if there is nothing to show. */
import { isOutage } from '@lokalteil/domain/outages/http-retry'
import { matchRoute, type Route, type RouteName } from '@lokalteil/domain/routing/routes'
import type { ArticleAccess } from './article-access.ts'
import type { ContentApi } from './content-api.ts'
import { createOfferApi, type OfferApi } from './offer-api.ts'
import { readPublic } from './public-reads.ts'
import type { Chrome, LoadContext, Loaded, PageContent, PageModule, PageState } from './page.ts'
import type { LoadedPage } from './page-store.ts'
import { toPageTitle } from '@lokalteil/domain/routing/titles'
import { errorTexts } from '../messages/routing/errors.ts'
import { translateTitle } from '../messages/routing/titles.ts'

export type ModuleSource = (name: RouteName) => Promise<PageModule | null>

export type PageLoaderOptions = {
  modules: ModuleSource
  content: ContentApi
  /** Default: asks this site. */ offers?: OfferApi
  access: ArticleAccess
  chrome: () => Chrome
  now: () => Date
}

/** A chunk could not be loaded: there is a new build (4.11). */
export class ChunkError extends Error {
  override name = 'ChunkError'
}

export function createPageLoader(options: PageLoaderOptions) {
  const lockedWithoutAsking: ArticleAccess = async (article) => ({
    article,
    access: { isLocked: article.contentRestriction !== 'free', rule: 'prefetch', template: null },
  })

  async function loadModule(name: RouteName): Promise<PageModule | null> {
    try {
      return await options.modules(name)
    } catch (error) {
      throw new ChunkError(`Page ${name} could not be loaded`, { cause: error })
    }
  }

  return {
    async load(path: string): Promise<LoadedPage> {
      const chrome = { ...options.chrome(), now: options.now().toISOString() }
      const match = matchRoute(path)
      if (match.kind !== 'route') {
        const message =
          match.kind === 'invalid' ? errorTexts.pageNotFoundInvalid(path) : errorTexts.pageNotFoundUnmatched(path)
        return { state: errorState(null, path, 404, message, chrome), module: null }
      }
      const found = await loadRoute(loadModule, match.route, contextOf(options, chrome, options.access))
      if (found === null)
        return {
          state: errorState(match.route, path, 404, errorTexts.pageNotFoundUnmatched(path), chrome),
          module: null,
        }
      const { module, route, loaded } = found
      return { state: toPageState(module, route, path, '', loaded, chrome), module }
    },
    /** Prefetches code and public data before a click; never a paid body, never a paywall call (S2.1-18). */
    async prefetch(path: string): Promise<void> {
      const match = matchRoute(path)
      if (match.kind !== 'route') return
      await loadRoute(loadModule, match.route, contextOf(options, options.chrome(), lockedWithoutAsking))
    },
  }
}

export type PageLoader = ReturnType<typeof createPageLoader>

function contextOf(options: PageLoaderOptions, chrome: Chrome, access: ArticleAccess): LoadContext {
  return {
    content: options.content,
    offers: options.offers ?? createOfferApi(readPublic),
    publication: chrome.publication,
    query: new URLSearchParams(),
    now: options.now(),
    access,
    ...(chrome.isLibraryOff ? { library: null } : {}),
  }
}

export type LoadedRoute = { module: PageModule; /** The route that answered. */ route: Route; loaded: Loaded<unknown> }

/**
 * Runs the load of a route's module; null without a module. An article path with an unknown id may be a section
 * ('/kommunalwahl-2027'): then the section's route answers in every respect.
 */
export async function loadRoute(
  modules: ModuleSource,
  route: Route,
  context: LoadContext,
): Promise<LoadedRoute | null> {
  const module = await modules(route.name)
  if (module === null) return null
  const loaded = await module.load(route, context)
  if (loaded.kind !== 'elsewhere') return { module, route, loaded }
  const other = await modules(loaded.route.name)
  const found = other === null ? null : await other.load(loaded.route, context)
  if (other !== null && found?.kind === 'ok') return { module: other, route: loaded.route, loaded: found }
  return { module, route, loaded: found?.kind === 'unavailable' ? found : { kind: 'missing' } }
}

/** Turns the result of `load` into the state of a page; shared by server and browser. */
export function toPageState(
  module: PageModule,
  route: Route,
  path: string,
  query: string,
  loaded: Loaded<unknown>,
  chrome: Chrome,
  outageStatus: 503 | 404 = 503,
): PageState {
  switch (loaded.kind) {
    case 'ok': {
      const data = { page: 'page' in route ? (route.page ?? 1) : 1, ...module.title?.(loaded.data) }
      const title = toPageTitle(route.name, data, chrome.publication.name, translateTitle)
      return { route, path, query, content: { kind: 'page', data: loaded.data }, title, chrome }
    }
    case 'gone':
      return errorState(route, path, 410, errorTexts.gone, chrome)
    case 'unavailable':
      if (isOutage(loaded.status)) return outageState(route, path, chrome, outageStatus)
      return errorState(route, path, 404, errorTexts.contentMissing(path), chrome)
    case 'missing':
    case 'elsewhere':
      return errorState(route, path, 404, errorTexts.contentMissing(path), chrome)
  }
}

/** The state for an outage: it is unknown whether the page exists. */
export function outageState(route: Route | null, path: string, chrome: Chrome, status: 503 | 404 = 503): PageState {
  return errorState(route, path, status, errorTexts.contentMissing(path), chrome)
}

export function errorState(
  route: Route | null,
  path: string,
  status: number,
  message: string,
  chrome: Chrome,
): PageState {
  const content: PageContent = { kind: 'error', status, message, url: path }
  return { route, path, query: '', content, title: errorTexts.title(status, chrome.publication.name), chrome }
}
