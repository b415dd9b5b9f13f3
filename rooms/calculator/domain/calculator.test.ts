import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIELD_NAMES, readEntries, readNumber, toCalculatorPath } from './calculators.ts'
import { toBudget } from './budget.ts'
import { toDrive } from './drive.ts'
import { toLoan } from './loan.ts'

const entriesOf = (typed: Record<string, string>) => readEntries(new URLSearchParams(typed))

describe('typed values', () => {
  it.each<[string, number | null]>([
    ['1234', 1234],
    ['1.234', 1234],
    ['1.234,5', 1234.5],
    ['1234,50 €', 1234.5],
    ['1 234 567,89', 1_234_567.89],
    ['1234.5', 1234.5],
    ['1.5', 1.5],
    ['4,25 %', 4.25],
    ['0', 0],
    ['', null],
    ['-5', null],
    ['1,2,3', null],
    ['1e9', null],
    ['zehn', null],
    ['9'.repeat(30), null],
  ])('%j is %s', (typed, value) => expect(readNumber(typed)).toBe(value))

  it.each<[Record<string, string>, string, number, string | null]>([
    [{}, 'betrag', 20_000, null],
    [{ betrag: '' }, 'betrag', 20_000, null],
    [{ betrag: '12.500,00' }, 'betrag', 12_500, null],
    [{ betrag: 'viel' }, 'betrag', 20_000, 'NO_NUMBER'],
    [{ betrag: '99' }, 'betrag', 100, 'TOO_SMALL'],
    [{ betrag: '5.000.001' }, 'betrag', 5_000_000, 'TOO_LARGE'],
    [{ monate: '12,4' }, 'monate', 12, null],
    [{ monate: '0' }, 'monate', 1, 'TOO_SMALL'],
    [{ zins: '0' }, 'zins', 0, null],
  ])('%j: %s is %s (%s)', (typed, name, value, fault) =>
    expect(entriesOf(typed)[name as 'betrag']).toMatchObject({ value, fault }),
  )

  it('survive the way through the URL', () => {
    const typed = { betrag: '12500,5', monate: '36', zins: '4,125' }
    const path = toCalculatorPath('kredit', entriesOf(typed))
    expect(path).toBe('/rechner?betrag=12500%2C5&monate=36&zins=4%2C125#kredit')
    const again = readEntries(new URL(path, 'http://x').searchParams)
    expect([again.betrag.value, again.monate.value, again.zins.value]).toEqual([12_500.5, 36, 4.125])
    expect(toCalculatorPath('auto', entriesOf({}))).toBe('/rechner#auto')
  })

  it('have a unique name for each field', () => expect(new Set(FIELD_NAMES).size).toBe(FIELD_NAMES.length))
})

describe('R1-87 a loan', () => {
  it.each([
    // Calculated by hand: K·i / (1 − (1 + i)^−n).
    [2_000_000, 60, 5, 37_742, 264_546],
    [1_000_000, 12, 0, 83_333, 0],
    [100_000, 1, 12, 101_000, 1_000],
    [20_000_000, 360, 3.5, 89_809, 12_331_212],
  ])('%s cents over %s months at %s %%', (amount, months, percent, instalment, interest) => {
    const loan = toLoan(amount, months, percent)
    expect(loan.instalmentCents).toBe(instalment)
    expect(Math.abs(loan.interestCents - interest)).toBeLessThanOrEqual(months)
  })

  it('is repaid to the cent, year by year', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 500_000_000 }),
        fc.integer({ min: 1, max: 480 }),
        fc.integer({ min: 0, max: 30_000 }),
        (amount, months, thousandths) => {
          const { years, totalCents, interestCents, lastCents } = toLoan(amount, months, thousandths / 1000)
          expect(years.reduce((sum, { repaidCents }) => sum + repaidCents, 0)).toBe(amount)
          expect(years.reduce((sum, year) => sum + year.interestCents, 0)).toBe(interestCents)
          expect(totalCents).toBe(amount + interestCents)
          expect(years.at(-1)!.leftCents).toBe(0)
          expect(years.length).toBeLessThanOrEqual(Math.ceil(months / 12))
          expect(lastCents).toBeGreaterThan(0)
        },
      ),
    )
  })
})

it('R1-87 a household has its income minus its expenses left, with shares of the larger of both', () => {
  const spent = [
    { name: 'essen', cents: 40_000 },
    { name: 'wohnen', cents: 90_000 },
  ]
  expect(toBudget(200_000, spent)).toEqual({
    incomeCents: 200_000,
    spentCents: 130_000,
    leftCents: 70_000,
    shares: [
      { name: 'wohnen', cents: 90_000, percent: 45 },
      { name: 'essen', cents: 40_000, percent: 20 },
    ],
  })
  expect(toBudget(100_000, spent)).toMatchObject({ leftCents: -30_000, shares: [{ percent: 69.2 }, { percent: 30.8 }] })
  expect(toBudget(0, [{ name: 'essen', cents: 0 }]).shares).toEqual([{ name: 'essen', cents: 0, percent: 0 }])
})

it.each([
  // 12,000 km: 780 l at 1.75 € and 2,040 kWh at 0.38 €.
  [
    12_000,
    400_000,
    { petrolCents: 136_500, electricCents: 77_520, savedCents: 58_980, petrolKg: 1814, electricKg: 741, years: 6.8 },
  ],
  [12_000, 0, { years: 0 }],
])('R1-87 %s kilometres', (kilometres, more, expected) =>
  expect(toDrive(kilometres, { litres: 6.5, price: 1.75 }, { kwh: 17, price: 0.38 }, more)).toMatchObject(expected),
)

it('R1-87 a higher price without yearly savings never pays off', () => {
  expect(toDrive(10_000, { litres: 3, price: 1 }, { kwh: 30, price: 0.8 }, 1)).toMatchObject({ years: null })
})
