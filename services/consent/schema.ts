/** The tables of receipts and of the registered vendors, in the PostgreSQL schema `consent`. */
import type { VendorList } from '@lokalteil/contracts/consent'
import type { Partners, Vendor } from '@lokalteil/domain/consent/consent'
import type { ColumnType, GeneratedAlways, Kysely } from 'kysely'

type Json<T> = ColumnType<T, string, string>

type AnswerTable = {
  number: GeneratedAlways<number>
  mandator: string
  /** Random id of a device. */
  receipt: string
  at: Date
  text_version: string
  asked: Json<Vendor[]>
  granted: Json<Vendor[]>
  /** Null: nobody was signed in, or the account was erased. */
  reader: string | null
  /** The newest day of the recipients that the layer showed, `2026-12-31`; null: unknown. */
  recipients: string | null
  partners: Json<Partners>
}

type ConsentTables = {
  'consent.answers': AnswerTable
  'consent.windows': { key: string; count: number; until: Date }
  'consent.vendor_lists': {
    name: string
    version: number
    updated: Date
    vendors: Json<VendorList['vendors']>
    purposes: Json<VendorList['purposes']>
  }
}

export type ConsentDb = Kysely<ConsentTables>
