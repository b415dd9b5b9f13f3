/**
 * Rows of a table as text: every value as PostgreSQL writes it, or null, so that types, precision and time zones come back
 * exactly on either engine. Read by a cursor and written in batches of about two megabytes.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { AnyKysely } from '../platform/database.ts'
import type { Table } from './catalogue.ts'

/** Rows in JSON, one array in a line. */
type Batch = { text: string; rows: number }

const BATCH = 2_000_000
const MOST_ROWS = 1000
/** Rows with files in them (pictures, pages) are large. */
const MOST_FILES = 16

/** How values are written as text; the same for reading and writing. */
export async function useExactText(db: AnyKysely): Promise<void> {
  for (const setting of [
    "datestyle = 'ISO, YMD'",
    "intervalstyle = 'postgres'",
    "timezone = 'UTC'",
    "bytea_output = 'hex'",
    'extra_float_digits = 1',
    // Files are read and written between statements.
    'idle_in_transaction_session_timeout = 0',
  ])
    await sql.raw(`set local ${setting}`).execute(db)
}

export async function* readRows(db: AnyKysely, { schema, name, columns }: Table): AsyncGenerator<Batch> {
  const most = columns.some(({ type }) => type === 'bytea') ? MOST_FILES : MOST_ROWS
  const values = sql.join(columns.map((column) => sql`${sql.id(column.name)}::text`))
  await sql`declare backup_rows no scroll cursor for
    select to_json(array[${values}])::text as line from ${sql.id(schema, name)}`.execute(db)
  let [lines, bytes, count] = [[] as string[], 0, MOST_FILES]
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.lit(count)} from backup_rows`.execute(db)
    const fetched = rows.reduce((sum, { line }) => sum + line.length, 0)
    for (const { line } of rows) lines.push(line)
    bytes += fetched
    const isLast = rows.length < count
    if (lines.length > 0 && (isLast || bytes >= BATCH)) {
      yield { text: lines.join('\n'), rows: lines.length }
      ;[lines, bytes] = [[], 0]
    }
    if (isLast) break
    count = Math.min(most, Math.max(1, Math.round((BATCH * rows.length) / fetched)))
  }
  await sql`close backup_rows`.execute(db)
}

/** Throws a `ZodError` or a `SyntaxError` if the text is not rows of this table. */
export function parseRows({ columns }: Table, text: string): (string | null)[][] {
  const row = z.array(z.string().nullable()).length(columns.length)
  return text.split('\n').map((line) => row.parse(JSON.parse(line)))
}

export async function writeRows(
  db: AnyKysely,
  { schema, name, columns }: Table,
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const names = columns.map((_column, at) => sql.id(`c${at}`))
  const lists = columns.map((_column, at) => sql`${rows.map((row) => row[at])}::text[]`)
  const values = columns.map(({ type }, at) => sql`${names[at]}::${sql.raw(type)}`)
  // "Overriding" keeps the numbers of identity columns.
  await sql`insert into ${sql.id(schema, name)} (${sql.join(columns.map((column) => sql.id(column.name)))})
    overriding system value
    select ${sql.join(values)} from unnest(${sql.join(lists)}) as given (${sql.join(names)})`.execute(db)
}
