import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { toVatCents } from '@lokalteil/domain/commerce/offers'
import { toQuote } from '@lokalteil/domain/commerce/orders'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { withTouchedSignature } from '../../platform/signed-text.testing.ts'
import { SELLER } from '../billing/billing.testing.ts'
import { toTestOffers } from '../offers/offers.testing.ts'
import { TEST_BANK_DELAY, TEST_CARDS, TEST_IBANS } from '../payments/payment-providers.ts'
import {
  emptyLedger,
  emptyOrders,
  get,
  openTestPlatform,
  outcomeOf,
  TEST_PAYMENTS,
  type OrderPlatform,
} from '../coins/ledger.testing.ts'
import { openAccount } from '../payments/charge-collection.ts'
import { failCharge, settleCharge } from '../payments/charge-outcomes.ts'
import { createCodes } from '../codes/code-batches.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const BUYER = {
  salutation: 'Frau',
  firstName: 'Eva',
  lastName: 'Müller-Lüdenscheidt',
  company: '',
  vatId: '',
  street: 'Am Fluss 3',
  postcode: '00412',
  city: 'Auenburg',
  country: 'DE',
}
const SEPA = { kind: 'sepa' as const, iban: TEST_IBANS.paid, holder: 'Eva Müller', mandate: true }
const card = (number: string) => ({ kind: 'card' as const, number })
const OFFERS = toTestOffers('ak')
const priceOf = (id: string) => OFFERS.find((offer) => offer.id === id)!.priceCents

type Placed = Parameters<OrderPlatform['placeOrder']>[0]['body']

