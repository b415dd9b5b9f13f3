/** The tables of the markets, in the PostgreSQL schema `markets`; every row belongs to one publication. */
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { DecisionRow, ReportRow } from '../platform/moderation/case-tables.ts'
import type { ReaderPictureRow } from '../platform/reader-pictures.ts'
import type { MarketKind } from '@lokalteil/domain/markets/markets'

type Json = ColumnType<unknown, string, string>

export type MarketTables = {
  'markets.listings': {
    id: Generated<number>
    publication: string
    market: MarketKind
    source: string
    source_id: string
    /** `blocked` stays, whatever the source delivers. */
    state: 'live' | 'over' | 'blocked'
    updated: Date
    published: Date
    valid_until: Date
    /** Its source names no end: each delivery puts it off. */
    is_renewed: boolean
    /** Of everything that was delivered but its time. */
    digest: string
    /** `StoredListing`. */
    body: Json
    latitude: number | null
    longitude: number | null
    contact_name: string
    contact_email: string | null
    /** What the search finds it by, folded, each once. */
    words: string
    /** The same for the same offer, whoever delivers it. */
    fingerprint: string
    /** Of the publication's market when this row last changed; grows in the order of commits (`markets.revisions`). */
    revision: number
  }
  'markets.revisions': { publication: string; market: MarketKind; revision: number }
  /** Relayed messages, kept for a while against abuse. A guest's waits for the link of a mail. */
  'markets.enquiries': {
    id: string
    publication: string
    market: MarketKind
    listing: number
    /** Of listing, address and text: the same message twice is one. */
    digest: string
    reader: string | null
    email: string
    name: string
    phone: string
    text: string
    state: 'to-confirm' | 'sent'
    token: string | null
    created: Date
    sent: Date | null
  }
  'markets.searches': {
    id: string
    publication: string
    reader: string
    email: string
    market: MarketKind
    query: string
    place_name: string
    place: ColumnType<unknown, string | null, string | null>
    since: Date
    /** Id of the newest listing the reader was told of or had before. */
    reached: number
    last_mail: Date | null
  }
  'markets.ads': {
    id: string
    publication: string
    market: MarketKind
    reader: string
    email: string
    state: 'draft' | 'ordered' | 'in-review' | 'live' | 'rejected' | 'ended'
    text: Json
    package: Json
    created: Date
    updated: Date
    listing: number | null
    valid_until: Date | null
    reason: ColumnType<string, string | undefined, string>
    purchase: string | null
  }
  'markets.ad_pictures': ReaderPictureRow
  /** Purchases that came to nothing or were taken back: nothing brings them back. */
  'markets.released': { publication: string; number: string; at: Date }
  'markets.reports': ReportRow
  'markets.decisions': DecisionRow
  'markets.counters': { key: string; count: number; until: Date }
}
export type MarketDb = Kysely<MarketTables>
export type Trx = Transaction<MarketTables>
