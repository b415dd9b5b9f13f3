/** For tests that stand outside of the services: one statement as it is written, and its rows. */
import { sql } from 'kysely'
import type { Database } from '../database.ts'

export async function runStatement<Row = Record<string, unknown>>(
  { db }: Pick<Database, 'db'>,
  statement: string,
): Promise<Row[]> {
  return (await sql.raw<Row>(statement).execute(db)).rows
}