describe.each(ENGINES)('orders on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let platform: Awaited<ReturnType<typeof openTestPlatform>>
  let clock = NOW
  let reader = ''
  const ak = () => platform.of('ak')
  const orders = () => platform.ordersOf('ak')

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    platform = await openTestPlatform(opened.database, () => clock)
    await platform.service.applyFolder('ak', {
      version: 1,
      catalogue: { offers: OFFERS, readerService: null },
      seller: null,
    })
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
  const place = (change: Partial<Placed> = {}, sub = reader) =>
    orders().placeOrder({ params: { sub }, body: toOrder(change) })
  const rolesOf = (sub = reader) => get(ak().listRoles({ params: { sub } }))
  const listOf = (sub = reader) => get(ak().listSubscriptions({ params: { sub } }))
  const chargesOf = (sub = reader) => get(orders().listCharges({ params: { sub } }))
  const rows = async <T>(text: string) => (await sql.raw<T>(text).execute(opened.database.db)).rows

  it('finishes interrupted orders while the service is open, and not afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      platform.service.orders.start()
      expect(vi.getTimerCount()).toBe(1)
      await platform.service.orders.close()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('S2.3-05 a paid order becomes a contract with its roles and is confirmed by mail', async () => {
    const order = await get(place())
    expect(order).toMatchObject({
      state: 'completed',
      failure: null,
      payment: { kind: 'sepa', provider: 'test-bank', label: 'DE •••• 0001' },
      quote: { dueCents: 9900, vatCents: 648 },
    })
    expect(await rolesOf()).toEqual(['PLUS_USER'])
    expect(await listOf()).toMatchObject([
      {
        kind: 'plus',
        productName: 'Plus Jahr',
        state: 'active',
        priceCents: 9900,
        periodMonths: 12,
        startsOn: '2026-11-21',
        endsOn: null,
      },
    ])
    expect(await chargesOf()).toMatchObject([
      {
        state: 'paid',
        kind: 'first',
        amountCents: 9900,
        vatPercent: 7,
        periodFrom: '2026-11-21',
        periodTo: '2027-11-20',
        orderNumber: order.number,
      },
    ])
    expect(platform.mails).toMatchObject([
      {
        template: 'order-confirmed',
        to: { address: 'eva@example.org' },
        data: {
          number: order.number,
          product: 'Plus Jahr',
          dueCents: 9900,
          next: { on: '2027-11-21', cents: 9900 },
          payment: { mandateReference: expect.stringMatching(/^AK-M-/) },
        },
      },
    ])
    expect(platform.errors).toEqual([])
  })

  it.each<[string, Partial<Placed>, string]>([
    ['of an offer nobody sells', { offerId: 'plus-ewig' }, '404 UNKNOWN_OFFER'],
    ['at another price', { confirmedCents: 1 }, '409 PRICE_CHANGED'],
    ['of a trial at the trial price of another', { offerId: 'plus-monat', confirmedCents: 990 }, '409 PRICE_CHANGED'],
    ['with a broken IBAN', { payment: { ...SEPA, iban: 'DE94999999990000000001' } }, '422 INVALID_FIELDS'],
    [
      'with an account outside the SEPA',
      { payment: { ...SEPA, iban: 'TR330006100519786457841326' } },
      '422 INVALID_FIELDS',
    ],
    ['with a card the test bank does not know', { payment: card('4111111111111111') }, '422 INVALID_FIELDS'],
    ['of coins without the consent', { offerId: 'coins-5', confirmedCents: priceOf('coins-5') }, '422 INVALID_FIELDS'],
    [
      'of coins on account',
      {
        offerId: 'coins-5',
        confirmedCents: priceOf('coins-5'),
        payment: { kind: 'invoice' },
        consents: { terms: true, withdrawalLapses: true },
      },
      '409 NO_PAYMENT',
    ],
    ['of a guest on account', { payment: { kind: 'invoice' }, isGuest: true }, '409 NO_PAYMENT'],
    ['with a voucher that is none', { voucherCode: 'AAAA-BBBB' }, '422 INVALID_FIELDS'],
  ])('D S2.3-05 refuses an order %s and writes no row', async (_name, change, expected) => {
    expect(await outcomeOf(place(change))).toBe(expected)
    expect([await listOf(), await chargesOf(), await rolesOf(), platform.mails]).toEqual([[], [], [], []])
  })

  it('answers the new price when the price has changed, and sells at it', async () => {
    const refused = await place({ confirmedCents: 1 })
    expect(refused).toMatchObject({ ok: false, problem: { code: 'PRICE_CHANGED', fields: { dueCents: '9900' } } })
    await get(place({ confirmedCents: 9900 }))
  })

  it('never shows, mails or logs a whole IBAN, and encrypts it for its owner', async () => {
    await get(place())
    const [method] = await rows<{ id: string; customer_id: string; sealed_account: string }>(
      'select * from subscription.payment_methods',
    )
    const everything = JSON.stringify([
      await rows('select * from subscription.orders'),
      await rows('select * from subscription.payment_methods'),
      await get(orders().listOrders({ params: { sub: reader } })),
      await get(orders().listPaymentMethods({ params: { sub: reader } })),
      platform.mails,
      platform.errors,
    ])
    expect(everything).not.toMatch(/99999999/)
    expect(await openAccount(platform.service.context, 'ak', method!.id)).toBe(TEST_IBANS.paid)
    // The row of another customer cannot be decrypted.
    await sql`update subscription.payment_methods set customer_id = (select customer_id from subscription.customers where customer_id <> ${method!.customer_id} limit 1) where id = ${method!.id}`
      .execute(opened.database.db)
      .catch(() => {})
    const [moved] = await rows<{ customer_id: string }>('select customer_id from subscription.payment_methods')
    if (moved!.customer_id !== method!.customer_id)
      expect(await openAccount(platform.service.context, 'ak', method!.id)).toBeNull()
  })

  it('S2.3-05 a double click, a replay and twenty concurrent requests are one order', async () => {
    const body = toOrder()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => get(orders().placeOrder({ params: { sub: reader }, body }))),
    )
    expect(new Set(all.map(({ number }) => number)).size).toBe(1)
    expect(all.every(({ state }) => state === 'completed')).toBe(true)
    expect((await get(orders().placeOrder({ params: { sub: reader }, body }))).number).toBe(all[0]!.number)
    expect([(await listOf()).length, (await chargesOf()).length, platform.mails.length]).toEqual([1, 1, 1])
    expect(
      await outcomeOf(
        orders().placeOrder({ params: { sub: reader }, body: { ...body, payment: card(TEST_CARDS.paid) } }),
      ),
    ).toBe('409 KEY_USED')
    expect(await outcomeOf(place())).toBe('409 ALREADY_SUBSCRIBED')
  })

  it('of two concurrent orders of the same offer the second is refunded', async () => {
    const two = await Promise.all([
      place({ payment: card(TEST_CARDS.paid) }),
      place({ payment: card(TEST_CARDS.paid) }),
    ])
    const states = two.map((one) => (one.ok ? `${one.data.state} ${one.data.failure}` : one.problem.code)).toSorted()
    expect(['completed null', 'ALREADY_SUBSCRIBED'].every((state) => states.some((one) => one.includes(state)))).toBe(
      true,
    )
    await platform.service.orders.resume()
    expect((await chargesOf()).filter(({ state }) => state === 'paid')).toHaveLength(1)
    expect(await listOf()).toHaveLength(1)
  })

  it.each([
    ['a closed account', { payment: { ...SEPA, iban: TEST_IBANS.closed } }, 'ACCOUNT_CLOSED'],
    ['an empty one', { payment: { ...SEPA, iban: TEST_IBANS.noFunds } }, 'INSUFFICIENT_FUNDS'],
    ['a card that is refused', { payment: card(TEST_CARDS.declined) }, 'CARD_DECLINED'],
  ])('sells nothing for %s, and the reader can order again', async (_name, change, failure) => {
    expect(await get(place(change))).toMatchObject({ state: 'failed', failure })
    expect([await listOf(), await rolesOf(), platform.mails]).toEqual([[], [], []])
    expect(await chargesOf()).toMatchObject([{ state: 'cancelled', failure }])
    expect(await get(place())).toMatchObject({ state: 'completed' })
    // The bank account of a failed order is not stored.
    expect(
      (
        await rows<{ sealed_account: string | null }>(
          'select sealed_account from subscription.payment_methods order by created_at',
        )
      )
        .map(({ sealed_account }) => sealed_account !== null)
        .filter(Boolean),
    ).toHaveLength(1)
  })

  it('waits for a bank that answers later, and the contract begins on the day of the answer', async () => {
    const order = await get(place({ payment: card(TEST_CARDS.later) }))
    expect(order).toMatchObject({ state: 'pending', redirectUrl: null })
    expect(await rolesOf()).toEqual([])
    clock = new Date(NOW.getTime() + 2 * 86_400_000 + TEST_BANK_DELAY)
    expect(
      await get(orders().getOrder({ params: { number: order.number }, query: { token: order.token } })),
    ).toMatchObject({ state: 'completed' })
    expect([(await listOf())[0]!.startsOn, await rolesOf()]).toEqual(['2026-11-23', ['PLUS_USER']])
    expect(await chargesOf()).toMatchObject([{ state: 'paid', periodFrom: '2026-11-23', periodTo: '2027-11-22' }])
  })

  it.each([
    [true, 'completed', null, ['PLUS_USER']],
    [false, 'failed', 'PAYMENT_CANCELLED', []],
  ])('goes on after the reader’s decision on the bank’s page: %s', async (isConfirmed, state, failure, roles) => {
    const order = await get(place({ payment: card(TEST_CARDS.step) }))
    const reference = new URL(order.redirectUrl!, 'http://x').searchParams.get('reference')!
    expect(
      await outcomeOf(
        orders().decideTestPayment({ body: { reference: withTouchedSignature(reference), isConfirmed } }),
      ),
    ).toBe('404 NOT_FOUND')
    expect(await outcomeOf(platform.ordersOf('fb').decideTestPayment({ body: { reference, isConfirmed } }))).toBe(
      '404 NOT_FOUND',
    )
    for (let press = 0; press < 2; press++) {
      expect((await get(orders().decideTestPayment({ body: { reference, isConfirmed } }))).returnPath).toBe(
        `/order/checkout?order=${order.number}&token=${order.token}`,
      )
    }
    expect(await get(orders().getOrder({ params: { number: order.number }, query: { sub: reader } }))).toMatchObject({
      state,
      failure,
      redirectUrl: null,
    })
    expect(await rolesOf()).toEqual(roles)
    expect(platform.mails.map(({ template }) => template)).toEqual([isConfirmed ? 'order-confirmed' : 'order-failed'])
  })

  it('ignores messages that are unsigned, have another amount, or were handled before', async () => {
    const order = await get(place({ payment: card(TEST_CARDS.step) }))
    const [charge] = await chargesOf()
    const reference = new URL(order.redirectUrl!, 'http://x').searchParams.get('reference')!
    const { createTestBank } = await import('../payments/payment-providers.ts')
    const sign = (secret: string, amountCents: number) =>
      createTestBank({ secret, now: () => clock }).toEvent(reference, true, amountCents)
    const good = sign(TEST_PAYMENTS.secret, charge!.amountCents)!
    const send = (event: { payload: string; signature: string }) =>
      orders().receivePaymentEvent({ params: { provider: 'test-bank' }, body: event })
    expect(await outcomeOf(send({ ...good, signature: withTouchedSignature(good.signature) }))).toBe(
      '400 BAD_SIGNATURE',
    )
    expect(await outcomeOf(send({ ...good, payload: good.payload.replace('true', 'true ') }))).toBe('400 BAD_SIGNATURE')
    expect(sign('another-secret-of-thirty-two-characters', 1)).toBeNull()
    await get(send(sign(TEST_PAYMENTS.secret, 1)!))
    expect(await chargesOf()).toMatchObject([{ state: 'submitted' }])
    await sql`delete from subscription.payment_events`.execute(opened.database.db)
    expect([await get(send(good)), await get(send(good))]).toEqual([{ outcome: 'acted' }, { outcome: 'known' }])
    expect(platform.mails).toHaveLength(1)
  })

  it('books coins once with their payment, valid for three years', async () => {
    const consents = { terms: true, withdrawalLapses: true }
    const buy = () =>
      place({ offerId: 'coins-10', confirmedCents: priceOf('coins-10'), payment: card(TEST_CARDS.paid), consents })
    await get(buy())
    await get(buy())
    expect([await get(ak().getWallet({ params: { sub: reader } })), await rolesOf()]).toMatchObject([
      { availableCreditCount: 20 },
      ['WALLET_USER'],
    ])
    expect(
      (await get(ak().listBookings({ params: { sub: reader } }))).map(({ kind, amount, expiresOn }) => [
        kind,
        amount,
        expiresOn,
      ]),
    ).toEqual([
      ['purchase', 10, '2029-12-31'],
      ['purchase', 10, '2029-12-31'],
    ])
    expect(platform.mails[0]).toMatchObject({ data: { isCoins: true, hasConsentedToLapse: true, next: null } })
  })

  it('credits coins that were spent lately to a reader who subscribes to plus', async () => {
    await get(
      ak().grantCoins({ params: { sub: reader }, body: { count: 3, reason: 'Kulanz', idempotencyKey: 'kulanz-1' } }),
    )
    await get(
      ak().buyArticle({ params: { sub: reader }, body: { articleId: '7', title: 'T', path: '/t-7', price: 2 } }),
    )
    await get(place())
    expect(await get(ak().getWallet({ params: { sub: reader } }))).toMatchObject({ availableCreditCount: 3 })
  })

  it('sells a trial once for each kind, and quotes the full price after it', async () => {
    const quote = (offerId: string) =>
      orders().quoteOrder({ body: { sub: reader, offerId, requester: 'requester-of-the-test' } })
    expect(await get(quote('plus-monat'))).toMatchObject({
      dueCents: 100,
      regular: { cents: 990 },
      payments: [{ kind: 'sepa' }, { kind: 'card' }, { kind: 'invoice' }],
    })
    await get(place({ offerId: 'plus-monat', confirmedCents: 100 }))
    await sql`update subscription.subscriptions set state = 'ended', ends_on = '2026-11-20'`.execute(opened.database.db)
    expect(await get(quote('plus-monat'))).toMatchObject({ dueCents: 990, lines: [{ kind: 'period' }] })
    expect(await outcomeOf(place({ offerId: 'plus-monat', confirmedCents: 100 }))).toBe('409 PRICE_CHANGED')
    expect(await get(place({ offerId: 'plus-monat', confirmedCents: 990 }))).toMatchObject({ state: 'completed' })
  })

  it('deducts a voucher once, and gives it back when the payment fails', async () => {
    const made = await createCodes(platform.service.context, 'ak', {
      batch: randomUUID(),
      grants: { kind: 'voucher', voucher: { kind: 'percent', value: 100, periods: 1 } },
      count: 1,
      uses: 1,
      validUntil: null,
    })
    const voucherCode = (made as { codes: string[] }).codes[0]!
    const half = await createCodes(platform.service.context, 'ak', {
      batch: randomUUID(),
      grants: { kind: 'voucher', voucher: { kind: 'percent', value: 50, periods: 1 } },
      count: 1,
      uses: 1,
      validUntil: null,
    })
    const halfCode = (half as { codes: string[] }).codes[0]!
    expect(
      await get(place({ voucherCode: halfCode, confirmedCents: 4950, payment: card(TEST_CARDS.declined) })),
    ).toMatchObject({ state: 'failed' })
    expect(await get(place({ voucherCode: halfCode, confirmedCents: 4950 }))).toMatchObject({
      state: 'completed',
      quote: { dueCents: 4950, next: { cents: 9900 } },
    })
    // Nothing is due: there is no request to the bank, but a contract.
    expect(
      await get(place({ voucherCode, confirmedCents: 0, payment: card(TEST_CARDS.declined) }, 'another-reader')),
    ).toMatchObject({ state: 'completed' })
    expect(await outcomeOf(place({ voucherCode, confirmedCents: 0 }, 'a-third-reader'))).toBe('422 INVALID_FIELDS')
  })

  it('payment by invoice gives access at once, which ends when the money does not come', async () => {
    expect(await get(place({ payment: { kind: 'invoice' } }))).toMatchObject({
      state: 'completed',
      payment: { kind: 'invoice' },
    })
    const [charge] = await chargesOf()
    expect([charge, await rolesOf()]).toMatchObject([{ state: 'submitted', dueOn: '2026-12-05' }, ['PLUS_USER']])
    const name = { publication: 'ak' as const, chargeId: charge!.id }
    const inTransaction = <T>(work: (within: never) => Promise<T>) =>
      opened.database.db.transaction().execute((within) => work(within as never))
    await inTransaction((within) => failCharge(platform.service.context, name, 'OVERDUE', within))
    expect([await rolesOf(), (await listOf())[0]!.state]).toEqual([[], 'payment_failed'])
    await sql`update subscription.charges set state = 'submitted'`.execute(opened.database.db)
    expect(await inTransaction((within) => settleCharge(platform.service.context, name, {}, within))).toBe('settled')
    expect(await inTransaction((within) => settleCharge(platform.service.context, name, {}, within))).toBe(
      'settled-before',
    )
    expect(await rolesOf()).toEqual(['PLUS_USER'])
  })

  it('D a guest gets the same answer whether the address has the subscription, and a second one is refunded', async () => {
    const owner = reader
    await get(place())
    const guest = { isGuest: true, payment: card(TEST_CARDS.paid) }
    const [known, fresh] = [await get(place(guest, owner)), await get(place(guest, 'new-reader'))]
    const toSeen = ({ number: _number, token: _token, ...seen }: typeof known) => seen
    expect(toSeen(known)).toEqual(toSeen(fresh))
    const read = async ({ number, token }: typeof known) =>
      toSeen(await get(orders().getOrder({ params: { number }, query: { token } })))
    expect(await read(known)).toEqual(await read(fresh))
    // The owner of the account sees that the order failed.
    expect(
      (await get(orders().listOrders({ params: { sub: owner } }))).find(({ number }) => number === known.number),
    ).toMatchObject({ state: 'failed', failure: 'ALREADY_SUBSCRIBED' })
    // The refund comes later: within the answer its duration would reveal it.
    expect(await platform.service.orders.resume()).toMatchObject({ refunded: 1 })
    expect((await chargesOf(owner)).map(({ state }) => state).toSorted()).toEqual(['paid', 'refunded'])
    expect(await listOf(owner)).toHaveLength(1)
    expect(platform.mails.map(({ template }) => template)).toEqual([
      'order-confirmed',
      'order-refused',
      'order-confirmed',
    ])
  })

  it('shows an order only to its reader and to the holder of its token', async () => {
    const order = await get(place())
    const read = (query: { sub?: string; token?: string }, client = orders()) =>
      outcomeOf(client.getOrder({ params: { number: order.number }, query }))
    expect(
      await Promise.all([
        read({ sub: reader }),
        read({ token: order.token }),
        read({ sub: 'somebody-else' }),
        read({ token: withTouchedSignature(order.token) }),
        read({}),
        read({ sub: reader }, platform.ordersOf('fb')),
      ]),
    ).toEqual(['ok', 'ok', '404 NOT_FOUND', '404 NOT_FOUND', '404 NOT_FOUND', '404 NOT_FOUND'])
  })

  it('limits orders of one account', async () => {
    const outcomes: string[] = []
    for (let count = 0; count < 11; count++)
      outcomes.push(
        await outcomeOf(place({ payment: card(TEST_CARDS.declined), requester: `requester-number-${count}-of-all` })),
      )
    expect([outcomes.slice(0, 10).every((outcome) => outcome === 'ok'), outcomes[10]]).toEqual([
      true,
      '429 TOO_MANY_ORDERS',
    ])
  })

  it('refunds once, and also money that arrives after an order was cancelled', async () => {
    await get(place())
    const [charge] = await chargesOf()
    const refunds = await Promise.all(
      [1, 2, 3].map(() => outcomeOf(orders().refundCharge({ params: { chargeId: charge!.id } }))),
    )
    expect(refunds.every((outcome) => outcome === 'ok')).toBe(true)
    expect(await chargesOf()).toMatchObject([{ state: 'refunded' }])
    const late = await get(place({ offerId: 'pur', confirmedCents: priceOf('pur'), payment: card(TEST_CARDS.later) }))
    await sql`update subscription.charges set state = 'cancelled' where order_number = ${late.number}`.execute(
      opened.database.db,
    )
    await sql`update subscription.orders set state = 'failed' where order_number = ${late.number}`.execute(
      opened.database.db,
    )
    const given = (await chargesOf()).find(({ orderNumber }) => orderNumber === late.number)!
    expect(
      await opened.database.db
        .transaction()
        .execute((within) =>
          settleCharge(platform.service.context, { publication: 'ak', chargeId: given.id }, {}, within as never),
        ),
    ).toBe('refused')
    expect(await platform.service.orders.resume()).toMatchObject({ refunded: 1 })
    expect((await chargesOf()).find(({ id }) => id === given.id)).toMatchObject({ state: 'refunded' })
    expect(await rolesOf()).not.toContain('PUR_USER')
  })

  it('exports orders, and erases names, addresses and bank accounts with the account', async () => {
    await get(place({ payment: { kind: 'invoice' } }))
    await sql`update subscription.subscriptions set state = 'ended', ends_on = '2026-11-20'`.execute(opened.database.db)
    const held = {
      publication: 'ak' as const,
      sub: reader,
      email: 'eva@example.org',
      isShadow: false,
      isEmailVerified: true,
    }
    expect(JSON.stringify(await platform.service.personalData.read(held))).toContain('Am Fluss 3')
    await platform.service.personalData.erase(held)
    const left = JSON.stringify([
      await rows('select * from subscription.orders'),
      await rows('select * from subscription.payment_methods'),
    ])
    expect(left).not.toMatch(/Fluss|Lüdenscheidt|eva@/)
    expect(await rows('select amount_cents from subscription.charges')).toEqual([{ amount_cents: 9900 }])
  })

  it('keeps the bank account of an erased reader while a contract is paid from it', async () => {
    await get(place())
    await platform.service.personalData.erase({
      publication: 'ak',
      sub: reader,
      email: 'eva@example.org',
      isShadow: false,
      isEmailVerified: true,
    })
    const sealed = async () =>
      (await rows<{ sealed_account: string | null }>('select sealed_account from subscription.payment_methods')).map(
        (row) => row.sealed_account !== null,
      )
    await platform.service.orders.resume()
    expect(await sealed()).toEqual([true])
    // On the day after the last one the billing run may still refund unused days to this account.
    await sql`update subscription.subscriptions set state = 'cancelled', ends_on = '2026-11-20'`.execute(
      opened.database.db,
    )
    await platform.service.orders.resume()
    expect(await sealed()).toEqual([true])
    await sql`update subscription.subscriptions set state = 'ended'`.execute(opened.database.db)
    await platform.service.orders.resume()
    expect([await sealed(), await rows('select holder, label from subscription.payment_methods')]).toEqual([
      [false],
      [{ holder: '', label: '' }],
    ])
  })

  it('charges exactly the price of the catalogue for any input', async () => {
    const ids = OFFERS.map(({ id }) => id)
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            offer: fc.nat(ids.length - 1),
            cents: fc.oneof(fc.constant('right' as const), fc.integer({ min: 0, max: 20_000 })),
            pay: fc.constantFrom(SEPA, card(TEST_CARDS.paid), card(TEST_CARDS.declined), { kind: 'invoice' as const }),
            twice: fc.boolean(),
          }),
          { minLength: 1, maxLength: 5 },
        ),
        async (attempts) => {
          const sub = randomUUID()
          let expected = 0
          for (const { offer: at, cents, pay, twice } of attempts) {
            const offer = OFFERS[at]!
            const body = toOrder({
              offerId: offer.id,
              confirmedCents: cents === 'right' ? toQuote(offer, '2026-11-21').dueCents : cents,
              payment: pay,
              consents: { terms: true, withdrawalLapses: true },
              requester: `requester-${randomUUID()}`,
            })
            for (let press = 0; press < (twice ? 2 : 1); press++) {
              const placed = await orders().placeOrder({ params: { sub }, body })
              if (press === 0 && placed.ok && placed.data.state === 'completed') {
                expect(placed.data.quote.dueCents).toBe(body.confirmedCents)
                expected += placed.data.quote.dueCents
              }
            }
          }
          const asked = (await chargesOf(sub)).filter(({ state }) => state === 'paid' || state === 'submitted')
          expect(asked.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(expected)
          for (const { amountCents, vatPercent, description } of asked) {
            const offer = OFFERS.find(({ name }) => name === description)!
            expect([offer.priceCents, offer.trial?.priceCents]).toContain(amountCents)
            expect([vatPercent, toVatCents(amountCents, vatPercent) < Math.max(1, amountCents)]).toEqual([
              offer.vatPercent,
              true,
            ])
          }
          expect((await listOf(sub)).length).toBe(asked.length)
        },
      ),
      { numRuns: 8 },
    )
    expect(platform.errors).toEqual([])
    expect((await get(ak().checkLedger({}))).faults).toEqual([])
  })

  it('the confirmation of an order names the seller, with the address for a withdrawal', async () => {
    await get(platform.billingOf('ak').saveSeller({ body: SELLER }))
    await get(place())
    expect(platform.mails).toMatchObject([
      {
        template: 'order-confirmed',
        data: {
          seller: {
            company: SELLER.company,
            address: ['Färbertorplatz 4', '00412 Auenburg'],
            phone: SELLER.phone,
            email: SELLER.email,
          },
        },
      },
    ])
  })
})
