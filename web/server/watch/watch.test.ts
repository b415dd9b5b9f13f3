/** The watch around a small server: metrics, traces and log lines of a request. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createUpstreams } from '../composition/services/upstreams.ts'
import type { WatchConfig } from '../config/watch.ts'
import { createLog } from '../http/log.ts'
import { attributesOf, openCollector, type Collector } from './collector.testing.ts'
import type { RequestName } from './request-names.ts'
import { openWatch, type RequestNotes, type Watch } from './watch.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = `00-${TRACE}-00f067aa0ba902b7-01`
const OFF: WatchConfig = { metricsAddress: null, isAccessLogged: false, traces: null }
const ADDRESS = { host: '127.0.0.1', port: 0 }

let collector: Collector
let lines: string[]
const ends: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  lines = []
  collector = await openCollector()
  ends.push(collector.close)
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const now = () => new Date('2026-11-21T12:00:00Z')
const log = createLog((line) => lines.push(line), now)
const traces = () => ({ endpoint: collector.endpoint, headers: {}, serviceName: 'test', share: 1 })

async function open(config: Partial<WatchConfig>): Promise<Watch> {
  const watch = await openWatch({ config: { ...OFF, ...config }, now, log })
  if (watch === null) throw new Error('Nothing is watched')
  ends.push(watch.close)
  return watch
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Handle = (
  request: Parameters<RequestListener>[0],
  response: Parameters<RequestListener>[1],
  notes: RequestNotes,
) => void | Promise<void>

function follow(watch: Watch, handle: Handle, name: Partial<RequestName> = {}): Promise<string> {
  const begin = watch.toFollow((target) => ({ kind: 'page', route: 'home', path: target.split('?', 1)[0]!, ...name }))
  return listen((request, response) =>
    begin(request, response, 'id-1', (notes) => void handle(request, response, notes)),
  )
}

const figure = async (watch: Watch, name: string) =>
  (await (await fetch(`${watch.base}/metrics`)).text()).split('\n').filter((line) => line.startsWith(name))
const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const until = (isSo: () => boolean) => expect.poll(isSo, { timeout: 5000 }).toBe(true)

it('is not there if nothing is configured', async () => {
  expect(await openWatch({ config: OFF, now, log })).toBeNull()
})

describe('a request', () => {
  it('is counted by its route, class of status and publication, and timed', async () => {
    const watch = await open({ metricsAddress: ADDRESS })
    const base = await follow(watch, (_request, response, notes) => {
      notes.publication = 'ak'
      notes.cache = 'HIT'
      response.writeHead(204).end()
    })
    await fetch(base)
    await fetch(base, { method: 'HEAD' })
    await expect
      .poll(() => figure(watch, 'lokalteil_requests_total'))
      .toEqual([
        'lokalteil_requests_total{route="home",method="GET",status="2xx",publication="ak"} 1',
        'lokalteil_requests_total{route="home",method="HEAD",status="2xx",publication="ak"} 1',
      ])
    expect(await figure(watch, 'lokalteil_request_duration_seconds_count')).toEqual([
      'lokalteil_request_duration_seconds_count{route="home",status="2xx"} 2',
    ])
    expect(await figure(watch, 'lokalteil_cache_answers_total')).toEqual([
      'lokalteil_cache_answers_total{cache="pages",state="HIT"} 2',
    ])
    expect(await figure(watch, 'lokalteil_requests_running')).toEqual(['lokalteil_requests_running 0'])
    expect((await figure(watch, 'nodejs_eventloop_lag_p99_seconds')).length).toBe(1)
  })

  it('takes no state of the cache, method or label from a client', async () => {
    const watch = await open({ metricsAddress: ADDRESS })
    const base = await follow(watch, (request, response) => {
      response.setHeader('x-cache', String(request.headers['x-cache']))
      response.end()
    })
    await fetch(base, { method: 'PROPFIND', headers: { 'x-cache': 'mine' } })
    await expect
      .poll(() => figure(watch, 'lokalteil_requests_total'))
      .toEqual(['lokalteil_requests_total{route="home",method="OTHER",status="2xx",publication=""} 1'])
    expect(await figure(watch, 'lokalteil_cache_answers_total')).toEqual([])
  })

  it('whose client leaves is counted, and none is running any more', async () => {
    const watch = await open({ metricsAddress: ADDRESS, isAccessLogged: true })
    const base = await follow(watch, () => {})
    await fetch(base, { signal: AbortSignal.timeout(100) }).catch(() => {})
    await until(() => entries().some(({ event }) => event === 'request'))
    expect(entries().at(-1)).toMatchObject({ status: null, isAborted: true })
    expect(await figure(watch, 'lokalteil_requests_total')).toEqual([
      'lokalteil_requests_total{route="home",method="GET",status="none",publication=""} 1',
    ])
    expect(await figure(watch, 'lokalteil_requests_running')).toEqual(['lokalteil_requests_running 0'])
  })

  it('that is a stream is counted but not timed', async () => {
    const watch = await open({ metricsAddress: ADDRESS })
    const base = await follow(watch, (_request, response) => {
      response.setHeader('x-request-id', 'id-1')
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.end(':\n\n')
    })
    await (await fetch(base)).text()
    await expect.poll(async () => (await figure(watch, 'lokalteil_requests_total')).length).toBe(1)
    expect(await figure(watch, 'lokalteil_request_duration_seconds_count')).toEqual([])
  })

  it('has one line in the access log, without anything about the reader', async () => {
    const watch = await open({ isAccessLogged: true })
    const base = await follow(watch, (_request, response, notes) => {
      notes.publication = 'ak'
      response.setHeader('x-cache', 'MISS')
      response.writeHead(200).end('hello')
    })
    await fetch(`${base}/sport?secret=1`, {
      headers: { cookie: 'FA_ID_TOKEN=planted', authorization: 'Bearer planted', 'user-agent': 'planted/1.0' },
    })
    await until(() => lines.length > 0)
    const [line] = entries()
    expect(line).toEqual({
      time: '2026-11-21T12:00:00.000Z',
      level: 'info',
      event: 'request',
      method: 'GET',
      route: 'home',
      path: '/sport',
      status: 200,
      bytes: expect.any(Number),
      ms: expect.any(Number),
      publication: 'ak',
      cache: 'MISS',
      requestId: 'id-1',
    })
    expect(line!.bytes).toBeGreaterThan('hello'.length)
    expect(lines.join('')).not.toMatch(/planted|secret|127\.0\.0\.1/)
  })
})

describe('calls of other services', () => {
  async function openServices() {
    const heard: { name: string; headers: IncomingHttpHeaders }[] = []
    const statuses: Record<string, number> = {}
    const base = await listen((request, response) => {
      const name = request.url!.slice(1)
      heard.push({ name, headers: request.headers })
      response.writeHead(statuses[name] ?? 200).end()
    })
    return { heard, statuses, base }
  }

  it('hear the trace if the publisher runs them, and nothing of it otherwise', async () => {
    const { heard, base } = await openServices()
    const watch = await open({ traces: traces() })
    const upstreams = createUpstreams({ maxBytes: 1000, watch, log })
    ends.push(async () => upstreams.close())
    const call = (name: string, reach?: 'house') => upstreams.of(name, reach).fetch(new Request(`${base}/${name}`))
    const site = await follow(watch, async (_request, response) => {
      await call('content', 'house')
      await call('payments')
      response.end()
    })
    await fetch(site, { headers: { traceparent: CALLER, tracestate: 'vendor=planted' } })
    await until(() => collector.spans().length === 3)
    const [content, payments, server] = collector.spans()
    expect(collector.spans().map(({ name }) => name)).toEqual(['GET content', 'GET payments', 'GET home'])
    expect([content, payments].map((span) => span!.parentSpanId)).toEqual([server!.spanId, server!.spanId])
    expect(server).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7', kind: 2 })
    expect(attributesOf(content!)).toEqual({
      'peer.service': 'content',
      'http.request.method': 'GET',
      'http.response.status_code': '200',
    })
    expect(heard.map(({ name, headers }) => [name, headers.traceparent, headers.tracestate])).toEqual([
      ['content', `00-${TRACE}-${content!.spanId}-01`, undefined],
      ['payments', undefined, undefined],
    ])
    expect(collector.received()).not.toContain('planted')
  })

  it('are counted by outcome, and by the state of the circuit breaker', async () => {
    const { heard, statuses, base } = await openServices()
    const watch = await open({ metricsAddress: ADDRESS })
    const upstreams = createUpstreams({ maxBytes: 1000, watch, log })
    ends.push(async () => upstreams.close())
    watch.attach({
      caches: () => ({ pages: { entries: 3, bytes: 2000 } }),
      database: () => ({ connections: 4, busy: 1, waiting: 7 }),
      queues: async () => [
        { name: 'mails', waiting: 2, working: 1, givenUp: 5, oldest: new Date('2026-11-21T11:59:00Z') },
      ],
      upstreams: upstreams.list,
      parts: [
        { name: 'database', look: () => 'up' },
        { name: 'content', look: () => 'down' },
        { name: 'shared-cache', look: () => 'off' },
      ],
    })
    const call = () => upstreams.of('content', 'house').fetch(new Request(`${base}/content`))
    await call()
    statuses.content = 503
    for (let turn = 0; turn < 5; turn++) await call()
    await expect(call()).rejects.toMatchObject({ code: 'DOWN' })
    expect(heard[0]!.headers.traceparent).toBeUndefined()
    const counts = await figure(watch, 'lokalteil_upstream_duration_seconds_count')
    expect(counts).toEqual([
      'lokalteil_upstream_duration_seconds_count{service="content",outcome="2xx"} 1',
      'lokalteil_upstream_duration_seconds_count{service="content",outcome="5xx"} 5',
      'lokalteil_upstream_duration_seconds_count{service="content",outcome="down"} 1',
    ])
    expect(await figure(watch, 'lokalteil_upstream_origins_down')).toEqual([
      'lokalteil_upstream_origins_down{service="content"} 1',
    ])
    expect(await figure(watch, 'lokalteil_cache_entries')).toEqual(['lokalteil_cache_entries{cache="pages"} 3'])
    expect(await figure(watch, 'lokalteil_database_connections{')).toEqual([
      'lokalteil_database_connections{state="open"} 4',
      'lokalteil_database_connections{state="busy"} 1',
      'lokalteil_database_connections{state="waiting"} 7',
    ])
    expect(await figure(watch, 'lokalteil_jobs{')).toEqual([
      'lokalteil_jobs{queue="mails",state="waiting"} 2',
      'lokalteil_jobs{queue="mails",state="running"} 1',
      'lokalteil_jobs{queue="mails",state="given-up"} 5',
    ])
    expect(await figure(watch, 'lokalteil_oldest_job_seconds{')).toEqual([
      'lokalteil_oldest_job_seconds{queue="mails"} 60',
    ])
    expect(await figure(watch, 'lokalteil_part_up{')).toEqual([
      'lokalteil_part_up{part="database"} 1',
      'lokalteil_part_up{part="content"} 0',
    ])
  })
})

it('notes statements and renders in figures and spans, never their text', async () => {
  const watch = await open({ metricsAddress: ADDRESS, traces: traces() })
  const site = await follow(watch, async (_request, response) => {
    watch.onQuery?.({ text: "select 'planted' from content.articles", milliseconds: 3, isFailed: false })
    watch.onQuery?.({ text: 'commit', milliseconds: 1, isFailed: true })
    await watch.observeRender('home', async () => 'drawn')
    response.end()
  })
  await fetch(site)
  await until(() => collector.spans().length === 4)
  expect(collector.spans().map(({ name }) => name)).toEqual([
    'select content.articles',
    'transaction',
    'render home',
    'GET home',
  ])
  expect(await figure(watch, 'lokalteil_database_query_duration_seconds_count')).toEqual([
    'lokalteil_database_query_duration_seconds_count{operation="select",outcome="ok"} 1',
    'lokalteil_database_query_duration_seconds_count{operation="transaction",outcome="failed"} 1',
  ])
  expect(await figure(watch, 'lokalteil_render_duration_seconds_count')).toEqual([
    'lokalteil_render_duration_seconds_count{page="home"} 1',
  ])
  expect(collector.received()).not.toContain('planted')
})

describe('the address of the figures', () => {
  it('answers GET and HEAD at two paths, and says so at others', async () => {
    const watch = await open({ metricsAddress: ADDRESS })
    const ask = async (path: string, method = 'GET') => {
      const answer = await fetch(`${watch.base}${path}`, { method })
      return [answer.status, answer.headers.get('content-type'), (await answer.text()).length > 0]
    }
    expect(await ask('/metrics')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', true])
    expect(await ask('/metrics?x=1', 'HEAD')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', false])
    expect(await ask('/')).toEqual([404, 'text/plain; charset=utf-8', true])
    expect(await ask('/__proto__')).toEqual([404, 'text/plain; charset=utf-8', true])
    expect(await ask('/metrics', 'POST')).toEqual([405, 'text/plain; charset=utf-8', true])
  })

  it('tells the health of each part and since when, and 503 while one is down', async () => {
    const watch = await open({ metricsAddress: ADDRESS })
    const ask = async () => {
      const answer = await fetch(`${watch.base}/health`)
      return [answer.status, await answer.json()]
    }
    expect(await ask()).toEqual([503, { state: 'starting', parts: {} }])
    const parts = [
      { name: 'database', look: () => 'up' as const },
      { name: 'content', look: () => 'down' as const },
    ]
    watch.attach({ caches: () => ({}), database: null, queues: async () => null, upstreams: () => [], parts })
    const since = '2026-11-21T12:00:00.000Z'
    expect(await ask()).toEqual([
      503,
      { state: 'down', parts: { database: { state: 'up', since }, content: { state: 'down', since } } },
    ])
  })

  it('that is taken stops the start, and names the variable', async () => {
    const watch = await open({ metricsAddress: ADDRESS })
    const port = Number(new URL(watch.base!).port)
    await expect(open({ metricsAddress: { ...ADDRESS, port } })).rejects.toThrow(
      `METRICS_ADDRESS: 127.0.0.1:${port} cannot be listened on (EADDRINUSE)`,
    )
  })
})
