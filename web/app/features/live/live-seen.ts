/** Up to which entry a live report was seen on this device. It goes with a logout. */
const KEY = 'liveSeen'
const MOST = 20

type Seen = readonly [id: string, time: string][]

export function readLiveSeen(id: string): string | null {
  return read().find(([known]) => known === id)?.[1] ?? null
}

/** `time`: of the newest entry; '' where there is none. */
export function saveLiveSeen(id: string, time: string): void {
  if (time === '') return
  const others = read().filter(([known]) => known !== id)
  try {
    localStorage.setItem(KEY, JSON.stringify([[id, time], ...others].slice(0, MOST)))
  } catch {
    // A full or closed storage: next time there is no mark.
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
