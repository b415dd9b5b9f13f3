/**
 * The one way to call services that are not in this process. Promises for each origin apart: an answer is read whole,
 * in time and no larger than `maxBytes`, or an `UpstreamError` is thrown; at most `concurrency` requests run at once,
 * others queue within their time; while the origin is known to be down, calls fail at once (circuit breaker,
 * `domain/outages/circuit-breaker.ts`). A hanging, dripping, refused, oversized or 5xx answer counts as a failure. A
 * background probe, not a reader's request, finds out whether it is back. Each origin has its own circuit, because
 * publications may have services of their own.
 */
import { BodyTooLarge, readBytes } from '@lokalteil/contracts/kernel/bounded-body'
import type { Fetch } from '@lokalteil/contracts/kernel/client'
import {
  CLOSED_CIRCUIT,
  afterFailure,
  afterProbe,
  afterSuccess,
  concurrencyOf,
  type Circuit,
} from '@lokalteil/domain/outages/circuit-breaker'
import { timeLeft } from './deadline.ts'

export type UpstreamTrouble = 'DOWN' | 'BUSY' | 'TIMEOUT' | 'TOO_LARGE' | 'UNREACHABLE'

export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly code: UpstreamTrouble
  constructor(upstream: string, code: UpstreamTrouble, cause?: unknown) {
    super(`${upstream}: ${code}`, cause === undefined ? {} : { cause })
    this.code = code
  }
}

export type UpstreamOptions = {
  /** For messages and the log. */
  name: string
  /** Limit for the body of one answer. */
  maxBytes: number
  /** Most requests at once, and so most open sockets. */
  concurrency?: number
  /** Milliseconds for one answer, unless the request's signal or a deadline ends it sooner. */
  timeout?: number
  /** Called when an origin goes down and when it is back. */
  onChange?: (change: { origin: string; isDown: boolean; reason: string }) => void
}

export type Upstream = { fetch: Fetch; close: () => void }

const CONCURRENCY = 32
const TIMEOUT_MS = 60_000
const PROBE_MS = 2000
const MOST_WAITING = 500
/** Milliseconds. A request aborted sooner says nothing about the upstream: its caller had little time left. */
const SLOW_MS = 1000

type Exchange = { request: Request; timeout: number }
type Waiter = { start: () => void; refuse: (error: UpstreamError) => void }

export function createUpstream(options: UpstreamOptions): Upstream {
  const lines = new Map<string, Line>()
  return {
    async fetch(request) {
      const { origin } = new URL(request.url)
      let line = lines.get(origin)
      if (line === undefined) lines.set(origin, (line = createLine(options, origin)))
      return line.fetch(request)
    },
    close() {
      for (const line of lines.values()) line.close()
      lines.clear()
    },
  }
}

type Line = ReturnType<typeof createLine>

