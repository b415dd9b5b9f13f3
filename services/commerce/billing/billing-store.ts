/** Queries of the billing run, and its counts. */
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { ChargeRow, ContractRow, CommerceDb } from '../schema.ts'
import type { ChargeName } from '../payments/charge.ts'

/** Rows of one query; the run repeats it until there are none. */
export const BATCH = 200

export async function hasFailing(row: ContractRow, within: CommerceDb): Promise<boolean> {
  const found = await within
    .selectFrom('subscription.charges')
    .select('charge_id')
    .where('mandator', '=', row.mandator)
    .where('subscription_id', '=', row.id)
    .where('failed_on', 'is not', null)
    .where((eb) =>
      eb.or([eb('state', '=', 'failed'), eb.and([eb('state', '=', 'submitted'), eb('redirect_url', 'is not', null)])]),
    )
    .executeTakeFirst()
  return found !== undefined
}

export async function hasInvoice(charge: ChargeName, within: CommerceDb): Promise<boolean> {
  const found = await within
    .selectFrom('subscription.invoices')
    .select('invoice_number')
    .where('mandator', '=', charge.publication)
    .where('charge_id', '=', charge.chargeId)
    .executeTakeFirst()
  return found !== undefined
}

/** Contracts of erased readers that have no end although the reader did not want them to go on. */
export async function listEndless(
  publications: readonly PublicationCode[],
  skipped: readonly string[],
  within: CommerceDb,
) {
  return within
    .selectFrom('subscription.subscriptions as s')
    .innerJoin('subscription.customers as c', (join) =>
      join.onRef('c.mandator', '=', 's.mandator').onRef('c.customer_id', '=', 's.customer_id'),
    )
    .select(['s.mandator', 's.id', 's.customer_id'])
    .where('s.mandator', 'in', [...publications])
    .where('c.sub', 'is', null)
    .where('c.keeps_contracts', '=', false)
    .where('s.payment_method_id', 'is not', null)
    .where('s.renewal', '=', 'open-ended')
    .where('s.ends_on', 'is', null)
    .where('s.state', 'in', ['active', 'paused', 'payment_failed'])
    .$if(skipped.length > 0, (query) =>
      query.where(sql<string>`s.mandator || ' ' || s.id`, 'not in', skipped.slice(-BATCH * 2)),
    )
    .limit(BATCH)
    .execute()
}

/** Contracts that the run has not checked today. */
export async function listToAdvance(
  day: Day,
  publications: readonly PublicationCode[],
  skipped: readonly string[],
  within: CommerceDb,
) {
  return within
    .selectFrom('subscription.subscriptions')
    .select(['mandator', 'id', 'starts_on', 'ends_on'])
    .where('mandator', 'in', [...publications])
    .where('payment_method_id', 'is not', null)
    .where('state', '<>', 'ended')
    .where((eb) => eb.or([eb('looked_on', 'is', null), eb('looked_on', '<', day)]))
    .$if(skipped.length > 0, (query) =>
      query.where(sql<string>`mandator || ' ' || id`, 'not in', skipped.slice(-BATCH * 2)),
    )
    .limit(BATCH)
    .execute()
}

const chargesIn = (
  states: readonly string[],
  publications: readonly PublicationCode[],
  skipped: readonly string[],
  within: CommerceDb,
) =>
  within
    .selectFrom('subscription.charges as c')
    .selectAll('c')
    .where('c.state', 'in', [...states])
    .where('c.mandator', 'in', [...publications])
    .$if(skipped.length > 0, (query) => query.where('c.charge_id', 'not in', [...skipped]))
    .orderBy('c.created_at')
    .limit(BATCH)

export async function listDueCharges(
  day: Day,
  publications: readonly PublicationCode[],
  skipped: readonly string[],
  within: CommerceDb,
): Promise<ChargeRow[]> {
  return chargesIn(['due'], publications, skipped, within)
    .where('c.kind', 'in', ['renewal', 'change'])
    .where('c.due_on', '<=', day)
    .execute()
}

export async function listFailedCharges(
  day: Day,
  publications: readonly PublicationCode[],
  skipped: readonly string[],
  within: CommerceDb,
): Promise<ChargeRow[]> {
  return chargesIn(['failed'], publications, skipped, within)
    .where('c.failed_on', 'is not', null)
    .where((eb) => eb.or([eb('c.next_attempt_on', 'is', null), eb('c.next_attempt_on', '<', day)]))
    .execute()
}

/** Charges by invoice, or by debit in a bank file, that were due before `day`, with their provider. */
export async function listPromisedCharges(
  day: Day,
  publications: readonly PublicationCode[],
  skipped: readonly string[],
  within: CommerceDb,
) {
  return chargesIn(['submitted'], publications, skipped, within)
    .innerJoin('subscription.payment_methods as m', (join) =>
      join.onRef('m.mandator', '=', 'c.mandator').onRef('m.id', '=', 'c.payment_method_id'),
    )
    .select('m.provider')
    .where('m.provider', 'in', ['sepa', 'invoice'])
    .where('c.due_on', '<', day)
    .where((eb) => eb.or([eb('m.provider', '=', 'invoice'), eb('c.collection_id', 'is not', null)]))
    .execute()
}

export async function listUninvoicedCharges(
  publications: readonly PublicationCode[],
  skipped: readonly string[],
  within: CommerceDb,
): Promise<ChargeRow[]> {
  return chargesIn(['paid', 'submitted'], publications, skipped, within)
    .where('c.amount_cents', '>', 0)
    .where('c.redirect_url', 'is', null)
    .where('c.failure', 'is', null)
    .where((eb) => eb.or([eb('c.state', '=', 'paid'), eb('c.provider_reference', 'is', null)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('subscription.invoices as i')
            .select('i.invoice_number')
            .whereRef('i.mandator', '=', 'c.mandator')
            .whereRef('i.charge_id', '=', 'c.charge_id'),
        ),
      ),
    )
    .execute()
}

export async function removeDeclarationsBefore(
  at: Date,
  publications: readonly PublicationCode[],
  within: CommerceDb,
): Promise<void> {
  await within
    .deleteFrom('subscription.declarations')
    .where('mandator', 'in', [...publications])
    .where('received_at', '<', at)
    .execute()
}

/** Counts charges and contracts by state, and debits that are in no file for the bank. */
export async function readStatus(publication: PublicationCode, within: CommerceDb) {
  const [charges, contracts, waiting] = await Promise.all([
    within
      .selectFrom('subscription.charges')
      .select([
        'state',
        sql<number>`count(*)::int`.as('count'),
        sql<number>`coalesce(sum(amount_cents), 0)::int`.as('cents'),
      ])
      .where('mandator', '=', publication)
      .groupBy('state')
      .execute(),
    within
      .selectFrom('subscription.subscriptions')
      .select(['state', sql<number>`count(*)::int`.as('count')])
      .where('mandator', '=', publication)
      .where('payment_method_id', 'is not', null)
      .groupBy('state')
      .execute(),
    within
      .selectFrom('subscription.charges as c')
      .innerJoin('subscription.payment_methods as m', (join) =>
        join.onRef('m.mandator', '=', 'c.mandator').onRef('m.id', '=', 'c.payment_method_id'),
      )
      .select(sql<number>`count(*)::int`.as('count'))
      .where('c.mandator', '=', publication)
      .where('c.state', '=', 'submitted')
      .where('m.provider', '=', 'sepa')
      .where('c.collection_id', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return { charges, contracts, waitingForBank: waiting.count }
}
