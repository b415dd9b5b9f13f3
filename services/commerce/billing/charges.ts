/**
 * The amounts readers are asked for. Promises: one for each period of a subscription, however often it is opened; a
 * provider is asked by one process at a time and always with the same key until it refused, so that a crash between
 * question and answer costs nobody twice; a charge is settled once, with the amount it names, and what follows from it
 * (access, coins, invoice, mail) is in the same transaction. Money for something that was given up meanwhile, or that must
 * not be sold twice, goes back by itself (`refunds.ts`): such a charge is `paid` with the failure `REFUND_OWED` until it does.
 * Locks are taken in this order: charge, customer, wallet.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { ChargeView, PaymentProvider } from '@lokalteil/contracts/orders'
import { toDayKey } from '@lokalteil/domain/german'
import type { ChargeKind, ChargeState, PaymentKind } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { addDays, type Day } from '@lokalteil/domain/commerce/subscriptions'
import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CollectOutcome, Provider } from '../payments/payment-providers.ts'
import type { SubscriptionDb, SubscriptionTables } from '../schema.ts'
import type { Sealing } from '../payments/sealing.ts'

export type ChargeName = { mandator: Mandator; chargeId: string }

export type Charge = ChargeName & {
  customerId: string
  subscriptionId: string
  orderNumber: string | null
  paymentMethodId: string
  kind: ChargeKind
  periodFrom: Day
  periodTo: Day | null
  amountCents: number
  refundedCents: number
  vatPercent: number
  description: string
  state: ChargeState
  dueOn: Day
  /** How often it failed. */
  attempts: number
  nextAttemptOn: Day | null
  reminders: number
  failure: string | null
  providerReference: string | null
  redirectUrl: string | null
  settledAt: Date | null
}

export type NewCharge = Pick<
  Charge,
  | 'mandator'
  | 'customerId'
  | 'subscriptionId'
  | 'orderNumber'
  | 'paymentMethodId'
  | 'kind'
  | 'periodFrom'
  | 'periodTo'
  | 'amountCents'
  | 'vatPercent'
  | 'description'
  | 'dueOn'
> & { /** At the test bank, without asking it. */ isPaid?: boolean }

/** `account` is sealed; `openAccount` of the charge's method is for bank files only. */
export type PaymentMethod = {
  mandator: Mandator
  id: string
  customerId: string
  kind: PaymentKind
  provider: PaymentProvider
  holder: string
  label: string
  mandateReference: string | null
  mandateSignedOn: Day | null
  providerReference: string | null
  /** Of a bank, sealed. */
  hasAccount: boolean
  isActive: boolean
}

/** Called in the transaction of the change, with the charge as it is after it. What one throws undoes the change. */
export type ChargeListener = Partial<{
  /** False: the money has to go back (it is a second one for the same thing). Asked before anything follows from it. */
  mayKeep: (charge: Charge, within: SubscriptionDb) => Promise<boolean>
  onPaid: (charge: Charge, within: SubscriptionDb) => Promise<void>
  /** The money comes later (direct debit, transfer); access begins. */
  onPromised: (charge: Charge, within: SubscriptionDb) => Promise<void>
  /** `before`: what it was; `paid` and `submitted` are return debits. */
  onFailed: (charge: Charge, before: ChargeState, within: SubscriptionDb) => Promise<void>
  /** Not kept: paid and going back, or given up before any money moved. */
  onRefused: (charge: Charge, within: SubscriptionDb) => Promise<void>
  /** Whole or in part: promised, and soon on its way. */
  onRefunded: (charge: Charge, refund: ChargeRefund, within: SubscriptionDb) => Promise<void>
}>

/** `refundId` null: what cost nothing is given back without money. */
export type ChargeRefund = { refundId: string | null; cents: number; isRest: boolean }

export type Settled = 'settled' | 'settled-before' | 'refused' | 'wrong-amount' | 'unknown'

export type ChargesOptions = {
  database: Database
  providers: readonly Provider[]
  sealing: Sealing
  now: () => Date
  /** Where a reader comes back to who pays for this order elsewhere. */
  toReturnUrl: (mandator: Mandator, orderNumber: string) => string
  onTrouble: (trouble: { at: string; code: string; chargeId?: string }) => void
  /** What was paid and is not kept. */
  payBack: (name: ChargeName) => Promise<unknown>
  onCardKept: (mandator: Mandator, methodId: string) => Promise<unknown>
  /** A refund that a provider had taken on came to nothing. */
  onRefundFailed: (
    refund: { mandator: Mandator; refundId: string },
    reason: string,
    within: SubscriptionDb,
  ) => Promise<unknown>
}

