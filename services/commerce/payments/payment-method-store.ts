/** Queries on payment methods of readers. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type Insertable, sql } from 'kysely'
import { type PaymentMethod, REFUND_OWED, toMethod } from './charge.ts'
import type { Owner } from '../customers/customer-store.ts'
import { isRunningSql } from '../retention.ts'
import type { MethodRow, OrderRow, CommerceDb, CommerceTables } from '../schema.ts'

const selectMethods = (publication: PublicationCode, within: CommerceDb) =>
  within.selectFrom('subscription.payment_methods').selectAll().where('mandator', '=', publication)

/** Newest first. */
export async function listPaymentMethods(
  publication: PublicationCode,
  customerId: string,
  within: CommerceDb,
): Promise<PaymentMethod[]> {
  const rows = await selectMethods(publication, within)
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(toMethod)
}

/** Oldest first. */
export async function listMethodRows(publication: PublicationCode, customerId: string, within: CommerceDb) {
  return selectMethods(publication, within).where('customer_id', '=', customerId).orderBy('created_at').execute()
}

export async function getPaymentMethod(
  publication: PublicationCode,
  id: string,
  within: CommerceDb,
): Promise<PaymentMethod | null> {
  const row = await selectMethods(publication, within).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toMethod(row)
}

export async function findSealedAccount(publication: PublicationCode, id: string, within: CommerceDb) {
  return within
    .selectFrom('subscription.payment_methods')
    .select(['sealed_account', 'customer_id'])
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Within the caller's transaction. */
export async function addPaymentMethod(
  row: Insertable<CommerceTables['subscription.payment_methods']>,
  within: CommerceDb,
): Promise<PaymentMethod> {
  return toMethod(
    await within.insertInto('subscription.payment_methods').values(row).returningAll().executeTakeFirstOrThrow(),
  )
}

export async function changeMethod(
  { publication, id }: { publication: string; id: string },
  values: { for_subscription?: null | string; provider_reference?: string; label?: string; is_active?: boolean },
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.payment_methods')
    .set(values)
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .execute()
}

export async function findMethodReference(publication: PublicationCode, id: string, within: CommerceDb) {
  return within
    .selectFrom('subscription.payment_methods')
    .select(['provider', 'provider_reference'])
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .executeTakeFirst()
}

// --- Setups: cards that the provider has not confirmed yet

const ofSetups = (within: CommerceDb) =>
  within.selectFrom('subscription.payment_methods').selectAll().where('for_subscription', 'is not', null)

export async function findSetup(publication: PublicationCode, id: string, within: CommerceDb) {
  return ofSetups(within).where('mandator', '=', publication).where('id', '=', id).executeTakeFirst()
}

/** False: it no longer waits for confirmation. */
export async function lockSetup(publication: PublicationCode, id: string, within: CommerceDb): Promise<boolean> {
  const setup = ofSetups(within).where('mandator', '=', publication).where('id', '=', id)
  return (await setup.forUpdate().executeTakeFirst()) !== undefined
}

export async function listSetupsOf({ publication, customerId }: Owner, within: CommerceDb): Promise<MethodRow[]> {
  return ofSetups(within).where('mandator', '=', publication).where('customer_id', '=', customerId).execute()
}

/** Oldest first. */
export async function listSetups(limit: number, within: CommerceDb): Promise<MethodRow[]> {
  return ofSetups(within).orderBy('created_at').limit(limit).execute()
}

/** Drops the setups of one contract, because the newest attempt wins, or (null) of all contracts. */
export async function dropSetups(
  { publication, customerId }: Owner,
  subscriptionId: string | null,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.payment_methods')
    .set({ for_subscription: null })
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where('for_subscription', 'is not', null)
    .$if(subscriptionId !== null, (query) => query.where('for_subscription', '=', subscriptionId!))
    .execute()
}

/** Deactivates the payment method of a failed order. */
export async function retireMethod(
  order: Pick<OrderRow, 'mandator' | 'payment_method_id'>,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.payment_methods')
    .set({ is_active: false, sealed_account: null })
    .where('mandator', '=', order.mandator)
    .where('id', '=', order.payment_method_id)
    .execute()
}

/** Erases the account data of a reader's payment methods, unless a contract still needs them. */
export async function forgetMethodsOf({ publication, customerId }: Owner, within: CommerceDb): Promise<void> {
  const needed = within
    .selectFrom('subscription.subscriptions as s')
    .select('s.payment_method_id')
    .where('s.mandator', '=', publication)
    .where('s.customer_id', '=', customerId)
    .where(isRunningSql('s'))
  await within
    .updateTable('subscription.payment_methods')
    .set({ holder: '', label: '', sealed_account: null, is_active: false, for_subscription: null })
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where((eb) => eb.not(eb('id', 'in', needed.$castTo<{ payment_method_id: string }>())))
    .where(waitsForNoTransfer('payment_methods'))
    .execute()
}

/** Erases account data of erased readers as soon as no contract is paid with it. */
export async function forgetAccounts(within: CommerceDb): Promise<void> {
  await within
    .updateTable('subscription.payment_methods as m')
    .set({ holder: '', label: '', sealed_account: null, is_active: false })
    .where(waitsForNoTransfer('m'))
    .where((eb) => eb.or([eb('m.sealed_account', 'is not', null), eb('m.holder', '!=', '')]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('subscription.customers as c')
          .select('c.customer_id')
          .whereRef('c.mandator', '=', 'm.mandator')
          .whereRef('c.customer_id', '=', 'm.customer_id')
          .where('c.sub', 'is', null),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('subscription.subscriptions as s')
            .select('s.id')
            .whereRef('s.mandator', '=', 'm.mandator')
            .whereRef('s.payment_method_id', '=', 'm.id')
            .where(isRunningSql('s')),
        ),
      ),
    )
    .execute()
}

/** SQL: no refund waits to be transferred to the account, and no purchase is being paid from it. */
function waitsForNoTransfer(methods: 'm' | 'payment_methods') {
  return sql<boolean>`not exists (
    select 1 from subscription.charges c left join subscription.refunds r on r.mandator = c.mandator and r.charge_id = c.charge_id and r.state = 'transfer'
    where c.mandator = ${sql.ref(`${methods}.mandator`)} and c.payment_method_id = ${sql.ref(`${methods}.id`)}
      and (r.refund_id is not null or (c.kind = 'purchase' and c.state = 'submitted') or (c.failure = ${REFUND_OWED} and c.state in ('submitted', 'paid'))))`
}
