/**
 * The tables of the user service, in the PostgreSQL schema `reader` (`user` is a reserved word). The publication is the
 * first column of every key: nothing of one publication can be reached through another.
 */
import type { ColumnType, Generated, Kysely } from 'kysely'

type Json<T> = ColumnType<T, string, string>

const MARK_KINDS = ['article', 'region', 'tag', 'muted-topic', 'muted-word'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

export type UserTables = {
  /** One row a reader: every write of the reader holds its lock, so that counting and adding are one thing. */
  'reader.readers': {
    mandator: string
    reader: string
    onboarded_at: Date | null
    is_reading_synced: Generated<boolean>
    reading_cleared_at: Date | null
    created_at: Date
    changed_at: Date
  }
  /** Everything a reader has or has not marked: bookmarks, what is followed, what is muted. */
  'reader.marks': {
    mandator: string
    reader: string
    kind: MarkKind
    id: string
    ts: Date
    sequence: Generated<number>
  }
  /** `removed_at`: taken out of the list; kept for a while, so that no other device brings it back. */
  'reader.read_articles': {
    mandator: string
    reader: string
    article_id: string
    ts: Date
    progress: number
    removed_at: Date | null
  }
  'reader.feed_visits': { mandator: string; reader: string; feed: string; since: Date | null; visited_at: Date }
  /** `item`: a puzzle (`sudoku.2026-11-23.schwer`) or a game (`sudoku`), whose record it then is. */
  'reader.game_progress': { mandator: string; reader: string; item: string; data: Json<unknown>; revision: number }
  /** Digests of erased readers: a token that outlives the account by minutes must not bring it back. */
  'reader.erased': { digest: string; at: Date }
  'reader.settings': { mandator: string; data: Json<unknown>; changed_at: Date }
}

export type UserDb = Kysely<UserTables>
