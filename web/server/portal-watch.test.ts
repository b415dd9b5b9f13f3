/**
 * The whole portal with metrics, traces and the access log: the values for operators, and the absence of any value of a reader.
 * The search for secrets also looks for values that must be there, which proves that it would find the others.
 */
import { SEED } from '@lokalteil/services/content/content.testing'
import { DEMO_PERSONAS, toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { TestReader } from './reader.testing.ts'
import { attributesOf, openCollector, type CollectedSpan, type Collector } from './watch/collector.testing.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CODE = 'Zm9vYmFyMTIzNDU2Nzg5MEFCQ0RFRkdISUpLTE1OT1A'
const MAIL = toDemoEmail(DEMO_PERSONAS[0]!.name)

let collector: Collector
let portal: TestPortal
let reader: TestReader

beforeAll(async () => {
  collector = await openCollector()
  portal = await openTestPortal({
    seed: SEED,
    env: {
      DEMO: '1',
      TRUST_PROXY: '127.0.0.1',
      METRICS_ADDRESS: '127.0.0.1:0',
      ACCESS_LOG: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    },
  })
  reader = new TestReader(portal)
}, 240_000)
afterAll(async () => {
  await portal?.close()
  await collector?.close()
})

const read = async (path: string) => (await fetch(`${portal.runtime.watchBase}${path}`)).text()

/** The value of one figure; null: there is none. */
async function figure(name: string): Promise<number | null> {
  const line = (await read('/metrics')).split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? null : Number(line.slice(name.length + 1))
}

async function traceOf(traceId: string): Promise<CollectedSpan[]> {
  const find = () => collector.spans().filter((span) => span.traceId === traceId)
  await expect.poll(() => find().some(({ kind }) => kind === 2), { timeout: 10_000 }).toBe(true)
  return find()
}

describe('figures', () => {
  it('count requests of pages, calls and missing pages by route', async () => {
    const grows = (name: string, least: number) =>
      expect.poll(() => figure(name), { timeout: 5000 }).toBeGreaterThanOrEqual(least)
    const requests = (route: string, status: string) =>
      `lokalteil_requests_total{route="${route}",method="GET",status="${status}",publication="ak"}`
    await portal.stored('/')
    expect((await portal.get('/diese-seite-gibt-es-nicht')).status).toBe(404)
    await portal.get('/api/health/ready')
    await grows(requests('home', '2xx'), 2)
    await grows(requests('channel', '4xx'), 1)
    await grows(requests('/api/health/ready', '2xx'), 1)
    await grows('lokalteil_request_duration_seconds_count{route="home",status="2xx"}', 2)
    await grows('lokalteil_cache_answers_total{cache="pages",state="MISS"}', 1)
    await grows('lokalteil_cache_entries{cache="pages"}', 1)
    await grows('lokalteil_cache_bytes{cache="pages"}', 1000)
    await grows('lokalteil_render_duration_seconds_count{page="home"}', 1)
  })

  it('count stored pages that are sent on the fast path', async () => {
    const HITS = 'lokalteil_cache_answers_total{cache="pages",state="HIT"}'
    await portal.stored('/')
    // Only a client that takes brotli is served on it.
    const ask = async () => (await portal.get('/', { headers: { 'accept-encoding': 'br' } })).headers.get('x-cache')
    await ask()
    const before = (await figure(HITS)) ?? 0
    const states = []
    for (let turn = 0; turn < 10; turn++) states.push(await ask())
    const hits = states.filter((state) => state === 'HIT').length
    expect(hits).toBeGreaterThan(0)
    await expect.poll(() => figure(HITS), { timeout: 5000 }).toBeGreaterThanOrEqual(before + hits)
  })

  it('tell of the database, queues, sessions and invalidations', async () => {
    expect((await reader.login(MAIL)).status).toBe(200)
    await portal.runtime.content!.announceAll()
    expect(await figure('lokalteil_session_events_total{event="begun"}')).toBe(1)
    expect(await figure('lokalteil_invalidations_total{kind="all"}')).toBeGreaterThanOrEqual(1)
    expect(
      await figure('lokalteil_database_query_duration_seconds_count{operation="select",outcome="ok"}'),
    ).toBeGreaterThan(1)
    expect(await figure('lokalteil_database_connections{state="open"}')).toBeGreaterThanOrEqual(1)
    expect(await figure('lokalteil_database_connections{state="waiting"}')).not.toBeNull()
    expect(await figure('lokalteil_jobs{queue="mails",state="given-up"}')).toBe(0)
    expect(await figure('lokalteil_oldest_job_seconds{queue="mails"}')).not.toBeNull()
    expect(await figure('lokalteil_part_up{part="database"}')).toBe(1)
  })

  it('are at their own address alone', async () => {
    for (const path of ['/metrics', '/health']) {
      const answer = await portal.get(path)
      expect([answer.status, (await answer.text()).includes('lokalteil_requests')]).toEqual([404, false])
    }
  })
})

it('the health names each part with its state', async () => {
  const { state, parts } = JSON.parse(await read('/health')) as {
    state: string
    parts: Record<string, { state: string; since: string }>
  }
  expect(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.state]))).toMatchObject({
    database: 'up',
    disk: 'up',
    content: 'up',
    accounts: 'up',
    commerce: 'up',
    jobs: expect.stringMatching(/^(?:up|late)$/),
    mail: expect.stringMatching(/^(?:up|late)$/),
    pictures: 'off',
    'shared-cache': 'off',
  })
  expect(['up', 'late']).toContain(state)
  expect(Date.parse(parts.database!.since)).toBe(portal.clock.now.getTime())
})