/** Long, because circuit, queue and probe of one origin share the same few variables. */
function createLine(options: UpstreamOptions, origin: string) {
  const most = options.concurrency ?? CONCURRENCY
  const now = () => performance.now()
  const waiting = new Set<Waiter>()
  let circuit: Circuit = CLOSED_CIRCUIT
  let running = 0
  let timer: NodeJS.Timeout | null = null
  /** The request that failed last; the probe repeats it. */
  let probe: { url: string; method: 'GET' | 'HEAD' } | null = null

  const fail = (code: UpstreamTrouble, cause?: unknown) => new UpstreamError(options.name, code, cause)

  function change(next: Circuit, reason: string): void {
    const wasOpen = circuit.kind === 'open'
    circuit = next
    if (circuit.kind === 'open') {
      for (const waiter of waiting) waiter.refuse(fail('DOWN'))
      timer ??= setTimeout(() => void runProbe(), Math.max(0, circuit.probeAt - now())).unref()
    } else startWaiting()
    if (wasOpen !== (circuit.kind === 'open')) options.onChange?.({ origin, isDown: circuit.kind === 'open', reason })
  }

  async function runProbe(): Promise<void> {
    const { url, method } = probe ?? { url: origin, method: 'HEAD' }
    // Without a reader's credentials: a refusal is a sign of life, too.
    const request = new Request(url, { method, headers: { accept: 'application/json' }, redirect: 'manual' })
    const isGood = await exchange({ request, timeout: PROBE_MS }).then(
      (response) => response.status < 500,
      () => false,
    )
    timer = null
    change(afterProbe(circuit, isGood, now()), 'probe')
  }

  function startWaiting(): void {
    for (const waiter of waiting) {
      if (running >= concurrencyOf(circuit, most, now())) return
      waiter.start()
    }
  }

  /** Resolves when it is this request's turn; the caller must call `leave` afterwards. */
  function enter(request: Request, patience: number): Promise<void> {
    if (circuit.kind === 'open') return Promise.reject(fail('DOWN'))
    if (running < concurrencyOf(circuit, most, now()) && waiting.size === 0) {
      running++
      return Promise.resolve()
    }
    if (waiting.size >= MOST_WAITING) return Promise.reject(fail('BUSY'))
    return new Promise((resolve, reject) => {
      const end = () => {
        waiting.delete(waiter)
        clearTimeout(late)
        request.signal.removeEventListener('abort', onAbort)
      }
      const waiter: Waiter = {
        start() {
          end()
          running++
          resolve()
        },
        refuse(error) {
          end()
          reject(error)
        },
      }
      const onAbort = () => waiter.refuse(fail('BUSY', request.signal.reason))
      const late = setTimeout(() => waiter.refuse(fail('BUSY')), patience)
      request.signal.addEventListener('abort', onAbort)
      waiting.add(waiter)
    })
  }

  function leave(): void {
    running--
    startWaiting()
  }

  async function exchange({ request, timeout }: Exchange): Promise<Response> {
    const giveUp = new AbortController()
    const { signal } = giveUp
    const abort = () => giveUp.abort()
    const late = setTimeout(abort, timeout)
    request.signal.addEventListener('abort', abort)
    try {
      // Passed as an option: a `Request` made with the signal would only hold it weakly and lose it in a garbage
      // collection.
      const response = await fetch(request, { signal })
      const bytes = await readBytes(response, options.maxBytes, signal)
      const headers = new Headers(response.headers)
      // These headers describe the transfer to this process, not the copy that is handed on.
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
      const { status, statusText } = response
      const isEmpty = status === 204 || status === 205 || status === 304
      return new Response(isEmpty ? null : bytes, { status, statusText, headers })
    } catch (error) {
      if (error instanceof BodyTooLarge) throw fail('TOO_LARGE', error)
      throw fail(signal.aborted ? 'TIMEOUT' : 'UNREACHABLE', error)
    } finally {
      clearTimeout(late)
      request.signal.removeEventListener('abort', abort)
    }
  }

  return {
    async fetch(request: Request): Promise<Response> {
      const patience = () => Math.min(options.timeout ?? TIMEOUT_MS, timeLeft())
      if (patience() <= 0 || request.signal.aborted) throw fail('TIMEOUT')
      await enter(request, patience())
      const started = now()
      const onFailure = (reason: string) => {
        const isRead = request.method === 'GET' || request.method === 'HEAD'
        probe = { url: request.url, method: isRead ? 'GET' : 'HEAD' }
        change(afterFailure(circuit, now()), reason)
      }
      try {
        const response = await exchange({ request, timeout: Math.max(1, patience()) })
        if (response.status >= 500) onFailure(`status ${response.status}`)
        else change(afterSuccess(circuit), 'answer')
        return response
      } catch (error) {
        const code = error instanceof UpstreamError ? error.code : 'UNREACHABLE'
        if (code !== 'TIMEOUT' || now() - started >= SLOW_MS) onFailure(code)
        throw error
      } finally {
        // `fetch` needs a turn of the event loop to free its socket; an earlier request would open another one.
        setImmediate(leave)
      }
    },
    close() {
      if (timer !== null) clearTimeout(timer)
      for (const waiter of waiting) waiter.refuse(fail('DOWN'))
    },
  }
}
