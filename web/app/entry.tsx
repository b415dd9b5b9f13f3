/** The browser's entry: hydrates the rendered page. */
import { startTransition, useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from './page/lazy-part.tsx'
import { isFramed, layoutOf } from '@lokalteil/domain/routing/layouts'
import 'virtual:fonts.css'
import { readReact } from 'virtual:late-react'
import './styles/tokens.css'
import './styles/base.css'
import { App } from './App.tsx'
import { untilIdle } from './browser/navigation/after-paint.ts'
import { takeOverTaps } from './browser/navigation/early-taps.ts'
import type { PageState } from './page/page.ts'
import { createPageStore } from './page/page-store.ts'
import type { InstallPrompt, OfflineApp } from './browser/offline/service-worker.ts'
import { startSession } from './browser/session/session-start.ts'
import { loadModule } from './browser-registry.ts'

const loadErrorPage = () => import('./pages/error/ErrorPage.tsx')

async function start(): Promise<void> {
  // A cached script may run before the document, with the state at its end, is complete.
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
  const initial = JSON.parse(document.getElementById('state')!.textContent!) as PageState
  // The offline page is shown under the requested address and leads there when the device is online again.
  if (initial.content.kind === 'error' && initial.content.status === 0)
    initial.content.url = location.pathname + location.search
  const loading = initial.route === null || initial.content.kind === 'error' ? null : loadModule(initial.route.name)
  await nextTask()
  const { hydrateRoot } = await readReact()
  await nextTask()
  const module = await loading
  // Loaded before hydration if the server rendered the error page; otherwise only when an error occurs.
  const ErrorPage =
    initial.content.kind === 'error'
      ? (await loadErrorPage()).ErrorPage
      : lazyPart(async () => ({ default: (await loadErrorPage()).ErrorPage }))
  const store = createPageStore({ state: initial, module })
  const chrome = () => store.get().state.chrome
  let offlineApp: OfflineApp | null = null
  void prepareOfflineApp(initial).then((app) => {
    offlineApp = app
    app?.visited(store.get().state)
  })

  function Root() {
    const page = useSyncExternalStore(store.subscribe, store.get, store.get)
    useEffect(() => {
      document.documentElement.dataset.hydrated = ''
      takeOverTaps()
      if (hasOwnSession(initial)) {
        startSession({
          chrome,
          overlays: async () => (await import('./start-overlays.lazy.tsx')).startOverlays(chrome),
          readerParts: async () => (await import('./parts.lazy.ts')).openReaderParts(chrome),
          visitorParts: () => import('./visitor-parts.later.ts'),
        })
      }
      void untilLoaded()
        .then(async () =>
          (await import('./start-navigation.later.ts')).startNavigation(store, (state) => offlineApp?.visited(state)),
        )
        .catch(report)
    }, [])
    return <App state={page.state} module={page.module} ErrorPage={ErrorPage} onCrash={report} />
  }

  // As a transition React hydrates in slices and stays responsive.
  startTransition(() => {
    hydrateRoot(document.getElementById('app')!, <Root />, {
      onRecoverableError: report,
    })
  })
}

/**
 * Everything but two listeners waits until the page is loaded and its reader is active. Not in the native app, frames
 * or development.
 */
async function prepareOfflineApp({ route, chrome }: PageState): Promise<OfflineApp | null> {
  if (
    !('serviceWorker' in navigator) ||
    chrome.app.isNativeApp ||
    chrome.buildId === 'development' ||
    !hasOwnSession({ route })
  )
    return null
  let prompt: InstallPrompt | null = null
  const onPrompt = (event: Event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
  }
  window.addEventListener('beforeinstallprompt', onPrompt)
  await untilLoaded()
  await untilIdle()
  try {
    const { startAppAndKeys } = await import('./start-app-and-keys.later.ts')
    return await startAppAndKeys(chrome, () => {
      window.removeEventListener('beforeinstallprompt', onPrompt)
      return prompt
    })
  } catch {
    // Offline, or a chunk of an earlier build: the next page tries again.
    return null
  }
}

/** Not in a widget or a framed form: the surrounding page has the session. */
function hasOwnSession({ route }: Pick<PageState, 'route'>): boolean {
  return route === null || !isFramed(layoutOf(route.name))
}

function report(error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(error)
}

/** Yields to input and rendering. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

async function untilLoaded(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
}

void start()
