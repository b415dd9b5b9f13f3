/** The rows of an order, with their numbers. */
import { randomBytes } from 'node:crypto'
import type { OrderFailure } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import { toBuyer, toEndDay } from '@lokalteil/domain/commerce/orders'
import type { Day, Subscription } from '@lokalteil/domain/commerce/subscriptions'
import { type NewCharge, toChargeRow } from '../../payments/charge.ts'
import { toMethodRow } from '../../payments/payment-methods.ts'
import type { Owner } from '../../customers/customer-store.ts'
import type { CommerceContext } from '../../context.ts'
import { toSubscriptionRow } from '../../contracts/subscription-store.ts'
import type { PlacedOrder, Prepared } from '../order.ts'

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
  digest: string
  refusal: OrderFailure | null
  isPaid: boolean
}

export type OrderRows = ReturnType<typeof toOrderRows>

/** All rows of an order: the order itself, payment method, contract and first charge. */
export function toOrderRows(
  context: CommerceContext,
  owner: Owner,
  number: string,
  order: NewOrder,
  prepared: Prepared,
) {
  const { mandator, customerId } = owner
  const { terms, quote } = prepared
  const at = context.now()
  const method = toMethodRow(context, owner, prepared)
  const subscriptionId = `S-${randomBytes(12).toString('hex')}`
  const charge: NewCharge = {
    mandator,
    customerId,
    subscriptionId,
    orderNumber: number,
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
      mandator,
      order_number: number,
      customer_id: customerId,
      idempotency_key: order.idempotencyKey,
      digest: order.digest,
      state: order.isPaid ? 'completed' : 'pending',
      offer: JSON.stringify(terms),
      quote: JSON.stringify(quote),
      buyer: JSON.stringify(toBuyer(order.buyer)),
      consents: JSON.stringify({ ...order.consents, at: at.toISOString() }),
      payment_method_id: method.id,
      subscription_id: subscriptionId,
      voucher_code: quote.voucher === null ? null : (order.voucherCode ?? null),
      email: order.email,
      is_guest: order.isGuest,
      refusal: order.refusal,
      failure: null,
      placed_at: at,
      changed_at: at,
    },
    contract: toContractRow(context, owner, subscriptionId, terms, method.id, {
      state: order.isPaid ? 'active' : 'ordered',
      startsOn: quote.period.from,
    }),
    charge: toChargeRow(charge, at),
  }
}
