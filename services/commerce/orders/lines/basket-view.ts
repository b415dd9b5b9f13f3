/** Purchases as readers see them, each advanced as far as possible at the moment. */
import { PURCHASE_FAILURES, type PurchaseFailure, type PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import { namesContract } from '@lokalteil/domain/commerce/contract-rights'
import type { OrderState } from '@lokalteil/domain/commerce/orders'
import { toPurchaseTotals } from '@lokalteil/domain/commerce/purchases'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../../platform/serve.ts'
import { collectCharge, lookAtCharge } from '../../payments/charge-collection.ts'
import { getCharge } from '../../payments/charge-store.ts'
import type { Charge } from '../../payments/charge.ts'
import type { CommerceContext } from '../../context.ts'
import { listDeclarationsFor } from '../../contracts/declaration-store.ts'
import { findOwner } from '../../customers/customers.ts'
import { findInvoicesOf } from '../../documents/invoice-store.ts'
import { toOrderToken } from '../../payments/order-token.ts'
import type { OrderAccess } from '../order.ts'
import { getPaymentMethod } from '../../payments/payment-method-store.ts'
import type { PurchaseRow } from '../../schema.ts'
import { findPurchase, findPurchaseChargeId, listPurchases } from './basket-store.ts'
import { basketOf, takenBackOf, toName } from './basket.ts'

/** Milliseconds a reader waits for another request or for the seller. */
const PATIENCE_MS = 3000
const MOST = 200

type Declared = Awaited<ReturnType<typeof listDeclarationsFor>>['declarations']

export async function toPurchaseView(
  context: CommerceContext,
  row: PurchaseRow,
  declared: Declared = [],
): Promise<PurchaseView> {
  const name = toName(row)
  const basket = basketOf(row)
  const [method, charge] = await Promise.all([
    getPaymentMethod(name.mandator, row.payment_method_id, context.db),
    findCharge(context, row),
  ])
  const invoices = charge === null ? null : await findInvoicesOf(name.mandator, [charge.chargeId], context.db)
  const isOpen = row.state === 'placed' || row.state === 'pending'
  const declaration = declared.find(
    ({ right, declaration: { contract } }) =>
      right === 'withdrawal' && namesContract(contract, { orderNumbers: [name.number], customerId: name.number }),
  )
  return {
    number: name.number,
    token: toOrderToken(context, name.mandator, name.number),
    seller: row.seller,
    state: isOpen ? 'pending' : (row.state as OrderState),
    failure: toFailure(row.failure),
    basket,
    ...toPurchaseTotals(basket),
    payment: {
      kind: method?.kind ?? 'invoice',
      provider: method?.provider ?? 'invoice',
      label: method?.label ?? '',
      state: row.payment as PurchaseView['payment']['state'],
    },
    refundedCents: charge?.refundedCents ?? 0,
    takenBack: takenBackOf(row),
    sentOn: row.sent_on,
    declaredAt: declaration?.receivedAt ?? null,
    invoice: charge === null ? null : (invoices?.get(charge.chargeId)?.number ?? null),
    redirectUrl: isOpen ? (charge?.redirectUrl ?? null) : null,
    placedAt: row.placed_at.toISOString(),
  }
}

function toFailure(failure: string | null): PurchaseFailure | null {
  if (failure === null) return null
  return PURCHASE_FAILURES.find((known) => known === failure) ?? 'PAYMENT_REFUSED'
}

async function findCharge(context: CommerceContext, row: PurchaseRow): Promise<Charge | null> {
  const name = toName(row)
  const chargeId = await findPurchaseChargeId(name, context.db)
  return chargeId === null ? null : getCharge({ mandator: name.mandator, chargeId }, context.db)
}

/** Advances a purchase as far as possible at the moment: reserved, paid, settled. */
export async function finishPurchase(context: CommerceContext, row: PurchaseRow): Promise<PurchaseRow> {
  const key = { mandator: row.mandator, purchase_number: row.purchase_number }
  const until = performance.now() + PATIENCE_MS
  for (let current = row; ;) {
    if (current.step !== null) await context.steps.runOne(key)
    const charge = await findCharge(context, current)
    if (charge?.state === 'due') await collectCharge(context, charge)
    else if (charge?.state === 'submitted') await lookAtCharge(context, charge)
    const before = current
    current = (await findPurchase(toName(row), context.db)) ?? current
    if (current.step === 'settle' && before.step !== 'settle') await context.steps.runOne(key)
    const isWaiting = current.state === 'placed' || (await findCharge(context, current))?.state === 'due'
    if (!isWaiting || performance.now() > until) return current
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}

/** A purchase for its reader, or for the holder of its token. */
export async function readPurchase(
  context: CommerceContext,
  mandator: Mandator,
  number: string,
  by: OrderAccess,
): Promise<PurchaseView | Refusal> {
  const row = await findPurchase({ mandator, number }, context.db)
  const customer = by.sub === undefined ? null : await findOwner(context, mandator, by.sub)
  const isOwner = row !== null && customer !== null && row.customer_id === customer.customerId
  const isHolder =
    by.token !== undefined &&
    context.sealing.digest(by.token) === context.sealing.digest(toOrderToken(context, mandator, number))
  if (row === null || (!isOwner && !isHolder)) return problem(404, 'NOT_FOUND', 'No such purchase')
  const isOpen = row.state === 'placed' || row.state === 'pending'
  return toPurchaseView(context, isOpen ? await finishPurchase(context, row) : row)
}

/** Newest first. */
export async function listReaderPurchases(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
): Promise<PurchaseView[]> {
  const customer = await findOwner(context, mandator, sub)
  if (customer === null) return []
  const rows = await listPurchases(customer, 'completed', MOST, context.db)
  if (rows.length === 0) return []
  const { declarations } = await listDeclarationsFor(mandator, customer.customerId, context.db)
  return Promise.all(rows.map((row) => toPurchaseView(context, row, declarations)))
}
