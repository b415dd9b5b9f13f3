/**
 * Hands small values over to the next page when the page is reloaded (for another build or another worker): in the
 * session storage of this tab, for 60 s. Texts and tokens must not be in it, so large values are dropped.
 */
import { keepStored } from '../device-storage.ts'

const HELD_KEY = 'held-state'
const HELD_MS = 60_000
const MAX_VALUE_LENGTH = 200

type HeldValue = string | number | boolean
const holders = new Map<string, () => HeldValue | null>()

/** `read` is called just before the reload; null hands nothing over. Returns a function that removes the holder. */
export function holdState(name: string, read: () => HeldValue | null): () => void {
  holders.set(name, read)
  return () => {
    if (holders.get(name) === read) holders.delete(name)
  }
}

export function handOverState(now: number): void {
  const values: Record<string, HeldValue> = {}
  for (const [name, read] of holders) {
    const value = read()
    if (value !== null && String(value).length <= MAX_VALUE_LENGTH) values[name] = value
  }
  keepStored(HELD_KEY, JSON.stringify({ at: now, values }), 'sessionStorage')
}

/** Reads the values once: a second call finds nothing. */
export function takeHeldState(name: string, now: number): HeldValue | null {
  try {
    const held = JSON.parse(sessionStorage.getItem(HELD_KEY) ?? 'null') as {
      at: number
      values: Record<string, HeldValue>
    } | null
    if (held === null || !Object.hasOwn(held.values, name)) return null
    const { [name]: value, ...rest } = held.values
    if (Object.keys(rest).length === 0) sessionStorage.removeItem(HELD_KEY)
    else sessionStorage.setItem(HELD_KEY, JSON.stringify({ ...held, values: rest }))
    const age = now - held.at
    return value !== undefined && age >= 0 && age <= HELD_MS ? value : null
  } catch {
    return null
  }
}
