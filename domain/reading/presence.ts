/** Decides which articles are new since the last visit, from two times stored on the device. */

/** `last`: time of the last page view. `since`: end of the visit before this one; null on the first visit. */
export type Presence = { last: number; since: number | null }

/** A pause of this length ends a visit. */
const VISIT_PAUSE_MS = 30 * 60_000
/** Articles older than this are never marked: after a long absence nearly all of them would be. */
const NEW_FOR_MS = 7 * 86_400_000

export function parsePresence(text: string | null): Presence | null {
  const [last, since] = (text ?? '').split(',').map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : null))
  return last === null || last === undefined ? null : { last, since: since ?? null }
}

export function writePresence({ last, since }: Presence): string {
  return since === null ? String(last) : `${last},${since}`
}

/** A clock that was set back neither begins nor ends a visit. */
export function advancePresence(before: Presence | null, now: number): Presence {
  if (before === null) return { last: now, since: null }
  return { last: Math.max(now, before.last), since: now - before.last > VISIT_PAUSE_MS ? before.last : before.since }
}

export function isNewSince(publishedAt: number, { since }: Presence, now: number): boolean {
  return since !== null && publishedAt > Math.max(since, now - NEW_FOR_MS) && publishedAt <= now
}
