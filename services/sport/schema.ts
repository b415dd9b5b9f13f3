/** Competitions and their matches, in the PostgreSQL schema `sport`; a row for each publication that has them. */
import type { ColumnType, Kysely, Transaction } from 'kysely'

type Json = ColumnType<unknown, string | null, string | null>

type SportTables = {
  'sport.competitions': {
    publication: string
    id: string
    updated: Date
    digest: string
    /** `IncomingCompetition` without its matches; null: withdrawn. */
    body: Json
    /** Grows with every change of it or its matches. */
    revision: number
  }
  'sport.matches': {
    publication: string
    competition: string
    id: string
    updated: Date
    digest: string
    body: ColumnType<unknown, string, string>
  }
}
export type SportDb = Kysely<SportTables>
export type Trx = Transaction<SportTables>
