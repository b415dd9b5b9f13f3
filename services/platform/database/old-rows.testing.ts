/** Writes and reads rows of any table of a whole portal, for the test of what bounds tables. */
import { sql } from 'kysely'
import type { AnyKysely } from '../database.ts'

/** Values of a row that the filler does not choose. */
export type Values = Readonly<Record<string, (mark: string, at: Date) => unknown>>
type Column = { name: string; type: string }

const toMark = (mark: string) => `row-${mark}`

/** A row of which only its age and its mark matter; the rows that it refers to need not be there. */
export async function addRow(db: AnyKysely, table: string, mark: string, at: Date, given: Values): Promise<void> {
  const row: Record<string, unknown> = {}
  for (const column of await listNeeded(db, table))
    if (!(column.name in given)) row[column.name] = toValue(column, mark, at)
  for (const [name, value] of Object.entries(given)) row[name] = value(toMark(mark), at)
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.insertInto(table).values(row).execute()
  })
}

/** Columns that a row cannot do without. */
async function listNeeded(db: AnyKysely, table: string): Promise<Column[]> {
  const [schema = '', name = ''] = table.split('.')
  const { rows } = await sql<Column>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = ${schema} and table_name = ${name} and is_nullable = 'NO' and column_default is null
      and is_generated = 'NEVER' and is_identity = 'NO'`.execute(db)
  return rows
}

function toValue({ name, type }: Column, mark: string, at: Date): unknown {
  const day = at.toISOString().slice(0, 10)
  if (type.startsWith('timestamp')) return at
  if (type === 'date' || name === 'day') return day
  if (/int|numeric|double|real/.test(type)) return mark.length
  if (type === 'boolean') return false
  if (type.startsWith('json') || type === 'ARRAY') return '{}'
  if (type === 'bytea') return Buffer.from(toMark(mark))
  return name === 'month' ? day.slice(0, 7) : toMark(mark)
}

export async function countRows(db: AnyKysely, table: string, mark?: string): Promise<number> {
  const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(db)
  const texts = mark === undefined ? [''] : [toMark(mark), Buffer.from(toMark(mark)).toString('hex')]
  return rows.filter(({ text }) => texts.some((one) => text.includes(one))).length
}

export async function listKey(db: AnyKysely, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${table}::regclass and i.indisprimary order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** For statements that the test writes itself. */
export const runStatement = async (db: AnyKysely, statement: string): Promise<void> =>
  void (await sql.raw(statement).execute(db))
