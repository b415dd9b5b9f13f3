import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addBankDays,
  countDays,
  decidePause,
  decideRefund,
  getAnnouncement,
  getEarliestEnd,
  getNextPeriod,
  getPeriodOn,
  listOwed,
  listPeriods,
  quoteSwitch,
  toDunningStep,
  toShare,
  toUnusedCents,
  toWithdrawalEnd,
  type Period,
  type Plan,
  type Terms,
} from './billing.ts'
import { addDays, addMonths, dayBefore } from './subscriptions.ts'
import { propertyRuns } from '../property-runs.testing.ts'

const MONTH: Terms = {
  startsOn: '2026-01-31',
  endsOn: null,
  countedFrom: null,
  priceCents: 990,
  periodMonths: 1,
  trial: null,
  termMonths: 1,
  boundUntil: null,
  noticeMonths: 1,
  renewal: 'open-ended',
  pause: null,
}
const TRIAL: Terms = { ...MONTH, startsOn: '2026-03-10', trial: { months: 1, priceCents: 100 }, termMonths: null }
const YEAR: Terms = { ...MONTH, startsOn: '2026-03-10', priceCents: 9900, periodMonths: 12, termMonths: 12 }
const COINS: Terms = {
  ...MONTH,
  startsOn: '2026-03-10',
  priceCents: 395,
  periodMonths: null,
  termMonths: null,
  noticeMonths: null,
  renewal: 'none',
}

const short = (periods: readonly Period[]) => periods.map(({ from, to, cents }) => `${from} ${to ?? '…'} ${cents}`)

describe('the periods of a contract', () => {
  it.each<[string, Terms, string, string[]]>([
    [
      'begin on the last of a month, every month',
      MONTH,
      '2026-04-29',
      ['2026-01-31 2026-02-27 990', '2026-02-28 2026-03-30 990', '2026-03-31 2026-04-29 990'],
    ],
    ['are none before the start', MONTH, '2026-01-30', []],
    [
      'begin with the trial',
      TRIAL,
      '2026-05-10',
      ['2026-03-10 2026-04-09 100', '2026-04-10 2026-05-09 990', '2026-05-10 2026-06-09 990'],
    ],
    ['of a year', YEAR, '2027-03-10', ['2026-03-10 2027-03-09 9900', '2027-03-10 2028-03-09 9900']],
    ['of a single payment', COINS, '2030-01-01', ['2026-03-10 … 395']],
    [
      'end with the contract',
      { ...TRIAL, endsOn: '2026-05-09' },
      '2026-12-31',
      ['2026-03-10 2026-04-09 100', '2026-04-10 2026-05-09 990'],
    ],
    [
      'cost their share when the end comes sooner',
      { ...TRIAL, endsOn: '2026-04-24' },
      '2026-12-31',
      ['2026-03-10 2026-04-09 100', '2026-04-10 2026-04-24 495'],
    ],
    [
      'go on after a pause where they stopped',
      { ...TRIAL, pause: { from: '2026-05-10', resumesOn: '2026-07-10' } },
      '2026-08-09',
      ['2026-03-10 2026-04-09 100', '2026-04-10 2026-05-09 990', '2026-07-10 2026-08-09 990'],
    ],
    [
      'are none in a pause',
      { ...MONTH, countedFrom: '2026-05-10', pause: { from: '2026-06-10', resumesOn: '2026-08-10' } },
      '2026-08-09',
      ['2026-05-10 2026-06-09 990'],
    ],
    [
      'are counted anew after a change',
      { ...TRIAL, countedFrom: '2026-04-20' },
      '2026-05-20',
      ['2026-04-20 2026-05-19 990', '2026-05-20 2026-06-19 990'],
    ],
  ])('%s', (_name, terms, upTo, expected) => {
    expect(short(listPeriods(terms, upTo))).toEqual(expected)
  })

  it('each is owed once, and a free one not at all', () => {
    expect(short(listOwed(TRIAL, ['2026-03-10'], '2026-05-10'))).toEqual([
      '2026-04-10 2026-05-09 990',
      '2026-05-10 2026-06-09 990',
    ])
    expect(listOwed(TRIAL, ['2026-03-10', '2026-04-10', '2026-05-10'], '2026-05-10')).toEqual([])
    expect(listOwed({ ...TRIAL, trial: { months: 1, priceCents: 0 } }, [], '2026-04-09')).toEqual([])
  })

  it('follow one another without a gap, in every contract', () => {
    const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-01-01', days))
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(1, 3, 6, 12),
        fc.option(fc.integer({ min: 1, max: 3 })),
        fc.option(fc.integer({ min: 0, max: 700 })),
        fc.integer({ min: 0, max: 900 }),
        (startsOn, periodMonths, trialMonths, endDays, span) => {
          const terms: Terms = {
            ...MONTH,
            startsOn,
            periodMonths,
            trial: trialMonths === null ? null : { months: trialMonths, priceCents: 100 },
            endsOn: endDays === null ? null : addDays(startsOn, endDays),
          }
          const upTo = addDays(startsOn, span)
          const periods = listPeriods(terms, upTo)
          expect(periods[0]!.from).toBe(startsOn)
          for (const [index, { from, to }] of periods.entries()) {
            expect(to! >= from).toBe(true)
            if (index > 0) expect(from).toBe(addDays(periods[index - 1]!.to!, 1))
          }
          const last = periods.at(-1)!
          expect(last.to! >= upTo || last.to === terms.endsOn).toBe(true)
          // Asking day by day must give the same periods as asking once.
          const charged: string[] = []
          for (let today = startsOn; today <= upTo; today = addDays(today, 1))
            for (const { from } of listOwed(terms, charged, today)) charged.push(from)
          expect(charged).toEqual(periods.map(({ from }) => from))
        },
      ),
      { numRuns: 40 },
    )
  })

  it.each<[Terms, string, string | null]>([
    [TRIAL, '2026-03-01', '2026-03-10'],
    [TRIAL, '2026-03-10', '2026-04-10'],
    [TRIAL, '2026-04-10', '2026-05-10'],
    [YEAR, '2026-03-10', '2027-03-10'],
    [{ ...TRIAL, endsOn: '2026-04-09' }, '2026-03-20', null],
    [{ ...TRIAL, pause: { from: '2026-04-10', resumesOn: '2026-06-10' } }, '2026-04-20', '2026-06-10'],
    [COINS, '2026-03-10', null],
  ])('the next one: %#', (terms, today, expected) => {
    expect(getNextPeriod(terms, today)?.from ?? null).toBe(expected)
  })
})

