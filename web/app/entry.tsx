/** The browser's entry: takes over the rendered page and keeps it alive. */
import { lazy, startTransition, useEffect, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { ROUTE_META } from '@lokalteil/domain/routes'
import 'virtual:fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import { App } from './App.tsx'
import { browserAccess } from './browser/article-access.ts'
import { createBuildWatch, handOverState } from './browser/build-watch.ts'
import { createBrowserFetch, createContentReader } from './browser/content-reader.ts'
import { applyHead } from './browser/head.ts'
import { listenToLinks } from './browser/link-clicks.ts'
import { createNavigation, type NavigationStore } from './browser/navigation.ts'
import type { PageState } from './browser/page.ts'
import type { InstallPrompt, OfflineApp } from './browser/service-worker.ts'
import { createPageLoader } from './browser/page-loader.ts'
import { watchLinks } from './browser/prefetch.ts'
import { createReadCache } from './browser/read-cache.ts'
import { loadModule } from './browser-registry.ts'
import { shellTexts } from './messages/shell.ts'

const loadErrorPage = () => import('./pages/error/ErrorPage.tsx')

async function start(): Promise<void> {
  // Out of a cache the script may be here before the document has been read to its end, where the state is.
  if (document.readyState === 'loading') await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
  const initial = JSON.parse(document.getElementById('state')!.textContent!) as PageState
  // The offline page stands in for the address asked for, and leads there when the device is online again.
  if (initial.content.kind === 'error' && initial.content.status === 0) initial.content.url = location.pathname + location.search
  const module = initial.route === null || initial.content.kind === 'error' ? null : await loadModule(initial.route.name)
  // What the server drew must be at hand before hydration; else it can wait until something goes wrong.
  const ErrorPage = initial.content.kind === 'error' ? (await loadErrorPage()).ErrorPage : lazy(async () => ({ default: (await loadErrorPage()).ErrorPage }))
  const reads = createReadCache(createBrowserFetch(), () => Date.now())
  let chrome = initial.chrome
  const loader = createPageLoader({
    modules: loadModule,
    content: createContentReader('/__proxy_content_api', reads.fetchJson),
    access: browserAccess,
    chrome: () => chrome,
    now: () => new Date(),
  })
  const builds = createBuildWatch(chrome.buildId, () => document.dispatchEvent(new Event('app:newBuild')))
  const handOver = () => handOverState(Date.now())
  let offlineApp: OfflineApp | null = null
  const links = watchLinks((path) => loader.prefetch(path))
  const navigation: NavigationStore = createNavigation({ state: initial, module }, loader, {
    commit: (update) => startTransition(update),
    needsDocument: () => {
      // Without a connection the service worker has whole pages, not their parts.
      if (!navigator.onLine && navigator.serviceWorker?.controller) return true
      if (builds.hasNewBuild()) handOver()
      return builds.hasNewBuild()
    },
    onProgress: (isLoading) => document.documentElement.toggleAttribute('data-loading', isLoading),
    onNavigated: (_from, to) => {
      chrome = to.chrome
      applyHead(to, navigation.get().module)
      offlineApp?.visited(to)
      announce(shellTexts.loaded(to.title))
      document.getElementById('content')?.focus({ preventScroll: true })
    },
  })
  listenToLinks(() => chrome)
  void prepareOfflineApp(initial, handOver).then((app) => {
    offlineApp = app
    app?.visited(navigation.get().state)
  })

  function Root() {
    const page = useSyncExternalStore(navigation.subscribe, navigation.get, navigation.get)
    useEffect(() => {
      document.documentElement.dataset.hydrated = ''
      links.scan()
    }, [page])
    return <App state={page.state} module={page.module} ErrorPage={ErrorPage} onCrash={report} />
  }

  // As a transition React takes over in slices and lets the phone breathe in between.
  startTransition(() => {
    hydrateRoot(document.getElementById('app')!, <Root />, {
      onRecoverableError: report,
    })
  })
}

/** Everything but two listeners waits until the page is loaded and idle. Not in the native app, not in frames, not in development. */
async function prepareOfflineApp({ route, chrome }: PageState, beforeReload: () => void): Promise<OfflineApp | null> {
  const layout = route === null ? 'default' : ROUTE_META[route.name].layout
  if (!('serviceWorker' in navigator) || chrome.app.isNativeApp || chrome.buildId === 'development' || layout === 'bare' || layout === 'mein-dialog-flow') return null
  let prompt: Event | null = null
  const onPrompt = (event: Event) => {
    event.preventDefault()
    prompt = event
  }
  window.addEventListener('beforeinstallprompt', onPrompt)
  document.addEventListener('LOGOUT_SUCCESS', () => navigator.serviceWorker.controller?.postMessage({ kind: 'forget' }))
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve))
  await new Promise((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: 5000 }) : setTimeout(resolve, 2000)))
  try {
    const { startOfflineApp } = await import('./features/pwa/start-offline-app.lazy.tsx')
    window.removeEventListener('beforeinstallprompt', onPrompt)
    return startOfflineApp(chrome, prompt as InstallPrompt | null, beforeReload)
  } catch {
    // Offline, or a chunk of an earlier build: the next page does it.
    return null
  }
}

function report(error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(error)
}

/** Tells screen readers that another page is there now. */
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

void start()
