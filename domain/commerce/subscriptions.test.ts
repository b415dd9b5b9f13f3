import { describe, expect, it } from 'vitest'
import {
  addMonths,
  getNextCharge,
  getPeriod,
  isGranting,
  listAccountTabs,
  listGrantedRoles,
  toCustomerNumber,
  toPostcode,
  toStateOn,
  type AccountTab,
  type Subscription,
} from './subscriptions.ts'

const PLUS: Subscription = {
  id: 'a',
  kind: 'plus',
  productName: 'Plus Monat',
  state: 'active',
  roles: ['PLUS_USER'],
  coins: null,
  priceCents: 990,
  periodMonths: 1,
  trial: null,
  startsOn: '2026-01-31',
  endsOn: null,
  resumesOn: null,
}
const TODAY = '2026-11-21'

describe('the roles of subscriptions', () => {
  it.each<[string, Partial<Subscription>, boolean]>([
    ['active', {}, true],
    ['active since today', { startsOn: TODAY }, true],
    ['active from tomorrow on', { startsOn: '2026-11-22' }, false],
    ['ordered', { state: 'ordered' }, false],
    ['paused', { state: 'paused' }, false],
    ['paused until today', { state: 'paused', resumesOn: TODAY }, true],
    ['paused until tomorrow', { state: 'paused', resumesOn: '2026-11-22' }, false],
    ['cancelled, open', { state: 'cancelled', endsOn: '2026-11-30' }, true],
    ['cancelled, last day', { state: 'cancelled', endsOn: TODAY }, true],
    ['cancelled, over', { state: 'cancelled', endsOn: '2026-11-20' }, false],
    ['active, over', { endsOn: '2026-11-20' }, false],
    ['ended', { state: 'ended' }, false],
    ['not paid', { state: 'payment_failed' }, false],
  ])('S6-07 D: %s', (_name, change, expected) => {
    const subscription = { ...PLUS, ...change }
    expect(isGranting(subscription, TODAY)).toBe(expected)
    expect(listGrantedRoles([subscription], TODAY)).toEqual(expected ? ['PLUS_USER'] : [])
  })

  it('are listed once each, for all running subscriptions', () => {
    expect(
      listGrantedRoles(
        [PLUS, { ...PLUS, roles: ['PUR_USER', 'PLUS_USER'] }, { ...PLUS, state: 'ended', roles: ['EPAPER_USER'] }],
        TODAY,
      ),
    ).toEqual(['PLUS_USER', 'PUR_USER'])
    expect(listGrantedRoles([], TODAY)).toEqual([])
  })

  it('tells the state on a day from the stored state', () => {
    expect(toStateOn({ state: 'cancelled', endsOn: '2026-11-20', resumesOn: null }, TODAY)).toBe('ended')
    expect(toStateOn({ state: 'cancelled', endsOn: TODAY, resumesOn: null }, TODAY)).toBe('cancelled')
    expect(toStateOn({ state: 'payment_failed', endsOn: null, resumesOn: null }, TODAY)).toBe('payment_failed')
  })
})

