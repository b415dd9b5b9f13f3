/**
 * What pages told waits here in memory and goes to the figures in batches, so that a page costs no query. Bounded: beyond the limit
 * it is dropped and the figures learn how much. An end of the process without notice loses a few seconds of figures.
 */
import type { FIGURES, Seen } from '@lokalteil/contracts/figures'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Log } from '../http/log.ts'

export type SeenBuffer = {
  add: (publication: PublicationCode, seen: Seen) => void
  /** Hands over everything. */
  close: () => Promise<void>
}

/** Fewer than the contract takes: adding them up must not hold up a page for more than a few milliseconds. */
const BATCH = 250

type Waiting = { seen: Seen[]; dropped: number }

export function createSeenBuffer({
  figuresOf,
  log,
  most = 10_000,
  pauseMs = 2000,
}: {
  figuresOf: (publication: PublicationCode) => Pick<Client<typeof FIGURES>, 'addSeen'>
  log: Log
  most?: number
  pauseMs?: number
}): SeenBuffer {
  const waiting = new Map<PublicationCode, Waiting>()
  let count = 0
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isFailing = false

  async function flush(): Promise<void> {
    for (const [publication, held] of waiting) while (held.seen.length > 0 && (await send(publication, held))) continue
  }

  /** False: the service cannot take anything now. */
  async function send(publication: PublicationCode, held: Waiting): Promise<boolean> {
    const seen = held.seen.splice(0, BATCH)
    const { dropped } = held
    held.dropped = 0
    const answer = await figuresOf(publication).addSeen({ body: { seen, dropped } })
    if (answer.ok) {
      count -= seen.length
      isFailing = false
      return true
    }
    if (!isFailing) log('warn', 'figures-unwritten', { publication, status: answer.status, code: answer.problem.code })
    isFailing = true
    held.dropped += dropped
    // 503: nothing was counted. After any other failure it may have been, and counting it twice would be worse than not at all.
    if (answer.status === 503) held.seen.unshift(...seen)
    else {
      count -= seen.length
      held.dropped += seen.length
    }
    return false
  }

  function run(): Promise<void> {
    running ??= flush().finally(() => {
      running = null
      if (count > 0) schedule()
    })
    return running
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = null
      void run().catch((error: unknown) => log('error', 'figures-unwritten', { error }))
    }, pauseMs).unref()
  }

  return {
    add(publication, seen) {
      const held = waiting.get(publication) ?? { seen: [], dropped: 0 }
      waiting.set(publication, held)
      if (count >= most) held.dropped += 1
      else {
        held.seen.push(seen)
        count += 1
      }
      schedule()
    },
    async close() {
      await running
      await run()
      if (timer !== null) clearTimeout(timer)
    },
  }
}
