import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  'create table paywall.rules (mandator text primary key, version int not null, rules jsonb not null, changed_at timestamptz not null)',
  `create table paywall.reads (
    mandator text not null, reader text not null, day text not null, article_id text not null, is_metered boolean not null,
    is_anonymous boolean not null, primary key (mandator, reader, day, article_id)
  )`,
  'create index reads_day on paywall.reads (day)',
  `create table paywall.assertions (
    mandator text not null, nonce text not null, session text not null, expires_at timestamptz not null, primary key (mandator, nonce)
  )`,
  'create index assertions_expiry on paywall.assertions (expires_at)',
  `create table paywall.decisions (
    id text primary key, mandator text not null, at timestamptz not null, article_id text not null, sub text, anon_id text, record jsonb not null
  )`,
  'create index decisions_at on paywall.decisions (at)',
  'create index decisions_sub on paywall.decisions (mandator, sub, at) where sub is not null',
  'create index decisions_anon on paywall.decisions (mandator, anon_id, at) where anon_id is not null',
  'create index decisions_article on paywall.decisions (mandator, article_id, at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
