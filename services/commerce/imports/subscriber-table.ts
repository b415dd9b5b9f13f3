/**
 * A publisher's table of subscribers, read as offices export it: RFC 4180 with `;`, `,` or tab, UTF-8 with or without a
 * mark, UTF-16 of "Unicode text", Windows-1252; of Windows, Unix and old Macs; below a title or Excel's `sep=;`. Promises: a
 * line is numbered as an editor numbers it, however many lines a cell has; nothing is read before the line that names the
 * columns has every one that is needed.
 */
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import {
  type FileHeader,
  listMissingColumns,
  MOST_SUBSCRIBERS,
  readHeader,
  type ReadLine,
  readLine,
} from '@lokalteil/domain/commerce/subscriber-file'
import { toFault } from '@lokalteil/domain/commerce/imported-contracts'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'

export const MOST_TABLE_BYTES = 50_000_000
/** Of one line, with all its cells. */
const MOST_RECORD = 65_536
/** Lines above the table: a title, a date, `sep=;`. */
const MOST_ABOVE = 10
/** Characters that are handed to the parser at once. */
const PIECE = 1_000_000

type Delimiter = ';' | ',' | '\t'
export type TableLine = { line: number; read: ReadLine }
export type SubscriberTable = {
  header: FileHeader
  count: number
  /** From the first line to the last, each time it is asked. */
  lines: () => AsyncGenerator<TableLine>
}

/** Why nothing of a file can be read. */
export class TableFault extends Error {}

export async function openSubscriberTable(bytes: Uint8Array): Promise<SubscriberTable> {
  const text = decode(bytes).replace(/\r\n?/g, '\n')
  const table: Table = { text, ...(await findHead(text, findDelimiter(text))) }
  const missing = listMissingColumns(table.header)
  if (missing.length > 0)
    throw new TableFault(
      `Line ${table.headLine} has no column ${missing.join('; no column ')}. It has to name the columns.`,
    )
  const twice = await findTwice(table)
  return { header: table.header, count: twice.count, lines: () => listLines(table, twice.faults) }
}

type Table = { text: string; delimiter: Delimiter; header: FileHeader; headLine: number }

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The one that parts most columns of ours, in the line that has most of them. */
function findDelimiter(text: string): Delimiter {
  const lines = text.split('\n', MOST_ABOVE + 1)
  const known = (delimiter: Delimiter) =>
    Math.max(...lines.map((line) => countKnown(line.split(delimiter).map((cell) => cell.replace(/^"|"$/g, '')))))
  return ([';', ',', '\t'] as const).toSorted((a, b) => known(b) - known(a))[0]!
}

const countKnown = (cells: readonly string[]): number => Object.keys(readHeader(cells).places).length

/** The line that names most columns; of lines that name none, the first. */
async function findHead(text: string, delimiter: Delimiter): Promise<Omit<Table, 'text'>> {
  const first: { line: number; cells: readonly string[] }[] = []
  for await (const record of listRecords(text, delimiter)) if (first.push(record) > MOST_ABOVE) break
  const [head] = first.toSorted((a, b) => countKnown(b.cells) - countKnown(a.cells))
  if (head === undefined) throw new TableFault('The file is empty.')
  return { delimiter, header: readHeader(head.cells), headLine: head.line }
}

/** Cells that are all empty are no line. */
async function* listRecords(text: string, delimiter: Delimiter): AsyncGenerator<{ line: number; cells: string[] }> {
  const parser = Readable.from(toPieces(text)).pipe(
    parse({
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MOST_RECORD,
      info: true,
    }),
  )
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      const inside = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
      if (record.some((cell) => cell.trim() !== '')) yield { line: info.lines - inside, cells: record }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // What the parser says repeats the cell.
    throw new TableFault(
      `After line ${countLines(text, error)} a quotation mark is opened and never closed, or a line has more than ${MOST_RECORD} characters. Close it, and try again.`,
    )
  }
}

/** Of what was read whole. */
function countLines(text: string, error: CsvError): number {
  const { bytes_records: bytes } = error as CsvError & { bytes_records?: number }
  return Buffer.from(text)
    .subarray(0, bytes ?? 0)
    .toString()
    .split('\n')
    .slice(1).length
}

function* toPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE)
}

async function* listLines(
  { text, delimiter, header, headLine }: Table,
  twice: ReadonlyMap<number, ReturnType<typeof toFault>>,
): AsyncGenerator<TableLine> {
  for await (const { line, cells } of listRecords(text, delimiter)) {
    if (line <= headLine) continue
    const read = readLine(header, cells)
    const fault = twice.get(line)
    const id = read.kind === 'contract' ? read.contract.id : read.id
    const faults = [...(read.kind === 'contract' ? [] : read.faults), ...(fault === undefined ? [] : [fault])]
    yield { line, read: fault === undefined ? read : { kind: 'faulty', id, faults } }
  }
}

/** What stands in the file twice: the second one is refused, or a reader would pay twice. */
async function findTwice({ text, delimiter, header, headLine }: Table) {
  const faults = new Map<number, ReturnType<typeof toFault>>()
  const seen = new Map<string, number>()
  const mandates = new Map<string, { line: number; email: string }>()
  let count = 0
  for await (const { line, cells } of listRecords(text, delimiter)) {
    if (line <= headLine) continue
    if (++count > MOST_SUBSCRIBERS)
      throw new TableFault(`The file has more than ${MOST_SUBSCRIBERS} lines. Part it into several.`)
    const read = readLine(header, cells)
    if (read.kind === 'faulty') continue
    const { id, offer, mandate, payment } = read.contract
    const email = toEmailKey(read.contract.email)
    const sameId = seen.get(`id ${id}`)
    const sameOffer = seen.get(`offer ${email} ${offer}`)
    const sameMandate = payment === 'sepa' && mandate !== '' ? mandates.get(mandate) : undefined
    if (sameId !== undefined)
      faults.set(line, toFault('id', `stands in line ${sameId} already; one contract has one line`))
    else if (sameOffer !== undefined)
      faults.set(
        line,
        toFault('offer', `is that of line ${sameOffer} for the same address; the reader would pay twice for it`),
      )
    else if (sameMandate !== undefined && sameMandate.email !== email)
      faults.set(
        line,
        toFault('mandate', `is that of line ${sameMandate.line} for another address; a mandate is one person’s`),
      )
    else {
      seen.set(`id ${id}`, line)
      seen.set(`offer ${email} ${offer}`, line)
      if (mandate !== '') mandates.set(mandate, { line, email })
    }
  }
  return { faults, count }
}
