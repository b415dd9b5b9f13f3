import { THINGS } from '@lokalteil/contracts/kernel/example'
import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCaller } from '@lokalteil/contracts/kernel/client'
import { findLocalCall, keepAnswer, problem, serveContract, type Refusal } from './serve.ts'

const errors: { error: unknown; requestId: string }[] = []
const added: string[] = []
const app = serveContract<typeof THINGS, { house: string }>(
  THINGS,
  {
    getThing: ({ params, query }) =>
      params.id === '404' ? problem(404, 'NOT_FOUND', 'No such thing') : { id: params.id, page: query.page },
    getPath: ({ params }) => ({ path: params.path }),
    addThing: ({ body }) => void added.push(body.name),
    failThing({ params }): { id: string } | Refusal {
      if (params.how === 'throw') throw new Error('broken with a secret')
      if (params.how === 'lie') return { id: 1 } as never
      return problem(409, 'CONFLICT', 'No')
    },
  },
  {
    base: '/:house',
    toContext: ({ house = '' }) => (house === 'a' ? { house } : problem(404, 'NO_HOUSE', 'No such house')),
    serviceKey: 'key',
    bodyLimits: { addThing: 100 },
    checkAnswers: true,
    onError: (error, requestId) => errors.push({ error, requestId }),
  },
)
const ask = async (path: string, init?: RequestInit) => {
  const response = await app.fetch(new Request(`http://service${path}`, init))
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>),
  }
}
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  ask('/a/things', {
    method: 'POST',
    body,
    headers: { authorization: 'Bearer key', 'content-type': 'application/json', ...headers },
    duplex: 'half',
  } as RequestInit)

beforeEach(() => void (errors.length = added.length = 0))

describe('requests', () => {
  it.each([
    ['/a/things/12', 200, { id: '12', page: 1 }],
    ['/a/things/12?page=3&other=x', 200, { id: '12', page: 3 }],
    ['/a/paths/sport/1.fc-talheim', 200, { path: 'sport/1.fc-talheim' }],
    ['/a/paths/k%C3%BCche/x%20y', 200, { path: 'küche/x y' }],
    ['/a/things/404', 404, { code: 'NOT_FOUND' }],
    ['/a/things/x', 400, { code: 'BAD_REQUEST', fields: { 'params.id': expect.any(String) } }],
    ['/a/things/1?page=-1', 400, { fields: { 'query.page': expect.any(String) } }],
    ['/a/things/1?page=1&page=2', 400, { fields: { 'query.page': 'given more than once' } }],
    ['/a/things/1?__proto__=1', 200, { id: '1' }],
    ['/b/things/1', 404, { code: 'NO_HOUSE' }],
    ['/a/nothing', 404, { code: 'NOT_FOUND' }],
    ['/a/failures/no', 409, { code: 'CONFLICT' }],
  ])('%s → %i', async (path, status, body) => {
    const answer = await ask(path)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject(body)
    expect(answer.headers.get('content-type')).toBe(status === 200 ? 'application/json' : 'application/problem+json')
  })

  it('accept a valid body, and refuse one with an invalid field as a whole', async () => {
    expect((await post('{"name":"ab","extra":1}')).status).toBe(204)
    expect(await post('{"name":"too long"}')).toMatchObject({
      status: 400,
      body: { fields: { 'body.name': expect.any(String) } },
    })
    expect(added).toEqual(['ab'])
  })

  it.each([
    ['no JSON', '{', {}, 400],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), {}, 400],
    ['another type', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a type that only contains json', '{}', { 'content-type': 'text/json-not' }, 415],
    ['too large', JSON.stringify({ name: 'x'.repeat(200) }), {}, 413],
  ])('are refused with %s', async (_name, body, headers, status) => {
    expect((await post(body as BodyInit, headers as Record<string, string>)).status).toBe(status)
  })

  it('have a limit of bytes, also without Content-Length', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(60))),
    })
    expect((await post(endless as unknown as BodyInit)).status).toBe(413)
  })

  it.each([
    ['nothing', undefined],
    ['another key', 'Bearer kez'],
    ['a longer key', 'Bearer key2'],
    ['the bare key', 'key'],
    ['an empty one', 'Bearer '],
  ])('are refused with %s as credential', async (_name, authorization) => {
    const answer = await ask('/a/things', {
      method: 'POST',
      body: '{"name":"x"}',
      headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    })
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORISED' } })
    expect(added).toEqual([])
  })
})

