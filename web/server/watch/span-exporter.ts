/**
 * Sends finished spans to an OpenTelemetry collector: OTLP over HTTP in JSON, `{endpoint}/v1/traces`. Spans are gathered
 * for a moment and sent in one piece, one request at a time. A collector that is silent, busy or restarting gets them
 * later, after growing pauses; one that refuses them does not. At most `MOST_WAITING` spans wait, others are dropped and
 * counted: a broken collector costs some memory and nothing else.
 */
import { randomUUID } from 'node:crypto'
import type { TracesConfig } from '../config/watch.ts'
import type { Log } from '../http/log.ts'
import type { FinishedSpan } from './traces.ts'

export type SpanExporter = {
  add: (span: FinishedSpan) => void
  /** Since the start. */
  counts: () => { sent: number; dropped: number }
  /** Sends the queued spans within a moment; later spans are dropped. */
  close: () => Promise<void>
}

type SpanExporterOptions = Pick<TracesConfig, 'endpoint' | 'headers' | 'serviceName'> & {
  log: Log
  /** Milliseconds between two requests. */
  everyMs?: number
}

const MOST_WAITING = 4096
const MOST_AT_ONCE = 512
const EVERY_MS = 2000
const LONGEST_PAUSE_MS = 60_000
const TIMEOUT_MS = 10_000
const FAREWELL_MS = 2000
/** Statuses after which OTLP asks to send the same again. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504])
const KINDS = { internal: 1, server: 2, client: 3 } as const
const FAILED = 2

export function createSpanExporter(options: SpanExporterOptions): SpanExporter {
  const { log, everyMs = EVERY_MS } = options
  const resource = {
    attributes: toAttributes({ 'service.name': options.serviceName, 'service.instance.id': randomUUID() }),
  }
  let waiting: FinishedSpan[] = []
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> | null = null
  let pauseMs = everyMs
  let isSilent = false
  let sent = 0
  let dropped = 0
  const giveUp = new AbortController()

  /** At once if there is enough for a request, unless the collector had trouble with the last one. */
  function arm(): void {
    if (sending !== null) return
    if (waiting.length >= MOST_AT_ONCE && !isSilent) return void send()
    timer ??= setTimeout(() => void send(), pauseMs).unref()
  }

  function send(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    sending ??= sendOnce().finally(() => {
      sending = null
      if (waiting.length > 0 && !giveUp.signal.aborted) arm()
    })
    return sending
  }

  async function sendOnce(): Promise<void> {
    const batch = waiting.splice(0, MOST_AT_ONCE)
    if (batch.length === 0) return
    const outcome = await post(batch)
    if (outcome === 'taken') sent += batch.length
    else if (outcome === 'refused') dropped += batch.length
    else {
      dropped += Math.max(0, batch.length + waiting.length - MOST_WAITING)
      waiting = [...batch, ...waiting].slice(-MOST_WAITING)
    }
    pauseMs = outcome === 'later' ? Math.min(pauseMs * 2, LONGEST_PAUSE_MS) : everyMs
  }

  async function post(batch: readonly FinishedSpan[]): Promise<'taken' | 'refused' | 'later'> {
    try {
      const response = await fetch(`${options.endpoint}/v1/traces`, {
        method: 'POST',
        headers: { ...options.headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'lokalteil' }, spans: batch.map(toOtlp) }] }],
        }),
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), giveUp.signal]),
      })
      await response.body?.cancel()
      if (response.ok) {
        if (isSilent) log('info', 'traces-taken')
        isSilent = false
        return 'taken'
      }
      tell({ status: response.status })
      return LATER.has(response.status) ? 'later' : 'refused'
    } catch (error) {
      tell({ reason: toReason(error) })
      return 'later'
    }
  }

  /** Once for each outage. */
  function tell(fields: Readonly<Record<string, unknown>>): void {
    if (!isSilent) log('warn', 'traces-unsent', fields)
    isSilent = true
  }

  return {
    add(span) {
      if (waiting.length >= MOST_WAITING || giveUp.signal.aborted) return void dropped++
      waiting.push(span)
      arm()
    },
    counts: () => ({ sent, dropped }),
    async close() {
      const late = setTimeout(() => giveUp.abort(), FAREWELL_MS)
      await sending
      while (waiting.length > 0 && !isSilent && !giveUp.signal.aborted) await send()
      clearTimeout(late)
      giveUp.abort()
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** The code of a failed connection, because messages of `fetch` name only its failure. */
function toReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error instanceof Error ? error.name : 'error'
}

function toOtlp({ traceId, spanId, parentId, name, kind, startedAt, endedAt, attributes, isFailed }: FinishedSpan) {
  return {
    traceId,
    spanId,
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(endedAt),
    attributes: toAttributes(attributes),
    status: isFailed ? { code: FAILED } : {},
  }
}

/** 64-bit numbers are texts in this format. */
function toNanoseconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds)
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1_000_000)))
}

function toAttributes(attributes: FinishedSpan['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }))
}

function toValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
