import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Offer } from './offers.ts'
import {
  listOrderFaults,
  toBuyer,
  toChargeCents,
  toChargePeriod,
  toEndDay,
  toQuote,
  toTerms,
  type OrderFaults,
  type OrderInput,
  type Voucher,
} from './orders.ts'

const TODAY = '2026-11-21'
const MONTH: Offer = {
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
  benefits: [],
  roles: ['PLUS_USER'],
  coins: null,
  isRecommended: false,
}
const YEAR: Offer = { ...MONTH, id: 'plus-jahr', priceCents: 9900, periodMonths: 12, trial: null, termMonths: 12 }
const COINS: Offer = {
  ...MONTH,
  id: 'coins-10',
  kind: 'coins',
  priceCents: 690,
  periodMonths: null,
  trial: null,
  renewal: 'none',
  noticeMonths: null,
  coins: 10,
  roles: ['WALLET_USER'],
}
const ORDER: OrderInput = {
  buyer: {
    salutation: 'Frau',
    firstName: 'Eva',
    lastName: 'Müller',
    company: '',
    vatId: '',
    street: 'Am Fluss 3',
    postcode: '00412',
    city: 'Auenburg',
    country: 'DE',
  },
  payment: { kind: 'sepa', iban: 'DE93 9999 9999 0000 0000 01', holder: 'Eva Müller', mandate: true },
  consents: { terms: true, withdrawalLapses: false },
  email: 'eva@example.org',
}

describe('the fields of an order', () => {
  const buyer = (change: Partial<OrderInput['buyer']>) => ({ buyer: { ...ORDER.buyer, ...change } })
  const GUEST = { isGuest: true }

  it.each<[string, Partial<OrderInput>, Offer, { isGuest: boolean }, OrderFaults]>([
    ['all there', {}, YEAR, GUEST, {}],
    ['no names', buyer({ firstName: ' ', lastName: '' }), YEAR, GUEST, { firstName: 'REQUIRED', lastName: 'REQUIRED' }],
    ['an address as a name', buyer({ lastName: 'www.spam.example' }), YEAR, GUEST, { lastName: 'NOT_ALLOWED' }],
    ['an unknown salutation', buyer({ salutation: 'Graf' }), YEAR, GUEST, { salutation: 'NOT_ALLOWED' }],
    ['no street, no town', buyer({ street: '', city: '--' }), YEAR, GUEST, { street: 'REQUIRED', city: 'NOT_ALLOWED' }],
    ['markup as a street', buyer({ street: '<b>Am Fluss' }), YEAR, GUEST, { street: 'NOT_ALLOWED' }],
    ['a long street', buyer({ street: 'x'.repeat(121) }), YEAR, GUEST, { street: 'TOO_LONG' }],
    ['a postcode of four digits', buyer({ postcode: '1010' }), YEAR, GUEST, { postcode: 'INVALID_POSTCODE' }],
    ['the same in Austria', buyer({ postcode: '1010', country: 'at' }), YEAR, GUEST, {}],
    ['no postcode', buyer({ postcode: '' }), YEAR, GUEST, { postcode: 'REQUIRED' }],
    ['a country we do not deliver to', buyer({ country: 'US' }), YEAR, GUEST, { country: 'NOT_ALLOWED' }],
    ['a company with its number', buyer({ company: 'Bäckerei Krume', vatId: 'de 123 456 789' }), YEAR, GUEST, {}],
    ['a number without a company', buyer({ vatId: 'DE123456789' }), YEAR, GUEST, { vatId: 'NOT_ALLOWED' }],
    [
      'a number that is none',
      buyer({ company: 'Bäckerei Krume', vatId: 'DE12' }),
      YEAR,
      GUEST,
      { vatId: 'INVALID_VAT_ID' },
    ],
    ['a guest without an address', { email: undefined }, YEAR, GUEST, { email: 'REQUIRED' }],
    ['a guest with a wrong one', { email: 'eva@' }, YEAR, GUEST, { email: 'INVALID_EMAIL' }],
    ['a reader, whose address is known', { email: undefined }, YEAR, { isGuest: false }, {}],
    [
      'no account',
      { payment: { kind: 'sepa', iban: ' ', holder: '', mandate: false } },
      YEAR,
      GUEST,
      { iban: 'REQUIRED', holder: 'REQUIRED', mandate: 'REQUIRED' },
    ],
    ['a card', { payment: { kind: 'card', number: '1' } }, YEAR, GUEST, {}],
    ['no terms', { consents: { terms: false, withdrawalLapses: true } }, YEAR, GUEST, { terms: 'REQUIRED' }],
    ['coins without the consent of § 356 (5) BGB', {}, COINS, GUEST, { withdrawalLapses: 'REQUIRED' }],
    ['coins with it', { consents: { terms: true, withdrawalLapses: true } }, COINS, GUEST, {}],
  ])('S2.3-05 %s', (_name, change, offer, reader, expected) => {
    expect(listOrderFaults({ ...ORDER, ...change }, offer, reader)).toEqual(expected)
  })

  it('stores names, addresses and numbers in one spelling', () => {
    expect(
      toBuyer({
        ...ORDER.buyer,
        lastName: ' Mu\u0308ller ',
        street: ' Am\tFluss  3 ',
        vatId: 'de 123.456-789',
        postcode: ' 00412 ',
        country: ' de ',
      }),
    ).toMatchObject({
      lastName: 'Müller',
      street: 'Am Fluss 3',
      vatId: 'DE123456789',
      postcode: '00412',
      country: 'DE',
    })
  })
})

