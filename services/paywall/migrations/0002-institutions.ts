import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table paywall.institutions (
    mandator text not null, id text not null, name text not null, ranges jsonb not null, code text, changed_at timestamptz not null,
    primary key (mandator, id)
  )`,
  'create unique index institutions_code on paywall.institutions (mandator, code) where code is not null',
  `create table paywall.institution_reads (
    mandator text not null, institution_id text not null, name text not null, month text not null, article_id text not null, reads int not null,
    primary key (mandator, institution_id, month, article_id)
  )`,
  `create table paywall.code_attempts (
    mandator text not null, address text not null, at timestamptz not null
  )`,
  'create index code_attempts_address on paywall.code_attempts (mandator, address, at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
