import { describe, expect, it } from 'vitest'
import { createAccountApi } from './account-api.ts'
import { createPortalClient } from './portal-client.ts'
import { answerInTurn } from './fetch.testing.ts'

function answering(...answers: (Response | Error)[]) {
  const { fetcher, asked } = answerInTurn(...answers)
  return { reader: createAccountApi(createPortalClient({ fetcher })), asked }
}
const status = (code: number, body: unknown = {}) => Response.json(body, { status: code })

describe('the account API in the browser', () => {
  it('sends the cookies of this site and caches nothing', async () => {
    const { reader, asked } = answering(status(200, ['account']))
    expect(await reader.listTabs()).toEqual({ ok: true, data: ['account'] })
    expect(asked).toEqual([
      ['/api/mein/account/tabs', expect.objectContaining({ credentials: 'same-origin', cache: 'no-store' })],
    ])
  })

  it('renews an expired session once, by force, and repeats the call', async () => {
    const { reader, asked } = answering(status(401), status(200, { valid: true }), status(200, ['account', 'abo']))
    expect(await reader.listTabs()).toEqual({ ok: true, data: ['account', 'abo'] })
    expect(asked.map(([path]) => path)).toEqual([
      '/api/mein/account/tabs',
      '/api/validate?forceRefresh=true',
      '/api/mein/account/tabs',
    ])
  })

  it.each<[string, (Response | Error)[], number, number]>([
    ['a session that has ended', [status(401), status(401)], 401, 2],
    ['a session nobody can renew now', [status(401), status(503)], 503, 2],
    ['a session that is refused again', [status(401), status(200), status(401)], 401, 3],
    ['a tab without access', [status(403)], 403, 1],
    ['a platform that does not answer', [status(503)], 503, 1],
    ['no connection', [new TypeError('Failed to fetch')], 0, 1],
    ['no connection while renewing', [status(401), new TypeError('Failed to fetch')], 0, 2],
    ['an answer that is no JSON', [new Response('<html>', { status: 200 })], 0, 1],
  ])('distinguishes %s and never throws', async (_name, answers, expected, calls) => {
    const { reader, asked } = answering(...answers)
    expect(await reader.getAccount()).toEqual({ ok: false, status: expected })
    expect(asked).toHaveLength(calls)
  })
})
