/** Updates the head on a client-side navigation: title, canonical address, robots. */
import { ROUTE_META, buildPath } from '@lokalteil/domain/routing/routes'
import type { PageModule, PageState } from '../../page/page.ts'

/** Permissions for search engines: previews and snippets. */
export const INDEXED = 'max-image-preview:large, max-snippet:-1, max-video-preview:-1'
export const UNINDEXED = 'noindex,follow'

export function applyHead(state: PageState, module: PageModule | null): void {
  const { route, content, chrome } = state
  document.title = state.title
  const root = document.documentElement
  root.dataset.route = route?.name ?? 'error'
  document.querySelector('link[rel="canonical"]')?.remove()
  const isShown = content.kind === 'page' && route !== null
  if (isShown) {
    const link = document.createElement('link')
    link.rel = 'canonical'
    link.href = chrome.canonicalOrigin + (module?.canonical?.(content.data, route) ?? buildPath(route))
    document.head.append(link)
  }
  const robots = document.querySelector('meta[name="robots"]')
  robots?.setAttribute('content', isShown && ROUTE_META[route.name].isIndexable ? INDEXED : UNINDEXED)
}
