/** The tables of the weather, in the PostgreSQL schema `weather`: documents of the open data. */
import type { ColumnType, Kysely } from 'kysely'

export type DocumentRow = {
  /** `station 10865` or `pollen`. */
  id: string
  /** No process loads it before this time. */
  next_at: Date
  /** When the source last confirmed it; null: never. */
  heard_at: Date | null
  etag: string
  last_modified: string
  /** In the parsed form of `dwd-station` and `dwd-pollen`. */
  body: ColumnType<unknown, string | null, string | null>
  /** Fault of the last request; '' if it succeeded. */
  trouble: string
}

type WeatherTables = { 'weather.documents': DocumentRow }
export type WeatherDb = Kysely<WeatherTables>
