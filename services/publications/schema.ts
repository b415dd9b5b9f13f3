/** The tables of publications, in the PostgreSQL schema `publications`. */
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { ColumnType, Kysely } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export type PublicationRow = {
  code: string
  position: number
  version: number
  /** The state in force. */
  folder: Json<PublicationFolder>
  /** The folder as it was applied last; differences to it were edited in the office. */
  applied: Json<PublicationFolder | null>
  changed_at: Date
}

type PublicationsTables = {
  'publications.publications': PublicationRow
  'publications.files': { digest: string; bytes: Uint8Array; kept_at: Date }
}

export type PublicationsDb = Kysely<PublicationsTables>