describe('shares of a price', () => {
  it.each<[Period, string, number]>([
    [{ from: '2026-04-10', to: '2026-05-09', cents: 990 }, '2026-04-24', 495],
    [{ from: '2026-04-10', to: '2026-05-09', cents: 990 }, '2026-04-09', 990],
    [{ from: '2026-04-10', to: '2026-05-09', cents: 990 }, '2026-05-09', 0],
    [{ from: '2026-04-10', to: '2026-05-09', cents: 990 }, '2026-06-01', 0],
    [{ from: '2026-03-10', to: '2027-03-09', cents: 9900 }, '2026-03-10', 9873],
    [{ from: '2026-04-10', to: null, cents: 990 }, '2026-04-10', 0],
  ])('%#', (paid, lastDay, unused) => {
    expect(toUnusedCents(paid, lastDay)).toBe(unused)
  })

  it.each([
    ['2026-01-16', 511],
    ['2026-01-15', 479],
  ])('are rounded to the nearest cent: until %s', (to, cents) => {
    expect(toShare(990, { from: '2026-01-01', to: '2026-01-31' }, { from: '2026-01-01', to })).toBe(cents)
  })

  it('neither lose nor gain a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        (cents, length, used) => {
          const [from, to] = ['2026-01-01', addDays('2026-01-01', length - 1)]
          const lastDay = addDays(from, Math.min(used, length) - 1)
          const part = toShare(cents, { from, to }, { from, to: lastDay })
          expect(part + toUnusedCents({ from, to, cents }, lastDay)).toBe(cents)
          expect(Number.isInteger(part) && part >= 0 && part <= cents).toBe(true)
        },
      ),
    )
  })
})

