/** What an erased reader's rows are still needed for: conditions for the queries that take names and accounts away. */
import { sql } from 'kysely'

/**
 * SQL: a contract of these columns goes on, or may begin as soon as its payment comes; until it is over an erased reader's
 * address and account are kept for it. Coins and what was paid once do not go on.
 */
export function isRunningSql(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('state')} <> 'ended' and ${column('kind')} <> 'coins'
    and ${column('period_months')} is not null and ${column('payment_method_id')} is not null)`
}

/** SQL: the account of this customer is gone. */
export function isErased(mandator: string, customerId: string) {
  return sql<boolean>`exists (
    select 1 from subscription.customers e
    where e.mandator = ${sql.ref(mandator)} and e.customer_id = ${sql.ref(customerId)} and e.sub is null)`
}

/** SQL: a refund of a contract or purchase of this id has not left yet. */
export function isOwedMoney(mandator: string, subscriptionId: string) {
  return sql<boolean>`exists (
    select 1 from subscription.charges c
    join subscription.refunds r on r.mandator = c.mandator and r.charge_id = c.charge_id
    where c.mandator = ${sql.ref(mandator)} and c.subscription_id = ${sql.ref(subscriptionId)}
      and r.state in ('due', 'transfer', 'by-hand'))`
}
