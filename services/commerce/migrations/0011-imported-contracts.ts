import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Ids of contracts in the other system and here, keyed hashes of the imported columns, and the payment method.
  `create table subscription.imported_contracts (
    mandator text not null, external_id text not null, customer_id text not null, subscription_id text not null, payment_method_id text,
    digests jsonb not null, imported_at timestamptz not null,
    primary key (mandator, external_id),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id) on delete cascade
  )`,
  'create index imported_contracts_customer on subscription.imported_contracts (mandator, customer_id)',
  'create index imported_contracts_method on subscription.imported_contracts (mandator, payment_method_id)',
]

/** A new table, which the previous version does not read; imported rows of other tables look like paid orders to it. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
