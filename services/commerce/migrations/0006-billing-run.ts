import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // The seller, who writes invoices and collects the money, as in the publication's legal notice.
  'create table subscription.sellers (mandator text primary key, data jsonb not null, changed_at timestamptz not null)',
  // A letter is sent once, also by concurrent runs.
  `create table subscription.notices (
    mandator text not null, subscription_id text not null, notice text not null, sent_at timestamptz not null,
    primary key (mandator, subscription_id, notice)
  )`,
  `alter table subscription.subscriptions
    add column counted_from text, add column pause_from text, add column last_paused_on text, add column bound_until text, add column change jsonb,
    add column cancelled_on text, add column looked_on text, drop column reminded_on`,
  // `lines`: lines of the invoice, where there is more than one; `failed_on`: day of the first failure.
  'alter table subscription.charges add column lines jsonb, add column failed_on text, add column collection_id text',
  "create index subscriptions_running on subscription.subscriptions (looked_on, mandator, id) where payment_method_id is not null and state <> 'ended'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
