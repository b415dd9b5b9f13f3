/**
 * Places orders of an offer. Promises: price, tax and terms come from the present catalogue and must equal those that the reader
 * confirmed; payment method, order, contract and first charge are written together; the consequences of a payment (access,
 * coins, mail) are in the transaction of the payment. Nothing is sold twice: a reader who has the offer is refused, and money
 * that still arrives is refunded. A guest learns of such a refusal only by mail to the order's address, never from the answer.
 * Card numbers are not stored; an IBAN is never shown again.
 */
import type { OrderView } from '@lokalteil/contracts/commerce/orders'
import { toQuote, toTerms } from '@lokalteil/domain/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../../platform/serve.ts'
import { takeVoucher } from '../../codes/codes.ts'
import type { Owner } from '../../customers/customer-store.ts'
import { type CommerceContext, findProvider } from '../../context.ts'
import { priceChanged, refuseFields } from '../../contracts/refusals.ts'
import { readWay } from '../../payments/payment-methods.ts'
import { toReference } from '../../references.ts'
import type { ChargeRow, CommerceDb, OfferOrder } from '../../schema.ts'
import { type NewHead, placeOnce } from '../order-placement.ts'
import type { FilledOrder, PlacedOrder, Prepared } from './offer.ts'
import { findRefusal, prepareOrder } from './offer-quote.ts'
import { toOfferRows } from './offer-rows.ts'
import { addOfferRows } from './offer-store.ts'
import { toOrderView } from './offer-view.ts'

export async function placeOrder(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
  order: PlacedOrder,
): Promise<OrderView | Refusal> {
  const placed = await placeOnce<Prepared, OfferOrder>(context, publication, sub, order, {
    kind: 'offer',
    prepare: (owner) => prepareOrder(context, publication, order, order.isGuest ? null : owner),
    write: (owner, head, prepared, within) => write(context, owner, order, head, prepared, within),
  })
  return isRefusal(placed) ? placed : toOrderView(context, placed)
}

async function write(
  context: CommerceContext,
  owner: Owner,
  order: PlacedOrder,
  head: NewHead,
  prepared: Prepared,
  within: CommerceDb,
): Promise<OfferOrder | Refusal> {
  const { terms, quote } = prepared
  let refusal = await findRefusal(context, owner, terms, within)
  if (refusal === 'ALREADY_SUBSCRIBED' && !order.isGuest)
    return problem(409, 'ALREADY_SUBSCRIBED', 'The reader has this already')
  // The trial was used in another tab after the quote.
  if (refusal === 'TRIAL_USED' && !order.isGuest)
    return priceChanged(toQuote(toTerms(terms, false), context.today(), quote.voucher).dueCents)
  const code = order.voucherCode ?? ''
  if (quote.voucher !== null && (await takeVoucher(context, owner, code, head.number, within)) === null) {
    if (!order.isGuest) return refuseFields({ voucherCode: 'INVALID_VOUCHER' })
    refusal ??= 'VOUCHER_USED'
  }
  const rows = toOfferRows(context, owner, head, { ...order, refusal, isPaid: false }, prepared)
  return (await addOfferRows([rows], within)).orders[0]!
}

/**
 * Writes orders that the test bank paid at once, on the given terms. The caller applies the consequences of the payment. Results
 * are in the order of the input; empty without a test bank.
 */
export async function fillOrders(
  context: CommerceContext,
  filled: readonly { owner: Owner; order: FilledOrder }[],
  within: CommerceDb,
): Promise<ChargeRow[]> {
  const provider = findProvider(context, 'test-bank')
  if (provider === undefined || filled.length === 0) return []
  const rows = filled.map(({ owner, order: { terms, payment, buyer, email, idempotencyKey } }) => {
    const { way } = readWay(provider, payment)
    if (way === null) throw new Error(`The test bank does not know the card of order ${idempotencyKey}`)
    const prepared: Prepared = { ...way, terms, quote: toQuote(terms, context.today()) }
    const head = { number: toReference('A', context.now()), digest: context.sealing.digest(idempotencyKey) }
    const consents = { terms: true, withdrawalLapses: terms.kind === 'coins' }
    const asked = { idempotencyKey, buyer, email, consents, isGuest: false, refusal: null, isPaid: true }
    return toOfferRows(context, owner, head, asked, prepared)
  })
  const added = new Map((await addOfferRows(rows, within)).charges.map((row) => [row.charge_id, row]))
  return rows.map(({ charge }) => added.get(charge.charge_id)!)
}
