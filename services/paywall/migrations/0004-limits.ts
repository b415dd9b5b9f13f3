import { sql, type Kysely } from 'kysely'

export const isExpandOnly = true

const STATEMENTS = [
  'create table paywall.limits (key text primary key, count int not null, until timestamptz not null)',
  'create index limits_until on paywall.limits (until)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
