/** Remembers the last page of an issue on this device; deleted at the logout, like all data of a reader. */
import { keepStored, readStored } from '@lokalteil/web/app/browser/device-storage'

const KEY = 'epaperPages'
const MOST_ISSUES = 30

export function readLastPage(issueKey: string): number | null {
  return readAll().find(([key]) => key === issueKey)?.[1] ?? null
}

export function keepLastPage(issueKey: string, page: number): void {
  const others = readAll().filter(([key]) => key !== issueKey)
  // An issue starts at page 1 anyway.
  const kept = page === 1 ? others : [[issueKey, page] as const, ...others]
  keepStored(KEY, JSON.stringify(kept.slice(0, MOST_ISSUES)))
}

function readAll(): (readonly [string, number])[] {
  try {
    const found: unknown = JSON.parse(readStored(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(entry: unknown): entry is readonly [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Number.isInteger(entry[1]) && entry[1] > 0
}
