import { describe, expect, it } from 'vitest'
import { createContentProxy } from './content-proxy.ts'

function setUp() {
  const clock = { ms: 1_000_000 }
  const calls: Request[] = []
  const next = {
    status: 200,
    fails: false,
    delayMs: 0,
    size: 0,
    type: 'application/json' as string | null,
    text: null as string | null,
  }
  const proxy = createContentProxy({
    base: 'http://content.internal',
    now: () => clock.ms,
    fetch: async (request) => {
      calls.push(request)
      await new Promise((resolve) => setTimeout(resolve, next.delayMs))
      if (next.fails) throw new Error('down')
      return new Response(next.text ?? JSON.stringify(next.size > 0 ? 'x'.repeat(next.size) : { call: calls.length }), {
        status: next.status,
        headers: {
          ...(next.type === null ? {} : { 'content-type': next.type }),
          'set-cookie': 'a=b',
          'x-internal': '1',
          location: 'http://content.internal/',
        },
      })
    },
  })
  return {
    proxy,
    calls,
    clock,
    next,
    get: (path = '/v5/sites', search = '', wantsFresh = false) => proxy.fetch('ak', path, search, wantsFresh),
  }
}

describe('the content proxy', () => {
  it('calls only the fixed upstream, and passes on no header of the caller', async () => {
    const { calls, get } = setUp()
    await get('/v5/articles/search', '?searchTerms=a;b&limit=3&offset=0')
    expect(calls[0]!.url).toBe('http://content.internal/ak/v5/articles/search?limit=3&offset=0&searchTerms=a%3Bb')
    expect([...calls[0]!.headers.keys()]).toEqual(['accept'])
    expect([calls[0]!.credentials, calls[0]!.redirect]).toEqual(['omit', 'error'])
  })

  it('answers with body and type of the upstream, without its other headers', async () => {
    const response = await setUp().get()
    expect(await response.json()).toEqual({ call: 1 })
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=60',
      age: '0',
      'x-robots-tag': 'noindex',
    })
  })

  it.each([
    ['a page', 'text/html; charset=utf-8', '<script>alert(1)</script>'],
    ['a drawing', 'image/svg+xml', '<svg onload="alert(1)"/>'],
    ['a text', 'text/plain', '{"call":1}'],
    ['what has no type', null, '{"call":1}'],
    ['a page that is called JSON', 'application/json', '<script>alert(1)</script>'],
  ])('passes on and caches only JSON: not %s', async (_case, type, text) => {
    const { get, next } = setUp()
    Object.assign(next, { type, text })
    const broken = await get()
    expect([broken.status, broken.headers.get('cache-control'), broken.headers.get('content-type')]).toEqual([
      502,
      'no-store',
      'application/json',
    ])
    expect(await broken.json()).toMatchObject({ status: 502, code: 'BROKEN_ANSWER' })
    Object.assign(next, { type: 'application/json', text: null })
    const healthy = await get()
    expect([healthy.status, await healthy.json()]).toEqual([200, { call: 2 }])
    Object.assign(next, { type, text })
    expect((await get('/v5/sites', '', true)).status).toBe(200)
  })

  it.each([404, 410])('answers %i as a problem of its own when the upstream answers with a page', async (status) => {
    const { get, next } = setUp()
    Object.assign(next, { status, type: 'text/html', text: '<h1>nginx</h1>' })
    const response = await get()
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      status,
      'application/problem+json',
      'no-store',
    ])
    expect(await response.text()).not.toContain('nginx')
  })

  it.each([
    ['application/json; charset=utf-8', 'application/json'],
    ['application/vnd.publisher.v5+json', 'application/json'],
    ['application/problem+json', 'application/problem+json'],
  ])('answers %s with a type of its own', async (type, expected) => {
    const { get, next } = setUp()
    next.type = type
    expect((await get()).headers.get('content-type')).toBe(expected)
  })

  it('S7.3-03 caches an answer for sixty seconds, by publication, path and parameters in any order', async () => {
    const { proxy, calls, clock, get } = setUp()
    await get('/v5/x', '?a=1&b=2')
    clock.ms += 59_999
    const kept = await get('/v5/x', '?b=2&a=1')
    expect([calls.length, kept.headers.get('age')]).toEqual([1, '59'])
    await proxy.fetch('fb', '/v5/x', '?a=1&b=2', false)
    await get('/v5/x', '?a=1&b=3')
    expect(calls.length).toBe(3)
    clock.ms += 1
    await get('/v5/x', '?a=1&b=2')
    expect(calls.length).toBe(4)
  })

  it('R7.3-06 renews for max-age=0 at most once a second, and sends max-age=0 upstream', async () => {
    const { calls, clock, get } = setUp()
    await get('/v5/x', '', true)
    for (let i = 0; i < 10; i++) await get('/v5/x', '', true)
    expect(calls.map((call) => call.headers.get('cache-control'))).toEqual(['max-age=0'])
    clock.ms += 1000
    await get('/v5/x', '', true)
    expect(calls.length).toBe(2)
    await get('/v5/x')
    expect(calls.length).toBe(2)
  })

  it('calls the upstream once for concurrent requests (single flight)', async () => {
    const { calls, next, get } = setUp()
    next.delayMs = 20
    const answers = await Promise.all(Array.from({ length: 100 }, () => get()))
    expect(calls.length).toBe(1)
    expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toEqual(new Set(['{"call":1}']))
  })

  it('caches no failure, and serves the stale answer while the service is down', async () => {
    const { calls, clock, next, get } = setUp()
    next.status = 404
    expect([(await get()).status, (await get()).headers.get('cache-control'), calls.length]).toEqual([
      404,
      'no-store',
      2,
    ])
    next.status = 200
    await get()
    next.fails = true
    clock.ms += 61_000
    const old = await get()
    expect([old.status, old.headers.get('age'), await old.json()]).toEqual([200, '61', { call: 3 }])
    const none = await get('/v5/other')
    expect([none.status, none.headers.get('cache-control')]).toEqual([503, 'no-store'])
  })

  it('drops cached answers at once after a publication', async () => {
    const { proxy, calls, get } = setUp()
    await get()
    proxy.clear()
    await get()
    expect(calls.length).toBe(2)
  })

  it('has a limit in bytes', async () => {
    const { calls, next, get } = setUp()
    next.size = 12 * 1024 * 1024
    for (let i = 0; i < 4; i++) await get(`/v5/${i}`)
    await get('/v5/3')
    expect(calls.length).toBe(4)
    await get('/v5/0')
    expect(calls.length).toBe(5)
  })
})
