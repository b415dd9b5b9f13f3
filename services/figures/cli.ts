/** `npx lokalteil figures`: figures as a table for people or as CSV for spreadsheets. */
import {
  AD_DIMENSIONS,
  DIMENSIONS,
  FIGURES,
  type AdDimension,
  type Dimension,
  type FigureRow,
  type Summary,
} from '@lokalteil/contracts/figures'
import { toDayKey } from '@lokalteil/domain/german'
import { STEPS } from '@lokalteil/domain/figures/page-steps'
import { VITAL_NAMES } from '@lokalteil/domain/figures/vitals'
import { Fault } from '../platform/commands/call.ts'
import { defineNoun } from '../platform/commands/command.ts'
import { say } from '../platform/commands/reach.ts'
import { toCsvRow } from '@lokalteil/domain/csv-row'
import { createFiguresService } from './app.ts'

const DAY_MS = 86_400_000
const USUAL_DAYS = 7
const USUAL_ROWS = 20
const ANY_DAY = { from: '2026-01-01', to: '2026-01-01' }
/** Of the contract. */
const MOST_MONTHS = 120

export const runFigures = defineNoun({
  name: 'figures',
  more: 'Visitors are readers of a day, added up over the days: nothing recognises a reader on the next day.',
  reach: {
    calls: FIGURES,
    mount: '/__services/figures',
    key: 'figures',
    variable: 'FIGURES_SERVICE_KEY',
    own: {
      probe: (figures) => figures.getSummary({ query: ANY_DAY }),
      open: (database, serviceKey) => createFiguresService({ database, serviceKey, months: MOST_MONTHS }),
    },
  },
  words: {
    WHAT: { is: DIMENSIONS.join(', '), fits: (text) => (DIMENSIONS as readonly string[]).includes(text) },
    ROWS: { is: AD_DIMENSIONS.join(', '), fits: (text) => (AD_DIMENSIONS as readonly string[]).includes(text) },
  },
  options: {
    from: `first day (default: ${USUAL_DAYS} days, with the last one)`,
    to: 'last day (default: today)',
    by: 'a row for each; without it the sums of everything, of advertisements a row for each of them',
    top: `the largest rows (default: ${USUAL_ROWS}; with --csv 5000)`,
    csv: 'for spreadsheets',
  },
  verbs: {
    'show [--from DAY] [--to DAY] [--by WHAT] [--top N] [--csv]': {
      about: 'views, visitors, depth and time; the way to an order; consent, searches, speed',
      run({ from, to, by, top, csv = false }, { now }) {
        const query = toSpan(from, to, now())
        if (by === undefined)
          return (figures, { publication }) =>
            say(figures.getSummary({ query }), (summary) => {
              const lines = toSummaryLines(summary)
              return csv
                ? lines.map((line) => toCsvRow(line).trimEnd())
                : [
                    `${publication}, ${query.from} to ${query.to}`,
                    ...lines.map(([name, value]) => `${name!.padEnd(18)}${value}`),
                  ]
            })
        const limit = Number(top ?? (csv ? 5000 : USUAL_ROWS))
        return (figures) =>
          say(figures.listFigures({ query: { ...query, by: by as Dimension, limit } }), ({ rows }) =>
            csv ? toCsvLines(by, rows) : toLines(by, rows),
          )
      },
    },
    'ads [--from DAY] [--to DAY] [--by ROWS] [--csv]': {
      about: "how often the publication's own advertisements were seen and clicked",
      run({ from, to, by = 'ad', csv = false }, { now }) {
        const query = { ...toSpan(from, to, now()), by: by as AdDimension }
        return (figures) =>
          say(figures.listAds({ query }), ({ rows }) => {
            const table = [
              [by === 'ad' ? 'advertisement' : by, 'seen', 'clicked'],
              ...rows.map(({ value, seen, clicked }) => [value, String(seen), String(clicked)]),
            ]
            if (csv) return table.map((cells) => toCsvRow(cells).trimEnd())
            return rows.length === 0 ? ['Nothing was counted.'] : toTable(table)
          })
      },
    },
  },
})

/** The last days, unless the call names some. */
function toSpan(from: string | undefined, to: string | undefined, now: Date): { from: string; to: string } {
  const last = to ?? toDayKey(now)
  const first = from ?? new Date(Date.parse(last) - (USUAL_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  if (first > last) throw new Fault(`--from ${first} is after --to ${last}.`)
  return { from: first, to: last }
}

const COLUMNS = ['views', 'visitors', 'seconds', 'quarter 1', 'quarter 2', 'quarter 3', 'quarter 4'] as const

function toCsvLines(by: string, rows: readonly FigureRow[]): string[] {
  return [
    [by, ...COLUMNS],
    ...rows.map(({ value, views, visitors, seconds, quarters }) => [
      value,
      ...[views, visitors, seconds, ...quarters].map(String),
    ]),
  ].map((cells) => toCsvRow(cells).trimEnd())
}

function toLines(by: string, rows: readonly FigureRow[]): string[] {
  if (rows.length === 0) return ['Nothing was counted.']
  const table = [
    [by, 'views', 'visitors', 'time', '1/4', '2/4', '3/4', '4/4'],
    ...rows.map(({ value, views, visitors, seconds, quarters }) => [
      value,
      String(views),
      String(visitors),
      toTime(seconds, views),
      ...quarters.map((reached) => toShare(reached, views)),
    ]),
  ]
  return toTable(table)
}

function toTable(table: readonly (readonly string[])[]): string[] {
  const width = Math.max(...table.map(([value]) => value!.length))
  return table.map(([value, ...cells]) => `${value!.padEnd(width)}${cells.map((cell) => cell.padStart(10)).join('')}`)
}

/** Names and values. */
function toSummaryLines(summary: Summary): string[][] {
  const { views, visitors, seconds, quarters, steps, consent, searches, vitals, dropped } = summary
  const answers = consent.given + consent.refused + consent.unasked
  return [
    ['views', String(views)],
    ['visitors', String(visitors)],
    ['time of a view', toTime(seconds, views)],
    ['depth', quarters.map((reached, quarter) => `${quarter + 1}/4 ${toShare(reached, views)}`).join(', ')],
    ...STEPS.map((step) => [step, String(steps[step])]),
    ...Object.entries(consent).map(([answer, count]) => [`consent ${answer}`, `${count} (${toShare(count, answers)})`]),
    ['searches', `${searches.found + searches.empty}, without hits ${searches.empty}`],
    ...VITAL_NAMES.map((name) => {
      const { p75, good, measured } = vitals[name]
      if (p75 === null || good === null) return [name, '–']
      const value = name === 'cls' ? (p75 / 1000).toFixed(2) : `${p75} ms`
      return [name, `${value} for three of four, good ${toShare(good, 1)} of ${measured}`]
    }),
    ...(dropped === 0 ? [] : [['dropped', String(dropped)]]),
  ]
}

const toShare = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`)

function toTime(seconds: number, views: number): string {
  if (views === 0) return '–'
  const each = Math.round(seconds / views)
  return `${Math.floor(each / 60)}:${String(each % 60).padStart(2, '0')}`
}
