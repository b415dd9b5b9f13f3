import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table subscription.offers (
    mandator text not null, id text not null, position int not null, is_active boolean not null, data jsonb not null,
    changed_at timestamptz not null, primary key (mandator, id)
  )`,
  'create table subscription.catalogues (mandator text primary key, reader_service jsonb, changed_at timestamptz not null)',
  `create table subscription.declarations (
    sequence bigint generated always as identity primary key, mandator text not null, kind text not null,
    receipt_number text not null unique, token text not null unique, idempotency_key text not null, digest text not null,
    declaration jsonb not null, received_at timestamptz not null,
    unique (mandator, kind, idempotency_key, digest)
  )`,
  'create table subscription.counters (bucket text primary key, started_at timestamptz not null, count int not null)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
