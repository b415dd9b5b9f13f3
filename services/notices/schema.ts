/** The tables of notices, in the PostgreSQL schema `notices`. */
import type { ModerationGround, TextState } from '@lokalteil/domain/community/moderation'
import type { EntryKind } from '@lokalteil/domain/notices/condolences'
import type { ColumnType, Kysely, Transaction } from 'kysely'
import type { DecisionRow, ReportRow } from '../platform/moderation/case-tables.ts'
import type { ReaderPictureRow } from '../platform/reader-pictures.ts'

export type PurchaseState = 'reserved' | 'paid' | 'published' | 'declined' | 'released'

export type NoticesTables = {
  /** Who is meant; notices with the same `key` are about one person. A person stays when the notices go. */
  'notices.persons': {
    publication: string
    id: string
    key: string
    name: string
    birth_name: string
    /** Days or years, as they were given. */
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
    /** `StoredNotice`; null: withdrawn. */
    body: ColumnType<unknown, string | null, string | null>
  }
  'notices.entries': {
    id: string
    publication: string
    person: string
    reader: string
    /** Of the account: where a refusal is told. */
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
  /** A queue of the job runner. `id` is the secret of the link that ends it. */
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
  /** Notices that readers write; the reference is the secret of whoever has it. */
  'notices.drafts': {
    reference: string
    publication: string
    reader: string | null
    /** `NoticeDraft`. */
    draft: ColumnType<unknown, string, string>
    changed_at: Date
  }
  /** One of a reference is open at a time; `released` stays. */
  'notices.purchases': {
    publication: string
    number: string
    /** Null: released before it was ever heard of. */
    reference: string | null
    state: PurchaseState
    cents: number
    /** As it was reserved. */
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
export type NoticesDb = Kysely<NoticesTables>
export type Trx = Transaction<NoticesTables>