describe('answers', () => {
  it.each(['throw', 'lie'])('to a bug (%s) are a 500 without details, reported once', async (how) => {
    const answer = await ask(`/a/failures/${how}`, { headers: { 'x-request-id': 'req-1' } })
    expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL', requestId: 'req-1' } })
    expect(JSON.stringify(answer.body)).not.toContain('secret')
    expect(errors.map(({ requestId }) => requestId)).toEqual(['req-1'])
  })

  it('repeat the request id, or replace a malformed one', async () => {
    expect((await ask('/a/things/1', { headers: { 'x-request-id': 'abc.1' } })).headers.get('x-request-id')).toBe(
      'abc.1',
    )
    expect((await ask('/a/things/1', { headers: { 'x-request-id': 'a b"c' } })).headers.get('x-request-id')).toMatch(
      /^[\w-]+$/,
    )
  })

  it('to HEAD are those to GET without the body', async () => {
    expect(await ask('/a/things/1', { method: 'HEAD' })).toMatchObject({ status: 200, body: null })
  })
})

describe('a call from the same process', () => {
  const requests: string[] = []
  const fetch = (request: Request) => {
    requests.push(request.url)
    return app.fetch(request)
  }
  const headers = { authorization: 'Bearer key', 'x-request-id': 'req-1' }
  const options = { fetch, base: 'http://service/a', headers, timeout: 0 }
  const direct = createCaller(THINGS, { ...options, local: (endpoint) => findLocalCall(app, endpoint, '/a') })
  const byRequest = createCaller(THINGS, options)

  it.each([
    ['getThing', { params: { id: '12' } }],
    ['getThing', { params: { id: '12' }, query: { page: 3, other: undefined, empty: '' } }],
    ['getThing', { params: { id: '404' } }],
    ['getThing', { params: { id: '12' }, query: { page: -1 } }],
    ['getPath', { params: { path: 'küche/x y' } }],
    ['addThing', { body: { name: 'ab', extra: undefined } }],
    ['addThing', { body: { name: 'too long' } }],
    ['failThing', { params: { how: 'throw' } }],
    ['failThing', { params: { how: 'no' } }],
  ] as const)('of %s with %j answers as a request does', async (name, call) => {
    requests.length = 0
    const found = await direct(name, call)
    expect(requests).toEqual([])
    const { headers: _headers, ...answer } = await byRequest(name, call)
    expect(found).toMatchObject(answer)
    expect(found.headers!.get('x-request-id')).toBe('req-1')
  })

  it('needs the key as well', async () => {
    const local = findLocalCall(app, THINGS.addThing, '/a')!
    expect(await local({ body: { name: 'x' } }, {})).toMatchObject({ ok: false, status: 401 })
    expect(added).toEqual([])
  })

  it('is made by a request with a timeout, and where the address is not of the contract', async () => {
    requests.length = 0
    const timed = createCaller(THINGS, { ...options, timeout: 500, local: () => expect.fail() })
    await timed('getThing', { params: { id: '1' } })
    expect(requests).toHaveLength(1)
    expect(findLocalCall(app, THINGS.getThing, '/a/b')).toBeNull()
  })

  it('gets a copy without other fields, but an answer that is kept as it is', async () => {
    const { getThing } = THINGS
    const own = { id: '1', page: 2, other: 3 }
    const keptAnswer = keepAnswer(getThing, own)
    const answering = (answer: typeof own | typeof keptAnswer) =>
      findLocalCall(serveContract({ getThing }, { getThing: () => answer }, { toContext: () => null }), getThing, '')!
    const call = { params: { id: '1' } }
    expect(await answering(own)(call, {})).toMatchObject({ data: { id: '1', page: 2 } })
    const found = await answering(keptAnswer)(call, {})
    expect(found.ok && found.data).toBe(keptAnswer)
    expect(() => Object.assign(keptAnswer, { page: 3 })).toThrow('read only')
  })
})

it('takes at most six times as long as the router alone', async () => {
  const bare = new Hono().get('/a/things/:id', (context) =>
    context.json({ id: context.req.param('id'), page: Number(context.req.query('page')) }),
  )
  const request = new Request('http://service/a/things/12?page=3')
  const measure = async (answer: (request: Request) => Response | Promise<Response>) => {
    const before = process.cpuUsage()
    for (let index = 0; index < 1000; index++) await (await answer(request)).text()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const ratios: number[] = []
  for (let round = 0; round < 7; round++) {
    const alone = await measure(bare.fetch)
    ratios.push((await measure(app.fetch)) / alone)
  }
  // The median, because the JIT compiler is still busy in the first rounds.
  expect(ratios.toSorted((a, b) => a - b)[3]).toBeLessThan(6)
})
