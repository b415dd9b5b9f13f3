/** Which articles are new since the last visit, from two moments that stay on the device. */

/** `last`: when something was last looked at. `since`: the end of the visit before this one; null on the first. */
export type Presence = { last: number; since: number | null }

/** After this long without a page the next one begins another visit. */
const VISIT_PAUSE_MS = 30 * 60_000
/** Who was away for longer would see nothing but marks. */
const NEW_FOR_MS = 7 * 86_400_000

export function parsePresence(text: string | null): Presence | null {
  const [last, since] = (text ?? '').split(',').map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : null))
  return last === null || last === undefined ? null : { last, since: since ?? null }
}

export function writePresence({ last, since }: Presence): string {
  return since === null ? String(last) : `${last},${since}`
}

/** A clock that was set back begins no visit and ends none. */
export function advancePresence(before: Presence | null, now: number): Presence {
  if (before === null) return { last: now, since: null }
  return { last: Math.max(now, before.last), since: now - before.last > VISIT_PAUSE_MS ? before.last : before.since }
}

export function isNewSince(publishedAt: number, { since }: Presence, now: number): boolean {
  return since !== null && publishedAt > Math.max(since, now - NEW_FOR_MS) && publishedAt <= now
}
