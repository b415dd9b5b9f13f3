import { PORTAL } from '@lokalteil/contracts/portal'
import { describe, expect, it } from 'vitest'
import { createPortalClient } from '../../page/portal-client.ts'
import { createContractClient } from './contract-client.ts'

type Sent = { path: string; method: string; body: unknown }

function open(answers: readonly (Response | Error)[], isOnline = true) {
  const sent: Sent[] = []
  const told: string[] = []
  const left = [...answers]
  const calls = createContractClient({
    client: createPortalClient({
      fetcher: (async (path: string, init: RequestInit = {}) => {
        sent.push({
          path,
          method: init.method ?? 'GET',
          body: init.body === undefined ? undefined : JSON.parse(init.body as string),
        })
        const next = left.shift()
        if (next === undefined || next instanceof Error) throw next ?? new Error('nothing left')
        return next
      }) as typeof fetch,
      isOnline: () => isOnline,
    }),
    onLoggedOut: () => told.push('logged out'),
    onChanged: () => told.push('changed'),
  })
  return { calls, sent, told }
}
const json = (status: number, body: unknown = {}) => new Response(JSON.stringify(body), { status })
const VIEW = { contracts: [], documents: [] }

it('calls the endpoints of the contract, by POST', async () => {
  const ENDPOINTS = {
    cancel: PORTAL.cancelContract,
    undoCancellation: PORTAL.undoCancellation,
    pause: PORTAL.pauseContract,
    resume: PORTAL.resumeContract,
    changePlan: PORTAL.changePlan,
    undoPlanChange: PORTAL.undoPlanChange,
    changePayment: PORTAL.changePayment,
    payOpen: PORTAL.payOpen,
  }
  for (const [name, { method, path }] of Object.entries(ENDPOINTS)) {
    const { calls, sent } = open([json(200, VIEW)])
    await (calls[name as keyof typeof ENDPOINTS] as (id: string) => Promise<unknown>)('{id}')
    expect([method, path]).toEqual(['POST', decodeURIComponent(sent[0]!.path)])
    expect(sent[0]).toMatchObject({ method: 'POST', body: {} })
  }
})

describe('a change of a contract', () => {
  it('sends the day and the amount that were shown, and refreshes the session afterwards', async () => {
    const { calls, sent, told } = open([json(200, VIEW), json(200, VIEW)])
    expect(await calls.cancel('S-1', '2026-12-20')).toEqual({ kind: 'ok', data: VIEW })
    await calls.changePlan('S-1', 'plus-jahr', 8910)
    expect(sent).toEqual([
      { path: '/api/mein/account/contracts/S-1/cancel', method: 'POST', body: { confirmedEnd: '2026-12-20' } },
      {
        path: '/api/mein/account/contracts/S-1/plan',
        method: 'POST',
        body: { offerId: 'plus-jahr', confirmedCents: 8910 },
      },
    ])
    expect(told).toEqual(['changed', 'changed'])
  })

  it('renews a session once, and repeats the call', async () => {
    const { calls, sent, told } = open([json(401, { code: 'NOT_LOGGED_IN' }), json(200), json(200, VIEW)])
    expect((await calls.resume('S-1')).kind).toBe('ok')
    expect(sent.map(({ path }) => path)).toEqual([
      '/api/mein/account/contracts/S-1/resume',
      '/api/validate?forceRefresh=true',
      '/api/mein/account/contracts/S-1/resume',
    ])
    expect(told).toEqual(['changed'])
  })

  it('opens the login when the session is over, and changes nothing', async () => {
    const { calls, told } = open([json(401, { code: 'NOT_LOGGED_IN' }), json(401)])
    expect(await calls.payOpen('S-1')).toEqual({ kind: 'refused', reason: 'NOT_LOGGED_IN' })
    expect(told).toEqual(['logged out'])
  })

  it.each<[string, Response | Error, boolean, object]>([
    ['another day', json(409, { code: 'END_CHANGED' }), true, { kind: 'refused', reason: 'END_CHANGED' }],
    [
      'a payment that was refused',
      json(402, { code: 'PAYMENT_FAILED' }),
      true,
      { kind: 'refused', reason: 'PAYMENT_FAILED' },
    ],
    [
      'fields',
      json(422, { code: 'INVALID_FIELDS', fields: { iban: 'INVALID_IBAN' } }),
      true,
      { kind: 'fields', faults: { iban: 'INVALID_IBAN' } },
    ],
    ['too many', json(429, { code: 'SOMETHING' }), true, { kind: 'refused', reason: 'TOO_MANY_ATTEMPTS' }],
    ['a code nobody knows', json(500, { code: 'constructor' }), true, { kind: 'refused', reason: 'UNAVAILABLE' }],
    ['no JSON', new Response('<html>', { status: 502 }), true, { kind: 'refused', reason: 'UNAVAILABLE' }],
    ['no line', new TypeError('failed'), false, { kind: 'refused', reason: 'OFFLINE' }],
  ])('reports %s', async (_name, answer, isOnline, expected) => {
    const { calls, told } = open([answer], isOnline)
    expect(await calls.changePayment('S-1', { kind: 'card', number: '1' })).toEqual(expected)
    expect(told).toEqual([])
  })
})
