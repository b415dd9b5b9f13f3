/** Contracts as readers see them, with the changes that each allows. */
import type { ContractView, PlanOption } from '@lokalteil/contracts/commerce/billing'
import type { Offer } from '@lokalteil/contracts/commerce'
import {
  decidePause,
  DUNNING,
  getEarliestEnd,
  getNextPeriod,
  getPeriodOn,
  quoteSwitch,
  type Terms,
} from '@lokalteil/domain/commerce/billing'
import { namesContract } from '@lokalteil/domain/commerce/contract-rights'
import { toChargePeriod } from '@lokalteil/domain/commerce/orders'
import { addDays, type Day } from '@lokalteil/domain/commerce/subscriptions'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Refusal } from '../../platform/serve.ts'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import { getCatalogue } from '../offers/catalogue.ts'
import { getPaymentMethod } from '../payments/payment-method-store.ts'
import type { Provider } from '../payments/payment-providers.ts'
import type { ChargeRow, ContractRow } from '../schema.ts'
import { getPaidPeriod, hasChangedOn, isBilled, stateOf, toChange, toPlan, toTerms } from './contract-rows.ts'
import { listDeclarationsFor } from './declaration-store.ts'
import { listContractsOf, listFailing } from './reader-contract-store.ts'
import { notFound } from './refusals.ts'

type Declared = Awaited<ReturnType<typeof listDeclarationsFor>>

export async function listContracts(context: CommerceContext, owner: Owner): Promise<ContractView[]> {
  const held = await readHeld(context, owner)
  return Promise.all(held.rows.map((row) => toContractView(context, row, held)))
}

export async function viewContract(
  context: CommerceContext,
  owner: Owner,
  id: string,
): Promise<ContractView | Refusal> {
  const held = await readHeld(context, owner)
  const row = held.rows.find((one) => one.id === id)
  return row === undefined ? notFound() : toContractView(context, row, held)
}

type Held = { rows: ContractRow[]; offers: readonly Offer[]; declared: Declared }

async function readHeld(context: CommerceContext, owner: Owner): Promise<Held> {
  const [rows, catalogue, declared] = await Promise.all([
    listContractsOf(owner, context.db),
    getCatalogue(context, owner.publication),
    listDeclarationsFor(owner.publication, owner.customerId, context.db),
  ])
  return { rows, offers: catalogue.offers, declared }
}

async function toContractView(
  context: CommerceContext,
  row: ContractRow,
  { rows, offers, declared }: Held,
): Promise<ContractView> {
  const publication = row.mandator as PublicationCode
  const [day, terms, state] = [context.today(), toTerms(row), stateOf(row, context.today())]
  const billed = isBilled(row)
  const isOver = state === 'ended'
  const [method, failing] = await Promise.all([
    row.payment_method_id === null ? null : getPaymentMethod(publication, row.payment_method_id, context.db),
    listFailing(publication, row.id, context.db),
  ])
  const planned = toChange(row)
  const pausing = decidePause(terms, 1, row.last_paused_on, billed && state === 'active' && planned === null, day)
  const period = isOver || state === 'paused' ? null : getPeriodOn(terms, day)
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
    nextCharge: isOver || state === 'cancelled' || row.price_cents === null ? null : toNextCharge(row, day),
    trial: isOver ? null : toTrial(terms, day),
    declared: isOver ? null : toDeclared(row, declared),
    isBilled: billed,
    earliestEnd: getEndToday(row, day),
    isCancellationUndoable: mayUndo(context, row, state),
    pause: terms.pause,
    pauseFrom: pausing.kind === 'pause' ? pausing.from : null,
    change:
      planned?.kind === 'later'
        ? { name: planned.plan.name, from: planned.from, priceCents: planned.plan.priceCents }
        : null,
    plans: billed && planned === null ? await listPlans(context, row, offers, rows) : [],
    payment: method === null ? null : { kind: method.kind, label: method.label },
    payments: billed && !isOver ? toPayments(context.providers) : [],
    open: isOver ? null : toOpen(failing),
  }
}

function toNextCharge(row: ContractRow, day: Day): ContractView['nextCharge'] {
  const next = getNextPeriod(toTerms(row), day)
  if (next === null || next.cents === 0) return null
  const planned = toChange(row)
  const isOther = planned?.kind === 'later' && planned.from <= next.from
  return { on: next.from, cents: isOther ? planned.plan.priceCents : next.cents }
}

