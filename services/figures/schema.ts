/** The tables of figures, in the PostgreSQL schema `figures`. */
import type { Kysely } from 'kysely'

/** Sums of a day. */
export type DayRow = {
  mandator: string
  /** In Berlin, 2026-12-31. */
  day: string
  /** Kind of the value: `all` (its value is ''), `page`, `section`, `article`, `source`, `device`, `ad`, `ad-click`. */
  kind: string
  value: string
  views: number
  visitors: number
  seconds: number
  quarter1: number
  quarter2: number
  quarter3: number
  quarter4: number
}

type FiguresTables = {
  'figures.days': DayRow
  /** Steps, answers about consent, searches, buckets of Core Web Vitals. */
  'figures.counts': { mandator: string; day: string; name: string; bucket: number; count: number }
  /** Readers who read both articles on that day; each pair in both directions. */
  'figures.pairs': { mandator: string; article: string; other: string; day: string; readers: number }
  /** Of today, and of yesterday until the day is closed. */
  'figures.salts': { day: string; salt: Uint8Array }
  /** A visitor was counted in a row of an even day: a hash of both with the salt of the day. */
  'figures.marks_even': { mark: number }
  'figures.marks_odd': { mark: number }
}

export type FiguresDb = Kysely<FiguresTables>
