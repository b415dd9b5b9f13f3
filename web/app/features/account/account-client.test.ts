import { describe, expect, it } from 'vitest'
import { accountTexts } from '../../messages/accounts/account.ts'
import { createAccountClient, type AccountResult } from './account-client.ts'
import { createPortalClient } from '../../page/portal-client.ts'
import { answerInTurn } from '../../page/fetch.testing.ts'

function answering(...answers: (Response | Error)[]) {
  const { fetcher, asked } = answerInTurn(...answers)
  const opened: string[] = []
  const callsOf = (isOnline: boolean) =>
    createAccountClient({
      client: createPortalClient({ fetcher, isOnline: () => isOnline }),
      onLoggedOut: () => opened.push('login'),
    })
  return { calls: callsOf(true), offline: callsOf(false), asked, opened }
}
const problem = (status: number, code: string, more: object = {}) =>
  Response.json({ status, code, title: '', ...more }, { status })

describe('calls of the account', () => {
  it('send JSON with the cookies of this site', async () => {
    const { calls, asked } = answering(Response.json({ firstName: 'Ewa' }))
    expect(await calls.updateAccount({ firstName: 'Ewa' })).toEqual({ kind: 'ok', data: { firstName: 'Ewa' } })
    expect(asked).toEqual([
      [
        '/api/mein/account',
        expect.objectContaining({
          method: 'POST',
          credentials: 'same-origin',
          redirect: 'error',
          body: '{"firstName":"Ewa"}',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
        }),
      ],
    ])
  })

  it('renew an expired session once and send the same values again', async () => {
    const { calls, asked } = answering(
      problem(401, 'NOT_LOGGED_IN'),
      Response.json({ valid: true }),
      Response.json({ roles: ['PLUS_USER'], productName: 'Zeitung' }),
    )
    expect(await calls.verifyPlus({ customerNumber: '4711001', postcode: '00412' })).toMatchObject({
      kind: 'ok',
      data: { roles: ['PLUS_USER'] },
    })
    expect(asked.map(([path]) => path)).toEqual([
      '/api/mein/account/plus-verification',
      '/api/validate?forceRefresh=true',
      '/api/mein/account/plus-verification',
    ])
    expect(asked[2]![1]?.body).toBe(asked[0]![1]?.body)
  })

  it.each<[string, (Response | Error)[], AccountResult<never>]>([
    [
      'an ended session',
      [problem(401, 'NOT_LOGGED_IN'), problem(401, 'SESSION_ENDED')],
      { kind: 'refused', reason: 'NOT_LOGGED_IN' },
    ],
    [
      'wrong fields',
      [problem(422, 'INVALID_FIELDS', { fields: { firstName: 'NOT_ALLOWED' } })],
      { kind: 'fields', faults: { firstName: 'NOT_ALLOWED' } },
    ],
    ['no subscription', [problem(422, 'NO_MATCH')], { kind: 'no-match' }],
    ['a wrong password', [problem(403, 'WRONG_PASSWORD')], { kind: 'refused', reason: 'WRONG_PASSWORD' }],
    ['too many tries', [problem(429, 'SOMETHING_NEW')], { kind: 'refused', reason: 'TOO_MANY_ATTEMPTS' }],
    ['a code nobody knows', [problem(500, 'INTERNAL')], { kind: 'refused', reason: 'UNAVAILABLE' }],
    [
      'a page instead of an answer',
      [new Response('<html>', { status: 502 })],
      { kind: 'refused', reason: 'UNAVAILABLE' },
    ],
    ['a broken line', [new TypeError('Failed to fetch')], { kind: 'refused', reason: 'UNAVAILABLE' }],
  ])('name %s and never throw', async (_name, answers, expected) => {
    const result = await answering(...answers).calls.verifyPlus({ customerNumber: '1', postcode: '2' })
    expect(result).toEqual(expected)
    if (result.kind === 'refused') expect(accountTexts.refusal(result.reason)).toMatch(/\.$/)
  })

  it('open the login when the session is over, and only then', async () => {
    const over = () => [problem(401, 'NOT_LOGGED_IN'), problem(401, 'SESSION_ENDED')]
    for (const [answers, act, logins] of [
      [over(), 'undoErasure', 1],
      [over(), 'exportData', 1],
      // A logout needs no session.
      [over(), 'logoutEverywhere', 0],
      [[problem(401, 'NOT_LOGGED_IN'), problem(503, 'UNAVAILABLE')], 'undoErasure', 0],
      [[problem(403, 'FORBIDDEN')], 'undoErasure', 0],
    ] as const) {
      const { calls, opened } = answering(...answers)
      expect((await calls[act]()).kind).toBe('refused')
      expect([act, opened.length]).toEqual([act, logins])
    }
  })

  it('notice that the reader is offline', async () => {
    expect(await answering(new TypeError('Failed to fetch')).offline.undoErasure()).toEqual({
      kind: 'refused',
      reason: 'OFFLINE',
    })
  })

  it('fetch the export as a file with its name', async () => {
    const file = new Response('PK', {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="meine-daten-ak-2026-11-21.zip"',
      },
    })
    const result = await answering(file).calls.exportData()
    expect(result).toMatchObject({ kind: 'ok', data: { name: 'meine-daten-ak-2026-11-21.zip' } })
    expect(await answering(problem(429, 'TOO_MANY_ATTEMPTS')).calls.exportData()).toEqual({
      kind: 'refused',
      reason: 'TOO_MANY_ATTEMPTS',
    })
  })
})
