import { describe, expect, expectTypeOf, it } from 'vitest'
import { answerInTurn } from './fetch.testing.ts'
import { toReason } from './failure-reason.ts'
import { createPortalClient, toRead, type PortalFailure } from './portal-client.ts'

const json = (status: number, body: unknown = {}) => Response.json(body, { status })
const RENEWAL = '/api/validate?forceRefresh=true'
const TABS = '/api/mein/account/tabs'
const gone = new TypeError('Failed to fetch')
const late = new DOMException('signal timed out', 'TimeoutError')

function open(answers: (Response | Error)[], isOnline = true) {
  const { fetcher, asked } = answerInTurn(...answers)
  const client = createPortalClient({ fetcher, isOnline: () => isOnline })
  return { client, asked, paths: () => asked.map(([path]) => path) }
}

describe('a request', () => {
  it('goes to the address of the contract, as JSON, to this origin only, past every cache', async () => {
    const { client, asked } = open([json(200)])
    await client.call('GET /api/order/{number}', { params: { number: 'A/1' }, query: { token: 'a b' } })
    const [path, init] = asked[0]!
    expect(path).toBe('/api/order/A%2F1?token=a+b')
    expect(init).toMatchObject({ method: 'GET', credentials: 'same-origin', cache: 'no-store', redirect: 'error' })
    expect(init).toMatchObject({ headers: { accept: 'application/json' }, keepalive: false })
    expect(init!.signal).toBeInstanceOf(AbortSignal)
    expect(init!.headers).not.toHaveProperty('content-type')
  })

  it('has a JSON body in every write, even an empty one', async () => {
    const { client, asked } = open([json(200), json(200)])
    await client.call('POST /api/mein/codes', { body: { code: 'C', idempotencyKey: 'k' } })
    await client.call('POST /api/mein/household/leave')
    expect(asked.map(([, init]) => [init!.body, (init!.headers as Record<string, string>)['content-type']])).toEqual([
      ['{"code":"C","idempotencyKey":"k"}', 'application/json'],
      ['{}', 'application/json'],
    ])
  })

  it('times out', async () => {
    const fetcher = (async (_path: string, { signal }: RequestInit) => {
      await new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
    }) as never
    const asked = createPortalClient({ fetcher }).call('GET /api/settings', { timeoutMs: 5 })
    expect((await asked).kind).toBe('timed-out')
  })

  it('returns the answer of the contract', () => {
    const { client } = open([])
    const ask = () => client.call('GET /api/mein/newsletters')
    expectTypeOf<Extract<Awaited<ReturnType<typeof ask>>, { kind: 'ok' }>['data']['email']>().toEqualTypeOf<string>()
    // @ts-expect-error no such route
    const wrong = () => client.call('GET /api/mein/newsletter')
    expect([ask, wrong]).toHaveLength(2)
  })
})

