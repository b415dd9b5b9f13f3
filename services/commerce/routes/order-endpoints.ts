/** Handlers of `ORDERS_INTERNAL`: orders of readers, messages (webhooks) of payment providers. */
import type { ORDERS_INTERNAL } from '@lokalteil/contracts/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type BoundHandlers, isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { collectCharge } from '../payments/charge-collection.ts'
import { receiveMessage } from '../billing/charge-messages.ts'
import { getCharge, listCharges } from '../payments/charge-store.ts'
import { toChargeView } from '../payments/charge.ts'
import type { CommerceContext } from '../context.ts'
import { openOwner } from '../customers/customers.ts'
import { payBack } from '../payments/refunds.ts'
import { placeOrder } from '../orders/lines/offer-placement.ts'
import { checkGuestOrder, quoteOffer } from '../orders/lines/offer-quote.ts'
import { toReturnPath } from '../payments/order-token.ts'
import { listReaderMethods } from '../payments/payment-methods.ts'
import { listReaderOrders, readOrder } from '../orders/lines/offer-view.ts'

const MOST_CHARGES = 500

export const ORDER_ENDPOINTS: BoundHandlers<CommerceContext, typeof ORDERS_INTERNAL, PublicationCode> = {
  quoteOrder: (commerce, { context, body }) => quoteOffer(commerce, context, body),
  checkGuestOrder: (commerce, { context, body }) => checkGuestOrder(commerce, context, body),
  placeOrder: (commerce, { context, params, body }) => placeOrder(commerce, context, params.sub, body),
  getOrder: (commerce, { context, params, query }) => readOrder(commerce, context, params.number, query),
  listOrders: (commerce, { context, params }) => listReaderOrders(commerce, context, params.sub),
  listPaymentMethods: (commerce, { context, params }) => listReaderMethods(commerce, context, params.sub),
  async listCharges(commerce, { context, params }) {
    const { customerId } = await openOwner(commerce, context, params.sub)
    return (await listCharges(context, customerId, MOST_CHARGES, commerce.db)).map(toChargeView)
  },
  async receivePaymentEvent(commerce, { params, body }) {
    const outcome = await receiveMessage(commerce, params.provider, body.payload, body.signature)
    return isRefusal(outcome) ? outcome : { outcome }
  },
  decideTestPayment: (commerce, { context, body }) =>
    decideTestPayment(commerce, context, body.reference, body.isConfirmed),
  async collectCharge(commerce, { context, params }) {
    const charge = await collectCharge(commerce, { publication: context, chargeId: params.chargeId })
    return isRefusal(charge) ? charge : toChargeView(charge)
  },
  async refundCharge(commerce, { context, params }) {
    const charge = await payBack(commerce, { publication: context, chargeId: params.chargeId })
    return isRefusal(charge) ? charge : toChargeView(charge)
  },
}

/** Decides a payment at the test bank by a signed message, as a provider's page would. */
async function decideTestPayment(
  commerce: CommerceContext,
  publication: PublicationCode,
  reference: string,
  isConfirmed: boolean,
): Promise<{ returnPath: string } | Refusal> {
  const name = commerce.testBank?.readReference(reference) ?? null
  const charge = name === null || name.publication !== publication ? null : await getCharge(name, commerce.db)
  const event =
    charge === null || charge.orderNumber === null
      ? null
      : commerce.testBank!.toEvent(reference, isConfirmed, charge.amountCents)
  const returnPath = charge === null ? null : toReturnPath(commerce, charge)
  if (returnPath === null || event === null) return problem(404, 'NOT_FOUND', 'No such payment')
  const outcome = await receiveMessage(commerce, 'test-bank', event.payload, event.signature)
  return isRefusal(outcome) ? outcome : { returnPath }
}
