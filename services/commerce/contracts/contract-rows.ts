/**
 * Rows of contracts in the form that the billing rules need, and changes that several callers share: another plan, the state
 * after a payment. A contract without a payment method is not billed: it was a gift, or is paid elsewhere.
 */
import { getPeriodOn, type Period, type Plan, type Terms, toTermEnd } from '@lokalteil/domain/commerce/billing'
import type { Offer } from '@lokalteil/domain/commerce/offers'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import {
  addMonths,
  type Day,
  dayBefore,
  type SubscriptionState,
  toStateOn,
} from '@lokalteil/domain/commerce/subscriptions'
import { sql } from 'kysely'
import type { ChargeRow, ContractRow, CommerceDb } from '../schema.ts'

export type ContractName = { publication: PublicationCode; id: string }

type NewPlan = Pick<
  Offer,
  | 'id'
  | 'kind'
  | 'name'
  | 'priceCents'
  | 'vatPercent'
  | 'periodMonths'
  | 'termMonths'
  | 'noticeMonths'
  | 'renewal'
  | 'roles'
>
/** `at-once` waits for its payment, `later` for its day. */
export type PlannedChange = { kind: 'at-once' | 'later'; from: Day; plan: NewPlan; dueCents: number }

export function toTerms(row: ContractRow): Terms {
  return {
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    countedFrom: row.counted_from,
    priceCents: row.price_cents ?? 0,
    periodMonths: row.period_months,
    trial: row.trial as Terms['trial'],
    termMonths: row.term_months,
    boundUntil: row.bound_until,
    noticeMonths: row.notice_months,
    renewal: row.renewal === 'open-ended' ? 'open-ended' : 'none',
    pause:
      row.pause_from === null || row.resumes_on === null ? null : { from: row.pause_from, resumesOn: row.resumes_on },
  }
}

export function toPlan(row: ContractRow): Plan {
  return {
    id: row.offer_id ?? '',
    priceCents: row.price_cents ?? 0,
    periodMonths: row.period_months,
    trial: row.trial,
    roles: row.roles as string[],
    renewal: row.renewal === 'open-ended' ? 'open-ended' : 'none',
  }
}

export function toChange(row: ContractRow): PlannedChange | null {
  return row.change as PlannedChange | null
}

/** The state today: the saved state, and the days of end and pause. */
export function stateOf(row: ContractRow, today: Day): SubscriptionState {
  return toStateOn({ state: row.state as SubscriptionState, endsOn: row.ends_on, resumesOn: row.resumes_on }, today)
}

export function isBilled(row: ContractRow): boolean {
  return row.payment_method_id !== null && row.price_cents !== null && row.kind !== 'coins'
}

/** Row lock until the transaction ends; null: there is no such contract. */
export async function lockContract({ publication, id }: ContractName, within: CommerceDb): Promise<ContractRow | null> {
  return (
    (await within
      .selectFrom('subscription.subscriptions')
      .selectAll()
      .where('mandator', '=', publication)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()) ?? null
  )
}

/** Locks the charges of a contract. Always before the contract, in the same order as a payment, to avoid deadlocks. */
export async function lockCharges({ publication, id }: ContractName, within: CommerceDb): Promise<ChargeRow[]> {
  return within
    .selectFrom('subscription.charges')
    .selectAll()
    .where('mandator', '=', publication)
    .where('subscription_id', '=', id)
    .orderBy('charge_id')
    .forUpdate()
    .execute()
}

