/**
 * Prefetches pages before a click: articles and test reports when their link comes into view (S2.1-18), any page when a
 * pointer rests on its link. Not with saved data, a few at a time, after the page is loaded.
 */
import { matchRoute, ROUTE_META } from '@lokalteil/domain/routing/routes'

const AT_ONCE = 2
const MOST = 30
const AFTER_LOAD_MS = 1500

type Connection = { saveData?: boolean; effectiveType?: string }

export function watchLinks(prefetch: (path: string) => Promise<void>): { scan: () => void } {
  const connection = (navigator as { connection?: Connection }).connection
  if (connection?.saveData || connection?.effectiveType === '2g' || !('navigation' in window)) return { scan: () => {} }
  const done = new Set<string>()
  const queue: string[] = []
  let running = 0
  let isReady = false

  const next = () => {
    while (isReady && running < AT_ONCE && queue.length > 0) {
      running++
      prefetch(queue.shift()!)
        .catch(() => undefined)
        .finally(() => {
          running--
          next()
        })
    }
  }
  const want = (anchor: HTMLAnchorElement, isCertain: boolean) => {
    if (done.has(anchor.pathname)) return
    const path = prefetchablePath(anchor, isCertain)
    if (path === null || (!isCertain && done.size >= MOST)) return
    done.add(path)
    if (isCertain) queue.unshift(path)
    else queue.push(path)
    next()
  }
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue
      observer.unobserve(entry.target)
      want(entry.target as HTMLAnchorElement, false)
    }
  })
  const onPoint = (event: Event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null
    if (anchor) want(anchor, true)
  }
  document.addEventListener('pointerover', onPoint, { passive: true })
  document.addEventListener('touchstart', onPoint, { passive: true })
  const begin = () =>
    setTimeout(() => {
      isReady = true
      next()
    }, AFTER_LOAD_MS)
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })

  return {
    scan: () => {
      observer.disconnect()
      // Links are only observed here and examined when seen: a hundred at once would keep a phone busy too long.
      for (const anchor of document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"]')) observer.observe(anchor)
    },
  }
}

function prefetchablePath(anchor: HTMLAnchorElement, isCertain: boolean): string | null {
  if (
    anchor.origin !== location.origin ||
    anchor.search !== '' ||
    anchor.hash !== '' ||
    anchor.pathname === location.pathname
  )
    return null
  const match = matchRoute(anchor.pathname)
  if (match.kind !== 'route') return null
  const meta = ROUTE_META[match.route.name]
  if (meta.isLegal || meta.isPersonal || meta.layout !== 'default') return null
  return isCertain || meta.isPrefetched ? anchor.pathname : null
}
