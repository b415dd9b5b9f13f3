import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table jobs.jobs (
    queue text not null, key text not null, data jsonb not null,
    status text not null default 'waiting' check (status in ('waiting', 'given-up')),
    attempts int not null default 0, due_at timestamptz not null, lease text, leased_until timestamptz, error text,
    created_at timestamptz not null default now(), primary key (queue, key)
  )`,
  `create index jobs_due on jobs.jobs (queue, due_at) where status = 'waiting'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
