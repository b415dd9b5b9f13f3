/**
 * Metrics for Prometheus. Every label has values of a bounded set: routes by name, services by name, states and classes of
 * statuses. Nothing is about a reader. Present states (caches, pool, queues, parts) are read when Prometheus asks; events are
 * counted as they happen.
 */
import type { QueueState } from '@lokalteil/services/platform/jobs/job-queue'
import type { KnownPart } from './health.ts'

/** States that are read when Prometheus asks. */
export type FigureSources = {
  caches: () => Readonly<Record<string, { entries: number; bytes: number }>>
  /** Null: no database in use here. */
  database: (() => { connections: number; busy: number; waiting: number }) | null
  /** Null: unknown at the moment. */
  queues: () => Promise<readonly QueueState[] | null>
  /** `down`: how many of its origins the circuit breaker holds for down. */
  upstreams: () => readonly { name: string; down: number }[]
}

/** Times in milliseconds. */
export type Figures = {
  requestBegan: () => void
  /** `status` null: the client left before there was one. `milliseconds` null: a stream, whose length says nothing. */
  requestEnded: (
    request: { method: string; route: string; publication: string; status: number | null },
    milliseconds: number | null,
  ) => void
  cacheAnswered: (cache: 'pages' | 'files', state: string) => void
  rendered: (page: string, milliseconds: number) => void
  upstreamAnswered: (service: string, outcome: string, milliseconds: number) => void
  queried: (operation: string, isFailed: boolean, milliseconds: number) => void
  invalidated: (kind: string) => void
  sessionChanged: (event: string) => void
  /** The text that Prometheus reads. */
  read: (state: {
    sources: FigureSources | null
    parts: readonly KnownPart[]
    spans: { sent: number; dropped: number } | null
    now: Date
  }) => Promise<string>
  contentType: string
}

const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const SHORT_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2]
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const CACHE_STATES: ReadonlySet<string> = new Set(['HIT', 'STALE', 'MISS', 'BYPASS'])

