import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table notices.persons (
    publication text not null, id text not null, key text not null, name text not null, birth_name text not null,
    born text, died text, place text not null, search_name text not null, search_place text not null,
    is_closed boolean not null, primary key (publication, id), unique (publication, key)
  )`,
  `create table notices.notices (
    publication text not null, id text not null, person text not null, published timestamptz not null, until timestamptz,
    updated timestamptz not null, digest text not null, body jsonb, primary key (publication, id)
  )`,
  'create index notices_published on notices.notices (publication, published desc, id) where body is not null',
  'create index notices_person on notices.notices (publication, person)',
  `create table notices.entries (
    id text primary key, publication text not null, person text not null, reader text not null, address text not null,
    kind text not null, name text not null, text text not null, search text not null, state text not null, ground text,
    facts text not null, decided_by text not null, created_at timestamptz not null, decided_at timestamptz
  )`,
  'create index entries_book on notices.entries (publication, person, state, created_at desc)',
  'create index entries_state on notices.entries (publication, state, created_at)',
  'create index entries_reader on notices.entries (publication, reader)',
  `create unique index entries_candle on notices.entries (publication, person, reader) where kind = 'candle' and state <> 'removed'`,
  `create table notices.reports (
    id text primary key, publication text not null, entry text not null, ground text not null, explanation text not null,
    name text not null, email text not null, created_at timestamptz not null, outcome text, decided_at timestamptz
  )`,
  'create index reports_entry on notices.reports (entry)',
  `create table notices.requests (
    id text primary key, publication text not null, person text not null, wish text not null, name text not null,
    contact text not null, relation text not null, created_at timestamptz not null, outcome text, decided_at timestamptz
  )`,
  `create table notices.reminders (
    id text primary key, publication text not null, person text not null, reader text not null, address text not null,
    next_at timestamptz not null, held_until timestamptz, held_by text, attempts int not null, error text,
    unique (publication, person, reader)
  )`,
  'create index reminders_due on notices.reminders (next_at)',
  'create index reminders_reader on notices.reminders (publication, reader)',
  `create table notices.drafts (
    reference text primary key, publication text not null, reader text, draft jsonb not null, changed_at timestamptz not null
  )`,
  `create table notices.purchases (
    publication text not null, number text not null, reference text, state text not null, cents int not null, draft jsonb,
    reader text, email text not null, notice text, created_at timestamptz not null, changed_at timestamptz not null,
    primary key (publication, number)
  )`,
  `create unique index purchases_open on notices.purchases (reference) where state in ('reserved', 'paid', 'published')`,
  'create index purchases_reader on notices.purchases (publication, reader)',
  'create table notices.counters (key text primary key, count int not null, until timestamptz not null)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
