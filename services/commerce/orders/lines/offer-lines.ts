/** Lines of an offer: a contract, or coins. Applies a payment to them in the transaction of the payment. */
import type { OrderFailure, Quote } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import { toChargePeriod, toEndDay, toQuote } from '@lokalteil/domain/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { noteCharge } from '../../payments/charge-store.ts'
import type { Charge } from '../../payments/charge.ts'
import { releaseCodes } from '../../codes/code-store.ts'
import { rewardFirstOrder } from '../../codes/invites.ts'
import type { CommerceContext } from '../../context.ts'
import { getSubscription } from '../../contracts/subscription-store.ts'
import { saveWithCoins } from '../../contracts/subscriptions.ts'
import { lockCustomer, type Owner } from '../../customers/customer-store.ts'
import type { OfferOrder, CommerceDb } from '../../schema.ts'
import type { OrderMail } from '../order-mails.ts'
import { changeOrder } from '../order-store.ts'
import type { Lines } from '../order.ts'
import { toConfirmation } from './offer-mails.ts'
import { findRefusal, findStart } from './offer-quote.ts'
import { changeContractState, removeOrderedContract } from './offer-store.ts'

export const OFFER_LINES: Lines<OfferOrder> = {
  async findRefusal(context, order, within) {
    const owner = toOwner(order)
    await lockCustomer(owner, within)
    const refusal = order.refusal as OrderFailure | null
    return refusal ?? findRefusal(context, owner, order.offer as Offer, within)
  },

  async settle(context, order, payment, charge, within) {
    const mail = order.state === 'pending' ? await beginContract(context, order, charge, within) : null
    if (payment === 'promised') return mail
    if (mail === null) await changeContractState(order, 'payment_failed', 'active', context.now(), within)
    if (charge.amountCents > 0) await rewardFirstOrder(context, charge.publication, charge.customerId, within)
    return mail
  },

  miss: (context, order, within) => changeContractState(order, 'active', 'payment_failed', context.now(), within),

  async release(_context, order, within) {
    await removeOrderedContract(order, within)
    await releaseCodes(order.mandator as PublicationCode, order.order_number, within)
  },

  toFailedMail: (_context, order) => ({ template: 'order-failed', data: toAbout(order) }),
  toRefusedMail: (order, reason) => ({ template: 'order-refused', data: { ...toAbout(order), reason } }),
}

const toAbout = ({ order_number, offer }: OfferOrder) => ({ number: order_number, product: (offer as Offer).name })

const toOwner = ({ mandator: publication, customer_id }: OfferOrder): Owner => ({
  publication: publication as PublicationCode,
  customerId: customer_id,
})

async function beginContract(
  context: CommerceContext,
  order: OfferOrder,
  charge: Charge,
  within: CommerceDb,
): Promise<OrderMail> {
  const owner = toOwner(order)
  const terms = order.offer as Offer
  const startsOn = await findStart(context, owner, terms, within)
  const ordered = await getSubscription(owner.publication, order.subscription_id, within)
  if (ordered === null) throw new Error('An order has lost its contract')
  const begun = { ...ordered, state: 'active' as const, startsOn, endsOn: toEndDay(terms, startsOn) }
  if (!(await saveWithCoins(context, owner, begun, within))) throw new Error('A contract belongs to another customer')
  // A later payment begins a full period on its own day.
  const period = toChargePeriod(terms, startsOn, 0)
  if (period.from !== charge.periodFrom) {
    await noteCharge(charge, { period_from: period.from, period_to: period.to }, within)
    charge.periodFrom = period.from
    charge.periodTo = period.to
  }
  await changeOrder(order, { state: 'completed' }, context.now(), within)
  const quote = order.quote as Quote
  return toConfirmation(order, { ...quote, period, next: toQuote(terms, startsOn, quote.voucher).next }, within)
}
