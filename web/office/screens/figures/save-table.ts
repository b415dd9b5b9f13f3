/** Saves a table as a file of the person's device: CSV with semicolons, as spreadsheets here read it. */
import { toCsvRow } from '@lokalteil/domain/csv-row'

/** Without it, a spreadsheet may take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF'

export function saveTable(name: string, rows: readonly (readonly string[])[]): void {
  const file = new Blob([BYTE_ORDER_MARK, ...rows.map(toCsvRow)], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download has begun once the click was handled.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
