/**
 * The state of every part of the portal, and since when it has it. Parts are looked at every few seconds, one look at a
 * time each; a part that gives no answer in time counts as down, and so does one whose look fails.
 */
import type { Log } from '../http/log.ts'

/** `late`: works, but its work piles up. `off`: not of this process, or not configured. */
export type PartState = 'up' | 'late' | 'down' | 'off'
export type Part = { name: string; look: () => PartState | Promise<PartState> }
export type KnownPart = { name: string; state: PartState; since: Date }

export type Health = {
  /** In the order of the parts; as of a few seconds ago at most. */
  read: () => Promise<readonly KnownPart[]>
  close: () => void
}

const LOOK_MS = 2000
const REMEMBERED_MS = 5000
const EVERY_MS = 15_000

export function createHealth(parts: readonly Part[], now: () => Date, log: Log): Health {
  const known = new Map<string, KnownPart>()
  /** Looks that have not come to an end. */
  const looking = new Set<string>()
  let lookedAt = -Infinity
  let round: Promise<void> | null = null

  async function look({ name, look: ask }: Part): Promise<void> {
    const before = known.get(name)
    const state = looking.has(name) ? 'down' : await withinTime(name, ask)
    if (before?.state === state) return
    known.set(name, { name, state, since: now() })
    // The first state is news only where it is bad.
    if (before !== undefined || state === 'down') log(state === 'down' ? 'warn' : 'info', 'part', { part: name, state })
  }

  function withinTime(name: string, ask: Part['look']): Promise<PartState> {
    looking.add(name)
    const asked = Promise.resolve()
      .then(ask)
      .catch((): PartState => 'down')
      .finally(() => looking.delete(name))
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve('down'), LOOK_MS)
      void asked.then((state) => {
        clearTimeout(late)
        resolve(state)
      })
    })
  }

  async function read(): Promise<readonly KnownPart[]> {
    if (performance.now() - lookedAt >= REMEMBERED_MS)
      round ??= Promise.all(parts.map(look)).then(() => {
        lookedAt = performance.now()
        round = null
      })
    await round
    return parts.flatMap(({ name }) => known.get(name) ?? [])
  }

  const timer = setInterval(() => void read(), EVERY_MS).unref()
  return { read, close: () => clearInterval(timer) }
}

/** The worst of them. */
export function toOverall(parts: readonly Pick<KnownPart, 'state'>[]): 'up' | 'late' | 'down' {
  if (parts.some(({ state }) => state === 'down')) return 'down'
  return parts.some(({ state }) => state === 'late') ? 'late' : 'up'
}
