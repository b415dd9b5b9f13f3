import { describe, expect, it } from 'vitest'
import { readNumber, toChart, type ChartTable } from './chart.ts'

const NUMBERS: readonly [text: string, value: number | null][] = [
  ['2.290 €', 2290],
  ['11,95', 11.95],
  ['1.234.567,5', 1_234_567.5],
  ['−2,7 %', -2.7],
  ['14\u00a0000', 14_000],
  ['1.23', null],
  ['rund 5', null],
  ['', null],
]

const table = (rows: string[][], chart: Partial<ChartTable['chart']> = {}): ChartTable => ({
  head: ['Jahr', 'Kutter', 'Tonnen'],
  rows,
  chart: { kind: 'bars', unit: 't', columns: [2], ...chart },
})

const TABLES: readonly [name: string, table: ChartTable, shares: number[] | null][] = [
  [
    'one column is drawn',
    table([
      ['2016', '14', '400'],
      ['2018', '13', '100'],
    ]),
    [1, 0.25],
  ],
  [
    'marks in cells are no numbers',
    {
      ...table([
        ['a', '', '<b>4</b>'],
        ['b', '', '2'],
      ]),
      cells: 'html',
    },
    [1, 0.5],
  ],
  [
    'a cell without a number',
    table([
      ['2016', '14', '400'],
      ['2018', '13', 'k. A.'],
    ]),
    null,
  ],
  [
    'below zero',
    table([
      ['2016', '14', '400'],
      ['2018', '13', '−1'],
    ]),
    null,
  ],
  [
    'a column that is not there',
    table(
      [
        ['2016', '14', '400'],
        ['2018', '13', '1'],
      ],
      { columns: [7] },
    ),
    null,
  ],
  ['one row is no chart', table([['2016', '14', '400']]), null],
  [
    'nothing but zeros',
    table([
      ['a', '', '0'],
      ['b', '', '0'],
    ]),
    null,
  ],
]

describe('charts', () => {
  it.each(NUMBERS)('reads %j as %s', (text, value) => expect(readNumber(text)).toBe(value))
  it.each(TABLES)('%s', (_name, given, shares) =>
    expect(toChart(given)?.rows.flatMap(({ values }) => values.map(({ share }) => share)) ?? null).toEqual(shares),
  )
})
