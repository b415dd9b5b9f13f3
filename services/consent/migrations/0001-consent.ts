import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table consent.answers (
    number bigint generated always as identity primary key, mandator text not null, receipt text not null, at timestamptz not null,
    text_version text not null, asked jsonb not null, granted jsonb not null, reader text
  )`,
  'create index answers_receipt on consent.answers (mandator, receipt, number)',
  'create index answers_reader on consent.answers (mandator, reader, number) where reader is not null',
  'create index answers_at on consent.answers (at)',
  'create table consent.windows (key text primary key, count int not null, until timestamptz not null)',
  'create index windows_until on consent.windows (until)',
  `create table consent.vendor_lists (
    name text primary key, version int not null, updated timestamptz not null, vendors jsonb not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
