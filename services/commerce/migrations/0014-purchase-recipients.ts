import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Where a parcel goes, when that is not the buyer's address.
  'alter table subscription.purchases add column recipient jsonb',
  // The kinds are those of the domain: `none` where a voucher has paid all of it.
  'alter table subscription.payment_methods drop constraint payment_methods_kind_check',
]

/** The version before sends to the buyer, and asks for nothing that is paid already. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
