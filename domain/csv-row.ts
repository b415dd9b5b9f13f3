/** One line of a CSV table for spreadsheets: semicolons, quoted where needed. */
export const toCsvRow = (cells: readonly string[]): string => `${cells.map(toCell).join(';')}\r\n`

/** A cell that begins like a formula gets an apostrophe, so that a spreadsheet does not run it (CSV injection). */
function toCell(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const safe = /^[=+\-@]/.test(line.trimStart()) ? `'${line}` : line
  return /[;"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
