import { describe, expect, it, vi } from 'vitest'
import type { OrderView, Quote } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import { toQuote } from '@lokalteil/domain/commerce/orders'
import { createCheckout, type Checkout } from './checkout.ts'
import type { CheckoutInput, Reader } from './checkout-state.ts'
import type { PlaceResult, QuoteResult, ReadResult } from './order-client.ts'

const OFFER: Offer = {
  id: 'plus-monat',
  kind: 'plus',
  name: 'Plus Monat',
  description: '',
  priceCents: 990,
  vatPercent: 7,
  periodMonths: 1,
  trial: { months: 1, priceCents: 100 },
  termMonths: null,
  renewal: 'open-ended',
  noticeMonths: 1,
  benefits: ['Alles'],
  roles: ['PLUS_USER'],
  coins: null,
  isRecommended: true,
}
const COINS: Offer = {
  ...OFFER,
  id: 'coins-5',
  kind: 'coins',
  name: '5 Coins',
  priceCents: 395,
  vatPercent: 7,
  periodMonths: null,
  trial: null,
  renewal: 'none',
  noticeMonths: null,
  roles: [],
  coins: 5,
}

const quoteOf = (more: Partial<Quote> = {}, offer = OFFER): Quote => ({
  ...toQuote(offer, '2026-11-21'),
  payments: [
    { kind: 'sepa', provider: 'test-bank', isTest: true, leavesSite: false },
    { kind: 'card', provider: 'test-bank', isTest: true, leavesSite: false },
    { kind: 'invoice', provider: 'invoice', isTest: false, leavesSite: false },
  ],
  ...more,
})
const orderOf = (more: Partial<OrderView> = {}): OrderView => ({
  number: 'A-2026-7Q4F-MX2D',
  token: 't'.repeat(32),
  state: 'completed',
  failure: null,
  offer: { id: OFFER.id, kind: OFFER.kind, name: OFFER.name },
  quote: quoteOf(),
  payment: { kind: 'sepa', provider: 'test-bank', label: 'DE •••• 0001' },
  redirectUrl: null,
  placedAt: '2026-11-21T11:00:00.000Z',
  ...more,
})
const placed = (more: Partial<OrderView> = {}): PlaceResult => ({ kind: 'placed', order: orderOf(more) })
const good = (more: Partial<Quote> = {}): QuoteResult => ({ kind: 'ok', quote: quoteOf(more) })
const UNANSWERED: PlaceResult = { kind: 'unanswered', isOffline: true }

const TYPED: Partial<CheckoutInput> = {
  email: 'eva@example.org',
  firstName: 'Eva',
  lastName: 'Süß',
  street: 'Am Ufer 3',
  postcode: '12345',
  city: 'Auenstadt',
  payment: 'sepa',
  iban: 'DE93 9999 9999 0000 0000 01',
  holder: 'Eva Süß',
  mandate: true,
  terms: true,
}
const READER: Reader = {
  ssoId: 'r1',
  email: 'lou@example.org',
  salutation: 'Frau',
  firstName: 'Lou',
  lastName: 'Wagner',
}

function setUp(
  options: {
    quotes?: (QuoteResult | Promise<QuoteResult>)[]
    places?: (PlaceResult | Promise<PlaceResult>)[]
    reads?: ReadResult[]
    offer?: Offer
    voucherCode?: string
    payment?: 'card' | 'none' | null
  } = {},
) {
  const { quotes = [], places = [], reads = [], offer = OFFER, voucherCode = '', payment = null } = options
  let keys = 0
  const calls = {
    quote: vi.fn(
      async (_offerId: string, _code: string | null): Promise<QuoteResult> =>
        (await quotes.shift()) ?? { kind: 'ok', quote: quoteOf({}, offer) },
    ),
    place: vi.fn<(order: { idempotencyKey: string; confirmedCents: number }) => Promise<PlaceResult>>(
      async () => (await places.shift()) ?? placed(),
    ),
    read: vi.fn(async (): Promise<ReadResult> => reads.shift() ?? { kind: 'ok', order: orderOf() }),
  }
  const leave = vi.fn<(url: string) => void>()
  const onCompleted = vi.fn<(order: OrderView) => void>()
  const checkout = createCheckout({
    offer,
    voucherCode,
    payment,
    calls: calls as never,
    createKey: () => `key-${++keys}`.padEnd(16, '0'),
    leave,
    onCompleted,
    pause: async () => {},
  })
  const keysSent = () => calls.place.mock.calls.map(([order]) => order.idempotencyKey)
  return { checkout, calls, leave, onCompleted, keysSent }
}

