import type { ConsentFramework } from '@lokalteil/contracts/consent'
import type { Recipients } from '@lokalteil/contracts/publication/consent'
import type { Vendor } from '@lokalteil/domain/consent/consent'

/** What readers see before they answer, beside the texts. */
export type Shown = {
  framework: Pick<ConsentFramework, 'vendors' | 'purposes'>
  /** Null: unknown, because the server did not answer. */
  recipients: Recipients | null
  /** Other hosts from which a vendor loads. */
  originsOf: (vendor: Vendor) => readonly string[]
}

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
