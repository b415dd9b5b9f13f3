import { expect, it } from 'vitest'
import { createPortalClient } from '../../page/portal-client.ts'
import { createGiftClient, toGiftLink } from './gift-client.ts'

function open(...answers: (Response | Error)[]) {
  const asked: string[] = []
  const calls = createGiftClient(
    createPortalClient({
      fetcher: (async (path: string, init: RequestInit = {}) => {
        asked.push(`${init.method ?? 'GET'} ${path} ${typeof init.body === 'string' ? init.body : ''}`.trim())
        const answer = answers.shift() ?? new Error('nobody')
        if (answer instanceof Error) throw answer
        return answer
      }) as never,
    }),
  )
  return { calls, asked }
}
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status })

it('S3.11-03 gives an article away and withdraws the gift', async () => {
  const { calls, asked } = open(
    json({ gifts: [], left: 10, perMonth: 10 }),
    json({ id: 'g', token: 'a.b.c' }),
    json({ id: 'g', state: 'revoked' }),
  )
  expect([await calls.list(), await calls.give('130'), await calls.revoke('g')].map(({ kind }) => kind)).toEqual([
    'ok',
    'ok',
    'ok',
  ])
  expect(asked).toEqual(['GET /api/gift-token', 'POST /api/gift-token {"articleId":"130"}', 'DELETE /api/gift-token/g'])
})

it('renews a session once, and then accepts the refusal', async () => {
  const renewed = open(json({ code: 'NOT_LOGGED_IN' }, 401), json({}), json({ id: 'g' }))
  expect((await renewed.calls.give('130')).kind).toBe('ok')
  expect(renewed.asked[1]).toBe('GET /api/validate?forceRefresh=true')
  const over = open(json({ code: 'NOT_LOGGED_IN' }, 401), json({}, 401))
  expect([await over.calls.list(), over.asked.length]).toEqual([{ kind: 'refused', code: 'NOT_LOGGED_IN' }, 2])
})

it.each([
  ['the quota', json({ code: 'GIFT_LIMIT' }, 409), 'GIFT_LIMIT'],
  ['nobody there', new TypeError('Failed to fetch'), 'UNAVAILABLE'],
  ['no JSON', new Response('<html>', { status: 502 }), 'UNAVAILABLE'],
])('distinguishes %s from a gift', async (_name, answer, code) => {
  expect(await open(answer).calls.give('130')).toEqual({ kind: 'refused', code })
})

it('builds the link from the article’s own address', () => {
  expect(toGiftLink('https://auenkurier.example/a-130', 'a.b.c')).toBe(
    'https://auenkurier.example/a-130?link-token=a.b.c',
  )
})