describe('the earliest end (§ 309 Nr. 9 BGB)', () => {
  it.each<[string, Terms, string, string | null]>([
    ['in the trial: its end', TRIAL, '2026-03-12', '2026-04-09'],
    ['on the trial’s last day: that day', TRIAL, '2026-04-09', '2026-04-09'],
    ['after it: the end of the paid month', TRIAL, '2026-04-10', '2026-05-09'],
    ['in the first year: its end', YEAR, '2026-03-11', '2027-03-09'],
    ['in the second year: a month’s notice', YEAR, '2027-06-15', '2027-07-15'],
    ['near the end of the second year: its end', YEAR, '2028-02-20', '2028-03-09'],
    [
      'a bound year paid by the month',
      { ...MONTH, startsOn: '2026-03-10', termMonths: 12 },
      '2026-05-01',
      '2027-03-09',
    ],
    ['before the start: the end of the term', MONTH, '2026-01-01', '2026-02-27'],
    [
      'in a pause: today',
      { ...TRIAL, pause: { from: '2026-05-10', resumesOn: '2026-07-10' } },
      '2026-06-01',
      '2026-06-01',
    ],
    ['what ends anyway: no later', { ...YEAR, endsOn: '2026-12-31' }, '2026-05-01', '2026-12-31'],
    ['after a change to a plan with a term', { ...MONTH, boundUntil: '2027-03-09' }, '2026-06-01', '2027-03-09'],
    ['coins: nothing to end', COINS, '2026-05-01', null],
  ])('%s', (_name, terms, today, expected) => {
    expect(getEarliestEnd(terms, today)).toBe(expected)
  })

  it('is at most a month away once the term is over', () => {
    fc.assert(
      fc.property(fc.constantFrom(MONTH, TRIAL, YEAR), fc.integer({ min: 366, max: 2000 }), (terms, days) => {
        const today = addDays(terms.startsOn, days)
        const end = getEarliestEnd(terms, today)!
        expect(end >= today && end <= addMonths(today, 1)).toBe(true)
      }),
    )
  })
})

describe('a pause', () => {
  it.each<[string, Terms, number, string | null, boolean, string, string]>([
    ['begins with the next period', TRIAL, 2, null, true, '2026-05-20', '2026-06-10–2026-08-10'],
    ['may follow the trial', TRIAL, 1, null, true, '2026-03-20', '2026-04-10–2026-05-10'],
    ['is no longer than three months', TRIAL, 4, null, true, '2026-05-20', 'TOO_LONG'],
    ['is whole months', TRIAL, 1.5, null, true, '2026-05-20', 'TOO_LONG'],
    ['comes once in twelve months', TRIAL, 1, '2025-09-10', true, '2026-05-20', 'TOO_OFTEN'],
    ['comes again after them', TRIAL, 1, '2025-06-10', true, '2026-05-20', '2026-06-10–2026-07-10'],
    ['does not follow a cancellation', { ...TRIAL, endsOn: '2026-06-09' }, 1, null, true, '2026-05-20', 'NOT_RENEWING'],
    ['is for those who have paid', TRIAL, 1, null, false, '2026-05-20', 'NOT_ACTIVE'],
    [
      'does not follow another',
      { ...TRIAL, pause: { from: '2026-06-10', resumesOn: '2026-07-10' } },
      1,
      null,
      true,
      '2026-05-20',
      'NOT_ACTIVE',
    ],
    [
      'waits for the end of the term',
      { ...MONTH, startsOn: '2026-03-10', termMonths: 12 },
      1,
      null,
      true,
      '2026-05-20',
      'BOUND',
    ],
    ['is nothing for coins', COINS, 1, null, true, '2026-05-20', 'NOT_RENEWING'],
  ])('%s', (_name, terms, months, lastPausedOn, isActive, today, expected) => {
    const decided = decidePause(terms, months, lastPausedOn, isActive, today)
    expect(decided.kind === 'pause' ? `${decided.from}–${decided.resumesOn}` : decided.reason).toBe(expected)
  })
})

