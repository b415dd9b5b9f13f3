/** Runs one SQL statement as it is written and returns its rows; for tests outside of the services. */
import { sql } from 'kysely'
import type { Database } from '../database.ts'

export async function runStatement<Row = Record<string, unknown>>(
  { db }: Pick<Database, 'db'>,
  statement: string,
): Promise<Row[]> {
  return (await sql.raw<Row>(statement).execute(db)).rows
}
