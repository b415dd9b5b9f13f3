/** What was heard of the open data, in the PostgreSQL schema `weather`. */
import type { ColumnType, Kysely } from 'kysely'

export type DocumentRow = {
  /** `station 10865` or `pollen`. */
  id: string
  /** Nobody asks before. */
  next_at: Date
  /** When it was last known to be so; null: never. */
  heard_at: Date | null
  etag: string
  last_modified: string
  /** As `dwd-station` and `dwd-pollen` read it. */
  body: ColumnType<unknown, string | null, string | null>
  /** Why the last question brought nothing; '' when it did. */
  trouble: string
}

type WeatherTables = { 'weather.documents': DocumentRow }
export type WeatherDb = Kysely<WeatherTables>
