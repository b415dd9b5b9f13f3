/**
 * The list of read articles with the reading position, merged over several devices. Data of another device is accepted
 * only if it has the right form.
 */

export const MOST_READ_ARTICLES = 100

/** `ts`: when it was last open. `progress`: position at that time, 0 to 1. */
export type ReadArticle = { articleId: string; ts: Date; progress: number }
/** Removed entries with their times. `clearedAt`: everything read until then was removed. */
export type RemovedReading = { clearedAt: Date | null; removed: ReadonlyMap<string, Date> }

/**
 * Merges the lists of several devices, last read first. The later reading of an article counts, with its position. A
 * removed entry does not come back from a device that has not synchronised yet. A clock that is ahead cannot keep an
 * article at the top.
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

/** The position to resume at; null near the beginning and the end. */
export function toResumePosition(progress: number): number | null {
  return progress >= 0.05 && progress < 0.95 ? progress : null
}

/** After 0.95 only names and links follow. */
export function isReadThrough(progress: number): boolean {
  return progress >= 0.95
}

function toProgress(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
}

function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}
