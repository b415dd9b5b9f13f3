/** The context of the office's functions, and the types of its callers. */
import type { CONTENT_INTERNAL, RECORDS } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PushOrders } from '@lokalteil/contracts/office'
import type { ActName, Grant } from '@lokalteil/domain/office/acts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { OfficeDb } from './schema.ts'

/** A signed-in person at a call. */
export type Caller = {
  person: { id: string; name: string; email: string }
  grants: readonly Grant[]
  sessionId: string
  minutesSinceProof: number
  /** Network of the caller, as the audit keeps it. */
  network: string
}
/** A caller, or somebody whose act goes on after the call. */
export type Actor = { person: { id: string; name: string }; network: string }
/** Whom the audit names: a person, a source whose update went online by itself, or null, the office itself. */
export type AuditActor = Actor | { source: string } | null
/** At a call of a publication. */
export type DeskCaller = Caller & { publication: PublicationCode }

export type AuditInput = {
  /** `endRights`: by the office itself. */
  act: ActName | 'endRights'
  publication: PublicationCode | null
  /** "Artikel 4711", the id of a person. */
  target: string
  before?: unknown
  after?: unknown
}

export type OfficeContext = {
  db: OfficeDb
  now: () => Date
  /** `at`: the request id, or the name of the failed job. */
  onError: (error: unknown, at: string) => void
  recordsOf: (publication: PublicationCode) => Client<typeof RECORDS>
  /** Withdrawal, return, redirects and the change log of the content service. */
  internalOf: (
    publication: PublicationCode,
  ) => Pick<Client<typeof CONTENT_INTERNAL>, 'withdrawArticle' | 'restoreArticle' | 'leadTo' | 'listChanges'>
  /**
   * Subscribes to changes of the content service: of this process at once, of others within a second. Returns the function that
   * ends it.
   */
  onContentChange: (listener: () => void) => () => void
  /** Orders of push messages; null: the publication has none. */
  pushOf: (publication: PublicationCode) => PushOrders | null
  /** People who may work in the publication, for suggestions. */
  listColleagues: (publication: PublicationCode) => Promise<{ id: string; name: string }[]>
  /** Appends to the audit; inside a transaction pass it, so that the entry exists if and only if its act does. */
  log: (by: AuditActor, entry: AuditInput, within?: OfficeDb) => Promise<void>
}