describe('another plan', () => {
  const plan = (id: string, priceCents: number, periodMonths: number | null): Plan => ({
    id,
    priceCents,
    periodMonths,
    trial: null,
    roles: [],
    renewal: periodMonths === null ? 'none' : 'open-ended',
  })
  const [month, year, plusPur, pur] = [
    plan('plus-monat', 990, 1),
    plan('plus-jahr', 9900, 12),
    plan('plus-pur', 1290, 1),
    plan('pur', 490, 1),
  ]
  const paid = { from: '2026-04-10', to: '2026-05-09', cents: 990 }
  it.each<[string, Terms, Plan, Plan, Period | null, string, object]>([
    [
      'dearer: at once, half the month back',
      TRIAL,
      month,
      plusPur,
      paid,
      '2026-04-25',
      { kind: 'at-once', from: '2026-04-25', to: '2026-05-24', priceCents: 1290, creditCents: 495, dueCents: 795 },
    ],
    [
      'a year: at once',
      TRIAL,
      month,
      year,
      paid,
      '2026-04-10',
      { kind: 'at-once', from: '2026-04-10', to: '2027-04-09', priceCents: 9900, creditCents: 990, dueCents: 8910 },
    ],
    [
      'in the trial: its rest back',
      TRIAL,
      month,
      plusPur,
      { from: '2026-03-10', to: '2026-04-09', cents: 100 },
      '2026-03-10',
      { kind: 'at-once', from: '2026-03-10', to: '2026-04-09', priceCents: 1290, creditCents: 100, dueCents: 1190 },
    ],
    [
      'with nothing paid: nothing back',
      TRIAL,
      month,
      plusPur,
      null,
      '2026-04-25',
      { kind: 'at-once', from: '2026-04-25', to: '2026-05-24', priceCents: 1290, creditCents: 0, dueCents: 1290 },
    ],
    [
      'cheaper: after the period',
      TRIAL,
      month,
      pur,
      paid,
      '2026-04-25',
      { kind: 'later', from: '2026-05-10', priceCents: 490 },
    ],
    [
      'shorter: after the year',
      YEAR,
      year,
      month,
      { from: '2026-03-10', to: '2027-03-09', cents: 9900 },
      '2026-04-25',
      { kind: 'later', from: '2027-03-10', priceCents: 990 },
    ],
    [
      'cheaper, but bound',
      { ...MONTH, startsOn: '2026-03-10', termMonths: 12 },
      month,
      pur,
      paid,
      '2026-04-25',
      { kind: 'refused', reason: 'BOUND' },
    ],
    ['the same', TRIAL, month, month, paid, '2026-04-25', { kind: 'refused', reason: 'SAME_PLAN' }],
    [
      'coins',
      TRIAL,
      month,
      plan('coins-5', 3950, null),
      paid,
      '2026-04-25',
      { kind: 'refused', reason: 'NOT_RENEWING' },
    ],
    [
      'after a cancellation',
      { ...TRIAL, endsOn: '2026-05-09' },
      month,
      year,
      paid,
      '2026-04-25',
      { kind: 'refused', reason: 'NOT_ACTIVE' },
    ],
  ])('%s', (_name, terms, from, to, paidFor, today, expected) => {
    expect(quoteSwitch(terms, from, to, paidFor, true, today)).toEqual(expected)
  })

  it('is not possible for a reader who has not paid', () => {
    expect(quoteSwitch(TRIAL, month, plusPur, paid, false, '2026-04-25')).toEqual({
      kind: 'refused',
      reason: 'NOT_ACTIVE',
    })
  })
})

