import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table push.devices (
    id text primary key, publication text not null, digest text not null, endpoint text not null, p256dh text not null, auth text not null,
    public_key text not null, owner text not null, text_version text not null, agreed_at timestamptz not null, unique (publication, digest)
  )`,
  'create index devices_walk on push.devices (publication, id)',
  'create index devices_owner on push.devices (publication, owner)',
  `create table push.owners (
    publication text not null, owner text not null, breaking boolean not null, replies boolean not null, quiet_from int, quiet_to int,
    breaking_in_quiet boolean not null, most_a_day int not null, changed_at timestamptz not null, primary key (publication, owner)
  )`,
  `create table push.follows (
    publication text not null, owner text not null, follow text not null, position int not null, primary key (publication, owner, follow)
  )`,
  `create table push.messages (
    id text primary key, publication text not null, key text not null, subject text not null, title text not null, body text not null,
    path text not null, tag text not null, kind text not null, matches jsonb not null, owner text, article text, created_at timestamptz not null,
    expires_at timestamptz not null, reached text not null, state text not null, lease text, leased_until timestamptz, unique (publication, key)
  )`,
  `create index messages_planning on push.messages (created_at) where state = 'planning'`,
  'create index messages_latest on push.messages (publication, created_at)',
  `create table push.deliveries (
    publication text not null, subject text not null, device text not null, message text not null, kind text not null, ref text not null,
    due_at timestamptz not null, expires_at timestamptz not null, day text not null, state text not null, attempts int not null,
    lease text, leased_until timestamptz, done_at timestamptz, error text, primary key (publication, subject, device)
  )`,
  `create index deliveries_due on push.deliveries (due_at) where state = 'waiting'`,
  'create index deliveries_device on push.deliveries (device, day)',
  'create index deliveries_message on push.deliveries (message)',
  'create table push.marks (publication text primary key, since timestamptz not null)',
  'create table push.counters (bucket text primary key, started_at timestamptz not null, count int not null)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