describe('the paid period and the next one', () => {
  it.each<[string, Partial<Subscription>, string, ReturnType<typeof getPeriod>, ReturnType<typeof getNextCharge>]>([
    [
      'a month from the 31st',
      {},
      '2026-02-10',
      { from: '2026-01-31', to: '2026-02-27' },
      { on: '2026-02-28', cents: 990 },
    ],
    [
      'the first day of the next one',
      {},
      '2026-02-28',
      { from: '2026-02-28', to: '2026-03-30' },
      { on: '2026-03-31', cents: 990 },
    ],
    [
      'a leap year',
      { startsOn: '2027-12-31' },
      '2028-02-20',
      { from: '2028-01-31', to: '2028-02-28' },
      { on: '2028-02-29', cents: 990 },
    ],
    ['years later', {}, '2029-11-21', { from: '2029-10-31', to: '2029-11-29' }, { on: '2029-11-30', cents: 990 }],
    [
      'a year',
      { periodMonths: 12, priceCents: 9900 },
      TODAY,
      { from: '2026-01-31', to: '2027-01-30' },
      { on: '2027-01-31', cents: 9900 },
    ],
    [
      'in the trial',
      { startsOn: '2026-11-05', trial: { months: 1, priceCents: 100 } },
      TODAY,
      { from: '2026-11-05', to: '2026-12-04' },
      { on: '2026-12-05', cents: 990 },
    ],
    [
      'after the trial',
      { startsOn: '2026-10-05', trial: { months: 1, priceCents: 100 } },
      TODAY,
      { from: '2026-11-05', to: '2026-12-04' },
      { on: '2026-12-05', cents: 990 },
    ],
    ['cancelled', { state: 'cancelled', endsOn: '2026-11-29' }, TODAY, { from: '2026-10-31', to: '2026-11-29' }, null],
    ['ending with the period', { endsOn: '2026-11-29' }, TODAY, { from: '2026-10-31', to: '2026-11-29' }, null],
    ['over', { state: 'ended', endsOn: '2026-11-01' }, TODAY, null, null],
    ['not begun', { state: 'ordered', startsOn: '2026-12-01' }, TODAY, null, { on: '2026-12-01', cents: 990 }],
    [
      'not begun, with a trial',
      { state: 'ordered', startsOn: '2026-12-01', trial: { months: 1, priceCents: 100 } },
      TODAY,
      null,
      { on: '2026-12-01', cents: 100 },
    ],
    ['paused', { state: 'paused' }, TODAY, { from: '2026-10-31', to: '2026-11-29' }, null],
    ['not paid', { state: 'payment_failed' }, TODAY, { from: '2026-10-31', to: '2026-11-29' }, null],
    ['paid once', { kind: 'coins', periodMonths: null }, TODAY, { from: '2026-01-31', to: null }, null],
    [
      'paid with the paper',
      { kind: 'print', periodMonths: null, priceCents: null },
      TODAY,
      { from: '2026-01-31', to: null },
      null,
    ],
  ])('%s', (_name, change, today, period, charge) => {
    const subscription = { ...PLUS, ...change }
    expect(getPeriod(subscription, today)).toEqual(period)
    expect(getNextCharge(subscription, today)).toEqual(charge)
  })

  it('adds months across the ends of years', () => {
    expect([
      addMonths('2026-11-30', 3),
      addMonths('2026-01-31', -2),
      addMonths('2026-12-15', 1),
      addMonths('2028-02-29', 12),
    ]).toEqual(['2027-02-28', '2025-11-30', '2027-01-15', '2029-02-28'])
  })
})

describe('the tabs of the account', () => {
  const reader = { isPlusUser: false, isWalletUser: false, isPlusUserWithWallet: false, hasSubscription: false }
  it.each<[string, Partial<typeof reader>, AccountTab[]]>([
    ['free', {}, ['account', 'plus-verification']],
    ['plus', { isPlusUser: true, hasSubscription: true }, ['account', 'abo']],
    ['pur', { hasSubscription: true }, ['account', 'abo', 'plus-verification']],
    ['wallet', { isWalletUser: true }, ['account', 'coins', 'plus-verification']],
    [
      'plus with wallet',
      { isPlusUser: true, isPlusUserWithWallet: true, hasSubscription: true },
      ['account', 'abo', 'coins'],
    ],
    ['a subscription that has ended', { hasSubscription: true }, ['account', 'abo', 'plus-verification']],
  ])('R2.2-10 S2.2-05 of %s', (_name, change, tabs) => {
    expect(listAccountTabs({ ...reader, ...change })).toEqual(tabs)
  })
})

describe('the data a print subscriber types', () => {
  it.each([
    ['4711001', '4711001'],
    [' 4 711-001 ', '4711001'],
    ['a/12.34', 'A1234'],
    ['４７１１', '4711'],
    ['', null],
    ['47', null],
    ['4711;drop', null],
    ['1'.repeat(21), null],
  ])('reads the customer number %j', (typed, number) => expect(toCustomerNumber(typed)).toBe(number))

  it.each([
    ['00412', '00412'],
    [' 004 12 ', '00412'],
    ['D-00412', '00412'],
    ['de-00412', '00412'],
    ['A-1010', '1010'],
    ['CH-8001', '8001'],
    ['0041', '0041'],
    ['004123', null],
    ['Auenburg', null],
    ['', null],
  ])('reads the postcode %j', (typed, postcode) => expect(toPostcode(typed)).toBe(postcode))
})
