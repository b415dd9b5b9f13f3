/** Tables of notices, in the PostgreSQL schema `notices`. */
import type { ModerationGround, TextState } from '@lokalteil/domain/community/moderation'
import type { EntryKind } from '../domain/condolences.ts'
import type { ColumnType, Kysely, Transaction } from 'kysely'
import type { DecisionRow, ReportRow } from '@lokalteil/services/platform/moderation/case-tables'
import type { ReaderPictureRow } from '@lokalteil/services/platform/reader-pictures'

export type PurchaseState = 'reserved' | 'paid' | 'published' | 'declined' | 'released'

export type ObituariesTables = {
  /** The deceased; notices with the same `key` are about one person. A person stays when the notices are gone. */
  'notices.persons': {
    publication: string
    id: string
    key: string
    name: string
    birth_name: string
    /** Days or years, as given. */
    born: string | null
    died: string | null
    place: string
    search_name: string
    search_place: string
    /** The family wants no more condolences. */
    is_closed: boolean
  }
  'notices.notices': {
    publication: string
    id: string
    person: string
    published: Date
    until: Date | null
    updated: Date
    digest: string
    /** A `StoredObituary`; null: withdrawn. */
    body: ColumnType<unknown, string | null, string | null>
  }
  'notices.entries': {
    id: string
    publication: string
    person: string
    reader: string
    /** Address of the account, for mails about a decision. */
    address: string
    kind: EntryKind
    name: string
    text: string
    search: string
    state: TextState
    ground: ModerationGround | null
    facts: string
    decided_by: string
    created_at: Date
    decided_at: Date | null
  }
  'notices.case_reports': ReportRow
  /** Of versions before 0002. */
  'notices.reports': {
    id: string
    publication: string
    entry: string
    ground: string
    explanation: string
    name: string
    email: string
    created_at: Date
    outcome: string | null
    decided_at: Date | null
  }
  'notices.decisions': DecisionRow
  'notices.requests': {
    id: string
    publication: string
    person: string
    wish: 'close' | 'open'
    name: string
    contact: string
    relation: string
    created_at: Date
    outcome: 'done' | 'declined' | null
    decided_at: Date | null
  }
  /** A queue of the job runner. `id` is the secret in the link that ends it. */
  'notices.reminders': {
    id: string
    publication: string
    person: string
    reader: string
    address: string
    next_at: Date
    held_until: Date | null
    held_by: string | null
    attempts: number
    error: string | null
  }
  /** Drafts of readers; the reference is a secret that gives access. */
  'notices.drafts': {
    reference: string
    publication: string
    reader: string | null
    /** An `ObituaryDraft`. */
    draft: ColumnType<unknown, string, string>
    changed_at: Date
  }
  /** At most one open purchase per reference; `released` is final. */
  'notices.purchases': {
    publication: string
    number: string
    /** Null: released before it was reserved. */
    reference: string | null
    state: PurchaseState
    cents: number
    /** The draft at the time of reservation. */
    draft: ColumnType<unknown, string | null, string | null>
    reader: string | null
    email: string
    notice: string | null
    created_at: Date
    changed_at: Date
  }
  'notices.pictures': ReaderPictureRow
  'notices.counters': { key: string; count: number; until: Date }
}
export type ObituariesDb = Kysely<ObituariesTables>
export type Trx = Transaction<ObituariesTables>
