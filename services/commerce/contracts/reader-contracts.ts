/**
 * What readers do with their own contracts: look, cancel and think better of it, pause, change the plan, pay in another
 * way. Promises: a contract of somebody else is never found; the day and the amount a reader confirmed are the ones that
 * hold, or nothing happens; each change is one transaction with its letter. What needs money is done when it is there.
 */
import type { ContractView, DocumentView, PaymentChange, PlanOption } from '@lokalteil/contracts/billing'
import type { Offer } from '@lokalteil/contracts/subscription'
import {
  decidePause,
  DUNNING,
  getEarliestEnd,
  getNextPeriod,
  getPeriodOn,
  quoteSwitch,
  type Switch,
} from '@lokalteil/domain/commerce/billing'
import { namesContract } from '@lokalteil/domain/commerce/contract-rights'
import { formatDate, formatPrice, toDayKey } from '@lokalteil/domain/german'
import { isForBookkeeping, type NewLine } from '@lokalteil/domain/commerce/invoices'
import { listTermTexts } from '@lokalteil/domain/commerce/offer-terms'
import type { PaymentInput, Quote } from '@lokalteil/domain/commerce/orders'
import { PUBLICATIONS, type Mandator } from '@lokalteil/domain/publication/publications'
import { addDays, dayBefore, type Day } from '@lokalteil/domain/commerce/subscriptions'
import type { Database } from '../../platform/database.ts'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { Billing } from '../billing/billing.ts'
import type { CardSetups, Kept } from '../payments/card-setups.ts'
import { toCharge, type Charges } from '../billing/charges.ts'
import {
  changeContract,
  getPaidPeriod,
  isBilled,
  lockContract,
  payWith,
  toChange,
  toPlan,
  toTerms,
  type ContractRow,
  type PlannedChange,
} from './contract-rows.ts'
import { renderInvoicePdf, renderXRechnung, renderZugferd } from '../documents/invoice-documents.ts'
import type { Invoices } from '../documents/invoices.ts'
import type { CoinOwner } from '../coins/ledger.ts'
import type { Orders } from '../orders/orders.ts'
import type { Provider } from '../payments/payment-providers.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { SubscriptionStore } from '../store.ts'

const HOUR = 3_600_000
/** Attempts to pay: enough for a typing error, too few to try cards out. */
const PAYMENT_LIMIT = { count: 6, windowMs: HOUR } as const

type Declared = Awaited<ReturnType<SubscriptionStore['listDeclarationsFor']>>

export type ReaderContracts = ReturnType<typeof createReaderContracts>
export type ReaderContractsOptions = {
  database: Database
  store: SubscriptionStore
  charges: Charges
  invoices: Invoices
  billing: Billing
  setups: CardSetups
  orders: Pick<Orders, 'addMethod' | 'checkPayment'>
  providers: readonly Provider[]
  now: () => Date
}

