import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { BasketLine } from '@lokalteil/contracts/commerce/sellers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { SELLER as BILLED_SELLER } from '../billing/billing.testing.ts'
import { emptyLedger, emptyOrders, get, openTestPlatform, outcomeOf, TEST_PAYMENTS } from '../coins/ledger.testing.ts'
import { TEST_CARDS, TEST_IBANS } from '../payments/payment-providers.ts'
import { openTestSeller, toTestBasket, type TestSeller } from './lines/seller.testing.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const BUYER = {
  salutation: '',
  firstName: 'Eva',
  lastName: 'Müller',
  company: '',
  vatId: '',
  street: 'Am Fluss 3',
  postcode: '00412',
  city: 'Auenburg',
  country: 'DE',
}
const card = (number: string) => ({ kind: 'card' as const, number })
const line = (change: Partial<BasketLine>): BasketLine => ({
  key: 'eins',
  kind: 'goods',
  title: 'Buch',
  detail: '',
  quantity: 1,
  unitCents: 2000,
  vatPercent: 7,
  on: null,
  ...change,
})
const REFERENCE = 'basket-of-the-test-1'

describe.each(ENGINES)('purchases on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let platform: Awaited<ReturnType<typeof openTestPlatform>>
  let seller: TestSeller
  let clock = NOW
  let reader = ''
  const ak = () => platform.purchasesOf('ak')
  const billing = () => platform.billingOf('ak')
  const rows = async <T>(text: string) => (await sql.raw<T>(text).execute(opened.database.db)).rows

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    seller = await openTestSeller(opened.database, 1000)
    platform = await openTestPlatform(opened.database, () => clock, {
      findSeller: seller.find,
      payments: { ...TEST_PAYMENTS, providers: ['test-bank', 'sepa', 'invoice'] },
    })
    await get(billing().saveSeller({ body: BILLED_SELLER }))
  })
  beforeEach(async () => {
    clock = NOW
    reader = randomUUID()
    platform.mails.length = 0
    seller.told.length = 0
    seller.spent.length = 0
    seller.trouble.settle = null
    seller.trouble.reserve = null
    seller.baskets.clear()
    seller.baskets.set(REFERENCE, toTestBasket())
    await emptyLedger(opened.database)
    await emptyOrders(opened.database)
    await rows('update test_seller.stock set count = 1000')
  })
  afterAll(() => opened.drop())

  type Placed = Parameters<ReturnType<typeof ak>['placePurchase']>[0]['body']
  const toRequest = (change: Partial<Placed> = {}): Placed => ({
    seller: 'test',
    reference: REFERENCE,
    confirmedCents: 1980,
    idempotencyKey: randomUUID(),
    buyer: BUYER,
    payment: card(TEST_CARDS.paid),
    consents: { terms: true, withdrawalLapses: false },
    email: 'eva@example.org',
    isGuest: false,
    requester: 'requester-of-the-test',
    ...change,
  })
  const place = (change: Partial<Placed> = {}) =>
    ak().placePurchase({ params: { sub: reader }, body: toRequest(change) })
  const mailsOf = (template: string) => platform.mails.filter((mail) => mail.template === template)

  it('R1-84 sells a reserved basket at the seller’s price, with an invoice of several VAT rates and one mail', async () => {
    seller.baskets.set(
      REFERENCE,
      toTestBasket({ lines: [...toTestBasket().lines, line({ key: 'buch', quantity: 2 })] }),
    )
    const bought = await get(place({ confirmedCents: 1490 + 4000 + 490 }))
    expect(bought).toMatchObject({
      state: 'completed',
      failure: null,
      dueCents: 5980,
      refundedCents: 0,
      payment: { state: 'paid' },
      rates: [
        { vatPercent: 7, grossCents: 4000, vatCents: 262 },
        { vatPercent: 19, grossCents: 1980, vatCents: 316 },
      ],
    })
    expect(seller.told).toEqual([`reserve ${bought.number}`, `settle ${bought.number} paid`])
    expect(await seller.stateOf(bought.number)).toBe('sold')
    const [invoice] = await rows<{ data: { lines: unknown[]; sums: unknown; isPurchase: boolean } }>(
      'select data from subscription.invoices',
    )
    expect(invoice!.data).toMatchObject({
      isPurchase: true,
      buyer: { name: 'Eva Müller', address: { town: 'Auenburg' } },
      lines: [
        { text: '1 × Tasse „Morgenausgabe“, blau' },
        { text: '2 × Buch', vatPercent: 7 },
        { text: 'Versand als Paket' },
      ],
      sums: { grossCents: 5980, vatCents: 578 },
    })
    expect(mailsOf('purchase-confirmed')).toHaveLength(1)
    expect(mailsOf('purchase-confirmed')[0]!.data).toMatchObject({
      dueCents: 5980,
      lines: [{ right: 'FROM_ARRIVAL' }, { right: 'FROM_ARRIVAL' }],
      // The address for a withdrawal (Art. 246a § 1 Abs. 2 EGBGB).
      seller: {
        company: BILLED_SELLER.company,
        address: ['Färbertorplatz 4', '00412 Auenburg'],
        phone: BILLED_SELLER.phone,
        email: BILLED_SELLER.email,
      },
    })
    expect(await get(ak().listPurchases({ params: { sub: reader } }))).toMatchObject([{ number: bought.number }])
    const papers = await get(billing().listDocuments({ params: { sub: reader } }))
    expect(papers.map(({ kind }) => kind).toSorted()).toEqual(['invoice', 'order'])
    for (const { number, formats } of papers)
      expect(await outcomeOf(billing().getDocument({ params: { sub: reader, number, format: formats[0]! } }))).toBe(
        'ok',
      )
  })

  it('an idempotency key is one purchase, and only the seller’s price counts', async () => {
    const idempotencyKey = randomUUID()
    const body = toRequest({ idempotencyKey })
    const press = () => get(ak().placePurchase({ params: { sub: reader }, body }))
    const [one, two] = await Promise.all([press(), press()])
    expect([two.number, (await press()).number]).toEqual([one.number, one.number])
    expect(await outcomeOf(place({ idempotencyKey, email: 'other@example.org' }))).toBe('409 KEY_USED')
    expect(await rows('select 1 from subscription.charges')).toHaveLength(1)
    expect(await seller.readStock()).toBe(999)
    expect(await outcomeOf(place({ confirmedCents: 1 }))).toBe('409 PRICE_CHANGED')
    expect(await outcomeOf(place({ reference: 'no-such-basket-here' }))).toBe('404 UNKNOWN_BASKET')
    expect(await outcomeOf(place({ seller: 'nobody' }))).toBe('404 UNKNOWN_BASKET')
    expect(await outcomeOf(place({ buyer: { ...BUYER, country: 'FR', postcode: '75001' } }))).toBe('422 INVALID_FIELDS')
    expect(await rows('select 1 from subscription.purchases')).toHaveLength(1)
  })

  it.each([
    { name: 'a card that is declined', payment: card(TEST_CARDS.declined), failure: 'CARD_DECLINED' },
    {
      name: 'an account without money',
      payment: { kind: 'sepa' as const, iban: TEST_IBANS.noFunds, holder: 'Eva', mandate: true },
      failure: 'INSUFFICIENT_FUNDS',
    },
  ])('releases an unpaid purchase to other buyers: $name', async ({ payment, failure }) => {
    const bought = await get(place({ payment }))
    expect(bought).toMatchObject({ state: 'failed', failure })
    await platform.service.orders.resume()
    expect(seller.told.at(-1)).toBe(`release ${bought.number} failed all`)
    expect(await seller.readStock()).toBe(1000)
    expect(await rows('select 1 from subscription.invoices')).toEqual([])
    expect(await get(ak().listPurchases({ params: { sub: reader } }))).toEqual([])
  })

  it('charges nothing if the seller is sold out', async () => {
    await rows('update test_seller.stock set count = 0')
    expect(await get(place())).toMatchObject({ state: 'failed', failure: 'SOLD_OUT' })
    expect(await rows('select 1 from subscription.charges')).toEqual([])
  })

  it('continues a placed purchase when the seller answers again, and repeats the report of its payment', async () => {
    seller.trouble.reserve = 'DOWN'
    const placed = await get(place())
    expect(placed.state).toBe('pending')
    seller.trouble.reserve = null
    seller.trouble.settle = 'DOWN'
    clock = new Date(NOW.getTime() + 10_000)
    await platform.service.orders.resume()
    expect(await get(ak().getPurchase({ params: { number: placed.number }, query: { sub: reader } }))).toMatchObject({
      state: 'completed',
    })
    expect(await seller.stateOf(placed.number)).toBe('reserved')
    seller.trouble.settle = null
    clock = new Date(NOW.getTime() + 3_600_000)
    await platform.service.orders.resume()
    expect(await seller.stateOf(placed.number)).toBe('sold')
    expect(mailsOf('purchase-confirmed')).toHaveLength(1)
  })

  it('refunds everything when the seller cannot deliver a paid purchase', async () => {
    seller.trouble.settle = 'NOT_POSSIBLE'
    const { number } = await get(place())
    await platform.service.orders.resume()
    const after = await get(ak().getPurchase({ params: { number }, query: { sub: reader } }))
    expect(after).toMatchObject({ state: 'failed', failure: 'NOT_POSSIBLE', refundedCents: 1980 })
    expect(seller.told.at(-1)).toBe(`release ${number} refunded all`)
    const sums = await rows<{ sum: number }>(
      "select sum((data -> 'sums' ->> 'grossCents')::int)::int as sum from subscription.invoices",
    )
    expect(sums).toEqual([{ sum: 0 }])
    expect(mailsOf('purchase-notice').map(({ data }) => (data as { kind: string }).kind)).toEqual(['refunded'])
  })

  it.each([
    { kinds: ['goods'], payments: ['sepa', 'card', 'invoice'] },
    { kinds: ['goods', 'ticket'], payments: ['sepa', 'card'] },
    { kinds: ['voucher'], payments: ['sepa', 'card'] },
    { kinds: ['service'], payments: ['sepa', 'card'] },
  ] as const)('offers payment by invoice only for goods: $kinds', async ({ kinds, payments }) => {
    seller.baskets.set(
      REFERENCE,
      toTestBasket({ lines: kinds.map((kind) => line({ key: kind, kind })), delivery: null }),
    )
    const quote = await get(ak().quotePurchase({ body: { seller: 'test', reference: REFERENCE, sub: reader } }))
    expect(quote.payments.map(({ kind }) => kind)).toEqual(payments)
    const guest = await get(ak().quotePurchase({ body: { seller: 'test', reference: REFERENCE, sub: null } }))
    expect(guest.payments.map(({ kind }) => kind)).not.toContain('invoice')
    // Guests cannot pay by invoice; the quote names the methods that a login would add.
    expect(guest.paymentsWithLogin).toEqual(
      (payments as readonly string[]).includes('invoice') ? ['invoice'] : undefined,
    )
    expect(quote.paymentsWithLogin).toBeUndefined()
  })

  it('never sells a ticket by direct debit or invoice, because the money comes later', async () => {
    const own = await openTestPlatform(opened.database, () => clock, {
      findSeller: seller.find,
      payments: { ...TEST_PAYMENTS, providers: ['sepa', 'invoice'] },
    })
    seller.baskets.set(REFERENCE, toTestBasket({ lines: [line({ kind: 'ticket' })], delivery: null }))
    const quote = await get(
      own.purchasesOf('ak').quotePurchase({ body: { seller: 'test', reference: REFERENCE, sub: reader } }),
    )
    expect(quote.payments).toEqual([])
    const told = async ({ service }: typeof own) =>
      ((await (await service.app.request('/ak/offers')).json()) as { isPaidLaterOnly?: boolean }).isPaidLaterOnly
    expect([await told(own), await told(platform)]).toEqual([true, undefined])
  })

  it('sends goods on an invoice, reminds if it is unpaid, and books the late transfer', async () => {
    const { number } = await get(place({ payment: { kind: 'invoice' } }))
    expect(seller.told.at(-1)).toBe(`settle ${number} promised`)
    clock = new Date('2026-12-20T12:00:00Z')
    await get(billing().runBilling({}))
    await platform.service.orders.resume()
    expect(seller.told.at(-1)).toBe(`settle ${number} unpaid`)
    expect(mailsOf('purchase-notice').map(({ data }) => (data as { kind: string }).kind)).toEqual(['unpaid'])
    const { invoice } = await get(ak().getPurchase({ params: { number }, query: { sub: reader } }))
    await get(billing().bookTransfers({ body: { invoices: [invoice!] } }))
    await platform.service.orders.resume()
    expect(seller.told.at(-1)).toBe(`settle ${number} paid`)
    expect(await rows('select 1 from subscription.invoices')).toHaveLength(1)
  })

  it.each([
    // Goods: the period starts with their arrival; here nothing has arrived.
    { line: line({}), consents: false, sentOn: null, declaredOn: '2027-03-01', outcome: 'ok' },
    { line: line({}), consents: false, sentOn: '2026-11-23', declaredOn: '2026-12-14', outcome: 'ok' },
    { line: line({}), consents: false, sentOn: '2026-11-23', declaredOn: '2026-12-15', outcome: '409 TOO_LATE' },
    {
      line: line({ kind: 'ticket', on: '2026-12-24' }),
      consents: false,
      sentOn: null,
      declaredOn: '2026-11-22',
      outcome: '409 LAPSED',
    },
    { line: line({ kind: 'voucher' }), consents: false, sentOn: null, declaredOn: '2026-12-07', outcome: 'ok' },
    {
      line: line({ kind: 'voucher' }),
      consents: false,
      sentOn: null,
      declaredOn: '2026-12-08',
      outcome: '409 TOO_LATE',
    },
    { line: line({ kind: 'service' }), consents: true, sentOn: null, declaredOn: '2026-11-22', outcome: '409 LAPSED' },
    { line: line({ kind: 'digital' }), consents: true, sentOn: null, declaredOn: '2026-11-22', outcome: '409 LAPSED' },
  ])(
    'a withdrawal of $line.kind declared on $declaredOn is $outcome',
    async ({ line: sold, consents, sentOn, declaredOn, outcome }) => {
      seller.baskets.set(REFERENCE, toTestBasket({ lines: [sold], delivery: null }))
      const { number } = await get(
        place({ confirmedCents: 2000, consents: { terms: true, withdrawalLapses: consents } }),
      )
      if (sentOn !== null) await get(ak().markSent({ params: { number }, body: { seller: 'test', sentOn } }))
      expect(await outcomeOf(billing().withdrawOrder({ body: { order: number, declaredOn } }))).toBe(outcome)
      await platform.service.orders.resume()
      expect(seller.told.at(-1)).toBe(outcome === 'ok' ? `release ${number} withdrawn eins` : `settle ${number} paid`)
      expect(await outcomeOf(billing().withdrawOrder({ body: { order: number, declaredOn } }))).toBe(outcome)
    },
  )

  it('refunds nothing for a used voucher', async () => {
    seller.baskets.set(REFERENCE, toTestBasket({ lines: [line({ kind: 'voucher', vatPercent: 0 })], delivery: null }))
    const { number } = await get(place({ confirmedCents: 2000 }))
    seller.spent.push('eins')
    const withdraw = () => outcomeOf(billing().withdrawOrder({ body: { order: number, declaredOn: '2026-11-22' } }))
    expect(await withdraw()).toBe('409 LAPSED')
    seller.spent.length = 0
    expect(await withdraw()).toBe('ok')
  })

  it('refunds goods and their delivery but not the ticket, and corrects the invoice line by line', async () => {
    const ticket = line({
      key: 'karte',
      kind: 'ticket',
      title: 'Lesung',
      unitCents: 1500,
      vatPercent: 7,
      on: '2026-12-24',
    })
    seller.baskets.set(REFERENCE, toTestBasket({ lines: [...toTestBasket().lines, ticket] }))
    const { number } = await get(place({ confirmedCents: 1490 + 490 + 1500 }))
    const refunds = await get(billing().withdrawOrder({ body: { order: number, declaredOn: '2026-11-22' } }))
    expect(refunds).toMatchObject([{ cents: 1980, state: 'done' }])
    await platform.service.orders.resume()
    expect(seller.told.at(-1)).toBe(`release ${number} withdrawn tasse`)
    const corrections = () =>
      rows<{ lines: string; sums: { rates: unknown } }>(
        "select data -> 'lines' ->> 0 as lines, data -> 'sums' as sums from subscription.invoices where kind = 'correction' order by created_at, invoice_number",
      )
    expect((await corrections())[0]!.sums).toMatchObject({
      rates: [{ vatPercent: 19, grossCents: -1980, vatCents: -316 }],
    })
    // The seller gives up the rest.
    await get(ak().giveUpPurchase({ params: { number }, body: { seller: 'test' } }))
    expect((await corrections())[1]!.sums).toMatchObject({
      rates: [{ vatPercent: 7, grossCents: -1500, vatCents: -98 }],
    })
    await get(ak().giveUpPurchase({ params: { number }, body: { seller: 'test' } }))
    expect(await corrections()).toHaveLength(2)
    expect(await outcomeOf(ak().giveUpPurchase({ params: { number }, body: { seller: 'other' } }))).toBe(
      '404 NOT_FOUND',
    )
  })

  it('charges nothing for a basket that vouchers paid in full, and can undo it', async () => {
    const voucher = line({ key: 'gutschein', kind: 'voucher', title: 'Gutschein', unitCents: -1980, vatPercent: 0 })
    seller.baskets.set(REFERENCE, toTestBasket({ lines: [...toTestBasket().lines, voucher] }))
    const quote = await get(ak().quotePurchase({ body: { seller: 'test', reference: REFERENCE, sub: null } }))
    expect([quote.dueCents, quote.payments.map(({ kind }) => kind)]).toEqual([0, ['none']])
    expect(await outcomeOf(place({ confirmedCents: 0 }))).toBe('409 NO_PAYMENT')
    const nothing = { confirmedCents: 0, payment: { kind: 'none' as const } }
    const bought = await get(place(nothing))
    expect(bought).toMatchObject({ state: 'completed', payment: { kind: 'none', state: 'paid' }, refundedCents: 0 })
    expect(mailsOf('purchase-confirmed')[0]!.data).toMatchObject({ dueCents: 0, payment: { kind: 'none' } })
    await get(billing().withdrawOrder({ body: { order: bought.number, declaredOn: '2026-11-21' } }))
    await platform.service.orders.resume()
    expect(await seller.stateOf(bought.number)).toBe('released')
    // A basket with an amount due cannot use this payment method.
    seller.baskets.set(REFERENCE, toTestBasket())
    expect(await outcomeOf(place({ payment: { kind: 'none' } }))).toBe('409 NO_PAYMENT')
  })

  it('sends to another address if the reader wants, and erases it with the account', async () => {
    const recipient = { name: ' Otto  Feld ', street: 'Gasse 1', postcode: '1010', city: 'Wien', country: 'at' }
    expect(await outcomeOf(place({ recipient: { ...recipient, postcode: '' } }))).toBe('422 INVALID_FIELDS')
    expect(await outcomeOf(place({ recipient: { ...recipient, postcode: '1000', country: 'BE' } }))).toBe(
      '422 INVALID_FIELDS',
    )
    await get(place({ recipient }))
    const to = { name: 'Otto Feld', company: '', street: 'Gasse 1', postcode: '1010', city: 'Wien', country: 'AT' }
    expect(seller.recipients.at(-1)).toEqual(to)
    expect(mailsOf('purchase-confirmed')[0]!.data).toMatchObject({
      address: expect.arrayContaining(['Eva Müller']),
      recipient: ['Otto Feld', 'Gasse 1', '1010 Wien', 'AT'],
    })
    // A basket without delivery stores no recipient.
    seller.baskets.set(REFERENCE, toTestBasket({ delivery: null }))
    await get(place({ recipient, confirmedCents: 1490 }))
    expect(seller.recipients.at(-1)).toBe(null)
    const held = {
      publication: 'ak',
      sub: reader,
      email: 'eva@example.org',
      isShadow: false,
      isEmailVerified: true,
    } as const
    expect(JSON.stringify(await platform.service.personalData.read(held))).toContain('Gasse 1')
    await platform.service.personalData.erase(held)
    expect(JSON.stringify(await rows('select * from subscription.purchases'))).not.toContain('Gasse 1')
  })

  it('counts them for the office, by seller and state', async () => {
    await get(place())
    await get(place({ payment: card(TEST_CARDS.declined) }))
    expect((await get(billing().getBillingStatus({}))).purchases).toEqual([
      { seller: 'test', state: 'completed', count: 1, cents: 1980 },
      { seller: 'test', state: 'failed', count: 1, cents: 1980 },
    ])
  })

  it('cancels after an hour if the reader does not return from the provider, and refunds a late payment', async () => {
    const placed = await get(place({ payment: card(TEST_CARDS.step) }))
    expect(placed.redirectUrl).toContain('/api/payments/test-bank/step')
    clock = new Date(NOW.getTime() + 2 * 3_600_000)
    await platform.service.orders.resume()
    await platform.service.orders.resume()
    expect(seller.told.at(-1)).toBe(`release ${placed.number} failed all`)
    const reference = new URLSearchParams(placed.redirectUrl!.split('?')[1]).get('reference')!
    const decided = await get(platform.ordersOf('ak').decideTestPayment({ body: { reference, isConfirmed: true } }))
    expect(decided.returnPath).toMatch(/^\/order\/kauf\?order=A-/)
    expect(await get(ak().getPurchase({ params: { number: placed.number }, query: { sub: reader } }))).toMatchObject({
      state: 'failed',
      refundedCents: 1980,
    })
    expect(await seller.stateOf(placed.number)).toBe('released')
  })

  it('shows a purchase to its reader and to the holder of its token, and erases the name with the account', async () => {
    const { number, token } = await get(place())
    const read = (query: { sub?: string; token?: string }) => outcomeOf(ak().getPurchase({ params: { number }, query }))
    expect([
      await read({ sub: reader }),
      await read({ token }),
      await read({ sub: randomUUID() }),
      await read({ token: 'x'.repeat(32) }),
    ]).toEqual(['ok', 'ok', '404 NOT_FOUND', '404 NOT_FOUND'])
    const held = {
      publication: 'ak',
      sub: reader,
      email: 'eva@example.org',
      isShadow: false,
      isEmailVerified: true,
    } as const
    expect(JSON.stringify(await platform.service.personalData.read(held))).toContain(number)
    expect((await platform.service.personalData.listKept(held)).map(({ what }) => what).join()).toContain('Einkäufe')
    await platform.service.personalData.erase(held)
    const left = await rows<{ buyer: unknown; email: unknown }>('select buyer, email from subscription.purchases')
    expect(left).toEqual([{ buyer: {}, email: null }])
    expect(JSON.stringify(await rows('select * from subscription.payment_methods'))).not.toContain('0012')
  })
})
