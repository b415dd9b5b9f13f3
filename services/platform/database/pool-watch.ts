/**
 * Notices a PostgreSQL that accepts connections but does not answer (frozen, or a network that drops packets); no error
 * reports that. When a caller has waited for a connection or held one for longer than a second, a separate connection
 * looks. If that gets no answer and no other connection received anything meanwhile, new callers are refused at once
 * and connections in use are cut until a look succeeds. While everything is well it asks nothing.
 */
import { DatabaseUnavailable } from './outage.ts'

/** `late`: neither an answer nor an error in time. */
export type Look = 'there' | 'gone' | 'late'

export type PoolWatch = {
  /** Throws `DatabaseUnavailable` while the database is known not to answer. */
  refuseIfDown: () => void
  /** Watches one piece of work; `cut` is called to end it. The function returned says that the work is over. */
  follow: (cut: (error: Error) => void) => () => void
  /** Notes that the database sent something. */
  hear: () => void
  /** Looks now, or waits for the look that is under way. */
  isThere: () => Promise<boolean>
  close: () => void
}

const TICK_MS = 500
const LONG_MS = 1000
/** Milliseconds between looks while long work goes on and the database is well. */
const PAUSE_MS = 2000

export function createPoolWatch(lookOnce: () => Promise<Look>): PoolWatch {
  const going = new Map<object, { since: number; cut: (error: Error) => void }>()
  let isDown = false
  let isClosed = false
  let looking: Promise<boolean> | null = null
  let lookedAt = -PAUSE_MS
  let heard = 0
  let timer: NodeJS.Timeout | null = null

  const look = () => (looking ??= lookNow().finally(() => (looking = null)))

  async function lookNow(): Promise<boolean> {
    const before = heard
    const seen = await lookOnce()
    isDown = seen === 'gone' || (seen === 'late' && heard === before)
    lookedAt = performance.now()
    if (isDown) {
      for (const { since, cut } of Array.from(going.values()))
        if (lookedAt - since >= LONG_MS) cut(new DatabaseUnavailable('The database does not answer'))
      keepTicking()
    }
    return !isDown
  }

  function tick(): void {
    const now = performance.now()
    const isLong = [...going.values()].some(({ since }) => now - since >= LONG_MS)
    if (isDown || (isLong && now - lookedAt >= PAUSE_MS)) void look()
    if (going.size > 0 || isDown) return
    clearInterval(timer!)
    timer = null
  }

  function keepTicking(): void {
    if (!isClosed) timer ??= setInterval(tick, TICK_MS).unref()
  }

  return {
    refuseIfDown() {
      if (isDown) throw new DatabaseUnavailable('The database does not answer')
    },
    follow(cut) {
      const key = {}
      going.set(key, { since: performance.now(), cut })
      keepTicking()
      return () => void going.delete(key)
    },
    hear: () => void heard++,
    isThere: look,
    close() {
      isClosed = true
      if (timer !== null) clearInterval(timer)
    },
  }
}