export function createReaderContracts({
  database,
  store,
  charges,
  invoices,
  billing,
  setups,
  orders,
  providers,
  now,
}: ReaderContractsOptions) {
  const db = database.db as SubscriptionDb
  const inTransaction = <T>(work: (within: SubscriptionDb) => Promise<T>): Promise<T> => db.transaction().execute(work)
  const today = (): Day => toDayKey(now())

  /** The first provider of each kind, as in an order; one at whose page nothing but an order can be paid is left out. */
  const payments = providers
    .filter(({ leavesSite, openSetup }) => !leavesSite || openSetup !== undefined)
    .flatMap(({ name, kinds, isTest, leavesSite }) =>
      kinds.map((kind) => ({ kind, provider: name, isTest, leavesSite })),
    )
    .filter(({ kind }, index, all) => all.findIndex((one) => one.kind === kind) === index)

  // --- Looking

  async function listRows({ mandator, customerId }: CoinOwner): Promise<ContractRow[]> {
    return db
      .selectFrom('subscription.subscriptions')
      .selectAll()
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .where('kind', '<>', 'coins')
      .where('state', '<>', 'ordered')
      .orderBy('starts_on', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
  }

  async function toView(
    row: ContractRow,
    offers: readonly Offer[],
    held: readonly ContractRow[],
    declared: Declared,
  ): Promise<ContractView> {
    const mandator = row.mandator as Mandator
    const [day, terms, state] = [today(), toTerms(row), billing.stateOf(row)]
    const billed = isBilled(row)
    const isOver = state === 'ended'
    const [method, failing] = await Promise.all([
      row.payment_method_id === null ? null : charges.getMethod(mandator, row.payment_method_id),
      db
        .selectFrom('subscription.charges')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('subscription_id', '=', row.id)
        .where('state', '=', 'failed')
        .where('failed_on', 'is not', null)
        .orderBy('failed_on')
        .execute(),
    ])
    const next = isOver || state === 'cancelled' || row.price_cents === null ? null : getNextPeriod(terms, day)
    const planned = toChange(row)
    const pausing = decidePause(terms, 1, row.last_paused_on, billed && state === 'active' && planned === null, day)
    const period = isOver || state === 'paused' ? null : getPeriodOn(terms, day)
    const since = failing[0]?.failed_on ?? null
    return {
      id: row.id,
      kind: row.kind as ContractView['kind'],
      name: row.product_name,
      state,
      priceCents: row.price_cents,
      periodMonths: row.period_months,
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      resumesOn: row.resumes_on,
      period: period === null ? null : { from: period.from, to: period.to },
      nextCharge:
        next === null || next.cents === 0
          ? null
          : {
              on: next.from,
              cents: planned?.kind === 'later' && planned.from <= next.from ? planned.plan.priceCents : next.cents,
            },
      declared: isOver ? null : toDeclared(row, declared),
      isBilled: billed,
      earliestEnd: mayCancel(row, state) ? getEarliestEnd(terms, day) : null,
      isCancellationUndoable: mayUndo(row, state),
      pause: terms.pause,
      pauseFrom: pausing.kind === 'pause' ? pausing.from : null,
      change:
        planned?.kind === 'later'
          ? { name: planned.plan.name, from: planned.from, priceCents: planned.plan.priceCents }
          : null,
      plans: billed && planned === null ? await listPlans(row, offers, held) : [],
      payment: method === null ? null : { kind: method.kind, label: method.label },
      payments: billed && !isOver ? payments : [],
      open:
        since === null || isOver
          ? null
          : {
              cents: failing.reduce((sum, one) => sum + one.amount_cents, 0),
              since,
              endsOn: addDays(since, DUNNING.endDays),
            },
    }
  }

  function mayCancel(row: ContractRow, state: ContractView['state']): boolean {
    return (
      isBilled(row) &&
      row.renewal === 'open-ended' &&
      row.ends_on === null &&
      ['active', 'paused', 'payment_failed'].includes(state)
    )
  }

  function mayUndo(row: ContractRow, state: ContractView['state']): boolean {
    return (
      isBilled(row) &&
      row.cancelled_on !== null &&
      row.ends_on !== null &&
      row.ends_on >= today() &&
      (state === 'cancelled' || state === 'payment_failed')
    )
  }

  /** What the reader has already is not offered again. */
  async function listPlans(
    row: ContractRow,
    offers: readonly Offer[],
    held: readonly ContractRow[],
  ): Promise<PlanOption[]> {
    const [paid, taken] = [
      await getPaidPeriod(row, today(), db),
      new Set(held.filter((one) => one.id !== row.id && billing.stateOf(one) !== 'ended').map((one) => one.offer_id)),
    ]
    return offers.flatMap((offer): PlanOption[] => {
      if (taken.has(offer.id) || offer.kind === 'topic' || offer.kind === 'coins') return []
      const quote = quoteOf(row, offer, paid)
      if (quote.kind === 'refused' || offer.periodMonths === null) return []
      return [
        {
          offerId: offer.id,
          name: offer.name,
          periodMonths: offer.periodMonths,
          priceCents: offer.priceCents,
          kind: quote.kind,
          from: quote.from,
          creditCents: quote.kind === 'at-once' ? quote.creditCents : 0,
          dueCents: quote.kind === 'at-once' ? quote.dueCents : 0,
        },
      ]
    })
  }

  function quoteOf(row: ContractRow, offer: Offer, paid: Awaited<ReturnType<typeof getPaidPeriod>>) {
    // A debit on its way may come back: nothing is credited for money that is not there.
    return quoteSwitch(
      toTerms(row),
      toPlan(row),
      offer,
      paid?.state === 'paid' ? paid : null,
      billing.stateOf(row) === 'active' && (paid === null || paid.state === 'paid'),
      today(),
    )
  }

  async function viewOf(owner: CoinOwner, id: string): Promise<ContractView | Refusal> {
    const [rows, catalogue, declared] = await Promise.all([
      listRows(owner),
      store.getCatalogue(owner.mandator),
      store.listDeclarationsFor(owner.mandator, owner.customerId),
    ])
    const row = rows.find((one) => one.id === id)
    return row === undefined ? notFound() : toView(row, catalogue?.offers ?? [], rows, declared)
  }

  // --- Changing

  /** The reader's contract, locked; whoever asks for another's is told there is none. */
  async function lockOwn(
    { mandator, customerId }: CoinOwner,
    id: string,
    within: SubscriptionDb,
  ): Promise<ContractRow | null> {
    const row = await lockContract({ mandator, id }, within)
    return row === null || row.customer_id !== customerId || row.kind === 'coins' ? null : row
  }

  async function alter(
    owner: CoinOwner,
    id: string,
    work: (row: ContractRow, within: SubscriptionDb) => Promise<Refusal | undefined>,
  ): Promise<ContractView | Refusal> {
    const refused = await inTransaction(async (within) => {
      const row = await lockOwn(owner, id, within)
      return row === null ? notFound() : work(row, within)
    })
    return refused ?? viewOf(owner, id)
  }

  const change = (row: ContractRow, values: Parameters<typeof changeContract>[1], within: SubscriptionDb) =>
    changeContract({ mandator: row.mandator as Mandator, id: row.id }, values, now(), within)

  function cancel(owner: CoinOwner, id: string, confirmedEnd: Day): Promise<ContractView | Refusal> {
    return alter(owner, id, async (row, within) => {
      // Sent twice: it is done.
      if (row.cancelled_on !== null && row.ends_on === confirmedEnd) return undefined
      const state = billing.stateOf(row)
      const end = mayCancel(row, state) ? getEarliestEnd(toTerms(row), today()) : null
      if (end === null) return notPossible('The contract cannot be cancelled, or is already')
      if (end !== confirmedEnd)
        return { ...problem(409, 'END_CHANGED', 'The contract ends on another day'), fields: { endsOn: end } }
      const hasBegun = row.pause_from !== null && row.pause_from <= today()
      await change(
        row,
        {
          ends_on: end,
          cancelled_on: today(),
          change: null,
          pause_from: null,
          resumes_on: null,
          ...(hasBegun ? { last_paused_on: row.pause_from } : {}),
          state: state === 'payment_failed' ? 'payment_failed' : 'cancelled',
        },
        within,
      )
      await billing.notify(row, '', { kind: 'cancelled', on: today(), until: end }, within)
      return undefined
    })
  }

  function undoCancellation(owner: CoinOwner, id: string): Promise<ContractView | Refusal> {
    return alter(owner, id, async (row, within) => {
      if (!mayUndo(row, billing.stateOf(row))) return notPossible('There is no cancellation to take back')
      await change(
        row,
        {
          ends_on: null,
          cancelled_on: null,
          state: row.state === 'payment_failed' ? 'payment_failed' : 'active',
          looked_on: null,
        },
        within,
      )
      await billing.notify(row, '', { kind: 'cancellation-undone' }, within)
      return undefined
    })
  }

  function pause(owner: CoinOwner, id: string, months: number): Promise<ContractView | Refusal> {
    return alter(owner, id, async (row, within) => {
      const decided = decidePause(
        toTerms(row),
        months,
        row.last_paused_on,
        isBilled(row) && billing.stateOf(row) === 'active' && toChange(row) === null,
        today(),
      )
      if (decided.kind === 'refused')
        return { ...notPossible('The contract cannot be paused now'), fields: { reason: decided.reason } }
      await change(row, { pause_from: decided.from, resumes_on: decided.resumesOn }, within)
      await billing.notify(row, '', { kind: 'paused', on: decided.from, until: decided.resumesOn }, within)
      return undefined
    })
  }

  async function resume(owner: CoinOwner, id: string): Promise<ContractView | Refusal> {
    const altered = await alter(owner, id, async (row, within) => {
      if (row.pause_from === null || row.resumes_on === null) return notPossible('There is no pause')
      if (row.pause_from > today()) await change(row, { pause_from: null, resumes_on: null }, within)
      else {
        await change(
          row,
          {
            state: 'active',
            counted_from: today(),
            last_paused_on: row.pause_from,
            pause_from: null,
            resumes_on: null,
          },
          within,
        )
        await billing.notify(row, '', { kind: 'resumed', on: today() }, within)
      }
      return undefined
    })
    if (isRefusal(altered)) return altered
    await billing.advanceNow({ mandator: owner.mandator, id })
    return viewOf(owner, id)
  }

  async function changePlan(
    owner: CoinOwner,
    id: string,
    offerId: string,
    confirmedCents: number,
  ): Promise<ContractView | Refusal> {
    const offer = await store.getOffer(owner.mandator, offerId)
    if (offer === null) return notFound()
    const planned = await inTransaction(async (within): Promise<{ chargeId: string | null } | Refusal> => {
      const row = await lockOwn(owner, id, within)
      if (row === null) return notFound()
      if (toChange(row) !== null || !isBilled(row)) return notPossible('Another change is waiting')
      const others = await within
        .selectFrom('subscription.subscriptions')
        .selectAll()
        .where('mandator', '=', owner.mandator)
        .where('customer_id', '=', owner.customerId)
        .where('offer_id', '=', offerId)
        .execute()
      if (
        others.some((one) => billing.stateOf(one) !== 'ended' && one.state !== 'ordered') ||
        offer.kind === 'topic' ||
        offer.kind === 'coins'
      )
        return notPossible('The reader has this already')
      const quote = quoteOf(row, offer, await getPaidPeriod(row, today(), within))
      if (quote.kind === 'refused')
        return { ...notPossible('The contract cannot become this one now'), fields: { reason: quote.reason } }
      const dueCents = quote.kind === 'at-once' ? quote.dueCents : 0
      if (dueCents !== confirmedCents)
        return { ...problem(409, 'PRICE_CHANGED', 'Another amount is due'), fields: { dueCents: String(dueCents) } }
      const { priceCents, vatPercent, periodMonths, termMonths, noticeMonths, renewal, roles, name, kind } = offer
      const next: PlannedChange = {
        kind: quote.kind,
        from: quote.from,
        plan: {
          id: offer.id,
          kind,
          name,
          priceCents,
          vatPercent,
          periodMonths,
          termMonths,
          noticeMonths,
          renewal,
          roles,
        },
        dueCents,
      }
      await change(row, { change: JSON.stringify(next) }, within)
      if (quote.kind === 'later') {
        await billing.notify(
          row,
          '',
          { kind: 'switched', on: quote.from, until: dayBefore(quote.from), cents: priceCents, other: name },
          within,
        )
        return { chargeId: null }
      }
      return { chargeId: await openChange(row, offer, quote, within) }
    })
    if (isRefusal(planned)) return planned
    if (planned.chargeId !== null) {
      const charge = await charges.collect({ mandator: owner.mandator, chargeId: planned.chargeId })
      // The listeners have put everything back.
      if (isRefusal(charge) || charge.state === 'cancelled' || charge.state === 'failed')
        return problem(402, 'PAYMENT_FAILED', 'The payment was refused; nothing has changed')
    }
    return viewOf(owner, id)
  }

  /** Once a day for a contract; an attempt that failed today is used again, with another key. */
  async function openChange(
    row: ContractRow,
    offer: Offer,
    quote: Extract<Switch, { kind: 'at-once' }>,
    within: SubscriptionDb,
  ): Promise<string> {
    const lines: NewLine[] = [
      { text: offer.name, from: quote.from, to: quote.to, grossCents: quote.priceCents, vatPercent: offer.vatPercent },
      ...(quote.creditCents === 0
        ? []
        : [
            {
              text: `Gutschrift für nicht genutzte Zeit: ${row.product_name}`,
              from: quote.from,
              to: (await getPaidPeriod(row, today(), within))?.to ?? quote.from,
              grossCents: -quote.creditCents,
              vatPercent: row.vat_percent ?? offer.vatPercent,
            },
          ]),
    ]
    const charge = await charges.open(
      {
        mandator: row.mandator as Mandator,
        customerId: row.customer_id,
        subscriptionId: row.id,
        orderNumber: null,
        paymentMethodId: row.payment_method_id!,
        kind: 'change',
        periodFrom: quote.from,
        periodTo: quote.to,
        amountCents: quote.dueCents,
        vatPercent: offer.vatPercent,
        description: offer.name,
        dueOn: today(),
      },
      within,
    )
    await within
      .updateTable('subscription.charges')
      .set({
        lines: JSON.stringify(lines),
        ...(charge.state === 'cancelled'
          ? {
              state: 'due',
              amount_cents: quote.dueCents,
              vat_percent: offer.vatPercent,
              description: offer.name,
              period_to: quote.to,
              payment_method_id: row.payment_method_id!,
              failure: null,
            }
          : {}),
      })
      .where('mandator', '=', charge.mandator)
      .where('charge_id', '=', charge.chargeId)
      .execute()
    return charge.chargeId
  }

  function undoPlanChange(owner: CoinOwner, id: string): Promise<ContractView | Refusal> {
    return alter(owner, id, async (row, within) => {
      if (toChange(row)?.kind !== 'later') return notPossible('There is no change to give up')
      await change(row, { change: null }, within)
      return undefined
    })
  }

  async function mayPay({ mandator, customerId }: CoinOwner): Promise<Refusal | null> {
    const { windowMs, count } = PAYMENT_LIMIT
    return (await store.count(`pay ${mandator} ${customerId}`, now(), windowMs, count))
      ? null
      : problem(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts to pay', { 'retry-after': '3600' })
  }

  async function changePayment(owner: CoinOwner, id: string, payment: PaymentInput): Promise<PaymentChange | Refusal> {
    const limited = await mayPay(owner)
    if (limited !== null) return limited
    const row = (await listRows(owner)).find((one) => one.id === id)
    if (row === undefined) return notFound()
    if (!isBilled(row) || billing.stateOf(row) === 'ended') return notPossible('The contract is not paid here')
    const checked = orders.checkPayment({ kind: row.kind as Offer['kind'] }, payment)
    if (isRefusal(checked)) return checked
    if (checked.provider.leavesSite) {
      const opened = await setups.open(owner, row, checked)
      if (isRefusal(opened)) return opened
      const contract = await viewOf(owner, id)
      return isRefusal(contract) ? contract : { contract, outcome: 'leave', redirectUrl: opened.url }
    }
    await inTransaction(async (within) => {
      const own = await lockOwn(owner, id, within)
      if (own === null) throw new Error('A contract has vanished')
      const method = await orders.addMethod(owner, checked, within)
      await payWith(own, method.id, now(), within)
    })
    return payNow(owner, id)
  }

  /** Asks for everything that failed; access comes back with the last of it. */
  async function payNow(owner: CoinOwner, id: string): Promise<PaymentChange | Refusal> {
    const failing = await db
      .selectFrom('subscription.charges')
      .selectAll()
      .where('mandator', '=', owner.mandator)
      .where('customer_id', '=', owner.customerId)
      .where('subscription_id', '=', id)
      .where('state', '=', 'failed')
      .where('failed_on', 'is not', null)
      .orderBy('created_at')
      .execute()
    let hasFailed = false
    for (const row of failing) {
      const charge = await charges.collect(toCharge(row))
      if (isRefusal(charge) || charge.state === 'failed') hasFailed = true
    }
    if (failing.length > 0 && !hasFailed) await billing.advanceNow({ mandator: owner.mandator, id })
    const contract = await viewOf(owner, id)
    return isRefusal(contract)
      ? contract
      : { contract, outcome: failing.length === 0 ? 'saved' : hasFailed ? 'failed' : 'paid', redirectUrl: null }
  }

  /** What failed is asked for with the card that was waited for. */
  async function payKept(kept: readonly Kept[]): Promise<void> {
    for (const { subscriptionId, ...owner } of kept) await payNow(owner, subscriptionId)
  }

  // --- Papers

  async function listDocuments({ mandator, customerId }: CoinOwner): Promise<DocumentView[]> {
    const [written, ordered] = await Promise.all([
      invoices.list(mandator, customerId),
      db
        .selectFrom('subscription.orders')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .where('state', '=', 'completed')
        .orderBy('placed_at', 'desc')
        .limit(200)
        .execute(),
    ])
    const papers: DocumentView[] = [
      ...written.map((invoice): DocumentView => ({
        kind: invoice.kind,
        number: invoice.number,
        issuedOn: invoice.issuedOn,
        about: invoice.contract,
        grossCents: invoice.sums.grossCents,
        formats: isForBookkeeping(invoice.buyer) ? ['pdf', 'zugferd', 'xrechnung'] : ['pdf'],
      })),
      ...ordered.map((order): DocumentView => ({
        kind: 'order',
        number: order.order_number,
        issuedOn: toDayKey(order.placed_at),
        about: (order.quote as Quote).offer.name,
        grossCents: (order.quote as Quote).dueCents,
        formats: ['txt'],
      })),
    ]
    return papers.toSorted((a, b) => (a.issuedOn === b.issuedOn ? 0 : a.issuedOn < b.issuedOn ? 1 : -1))
  }

  async function getDocument(
    { mandator, customerId }: CoinOwner,
    number: string,
    format: DocumentView['formats'][number],
  ): Promise<{ fileName: string; mediaType: string; base64: string } | Refusal> {
    if (format === 'txt') {
      const order = await db
        .selectFrom('subscription.orders')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .where('order_number', '=', number)
        .where('state', '=', 'completed')
        .executeTakeFirst()
      if (order === undefined) return notFound()
      const text = toOrderText(
        mandator,
        order.order_number,
        customerId,
        order.placed_at,
        order.quote as Quote,
        order.offer as Offer,
      )
      return {
        fileName: `Bestellung-${number}.txt`,
        mediaType: 'text/plain; charset=utf-8',
        base64: Buffer.from(text).toString('base64'),
      }
    }
    const invoice = await invoices.get(mandator, customerId, number)
    if (invoice === null || (format !== 'pdf' && !isForBookkeeping(invoice.buyer))) return notFound()
    if (format === 'xrechnung')
      return {
        fileName: `${number}.xml`,
        mediaType: 'application/xml',
        base64: Buffer.from(await renderXRechnung(invoice)).toString('base64'),
      }
    const pdf = format === 'pdf' ? await renderInvoicePdf(invoice) : await renderZugferd(invoice)
    return {
      fileName: `${number}${format === 'pdf' ? '' : '-zugferd'}.pdf`,
      mediaType: 'application/pdf',
      base64: Buffer.from(pdf).toString('base64'),
    }
  }

  return {
    async list(owner: CoinOwner): Promise<ContractView[]> {
      await payKept(await setups.lookOf(owner))
      const [rows, catalogue, declared] = await Promise.all([
        listRows(owner),
        store.getCatalogue(owner.mandator),
        store.listDeclarationsFor(owner.mandator, owner.customerId),
      ])
      return Promise.all(rows.map((row) => toView(row, catalogue?.offers ?? [], rows, declared)))
    },
    cancel,
    undoCancellation,
    pause,
    resume,
    changePlan,
    undoPlanChange,
    changePayment,
    async payOpen(owner: CoinOwner, id: string): Promise<PaymentChange | Refusal> {
      return (await mayPay(owner)) ?? payNow(owner, id)
    },
    /** A provider says that a card it was asked to keep is there. */
    onCardKept: async (mandator: Mandator, methodId: string): Promise<void> =>
      payKept(await setups.lookFor(mandator, methodId)),
    /** The same, where the message was lost. */
    lookForCards: async (): Promise<void> => payKept(await setups.lookAll()),
    listDocuments,
    getDocument,
  }
}

/** The newest that names the contract; one that a cancellation of the contract has followed is done with. */
function toDeclared(row: ContractRow, { declarations, ordersOf }: Declared): ContractView['declared'] {
  const contract = { orderNumbers: ordersOf.get(row.id) ?? [], customerId: row.customer_id }
  const found = declarations.find(
    ({ declaration, receivedAt }) =>
      namesContract(declaration.contract, contract) &&
      (row.cancelled_on === null || row.cancelled_on < toDayKey(new Date(receivedAt))),
  )
  return found === undefined ? null : { right: found.right, number: found.number, receivedAt: found.receivedAt }
}

/** What was agreed, to be kept (§ 312f BGB). */
function toOrderText(
  mandator: Mandator,
  number: string,
  customerId: string,
  placedAt: Date,
  quote: Quote,
  offer: Offer,
): string {
  const day = (key: Day) => formatDate(new Date(`${key}T12:00:00Z`))
  const { period, next, dueCents, vatCents, earliestEnd } = quote
  return [
    `Bestellbestätigung ${number}`,
    `${PUBLICATIONS[mandator].name}, Kundennummer ${customerId}`,
    `Bestellt am ${formatDate(placedAt)}`,
    '',
    offer.name,
    ...(offer.description === '' ? [] : [offer.description]),
    `Zeitraum: ab ${day(period.from)}${period.to === null ? '' : ` bis ${day(period.to)}`}`,
    `Bezahlt für diesen Zeitraum: ${formatPrice(dueCents)}, darin ${formatPrice(vatCents)} Umsatzsteuer (${offer.vatPercent} %)`,
    ...(next === null ? [] : [`Danach: ${formatPrice(next.cents)} ab ${day(next.on)}`]),
    ...(period.to === null ? [] : listTermTexts(offer, earliestEnd)),
    '',
    'Kündigen: /kuendigen. Widerrufen, 14 Tage lang: /widerrufen.',
    '',
  ].join('\r\n')
}

function notFound(): Refusal {
  return problem(404, 'NOT_FOUND', 'The reader has no such contract')
}

function notPossible(text: string): Refusal {
  return problem(409, 'NOT_POSSIBLE', text)
}
