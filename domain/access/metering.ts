/**
 * Metering: a reader may open some paid articles for free within a number of days. An article counts once a day. The
 * rules that meter stand in `paywall-rules`.
 */
import { toDayKey } from '../german.ts'

/** Days for which reads are kept. No rule's window is longer. */
export const LONGEST_WINDOW = 31
/** Most reads kept for one reader. At this number every meter counts as used up. */
export const MOST_READS = 500

/** So many free articles within so many days, today included. */
export type Meter = { days: number; articles: number }

/** One article opened on one day. `isMetered`: a meter gave it for free. */
export type Read = { day: string; articleId: string; isMetered: boolean }

/** `reads`: of one reader, at most `MOST_READS`. */
type ReaderReads = { reads: readonly Read[]; now: Date }

/** Whether the meter gives this article: it gave it today, or some are left. */
export function isFreeRead({ days, articles }: Meter, facts: ReaderReads & { articleId: string }): boolean {
  if (facts.reads.length >= MOST_READS) return false
  const today = toDayKey(facts.now)
  const given = listRecent(facts, days).filter(({ isMetered }) => isMetered)
  if (given.some(({ day, articleId }) => day === today && articleId === facts.articleId)) return true
  return given.length < articles
}

export function toMeterState({ days, articles }: Meter, reader: ReaderReads): Meter & { used: number } {
  const used = listRecent(reader, days).filter(({ isMetered }) => isMetered).length
  return { used: Math.min(used, articles), articles, days }
}

export function listRecent({ reads, now }: ReaderReads, days: number): Read[] {
  const first = toFirstDay(now, days)
  return reads.filter(({ day }) => day >= first)
}

/** The first day of a window of `days` days that ends today. */
export function toFirstDay(now: Date, days: number): string {
  return new Date(Date.parse(toDayKey(now)) - (days - 1) * 86_400_000).toISOString().slice(0, 10)
}
