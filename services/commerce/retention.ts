/** SQL conditions: which rows of an erased reader are still needed, so that name and account must stay. */
import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the contract in row `alias` runs on, or begins as soon as its payment comes. Until it is over, address and bank account
 * of an erased reader stay. Coins and single payments do not run on.
 */
export function isRunningSql(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('state')} <> 'ended' and ${column('kind')} <> 'coins'
    and ${column('period_months')} is not null and ${column('payment_method_id')} is not null)`
}

/** SQL: the account of this customer was erased. */
export function isErased(publication: string, customerId: string) {
  return sql<boolean>`exists (
    select 1 from subscription.customers e
    where e.mandator = ${sql.ref(publication)} and e.customer_id = ${sql.ref(customerId)} and e.sub is null)`
}

/** SQL: a refund of this contract, or of an order without one, has not been sent yet. */
export function isOwedMoney(publication: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select 1 from subscription.charges c
    join subscription.refunds r on r.mandator = c.mandator and r.charge_id = c.charge_id
    where c.mandator = ${publication} and c.subscription_id = ${id}
      and r.state in ('due', 'transfer', 'by-hand'))`
}