/** Paid, and to be given back. */
export const REFUND_OWED = 'REFUND_OWED'
const LEASE_MS = 60_000
/** A provider is not asked about the same charge more often. */
const LOOK_MS = 1000
/** Days a reader has for a transfer, and a bank for a debit. */
const TRANSFER_DAYS = 14

export type Charges = ReturnType<typeof createCharges>

export function createCharges(options: ChargesOptions) {
  const { database, sealing, now } = options
  const db = database.db as SubscriptionDb
  const listeners: ChargeListener[] = []
  const providers = new Map<string, Provider>(options.providers.map((provider) => [provider.name, provider]))
  const inTransaction = <T>(work: (within: SubscriptionDb) => Promise<T>): Promise<T> => db.transaction().execute(work)

  // --- Reading and writing rows

  async function get({ mandator, chargeId }: ChargeName, within: SubscriptionDb = db): Promise<Charge | null> {
    const row = await within
      .selectFrom('subscription.charges')
      .selectAll()
      .where('mandator', '=', mandator)
      .where('charge_id', '=', chargeId)
      .executeTakeFirst()
    return row === undefined ? null : toCharge(row)
  }

  /** Nobody else changes it until the transaction ends. */
  async function lock({ mandator, chargeId }: ChargeName, within: SubscriptionDb): Promise<Charge | null> {
    const row = await within
      .selectFrom('subscription.charges')
      .selectAll()
      .where('mandator', '=', mandator)
      .where('charge_id', '=', chargeId)
      .forUpdate()
      .executeTakeFirst()
    return row === undefined ? null : toCharge(row)
  }

  type Change = Partial<{
    state: ChargeState
    failure: string | null
    provider_reference: string | null
    redirect_url: string | null
    attempts: number
    settled_at: Date
    due_on: Day
    lease: null
    leased_until: Date | null
  }>

  async function change({ mandator, chargeId }: ChargeName, values: Change, within: SubscriptionDb): Promise<Charge> {
    const row = await within
      .updateTable('subscription.charges')
      .set({ ...values, changed_at: now() })
      .where('mandator', '=', mandator)
      .where('charge_id', '=', chargeId)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toCharge(row)
  }

  async function getMethod(mandator: Mandator, id: string, within: SubscriptionDb = db): Promise<PaymentMethod | null> {
    const row = await within
      .selectFrom('subscription.payment_methods')
      .selectAll()
      .where('mandator', '=', mandator)
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined ? null : toMethod(row)
  }

  /** The IBAN of a method; null: it has none, or the secret is another one. */
  async function openAccount(mandator: Mandator, id: string): Promise<string | null> {
    const row = await db
      .selectFrom('subscription.payment_methods')
      .select(['sealed_account', 'customer_id'])
      .where('mandator', '=', mandator)
      .where('id', '=', id)
      .executeTakeFirst()
    return row === undefined || row.sealed_account === null
      ? null
      : sealing.open(row.sealed_account, toOwner(mandator, row.customer_id, id))
  }

  // --- What happens to a charge

  async function keeps(charge: Charge, within: SubscriptionDb): Promise<boolean> {
    for (const listener of listeners) if ((await listener.mayKeep?.(charge, within)) === false) return false
    return true
  }

  /** The money is there. `amountCents` and `currency` as the provider said them, where it did. */
  async function settle(
    name: ChargeName,
    paid: { reference?: string | null; methodReference?: string | undefined; amountCents?: number; currency?: string },
    within: SubscriptionDb,
  ): Promise<Settled> {
    const before = await lock(name, within)
    if (before === null) return 'unknown'
    if (
      (paid.amountCents ?? before.amountCents) !== before.amountCents ||
      (paid.currency ?? 'eur').toLowerCase() !== 'eur'
    ) {
      options.onTrouble({ at: 'settle', code: 'AMOUNT_DIFFERS', chargeId: name.chargeId })
      return 'wrong-amount'
    }
    if (before.state === 'paid' || before.state === 'refunded') return 'settled-before'
    const isWanted = before.state !== 'cancelled' && before.failure !== REFUND_OWED && (await keeps(before, within))
    const charge = await change(
      name,
      {
        state: 'paid',
        settled_at: now(),
        failure: isWanted ? null : REFUND_OWED,
        redirect_url: null,
        lease: null,
        leased_until: null,
        ...(typeof paid.reference !== 'string' ? {} : { provider_reference: paid.reference }),
      },
      within,
    )
    if (paid.methodReference !== undefined) {
      await within
        .updateTable('subscription.payment_methods')
        .set({ provider_reference: paid.methodReference })
        .where('mandator', '=', name.mandator)
        .where('id', '=', charge.paymentMethodId)
        .execute()
    }
    if (isWanted) for (const listener of listeners) await listener.onPaid?.(charge, within)
    else if (before.state !== 'cancelled') for (const listener of listeners) await listener.onRefused?.(charge, within)
    return isWanted ? 'settled' : 'refused'
  }

  /** It did not come, or went back. Null: it was not asked for. */
  async function fail(name: ChargeName, reason: string, within: SubscriptionDb): Promise<Charge | null> {
    const before = await lock(name, within)
    return before === null || !['due', 'submitted', 'paid'].includes(before.state)
      ? null
      : failNow(before, reason, within)
  }

  async function failNow(before: Charge, reason: string, within: SubscriptionDb): Promise<Charge> {
    let charge = await change(
      before,
      {
        state: 'failed',
        failure: reason.slice(0, 60),
        redirect_url: null,
        attempts: before.attempts + 1,
        lease: null,
        leased_until: null,
      },
      within,
    )
    for (const listener of listeners) {
      await listener.onFailed?.(charge, before.state, within)
      charge = (await get(charge, within))!
      // Given up by the listener: nobody is reminded of it.
      if (charge.state !== 'failed') break
    }
    return charge
  }

  async function submit(
    name: ChargeName,
    outcome: Extract<CollectOutcome, { kind: 'promised' | 'waiting' }>,
    within: SubscriptionDb,
  ): Promise<void> {
    const before = await lock(name, within)
    if (before === null || (before.state !== 'due' && before.state !== 'failed')) return
    const isPromised = outcome.kind === 'promised'
    if (isPromised && !(await keeps(before, within))) {
      const given = await change(name, { state: 'cancelled', lease: null, leased_until: null }, within)
      for (const listener of listeners) await listener.onRefused?.(given, within)
      return
    }
    const charge = await change(
      name,
      {
        state: 'submitted',
        failure: null,
        provider_reference: outcome.reference,
        redirect_url: isPromised ? null : outcome.url,
        lease: null,
        leased_until: null,
        ...(isPromised ? { due_on: addDays(toDayKey(now()), TRANSFER_DAYS) } : {}),
      },
      within,
    )
    if (isPromised) for (const listener of listeners) await listener.onPromised?.(charge, within)
  }

  async function apply(
    name: ChargeName,
    outcome: CollectOutcome,
    attempt: number,
    within: SubscriptionDb,
  ): Promise<void> {
    switch (outcome.kind) {
      case 'paid':
        await settle(name, { reference: outcome.reference, methodReference: outcome.methodReference }, within)
        return
      case 'promised':
      case 'waiting':
        return submit(name, outcome, within)
      case 'failed': {
        // Somebody else may have taken the same answer down already.
        const current = await lock(name, within)
        if (current !== null && current.attempts === attempt && ['due', 'failed', 'submitted'].includes(current.state))
          await failNow(current, outcome.reason, within)
        return
      }
      case 'unknown':
        // Soon again, with the same key.
        await change(name, { leased_until: new Date(now().getTime() + 5000) }, within)
    }
  }

  /** The charge, mine to ask the provider about; `busy`: somebody else is. */
  async function claim(
    name: ChargeName,
    states: readonly ChargeState[],
  ): Promise<{ kind: 'claimed'; charge: Charge } | { kind: 'busy' | 'other'; charge: Charge } | null> {
    return inTransaction(async (within) => {
      const row = await within
        .selectFrom('subscription.charges')
        .selectAll()
        .where('mandator', '=', name.mandator)
        .where('charge_id', '=', name.chargeId)
        .forUpdate()
        .executeTakeFirst()
      if (row === undefined) return null
      const charge = toCharge(row)
      if (!states.includes(charge.state)) return { kind: 'other', charge }
      if (row.leased_until !== null && row.leased_until > now()) return { kind: 'busy', charge }
      await within
        .updateTable('subscription.charges')
        .set({ lease: randomUUID(), leased_until: new Date(now().getTime() + LEASE_MS) })
        .where('mandator', '=', name.mandator)
        .where('charge_id', '=', name.chargeId)
        .execute()
      return { kind: 'claimed', charge }
    })
  }

  /** Asks for the money, whatever came of it; a charge that is not due any more is answered as it is. */
  async function collect(name: ChargeName): Promise<Charge | Refusal> {
    const claimed = await claim(name, ['due', 'failed'])
    if (claimed === null) return notFound()
    if (claimed.kind !== 'claimed') return claimed.charge
    const { charge } = claimed
    const outcome = charge.amountCents === 0 ? ({ kind: 'paid', reference: null } as const) : await ask(charge)
    await inTransaction((within) => apply(name, outcome, charge.attempts, within))
    return (await get(name)) ?? notFound()
  }

  async function ask(charge: Charge): Promise<CollectOutcome> {
    const { mandator, chargeId, amountCents, description, orderNumber, kind } = charge
    const method = await getMethod(mandator, charge.paymentMethodId)
    const provider = providers.get(method?.provider ?? '')
    if (method === null || provider === undefined) {
      options.onTrouble({ at: 'collect', code: 'PROVIDER_OFF', chargeId })
      return { kind: 'unknown' }
    }
    const account = await openAccount(mandator, method.id)
    try {
      return await provider.collect({
        mandator,
        chargeId,
        key: `${chargeId}-${charge.attempts}`,
        amountCents,
        description,
        method: { kind: method.kind, providerReference: method.providerReference },
        openAccount: () => account,
        returnUrl: orderNumber !== null && kind === 'first' ? options.toReturnUrl(mandator, orderNumber) : null,
      })
    } catch {
      // The cause may name an account; that it happened is enough.
      options.onTrouble({ at: 'collect', code: 'PROVIDER_THREW', chargeId })
      return { kind: 'unknown' }
    }
  }

  /** Asks the provider what has become of a charge that waits; messages may be lost. */
  async function look(name: ChargeName): Promise<Charge | Refusal> {
    const at = now()
    const charge = await inTransaction(async (within) => {
      const row = await within
        .selectFrom('subscription.charges')
        .selectAll()
        .where('mandator', '=', name.mandator)
        .where('charge_id', '=', name.chargeId)
        .forUpdate()
        .executeTakeFirst()
      if (row === undefined) return null
      if (
        row.state !== 'submitted' ||
        row.provider_reference === null ||
        (row.looked_at !== null && row.looked_at.getTime() > at.getTime() - LOOK_MS)
      )
        return { ...toCharge(row), providerReference: null }
      await within
        .updateTable('subscription.charges')
        .set({ looked_at: at })
        .where('mandator', '=', name.mandator)
        .where('charge_id', '=', name.chargeId)
        .execute()
      return toCharge(row)
    })
    if (charge === null) return notFound()
    const method = await getMethod(name.mandator, charge.paymentMethodId)
    const provider = providers.get(method?.provider ?? '')
    if (charge.providerReference === null || provider?.look === undefined) return (await get(name)) ?? notFound()
    const outcome = await provider
      .look({
        reference: charge.providerReference,
        amountCents: charge.amountCents,
        mandator: name.mandator,
        chargeId: name.chargeId,
        url: charge.redirectUrl,
      })
      .catch((): CollectOutcome => ({ kind: 'unknown' }))
    if (outcome.kind === 'paid' || outcome.kind === 'failed')
      await inTransaction((within) => apply(name, outcome, charge.attempts, within))
    return (await get(name)) ?? notFound()
  }

  /** False: a message with this id was acted on before. */
  async function isNew(provider: string, eventId: string, within: SubscriptionDb): Promise<boolean> {
    const added = await within
      .insertInto('subscription.payment_events')
      .values({ provider, event_id: eventId, received_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst()
    return added !== undefined
  }

  return {
    /** Invoices, dunning and the like; in the order they were added, orders first. */
    listen: (listener: ChargeListener): void => void listeners.push(listener),

    get,
    lock,
    getMethod,
    openAccount,
    collect,
    look,
    settle,
    fail,

    /** In the transaction that opens the refund; `isRest`: nothing of what was paid is kept any more. */
    async giveBack(charge: Charge, refund: ChargeRefund, within: SubscriptionDb): Promise<void> {
      const after = refund.isRest
        ? await change(charge, { state: 'refunded', lease: null, leased_until: null }, within)
        : charge
      for (const listener of listeners) await listener.onRefunded?.(after, refund, within)
    },

    /** A debit that cannot be stopped any more: its money goes back as soon as it comes. */
    async refuseLater(name: ChargeName, within: SubscriptionDb): Promise<void> {
      await change(name, { failure: REFUND_OWED }, within)
    },

    /** Opens it, or answers the one that is there for this period. Collecting it is the next step, outside the transaction. */
    async open(charge: NewCharge, within: SubscriptionDb): Promise<Charge> {
      const added = await within
        .insertInto('subscription.charges')
        .values(toChargeRow(charge, now()))
        .onConflict((conflict) => conflict.columns(['mandator', 'subscription_id', 'kind', 'period_from']).doNothing())
        .returningAll()
        .executeTakeFirst()
      if (added !== undefined) return toCharge(added)
      const row = await within
        .selectFrom('subscription.charges')
        .selectAll()
        .where('mandator', '=', charge.mandator)
        .where('subscription_id', '=', charge.subscriptionId)
        .where('kind', '=', charge.kind)
        .where('period_from', '=', charge.periodFrom)
        .executeTakeFirstOrThrow()
      return toCharge(row)
    },

    /** Gives up what was not paid; money that comes all the same goes back. */
    async cancel(name: ChargeName, within: SubscriptionDb): Promise<Charge | null> {
      const before = await lock(name, within)
      if (before === null || !['due', 'submitted', 'failed'].includes(before.state)) return null
      return change(name, { state: 'cancelled', redirect_url: null, lease: null, leased_until: null }, within)
    },

    /** A provider's message: checked, acted on once. */
    async receive(
      providerName: string,
      payload: string,
      signature: string,
    ): Promise<'acted' | 'known' | 'ignored' | Refusal> {
      const provider = providers.get(providerName)
      if (provider?.readEvent === undefined) return problem(404, 'NOT_FOUND', 'No such provider')
      const event = provider.readEvent(payload, signature, now())
      if (event === null) return problem(400, 'BAD_SIGNATURE', 'The message is not signed by the provider')
      if (event.kind === 'ignored') return 'ignored'
      if (event.kind === 'refund-failed') {
        return inTransaction(async (within) => {
          if (!(await isNew(providerName, event.id, within))) return 'known'
          await options.onRefundFailed(event, event.reason, within)
          return 'acted'
        })
      }
      if (event.kind === 'card-kept') {
        if (!(await isNew(providerName, event.id, db))) return 'known'
        await options.onCardKept(event.mandator, event.methodId)
        return 'acted'
      }
      const name = { mandator: event.mandator, chargeId: event.chargeId }
      const outcome = await inTransaction(async (within): Promise<'acted' | 'known' | Settled> => {
        if (!(await isNew(providerName, event.id, within))) return 'known'
        const charge = await lock(name, within)
        // A charge of another provider cannot be settled by this one.
        if (
          charge === null ||
          (await getMethod(name.mandator, charge.paymentMethodId, within))?.provider !== providerName
        )
          return 'unknown'
        if (event.kind === 'paid') return settle(name, event, within)
        // Late news about a payment that came all the same.
        if (charge.state !== 'paid') await fail(name, event.reason, within)
        return 'acted'
      })
      if (outcome === 'refused') await options.payBack(name)
      return outcome === 'known' ? 'known' : outcome === 'unknown' ? 'ignored' : 'acted'
    },

    /** What a crash left: charges of orders nobody asked the provider about, and money that has to go back. */
    async listUnfinished(limit: number): Promise<(ChargeName & { isOwedBack: boolean })[]> {
      const rows = await db
        .selectFrom('subscription.charges')
        .select(['mandator', 'charge_id', 'state'])
        .where((eb) =>
          eb.or([
            eb.and([eb('state', '=', 'due'), eb('kind', '=', 'first'), eb('order_number', 'is not', null)]),
            eb.and([eb('state', '=', 'paid'), eb('failure', '=', REFUND_OWED)]),
          ]),
        )
        .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now())]))
        .orderBy('created_at')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        mandator: row.mandator as Mandator,
        chargeId: row.charge_id,
        isOwedBack: row.state === 'paid',
      }))
    },

    /** What waits for a provider's word since `before`. */
    async listWaiting(before: Date, limit: number): Promise<ChargeName[]> {
      const rows = await db
        .selectFrom('subscription.charges as c')
        .innerJoin('subscription.payment_methods as m', (join) =>
          join.onRef('m.mandator', '=', 'c.mandator').onRef('m.id', '=', 'c.payment_method_id'),
        )
        .select(['c.mandator', 'c.charge_id'])
        .where('c.state', '=', 'submitted')
        .where('c.provider_reference', 'is not', null)
        .where('m.provider', 'in', ['test-bank', 'stripe'])
        .where('c.changed_at', '<', before)
        .where((eb) => eb.or([eb('c.looked_at', 'is', null), eb('c.looked_at', '<', before)]))
        .orderBy('c.changed_at')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ mandator: row.mandator as Mandator, chargeId: row.charge_id }))
    },

    /** Newest first. */
    async list(mandator: Mandator, customerId: string, limit = 500): Promise<Charge[]> {
      const rows = await db
        .selectFrom('subscription.charges')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .orderBy('created_at', 'desc')
        .orderBy('charge_id')
        .limit(limit)
        .execute()
      return rows.map(toCharge)
    },
  }
}

