/** Competitions and their matches, in the PostgreSQL schema `sport`; one row per publication. */
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
    /** Raised with every change of the competition or of its matches. */
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
