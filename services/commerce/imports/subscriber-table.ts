/**
 * Reads a publisher's table of subscribers as offices export it: CSV (RFC 4180) with `;`, `,` or tab; UTF-8 with or without
 * byte order mark, UTF-16 ("Unicode text"), Windows-1252; line ends of Windows, Unix and old Macs; also below a title or Excel's
 * `sep=;`. Promises: line numbers are those of an editor, also when a cell has several lines; no line is read unless the
 * heading has all required columns.
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
/** Most characters in one line. */
const MOST_RECORD = 65_536
/** Most lines above the table: a title, a date, `sep=;`. */
const MOST_ABOVE = 10
/** Characters in one chunk for the parser. */
const PIECE = 1_000_000

type Delimiter = ';' | ',' | '\t'
export type TableLine = { line: number; read: ReadLine }
export type SubscriberTable = {
  header: FileHeader
  count: number
  /** Each call reads all lines from the start. */
  lines: () => AsyncGenerator<TableLine>
}

/** The whole file cannot be read; the message says why. */
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

/** The delimiter that yields the most known columns in one line. */
function findDelimiter(text: string): Delimiter {
  const lines = text.split('\n', MOST_ABOVE + 1)
  const known = (delimiter: Delimiter) =>
    Math.max(...lines.map((line) => countKnown(line.split(delimiter).map((cell) => cell.replace(/^"|"$/g, '')))))
  return ([';', ',', '\t'] as const).toSorted((a, b) => known(b) - known(a))[0]!
}

const countKnown = (cells: readonly string[]): number => Object.keys(readHeader(cells).places).length

/** The line with the most known columns; if there are none, the first line. */
async function findHead(text: string, delimiter: Delimiter): Promise<Omit<Table, 'text'>> {
  const first: { line: number; cells: readonly string[] }[] = []
  for await (const record of listRecords(text, delimiter)) if (first.push(record) > MOST_ABOVE) break
  const [head] = first.toSorted((a, b) => countKnown(b.cells) - countKnown(a.cells))
  if (head === undefined) throw new TableFault('The file is empty.')
  return { delimiter, header: readHeader(head.cells), headLine: head.line }
}

/** All lines, without those whose cells are all empty. */
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
    // Own message: the parser's one repeats the cell, which may contain an account number.
    throw new TableFault(
      `After line ${countLines(text, error)} a quotation mark is opened and never closed, or a line has more than ${MOST_RECORD} characters. Close it, and try again.`,
    )
  }
}

/** Lines that were read completely before the error. */
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

/** Finds duplicates: the second line is refused, otherwise a reader would pay twice. */
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
