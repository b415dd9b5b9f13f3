/** The last seen entry of live reports on this device. Deleted at the logout. */
import { keepStored, readStored } from '../../browser/device-storage.ts'

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
  keepStored(KEY, JSON.stringify([[id, time], ...others].slice(0, MOST)))
}

function read(): Seen {
  try {
    const value: unknown = JSON.parse(readStored(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter(isSeen).slice(0, MOST) : []
  } catch {
    return []
  }
}

function isSeen(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
}
