import { describe, expect, it, vi } from 'vitest'
import { createPortalClient } from '../../page/portal-client.ts'
import { createOrderClient, type OrderBody } from './order-client.ts'

const ORDER: OrderBody & { idempotencyKey: string } = {
  offerId: 'plus-monat',
  confirmedCents: 100,
  idempotencyKey: 'k'.repeat(32),
  buyer: {
    salutation: '',
    firstName: 'Eva',
    lastName: 'Süß',
    company: '',
    vatId: '',
    street: 'Am Ufer 3',
    postcode: '12345',
    city: 'Auenstadt',
    country: 'DE',
  },
  payment: { kind: 'invoice' },
  consents: { terms: true, withdrawalLapses: false },
}
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

function setUp(answers: (Response | Error)[], more: { isOnline?: boolean; renew?: boolean } = {}) {
  const fetcher = vi.fn<typeof fetch>(async () => {
    const next = answers.shift() ?? new Error('nobody asked for this')
    if (next instanceof Error) throw next
    return next
  })
  const renew = vi.fn(async () => more.renew ?? false)
  return {
    fetcher,
    renew,
    calls: createOrderClient(createPortalClient({ fetcher, isOnline: () => more.isOnline ?? true, renew })),
  }
}

describe('placing an order', () => {
  it.each([
    [200, { number: 'A-2026-AAAA-BBBB' }, { kind: 'placed', order: { number: 'A-2026-AAAA-BBBB' } }],
    [409, { code: 'KEY_USED' }, { kind: 'key-used' }],
    [409, { code: 'PRICE_CHANGED', fields: { dueCents: '990' } }, { kind: 'price-changed' }],
    [409, { code: 'ALREADY_SUBSCRIBED' }, { kind: 'refused', reason: 'ALREADY_SUBSCRIBED' }],
    [409, { code: 'NO_PAYMENT' }, { kind: 'refused', reason: 'NO_PAYMENT' }],
    [404, { code: 'UNKNOWN_OFFER' }, { kind: 'refused', reason: 'UNKNOWN_OFFER' }],
    [429, { code: 'TOO_MANY_ORDERS' }, { kind: 'refused', reason: 'TOO_MANY_ORDERS' }],
    [429, { code: 'SOMETHING_ELSE' }, { kind: 'refused', reason: 'TOO_MANY_ORDERS' }],
    [403, { code: 'EMAIL_NOT_VERIFIED' }, { kind: 'refused', reason: 'EMAIL_NOT_VERIFIED' }],
    [403, { code: 'FOREIGN_ORIGIN' }, { kind: 'refused', reason: 'REFUSED' }],
    [
      422,
      { code: 'INVALID_FIELDS', fields: { iban: 'INVALID_IBAN', __proto: 'x', password: 'REQUIRED' } },
      { kind: 'fields', faults: { iban: 'INVALID_IBAN' } },
    ],
    [422, { code: 'INVALID_FIELDS', fields: {} }, { kind: 'refused', reason: 'REFUSED' }],
    [503, { code: 'UNAVAILABLE' }, { kind: 'unanswered', isOffline: false }],
    [500, null, { kind: 'unanswered', isOffline: false }],
  ])('S2.3-05 %i %j is %j', async (status, body, result) => {
    const { calls } = setUp([answer(status, body)])
    expect(await calls.place(ORDER)).toEqual(result)
  })

  it('never takes a lost answer for a refusal', async () => {
    expect(await setUp([new TypeError('network')], { isOnline: false }).calls.place(ORDER)).toEqual({
      kind: 'unanswered',
      isOffline: true,
    })
    expect(await setUp([new Response('<html>', { status: 200 })]).calls.place(ORDER)).toEqual({
      kind: 'unanswered',
      isOffline: false,
    })
    expect(await setUp([new Response('<html>', { status: 409 })]).calls.place(ORDER)).toEqual({
      kind: 'unanswered',
      isOffline: false,
    })
  })

  it('renews an expired session once, and sends the same order again', async () => {
    const { calls, fetcher, renew } = setUp(
      [answer(401, { code: 'LOGIN_NEEDED' }), answer(200, { number: 'A-2026-AAAA-BBBB' })],
      { renew: true },
    )
    expect(await calls.place(ORDER)).toMatchObject({ kind: 'placed' })
    expect(renew).toHaveBeenCalledTimes(1)
    expect(fetcher.mock.calls.map(([, init]) => init!.body)).toEqual([JSON.stringify(ORDER), JSON.stringify(ORDER)])
  })

  it('reports that a login is needed when the session is over', async () => {
    const { calls, fetcher } = setUp([answer(401, { code: 'LOGIN_NEEDED' })])
    expect(await calls.place(ORDER)).toEqual({ kind: 'refused', reason: 'LOGIN_NEEDED' })
    expect(fetcher).toHaveBeenCalledTimes(1)
  })
})

describe('reading', () => {
  it.each([
    [200, { dueCents: 100 }, null, { kind: 'ok', quote: { dueCents: 100 } }],
    [404, { code: 'UNKNOWN_OFFER' }, null, { kind: 'unknown-offer' }],
    [409, { code: 'NOT_SELLING' }, null, { kind: 'not-selling' }],
    [422, { code: 'INVALID_FIELDS' }, 'AAAA-BBBB', { kind: 'bad-voucher' }],
    [422, { code: 'INVALID_FIELDS' }, null, { kind: 'unreachable', isOffline: false }],
    [429, { code: 'TOO_MANY_ATTEMPTS' }, 'AAAA-BBBB', { kind: 'too-many' }],
    [503, {}, null, { kind: 'unreachable', isOffline: false }],
  ])('the price: %i %j with %j is %j', async (status, body, code, result) => {
    const { calls, fetcher } = setUp([answer(status, body)])
    expect(await calls.quote('plus-monat', code)).toEqual(result)
    expect(JSON.parse(fetcher.mock.calls[0]![1]!.body as string)).toEqual({
      offerId: 'plus-monat',
      ...(code === null ? {} : { voucherCode: code }),
    })
  })

  it.each([
    [200, { number: 'A-2026-AAAA-BBBB' }, { kind: 'ok', order: { number: 'A-2026-AAAA-BBBB' } }],
    [404, {}, { kind: 'missing' }],
    [400, {}, { kind: 'missing' }],
    [503, {}, { kind: 'unreachable', isOffline: false }],
  ])('the state of an order: %i is %j', async (status, body, result) => {
    const { calls, fetcher } = setUp([answer(status, body)])
    expect(await calls.read('A-2026-AAAA-BBBB', 'to/ken')).toEqual(result)
    expect(fetcher.mock.calls[0]![0]).toBe('/api/order/A-2026-AAAA-BBBB?token=to%2Fken')
  })
})
