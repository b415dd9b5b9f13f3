/** Storage of the browser, which may be blocked or full: then nothing is found and nothing is kept, and nothing fails. */
type Place = 'localStorage' | 'sessionStorage'

/** Null: nothing is stored, or storage is blocked. */
export function readStored(key: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(key)
  } catch {
    return null
  }
}

/** Null removes the entry. False: storage is blocked or full. */
export function keepStored(key: string, value: string | null, place: Place = 'localStorage'): boolean {
  try {
    if (value === null) globalThis[place].removeItem(key)
    else globalThis[place].setItem(key, value)
    return true
  } catch {
    return false
  }
}