describe('the costs of an order and the following charges', () => {
  const HALF: Voucher = { kind: 'percent', value: 50, periods: 2 }

  it.each<
    [
      string,
      Offer,
      Voucher | null,
      { due: number; vat: number; to: string | null; next: { on: string; cents: number } | null; end: string | null },
    ]
  >([
    [
      'a trial, then the month',
      MONTH,
      null,
      { due: 100, vat: 7, to: '2026-12-20', next: { on: '2026-12-21', cents: 990 }, end: '2026-12-20' },
    ],
    [
      'the trial was had before',
      toTerms(MONTH, false),
      null,
      { due: 990, vat: 65, to: '2026-12-20', next: { on: '2026-12-21', cents: 990 }, end: '2026-12-20' },
    ],
    [
      'a year',
      YEAR,
      null,
      { due: 9900, vat: 648, to: '2027-11-20', next: { on: '2027-11-21', cents: 9900 }, end: '2027-11-20' },
    ],
    [
      '19 %',
      { ...YEAR, vatPercent: 19 },
      null,
      { due: 9900, vat: 1581, to: '2027-11-20', next: { on: '2027-11-21', cents: 9900 }, end: '2027-11-20' },
    ],
    ['coins', COINS, null, { due: 690, vat: 45, to: null, next: null, end: null }],
    [
      'a year that ends by itself',
      { ...YEAR, renewal: 'none', noticeMonths: null },
      null,
      { due: 9900, vat: 648, to: '2027-11-20', next: null, end: '2027-11-20' },
    ],
    [
      'three months that end by themselves',
      { ...MONTH, trial: null, termMonths: 3, renewal: 'none', noticeMonths: null },
      null,
      { due: 990, vat: 65, to: '2026-12-20', next: { on: '2026-12-21', cents: 990 }, end: '2027-02-20' },
    ],
    [
      'a voucher counts full prices, not the trial',
      MONTH,
      HALF,
      { due: 100, vat: 7, to: '2026-12-20', next: { on: '2026-12-21', cents: 495 }, end: '2026-12-20' },
    ],
    [
      'half of a year',
      YEAR,
      HALF,
      { due: 4950, vat: 324, to: '2027-11-20', next: { on: '2027-11-21', cents: 4950 }, end: '2027-11-20' },
    ],
    [
      '10 euros off the first year',
      YEAR,
      { kind: 'cents', value: 1000, periods: 1 },
      { due: 8900, vat: 582, to: '2027-11-20', next: { on: '2027-11-21', cents: 9900 }, end: '2027-11-20' },
    ],
    [
      'more off than it costs',
      COINS,
      { kind: 'cents', value: 5000, periods: 1 },
      { due: 0, vat: 0, to: null, next: null, end: null },
    ],
  ])('S2.3-05 %s', (_name, offer, voucher, expected) => {
    const quote = toQuote(offer, TODAY, voucher)
    expect({
      due: quote.dueCents,
      vat: quote.vatCents,
      to: quote.period.to,
      next: quote.next,
      end: quote.earliestEnd,
    }).toEqual(expected)
    expect(quote.lines.reduce((sum, line) => sum + line.dueCents, 0)).toBe(quote.dueCents)
    expect(
      quote.lines.every(
        (line) => line.listCents - line.discountCents === line.dueCents && line.vatCents <= line.dueCents,
      ),
    ).toBe(true)
  })

  it.each<[string, Offer, number, { from: string; to: string | null }]>([
    ['the trial', MONTH, 0, { from: TODAY, to: '2026-12-20' }],
    ['the first month', MONTH, 1, { from: '2026-12-21', to: '2027-01-20' }],
    ['the second year', YEAR, 1, { from: '2027-11-21', to: '2028-11-20' }],
    ['coins', COINS, 0, { from: TODAY, to: null }],
  ])('%s is paid with its charge', (_name, offer, index, expected) => {
    expect(toChargePeriod(offer, TODAY, index)).toEqual(expected)
  })

  it('ends by itself only if that was agreed', () => {
    expect([
      toEndDay(YEAR, TODAY),
      toEndDay(COINS, TODAY),
      toEndDay({ ...YEAR, renewal: 'none' }, TODAY),
      toEndDay({ ...MONTH, renewal: 'none' }, TODAY),
    ]).toEqual([null, null, '2027-11-20', '2026-12-20'])
  })

  it('never charges a negative amount, more than the price or a fraction, and a voucher ends', () => {
    const voucher = fc.record<Voucher>({
      kind: fc.constantFrom('percent' as const, 'cents' as const),
      value: fc.integer({ min: 1, max: 20_000 }),
      periods: fc.integer({ min: 1, max: 12 }),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        voucher,
        fc.integer({ min: 0, max: 30 }),
        fc.boolean(),
        (priceCents, given, index, hasTrial) => {
          const terms = {
            priceCents,
            periodMonths: 1,
            trial: hasTrial ? { months: 1, priceCents: Math.min(100, priceCents) } : null,
          }
          const cents = toChargeCents(terms, index, given)
          const fullIndex = hasTrial ? index - 1 : index
          expect(Number.isInteger(cents) && cents >= 0 && cents <= priceCents).toBe(true)
          if (fullIndex >= given.periods) expect(cents).toBe(priceCents)
        },
      ),
    )
  })
})
