import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countLapsed,
  decideCreditUse,
  decidePurchase,
  hasCredits,
  INITIAL_WALLET,
  isCreditable,
  PURCHASE_REASON,
  toCreditCount,
  toWalletState,
  withUsedCredit,
  type CoinLot,
  type CreditUse,
} from './coins.ts'
import { propertyRuns } from '../property-runs.testing.ts'

const STATE = toWalletState({
  customer: { customerId: '123456789' },
  wallet: { availableCreditCount: 3, uniqueId: 'w-1' },
  purchases: [{ articleId: '12' }, { articleId: '11' }, { articleId: '12' }],
  boughtAt: { 12: '2026-11-20T10:00:00.000Z' },
})

describe("the wallet's state on a page", () => {
  it('R3.4-01 R3.4-02 R3.4-03 R3.4-04 R3.4-05 S3.4-01 S3.4-02 holds customer, wallet, dates, and purchases counted by their ids', () => {
    expect(STATE).toEqual({
      customer: { customerId: '123456789' },
      wallet: { availableCreditCount: 3, uniqueId: 'w-1' },
      articleCreditEntries: { 12: '2026-11-20T10:00:00.000Z' },
      articleCreditPurchasesCount: 2,
      articleCreditPurchasesIds: ['12', '11'],
    })
    expect(INITIAL_WALLET).toEqual({
      customer: null,
      wallet: null,
      articleCreditEntries: {},
      articleCreditPurchasesCount: 0,
      articleCreditPurchasesIds: [],
    })
  })

  it.each<[unknown, number]>([
    [0, 0],
    [1, 1],
    [2.9, 2],
    [-1, 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
    ['3', 0],
    [null, 0],
    [undefined, 0],
    [{}, 0],
  ])('S4.4-01 counts %j as %d', (given, count) => {
    expect(toCreditCount(given)).toBe(count)
  })

  it('R4.4-03 has credits when the count is above zero', () => {
    const of = (availableCreditCount: number) => hasCredits({ wallet: { availableCreditCount, uniqueId: 'w-1' } })
    expect([of(0), of(1), of(-1), of(Number.NaN), hasCredits(INITIAL_WALLET)]).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
  })

  it('R4.4-01 R4.4-02 S4.4-02 takes over the answered number and records the article with the time, once', () => {
    const used = withUsedCredit(STATE, { articleId: '13', availableCreditCount: 2, at: '2026-11-21T12:00:00.000Z' })
    expect(used).toEqual({
      customer: STATE.customer,
      wallet: { availableCreditCount: 2, uniqueId: 'w-1' },
      articleCreditEntries: { ...STATE.articleCreditEntries, 13: '2026-11-21T12:00:00.000Z' },
      articleCreditPurchasesCount: 3,
      articleCreditPurchasesIds: ['13', '12', '11'],
    })
    expect(
      withUsedCredit(used, { articleId: '13', availableCreditCount: 2, at: '2026-11-21T12:00:01.000Z' })
        .articleCreditPurchasesCount,
    ).toBe(3)
    expect(
      withUsedCredit(STATE, { articleId: '13', availableCreditCount: 'x', at: '' }).wallet?.availableCreditCount,
    ).toBe(0)
  })
})

describe('a purchase as sent by the client', () => {
  const USE: CreditUse = {
    customerId: '123456789',
    uniqueId: 'w-1',
    userId: 'eva',
    reason: PURCHASE_REASON,
    articleId: '12',
    coinsAmount: 1,
  }
  const KNOWN = {
    userId: 'eva',
    isWalletUser: true,
    customer: { customerId: '123456789' },
    wallet: { uniqueId: 'w-1' },
    price: 1,
  }

  it.each<[string, Partial<CreditUse>, Partial<typeof KNOWN> | { customer: null } | { wallet: null }, string]>([
    ['the session’s own', {}, {}, 'accepted'],
    ['another reader', { userId: 'jan' }, {}, 'mismatch'],
    ['no reader at all', { userId: '' }, { userId: '' }, 'mismatch'],
    ['another customer', { customerId: '987654321' }, {}, 'mismatch'],
    ['another wallet', { uniqueId: 'w-2' }, {}, 'mismatch'],
    ['no customer there', {}, { customer: null }, 'mismatch'],
    ['no wallet there', {}, { wallet: null }, 'mismatch'],
    ['a reader without the role', {}, { isWalletUser: false }, 'no-wallet-user'],
    ['another reason', { reason: 'geschenkt' }, {}, 'wrong-reason'],
    ['nothing', { coinsAmount: 0 }, {}, 'wrong-amount'],
    ['less than nothing', { coinsAmount: -5 }, {}, 'wrong-amount'],
    ['a tenth', { coinsAmount: 0.1 }, {}, 'wrong-amount'],
    ['no number', { coinsAmount: Number.NaN }, {}, 'wrong-amount'],
    ['more than it costs', { coinsAmount: 2 }, {}, 'wrong-amount'],
    ['the publication’s own price', { coinsAmount: 2 }, { price: 2 }, 'accepted'],
    ['the usual price where it costs more', {}, { price: 2 }, 'wrong-amount'],
  ])('S7.5-03 D %s', (_name, use, known, decision) => {
    expect(decideCreditUse({ ...USE, ...use }, { ...KNOWN, ...known })).toBe(decision)
  })

  it("S7.5-03 D refuses a purchase if any of the five values differs from the session's", () => {
    const text = fc.constantFrom('123456789', 'w-1', 'eva', 'x', '')
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.constantFrom(PURCHASE_REASON, 'x'),
        fc.constantFrom(-1, 0, 1, 2, 1e-9, Number.NaN),
        fc.boolean(),
        (customerId, uniqueId, userId, reason, coinsAmount, isWalletUser) => {
          const isOwn =
            customerId === '123456789' &&
            uniqueId === 'w-1' &&
            userId === 'eva' &&
            reason === PURCHASE_REASON &&
            coinsAmount === 1 &&
            isWalletUser
          expect(
            decideCreditUse(
              { customerId, uniqueId, userId, reason, coinsAmount, articleId: '1' },
              { ...KNOWN, isWalletUser },
            ) === 'accepted',
          ).toBe(isOwn)
        },
      ),
      { numRuns: propertyRuns(2000) },
    )
  })
})

