/** The answer if a page's services are down: the stored copy, or the error page. */
import type { IncomingHttpHeaders } from 'node:http'
import { toPageCacheKey } from '@lokalteil/domain/rendering/page-cache'
import { ROUTE_META, matchRoute, type Route } from '@lokalteil/domain/routing/routes'
import { peekChrome } from './chrome.ts'
import { NO_STORE, toAge, VARY, type PageAnswer, type PageRequest, type PagesContext } from './pages-context.ts'
import { renderState } from './render-state.ts'
import type { StoredPage } from './shared-pages.ts'
import { peekVariant } from './visit.ts'

/** Does not wait for any service. */
export async function answerOutage(
  context: PagesContext,
  request: PageRequest,
  incoming: IncomingHttpHeaders,
): Promise<PageAnswer> {
  const match = matchRoute(request.path)
  const { route, path } = match.kind === 'route' ? match : { route: null, path: request.path }
  const headers = { 'cache-control': NO_STORE, vary: VARY }
  if (route !== null) {
    const key = toPageCacheKey(peekVariant(context, request, incoming), route, request.query)
    const page = peekStored(context, route, key)
    if (page !== null)
      return {
        status: page.status,
        headers: { ...page.headers, ...headers, 'x-cache': 'STALE', age: toAge(page, context.now()) },
        page,
        body: '',
      }
  }
  const render = await context.renderer.load()
  const state = render.outageState(route, path, peekChrome(context, request), context.config.outageStatus)
  const filled = await renderState(context, render, state, request, 0)
  const { page } = await context.cache.bypass(async () => filled)
  return { status: filled.status, headers: { ...filled.headers, ...headers, 'x-cache': 'BYPASS' }, page, body: '' }
}

/** A stored copy as fallback; never a copy of a personal page. */
export function peekStored({ cache }: PagesContext, route: Route, key: string): StoredPage | null {
  const { isPersonal, guards } = ROUTE_META[route.name]
  return isPersonal || guards.length > 0 ? null : cache.peek(key)
}