function toTrial(terms: Terms, day: Day): ContractView['trial'] {
  const { trial, startsOn, countedFrom } = terms
  if (trial === null || countedFrom !== null) return null
  const { to } = toChargePeriod(terms, startsOn, 0)
  return to === null || day < startsOn || day > to ? null : { until: to, cents: trial.priceCents }
}

/** The failed charges as one open amount, with the day of the first failure. */
function toOpen(failing: readonly ChargeRow[]): ContractView['open'] {
  const since = failing[0]?.failed_on ?? null
  if (since === null) return null
  const cents = failing.reduce((sum, one) => sum + one.amount_cents, 0)
  return { cents, since, endsOn: addDays(since, DUNNING.endDays) }
}

/** The last day if the contract is cancelled today; null: it cannot be cancelled. */
export function getEndToday(row: ContractRow, today: Day): Day | null {
  return mayCancel(row, stateOf(row, today)) ? getEarliestEnd(toTerms(row), today) : null
}

function mayCancel(row: ContractRow, state: ContractView['state']): boolean {
  return (
    isBilled(row) &&
    row.renewal === 'open-ended' &&
    row.ends_on === null &&
    ['active', 'paused', 'payment_failed'].includes(state)
  )
}

export function mayUndo(context: CommerceContext, row: ContractRow, state: ContractView['state']): boolean {
  return (
    isBilled(row) &&
    row.cancelled_on !== null &&
    row.ends_on !== null &&
    row.ends_on >= context.today() &&
    (state === 'cancelled' || state === 'payment_failed')
  )
}

/** Plans the reader can change to, without those the reader has already. */
async function listPlans(
  context: CommerceContext,
  row: ContractRow,
  offers: readonly Offer[],
  held: readonly ContractRow[],
): Promise<PlanOption[]> {
  const [paid, hasChanged, taken] = [
    await getPaidPeriod(row, context.today(), context.db),
    await hasChangedOn(row, context.today(), context.db),
    new Set(
      held.filter((one) => one.id !== row.id && stateOf(one, context.today()) !== 'ended').map((one) => one.offer_id),
    ),
  ]
  return offers.flatMap((offer): PlanOption[] => {
    if (taken.has(offer.id) || offer.kind === 'topic' || offer.kind === 'coins') return []
    const quote = quotePlan(context, row, offer, { paid, hasChanged })
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

export function quotePlan(
  context: CommerceContext,
  row: ContractRow,
  offer: Offer,
  { paid, hasChanged }: { paid: Awaited<ReturnType<typeof getPaidPeriod>>; hasChanged: boolean },
) {
  // No credit for a debit in progress, because it may be returned.
  return quoteSwitch(
    toTerms(row),
    toPlan(row),
    offer,
    paid?.state === 'paid' ? paid : null,
    stateOf(row, context.today()) === 'active' && (paid === null || paid.state === 'paid'),
    context.today(),
    hasChanged,
  )
}

/** The newest declaration that names the contract, unless the contract was cancelled after it. */
function toDeclared(row: ContractRow, { declarations, ordersOf }: Declared): ContractView['declared'] {
  const contract = { orderNumbers: ordersOf.get(row.id) ?? [], customerId: row.customer_id }
  const found = declarations.find(
    ({ declaration, receivedAt }) =>
      namesContract(declaration.contract, contract) &&
      (row.cancelled_on === null || row.cancelled_on < toDayKey(new Date(receivedAt))),
  )
  return found === undefined ? null : { right: found.right, number: found.number, receivedAt: found.receivedAt }
}

/** The first provider of each kind, as in an order, without those whose page can only pay orders. */
function toPayments(providers: readonly Provider[]): ContractView['payments'] {
  return providers
    .filter(({ leavesSite, openSetup }) => !leavesSite || openSetup !== undefined)
    .flatMap(({ name, kinds, isTest, leavesSite }) =>
      kinds.map((kind) => ({ kind, provider: name, isTest, leavesSite })),
    )
    .filter(({ kind }, index, all) => all.findIndex((one) => one.kind === kind) === index)
}