/** Fills in everything as a guest, up to the last step. */
async function toReview(checkout: Checkout, typed: Partial<CheckoutInput> = {}): Promise<void> {
  await checkout.setReader(null)
  checkout.set({ ...TYPED, ...typed })
  for (let step = 0; step < 3; step++) await checkout.proceed()
  expect(checkout.get().step).toBe('review')
}

describe('the steps', () => {
  it.each([
    ['card', 'card'],
    ['none', 'sepa'],
    [null, 'sepa'],
  ] as const)('begin with the way to pay chosen before, %s, if it is offered', async (payment, chosen) => {
    const { checkout } = setUp({ payment })
    await checkout.setReader(null)
    expect(checkout.get().input.payment).toBe(chosen)
  })

  it('S2.3-05 open one after the other, and only when complete', async () => {
    const { checkout } = setUp()
    await checkout.setReader(null)
    await checkout.proceed()
    expect(checkout.get()).toMatchObject({
      step: 'account',
      faults: { email: 'REQUIRED' },
      attention: { count: 1, to: 'fault' },
    })
    checkout.set({ email: 'eva@example.org' })
    expect(checkout.get().faults).toEqual({})
    await checkout.proceed()
    await checkout.proceed()
    expect(checkout.get()).toMatchObject({
      step: 'details',
      faults: {
        firstName: 'REQUIRED',
        lastName: 'REQUIRED',
        street: 'REQUIRED',
        postcode: 'REQUIRED',
        city: 'REQUIRED',
      },
    })
    checkout.set({ firstName: 'Eva', lastName: 'Süß', street: 'Am Ufer 3', postcode: '1234', city: 'Auenstadt' })
    await checkout.proceed()
    expect(checkout.get().faults).toEqual({ postcode: 'INVALID_POSTCODE' })
    checkout.set({ postcode: '12345' })
    await checkout.proceed()
    expect(checkout.get()).toMatchObject({ step: 'payment', input: { holder: 'Eva Süß', payment: 'sepa' } })
    checkout.set({ iban: 'DE93999999990000000002' })
    await checkout.proceed()
    expect(checkout.get().faults).toEqual({ iban: 'INVALID_IBAN', mandate: 'REQUIRED' })
    checkout.set({ iban: 'DE93999999990000000001', mandate: true })
    await checkout.proceed()
    expect(checkout.get()).toMatchObject({ step: 'review', input: { terms: false, withdrawalLapses: false } })
  })

  it('lead back and forth without losing input, and never beyond the last opened one', async () => {
    const { checkout } = setUp()
    await checkout.setReader(null)
    checkout.set(TYPED)
    checkout.go('review')
    expect(checkout.get().step).toBe('account')
    await checkout.proceed()
    await checkout.proceed()
    checkout.go('account')
    checkout.go('payment')
    expect(checkout.get().step).toBe('payment')
    expect(checkout.get().input).toMatchObject(TYPED)
  })

  it('begin with the data of a known reader, and quote again after a login', async () => {
    const { checkout, calls } = setUp({ quotes: [good(), good({ dueCents: 990 })] })
    await checkout.setReader(null)
    checkout.set({ email: 'guest@example.org' })
    await checkout.setReader(READER)
    expect(checkout.get()).toMatchObject({
      step: 'details',
      reached: 'details',
      input: { salutation: 'Frau', firstName: 'Lou', lastName: 'Wagner' },
      quote: { dueCents: 990 },
    })
    expect(calls.quote).toHaveBeenCalledTimes(2)
    await checkout.setReader({ ...READER })
    expect(calls.quote).toHaveBeenCalledTimes(2)
  })

  it('clear the input of one reader when another one logs in', async () => {
    const { checkout } = setUp()
    await checkout.setReader(READER)
    checkout.set(TYPED)
    await checkout.proceed()
    await checkout.setReader(null)
    expect(checkout.get()).toMatchObject({
      step: 'account',
      reached: 'account',
      input: { iban: '', street: '', email: '', firstName: '' },
    })
  })
})

