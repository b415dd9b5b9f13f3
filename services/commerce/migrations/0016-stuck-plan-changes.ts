import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // A second change on one day waited for the payment of the first, so it was never charged: drop it.
  `update subscription.subscriptions s set change = null
    where s.change ->> 'kind' = 'at-once' and not exists (
      select 1 from subscription.charges c
      where c.mandator = s.mandator and c.subscription_id = s.id and c.kind = 'change'
        and c.period_from = s.change ->> 'from' and c.state in ('due', 'submitted')
    )`,
  // It had overwritten the lines of the first charge: restore them from the invoice.
  `update subscription.charges c set lines = i.data -> 'lines'
    from subscription.invoices i
    where i.mandator = c.mandator and i.charge_id = c.charge_id and i.kind = 'invoice' and c.kind = 'change'`,
]

/** Repairs rows, changes no table. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
