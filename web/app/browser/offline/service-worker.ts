/**
 * The page's side of the service worker and of installing the app (4.11): registers `/sw.js` for the whole site, keeps
 * the states of the specification, tells the worker which pages were visited. Loads the page once when another worker
 * takes over, never because the first one did, and never twice within ten seconds.
 */

import { ROUTE_META } from '@lokalteil/domain/routing/routes'
import { createListeners } from '../../page/listeners.ts'
import type { PageState } from '../../page/page.ts'

export type OfflineAppState = {
  /** The browser would install the app now. */
  canInstall: boolean
  isInstalled: boolean
  /** A worker answers; what was visited opens without a connection. */
  isOfflineReady: boolean
  /** A newer worker waits for its turn. */
  needsRefresh: boolean
  registrationError: boolean
}

export type InstallPrompt = Event & { prompt: () => Promise<unknown> }

export type OfflineApp = {
  get: () => OfflineAppState
  subscribe: (listener: () => void) => () => void
  /** Must be called from a click. */
  install: () => Promise<void>
  refresh: () => void
  visited: (page: PageState) => void
}

export type OfflineAppOptions = {
  container: ServiceWorkerContainer
  /** An event that came before this module was loaded. */
  prompt: InstallPrompt | null
  beforeReload: () => void
  reload?: () => void
  now?: () => number
}

const RELOAD_KEY = 'worker-reload'
const RELOAD_PAUSE_MS = 10_000
const TAKE_OVER_MS = 3000

export function createOfflineApp(options: OfflineAppOptions): OfflineApp {
  const { container } = options
  const now = options.now ?? (() => Date.now())
  const reload = options.reload ?? (() => location.reload())
  let prompt = options.prompt
  let registration: ServiceWorkerRegistration | null = null
  let state: OfflineAppState = {
    canInstall: prompt !== null,
    isInstalled: isStandalone(),
    isOfflineReady: container.controller !== null,
    needsRefresh: false,
    registrationError: false,
  }
  const { subscribe, notify } = createListeners()
  const change = (changes: Partial<OfflineAppState>) => {
    state = { ...state, ...changes }
    notify()
  }

  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    change({ canInstall: true })
  })
  window.addEventListener('appinstalled', () => {
    prompt = null
    change({ canInstall: false, isInstalled: true })
  })

  const loadAnew = () => {
    if (!mayReload(now())) return
    options.beforeReload()
    reload()
  }
  let wasControlled = container.controller !== null
  container.addEventListener('controllerchange', () => {
    const isReplaced = wasControlled
    wasControlled = container.controller !== null
    if (container.controller !== null) change({ isOfflineReady: true })
    if (isReplaced) loadAnew()
  })

  const watch = (worker: ServiceWorker | null) => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && container.controller !== null) change({ needsRefresh: true })
      if (worker.state === 'redundant') change({ needsRefresh: (registration?.waiting ?? null) !== null })
    })
  }
  // `none`: the worker's own script never comes from the browser's cache.
  container.register('/sw.js', { scope: '/', updateViaCache: 'none' }).then(
    (found) => {
      registration = found
      if (found.waiting !== null && container.controller !== null) change({ needsRefresh: true })
      watch(found.installing)
      found.addEventListener('updatefound', () => watch(found.installing))
      document.addEventListener('app:newBuild', () => void found.update().catch(() => undefined))
    },
    () => change({ registrationError: true }),
  )

  // Whoever says that a login has ended: a copy less is no harm.
  document.addEventListener(
    'LOGOUT_SUCCESS',
    () => void container.ready.then(({ active }) => active?.postMessage({ kind: 'forget' })),
  )

  return {
    get: () => state,
    subscribe,
    async install() {
      const asked = prompt
      if (asked === null) return
      prompt = null
      change({ canInstall: false })
      await asked.prompt()
    },
    refresh: () => {
      if (!registration?.waiting) return
      registration.waiting.postMessage({ kind: 'take-over' })
      // The old worker ends its requests first, a slow picture among them; leaving the page ends them all.
      setTimeout(loadAnew, TAKE_OVER_MS)
    },
    visited: (page) => {
      const path = isWorthKeeping(page) ? page.path : null
      void container.ready.then(({ active }) =>
        active?.postMessage({ kind: 'visited', path, files: listLoadedFiles() }),
      )
    },
  }
}

/** Spares the worker a useless look at the page; what is kept the worker decides from the page itself. */
function isWorthKeeping({ route, query, content }: PageState): boolean {
  if (route === null || query !== '' || content.kind === 'error' || ROUTE_META[route.name].isPersonal || isSavingData())
    return false
  const restriction = (content.data as { article?: { contentRestriction?: string } } | null)?.article
    ?.contentRestriction
  return restriction === undefined || restriction === 'free'
}

function isSavingData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}

/** Everything of ours this page has loaded; the worker picks what it may keep. */
function listLoadedFiles(): string[] {
  const loaded = performance.getEntriesByType('resource').map((entry) => entry.name)
  return [...new Set(loaded)].filter(
    (address) => address.startsWith(`${location.origin}/assets/`) || address.startsWith(`${location.origin}/_ipx/`),
  )
}

function isStandalone(): boolean {
  return matchMedia('(display-mode: standalone)').matches
}

function mayReload(now: number): boolean {
  try {
    if (now - Number(sessionStorage.getItem(RELOAD_KEY)) < RELOAD_PAUSE_MS) return false
    sessionStorage.setItem(RELOAD_KEY, String(now))
    return true
  } catch {
    // Without storage nobody could tell a circle from one reload.
    return false
  }
}
