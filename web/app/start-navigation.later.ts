/** Starts client-side navigation once the first page is loaded; until then links are ordinary page loads. */
import { startTransition } from 'react'
import type { PageTold } from '@lokalteil/contracts/figures'
import type { Consent } from '@lokalteil/domain/consent/consent'
import { mayHaveThirdParties } from '@lokalteil/domain/consent/third-party-decision'
import { isFramed } from '@lokalteil/domain/routing/layouts'
import { ROUTE_META } from '@lokalteil/domain/routing/routes'
import type { Collector } from './browser/analytics/collector.lazy.ts'
import { getConsent } from './browser/consent/consent.ts'
import { afterPaint, untilIdle } from './browser/navigation/after-paint.ts'
import { browserAccess } from './page/article-access.ts'
import { createBuildWatch } from './browser/navigation/build-watch.ts'
import { handOverState, holdState, takeHeldState } from './browser/navigation/held-state.ts'
import { getInterface, setInterface } from './browser/navigation/interface-state.ts'
import { contentBase, createBrowserFetch, createContentApi } from './page/content-api.ts'
import { createCurrentPage, type CurrentPageStore } from './browser/navigation/current-page.ts'
import { followDisplay } from './browser/display.ts'
import { applyHead } from './browser/navigation/head.ts'
import { hasKeptPlayer } from './browser/navigation/kept-player.ts'
import { listenToLinks, type LinkHooks } from './browser/navigation/link-clicks.ts'
import { listenToNavigation } from './browser/navigation/navigation.ts'
import type { PageState } from './page/page.ts'
import { createPageLoader } from './page/page-loader.ts'
import { portalClient } from './page/portal-client.ts'
import type { PageStore } from './page/page-store.ts'
import { watchLinks } from './browser/navigation/prefetch.ts'
import { createReadCache } from './browser/offline/read-cache.ts'
import { provideRoom } from './features/comments/load-room.ts'
import { openDiscussion } from './features/comments/open-discussion.later.ts'
import { loadModule } from './browser-registry.ts'
import { shellTexts } from './messages/display/shell.ts'

export function startNavigation(store: PageStore, onVisited: (state: PageState) => void): void {
  const chrome = () => store.get().state.chrome
  const current = createCurrentPage(store, location.origin)
  let isFresh = false
  const reads = createReadCache(
    createBrowserFetch(portalClient, () => (isFresh ? 'no-cache' : 'default')),
    () => Date.now(),
  )
  const loader = createPageLoader({
    modules: loadModule,
    content: createContentApi(contentBase(), reads.fetchJson),
    access: browserAccess,
    chrome,
    now: () => new Date(),
  })
  const builds = createBuildWatch(chrome().buildId, portalClient, () =>
    document.dispatchEvent(new Event('app:newBuild')),
  )
  const first = store.get().state
  const visits = import('./browser/analytics/visits.later.ts')
    .then(({ startVisits }) => startVisits(first, () => store.get().state))
    .catch(() => null)
  const figures = startFigures(() => store.get().state)
  const links = watchLinks((path) => loader.prefetch(path))
  listenToNavigation(store, loader, {
    commit: (update) => startTransition(update),
    needsDocument: () => {
      // Offline the service worker has whole documents, not their data.
      if (!navigator.onLine && navigator.serviceWorker?.controller) return true
      if (builds.hasNewBuild()) handOverState(Date.now())
      return builds.hasNewBuild()
    },
    onHomeAgain: () => {
      current.countHome()
      reads.clear()
      isFresh = true
    },
    onProgress: (isLoading) => {
      if (!isLoading) isFresh = false
      current.setPending(isLoading)
      document.documentElement.toggleAttribute('data-loading', isLoading)
    },
    onNavigated: (from, to) => {
      applyHead(to, store.get().module)
      onVisited(to)
      void visits.then((counter) => counter?.viewed(to, from.path !== to.path))
      void figures.then((collector) => collector?.viewed(to, from.path !== to.path))
      announce(shellTexts.loaded(to.title))
      document.getElementById('content')?.focus({ preventScroll: true })
    },
  })
  // A page without one of its styles is still usable (section 8); without its script it is not.
  addEventListener('vite:preloadError', (event) => /\bCSS\b/.test(event.payload.message) && event.preventDefault())
  followDisplay()
  keepSidebar(() => store.get().state.path)
  listenToLinks(chrome, openThirdParties(store, current))
  provideRoom(openDiscussion)
  links.scan()
  store.subscribe(() => afterPaint(() => links.scan()))
  // The tab was playing something before it loaded this document.
  if (hasKeptPlayer() && window.top === window)
    void untilIdle()
      .then(async () => (await import('./restore-player.lazy.ts')).restorePlayer())
      .catch(() => {})
  document.documentElement.dataset.navigable = ''
}