/** Whose account it is, for the seal. */
export function toOwner(mandator: string, customerId: string, methodId: string): string {
  return `${mandator} ${customerId} ${methodId}`
}

export function toChargeView(charge: Charge): ChargeView {
  const {
    chargeId,
    subscriptionId,
    orderNumber,
    kind,
    state,
    amountCents,
    vatPercent,
    description,
    periodFrom,
    periodTo,
    dueOn,
    failure,
    settledAt,
  } = charge
  return {
    id: chargeId,
    subscriptionId,
    orderNumber,
    kind,
    state,
    amountCents,
    vatPercent,
    description,
    periodFrom,
    periodTo,
    dueOn,
    failure,
    settledAt: settledAt?.toISOString() ?? null,
  }
}

export function toMethod(row: Selectable<SubscriptionTables['subscription.payment_methods']>): PaymentMethod {
  return {
    mandator: row.mandator as Mandator,
    id: row.id,
    customerId: row.customer_id,
    kind: row.kind as PaymentKind,
    provider: row.provider as PaymentProvider,
    holder: row.holder,
    label: row.label,
    mandateReference: row.mandate_reference,
    mandateSignedOn: row.mandate_signed_on,
    providerReference: row.provider_reference,
    hasAccount: row.sealed_account !== null,
    isActive: row.is_active,
  }
}

