/** The rows of an order of an offer, with their numbers. */
import { randomBytes } from 'node:crypto'
import type { OrderFailure } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import { toEndDay } from '@lokalteil/domain/commerce/orders'
import type { Day, Subscription } from '@lokalteil/domain/commerce/subscriptions'
import { type NewCharge, toChargeRow } from '../../payments/charge.ts'
import { toMethodRow } from '../../payments/payment-methods.ts'
import type { Owner } from '../../customers/customer-store.ts'
import type { CommerceContext } from '../../context.ts'
import { toSubscriptionRow } from '../../contracts/subscription-store.ts'
import { type NewHead, toHeadRow } from '../order-placement.ts'
import type { PlacedOrder, Prepared } from './offer.ts'

function toContractRow(
  context: CommerceContext,
  owner: Owner,
  id: string,
  terms: Offer,
  methodId: string,
  { state, startsOn }: { state: 'ordered' | 'active'; startsOn: Day },
) {
  const { kind, name, roles, coins, priceCents, periodMonths, trial, vatPercent, termMonths, noticeMonths, renewal } =
    terms
  const subscription: Subscription = {
    id,
    kind,
    productName: name,
    state,
    roles: [...roles],
    coins,
    priceCents,
    periodMonths,
    trial,
    startsOn,
    endsOn: toEndDay(terms, startsOn),
    resumesOn: null,
  }
  return {
    ...toSubscriptionRow(owner, subscription, context.now()),
    vat_percent: vatPercent,
    term_months: termMonths,
    notice_months: noticeMonths,
    renewal,
    payment_method_id: methodId,
    offer_id: terms.id,
  }
}

type NewOrder = Pick<PlacedOrder, 'idempotencyKey' | 'buyer' | 'consents' | 'isGuest'> & {
  voucherCode?: string | undefined
  email: string
  refusal: OrderFailure | null
  isPaid: boolean
}

export type OfferRows = ReturnType<typeof toOfferRows>

/** The order itself, payment method, contract and first charge. */
export function toOfferRows(
  context: CommerceContext,
  owner: Owner,
  head: NewHead,
  order: NewOrder,
  prepared: Prepared,
) {
  const { publication, customerId } = owner
  const { terms, quote } = prepared
  const method = toMethodRow(context, owner, prepared)
  const subscriptionId = `S-${randomBytes(12).toString('hex')}`
  const charge: NewCharge = {
    publication,
    customerId,
    subscriptionId,
    orderNumber: head.number,
    paymentMethodId: method.id,
    kind: 'first',
    periodFrom: quote.period.from,
    periodTo: quote.period.to,
    amountCents: quote.dueCents,
    vatPercent: terms.vatPercent,
    description: terms.name,
    dueOn: context.today(),
    isPaid: order.isPaid,
  }
  return {
    method,
    order: {
      ...toHeadRow(context, owner, head, order, method.id),
      state: order.isPaid ? 'completed' : 'pending',
      offer: JSON.stringify(terms),
      quote: JSON.stringify(quote),
      subscription_id: subscriptionId,
      voucher_code: quote.voucher === null ? null : (order.voucherCode ?? null),
      refusal: order.refusal,
    },
    contract: toContractRow(context, owner, subscriptionId, terms, method.id, {
      state: order.isPaid ? 'active' : 'ordered',
      startsOn: quote.period.from,
    }),
    charge: toChargeRow(charge, context.now()),
  }
}
