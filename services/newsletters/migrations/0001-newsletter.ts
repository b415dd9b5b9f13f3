import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table newsletter.subscriptions (
    id text primary key, mandator text not null, slug text not null, address_key text, address text, reader text,
    state text not null, since timestamptz not null, ended_at timestamptz
  )`,
  `create unique index subscriptions_active on newsletter.subscriptions (mandator, slug, address_key) where state = 'active'`,
  `create index subscriptions_address on newsletter.subscriptions (mandator, address_key) where state = 'active'`,
  `create index subscriptions_reader on newsletter.subscriptions (mandator, reader) where state = 'active'`,
  `create index subscriptions_sending on newsletter.subscriptions (mandator, slug, id) where state = 'active'`,
  `create table newsletter.orders (
    digest text primary key, mandator text not null, address_key text not null, address text not null, reader text, slugs jsonb not null,
    text_version text not null, ordered_at timestamptz not null, expires_at timestamptz not null, confirmed_at timestamptz
  )`,
  'create index orders_address on newsletter.orders (mandator, address_key)',
  'create index orders_expiry on newsletter.orders (expires_at)',
  `create table newsletter.proofs (
    sequence bigint generated always as identity primary key, mandator text not null, address_key text not null, slug text not null,
    event text not null, method text not null, text_version text not null, at timestamptz not null, until timestamptz
  )`,
  'create index proofs_address on newsletter.proofs (mandator, address_key, slug)',
  'create index proofs_until on newsletter.proofs (until)',
  `create table newsletter.schedules (
    mandator text not null, slug text not null, rhythm text not null, next_at timestamptz, last_issue_at timestamptz,
    lease text, leased_until timestamptz, primary key (mandator, slug)
  )`,
  `create table newsletter.issues (
    id text primary key, mandator text not null, slug text not null, due_at timestamptz not null, state text not null, content jsonb,
    article_ids jsonb not null, recipients int not null, reached text not null, lease text, leased_until timestamptz,
    created_at timestamptz not null, finished_at timestamptz, unique (mandator, slug, due_at)
  )`,
  `create index issues_sending on newsletter.issues (created_at) where state = 'sending'`,
  'create table newsletter.counters (bucket text primary key, started_at timestamptz not null, count int not null)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
