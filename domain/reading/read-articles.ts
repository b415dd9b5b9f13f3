/** What a reader has read, how far, and the same list on several devices; nothing another device says is believed beyond its shape. */

export const MOST_READ_ARTICLES = 100

/** `ts`: when it was last open. `progress`: 0 to 1, where the reader was then. */
export type ReadArticle = { articleId: string; ts: Date; progress: number }
/** What was taken out of the list, and when; `clearedAt`: all that was read until then. */
export type RemovedReading = { clearedAt: Date | null; removed: ReadonlyMap<string, Date> }

/**
 * What several devices know, last read first. Of one article the later reading counts, with its position; nothing that
 * was removed comes back from a device that had not heard of it; a clock that is ahead cannot pin an article to the top.
 */
export function mergeReading(
  known: readonly ReadArticle[],
  more: readonly ReadArticle[],
  { clearedAt, removed }: RemovedReading,
  now: Date,
): ReadArticle[] {
  const latest = new Map<string, ReadArticle>()
  for (const { articleId, ts, progress } of [...known, ...more]) {
    const at = ts > now ? now : ts
    const removedAt = removed.get(articleId)
    if ((clearedAt !== null && at <= clearedAt) || (removedAt !== undefined && at <= removedAt)) continue
    const before = latest.get(articleId)
    if (
      before === undefined ||
      at > before.ts ||
      (at.getTime() === before.ts.getTime() && progress > before.progress)
    ) {
      latest.set(articleId, { articleId, ts: at, progress: toProgress(progress) })
    }
  }
  return [...latest.values()]
    .toSorted((a, b) => b.ts.getTime() - a.ts.getTime() || compareIds(b.articleId, a.articleId))
    .slice(0, MOST_READ_ARTICLES)
}

/** Where to go on reading; null at the beginning and near the end. */
export function toResumePosition(progress: number): number | null {
  return progress >= 0.05 && progress < 0.95 ? progress : null
}

/** From 0.95 on the rest is names and links. */
export function isReadThrough(progress: number): boolean {
  return progress >= 0.95
}

function toProgress(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
}

function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}
