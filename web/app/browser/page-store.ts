/** The page in view. Small: it is there before anything that can show another one. */
import type { PageModule, PageState } from './page.ts'

export type LoadedPage = { state: PageState; module: PageModule | null }

export type PageStore = {
  get: () => LoadedPage
  subscribe: (listener: () => void) => () => void
  show: (page: LoadedPage) => void
}

export function createPageStore(initial: LoadedPage): PageStore {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show: (page) => {
      current = page
      for (const listener of listeners) listener()
    },
  }
}
