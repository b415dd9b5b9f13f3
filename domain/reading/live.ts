/** Whether a live report is still running: new entries keep coming. */

/** Longer than half-time or the break of a council meeting. After it no new entries are expected. */
const LIVE_MS = 2 * 3_600_000

/** `isLive`: it was written as a live report. This never changes. */
export function isLiveNow(
  { isLive, publishDate, updateDate }: { isLive: boolean; publishDate: string; updateDate: string | null },
  now: Date,
): boolean {
  return isLive && now.getTime() - Date.parse(updateDate ?? publishDate) < LIVE_MS
}
