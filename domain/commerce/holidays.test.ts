import { describe, expect, it } from 'vitest'
import { toWithdrawalEnd } from './billing.ts'
import { FEDERAL_STATES, isHoliday, type FederalState } from './holidays.ts'
import { listWithdrawable, toWithdrawalRight } from './purchases.ts'
import { addDays, type Day } from './subscriptions.ts'

describe('public holidays', () => {
  it.each<[Day, string, FederalState[] | 'all']>([
    ['2027-01-01', 'New Year', 'all'],
    ['2027-01-06', 'Epiphany', ['BW', 'BY', 'ST']],
    ['2027-03-08', 'International Women’s Day', ['BE', 'MV']],
    ['2027-03-26', 'Good Friday', 'all'],
    ['2027-03-29', 'Easter Monday', 'all'],
    ['2027-05-06', 'Ascension', 'all'],
    ['2027-05-17', 'Whit Monday', 'all'],
    ['2027-05-27', 'Corpus Christi', ['BW', 'BY', 'HE', 'NW', 'RP', 'SL', 'SN', 'TH']],
    ['2028-06-15', 'Corpus Christi of a leap year', ['BW', 'BY', 'HE', 'NW', 'RP', 'SL', 'SN', 'TH']],
    ['2027-08-15', 'Assumption', ['BY', 'SL']],
    ['2027-09-20', 'Children’s Day', ['TH']],
    ['2027-10-03', 'German Unity', 'all'],
    ['2027-10-31', 'Reformation', ['BB', 'HB', 'HH', 'MV', 'NI', 'SH', 'SN', 'ST', 'TH']],
    ['2027-11-01', 'All Saints', ['BW', 'BY', 'NW', 'RP', 'SL']],
    ['2026-11-18', 'Repentance, 2026', ['SN']],
    ['2027-11-17', 'Repentance, 2027', ['SN']],
    ['2033-11-16', 'Repentance, a year whose 23 November is a Wednesday', ['SN']],
    ['2027-12-26', 'Boxing Day', 'all'],
    ['2027-12-24', 'Christmas Eve is none', []],
    ['2027-12-31', 'New Year’s Eve is none', []],
    ['2027-06-16', 'a Wednesday', []],
  ])('%s %s', (day, _name, states) => {
    const found = FEDERAL_STATES.filter((state) => isHoliday(day, state))
    expect(found.toSorted()).toEqual((states === 'all' ? [...FEDERAL_STATES] : states).toSorted())
    expect(isHoliday(day, null)).toBe(found.length > 0)
  })
})

describe('the last day to withdraw', () => {
  it.each<[string, Day, FederalState | null, Day]>([
    ['is the fourteenth', '2027-06-01', 'HE', '2027-06-15'],
    ['moves behind a weekend', '2027-06-05', 'HE', '2027-06-21'],
    ['moves behind Whit Monday', '2027-05-03', 'HE', '2027-05-18'],
    ['moves behind Ascension', '2027-04-22', 'SH', '2027-05-07'],
    ['moves behind 3 October, a Sunday, by one day', '2027-09-19', 'HH', '2027-10-04'],
    ['moves behind 3 October, a Friday, over the weekend', '2025-09-19', 'HH', '2025-10-06'],
    ['moves behind a holiday of the state', '2027-05-13', 'HE', '2027-05-28'],
    ['stays where another state has a holiday', '2027-05-13', 'HH', '2027-05-27'],
    ['moves behind a holiday of any state if the state is unknown', '2027-05-13', null, '2027-05-28'],
    ['stays on Christmas Eve, when banks work as well', '2026-12-10', 'HE', '2026-12-24'],
    ['moves behind Christmas', '2026-12-11', 'HE', '2026-12-28'],
  ])('%s', (_name, orderedOn, state, lastDay) => {
    expect(toWithdrawalEnd(orderedOn, state)).toBe(lastDay)
  })

  it('is never before the fourteenth day, and an unknown state never shortens it', () => {
    for (let day = '2026-01-01'; day < '2030-01-01'; day = addDays(day, 1)) {
      const unknown = toWithdrawalEnd(day, null)
      for (const state of FEDERAL_STATES) {
        const known = toWithdrawalEnd(day, state)
        expect([day, state, known >= addDays(day, 14), known <= unknown]).toEqual([day, state, true, true])
      }
    }
  })

  it.each([
    ['goods', { kind: 'until', lastDay: '2027-05-18' }],
    ['voucher', { kind: 'until', lastDay: '2027-05-18' }],
    ['ticket', { kind: 'until', lastDay: '2027-05-18' }],
  ] as const)('is the same for a %s', (kind, expected) => {
    const facts = {
      placedOn: '2027-05-03',
      deliveredOn: '2027-05-03',
      hasConsented: false,
      federalState: 'HE',
    } as const
    expect(toWithdrawalRight({ kind, on: null }, facts)).toEqual(expected)
    const line = { key: 'a', kind, title: '', detail: '', quantity: 1, unitCents: 1, vatPercent: 19, on: null }
    expect(listWithdrawable({ lines: [line], delivery: null }, facts, '2027-05-18')).toEqual(['a'])
    expect(listWithdrawable({ lines: [line], delivery: null }, facts, '2027-05-19')).toEqual([])
  })
})
