import { expect, it } from 'vitest'
import { createPortalClient } from '../../page/portal-client.ts'
import { createGiftTokens } from './gift-token.lazy.ts'

const GIFT = { scope: 'no_paywall', articleId: '130', tokenType: 'gift' }
type Answer = { status: number; body: object } | Error

function open(answerOf: (path: string, token: string) => Answer | Promise<Answer>) {
  const calls: string[] = []
  const logged: string[] = []
  const fetcher = (async (path: string, init: RequestInit) => {
    const { token } = JSON.parse(init.body as string) as { token: string }
    calls.push(`${init.method} ${path} ${token}`)
    const answer = await answerOf(path, token)
    if (answer instanceof Error) throw answer
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  }) as never
  return {
    tokens: createGiftTokens({
      client: createPortalClient({ fetcher }),
      log: (...words) => logged.push(words.join(' ')),
    }),
    calls,
    logged,
  }
}
const good = () => ({ status: 200, body: GIFT })

it('R2.8-10 R4.6-01 is validated with every new path that carries one, and with no other', async () => {
  const { tokens, calls } = open(good)
  for (const [pathname, search] of [
    ['/a-130', '?link-token=t1'],
    ['/a-130', '?link-token=t1#login'],
    ['/b-131', '?link-token=t1'],
    ['/c-132', ''],
    ['/a-130', '?x=1&link-token=t2'],
    ['/d', '?link-token='],
  ] as const)
    await tokens.see({ pathname, search })
  expect(calls.filter((call) => call.includes('validate'))).toEqual([
    'POST /api/gift-token/validate t1',
    'POST /api/gift-token/validate t1',
    'POST /api/gift-token/validate t2',
  ])
  expect(calls.filter((call) => call.includes('verify'))).toHaveLength(3)
  expect(tokens.held()).toBeNull()
})

it('R3.11-04 names its article', async () => {
  const { tokens } = open(good)
  await tokens.see({ pathname: '/a-130', search: '?link-token=t' })
  expect([tokens.held(), tokens.stateFor('130'), tokens.stateFor('131').state]).toEqual([
    { kind: 'verified', ...GIFT },
    { state: 'valid', tokenType: 'gift', isNoPaywall: true },
    'invalid',
  ])
})

it.each<[string, Answer, string, string]>([
  ['expired', { status: 401, body: { code: 'ERR_JWT_EXPIRED' } }, 'ERR_JWT_EXPIRED', 'expired'],
  ['invalid', { status: 401, body: { code: 'ERR_JWT_INVALID' } }, 'ERR_JWT_INVALID', 'invalid'],
  ['out of reach', new TypeError('Failed to fetch'), 'Failed to fetch', 'invalid'],
  ['a service without words', { status: 503, body: {} }, '503', 'invalid'],
])('R4.6-02 R8-10 is null when it is %s, and that is logged without the token', async (_name, answer, code, state) => {
  let isGood = true
  const { tokens, logged } = open(() => (isGood ? good() : answer))
  await tokens.see({ pathname: '/a-130', search: '?link-token=secret-token' })
  expect(tokens.held()).not.toBeNull()
  isGood = false
  await tokens.see({ pathname: '/b-130', search: '?link-token=secret-token' })
  expect([tokens.held(), tokens.stateFor('130').state, logged]).toEqual([
    null,
    state,
    [`Error while validating the link token ${code}`],
  ])
})

it('drops the answer for a path that was left', async () => {
  const waiting: ((answer: Answer) => void)[] = []
  const { tokens } = open((_path, token) =>
    token === 'slow' ? new Promise((resolve) => waiting.push(resolve)) : good(),
  )
  const first = tokens.see({ pathname: '/a-130', search: '?link-token=slow' })
  await tokens.see({ pathname: '/c', search: '' })
  for (const answer of waiting) answer(good())
  await first
  expect(tokens.held()).toBeNull()
})
