/**
 * For operators of a running portal: metrics and the health of its parts at `METRICS_ADDRESS`, traces, the
 * access log. Each is on only if it is configured; with none of them there is no `Watch`, and the places that would tell
 * it something do nothing. No figure, span or line holds a value of a reader: no address, cookie, token, code, user
 * agent or query, and no id in the path of a call (`request-names.ts`).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fetch } from '@lokalteil/contracts/kernel/client'
import type { QueryReport } from '@lokalteil/services/platform/database'
import { UpstreamError } from '@lokalteil/services/platform/upstream'
import type { WatchConfig } from '../config/watch.ts'
import type { Log } from '../http/log.ts'
import { createFigures, toStatusClass, type Figures, type FigureSources } from './figures.ts'
import { createHealth, toOverall, type Health, type Part } from './health.ts'
import type { NameRequest } from './request-names.ts'
import { createSpanExporter, type SpanExporter } from './span-exporter.ts'
import { toStatement } from './statement.ts'
import { createTracer, type Span, type SpanNotes, type Tracer } from './traces.ts'
import { openWatchServer, type WatchAnswer, type WatchServer } from './watch-server.ts'

/** Who runs a service: `house`: the publisher, who set its address. Others hear nothing of a trace. */
export type Reach = 'house' | 'third-party'

/** Facts that the handler of a request adds. `cache`: absent unless the answer's headers lack it. */
export type RequestNotes = { publication: string; cache: string | null }

/** Runs the handling of a request, and notes its end. */
export type FollowRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  handle: (notes: RequestNotes) => void,
) => void

export type WatchSources = FigureSources & { parts: readonly Part[] }

export type Watch = {
  /** Of the figures, `http://host:port`; null: none. */
  base: string | null
  toFollow: (nameRequest: NameRequest) => FollowRequest
  /** Draws a page. */
  observeRender: <T>(page: string, draw: () => Promise<T>) => Promise<T>
  /** Calls a service that is not in this process, and sends the trace along if it is of the house. */
  observeCall: (service: { name: string; reach: Reach }, request: Request, send: Fetch) => Promise<Response>
  /** Undefined: nothing is noted of statements. */
  onQuery: ((query: QueryReport) => void) | undefined
  noteInvalidation: (kind: string) => void
  noteSession: (event: string) => void
  /** Once the portal is open; until then the health is `starting`. */
  attach: (sources: WatchSources) => void
  close: () => Promise<void>
}

type WatchOptions = { config: WatchConfig; now: () => Date; log: Log }
type Instruments = { figures: Figures | null; tracer: Tracer | null; isLogged: boolean; log: Log }

/** Null: nothing is configured. Rejects if the address of the figures is not available. */
export async function openWatch({ config, now, log }: WatchOptions): Promise<Watch | null> {
  const { metricsAddress, isAccessLogged, traces } = config
  if (metricsAddress === null && !isAccessLogged && traces === null) return null
  const figures = metricsAddress === null ? null : await createFigures()
  const exporter = traces === null ? null : createSpanExporter({ ...traces, log })
  const tracer = traces === null || exporter === null ? null : createTracer(traces.share, exporter.add)
  const instruments: Instruments = { figures, tracer, isLogged: isAccessLogged, log }
  const shown: Shown = { sources: null, health: null }
  let server: WatchServer | null = null
  if (metricsAddress !== null && figures !== null) {
    const answers = toAnswers(figures, exporter, shown, now)
    server = await openWatchServer(metricsAddress, answers, log)
    log('info', 'metrics', { base: server.base })
  }
  return {
    base: server?.base ?? null,
    toFollow: (nameRequest) => toFollow(instruments, nameRequest),
    observeRender: (page, draw) => observeRender(instruments, page, draw),
    observeCall: (service, request, send) => observeCall(instruments, service, request, send),
    onQuery: figures === null && tracer === null ? undefined : (query) => noteQuery(instruments, query),
    noteInvalidation: (kind) => figures?.invalidated(kind),
    noteSession: (event) => figures?.sessionChanged(event),
    attach(sources) {
      if (server === null) return
      shown.sources = sources
      shown.health = createHealth(sources.parts, now, log)
    },
    async close() {
      shown.health?.close()
      await server?.close()
      await exporter?.close()
    },
  }
}

// --- The address of the figures

type Shown = { sources: FigureSources | null; health: Health | null }

function toAnswers(
  figures: Figures,
  exporter: SpanExporter | null,
  shown: Shown,
  now: () => Date,
): Readonly<Record<string, () => Promise<WatchAnswer>>> {
  const readParts = async () => (await shown.health?.read()) ?? []
  return {
    '/metrics': async () => {
      const parts = await readParts()
      const spans = exporter?.counts() ?? null
      const body = await figures.read({ sources: shown.sources, parts, spans, now: now() })
      return { status: 200, type: figures.contentType, body }
    },
    '/health': async () => {
      const parts = await readParts()
      const state = shown.health === null ? 'starting' : toOverall(parts)
      const body = {
        state,
        parts: Object.fromEntries(parts.map(({ name, state: of, since }) => [name, { state: of, since }])),
      }
      return {
        status: state === 'up' || state === 'late' ? 200 : 503,
        type: 'application/json',
        body: `${JSON.stringify(body, null, 2)}\n`,
      }
    },
  }
}

