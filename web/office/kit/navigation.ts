/**
 * Moves between the screens without loading the page anew: one listener of the Navigation API, or clicks and `popstate`
 * where a browser has none. Everything outside the office is an ordinary page load.
 */
import { useSyncExternalStore } from 'react'
import { placeOf } from './routes.ts'

export type Address = { pathname: string; search: string; hash: string }

const listeners = new Set<() => void>()
let address: Address = read()

function read(): Address {
  if (typeof location === 'undefined') return { pathname: '/redaktion', search: '', hash: '' }
  const { pathname, search, hash } = location
  return { pathname, search, hash }
}

function update(): void {
  const next = read()
  if (next.pathname === address.pathname && next.search === address.search && next.hash === address.hash) return
  address = next
  for (const listener of listeners) listener()
}

function isScreen(url: URL): boolean {
  return url.origin === location.origin && placeOf(url.pathname).screen !== 'nowhere'
}

/** Returns the end of listening. */
export function listenToNavigation(): () => void {
  update()
  const controller = new AbortController()
  const { signal } = controller
  if ('navigation' in window) {
    window.navigation.addEventListener(
      'navigate',
      (event: NavigateEvent) => {
        if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData !== null) return
        if (event.navigationType === 'reload' || !isScreen(new URL(event.destination.url))) return
        event.intercept({ focusReset: 'manual', handler: async () => update() })
      },
      { signal },
    )
  } else {
    document.addEventListener('click', onClick, { signal })
  }
  window.addEventListener('popstate', update, { signal })
  window.addEventListener('hashchange', update, { signal })
  return () => controller.abort()
}

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || event.defaultPrevented || event.button !== 0 || link.target !== '' || link.download !== '')
    return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !isScreen(new URL(link.href))) return
  event.preventDefault()
  navigate(link.href)
}

/** `replaces`: the present entry of the history, for filters and redirects. */
export function navigate(to: string, { replaces = false } = {}): void {
  const url = new URL(to, location.href)
  if (!isScreen(url)) return location.assign(url)
  if ('navigation' in window) {
    const { committed, finished } = window.navigation.navigate(url.href, { history: replaces ? 'replace' : 'auto' })
    // A later navigation ends this one; that is no failure.
    committed?.catch(() => {})
    finished?.catch(() => {})
    return
  }
  if (replaces) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  update()
}

export function useAddress(): Address {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => address,
  )
}
