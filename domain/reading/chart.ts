/** Draws a table of an article as a bar chart: which numbers become bars, and their lengths. Null: it stays a table. */

export type ChartTable = {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  cells?: 'html' | undefined
  chart?: { kind: 'bars' | 'lines'; unit: string; columns: readonly number[] } | undefined
}
/** `share`: length of the bar, 0 to 1; `written`: the number as the table spells it. */
type ChartValue = { share: number; written: string }
export type Chart = {
  kind: 'bars' | 'lines'
  unit: string
  series: readonly string[]
  rows: readonly { label: string; values: readonly ChartValue[] }[]
}

const MOST_ROWS = { bars: 30, lines: 200 }

export function toChart({ head, rows, cells, chart }: ChartTable): Chart | null {
  if (chart === undefined || rows.length < 2 || rows.length > MOST_ROWS[chart.kind]) return null
  const toText = (cell = '') => (cells === 'html' ? cell.replace(/<[^>]*>/g, '') : cell).trim()
  const read = rows.map((row) => ({
    label: toText(row[0]),
    values: chart.columns.map((column) => ({ written: toText(row[column]), value: readNumber(toText(row[column])) })),
  }))
  const values = read.flatMap((row) => row.values.map(({ value }) => value))
  // Negative numbers cannot be bars.
  if (values.some((value) => value === null || value < 0)) return null
  const most = Math.max(...(values as number[]))
  if (most === 0) return null
  return {
    kind: chart.kind,
    unit: chart.unit,
    series: chart.columns.map((column) => toText(head[column])),
    rows: read.map(({ label, values: own }) => ({
      label,
      values: own.map(({ written, value }) => ({ written, share: value! / most })),
    })),
  }
}

/** "2.290 €", "11,95", "−2,7 %"; null: does not begin with a number. */
export function readNumber(text: string): number | null {
  const found = /^([−-]?)(\d{1,3}(?:[.\u00a0\u202f]\d{3})+|\d+)(?:,(\d+))?(?![\d.,])/.exec(text)
  if (found === null) return null
  const [, sign, whole = '', decimals = '0'] = found
  return Number(`${sign === '' ? '' : '-'}${whole.replace(/\D/g, '')}.${decimals}`)
}