describe('an order', () => {
  it('S2.3-05 sends the input and the shown price, and an address for guests only', async () => {
    const { checkout, calls, onCompleted } = setUp()
    await toReview(checkout)
    await checkout.proceed()
    expect(calls.place.mock.calls).toEqual([
      [
        {
          idempotencyKey: 'key-100000000000',
          offerId: 'plus-monat',
          confirmedCents: 100,
          email: 'eva@example.org',
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
          payment: { kind: 'sepa', iban: TYPED.iban, holder: 'Eva Süß', mandate: true },
          consents: { terms: true, withdrawalLapses: false },
        },
      ],
    ])
    expect(checkout.get()).toMatchObject({
      phase: { kind: 'completed', isEarlier: false },
      input: { iban: '', street: '' },
    })
    expect(onCompleted).toHaveBeenCalledTimes(1)
  })

  it('of a reader sends no address', async () => {
    const { checkout, calls } = setUp()
    await checkout.setReader(READER)
    checkout.set(TYPED)
    for (let press = 0; press < 3; press++) await checkout.proceed()
    expect(calls.place).toHaveBeenCalledTimes(1)
    expect(calls.place.mock.calls[0]![0]).not.toHaveProperty('email')
  })

  it('needs consent to the terms, and for coins the waiver of withdrawal', async () => {
    const { checkout, calls } = setUp({ offer: COINS })
    await toReview(checkout, { terms: false })
    await checkout.proceed()
    expect(checkout.get()).toMatchObject({
      step: 'review',
      faults: { terms: 'REQUIRED', withdrawalLapses: 'REQUIRED' },
    })
    expect(calls.place).not.toHaveBeenCalled()
    checkout.set({ terms: true, withdrawalLapses: true })
    await checkout.proceed()
    expect(calls.place.mock.calls[0]![0]).toMatchObject({
      confirmedCents: 395,
      consents: { terms: true, withdrawalLapses: true },
    })
  })

  it('S2.3-05 is sent once, however often the button is clicked', async () => {
    let answer: (result: PlaceResult) => void = () => {}
    const { checkout, calls } = setUp({ places: [new Promise((resolve) => (answer = resolve))] })
    await toReview(checkout)
    const presses = [checkout.proceed(), checkout.proceed(), checkout.proceed()]
    checkout.go('payment')
    expect(checkout.get()).toMatchObject({ isSending: true, step: 'review' })
    answer(placed())
    await Promise.all(presses)
    await checkout.proceed()
    expect(calls.place).toHaveBeenCalledTimes(1)
  })

  it('S2.3-05 without an answer keeps everything and is sent again with the same key', async () => {
    const { checkout, keysSent, onCompleted } = setUp({ places: [UNANSWERED, UNANSWERED, placed()] })
    await toReview(checkout)
    await checkout.proceed()
    expect(checkout.get()).toMatchObject({
      step: 'review',
      isSending: false,
      notice: { kind: 'unanswered', isOffline: true },
      attention: { to: 'notice' },
      input: TYPED,
    })
    await checkout.proceed()
    await checkout.proceed()
    expect(keysSent()).toEqual(['key-100000000000', 'key-100000000000', 'key-100000000000'])
    expect(onCompleted).toHaveBeenCalledTimes(1)
  })

  it('that arrived before it was changed is found, and not placed twice', async () => {
    const { checkout, calls, keysSent } = setUp({ places: [UNANSWERED, { kind: 'key-used' }, placed()] })
    await toReview(checkout)
    await checkout.proceed()
    checkout.go('payment')
    checkout.set({ payment: 'invoice' })
    await checkout.proceed()
    await checkout.proceed()
    expect(new Set(keysSent()).size).toBe(1)
    expect(
      calls.place.mock.calls.map(([order]) => (order as never as { payment: { kind: string } }).payment.kind),
    ).toEqual(['sepa', 'invoice', 'sepa'])
    expect(checkout.get().phase).toMatchObject({ kind: 'completed', isEarlier: true })
  })

  it('S2.3-05 at another price shows the new amount, and needs another click and a new key', async () => {
    const { checkout, calls, keysSent } = setUp({
      quotes: [good(), good({ dueCents: 990 })],
      places: [{ kind: 'price-changed' }, placed()],
    })
    await toReview(checkout)
    await checkout.proceed()
    expect(checkout.get()).toMatchObject({
      notice: { kind: 'price', beforeCents: 100, nowCents: 990 },
      step: 'review',
      phase: { kind: 'form' },
    })
    expect(calls.place).toHaveBeenCalledTimes(1)
    await checkout.proceed()
    expect(calls.place.mock.calls.map(([order]) => order.confirmedCents)).toEqual([100, 990])
    expect(new Set(keysSent()).size).toBe(2)
  })

  it('S2.3-05 shows the newest price, even if an older answer arrives later', async () => {
    let arrive: (late: QuoteResult) => void = () => {}
    const late = new Promise<QuoteResult>((resolve) => (arrive = resolve))
    const { checkout } = setUp({ quotes: [good(), late, good({ dueCents: 120 })] })
    await checkout.setReader(null)
    const older = checkout.askAgain()
    expect(await checkout.askAgain()).toBe(true)
    arrive(good({ dueCents: 50 }))
    expect(await older).toBe(false)
    expect(checkout.get().quote?.dueCents).toBe(120)
  })

  it('is not placed while the price cannot be checked', async () => {
    const { checkout, calls } = setUp({
      quotes: [good(), { kind: 'unreachable', isOffline: false }, good({ dueCents: 990 })],
      places: [{ kind: 'price-changed' }],
    })
    await toReview(checkout)
    await checkout.proceed()
    await checkout.proceed()
    expect(calls.place).toHaveBeenCalledTimes(1)
    expect(checkout.get()).toMatchObject({ quote: null, quoteTrouble: 'unavailable' })
    await checkout.askAgain()
    expect(checkout.get()).toMatchObject({ quote: { dueCents: 990 }, quoteTrouble: null })
  })

  it('returns to the first field that the server rejected, with a new key', async () => {
    const { checkout, keysSent } = setUp({
      places: [{ kind: 'fields', faults: { city: 'NOT_ALLOWED', iban: 'INVALID_IBAN' } }, placed()],
    })
    await toReview(checkout)
    await checkout.proceed()
    expect(checkout.get()).toMatchObject({
      step: 'details',
      faults: { city: 'NOT_ALLOWED', iban: 'INVALID_IBAN' },
      attention: { to: 'fault' },
    })
    checkout.go('review')
    await checkout.proceed()
    expect(new Set(keysSent()).size).toBe(2)
  })

  it.each([['ALREADY_SUBSCRIBED'], ['TOO_MANY_ORDERS'], ['LOGIN_NEEDED']] as const)(
    'refused with %s shows the reason and keeps the input',
    async (reason) => {
      const { checkout, onCompleted } = setUp({ places: [{ kind: 'refused', reason }] })
      await toReview(checkout)
      await checkout.proceed()
      expect(checkout.get()).toMatchObject({
        notice: { kind: 'refused', reason },
        input: TYPED,
        phase: { kind: 'form' },
      })
      expect(onCompleted).not.toHaveBeenCalled()
    },
  )

  it('whose way to pay is gone opens the payment step again, with the current ways', async () => {
    const cards = quoteOf().payments.filter(({ kind }) => kind === 'card')
    const { checkout } = setUp({
      quotes: [good(), good({ payments: cards, paymentsWithLogin: ['invoice'] })],
      places: [{ kind: 'refused', reason: 'NO_PAYMENT' }],
    })
    await toReview(checkout)
    await checkout.proceed()
    expect(checkout.get()).toMatchObject({
      step: 'payment',
      notice: { kind: 'refused', reason: 'NO_PAYMENT' },
      input: { ...TYPED, payment: 'card' },
      quote: { payments: cards, paymentsWithLogin: ['invoice'] },
      attention: { to: 'notice' },
    })
  })
})

