/**
 * Client-side navigation with the Navigation API: one listener loads and shows a page of our routes in place.
 * Everything else (legal pages, queries, forms, other sites, browsers without the API) is an ordinary page load, which
 * the server answers equally well. A superseded navigation is aborted by its signal; a missing chunk, a missing page or
 * a new build becomes a full load of the target.
 */
import { matchRoute, ROUTE_META } from '@lokalteil/domain/routing/routes'
import { decideScroll, type ScrollDecision } from '@lokalteil/domain/display/scroll'
import { afterPaint } from './after-paint.ts'
import { leaveForPath } from './interface-state.ts'
import type { PageState } from '../../page/page.ts'
import { ChunkError, type PageLoader } from '../../page/page-loader.ts'
import type { PageStore } from '../../page/page-store.ts'
import { readPlace, rememberPlace, restorePlace } from './scroll-memory.ts'

export type NavigationHooks = {
  /** Runs the update so that React can finish the old page first. */
  commit: (update: () => void) => void
  onNavigated: (from: PageState, to: PageState) => void
  /** Whether only a full load will do: a new build is out, or the page needs it. */
  needsDocument: () => boolean
  /** Called when home is requested while it is in view: its data must be loaded anew (S3.8-01). */
  onHomeAgain: () => void
  /** Ends at once when the reader goes elsewhere. */
  onProgress: (isLoading: boolean) => void
}

const RELOAD_KEY = 'chunk-reload'
const RELOAD_PAUSE_MS = 10_000

export function listenToNavigation(store: PageStore, loader: PageLoader, hooks: NavigationHooks): void {
  if (!('navigation' in window)) return
  window.navigation.addEventListener('navigate', (event: NavigateEvent) => {
    const url = new URL(event.destination.url)
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData !== null) return
    if (event.navigationType === 'reload' || url.origin !== location.origin) return
    if (isReloading || !isOurs(url) || hooks.needsDocument()) return
    const from = store.get().state
    const isHomeAgain = url.pathname === '/' && from.path === '/' && from.query === ''
    if (url.pathname === from.path && url.search === location.search && !isHomeAgain) return
    if (isHomeAgain) hooks.onHomeAgain()
    rememberPlace()
    const place = event.navigationType === 'traverse' ? readPlace(event.destination.getState()) : null
    event.intercept({
      focusReset: 'manual',
      scroll: 'manual',
      handler: async () => {
        hooks.onProgress(true)
        try {
          const page = await loader.load(url.pathname)
          if (event.signal.aborted) return
          // May be an address of the publisher's former site: the server redirects it or answers 404.
          if (isMissing(page.state)) return visit(url.href)
          const before = firstOfPage()
          leaveFocus()
          hooks.commit(() => {
            if (!isHomeAgain) leaveForPath(from.path)
            store.show(page)
          })
          // Title, focus and announcement wait for the next frame, so that the tap is answered first.
          afterPaint(() => {
            if (!event.signal.aborted) hooks.onNavigated(from, page.state)
          })
          const here = { path: from.path, search: '', hash: '' }
          const there = { path: url.pathname, search: url.search, hash: url.hash }
          requestAnimationFrame(() => {
            const action = decideScroll(here, there, scrollPage, place !== null)
            if (action.kind === 'restore') restorePlace(place!, () => firstOfPage() !== before)
            else scroll(action)
          })
        } catch (error) {
          if (event.signal.aborted) return
          if (error instanceof ChunkError) reloadTo(url.href)
          else throw error
        } finally {
          if (!event.signal.aborted) hooks.onProgress(false)
        }
      },
    })
  })
}

/** Queries are left to the browser (R2.9-04); legal pages are full loads (R2.9-09); files are not pages. */
function isOurs(url: URL): boolean {
  if (url.search !== '') return false
  const match = matchRoute(url.pathname)
  if (match.kind === 'unmatched' || match.kind === 'redirect') return false
  if (match.kind === 'invalid') return true
  const { isLegal, layout } = ROUTE_META[match.route.name]
  return !isLegal && layout === 'default'
}

function isMissing({ content }: PageState): boolean {
  return content.kind === 'error' && content.status === 404
}

const scrollPage = {
  hasAnchor: (id: string) => document.getElementById(id) !== null,
  get prefersReducedMotion() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches
  },
}

/**
 * Moves the focus from the clicked link to the content, which stays. A browser that loses the focused element during
 * the change recomputes all styles of the unfinished page.
 */
function leaveFocus(): void {
  const content = document.getElementById('content')
  const focused = document.activeElement
  if (content !== null && focused !== content && content.contains(focused)) content.focus({ preventScroll: true })
}

/** Changes with every page. */
const firstOfPage = () => document.getElementById('content')?.firstElementChild

function scroll(action: Exclude<ScrollDecision, { kind: 'restore' }>): void {
  switch (action.kind) {
    case 'keep':
      return
    case 'top':
      window.scrollTo({ top: 0, behavior: 'instant' })
      return
    case 'anchor':
      document.getElementById(action.id)?.scrollIntoView({ behavior: action.behavior })
  }
}

/** A full load started here must not be handled as a navigation in place. */
let isReloading = false

function visit(href: string): void {
  isReloading = true
  location.assign(href)
}

/** At most once per target and 10 s (S4.11-02). */
export function reloadTo(href: string): void {
  const last = sessionStorage.getItem(RELOAD_KEY)
  const [lastHref, lastAt] = last === null ? ['', '0'] : last.split('\n')
  if (lastHref === href && Date.now() - Number(lastAt) < RELOAD_PAUSE_MS) return
  sessionStorage.setItem(RELOAD_KEY, `${href}\n${Date.now()}`)
  document.dispatchEvent(new CustomEvent('app:chunkError'))
  visit(href)
}
