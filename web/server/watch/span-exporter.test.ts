import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attributesOf, openCollector, type Collector } from './collector.testing.ts'
import { createSpanExporter, type SpanExporter } from './span-exporter.ts'
import type { FinishedSpan } from './traces.ts'

const SPAN: FinishedSpan = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentId: null,
  name: 'GET home',
  kind: 'server',
  startedAt: 1_795_262_400_000.25,
  endedAt: 1_795_262_400_012.5,
  attributes: { 'http.route': 'home', 'http.response.status_code': 200, cached: false, share: 0.5 },
  isFailed: false,
}

let collector: Collector
let exporter: SpanExporter
const log = vi.fn()
beforeEach(async () => {
  collector = await openCollector()
  log.mockClear()
})
afterEach(async () => {
  await exporter.close()
  await collector.close()
})

function open(endpoint = collector.endpoint): void {
  exporter = createSpanExporter({
    endpoint,
    headers: { authorization: 'Bearer of-the-collector' },
    serviceName: 'test-portal',
    log,
    everyMs: 10,
  })
}
const until = (isSo: () => boolean) => expect.poll(isSo, { timeout: 5000 }).toBe(true)

it('sends spans as OTLP in JSON, several at once', async () => {
  open()
  exporter.add(SPAN)
  exporter.add({ ...SPAN, spanId: '1'.repeat(16), parentId: SPAN.spanId, kind: 'client', isFailed: true })
  await until(() => collector.spans().length === 2)
  const [request] = collector.requests()
  expect(collector.requests().length).toBe(1)
  expect([request!.path, request!.headers['content-type'], request!.headers.authorization]).toEqual([
    '/v1/traces',
    'application/json',
    'Bearer of-the-collector',
  ])
  expect(attributesOf(request!.body.resourceSpans[0]!.resource)).toMatchObject({ 'service.name': 'test-portal' })
  const [server, client] = collector.spans()
  expect(server).toEqual({
    traceId: SPAN.traceId,
    spanId: SPAN.spanId,
    name: 'GET home',
    kind: 2,
    startTimeUnixNano: '1795262400000250000',
    endTimeUnixNano: '1795262400012500000',
    attributes: [
      { key: 'http.route', value: { stringValue: 'home' } },
      { key: 'http.response.status_code', value: { intValue: '200' } },
      { key: 'cached', value: { boolValue: false } },
      { key: 'share', value: { doubleValue: 0.5 } },
    ],
    status: {},
  })
  expect(client).toMatchObject({ kind: 3, parentSpanId: SPAN.spanId, status: { code: 2 } })
})

it('sends the same later to a collector that is busy, and says once that it waits', async () => {
  open()
  collector.answerWith(503)
  exporter.add(SPAN)
  await until(() => collector.requests().length > 1)
  collector.answerWith(200)
  await until(() => collector.spans().length === 1)
  expect(exporter.counts()).toEqual({ sent: 1, dropped: 0 })
  expect(log.mock.calls).toEqual([
    ['warn', 'traces-unsent', { status: 503 }],
    ['info', 'traces-taken'],
  ])
})

it('drops spans that the collector refuses', async () => {
  open()
  collector.answerWith(400)
  exporter.add(SPAN)
  await until(() => exporter.counts().dropped === 1)
  collector.answerWith(200)
  exporter.add(SPAN)
  await until(() => exporter.counts().sent === 1)
  expect(collector.spans().length).toBe(1)
})

it('keeps a bounded number of spans for a collector that is not there, and ends soon', async () => {
  open('http://127.0.0.1:9')
  for (let count = 0; count < 10_000; count++) exporter.add(SPAN)
  await until(() => log.mock.calls.length > 0)
  expect(exporter.counts().dropped).toBeGreaterThan(5000)
  expect(JSON.stringify(log.mock.calls)).not.toContain('of-the-collector')
  const started = performance.now()
  await exporter.close()
  expect(performance.now() - started).toBeLessThan(10_000)
})

it('sends queued spans when the portal ends', async () => {
  open()
  for (let count = 0; count < 2000; count++) exporter.add(SPAN)
  await exporter.close()
  expect(collector.spans().length).toBe(2000)
})

it('does not wait for a collector that never answers', async () => {
  open()
  collector.answerWith(null)
  exporter.add(SPAN)
  await until(() => collector.requests().length === 1)
  const started = performance.now()
  await exporter.close()
  expect(performance.now() - started).toBeLessThan(10_000)
})
