/** Groups articles by day, in Berlin's calendar. */
import { formatDay, toDayKey } from '@lokalteil/domain/german'

const DAY = 86_400_000

export type DayGroup<T> = {
  /** 2026-11-21 */
  key: string
  /** 'Samstag, 21. November 2026' */
  label: string
  nearness: 'today' | 'yesterday' | null
  entries: readonly T[]
}

/** Keeps the order within a day; entries of a day that occurs again later join its first group. */
export function groupByDay<T extends { publishDate: string }>(entries: readonly T[], now: Date): DayGroup<T>[] {
  const today = toDayKey(now)
  const yesterday = today === '' ? '' : new Date(Date.parse(today) - DAY).toISOString().slice(0, 10)
  const groups = new Map<string, T[]>()
  for (const entry of entries) {
    const key = toDayKey(new Date(entry.publishDate))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [entry])
    else group.push(entry)
  }
  return [...groups].map(([key, members]) => ({
    key,
    label: formatDay(new Date(members[0]!.publishDate)),
    nearness: key === today ? 'today' : key === yesterday ? 'yesterday' : null,
    entries: members,
  }))
}
