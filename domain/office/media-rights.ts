/** How long a picture may be shown. */

/** Hours before the end of a right in which desk and list warn of it; for as long they name those that have ended. */
export const RIGHTS_SOON_HOURS = 24
const HOUR = 3_600_000

export const RIGHTS_STATES = ['valid', 'ending', 'ended'] as const
export type RightsState = (typeof RIGHTS_STATES)[number]

/** Milliseconds; `until` null: without end. The moment of the end is outside. */
export function toRightsState(until: number | null, now: number): RightsState {
  if (until === null) return 'valid'
  if (until <= now) return 'ended'
  return until - now <= RIGHTS_SOON_HOURS * HOUR ? 'ending' : 'valid'
}

/** Ratio of width to height of lead pictures and of most teasers. */
const SHOWN = 16 / 9
/** Beyond this part of width or height a crop can be seen. */
const SEEN = 0.02

/** Whether pages cut something off a picture of this size in the first place of an article. */
export function isCutAsLead({ width, height }: { width: number; height: number }): boolean {
  if (width === 0 || height === 0) return true
  const ratio = width / height / SHOWN
  return 1 - Math.min(ratio, 1 / ratio) > SEEN
}
