/** The interface state around the article in view (3.9): one store for components and analytics. */
import { useSyncExternalStore } from 'react'
import { createListeners } from '../../page/listeners.ts'

export type InterfaceState = {
  showBreakingNews: boolean
  /** Whether the widget of recommendations or advertising was seen; set once (S3.9-01). */
  isWidgetInViewport: boolean
  /** Path of the page before this one, on this site. */
  prevRoute: string | null
  /** Decision of the search provider's extended access on the article in view; undefined: not asked. */
  isArticleUnlockedByGEA: boolean | undefined
  showSidebar: boolean
  /** The publication's own advertisements that were seen and clicked and are not told yet, with their places: `rad@home-1`. */
  adsSeen: readonly string[]
  adsClicked: readonly string[]
}

const INITIAL: InterfaceState = {
  showBreakingNews: true,
  isWidgetInViewport: false,
  prevRoute: null,
  isArticleUnlockedByGEA: undefined,
  showSidebar: false,
  adsSeen: [],
  adsClicked: [],
}

let state = INITIAL
const { subscribe, notify } = createListeners()

export const getInterface = (): InterfaceState => state

export function setInterface(change: Partial<InterfaceState>): void {
  state = { ...state, ...change }
  notify()
}

/** Resets the state for the next page. */
export function leaveForPath(from: string): void {
  setInterface({ prevRoute: from, isArticleUnlockedByGEA: undefined, showSidebar: false })
}

/** The initial state on the server and during hydration. */
export function useInterface<K extends keyof InterfaceState>(name: K): InterfaceState[K] {
  return useSyncExternalStore(
    subscribe,
    () => state[name],
    () => INITIAL[name],
  )
}
