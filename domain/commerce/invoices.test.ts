import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isForBookkeeping,
  toCorrection,
  toInvoice,
  toInvoiceNumber,
  toSums,
  type InvoiceBasis,
  type NewLine,
} from './invoices.ts'
import { toVatCents } from './offers.ts'

const line = (grossCents: number, vatPercent: number): NewLine => ({
  text: 'Plus',
  from: '2026-11-21',
  to: '2026-12-20',
  grossCents,
  vatPercent,
})
const BASIS = {
  mandator: 'ak',
  issuedOn: '2026-11-21',
  customerNumber: '123456789',
  orderNumber: null,
  contract: 'c1',
} as unknown as InvoiceBasis

describe('the sums of an invoice', () => {
  it.each<[string, NewLine[], [net: number, vat: number, gross: number], number[]]>([
    ['one line', [line(990, 7)], [925, 65, 990], [925]],
    ['a credit for another plan', [line(1290, 19), line(-495, 19)], [668, 127, 795], [1084, -416]],
    ['a credit alone: its tax goes back', [line(-495, 19)], [-416, -79, -495], [-416]],
    ['two rates', [line(990, 7), line(490, 19)], [1337, 143, 1480], [925, 412]],
    ['many small ones: rounded once', [line(1, 19), line(1, 19), line(1, 19), line(1, 19)], [3, 1, 4], [1, 1, 1, 0]],
    ['nothing', [], [0, 0, 0], []],
  ])('%s', (_name, lines, [netCents, vatCents, grossCents], nets) => {
    const found = toSums(lines)
    expect(found.sums).toMatchObject({ netCents, vatCents, grossCents })
    expect(found.lines.map((one) => one.netCents)).toEqual(nets)
  })

  const lines = fc
    .array(fc.record({ cents: fc.integer({ min: -100_000, max: 100_000 }), rate: fc.constantFrom(0, 7, 19) }), {
      maxLength: 12,
    })
    .map((all) => all.map(({ cents, rate }) => line(cents, rate)))

  it('agree to the cent: lines with rates, rates with totals, net and tax with gross, tax with its rate', () => {
    fc.assert(
      fc.property(lines, (given) => {
        const { lines: filled, sums } = toSums(given)
        const add = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)
        for (const one of filled) expect(one.netCents + one.vatCents).toBe(one.grossCents)
        expect(sums.netCents + sums.vatCents).toBe(sums.grossCents)
        expect(sums.grossCents).toBe(add(given.map((one) => one.grossCents)))
        for (const rate of sums.rates) {
          const own = filled.filter(({ vatPercent }) => vatPercent === rate.vatPercent)
          expect(add(own.map((one) => one.netCents))).toBe(rate.netCents)
          expect(add(own.map((one) => one.vatCents))).toBe(rate.vatCents)
          expect(Math.abs(rate.vatCents)).toBe(toVatCents(Math.abs(rate.grossCents), rate.vatPercent))
        }
      }),
    )
  })

  it('are undone by corrections, in one or several steps: each line, each rate and the tax, to the cent', () => {
    const given = fc
      .array(fc.record({ cents: fc.integer({ min: -20_000, max: 100_000 }), rate: fc.constantFrom(7, 19) }), {
        minLength: 1,
        maxLength: 4,
      })
      .filter((all) => all.reduce((sum, { cents }) => sum + cents, 0) > 0)
    fc.assert(
      fc.property(given, fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 5 }), (sold, parts) => {
        const invoice = toInvoice(
          'AK-2026-000001',
          BASIS,
          sold.map(({ cents, rate }) => line(cents, rate)),
        )
        const total = { net: invoice.sums.netCents, vat: invoice.sums.vatCents, gross: invoice.sums.grossCents }
        const rates = new Map(invoice.sums.rates.map((rate) => [rate.vatPercent, rate.vatCents]))
        const corrected = () => invoice.sums.grossCents - total.gross
        for (const part of [...parts, Infinity]) {
          if (total.gross === 0) break
          const cents = Math.min(part, total.gross)
          const { sums, lines: taken } = toCorrection(
            'AK-2026-000002',
            invoice,
            '2026-12-01',
            part === Infinity ? null : cents,
            corrected(),
          )
          expect(sums.grossCents).toBe(-cents)
          expect(sums.netCents + sums.vatCents).toBe(sums.grossCents)
          expect(taken.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(sums.netCents)
          for (const rate of sums.rates) rates.set(rate.vatPercent, rates.get(rate.vatPercent)! + rate.vatCents)
          total.net += sums.netCents
          total.vat += sums.vatCents
          total.gross += sums.grossCents
        }
        expect(total).toEqual({ net: 0, vat: 0, gross: 0 })
        expect([...rates.values()].every((left) => left === 0)).toBe(true)
      }),
    )
  })
})

it('a correction names the invoice it undoes, and cannot undo more', () => {
  const invoice = toInvoice('AK-2026-000001', BASIS, [line(990, 7)])
  expect(toCorrection('AK-2026-000002', invoice, '2026-12-01')).toMatchObject({
    number: 'AK-2026-000002',
    kind: 'correction',
    corrects: { number: 'AK-2026-000001', issuedOn: '2026-11-21' },
  })
  expect(() => toCorrection('AK-2026-000002', invoice, '2026-12-01', 991)).toThrow('More is taken back')
  expect(toCorrection('AK-2026-000003', invoice, '2026-12-01', 490, 500).lines).toMatchObject([
    { text: 'Plus', grossCents: -490 },
  ])
  expect(() => toCorrection('AK-2026-000003', invoice, '2026-12-01', 491, 500)).toThrow('More is taken back')
  expect(() =>
    toCorrection('AK-2026-000003', toCorrection('AK-2026-000002', invoice, '2026-12-01'), '2026-12-01'),
  ).toThrow('More is taken back')
})

it.each([
  ['ak', 2026, 123, 'AK-2026-000123'],
  ['ht', 2027, 1_234_567, 'HT-2027-1234567'],
] as const)('numbers are %s %i %i', (publication, year, count, number) => {
  expect(toInvoiceNumber(publication, year, count)).toBe(number)
})

it.each([
  [{ company: 'Werla Bau GmbH', vatId: 'DE000000001' }, true],
  [{ company: 'Werla Bau GmbH', vatId: '' }, false],
  [{ company: '', vatId: 'DE000000001' }, false],
])('an e-invoice is for companies: %o', (buyer, expected) => {
  expect(isForBookkeeping(buyer)).toBe(expected)
})