/** The publisher's own figures, once the page is idle. Lost figures are no failure. */
async function startFigures(getPage: () => PageState): Promise<Collector | null> {
  const { route, chrome } = getPage()
  const { hasNoFigures, publication, app } = chrome
  // A widget is a part of another house's page.
  if (hasNoFigures || (route !== null && ROUTE_META[route.name].layout === 'bare')) return null
  await untilIdle()
  const isAsked = !publication.isLocalEdition && !app.isNativeApp
  return import('./browser/analytics/collector.lazy.ts').then(
    ({ startCollector }) => startCollector(getPage, () => (isAsked ? toAnswer(getConsent()) : undefined), takeAds),
    () => null,
  )
}

/** So many ids of each kind does the contract take. */
const MOST_ADS = 10

function takeAds(): PageTold['ads'] {
  const { adsSeen, adsClicked } = getInterface()
  if (adsSeen.length + adsClicked.length === 0) return undefined
  setInterface({ adsSeen: [], adsClicked: [] })
  return { seen: adsSeen.slice(0, MOST_ADS), clicked: adsClicked.slice(0, MOST_ADS) }
}

const toAnswer = (consent: Consent | null) => (consent === null ? 'unasked' : consent.consent ? 'given' : 'refused')

/** Restores the sidebar after a reload for another build or worker (S4.11-01). */
function keepSidebar(path: () => string): void {
  if (takeHeldState('sidebar', Date.now()) === path()) setInterface({ showSidebar: true })
  holdState('sidebar', () => (getInterface().showSidebar ? path() : null))
}

/**
 * Starts consent and the parts that depend on it when the page is idle. A failure is only logged (R8-38); the link to
 * the settings then leads to the privacy statement.
 */
function openThirdParties(store: PageStore, current: CurrentPageStore): LinkHooks {
  const { chrome, route } = store.get().state
  const { isNativeApp } = chrome.app
  const { isLocalEdition } = chrome.publication
  const isDialogFlow = route !== null && isFramed(ROUTE_META[route.name].layout)
  if (!mayHaveThirdParties({ isNativeApp, isLocalEdition, isDialogFlow })) return {}
  const started = untilIdle().then(async () =>
    (await import('./third-parties.later.ts')).startThirdParties(store, current, announce),
  )
  // oxlint-disable-next-line no-console
  started.catch((error: unknown) => console.error('Error while setting up consent', error))
  return {
    onConsentSettings: (href) =>
      void started
        .then((parties) => parties.openSettings())
        .catch(() => false)
        .then((isOpen) => isOpen || location.assign(href)),
    onConsentReset: () => void started.then((parties) => parties.reset()).catch(() => {}),
  }
}

/** Announces the new page to screen readers. */
function announce(text: string): void {
  const region = document.getElementById('announcer') ?? createAnnouncer()
  region.textContent = text
}

function createAnnouncer(): HTMLElement {
  const region = document.createElement('div')
  region.id = 'announcer'
  region.className = 'visually-hidden'
  region.setAttribute('aria-live', 'polite')
  document.body.append(region)
  return region
}