describe('the payment', () => {
  it('that was refused leads to another one, with a new key', async () => {
    const { checkout, keysSent } = setUp({ places: [placed({ state: 'failed', failure: 'CARD_DECLINED' }), placed()] })
    await toReview(checkout, { payment: 'card', cardNumber: '9999 0000 0000 0020' })
    await checkout.proceed()
    expect(checkout.get()).toMatchObject({
      phase: { kind: 'form' },
      step: 'payment',
      notice: { kind: 'failed', failure: 'CARD_DECLINED' },
    })
    checkout.set({ cardNumber: '9999 0000 0000 0012' })
    await checkout.proceed()
    await checkout.proceed()
    expect(checkout.get().phase.kind).toBe('completed')
    expect(new Set(keysSent()).size).toBe(2)
  })

  it('sends a card number to the test bank only', async () => {
    for (const [leavesSite, payment] of [
      [false, { kind: 'card', number: '9999000000000012' }],
      [true, { kind: 'card' }],
    ] as const) {
      const { checkout, calls } = setUp({
        quotes: [
          good({
            payments: [
              { kind: 'card', provider: leavesSite ? 'stripe' : 'test-bank', isTest: !leavesSite, leavesSite },
            ],
          }),
        ],
      })
      await toReview(checkout, { payment: 'card', cardNumber: '9999000000000012' })
      await checkout.proceed()
      expect(calls.place.mock.calls[0]![0]).toMatchObject({ payment })
      if (leavesSite) expect(calls.place.mock.calls[0]![0]).not.toHaveProperty('payment.number')
    }
  })

  it('on the provider’s page is a redirect, without a second order', async () => {
    const { checkout, calls, leave } = setUp({
      places: [placed({ state: 'pending', redirectUrl: '/api/payments/test-bank/step?reference=x' })],
    })
    await toReview(checkout)
    await checkout.proceed()
    await checkout.proceed()
    expect(leave.mock.calls).toEqual([['/api/payments/test-bank/step?reference=x']])
    expect([checkout.get().phase.kind, calls.place.mock.calls.length]).toEqual(['leaving', 1])
  })

  it.each([
    ['completed', null, 'completed', null],
    ['failed', 'INSUFFICIENT_FUNDS', 'form', { kind: 'failed', failure: 'INSUFFICIENT_FUNDS' }],
  ] as const)('is polled until it is %s', async (state, failure, phase, notice) => {
    const pending: ReadResult = { kind: 'ok', order: orderOf({ state: 'pending' }) }
    const { checkout, calls } = setUp({
      places: [placed({ state: 'pending' })],
      reads: [pending, { kind: 'unreachable', isOffline: true }, { kind: 'ok', order: orderOf({ state, failure }) }],
    })
    await toReview(checkout)
    await checkout.proceed()
    expect([checkout.get().phase.kind, checkout.get().notice, calls.read.mock.calls.length]).toEqual([phase, notice, 3])
  })

  it('that stays open is shown as such, and polling ends', async () => {
    const { checkout, calls, onCompleted } = setUp({
      places: [placed({ state: 'pending' })],
      reads: Array.from({ length: 500 }, () => ({ kind: 'ok', order: orderOf({ state: 'pending' }) })),
    })
    await toReview(checkout)
    await checkout.proceed()
    expect(checkout.get().phase).toMatchObject({ kind: 'waiting', isOverdue: true })
    expect(calls.read.mock.calls.length).toBeLessThan(100)
    expect(onCompleted).not.toHaveBeenCalled()
  })

  it('offers the ways of the quote, and no others', async () => {
    const { checkout } = setUp({
      quotes: [good(), good({ payments: [{ kind: 'card', provider: 'stripe', isTest: false, leavesSite: true }] })],
    })
    await checkout.setReader(null)
    checkout.set({ payment: 'invoice' })
    await checkout.setReader(READER)
    expect(checkout.get().input.payment).toBe('card')
  })
})

