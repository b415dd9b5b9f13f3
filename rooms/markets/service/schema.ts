/** Tables of the markets, in the PostgreSQL schema `markets`; every row belongs to one publication. */
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { DecisionRow, ReportRow } from '@lokalteil/services/platform/moderation/case-tables'
import type { ReaderPictureRow } from '@lokalteil/services/platform/reader-pictures'
import type { MarketKind } from '../domain/markets.ts'

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
    /** The source gives no end, so each delivery prolongs the listing. */
    is_renewed: boolean
    /** Digest of everything delivered except the time. */
    digest: string
    /** A `StoredListing`. */
    body: Json
    latitude: number | null
    longitude: number | null
    contact_name: string
    contact_email: string | null
    /** Search words, normalised, each once. */
    words: string
    /** Equal for the same offer of different sources. */
    fingerprint: string
    /**
     * Revision of the publication's market at this row's last change; grows in the order of commits
     * (`markets.revisions`).
     */
    revision: number
  }
  'markets.revisions': { publication: string; market: MarketKind; revision: number }
  /** Relayed messages, kept for a while against abuse. A guest's message waits for the link of a mail. */
  'markets.enquiries': {
    id: string
    publication: string
    market: MarketKind
    listing: number
    /** Digest of listing, address and text: a repeated message has the same digest. */
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
    /** Id of the newest listing in the last mail, or at the time of saving. */
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
  /** Purchases that failed or were refunded; final. */
  'markets.released': { publication: string; number: string; at: Date }
  'markets.reports': ReportRow
  'markets.decisions': DecisionRow
  'markets.counters': { key: string; count: number; until: Date }
}
export type MarketDb = Kysely<MarketTables>
export type Trx = Transaction<MarketTables>
