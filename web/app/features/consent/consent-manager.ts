/**
 * What the page asks of a consent manager. Whichever one is used, it writes the reader's answers into the store of
 * `browser/consent/consent`; nothing else of the page depends on it.
 */
export type ConsentManager = {
  /** Asks the reader, or takes the question away. */
  ask: (isAsked: boolean) => void
  /** False: there are no settings to open. Rejects if its scripts cannot be loaded. */
  openSettings: () => Promise<boolean>
}