describe('a voucher', () => {
  const VOUCHER = { kind: 'percent', value: 50, periods: 1 } as const

  it('S2.3-05 changes the price to confirm, and can be removed', async () => {
    const { checkout, calls } = setUp({
      quotes: [good(), good({ dueCents: 50, voucher: VOUCHER }), good(), good({ dueCents: 50, voucher: VOUCHER })],
    })
    await checkout.setReader(null)
    checkout.set({ ...TYPED, voucherCode: ' HALB-2026 ' })
    checkout.applyVoucher()
    await vi.waitFor(() => expect(checkout.get().voucher).toEqual({ kind: 'taken', code: 'HALB-2026' }))
    checkout.dropVoucher()
    await vi.waitFor(() => expect(checkout.get().voucher).toEqual({ kind: 'none' }))
    expect(checkout.get().quote?.dueCents).toBe(100)
    checkout.set({ voucherCode: 'HALB-2026' })
    for (let press = 0; press < 4; press++) await checkout.proceed()
    expect(calls.place.mock.calls[0]![0]).toMatchObject({ voucherCode: 'HALB-2026', confirmedCents: 50 })
  })

  it.each(['bad-voucher', 'too-many'] as const)(
    'refused (%s) stops the step and leaves the price alone',
    async (kind) => {
      const { checkout, calls } = setUp({ quotes: [good(), { kind }] })
      await checkout.setReader(null)
      checkout.set({ ...TYPED, voucherCode: 'FALSCH-0000' })
      for (let press = 0; press < 3; press++) await checkout.proceed()
      expect(checkout.get()).toMatchObject({
        step: 'payment',
        quote: { dueCents: 100 },
        voucher: { kind: 'refused' },
        faults: { voucherCode: 'INVALID_VOUCHER' },
      })
      checkout.set({ voucherCode: '' })
      await checkout.proceed()
      await checkout.proceed()
      expect(calls.place.mock.calls[0]![0]).not.toHaveProperty('voucherCode')
    },
  )

  it('of the address is tried first; an invalid one does not block the price', async () => {
    const { checkout, calls } = setUp({ voucherCode: 'ALT-2025', quotes: [{ kind: 'bad-voucher' }, good()] })
    await checkout.setReader(null)
    expect(calls.quote.mock.calls).toEqual([
      ['plus-monat', 'ALT-2025'],
      ['plus-monat', null],
    ])
    expect(checkout.get()).toMatchObject({
      quote: { dueCents: 100 },
      voucher: { kind: 'refused', reason: 'bad-voucher' },
    })
  })
})

it.each([
  [{ kind: 'unknown-offer' }, 'unknown-offer'],
  [{ kind: 'not-selling' }, 'not-selling'],
  [{ kind: 'unreachable', isOffline: true }, 'offline'],
  [{ kind: 'unreachable', isOffline: false }, 'unavailable'],
] as const)('gives the reason for a missing price: %j', async (answer, trouble) => {
  const { checkout } = setUp({ quotes: [answer] })
  await checkout.setReader(null)
  expect(checkout.get()).toMatchObject({ quote: null, quoteTrouble: trouble })
})