// --- Requests

function toFollow(instruments: Instruments, nameRequest: NameRequest): FollowRequest {
  const { figures, tracer } = instruments
  return (request, response, requestId, handle) => {
    const notes: RequestNotes = { publication: '', cache: null }
    const begun: Begun = {
      requestId,
      // Handlers may change it.
      target: request.url ?? '',
      startedAt: performance.now(),
      sentBefore: request.socket.bytesWritten,
      span: tracer?.begin(request.headers.traceparent?.toString()) ?? null,
    }
    figures?.requestBegan()
    response.once('close', () => endRequest(instruments, nameRequest(begun.target), request, response, begun, notes))
    if (tracer === null || begun.span === null) handle(notes)
    else tracer.run(begun.span, () => handle(notes))
  }
}

type Begun = { requestId: string; target: string; startedAt: number; sentBefore: number; span: Span | null }

function endRequest(
  { figures, tracer, isLogged, log }: Instruments,
  { kind, route, path }: ReturnType<NameRequest>,
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, startedAt, sentBefore, span }: Begun,
  { publication, cache: stored }: RequestNotes,
): void {
  const milliseconds = performance.now() - startedAt
  const method = request.method ?? ''
  const status = response.headersSent ? response.statusCode : null
  const cache = stored ?? response.getHeader('x-cache')?.toString() ?? null
  const isStream = response.getHeader('content-type')?.toString().startsWith('text/event-stream') === true
  figures?.requestEnded({ method, route, publication, status }, isStream ? null : milliseconds)
  if (cache !== null) figures?.cacheAnswered(kind === 'page' ? 'pages' : 'files', cache)
  const known = {
    ...(publication === '' ? {} : { publication }),
    ...(cache === null ? {} : { cache }),
    ...(response.writableFinished ? {} : { isAborted: true }),
  }
  if (isLogged)
    log('info', 'request', {
      method,
      route,
      path,
      status,
      bytes: request.socket.bytesWritten - sentBefore,
      ms: Math.round(milliseconds * 10) / 10,
      ...known,
      requestId,
      ...(span === null ? {} : { traceId: span.trace.id }),
    })
  if (tracer === null || span === null) return
  tracer.end(span, `${method} ${route}`, {
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'url.path': path,
      ...(status === null ? {} : { 'http.response.status_code': status }),
      ...Object.fromEntries(Object.entries(known).map(([name, value]) => [`lokalteil.${name}`, value])),
      'lokalteil.requestId': requestId,
    },
    isFailed: status !== null && status >= 500,
  })
}

// --- Waiting times of a request

async function observeRender<T>({ figures, tracer }: Instruments, page: string, draw: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const drawn = async () => {
    try {
      return await draw()
    } finally {
      figures?.rendered(page, performance.now() - startedAt)
    }
  }
  return tracer === null ? drawn() : tracer.inSpan(`render ${page}`, 'internal', drawn)
}

async function observeCall(
  { figures, tracer }: Instruments,
  { name, reach }: { name: string; reach: Reach },
  request: Request,
  send: Fetch,
): Promise<Response> {
  const startedAt = performance.now()
  const call = async (notes: SpanNotes) => {
    const header = reach === 'house' ? (tracer?.toTraceparent() ?? null) : null
    if (header !== null) request.headers.set('traceparent', header)
    Object.assign(notes.attributes, { 'peer.service': name, 'http.request.method': request.method })
    let outcome = 'failed'
    try {
      const response = await send(request)
      outcome = toStatusClass(response.status)
      notes.isFailed = response.status >= 500
      notes.attributes['http.response.status_code'] = response.status
      return response
    } catch (error) {
      if (error instanceof UpstreamError) outcome = error.code.toLowerCase()
      notes.attributes['error.type'] = outcome
      throw error
    } finally {
      figures?.upstreamAnswered(name, outcome, performance.now() - startedAt)
    }
  }
  if (tracer === null) return call({ attributes: {}, isFailed: false })
  return tracer.inSpan(`${request.method} ${name}`, 'client', call)
}

function noteQuery({ figures, tracer }: Instruments, { text, milliseconds, isFailed }: QueryReport): void {
  const { operation, table } = toStatement(text)
  figures?.queried(operation, isFailed, milliseconds)
  tracer?.record(table === null ? operation : `${operation} ${table}`, milliseconds, {
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table === null ? {} : { 'db.collection.name': table }),
    },
    isFailed,
  })
}
