import { PORTAL } from '@lokalteil/contracts/portal'
import { describe, expect, it } from 'vitest'
import { readerPartTexts } from '../../messages/commerce/codes.ts'
import { createCodeClient } from './code-client.ts'
import { createPortalClient } from '../../page/portal-client.ts'
import { answerInTurn } from '../../page/fetch.testing.ts'

function answering(...answers: (Response | Error)[]) {
  const { fetcher, asked } = answerInTurn(...answers)
  const opened: string[] = []
  const callsOf = (isOnline: boolean) =>
    createCodeClient({
      client: createPortalClient({ fetcher, isOnline: () => isOnline }),
      onLoggedOut: () => opened.push('login'),
    })
  return { calls: callsOf(true), offline: callsOf(false), asked, opened }
}
const problem = (status: number, code: string, more: object = {}) =>
  Response.json({ status, code, title: '', ...more }, { status })

describe('codes, invitations and seats in the browser', () => {
  it('calls the endpoints of the contract', async () => {
    for (const name of ['redeemCode', 'sendInvitations', 'offerSeat', 'endSeat', 'acceptSeat', 'leaveSeat'] as const) {
      const { calls, asked } = answering(Response.json({}))
      await (calls[name] as (...given: string[]) => Promise<unknown>)('{seatId}', 'second')
      const [path, init] = asked[0]!
      expect(PORTAL[name]).toMatchObject({ method: init?.method, path: decodeURIComponent(path) })
    }
  })

  it('sends the code again with the same key after a renewal of the session', async () => {
    const { calls, asked } = answering(
      problem(401, 'NOT_LOGGED_IN'),
      Response.json({ valid: true }),
      Response.json({ kind: 'coins', count: 5 }),
    )
    expect(await calls.redeemCode('DEMO-COIN-2026', 'key-0000-0000-0000')).toEqual({
      kind: 'ok',
      data: { kind: 'coins', count: 5 },
    })
    expect(asked.map(([path]) => path)).toEqual([
      '/api/mein/codes',
      '/api/validate?forceRefresh=true',
      '/api/mein/codes',
    ])
    expect([asked[0]![1]?.body, asked[2]![1]?.body]).toEqual(
      Array(2).fill('{"code":"DEMO-COIN-2026","idempotencyKey":"key-0000-0000-0000"}'),
    )
  })

  it('opens the login when the session is over, and only then', async () => {
    const ended = answering(problem(401, 'NOT_LOGGED_IN'), problem(401, 'SESSION_ENDED'))
    expect([await ended.calls.leaveSeat(), ended.opened]).toEqual([
      { kind: 'refused', code: 'NOT_LOGGED_IN', fields: {} },
      ['login'],
    ])
    const silent = answering(problem(401, 'NOT_LOGGED_IN'), problem(503, 'UNAVAILABLE'))
    expect([await silent.calls.leaveSeat(), silent.opened]).toEqual([
      { kind: 'refused', code: 'UNAVAILABLE', fields: {} },
      [],
    ])
  })

  it.each<[string, (Response | Error)[], string]>([
    ['a refusal', [problem(422, 'INVALID_LINK')], 'INVALID_LINK'],
    ['too many', [problem(429, 'TOO_MANY_ATTEMPTS')], 'TOO_MANY_ATTEMPTS'],
    ['a page instead of an answer', [new Response('<html>', { status: 502 })], 'UNAVAILABLE'],
    ['an answer without a code', [Response.json({}, { status: 500 })], 'UNAVAILABLE'],
    ['a broken line', [new TypeError('Failed to fetch')], 'UNAVAILABLE'],
  ])('reports %s by its code, with a sentence for it, and never throws', async (_what, answers, code) => {
    const result = await answering(...answers).calls.acceptSeat('token')
    expect(result).toEqual({ kind: 'refused', code, fields: {} })
    expect(readerPartTexts.refusal(code)).toMatch(/\.$/)
  })

  it('reports a lost connection, names the wrong field, and accepts an empty answer', async () => {
    expect(await answering(new TypeError('Failed to fetch')).offline.endSeat('s')).toMatchObject({
      kind: 'refused',
      code: 'OFFLINE',
    })
    expect(
      await answering(problem(422, 'INVALID_FIELDS', { fields: { emails: 'OWN_EMAIL' } })).calls.sendInvitations([
        'a@example.org',
      ]),
    ).toEqual({ kind: 'refused', code: 'INVALID_FIELDS', fields: { emails: 'OWN_EMAIL' } })
    const { calls, asked } = answering(new Response(null, { status: 204 }))
    expect([await calls.endSeat('a/b'), asked[0]![0]]).toEqual([
      { kind: 'ok', data: undefined },
      '/api/mein/household/seats/a%2Fb/end',
    ])
  })
})
