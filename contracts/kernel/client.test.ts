import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createClient } from './client.ts'
import { contract } from './endpoint.ts'

const SHOP = contract({
  getItem: {
    method: 'GET',
    path: '/items/{id}',
    summary: 'An item',
    params: z.object({ id: z.string().regex(/^\d+$/) }),
    query: z.object({ page: z.coerce.number().optional() }),
    answer: z.object({ name: z.string() }),
  },
  buyItem: {
    method: 'POST',
    path: '/items/{id}/purchases',
    summary: 'Buys',
    params: z.object({ id: z.string() }),
    body: z.object({ count: z.number() }),
    answer: null,
  },
})

function setUp(
  statuses: readonly (number | 'down' | 'slow')[],
  options: { retryReads?: boolean; retryAfter?: string; body?: string; base?: string } = {},
) {
  const calls: Request[] = []
  const client = createClient(SHOP, {
    base: options.base ?? 'http://shop.internal/ak',
    retryReads: options.retryReads ?? true,
    timeout: 50,
    headers: { 'x-always': '1' },
    fetch: async (request) => {
      calls.push(request)
      const status = statuses[calls.length - 1] ?? 200
      if (status === 'down') throw new TypeError('fetch failed')
      if (status === 'slow')
        await new Promise((_resolve, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
        )
      return new Response(status === 204 ? null : (options.body ?? '{"name":"Boot"}'), {
        status: status as number,
        headers: options.retryAfter === undefined ? {} : { 'retry-after': options.retryAfter },
      })
    },
  })
  return { client, calls }
}

describe('the general client', () => {
  it('R7.1-01 takes its base address from its creator', async () => {
    for (const base of ['http://a.internal', 'https://b.example/x']) {
      const { client, calls } = setUp([200], { base })
      await client.getItem({ params: { id: '7' } })
      expect(calls[0]!.url).toBe(`${base}/items/7`)
    }
  })

  it('R7.3-04 sends the params as the query', async () => {
    const { client, calls } = setUp([200])
    await client.getItem({ params: { id: '7' }, query: { page: 2 } })
    expect(new URL(calls[0]!.url).search).toBe('?page=2')
  })

  it.each([
    ['R7.1-02', 408],
    ['R7.1-03', 409],
    ['R7.1-04', 425],
    ['R7.1-05', 429],
    ['R7.1-06', 500],
    ['R7.1-07', 502],
    ['R7.1-08', 503],
    ['R7.1-09', 504],
  ])('%s retries once after %i', async (_id, status) => {
    const good = setUp([status, 200])
    expect(await good.client.getItem({ params: { id: '7' } })).toMatchObject({ ok: true, data: { name: 'Boot' } })
    expect(good.calls.length).toBe(2)
    const bad = setUp([status, status, 200])
    expect(await bad.client.getItem({ params: { id: '7' } })).toMatchObject({ ok: false, status })
    expect(bad.calls.length).toBe(2)
  })

  it.each([400, 401, 403, 404, 405, 410, 418, 501, 505])('R7.1-10 does not retry after %i', async (status) => {
    const { client, calls } = setUp([status, 200])
    expect(await client.getItem({ params: { id: '7' } })).toMatchObject({ ok: false, status })
    expect(calls.length).toBe(1)
  })

  it.each([408, 429, 500, 503])('R7.1-10 never retries a write, whatever the answer (%i)', async (status) => {
    const { client, calls } = setUp([status, 204])
    expect((await client.buyItem({ params: { id: '7' }, body: { count: 1 } })).ok).toBe(false)
    expect(calls.length).toBe(1)
  })

  it('does not retry unless configured', async () => {
    const { client, calls } = setUp([503, 200], { retryReads: false })
    expect((await client.getItem({ params: { id: '7' } })).ok).toBe(false)
    expect(calls.length).toBe(1)
  })

  it('waits as long as the answer asks before the retry, at most two seconds', async () => {
    const { client } = setUp([503, 200], { retryAfter: '1' })
    const started = performance.now()
    expect((await client.getItem({ params: { id: '7' } })).ok).toBe(true)
    expect(performance.now() - started).toBeGreaterThan(900)
    expect(performance.now() - started).toBeLessThan(2500)
  })

  it('returns a result and never throws: no answer, too slow, no JSON, wrong shape, invalid parameter', async () => {
    expect(await setUp(['down', 'down']).client.getItem({ params: { id: '7' } })).toMatchObject({
      ok: false,
      status: 0,
      problem: { code: 'UNREACHABLE' },
    })
    expect(await setUp(['slow', 'slow']).client.getItem({ params: { id: '7' } })).toMatchObject({
      ok: false,
      status: 0,
      problem: { code: 'UNREACHABLE' },
    })
    expect(await setUp([200], { body: '<html>' }).client.getItem({ params: { id: '7' } })).toMatchObject({
      ok: false,
      problem: { code: 'BROKEN_ANSWER' },
    })
    expect(await setUp([200], { body: '{"name":1}' }).client.getItem({ params: { id: '7' } })).toMatchObject({
      ok: false,
      problem: { code: 'BROKEN_ANSWER' },
    })
    const { client, calls } = setUp([200])
    expect(await client.getItem({ params: { id: '../internal' } })).toMatchObject({
      ok: false,
      problem: { code: 'BAD_REQUEST' },
    })
    expect(calls.length).toBe(0)
  })

  it('does not follow redirects and keeps path segments in their place', async () => {
    const { client, calls } = setUp([204])
    await client.buyItem({ params: { id: '../../x?y#z' }, body: { count: 1 } })
    expect([calls[0]!.redirect, new URL(calls[0]!.url).pathname]).toEqual([
      'error',
      '/ak/items/..%2F..%2Fx%3Fy%23z/purchases',
    ])
  })
})
