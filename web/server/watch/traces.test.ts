import { describe, expect, it } from 'vitest'
import { createTracer, parseTraceparent, type FinishedSpan } from './traces.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

describe('traceparent', () => {
  it.each([
    ['a sampled trace', `00-${TRACE}-${SPAN}-01`, true],
    ['a trace that is not recorded', `00-${TRACE}-${SPAN}-00`, false],
    ['flags of which only the lowest bit is known', `00-${TRACE}-${SPAN}-fe`, false],
    ['a later version', `01-${TRACE}-${SPAN}-01`, true],
    ['a later version with a field more', `cc-${TRACE}-${SPAN}-01-what-ever`, true],
  ])('takes %s', (_what, header, isSampled) =>
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled }),
  )

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['version ff', `ff-${TRACE}-${SPAN}-01`],
    ['capital letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['a short trace', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['a long span', `00-${TRACE}-${SPAN}0-01`],
    ['no flags', `00-${TRACE}-${SPAN}`],
    ['a field more in version 00', `00-${TRACE}-${SPAN}-01-x`],
    ['a later version that goes on without a dash', `01-${TRACE}-${SPAN}-01x`],
    ['blanks around it', ` 00-${TRACE}-${SPAN}-01 `],
    ['two headers', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
    ['a line break', `00-${TRACE}-${SPAN}-01\n`],
  ])('ignores %s', (_what, header) => expect(parseTraceparent(header)).toBeNull())
})

function setUp(share = 1) {
  const spans: FinishedSpan[] = []
  return { spans, tracer: createTracer(share, (span) => spans.push(span)) }
}
const notes = () => ({ attributes: {}, isFailed: false })

describe('a trace', () => {
  it('continues that of the caller, and is the parent of the calls of the request', async () => {
    const { spans, tracer } = setUp()
    const span = tracer.begin(`00-${TRACE}-${SPAN}-01`)
    let sent: string | null = null
    await tracer.run(span, () =>
      tracer.inSpan('GET content', 'client', async () => {
        sent = tracer.toTraceparent()
        await new Promise((resolve) => setTimeout(resolve, 2))
        tracer.record('select content.articles', 1, notes())
      }),
    )
    tracer.end(span, 'GET home', notes())
    const [statement, call, server] = spans
    expect(spans.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'client select content.articles',
      'client GET content',
      'server GET home',
    ])
    expect(spans.every(({ traceId }) => traceId === TRACE)).toBe(true)
    expect([server!.parentId, call!.parentId, statement!.parentId]).toEqual([SPAN, server!.spanId, call!.spanId])
    expect(sent).toBe(`00-${TRACE}-${call!.spanId}-01`)
    expect(call!.endedAt - call!.startedAt).toBeGreaterThan(1)
    expect(Math.abs(server!.endedAt - Date.now())).toBeLessThan(1000)
  })

  it('begins anew without a caller, with an id of its own each', () => {
    const { tracer } = setUp()
    const ids = Array.from({ length: 1000 }, () => tracer.begin('bad').trace.id)
    expect(new Set(ids).size).toBe(1000)
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true)
  })

  it('is not recorded if the caller or the share says so, and tells services just that', async () => {
    for (const [share, header] of [
      [1, `00-${TRACE}-${SPAN}-00`],
      [0, undefined],
    ] as const) {
      const { spans, tracer } = setUp(share)
      const span = tracer.begin(header)
      await tracer.run(span, () =>
        tracer.inSpan('GET content', 'client', async () => {
          expect(tracer.toTraceparent()).toBe(`00-${span.trace.id}-${span.id}-00`)
        }),
      )
      tracer.end(span, 'GET home', notes())
      expect(spans).toEqual([])
    }
  })

  it('notes a failure and lets it pass', async () => {
    const { spans, tracer } = setUp()
    const failing = tracer.run(tracer.begin(undefined), () =>
      tracer.inSpan('render home', 'internal', async () => {
        throw new Error('broken')
      }),
    )
    await expect(failing).rejects.toThrow('broken')
    expect(spans).toMatchObject([{ name: 'render home', isFailed: true }])
  })

  it('has a bounded number of spans', () => {
    const { spans, tracer } = setUp()
    tracer.run(tracer.begin(undefined), () => {
      for (let count = 0; count < 1000; count++) tracer.record('select', 1, notes())
    })
    expect(spans.length).toBe(200)
  })

  it('has nothing of work outside of a request', async () => {
    const { spans, tracer } = setUp()
    tracer.record('select', 1, notes())
    await tracer.inSpan('GET content', 'client', async () => expect(tracer.toTraceparent()).toBeNull())
    expect(spans).toEqual([])
  })
})
