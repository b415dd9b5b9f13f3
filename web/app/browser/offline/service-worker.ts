/**
 * The page's side of the service worker and of installing the app (4.11): registers `/sw.js` for the whole site, keeps
 * the states of the specification, and reports visited pages to the worker. Reloads the page once when another worker
 * takes over, never for the first worker, and never twice within ten seconds.
 */

import { ROUTE_META } from '@lokalteil/domain/routing/routes'
import { createListeners } from '../../page/listeners.ts'
import type { PageState } from '../../page/page.ts'

export type OfflineAppState = {
  /** The browser offers to install the app. */
  canInstall: boolean
  isInstalled: boolean
  /** A worker is active: visited pages open offline. */
  isOfflineReady: boolean
  /** A newer worker is waiting. */
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
  /** An event from before this module was loaded. */
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
  // `none`: the worker's script never comes from the browser's cache.
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

  // Trusts any script that fires the event: one cached copy less does no harm.
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
      // The old worker ends its requests first, for example a slow picture; leaving the page ends them all.
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

/** Skips pages that are never kept, to spare a message; the worker still decides for the others. */
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

/** All files of this site that the page has loaded; the worker picks the ones it may keep. */
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
    // Without storage a reload loop could not be recognised, so there is no reload.
    return false
  }
}
