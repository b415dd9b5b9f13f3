/**
 * Tells the shared caches in front which surrogate keys a change touches. Each cache has a queue of its own, of at most 500 keys;
 * beyond that everything is purged. A purge that is not taken is repeated with growing pauses (backoff) until it is: it may be the
 * withdrawal of a text. Keys are sent a second time two to four seconds later, for answers that were on their way to the cache
 * when the change came.
 */
import { ALL_KEY } from '@lokalteil/domain/rendering/surrogate-keys'
import type { Edge } from '../config/edge.ts'
import { toPurgeRequest } from './edge-keys.ts'
import type { Log } from './log.ts'

export type EdgePurge = {
  /** Does not wait for the caches. */
  purge: (keys: readonly string[]) => void
  close: () => void
}

type Waits = {
  /** Milliseconds for one call. */
  answer: number
  /** The first pause after a refused call; each further one is twice as long. */
  again: number
  longest: number
  /** Half of the longest time after which keys are sent once more. */
  echo: number
}
type EdgePurgeOptions = { edge: Edge; log: Log; waits?: Waits }

const WAITS: Waits = { answer: 2000, again: 250, longest: 10_000, echo: 2000 }
const MOST_KEYS = 500
/** In one header; caches refuse longer ones. */
const MOST_CHARACTERS = 3000
const REPORT_MS = 60_000

export function createEdgePurge({ edge, log, waits = WAITS }: EdgePurgeOptions): EdgePurge {
  const caches = edge.purgeUrls.map((url) => createQueue({ edge, log, waits }, url))
  const tell = (keys: Iterable<string>) => {
    for (const cache of caches) cache.add(keys)
  }
  let young = new Set<string>()
  let old = new Set<string>()
  let timer: NodeJS.Timeout | null = null

  function repeat(): void {
    tell(old)
    ;[old, young] = [young, new Set()]
    timer = old.size === 0 ? null : setTimeout(repeat, waits.echo).unref()
  }

  return {
    purge(keys) {
      if (keys.length === 0) return
      tell(keys)
      addKeys(young, keys)
      timer ??= setTimeout(repeat, waits.echo).unref()
    },
    close() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      for (const cache of caches) cache.close()
    },
  }
}

function createQueue({ edge, log, waits }: Required<EdgePurgeOptions>, url: string) {
  const waiting = new Set<string>()
  const closed = new AbortController()
  const { origin } = new URL(url)
  let isSending = false
  let timer: NodeJS.Timeout | null = null
  let failures = 0
  let reportedAt = -Infinity

  async function run(): Promise<void> {
    if (isSending || timer !== null) return
    isSending = true
    while (waiting.size > 0 && !closed.signal.aborted) {
      const keys = takeKeys(waiting)
      const refusal = await send(keys)
      if (closed.signal.aborted) break
      if (refusal !== null) {
        addKeys(waiting, keys)
        wait(refusal)
        break
      }
      if (failures > 0) log('info', 'edge-purge-back', { edge: origin })
      failures = 0
      reportedAt = -Infinity
    }
    isSending = false
  }

  /** Null: taken. */
  async function send(keys: readonly string[]): Promise<string | null> {
    const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(waits.answer)])
    try {
      const response = await fetch(toPurgeRequest(edge, url, keys, signal))
      await response.body?.cancel()
      return response.ok ? null : `status ${response.status}`
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'unreachable'
    }
  }

  function wait(reason: string): void {
    const now = performance.now()
    if (now - reportedAt >= REPORT_MS) {
      reportedAt = now
      log('error', 'edge-purge-failed', { edge: origin, reason, waiting: waiting.size })
    }
    const pause = Math.min(waits.again * 2 ** failures, waits.longest)
    failures++
    timer = setTimeout(() => {
      timer = null
      void run()
    }, pause).unref()
  }

  return {
    add(keys: Iterable<string>): void {
      addKeys(waiting, keys)
      void run()
    },
    close(): void {
      closed.abort()
      if (timer !== null) clearTimeout(timer)
    },
  }
}

function addKeys(set: Set<string>, keys: Iterable<string>): void {
  if (set.has(ALL_KEY)) return
  for (const key of keys) set.add(key)
  if (set.size <= MOST_KEYS && !set.has(ALL_KEY)) return
  set.clear()
  set.add(ALL_KEY)
}

/** As many as fit into one call. They are taken out first: a key that comes meanwhile belongs to a later change. */
function takeKeys(waiting: Set<string>): string[] {
  const keys: string[] = []
  let length = 0
  for (const key of waiting) {
    length += key.length + 1
    if (length > MOST_CHARACTERS && keys.length > 0) break
    keys.push(key)
    waiting.delete(key)
  }
  return keys
}
