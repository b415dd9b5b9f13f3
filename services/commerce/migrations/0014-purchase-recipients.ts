import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // The delivery address, where it differs from the buyer's.
  'alter table subscription.purchases add column recipient jsonb',
  // The domain checks the kinds instead: `none` is new, for purchases that vouchers paid in full.
  'alter table subscription.payment_methods drop constraint payment_methods_kind_check',
]

/** The previous version sends to the buyer, and charges nothing that vouchers have paid. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
