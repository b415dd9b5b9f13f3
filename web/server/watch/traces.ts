/**
 * Traces: one server span for each request, with children for renders, calls of other services and statements of the database.
 * A child finds its parent by the asynchronous context, so callers pass nothing on. `traceparent` of W3C Trace Context is read
 * and written; `tracestate` is neither kept nor sent. The number of spans is bounded: `MOST_CHILDREN` for each request, and
 * none of work that goes on long after the answer, such as a timer which a request started.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'

type Attributes = Record<string, string | number | boolean>

/** `startedAt` and `endedAt`: milliseconds since 1970 with fractions. */
export type FinishedSpan = {
  traceId: string
  spanId: string
  parentId: string | null
  name: string
  kind: 'server' | 'client' | 'internal'
  startedAt: number
  endedAt: number
  attributes: Attributes
  isFailed: boolean
}

/** Attributes that the work adds to its span. */
export type SpanNotes = { attributes: Attributes; isFailed: boolean }

/**
 * `left`: how many children may still be added. `clock`: the time of day when the monotonic clock was 0, taken anew for
 * each trace, because the two drift apart. All other times are those of the monotonic clock.
 */
type Trace = { id: string; isSampled: boolean; left: number; clock: number; answeredAt: number | null }
export type Span = { trace: Trace; id: string; parentId: string | null; startedAt: number }

export type Tracer = {
  /** `traceparent`: the header of the request. */
  begin: (traceparent: string | undefined) => Span
  /** Work within it becomes its children. */
  run: <T>(span: Span, work: () => T) => T
  end: (span: Span, name: string, notes: SpanNotes) => void
  /** A child of the present span, if there is one. The work adds attributes to the notes. */
  inSpan: <T>(name: string, kind: 'client' | 'internal', work: (notes: SpanNotes) => Promise<T>) => Promise<T>
  /** A child that has just ended and took so long. */
  record: (name: string, milliseconds: number, notes: SpanNotes) => void
  /** The header for a call that is made now; null: no trace is under way. */
  toTraceparent: () => string | null
}

const MOST_CHILDREN = 200
/** Milliseconds after an answer in which its renewals in the background still belong to the trace. */
const AFTERWARDS_MS = 5000
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1

export function createTracer(share: number, onEnd: (span: FinishedSpan) => void): Tracer {
  const current = new AsyncLocalStorage<Span>()

  function finish(span: Span, name: string, kind: FinishedSpan['kind'], notes: SpanNotes): void {
    const { trace, id, parentId } = span
    const startedAt = trace.clock + span.startedAt
    const endedAt = trace.clock + performance.now()
    onEnd({ traceId: trace.id, spanId: id, parentId, name, kind, startedAt, endedAt, ...notes })
  }

  /** Null: there is no trace, it is not recorded, it is full, or it has been answered for long. */
  function addChild(startedAt: number): Span | null {
    const parent = current.getStore()
    if (parent === undefined || !parent.trace.isSampled || parent.trace.left === 0 || isOver(parent.trace)) return null
    parent.trace.left--
    return { trace: parent.trace, id: toId(8), parentId: parent.id, startedAt }
  }

  return {
    begin(traceparent) {
      const caller = parseTraceparent(traceparent)
      const isSampled = caller === null ? Math.random() < share : caller.isSampled
      const startedAt = performance.now()
      const clock = Date.now() - startedAt
      const trace: Trace = { id: caller?.traceId ?? toId(16), isSampled, left: MOST_CHILDREN, clock, answeredAt: null }
      return { trace, id: toId(8), parentId: caller?.spanId ?? null, startedAt }
    },
    run: (span, work) => current.run(span, work),
    end(span, name, notes) {
      span.trace.answeredAt = performance.now()
      if (span.trace.isSampled) finish(span, name, 'server', notes)
    },
    async inSpan(name, kind, work) {
      const notes: SpanNotes = { attributes: {}, isFailed: false }
      const span = addChild(performance.now())
      if (span === null) return work(notes)
      try {
        return await current.run(span, () => work(notes))
      } catch (error) {
        notes.isFailed = true
        throw error
      } finally {
        finish(span, name, kind, notes)
      }
    },
    record(name, milliseconds, notes) {
      const span = addChild(performance.now() - milliseconds)
      if (span !== null) finish(span, name, 'client', notes)
    },
    toTraceparent() {
      const span = current.getStore()
      if (span === undefined || isOver(span.trace)) return null
      return `00-${span.trace.id}-${span.id}-${span.trace.isSampled ? '01' : '00'}`
    },
  }
}

/** Null: absent or not valid, so that a new trace begins. Takes later versions by the fields that version 00 has. */
export function parseTraceparent(
  header: string | undefined,
): { traceId: string; spanId: string; isSampled: boolean } | null {
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(header ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

function isOver({ answeredAt }: Trace): boolean {
  return answeredAt !== null && performance.now() - answeredAt > AFTERWARDS_MS
}

/** Random bytes for many ids: one call of the system each would cost more than the rest of a span. */
const drawn = Buffer.alloc(4096)
let used = drawn.length

function toId(bytes: number): string {
  if (used + bytes > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += bytes
  return drawn.toString('hex', used - bytes, used)
}