it('a trace of the caller goes on through the statements and the render of a page', async () => {
  await portal.get('/suche?q=Rathaus', { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } })
  const spans = await traceOf(TRACE)
  const server = spans.find(({ kind }) => kind === 2)!
  expect(server).toMatchObject({ name: 'GET search', parentSpanId: '00f067aa0ba902b7' })
  expect(attributesOf(server)).toMatchObject({
    'http.route': 'search',
    'url.path': '/suche',
    'http.response.status_code': '200',
    'lokalteil.publication': 'ak',
  })
  expect(spans.filter(({ name }) => name === 'render search').map(({ parentSpanId }) => parentSpanId)).toEqual([
    server.spanId,
  ])
  const statements = spans.filter(({ name }) => /^(?:select|with) content\./.test(name))
  expect(statements.length).toBeGreaterThan(0)
  expect(BigInt(statements[0]!.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(server.startTimeUnixNano))
})

it('a broken traceparent begins a trace of its own', async () => {
  await portal.get('/sport', { headers: { traceparent: '00-abc-def-01' } })
  const named = () => collector.spans().find(({ name, kind }) => kind === 2 && name === 'GET channel')
  await expect.poll(named, { timeout: 10_000 }).toBeDefined()
  expect(named()).not.toHaveProperty('parentSpanId')
})

it('no token, code, address, mail or search of a reader is in figures, traces and log', async () => {
  const agent = 'Planted-Agent/7.0'
  const ask = (path: string, more: Parameters<TestReader['ask']>[1] = {}) =>
    reader.ask(path, { ...more, headers: { 'user-agent': agent, authorization: `Bearer ${CODE}`, ...more.headers } })
  expect((await reader.login(MAIL)).status).toBe(200)
  await ask(`/change-password/${CODE}`)
  await ask(`/api/mein/password-code/${CODE}`)
  await ask(`/api/mein/oauth2/email-confirmation/${CODE}`)
  await ask(`/widerspruch/kommentar/${CODE}`)
  await ask(`/redaktion/vorschau/${CODE}`)
  await ask(`/ein-alter-brief/${CODE}`)
  await ask(`/brief/${MAIL}`)
  await ask(`/suche?q=Geheimwort&link-token=${CODE}`)
  await ask(`/api/nirgends/${CODE}?access_token=${CODE}`)
  await ask(`/_ipx/w_640/demo/nichts.jpg?s=${CODE}`)
  await ask('/account')
  await reader.login(MAIL, 'Falsches-Passwort-9')
  // The last one: when it is there, so are the others.
  await ask('/datenschutz', { headers: { traceparent: `00-${'a'.repeat(32)}-00f067aa0ba902b7-01` } })
  await traceOf('a'.repeat(32))
  const { sub } = reader.claims() as { sub: string }
  const tokens = [...reader.cookies].flatMap(([name, value]) => (/TOKEN|jwt|DEVICE/i.test(name) ? [value] : []))
  expect(tokens.length).toBeGreaterThan(2)
  const secrets = [
    ...tokens,
    sub,
    CODE,
    MAIL,
    encodeURIComponent(MAIL),
    reader.address,
    agent,
    'Geheimwort',
    'Falsches',
  ]
  const places = {
    figures: await read('/metrics'),
    health: await read('/health'),
    traces: collector.received(),
    log: portal.logged().join(''),
  }
  const found = Object.entries(places).flatMap(([place, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${place}: ${secret}`),
  )
  expect(found).toEqual([])
  for (const place of ['figures', 'traces', 'log'] as const)
    for (const shown of ['change-password', 'search', '/api/mein/password-code/', 'call:unknown'])
      expect(places[place], `${shown} in ${place}`).toContain(shown)
  const line = portal.logged().find((one) => one.includes('"event":"request"') && one.includes('"route":"search"'))
  expect(JSON.parse(line!)).toMatchObject({ path: '/suche', publication: 'ak' })
})