export function toChargeRow(charge: NewCharge, at: Date) {
  const chargeId = `Z-${randomBytes(12).toString('hex')}`
  const { isPaid = false } = charge
  return {
    mandator: charge.mandator,
    charge_id: chargeId,
    customer_id: charge.customerId,
    subscription_id: charge.subscriptionId,
    order_number: charge.orderNumber,
    payment_method_id: charge.paymentMethodId,
    kind: charge.kind,
    period_from: charge.periodFrom,
    period_to: charge.periodTo,
    amount_cents: charge.amountCents,
    vat_percent: charge.vatPercent,
    description: charge.description,
    state: isPaid ? 'paid' : 'due',
    due_on: charge.dueOn,
    next_attempt_on: null,
    failure: null,
    provider_reference: isPaid ? `test-${chargeId}-0` : null,
    created_at: at,
    changed_at: at,
    settled_at: isPaid ? at : null,
  }
}

export function toCharge(row: Selectable<SubscriptionTables['subscription.charges']>): Charge {
  return {
    mandator: row.mandator as Mandator,
    chargeId: row.charge_id,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    orderNumber: row.order_number,
    paymentMethodId: row.payment_method_id,
    kind: row.kind as ChargeKind,
    periodFrom: row.period_from,
    periodTo: row.period_to,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    vatPercent: row.vat_percent,
    description: row.description,
    state: row.state as ChargeState,
    dueOn: row.due_on,
    attempts: row.attempts,
    nextAttemptOn: row.next_attempt_on,
    reminders: row.reminders,
    failure: row.failure,
    providerReference: row.provider_reference,
    redirectUrl: row.redirect_url,
    settledAt: row.settled_at,
  }
}

function notFound(): Refusal {
  return problem(404, 'NOT_FOUND', 'No such charge')
}
