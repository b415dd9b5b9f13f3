/** The store of the page in view. Small, because it is loaded before anything that can show another page. */
import { createListeners } from './listeners.ts'
import type { PageModule, PageState } from './page.ts'

export type LoadedPage = { state: PageState; module: PageModule | null }

export type PageStore = {
  get: () => LoadedPage
  subscribe: (listener: () => void) => () => void
  show: (page: LoadedPage) => void
}

export function createPageStore(initial: LoadedPage): PageStore {
  let current = initial
  const { subscribe, notify } = createListeners()
  return {
    get: () => current,
    subscribe,
    show: (page) => {
      current = page
      notify()
    },
  }
}