describe('a contract imported from another system', () => {
  /** The other system collected for years: the yearly contract until February, the monthly one until the 15th. */
  const BROUGHT: Terms = { ...YEAR, startsOn: '2015-03-01', countedFrom: '2027-03-01' }
  const MONTHLY: Terms = { ...MONTH, startsOn: '2019-08-15', countedFrom: '2026-12-15' }
  const today = '2026-11-23'

  it.each<[string, Terms, string, string | null]>([
    ['in the year that was paid elsewhere', BROUGHT, today, '2026-03-01 2027-02-28 0'],
    ['on the last day of it', BROUGHT, '2027-02-28', '2026-03-01 2027-02-28 0'],
    ['on the first day that is paid here', BROUGHT, '2027-03-01', '2027-03-01 2028-02-29 9900'],
    ['in the month', MONTHLY, today, '2026-11-15 2026-12-14 0'],
    ['paid a little longer than a period', MONTHLY, '2026-11-10', '2026-10-15 2026-12-14 0'],
    ['begun within the period', { ...BROUGHT, startsOn: '2026-11-01' }, today, '2026-11-01 2027-02-28 0'],
    ['before it begins', { ...BROUGHT, startsOn: '2027-01-01' }, today, null],
    ['cancelled already', { ...BROUGHT, endsOn: '2026-12-31' }, today, '2026-03-01 2026-12-31 0'],
    ['over', { ...BROUGHT, endsOn: '2026-10-31' }, today, null],
    [
      'in a pause that follows the paid time',
      { ...MONTHLY, pause: { from: '2026-12-15', resumesOn: '2027-02-15' } },
      '2027-01-01',
      null,
    ],
  ])('is in a period %s', (_name, terms, day, expected) => {
    const period = getPeriodOn(terms, day)
    expect(period === null ? null : short([period])[0]).toBe(expected)
  })

  it.each<[string, Terms, string]>([
    ['with the time that is paid, whatever the notice', BROUGHT, '2027-02-28'],
    ['with the month that is paid', MONTHLY, '2026-12-14'],
    ['with the term where that is longer', { ...MONTHLY, boundUntil: '2027-06-30' }, '2027-06-30'],
    ['with the paid time where that is longer than the term', { ...BROUGHT, boundUntil: '2026-12-31' }, '2027-02-28'],
    ['on the day that was agreed', { ...BROUGHT, endsOn: '2026-12-31' }, '2026-12-31'],
    ['before a contract begins', { ...BROUGHT, startsOn: '2027-01-01', termMonths: null }, '2027-02-28'],
    ['as ever once the paid time is over', { ...MONTHLY, countedFrom: '2026-11-15' }, '2026-12-14'],
  ])('ends %s', (_name, terms, expected) => {
    expect(getEarliestEnd(terms, today)).toBe(expected)
  })

  it('is charged next on its day, announces a long period, and may be paused from there', () => {
    expect(getNextPeriod(BROUGHT, today)).toEqual({ from: '2027-03-01', to: '2028-02-29', cents: 9900 })
    expect(getNextPeriod({ ...MONTHLY, countedFrom: '2027-01-20' }, today)?.from).toBe('2027-01-20')
    expect(getAnnouncement(BROUGHT, '2027-01-30')).toMatchObject({ daysBefore: 30 })
    expect(decidePause(MONTHLY, 2, null, true, today)).toEqual({
      kind: 'pause',
      from: '2026-12-15',
      resumesOn: '2027-02-15',
    })
    const paused = { ...MONTHLY, pause: { from: '2026-12-15', resumesOn: '2027-02-15' } }
    expect(short(listPeriods(paused, '2027-03-01'))).toEqual(['2027-02-15 2027-03-14 990'])
  })

  it.each<[string, Terms, number, number, object]>([
    [
      'a dearer plan waits, because the days paid elsewhere cannot be credited',
      MONTHLY,
      1290,
      1,
      { kind: 'later', from: '2026-12-15' },
    ],
    [
      'a dearer one within the term, too',
      { ...MONTHLY, boundUntil: '2027-06-30' },
      1290,
      1,
      { kind: 'later', from: '2026-12-15' },
    ],
    ['a cheaper one waits', MONTHLY, 490, 1, { kind: 'later', from: '2026-12-15' }],
    [
      'a cheaper one waits for the term',
      { ...MONTHLY, boundUntil: '2027-06-30' },
      490,
      1,
      { kind: 'refused', reason: 'BOUND' },
    ],
    [
      'a dearer one begins at once where the time is paid here',
      { ...MONTHLY, countedFrom: '2026-11-15' },
      1290,
      1,
      { kind: 'at-once', from: today, creditCents: 0 },
    ],
  ])('%s', (_name, terms, priceCents, periodMonths, expected) => {
    const plan = { id: 'old', priceCents: 990, periodMonths: 1, trial: null, roles: [], renewal: 'open-ended' as const }
    expect(quoteSwitch(terms, plan, { ...plan, id: 'new', priceCents, periodMonths }, null, true, today)).toMatchObject(
      expected,
    )
  })

  it('is never charged before its first day and exactly once for every later day, however often it is asked', () => {
    const day = fc.integer({ min: 0, max: 2500 }).map((days) => addDays('2020-01-01', days))
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 800 }),
        fc.constantFrom(1, 3, 6, 12),
        fc.option(fc.integer({ min: 0, max: 900 })),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }),
        (startsOn, paidDays, periodMonths, endDays, steps) => {
          const countedFrom = addDays(startsOn, paidDays)
          const endsOn = endDays === null ? null : addDays(startsOn, endDays)
          const terms: Terms = { ...MONTH, startsOn, countedFrom, periodMonths, endsOn }
          const charged: Period[] = []
          let now = startsOn
          for (const step of [0, ...steps]) {
            now = addDays(now, step)
            for (const period of listOwed(
              terms,
              charged.map(({ from }) => from),
              now,
            )) {
              expect(period.from >= countedFrom && period.from <= now).toBe(true)
              charged.push(period)
            }
            const period = getPeriodOn(terms, now)
            if (endsOn !== null && endsOn < now) expect(period).toBeNull()
            else expect(period!.from <= now && now <= period!.to!).toBe(true)
          }
          for (const [index, { from, to }] of charged.entries()) {
            expect(from).toBe(index === 0 ? countedFrom : addDays(charged[index - 1]!.to!, 1))
            expect(to! >= from).toBe(true)
          }
        },
      ),
      { numRuns: propertyRuns(300) },
    )
  })
})

