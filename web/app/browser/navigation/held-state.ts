/**
 * What would be lost with a page that is loaded anew (another build, another worker) is handed over to the next one: in the
 * session storage of this tab, for 60 s. Bodies and tokens never are: a holder hands over single small values, larger ones
 * are left out.
 */
const HELD_KEY = 'held-state'
const HELD_MS = 60_000
const MAX_VALUE_LENGTH = 200

type HeldValue = string | number | boolean
const holders = new Map<string, () => HeldValue | null>()

/** `read` is asked when the page is about to be loaded anew; null hands nothing over. Returns how to stop. */
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
  try {
    sessionStorage.setItem(HELD_KEY, JSON.stringify({ at: now, values }))
  } catch {
    // Storage may be closed to us; the page then starts as new.
  }
}

/** Once: a second call finds nothing. */
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
