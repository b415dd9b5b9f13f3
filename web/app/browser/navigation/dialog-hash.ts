/**
 * The hash that opens a dialog (2.4). Opening pushes a history entry, so that Back closes the dialog; closing replaces
 * the entry and keeps the scroll position (S2.4-04). Replacing fires no browser event, hence the list of listeners.
 */
import type { HashDialog } from '@lokalteil/domain/routing/hash-dialogs'
import { createListeners } from '../../page/listeners.ts'

const { subscribe, notify } = createListeners()

export function subscribeHash(listener: () => void): () => void {
  const stop = subscribe(listener)
  window.addEventListener('hashchange', listener)
  window.addEventListener('popstate', listener)
  // A navigation within the page that changes path and hash at once fires neither event.
  window.navigation?.addEventListener('currententrychange', listener)
  return () => {
    stop()
    window.removeEventListener('hashchange', listener)
    window.removeEventListener('popstate', listener)
    window.navigation?.removeEventListener('currententrychange', listener)
  }
}

export const readHash = (): string => location.hash

export function openHash(dialog: HashDialog): void {
  if (location.hash !== `#${dialog}`) location.hash = dialog
}

/** From one dialog to another: Back leads to the page, not through every dialog. */
export function replaceHash(dialog: HashDialog): void {
  history.replaceState(history.state, '', `#${dialog}`)
  notify()
}

export function removeHash(): void {
  if (location.hash === '') return
  history.replaceState(history.state, '', location.pathname + location.search)
  notify()
}
