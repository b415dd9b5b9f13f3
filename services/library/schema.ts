/**
 * The tables of the library service, in the PostgreSQL schema `reader` (`user` is a reserved word). The publication is the
 * first column of every key, so that no query reaches another publication by mistake.
 */
import type { ColumnType, Generated, Kysely } from 'kysely'

type Json<T> = ColumnType<T, string, string>

const MARK_KINDS = ['article', 'region', 'tag', 'muted-topic', 'muted-word'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

export type LibraryTables = {
  /** One row per reader; every write locks it, so that counting and adding are atomic. */
  'reader.readers': {
    mandator: string
    reader: string
    onboarded_at: Date | null
    is_reading_synced: Generated<boolean>
    reading_cleared_at: Date | null
    created_at: Date
    changed_at: Date
  }
  /** All marks of a reader: bookmarks, followed and muted items. */
  'reader.marks': {
    mandator: string
    reader: string
    kind: MarkKind
    id: string
    ts: Date
    sequence: Generated<number>
  }
  /**
   * `removed_at`: the article was removed from the list; the row is kept for a while (tombstone), so that another
   * device does not bring it back.
   */
  'reader.read_articles': {
    mandator: string
    reader: string
    article_id: string
    ts: Date
    progress: number
    removed_at: Date | null
  }
  'reader.feed_visits': { mandator: string; reader: string; feed: string; since: Date | null; visited_at: Date }
  /** `item`: a puzzle (`sudoku.2026-11-23.schwer`), or a game (`sudoku`) with the records of that game. */
  'reader.game_progress': { mandator: string; reader: string; item: string; data: Json<unknown>; revision: number }
  /**
   * Digests of erased readers: an access token stays valid some minutes longer and must not create the reader again.
   */
  'reader.erased': { digest: string; at: Date }
  'reader.settings': { mandator: string; data: Json<unknown>; changed_at: Date }
}

export type LibraryDb = Kysely<LibraryTables>
