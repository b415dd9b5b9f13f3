import { sql, type Kysely } from 'kysely'

const OF_ACCOUNT = 'foreign key (mandator, account_id) references sso.accounts (mandator, id) on delete cascade'

const STATEMENTS = [
  `create table sso.email_changes (
    id text primary key, mandator text not null, account_id text not null, state text not null, from_email text not null,
    from_key text not null, from_verified_at timestamptz, to_email text not null, to_key text not null, session_id text,
    code_hash text unique, undo_hash text unique, requested_at timestamptz not null, expires_at timestamptz not null,
    changed_at timestamptz, undo_until timestamptz, ${OF_ACCOUNT}
  )`,
  `create unique index email_changes_pending on sso.email_changes (mandator, account_id) where state = 'pending'`,
  `create index email_changes_reserved on sso.email_changes (mandator, from_key) where state = 'done'`,
  'create index email_changes_account on sso.email_changes (mandator, account_id, changed_at)',
  `create table sso.address_notices (
    sequence bigint generated always as identity primary key, mandator text not null, account_id text not null,
    subscriber text not null, change jsonb not null, attempts int not null, due_at timestamptz not null, ${OF_ACCOUNT}
  )`,
  'create index address_notices_account on sso.address_notices (mandator, account_id, subscriber, sequence)',
  'create index address_notices_due on sso.address_notices (due_at)',
]

/**
 * New tables. The version before reserves no address for an undo; if it gives one away meanwhile, the undo is refused.
 */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
