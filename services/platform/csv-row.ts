/** A line of a table for a spreadsheet. */
export const toCsvRow = (cells: readonly string[]): string => `${cells.map(toCell).join(';')}\r\n`

/** A cell that begins like a formula would be one in a spreadsheet. */
function toCell(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const safe = /^[=+\-@]/.test(line.trimStart()) ? `'${line}` : line
  return /[;"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
