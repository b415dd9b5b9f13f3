/** The last seen entry of live reports on this device. Deleted at the logout. */
const KEY = 'liveSeen'
const MOST = 20

type Seen = readonly [id: string, time: string][]

export function readLiveSeen(id: string): string | null {
  return read().find(([known]) => known === id)?.[1] ?? null
}

/** `time`: of the newest entry, or ''. */
export function saveLiveSeen(id: string, time: string): void {
  if (time === '') return
  const others = read().filter(([known]) => known !== id)
  try {
    localStorage.setItem(KEY, JSON.stringify([[id, time], ...others].slice(0, MOST)))
  } catch {
    // Storage is full or blocked: there will be no line.
  }
}

function read(): Seen {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter(isSeen).slice(0, MOST) : []
  } catch {
    return []
  }
}

function isSeen(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
}
