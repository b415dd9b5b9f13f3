import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table mail.outbox (
    id text primary key, mandator text not null, recipient text not null, template text not null, message jsonb,
    status text not null, attempts int not null, created_at timestamptz not null, due_at timestamptz not null,
    lease text, leased_until timestamptz, error text, done_at timestamptz
  )`,
  `create index outbox_due on mail.outbox (due_at) where status = 'queued'`,
  `create index outbox_done on mail.outbox (done_at) where status <> 'queued'`,
  'create index outbox_recipient on mail.outbox (recipient)',
  'create table mail.mailbox (id text primary key, at timestamptz not null, recipient text not null, mail jsonb not null)',
  'create index mailbox_at on mail.mailbox (at desc)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
