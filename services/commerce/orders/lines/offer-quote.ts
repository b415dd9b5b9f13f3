/** The quote of an order: price, payment methods, and whether this reader may order it. */
import type { OrderFailure, Quote, Voucher } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import { mayPayLater, toOfferLine } from '@lokalteil/domain/commerce/order-lines'
import { listOrderFaults, type OrderFaults, toQuote, toTerms } from '@lokalteil/domain/commerce/orders'
import { decideStart } from '@lokalteil/domain/commerce/codes'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../../platform/serve.ts'
import { getVoucher } from '../../codes/codes.ts'
import type { Owner } from '../../customers/customer-store.ts'
import type { CommerceContext } from '../../context.ts'
import { priceChanged, refuseFields } from '../../contracts/refusals.ts'
import { listSubscriptions } from '../../contracts/subscription-store.ts'
import { findOwner } from '../../customers/customers.ts'
import { getOffer, isSelling, notSelling } from '../../offers/catalogue.ts'
import { listWays, type PaymentWay, readChosen, toOffered } from '../../payments/payment-ways.ts'
import type { CommerceDb } from '../../schema.ts'
import { LIMITS } from '../order.ts'
import type { GuestOrder, Prepared, QuoteRequest } from './offer.ts'
import { hasContract, hasTried } from './offer-store.ts'

const listFor =
  ({ providers }: CommerceContext, offer: Pick<Offer, 'kind'>) =>
  (isGuest: boolean): PaymentWay[] =>
    listWays(providers, { mayPromise: mayPayLater([toOfferLine(offer)]), isGuest })

async function requireOffer(
  context: CommerceContext,
  publication: PublicationCode,
  offerId: string,
): Promise<Offer | Refusal> {
  if (!(await isSelling(context, publication))) return notSelling()
  return (
    (await getOffer(context, publication, offerId)) ?? problem(404, 'UNKNOWN_OFFER', 'Nothing of this name is for sale')
  )
}

async function readVoucher(
  context: CommerceContext,
  publication: PublicationCode,
  code: string | undefined,
  requester: string,
): Promise<Voucher | null | Refusal> {
  if (code === undefined || code.trim() === '') return null
  const tried = { key: `voucher ${publication} ${requester}`, budget: LIMITS.voucher }
  if ((await context.limiter.take([tried])) !== null)
    return problem(429, 'TOO_MANY_ATTEMPTS', 'Too many voucher codes in a short time', { 'retry-after': '900' })
  return (await getVoucher(context, publication, code)) ?? refuseFields({ voucherCode: 'INVALID_VOUCHER' })
}

/** First day of an order by this customer on these terms. */
export async function findStart(
  context: CommerceContext,
  { publication, customerId }: Owner,
  terms: Pick<Offer, 'roles' | 'periodMonths'>,
  within: CommerceDb,
): Promise<Day> {
  return decideStart(terms, await listSubscriptions(publication, customerId, within), context.today())
}

/** Why this customer may not order on these terms; null: allowed. */
export async function findRefusal(
  context: CommerceContext,
  owner: Owner,
  terms: Offer,
  within: CommerceDb,
): Promise<OrderFailure | null> {
  if (await hasContract(owner, terms, context.today(), within)) return 'ALREADY_SUBSCRIBED'
  return terms.trial !== null && (await hasTried(owner, terms, within)) ? 'TRIAL_USED' : null
}

/** Today's price of the offer for this customer; null: a guest, who gets the price that the page shows to all readers. */
async function priceFor(context: CommerceContext, offer: Offer, owner: Owner | null, voucher: Voucher | null) {
  const terms = toTerms(offer, owner === null || !(await hasTried(owner, offer, context.db)))
  const startsOn = owner === null ? context.today() : await findStart(context, owner, terms, context.db)
  return { terms, quote: toQuote(terms, context.today(), voucher, startsOn) }
}

/** Checks an order before anything is written; `owner` null: of a guest. */
export async function prepareOrder(
  context: CommerceContext,
  publication: PublicationCode,
  asked: GuestOrder & { isGuest: boolean },
  owner: Owner | null,
): Promise<Prepared | Refusal> {
  const offer = await requireOffer(context, publication, asked.offerId)
  if (isRefusal(offer)) return offer
  const { payment, isGuest } = asked
  const chosen = readChosen(listFor(context, offer)(isGuest), payment)
  if (isRefusal(chosen)) return chosen
  const { way, faults: ofWay } = chosen
  const faults: OrderFaults = {
    ...ofWay,
    ...listOrderFaults({ buyer: asked.buyer, payment, consents: asked.consents, email: asked.email }, offer, {
      isGuest,
    }),
  }
  const voucher = await readVoucher(context, publication, asked.voucherCode, asked.requester)
  if (isRefusal(voucher) && voucher.status !== 422) return voucher
  if (isRefusal(voucher)) faults.voucherCode = 'INVALID_VOUCHER'
  if (Object.keys(faults).length > 0 || way === null || isRefusal(voucher)) return refuseFields(faults)
  const { terms, quote } = await priceFor(context, offer, owner, voucher)
  if (quote.dueCents !== asked.confirmedCents) return priceChanged(quote.dueCents)
  return { ...way, terms, quote }
}

export async function quoteOffer(
  context: CommerceContext,
  publication: PublicationCode,
  asked: QuoteRequest,
): Promise<Quote | Refusal> {
  const offer = await requireOffer(context, publication, asked.offerId)
  if (isRefusal(offer)) return offer
  const voucher = await readVoucher(context, publication, asked.voucherCode, asked.requester)
  if (isRefusal(voucher)) return voucher
  const customer = asked.sub === null ? null : await findOwner(context, publication, asked.sub)
  const { quote } = await priceFor(context, offer, customer, voucher)
  return { ...quote, ...toOffered(listFor(context, offer), asked.sub === null) }
}

export async function checkGuestOrder(
  context: CommerceContext,
  publication: PublicationCode,
  asked: GuestOrder,
): Promise<Quote | Refusal> {
  const prepared = await prepareOrder(context, publication, { ...asked, isGuest: true }, null)
  return isRefusal(prepared) ? prepared : { ...prepared.quote, ...toOffered(listFor(context, prepared.terms), true) }
}