export async function changeContract(
  { publication, id }: ContractName,
  values: Partial<Omit<ContractRow, 'mandator' | 'id' | 'created_at' | 'roles' | 'trial' | 'change'>> & {
    change?: null | string
    roles?: string
    trial?: null
  },
  now: Date,
  within: CommerceDb,
): Promise<ContractRow> {
  return within
    .updateTable('subscription.subscriptions')
    .set({ ...values, changed_at: now } as never)
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Sets the payment method for future charges; charges in progress keep theirs. */
export async function payWith(row: ContractRow, methodId: string, now: Date, within: CommerceDb): Promise<void> {
  const { mandator: publication, id } = row
  // Drop waiting setups, so that an older card does not replace this method later.
  await within
    .updateTable('subscription.payment_methods')
    .set({ for_subscription: null })
    .where('mandator', '=', publication)
    .where('customer_id', '=', row.customer_id)
    .where('for_subscription', '=', id)
    .execute()
  await changeContract(
    { publication: publication as PublicationCode, id },
    { payment_method_id: methodId },
    now,
    within,
  )
  await within
    .updateTable('subscription.charges')
    .set({ payment_method_id: methodId })
    .where('mandator', '=', publication)
    .where('subscription_id', '=', id)
    .where('state', 'in', ['due', 'failed'])
    .execute()
  const isElsewhere = await within
    .selectFrom('subscription.subscriptions')
    .select('id')
    .where('mandator', '=', publication)
    .where('payment_method_id', '=', row.payment_method_id)
    .executeTakeFirst()
  if (isElsewhere === undefined)
    await within
      .updateTable('subscription.payment_methods')
      .set({ is_active: false })
      .where('mandator', '=', publication)
      .where('customer_id', '=', row.customer_id)
      .where('id', '=', row.payment_method_id!)
      .execute()
}

/** Applies other terms from `from` on; a running minimum term never becomes shorter. */
export async function applyChange(
  row: ContractRow,
  { from, plan }: PlannedChange,
  now: Date,
  within: CommerceDb,
): Promise<ContractRow> {
  const before = toTermEnd(toTerms(row))
  const after = plan.termMonths === null ? before : dayBefore(addMonths(from, plan.termMonths))
  return changeContract(
    { publication: row.mandator as PublicationCode, id: row.id },
    {
      kind: plan.kind,
      product_name: plan.name,
      roles: JSON.stringify(plan.roles),
      price_cents: plan.priceCents,
      period_months: plan.periodMonths,
      trial: null,
      vat_percent: plan.vatPercent,
      term_months: plan.termMonths,
      notice_months: plan.noticeMonths,
      renewal: plan.renewal,
      offer_id: plan.id,
      counted_from: from,
      bound_until: after > before ? after : before,
      change: null,
    },
    now,
    within,
  )
}

/** First days of the charged periods, without cancelled charges. */
export async function listCharged({ publication, id }: ContractName, within: CommerceDb): Promise<Day[]> {
  const rows = await within
    .selectFrom('subscription.charges')
    .select('period_from')
    .where('mandator', '=', publication)
    .where('subscription_id', '=', id)
    .where('state', '<>', 'cancelled')
    .execute()
  return rows.map(({ period_from }) => period_from)
}

/** Whether the contract has a charge for a change of plan on this day that was not cancelled. */
export async function hasChangedOn(row: ContractRow, day: Day, within: CommerceDb): Promise<boolean> {
  const charge = await within
    .selectFrom('subscription.charges')
    .select('charge_id')
    .where('mandator', '=', row.mandator)
    .where('subscription_id', '=', row.id)
    .where('kind', '=', 'change')
    .where('period_from', '=', day)
    .where('state', '<>', 'cancelled')
    .executeTakeFirst()
  return charge !== undefined
}

/** Unrefunded cents of this period's charge and of earlier paid charges, newest first. */
export async function listMoneyBefore(
  row: ContractRow,
  { from, chargeId }: { from: Day; chargeId: string },
  within: CommerceDb,
): Promise<{ chargeId: string; cents: number }[]> {
  const charges = await within
    .selectFrom('subscription.charges')
    .select(['charge_id', 'amount_cents', 'refunded_cents'])
    .where('mandator', '=', row.mandator)
    .where('subscription_id', '=', row.id)
    .where('period_from', '<=', from)
    .where('state', '=', 'paid')
    .orderBy(sql`charge_id = ${chargeId}`, 'desc')
    .orderBy('period_from', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return charges.map((one) => ({ chargeId: one.charge_id, cents: one.amount_cents - one.refunded_cents }))
}

/** The credit on a charge's invoice, in cents: the value of earlier time that paid part of it. */
function toCreditCents(lines: unknown): number {
  return ((lines ?? []) as readonly { grossCents: number }[]).reduce(
    (sum, { grossCents }) => (grossCents < 0 ? sum - grossCents : sum),
    0,
  )
}

/**
 * The running period with its value in cents: its charge without refunds, plus the credit of a change of plan. Null: no period
 * runs, or it is unpaid.
 */
export async function getPaidPeriod(
  row: ContractRow,
  today: Day,
  within: CommerceDb,
): Promise<(Period & { chargeId: string; state: string }) | null> {
  const period = getPeriodOn(toTerms(row), today)
  if (period === null) return null
  const charge = await within
    .selectFrom('subscription.charges')
    .select(['charge_id', 'amount_cents', 'refunded_cents', 'state', 'lines'])
    .where('mandator', '=', row.mandator)
    .where('subscription_id', '=', row.id)
    .where('period_from', '=', period.from)
    .where('state', 'in', ['paid', 'submitted'])
    // A change of plan on the first day of a period replaces that period.
    .orderBy(sql`kind = 'change'`, 'desc')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return charge === undefined
    ? null
    : {
        ...period,
        cents: charge.amount_cents - charge.refunded_cents + toCreditCents(charge.lines),
        chargeId: charge.charge_id,
        state: charge.state,
      }
}