/** Long, because it is a list of figures, a few lines each. Loads the library. */
export async function createFigures(): Promise<Figures> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  // Event loop delay, garbage collection, memory, processor time, open files.
  collectDefaultMetrics({ register: registry })

  const running = new Gauge({
    name: 'lokalteil_requests_running',
    help: 'Requests being answered, streams included',
    registers,
  })
  const requests = new Counter({
    name: 'lokalteil_requests_total',
    help: 'Answered requests',
    labelNames: ['route', 'method', 'status', 'publication'] as const,
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'lokalteil_request_duration_seconds',
    help: 'Time from a request to the end of its answer, without streams',
    labelNames: ['route', 'status'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  })
  const cacheAnswers = new Counter({
    name: 'lokalteil_cache_answers_total',
    help: 'Answers of pages and of files for machines by their state in the cache',
    labelNames: ['cache', 'state'] as const,
    registers,
  })
  const cacheEntries = new Gauge({
    name: 'lokalteil_cache_entries',
    help: 'Entries in a cache of this process',
    labelNames: ['cache'] as const,
    registers,
  })
  const cacheBytes = new Gauge({
    name: 'lokalteil_cache_bytes',
    help: 'Bytes in a cache of this process',
    labelNames: ['cache'] as const,
    registers,
  })
  const renderSeconds = new Histogram({
    name: 'lokalteil_render_duration_seconds',
    help: 'Time to draw a page from its loaded data',
    labelNames: ['page'] as const,
    buckets: SHORT_SECONDS,
    registers,
  })
  const upstreamSeconds = new Histogram({
    name: 'lokalteil_upstream_duration_seconds',
    help: 'Calls of services that are not in this process',
    labelNames: ['service', 'outcome'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  })
  const upstreamsDown = new Gauge({
    name: 'lokalteil_upstream_origins_down',
    help: 'Origins of a service that the circuit breaker holds for down',
    labelNames: ['service'] as const,
    registers,
  })
  const querySeconds = new Histogram({
    name: 'lokalteil_database_query_duration_seconds',
    help: 'Statements of the database, without the wait for a connection',
    labelNames: ['operation', 'outcome'] as const,
    buckets: SHORT_SECONDS,
    registers,
  })
  const connections = new Gauge({
    name: 'lokalteil_database_connections',
    help: 'Connections to the database, and callers that wait for one',
    labelNames: ['state'] as const,
    registers,
  })
  const jobs = new Gauge({
    name: 'lokalteil_jobs',
    help: 'Jobs in a queue of the database, which all processes share',
    labelNames: ['queue', 'state'] as const,
    registers,
  })
  const jobAge = new Gauge({
    name: 'lokalteil_oldest_job_seconds',
    help: 'How long the oldest due job of a queue has been waiting; 0: none is late',
    labelNames: ['queue'] as const,
    registers,
  })
  const invalidations = new Counter({
    name: 'lokalteil_invalidations_total',
    help: 'Changes of content that made stored pages outdated',
    labelNames: ['kind'] as const,
    registers,
  })
  const sessions = new Counter({
    name: 'lokalteil_session_events_total',
    help: 'Sessions of readers that began, were renewed or ended',
    labelNames: ['event'] as const,
    registers,
  })
  const partUp = new Gauge({
    name: 'lokalteil_part_up',
    help: 'Whether a part of the portal works',
    labelNames: ['part'] as const,
    registers,
  })
  const spanCount = new Gauge({
    name: 'lokalteil_trace_spans',
    help: 'Spans since the start: sent to the collector, or dropped',
    labelNames: ['outcome'] as const,
    registers,
  })

  async function gather(sources: FigureSources, now: Date): Promise<void> {
    for (const [cache, { entries, bytes }] of Object.entries(sources.caches())) {
      cacheEntries.set({ cache }, entries)
      cacheBytes.set({ cache }, bytes)
    }
    for (const { name, down } of sources.upstreams()) upstreamsDown.set({ service: name }, down)
    const load = sources.database?.() ?? null
    if (load !== null)
      for (const [state, count] of Object.entries(load)) connections.set({ state: toState(state) }, count)
    // A figure that is not known now must not look like the last one.
    jobs.reset()
    jobAge.reset()
    for (const { name: queue, waiting, working, givenUp, oldest } of (await sources.queues()) ?? []) {
      jobs.set({ queue, state: 'waiting' }, waiting)
      jobs.set({ queue, state: 'running' }, working)
      jobs.set({ queue, state: 'given-up' }, givenUp)
      jobAge.set({ queue }, oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000))
    }
  }

  return {
    requestBegan: () => running.inc(),
    requestEnded({ method, route, publication, status }, milliseconds) {
      const known = toStatusClass(status)
      running.dec()
      requests.inc({ route, method: METHODS.has(method) ? method : 'OTHER', status: known, publication })
      if (milliseconds !== null) requestSeconds.observe({ route, status: known }, milliseconds / 1000)
    },
    cacheAnswered(cache, state) {
      if (CACHE_STATES.has(state)) cacheAnswers.inc({ cache, state })
    },
    rendered: (page, milliseconds) => renderSeconds.observe({ page }, milliseconds / 1000),
    upstreamAnswered: (service, outcome, milliseconds) =>
      upstreamSeconds.observe({ service, outcome }, milliseconds / 1000),
    queried: (operation, isFailed, milliseconds) =>
      querySeconds.observe({ operation, outcome: isFailed ? 'failed' : 'ok' }, milliseconds / 1000),
    invalidated: (kind) => invalidations.inc({ kind }),
    sessionChanged: (event) => sessions.inc({ event }),
    async read({ sources, parts, spans, now }) {
      partUp.reset()
      for (const { name, state } of parts) if (state !== 'off') partUp.set({ part: name }, state === 'up' ? 1 : 0)
      if (spans !== null) for (const [outcome, count] of Object.entries(spans)) spanCount.set({ outcome }, count)
      if (sources !== null) await gather(sources, now)
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** `2xx` and so on; `none` without an answer. */
export function toStatusClass(status: number | null): string {
  return status === null || status < 100 || status > 599 ? 'none' : `${Math.floor(status / 100)}xx`
}

function toState(name: string): string {
  return name === 'connections' ? 'open' : name
}