describe('an answer', () => {
  const ok = (data: unknown) => ({ kind: 'ok', data })
  const refused = (status: number, code: string, body: unknown, fields = {}) => ({
    kind: 'refused',
    status,
    code,
    fields,
    body,
  })
  const problem = { code: 'INVALID_FIELDS', fields: { email: 'REQUIRED' } }

  it.each<[string, (Response | Error)[], boolean, object, string[]]>([
    ['200', [json(200, ['account'])], true, ok(['account']), [TABS]],
    ['204', [new Response(null, { status: 204 })], true, ok(undefined), [TABS]],
    ['422', [json(422, problem)], true, refused(422, 'INVALID_FIELDS', problem, problem.fields), [TABS]],
    ['500 without a problem', [json(500, null)], true, refused(500, '', null), [TABS]],
    ['no JSON', [new Response('<html>')], true, { kind: 'unreadable', status: 200 }, [TABS]],
    ['502 of a proxy', [new Response('<h1>', { status: 502 })], true, { kind: 'unreadable', status: 502 }, [TABS]],
    ['a redirect, which fetch refuses', [gone], true, { kind: 'unreachable', cause: gone }, [TABS]],
    ['offline', [gone], false, { kind: 'offline', cause: gone }, [TABS]],
    ['time-out', [late], true, { kind: 'timed-out', cause: late }, [TABS]],
    ['time-out while offline', [late], false, { kind: 'timed-out', cause: late }, [TABS]],
    ['401, renewed', [json(401), json(200), json(200, ['abo'])], true, ok(['abo']), [TABS, RENEWAL, TABS]],
    [
      '401, renewed without JSON',
      [json(401), new Response('yes'), json(200, ['abo'])],
      true,
      ok(['abo']),
      [TABS, RENEWAL, TABS],
    ],
    [
      '401, renewed, 401',
      [json(401), json(200), json(401, { code: 'NOT_LOGGED_IN' })],
      true,
      refused(401, 'NOT_LOGGED_IN', { code: 'NOT_LOGGED_IN' }),
      [TABS, RENEWAL, TABS],
    ],
    [
      '401, the session is over: the first answer',
      [json(401, { code: 'NOT_LOGGED_IN' }), json(401, { code: 'SESSION_ENDED' })],
      true,
      refused(401, 'NOT_LOGGED_IN', { code: 'NOT_LOGGED_IN' }),
      [TABS, RENEWAL],
    ],
    ['401, renewal 503', [json(401), json(503)], true, { kind: 'unrenewed', status: 503 }, [TABS, RENEWAL]],
    ['401, renewal 429', [json(401), json(429)], true, { kind: 'unrenewed', status: 429 }, [TABS, RENEWAL]],
    ['401, renewal offline', [json(401), gone], false, { kind: 'offline', cause: gone }, [TABS, RENEWAL]],
    ['401, renewal redirected', [json(401), gone], true, { kind: 'unreachable', cause: gone }, [TABS, RENEWAL]],
    ['401, renewal too slow', [json(401), late], true, { kind: 'timed-out', cause: late }, [TABS, RENEWAL]],
  ])('%s', async (_case, answers, isOnline, expected, paths) => {
    const opened = open(answers, isOnline)
    expect(await opened.client.call('GET /api/mein/account/tabs', { as: 'reader' })).toEqual(expected)
    expect(opened.paths()).toEqual(paths)
  })

  it('of 401 causes no renewal in calls for anybody', async () => {
    const { client, paths } = open([json(401, { code: 'WRONG_CREDENTIALS' })])
    const result = await client.call('POST /api/mein/oauth2/login', { body: { email: 'a', password: 'b' } })
    expect(result).toMatchObject({ kind: 'refused', code: 'WRONG_CREDENTIALS' })
    expect(paths()).toEqual(['/api/mein/oauth2/login'])
  })

  it('that breaks off counts as unreachable', async () => {
    const broken = new Response(new ReadableStream({ start: (stream) => stream.error(gone) }))
    expect((await open([broken]).client.call('GET /api/settings')).kind).toBe('unreachable')
  })
})

it('of 401 causes one renewal for all parallel calls, and a new one for later calls', async () => {
  let isGood = false
  const asked: string[] = []
  const fetcher = (async (path: string) => {
    asked.push(path)
    if (path === RENEWAL) isGood = true
    return json(isGood ? 200 : 401)
  }) as typeof fetch
  const client = createPortalClient({ fetcher })
  const both = () =>
    Promise.all([
      client.call('GET /api/mein/account', { as: 'reader' }),
      client.call('GET /api/mein/account/tabs', { as: 'reader' }),
    ])
  for (const renewals of [1, 2]) {
    isGood = false
    expect((await both()).map(({ kind }) => kind)).toEqual(['ok', 'ok'])
    expect(asked.filter((path) => path === RENEWAL)).toHaveLength(renewals)
  }
})

it.each<[PortalFailure, number, string]>([
  [{ kind: 'refused', status: 401, code: '', fields: {}, body: null }, 401, 'NOT_LOGGED_IN'],
  [{ kind: 'refused', status: 429, code: '', fields: {}, body: null }, 429, 'TOO_MANY_ATTEMPTS'],
  [{ kind: 'refused', status: 500, code: '', fields: {}, body: null }, 500, 'UNAVAILABLE'],
  [{ kind: 'unreadable', status: 401 }, 401, 'UNAVAILABLE'],
  [{ kind: 'unreadable', status: 200 }, 0, 'UNAVAILABLE'],
  [{ kind: 'unrenewed', status: 503 }, 503, 'UNAVAILABLE'],
  [{ kind: 'timed-out', cause: late }, 0, 'UNAVAILABLE'],
  [{ kind: 'offline', cause: gone }, 0, 'OFFLINE'],
])('%j is status %i and %s', (failure, status, reason) => {
  expect([toRead(failure), toReason(failure)]).toEqual([{ ok: false, status }, reason])
})
