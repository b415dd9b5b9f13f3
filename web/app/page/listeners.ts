/** The listeners of a store: one half of every store that React or another part of the page observes. */
export type Subscribe = (listener: () => void) => () => void

export function createListeners(): { subscribe: Subscribe; notify: () => void } {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}
