import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // The contract that is paid with this method once the provider has confirmed it.
  'alter table subscription.payment_methods add column for_subscription text',
  'create index payment_methods_waiting on subscription.payment_methods (mandator, customer_id) where for_subscription is not null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