describe('letters', () => {
  it.each<[Terms, string, string | null]>([
    [YEAR, '2027-02-07', null],
    [YEAR, '2027-02-08', '2027-03-10 30'],
    [YEAR, '2027-03-02', '2027-03-10 30'],
    [YEAR, '2027-03-03', '2027-03-10 7'],
    [YEAR, '2027-03-09', '2027-03-10 7'],
    [YEAR, '2027-03-10', null],
    [{ ...YEAR, endsOn: '2027-03-09' }, '2027-03-05', null],
    [MONTH, '2026-02-25', null],
    [{ ...YEAR, startsOn: '2026-12-01' }, '2026-11-25', null],
  ])('announce a yearly renewal: %#', (terms, today, expected) => {
    const found = getAnnouncement(terms, today)
    expect(found === null ? null : `${found.period.from} ${found.daysBefore}`).toBe(expected)
  })

  it.each<[number, number, string]>([
    [0, 0, 'wait'],
    [2, 0, 'wait'],
    [3, 0, 'remind 1'],
    [4, 1, 'wait'],
    [10, 1, 'remind 2'],
    [15, 0, 'remind 2'],
    [20, 2, 'wait'],
    [21, 2, 'end'],
    [40, 0, 'end'],
  ])('dunning, %i days after a failure with %i reminders: %s', (days, reminders, expected) => {
    const step = toDunningStep({ failedOn: '2026-02-20', reminders }, addDays('2026-02-20', days))
    expect(step.kind === 'remind' ? `remind ${step.number}` : step.kind).toBe(expected)
    if (step.kind === 'remind') expect(step.endsOn).toBe('2026-03-13')
  })
})

it.each([
  ['2026-11-20', 0, '2026-11-20'],
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 0, '2026-11-23'],
  ['2026-11-21', 2, '2026-11-24'],
  ['2026-12-23', 2, '2026-12-28'],
  ['2027-03-25', 1, '2027-03-30'],
])('bank working days: %s and %i days is %s', (day, days, expected) => {
  expect(addBankDays(day, days)).toBe(expected)
  expect(countDays(day, expected) - 1).toBeGreaterThanOrEqual(days)
  expect(dayBefore(addDays(day, 1))).toBe(day)
})

it.each<[string, string, amountCents: number, refundedCents: number, cents: number | null, object]>([
  ['a part', 'paid', 990, 0, 400, { kind: 'refund', cents: 400, isRest: false }],
  ['the rest of it', 'paid', 990, 400, null, { kind: 'refund', cents: 590, isRest: true }],
  ['the last cent', 'paid', 990, 989, 1, { kind: 'refund', cents: 1, isRest: true }],
  ['a cent more than is left', 'paid', 990, 400, 591, { kind: 'refused', reason: 'TOO_MUCH', leftCents: 590 }],
  ['nothing', 'paid', 990, 0, 0, { kind: 'refused', reason: 'TOO_MUCH', leftCents: 990 }],
  ['less than nothing', 'paid', 990, 400, -100, { kind: 'refused', reason: 'TOO_MUCH', leftCents: 590 }],
  ['half a cent', 'paid', 990, 0, 0.5, { kind: 'refused', reason: 'TOO_MUCH', leftCents: 990 }],
  ['what went back before', 'refunded', 990, 990, null, { kind: 'refused', reason: 'NOTHING_LEFT', leftCents: 0 }],
  ['what was promised only', 'submitted', 990, 0, null, { kind: 'refused', reason: 'NOT_PAID', leftCents: 0 }],
  ['what came back', 'failed', 990, 400, 100, { kind: 'refused', reason: 'NOT_PAID', leftCents: 0 }],
  ['what cost nothing', 'paid', 0, 0, null, { kind: 'refused', reason: 'NOTHING_LEFT', leftCents: 0 }],
])('refunds %s', (_name, state, amountCents, refundedCents, cents, expected) => {
  expect(decideRefund({ state, amountCents, refundedCents }, cents)).toEqual(expected)
})

it.each([
  ['2026-11-21', '2026-12-07', 'on a Saturday: until Monday'],
  ['2026-11-23', '2026-12-07', 'on a working day'],
  ['2026-12-11', '2026-12-28', 'on a holiday with a weekend behind it'],
])('a withdrawal from an order of %s may be declared until %s, which ends %s', (orderedOn, lastDay) => {
  expect(toWithdrawalEnd(orderedOn)).toBe(lastDay)
})
