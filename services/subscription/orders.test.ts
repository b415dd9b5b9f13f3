import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { OrderView } from '@lokalteil/contracts/orders'
import { toVatCents } from '@lokalteil/domain/offers'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../database/test-database.ts'
import { toDefaultOffers } from './default-offers.ts'
import { TEST_BANK_DELAY, TEST_CARDS, TEST_IBANS } from './payment-providers.ts'
import { emptyLedger, emptyOrders, get, openTestPlatform, outcomeOf, TEST_PAYMENTS } from './test-ledger.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const BUYER = { salutation: 'Frau', firstName: 'Eva', lastName: 'Müller-Lüdenscheidt', company: '', vatId: '', street: 'Am Fluss 3', postcode: '00412', city: 'Auenburg', country: 'DE' }
const SEPA = { kind: 'sepa' as const, iban: TEST_IBANS.paid, holder: 'Eva Müller', mandate: true }
const card = (number: string) => ({ kind: 'card' as const, number })
const OFFERS = toDefaultOffers('ak')
const priceOf = (id: string) => OFFERS.find((offer) => offer.id === id)!.priceCents

type Placed = Parameters<Awaited<ReturnType<typeof openTestPlatform>>['ordersOf'] extends (m: 'ak') => infer P ? (P extends { placeOrder: infer F } ? (F extends (...a: never[]) => unknown ? F : never) : never) : never>[0]['body']

describe.each(ENGINES)('orders on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let platform: Awaited<ReturnType<typeof openTestPlatform>>
  let clock = NOW
  let reader = ''
  const ak = () => platform.of('ak')
  const orders = () => platform.ordersOf('ak')

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    platform = await openTestPlatform(opened.database, () => clock, { payments: { ...TEST_PAYMENTS, providers: ['test-bank', 'invoice'] } })
    await platform.service.fillCatalogue('ak', { offers: OFFERS, readerService: null })
  })
  beforeEach(async () => {
    clock = NOW
    reader = randomUUID()
    platform.mails.length = 0
    platform.errors.length = 0
    await emptyLedger(opened.database)
    await emptyOrders(opened.database)
  })
  afterAll(() => opened.drop())

  const toOrder = (change: Partial<Placed> = {}): Placed => ({
    offerId: 'plus-jahr',
    confirmedCents: priceOf('plus-jahr'),
    idempotencyKey: randomUUID(),
    buyer: BUYER,
    payment: SEPA,
    consents: { terms: true },
    email: 'eva@example.org',
    isGuest: false,
    requester: 'requester-of-the-test',
    ...change,
  })
  const place = (change: Partial<Placed> = {}, sub = reader) => orders().placeOrder({ params: { sub }, body: toOrder(change) })
  const rolesOf = (sub = reader) => get(ak().listRoles({ params: { sub } }))
  const listOf = (sub = reader) => get(ak().listSubscriptions({ params: { sub } }))
  const chargesOf = (sub = reader) => get(orders().listCharges({ params: { sub } }))
  const rows = async <T>(text: string) => (await sql.raw<T>(text).execute(opened.database.db)).rows

  it('S2.3-05 R1-33 turns an order that is paid into a contract with its roles, and confirms it by mail', async () => {
    const order = await get(place())
    expect(order).toMatchObject({ state: 'completed', failure: null, payment: { kind: 'sepa', provider: 'test-bank', label: 'DE •••• 0001' }, quote: { dueCents: 9900, vatCents: 648 } })
    expect(await rolesOf()).toEqual(['PLUS_USER'])
    expect(await listOf()).toMatchObject([{ kind: 'plus', productName: 'Plus Jahr', state: 'active', priceCents: 9900, periodMonths: 12, startsOn: '2026-11-21', endsOn: null }])
    expect(await chargesOf()).toMatchObject([{ state: 'paid', kind: 'first', amountCents: 9900, vatPercent: 7, periodFrom: '2026-11-21', periodTo: '2027-11-20', orderNumber: order.number }])
    expect(platform.mails).toMatchObject([{ template: 'order-confirmed', to: { address: 'eva@example.org' }, data: { number: order.number, product: 'Plus Jahr', dueCents: 9900, next: { on: '2027-11-21', cents: 9900 }, payment: { mandateReference: expect.stringMatching(/^AK-M-/) } } }])
    expect(platform.errors).toEqual([])
  })
})
export type { OrderView }
