/**
 * Notices that PostgreSQL is there and does not answer (frozen, a network that swallows packets), which no error says.
 * When somebody has waited for a connection, or held one, longer than a second, a connection of its own looks. If that has
 * no answer either, whoever asks for a connection is refused at once, and connections in use are cut, until a look
 * succeeds. While everything is well nothing is asked.
 */
import { DatabaseUnavailable } from './outage.ts'

export type PoolWatch = {
  /** Throws `DatabaseUnavailable` while the database is known not to answer. */
  refuseIfDown: () => void
  /** `cut` ends what is going on; the result says that it is over. */
  follow: (cut: (error: Error) => void) => () => void
  close: () => void
}

const TICK_MS = 500
const LONG_MS = 1000
/** While long work goes on and the database is well, one look in this time is enough. */
const PAUSE_MS = 2000

export function createPoolWatch(isAnswering: () => Promise<boolean>): PoolWatch {
  const going = new Map<object, { since: number; cut: (error: Error) => void }>()
  let isDown = false
  let isLooking = false
  let lookedAt = -PAUSE_MS
  let timer: NodeJS.Timeout | null = null

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    isDown = !(await isAnswering().catch(() => false))
    lookedAt = performance.now()
    isLooking = false
    if (!isDown) return
    const now = performance.now()
    for (const { since, cut } of Array.from(going.values()))
      if (now - since >= LONG_MS) cut(new DatabaseUnavailable('The database does not answer'))
  }

  function tick(): void {
    const now = performance.now()
    const isLong = [...going.values()].some(({ since }) => now - since >= LONG_MS)
    if (isDown || (isLong && now - lookedAt >= PAUSE_MS)) void look()
    if (going.size > 0 || isDown) return
    clearInterval(timer!)
    timer = null
  }

  return {
    refuseIfDown() {
      if (isDown) throw new DatabaseUnavailable('The database does not answer')
    },
    follow(cut) {
      const key = {}
      going.set(key, { since: performance.now(), cut })
      timer ??= setInterval(tick, TICK_MS).unref()
      return () => void going.delete(key)
    },
    close() {
      if (timer !== null) clearInterval(timer)
    },
  }
}
