/**
 * Money that goes back to readers, whole or in part, the way it came. Promises: never more than was paid for a charge (the
 * database counts); the same key is one refund; the paper that corrects the invoice is in the transaction that opens the
 * refund; a provider is asked by one process at a time and always with the refund's own id, so that a crash between
 * question and answer costs nobody twice. What no provider gives back goes into the next file for the bank, or is for
 * the office to transfer.
 */
import { randomBytes } from 'node:crypto'
import { decideRefund, type RefundReason, type RefundState } from '@lokalteil/domain/commerce/billing'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { Charge, ChargeName, Charges } from '../billing/charges.ts'
import type { Provider } from './payment-providers.ts'
import type { SubscriptionDb, SubscriptionTables } from '../schema.ts'

export type RefundName = { mandator: Mandator; refundId: string }
export type Refund = RefundName & {
  chargeId: string
  customerId: string
  amountCents: number
  reason: RefundReason
  state: RefundState
  failure: string | null
  createdAt: Date
  settledAt: Date | null
}
/** `cents` null: all that has not gone back yet. `key`: of this charge's refunds. */
export type NewRefund = { cents: number | null; reason: RefundReason; key: string }

/** The key of a charge's last refund: there is one rest. */
const REST = 'rest'
const LEASE_MS = 60_000
/** After this long a provider that did not answer is asked again, twice as long each time. */
const PATIENCE = { firstMs: 5000, mostMs: 3_600_000 } as const
const BATCH = 100

export type Refunds = ReturnType<typeof createRefunds>
export type RefundsOptions = {
  database: Database
  charges: Charges
  providers: readonly Provider[]
  now: () => Date
  onTrouble: (trouble: { at: string; code: string; chargeId?: string }) => void
}

