import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table publications.publications (
    code text primary key, position int not null unique, version int not null, folder jsonb not null,
    applied jsonb, changed_at timestamptz not null
  )`,
  'create table publications.files (digest text primary key, bytes bytea not null, kept_at timestamptz not null)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
