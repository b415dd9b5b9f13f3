/** When a live report is live: while entries still come. */

/** Longer than half-time and the break of a council; after it nothing new is to be expected. */
const LIVE_MS = 2 * 3_600_000

/** `isLive` says that it was written as a live report, which it stays. */
export function isLiveNow(
  { isLive, publishDate, updateDate }: { isLive: boolean; publishDate: string; updateDate: string | null },
  now: Date,
): boolean {
  return isLive && now.getTime() - Date.parse(updateDate ?? publishDate) < LIVE_MS
}
