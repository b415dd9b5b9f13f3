/**
 * Which articles the same readers read on one day. Promises: what a reader read is in the memory of this process only, under a hash
 * with the salt of the day, and goes with it; the database gets the number of readers of a pair.
 */
import type { Seen } from '@lokalteil/contracts/figures'
import { toMark } from './tally.ts'

/** Limits of a day for each publication and process; beyond them nothing new is paired. */
const MOST_READERS = 20_000
const MOST_ARTICLES = 10
const MOST_PAIRS = 10_000

export type DayOfReaders = {
  /** Articles of a reader, by mark. */
  read: Map<number, readonly string[]>
  /** Pairs that were counted. */
  pairs: Set<string>
}
export type ArticlePair = { articles: [string, string]; readers: number }

/**
 * A reader counts once a day in a pair, however often its pages are opened; a page counts once a quarter of its text has come into
 * view. `keep` takes the batch over, once it is written.
 */
export function pairArticles(
  seen: readonly Seen[],
  publication: string,
  salt: Uint8Array,
  { read, pairs: known }: DayOfReaders,
): { pairs: readonly ArticlePair[]; keep: () => void } {
  const fresh = new Map<number, readonly string[]>()
  const pairs = new Map<string, ArticlePair>()
  for (const { page, article, visitor, quarters } of seen) {
    if (page === null || article === undefined || visitor === null || quarters[0] === 0) continue
    const mark = toMark(salt, [publication, 'reader', visitor])
    const before = fresh.get(mark) ?? read.get(mark) ?? []
    const isFull = before.length === 0 ? read.size + fresh.size >= MOST_READERS : before.length >= MOST_ARTICLES
    if (isFull || before.includes(article)) continue
    fresh.set(mark, [...before, article])
    for (const other of before) count([other, article].toSorted() as [string, string])
  }
  return {
    pairs: [...pairs.values()],
    keep() {
      for (const [mark, articles] of fresh) read.set(mark, articles)
      for (const key of pairs.keys()) known.add(key)
    },
  }

  function count(articles: [string, string]): void {
    const key = articles.join(' ')
    const held = pairs.get(key)
    if (held !== undefined) held.readers += 1
    else if (known.has(key) || known.size + pairs.size < MOST_PAIRS) pairs.set(key, { articles, readers: 1 })
  }
}