export function createRefunds({ database, charges, providers, now, onTrouble }: RefundsOptions) {
  const db = database.db as SubscriptionDb
  const inTransaction = <T>(work: (within: SubscriptionDb) => Promise<T>): Promise<T> => db.transaction().execute(work)

  async function get({ mandator, refundId }: RefundName, within: SubscriptionDb = db): Promise<Refund | null> {
    const row = await within
      .selectFrom('subscription.refunds')
      .selectAll()
      .where('mandator', '=', mandator)
      .where('refund_id', '=', refundId)
      .executeTakeFirst()
    return row === undefined ? null : toRefund(row)
  }

  /** Whoever gave the money gives it back: a provider by itself, a bank from the file, an unknown account by hand. */
  async function toFirstState(charge: Charge, within: SubscriptionDb): Promise<RefundState> {
    const method = await charges.getMethod(charge.mandator, charge.paymentMethodId, within)
    if (providers.some(({ name, refund }) => name === method?.provider && refund !== undefined)) return 'due'
    return method?.hasAccount === true ? 'transfer' : 'by-hand'
  }

  /** Promised to the reader with the transaction; `pay` is the next step, outside it. */
  async function open(
    name: ChargeName,
    { cents, reason, key }: NewRefund,
    within: SubscriptionDb,
  ): Promise<Refund | Refusal> {
    const charge = await charges.lock(name, within)
    if (charge === null) return problem(404, 'NOT_FOUND', 'No such charge')
    const before = await within
      .selectFrom('subscription.refunds')
      .selectAll()
      .where('mandator', '=', name.mandator)
      .where('charge_id', '=', name.chargeId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
    if (before !== undefined)
      return cents === null || before.amount_cents === cents
        ? toRefund(before)
        : problem(409, 'KEY_USED', 'The key has given back another amount')
    const decided = decideRefund(charge, cents)
    if (decided.kind === 'refused')
      return {
        ...problem(409, decided.reason, 'So much was not paid, or has gone back already'),
        fields: { leftCents: String(decided.leftCents) },
      }
    const at = now()
    const row = await within
      .insertInto('subscription.refunds')
      .values({
        mandator: name.mandator,
        refund_id: `R-${randomBytes(12).toString('hex')}`,
        charge_id: name.chargeId,
        customer_id: charge.customerId,
        amount_cents: decided.cents,
        reason,
        state: await toFirstState(charge, within),
        idempotency_key: key,
        created_at: at,
        changed_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const refund = toRefund(row)
    await charges.giveBack(
      charge,
      { refundId: refund.refundId, cents: refund.amountCents, isRest: decided.isRest },
      within,
    )
    if (refund.state === 'by-hand') onTrouble({ at: 'refund', code: 'TRANSFER_BY_HAND', chargeId: name.chargeId })
    return refund
  }

  /** Asks the provider, whatever came of it; what is not due any more is answered as it is. */
  async function pay(name: RefundName): Promise<Refund | null> {
    const at = now()
    const claimed = await db
      .updateTable('subscription.refunds')
      .set((eb) => ({ leased_until: new Date(at.getTime() + LEASE_MS), attempts: eb('attempts', '+', 1) }))
      .where('mandator', '=', name.mandator)
      .where('refund_id', '=', name.refundId)
      .where('state', '=', 'due')
      .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
      .returningAll()
      .executeTakeFirst()
    if (claimed === undefined) return get(name)
    const outcome = await ask(toRefund(claimed))
    const done = now()
    const waitMs = Math.min(PATIENCE.mostMs, PATIENCE.firstMs * 2 ** Math.min(claimed.attempts, 20))
    if (outcome === 'by-hand') onTrouble({ at: 'refund', code: 'TRANSFER_BY_HAND', chargeId: claimed.charge_id })
    await db
      .updateTable('subscription.refunds')
      .set(
        outcome === 'unknown'
          ? { leased_until: new Date(done.getTime() + waitMs), changed_at: done }
          : {
              state: outcome === 'refunded' ? 'done' : 'by-hand',
              settled_at: outcome === 'refunded' ? done : null,
              leased_until: null,
              changed_at: done,
            },
      )
      .where('mandator', '=', name.mandator)
      .where('refund_id', '=', name.refundId)
      .where('state', '=', 'due')
      .execute()
    return get(name)
  }

  async function ask({
    mandator,
    refundId,
    chargeId,
    amountCents,
  }: Refund): Promise<'refunded' | 'by-hand' | 'unknown'> {
    const charge = await charges.get({ mandator, chargeId })
    const method = charge === null ? null : await charges.getMethod(mandator, charge.paymentMethodId)
    const provider = providers.find(({ name }) => name === method?.provider)
    if (charge === null || provider?.refund === undefined) {
      onTrouble({ at: 'refund', code: 'PROVIDER_OFF', chargeId })
      return 'unknown'
    }
    try {
      return await provider.refund({ mandator, refundId, reference: charge.providerReference, amountCents })
    } catch {
      onTrouble({ at: 'refund', code: 'PROVIDER_THREW', chargeId })
      return 'unknown'
    }
  }

  return {
    get,
    open,
    pay,

    /** All that has not gone back yet of a charge; answers the charge as it is then. */
    async payBack(name: ChargeName): Promise<Charge | Refusal> {
      const charge = await charges.get(name)
      if (charge !== null && charge.state === 'refunded') return charge
      const refund = await inTransaction(async (within) => {
        const current = await charges.lock(name, within)
        if (current?.state === 'paid' && current.amountCents === 0)
          await charges.giveBack(current, { refundId: null, cents: 0, isRest: true }, within)
        return current?.state === 'refunded' || current?.amountCents === 0
          ? null
          : open(name, { cents: null, reason: current?.failure === null ? 'goodwill' : 'not-kept', key: REST }, within)
      })
      if (isRefusal(refund)) return refund
      if (refund !== null) await pay(refund)
      return (await charges.get(name)) ?? problem(404, 'NOT_FOUND', 'No such charge')
    },

    /** What a crash left, or a provider that did not answer. Answers how many went back. */
    async payDue(): Promise<number> {
      const rows = await db
        .selectFrom('subscription.refunds')
        .select(['mandator', 'refund_id'])
        .where('state', '=', 'due')
        .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now())]))
        .orderBy('created_at')
        .limit(BATCH)
        .execute()
      let paid = 0
      for (const row of rows)
        if ((await pay({ mandator: row.mandator as Mandator, refundId: row.refund_id }))?.state === 'done') paid++
      return paid
    },

    /** It did not arrive, or came back; the office knows the reader's number. */
    async fail(
      { mandator, refundId }: RefundName,
      reason: string,
      within: SubscriptionDb,
    ): Promise<'booked' | 'known' | 'unknown'> {
      const row = await within
        .selectFrom('subscription.refunds')
        .select(['state', 'charge_id'])
        .where('mandator', '=', mandator)
        .where('refund_id', '=', refundId)
        .forUpdate()
        .executeTakeFirst()
      if (row === undefined) return 'unknown'
      if (row.state === 'by-hand') return 'known'
      if (!['due', 'sent', 'done'].includes(row.state)) return 'unknown'
      await within
        .updateTable('subscription.refunds')
        .set({
          state: 'by-hand',
          failure: reason.slice(0, 60),
          settled_at: null,
          leased_until: null,
          changed_at: now(),
        })
        .where('mandator', '=', mandator)
        .where('refund_id', '=', refundId)
        .execute()
      onTrouble({ at: 'refund', code: 'TRANSFER_BY_HAND', chargeId: row.charge_id })
      return 'booked'
    },

    /** What nobody has sent yet of a charge whose money went away meanwhile. */
    async voidUnsent({ mandator, chargeId }: ChargeName, within: SubscriptionDb): Promise<void> {
      await within
        .updateTable('subscription.refunds')
        .set({ state: 'void', changed_at: now() })
        .where('mandator', '=', mandator)
        .where('charge_id', '=', chargeId)
        .where('state', 'in', ['transfer', 'by-hand'])
        .execute()
    },

    /** Somebody has transferred it. */
    async confirm({ mandator, refundId }: RefundName): Promise<'booked' | 'known' | 'unknown'> {
      const booked = await db
        .updateTable('subscription.refunds')
        .set({ state: 'done', settled_at: now(), changed_at: now() })
        .where('mandator', '=', mandator)
        .where('refund_id', '=', refundId)
        .where('state', '=', 'by-hand')
        .returning('refund_id')
        .executeTakeFirst()
      if (booked !== undefined) return 'booked'
      return (await get({ mandator, refundId }))?.state === 'done' ? 'known' : 'unknown'
    },

    /** Of a contract, oldest first. */
    async listOf(mandator: Mandator, subscriptionId: string): Promise<Refund[]> {
      const rows = await db
        .selectFrom('subscription.refunds as r')
        .innerJoin('subscription.charges as c', (join) =>
          join.onRef('c.mandator', '=', 'r.mandator').onRef('c.charge_id', '=', 'r.charge_id'),
        )
        .selectAll('r')
        .where('r.mandator', '=', mandator)
        .where('c.subscription_id', '=', subscriptionId)
        .orderBy('r.created_at')
        .orderBy('r.refund_id')
        .execute()
      return rows.map(toRefund)
    },

    /** What is open, oldest first. */
    async listOpen(mandator: Mandator, limit = 200): Promise<Refund[]> {
      const rows = await db
        .selectFrom('subscription.refunds')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('state', 'in', ['due', 'transfer', 'by-hand'])
        .orderBy('created_at')
        .orderBy('refund_id')
        .limit(limit)
        .execute()
      return rows.map(toRefund)
    },
  }
}

export function toRefund(row: Selectable<SubscriptionTables['subscription.refunds']>): Refund {
  return {
    mandator: row.mandator as Mandator,
    refundId: row.refund_id,
    chargeId: row.charge_id,
    customerId: row.customer_id,
    amountCents: row.amount_cents,
    reason: row.reason as RefundReason,
    state: row.state as RefundState,
    failure: row.failure,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }
}