describe('the rules of a wallet', () => {
  it.each([
    [3, 1, false, 'book'],
    [1, 1, false, 'book'],
    [0, 1, false, 'no-credits'],
    [1, 2, false, 'no-credits'],
    [0, 1, true, 'bought-before'],
    [3, 1, true, 'bought-before'],
    [3, 0, false, 'no-credits'],
    [3, -1, false, 'no-credits'],
    [3, 0.5, false, 'no-credits'],
    [Number.NaN, 1, false, 'no-credits'],
  ] as const)('S7.5-03 with %d coins, price %d, bought before %s: %s', (balance, price, hasBought, decision) => {
    expect(decidePurchase({ balance, price, hasBought })).toBe(decision)
  })

  it('S7.5-03 never goes below zero, loses no coin and charges no article twice, in any order of purchases and gifts', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('grant' as const), count: fc.integer({ min: 1, max: 5 }) }),
      fc.record({
        kind: fc.constant('buy' as const),
        articleId: fc.integer({ min: 1, max: 8 }),
        price: fc.integer({ min: -1, max: 3 }),
      }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let balance = 0
        let granted = 0
        const paid = new Map<number, number>()
        for (const one of steps) {
          if (one.kind === 'grant') {
            granted += one.count
            balance += one.count
          } else if (decidePurchase({ balance, price: one.price, hasBought: paid.has(one.articleId) }) === 'book') {
            expect(paid.has(one.articleId)).toBe(false)
            paid.set(one.articleId, one.price)
            balance -= one.price
          }
          expect(balance).toBeGreaterThanOrEqual(0)
          expect(balance + [...paid.values()].reduce((sum, price) => sum + price, 0)).toBe(granted)
        }
      }),
      { numRuns: propertyRuns(1000) },
    )
  })
})

describe('coins that expire', () => {
  const lot = (count: number, expiresOn: string | null): CoinLot => ({ count, expiresOn })
  it.each<[string, CoinLot[], number, number]>([
    ['none without a last day', [lot(5, null)], 0, 0],
    ['none before the day is over', [lot(5, '2026-11-21')], 0, 0],
    ['all the day after', [lot(5, '2026-11-20')], 0, 5],
    ['the rest of a lot', [lot(5, '2026-11-20')], 3, 2],
    ['none of a lot that was spent', [lot(5, '2026-11-20'), lot(5, null)], 7, 0],
    ['none a second time', [lot(5, '2026-11-20')], 5, 0],
    ['only lapsed ones of several', [lot(2, '2026-11-19'), lot(3, '2026-11-20'), lot(4, '2027-01-01')], 1, 4],
  ])('are %s', (_name, lots, spent, lapsed) => {
    expect(countLapsed(lots, spent, '2026-11-21')).toBe(lapsed)
  })

  it('are never more than the wallet holds', () => {
    const lots = fc.array(
      fc.record({
        count: fc.integer({ min: 1, max: 9 }),
        expiresOn: fc.constantFrom(null, '2026-11-19', '2026-11-20', '2027-01-01'),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(lots, fc.nat(80), (given, tried) => {
        const total = given.reduce((sum, { count }) => sum + count, 0)
        const spent = Math.min(total, tried)
        const lapsed = countLapsed(given, spent, '2026-11-21')
        expect(lapsed).toBeGreaterThanOrEqual(0)
        expect(lapsed).toBeLessThanOrEqual(total - spent)
        expect(countLapsed(given, spent + lapsed, '2026-11-21')).toBe(0)
      }),
    )
  })
})

it.each([
  ['today', '2026-11-21T12:00:00Z', false, true],
  ['30 days ago', '2026-10-22T12:00:00Z', false, true],
  ['a second more', '2026-10-22T11:59:59Z', false, false],
  ['in the future', '2026-11-21T12:00:01Z', false, false],
  ['given back before', '2026-11-20T12:00:00Z', true, false],
])('returns coins spent %s to a reader who subscribes: %s', (_name, boughtAt, isCredited, expected) => {
  expect(isCreditable({ boughtAt: new Date(boughtAt), isCredited }, new Date('2026-11-21T12:00:00Z'))).toBe(expected)
})
