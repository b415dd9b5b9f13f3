/** The quote of a basket: price, payment methods, faults of the input. */
import type { PurchaseQuote } from '@lokalteil/contracts/commerce/purchases'
import type { Basket } from '@lokalteil/contracts/commerce/sellers'
import { mayPayLater, needsLapseConsent } from '@lokalteil/domain/commerce/order-lines'
import { listPurchaseFaults, toPurchaseTotals, type PurchaseTotals } from '@lokalteil/domain/commerce/purchases'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../../platform/serve.ts'
import type { CommerceContext } from '../../context.ts'
import { isSelling, notSelling } from '../../offers/catalogue.ts'
import { priceChanged, refuseFields } from '../../contracts/refusals.ts'
import type { OrderFaults } from '@lokalteil/domain/commerce/orders'
import type { Way } from '../../payments/payment-methods.ts'
import type { Provider } from '../../payments/payment-providers.ts'
import { listWays, type PaymentWay, readChosen, toOffered } from '../../payments/payment-ways.ts'
import type { GuestPurchase } from './basket.ts'

export type PreparedPurchase = Way & { basket: Basket; totals: PurchaseTotals }

/** The provider of purchases that vouchers have paid: the charge of zero is settled when it is opened. */
const NOTHING: Provider = {
  name: 'none',
  kinds: ['none'],
  isTest: false,
  leavesSite: false,
  toMethodReference: () => ({ label: null, reference: null }),
  collect: async () => ({ kind: 'paid', reference: null }),
}

const listFor =
  ({ providers }: CommerceContext, basket: Basket) =>
  (isGuest: boolean): PaymentWay[] =>
    toPurchaseTotals(basket).dueCents === 0
      ? [{ kind: 'none', provider: NOTHING }]
      : listWays(providers, { mayPromise: mayPayLater(basket.lines), isGuest })

/** The basket as the seller offers it now. */
async function readBasket(
  context: CommerceContext,
  publication: PublicationCode,
  { seller, reference, sub }: { seller: string; reference: string; sub: string | null },
): Promise<Basket | Refusal> {
  if (!(await isSelling(context, publication))) return notSelling()
  const client = context.findSeller(seller, publication)
  if (client === null) return problem(404, 'UNKNOWN_BASKET', 'There is no such seller')
  const found = await client.getBasket({ params: { reference }, query: sub === null ? {} : { sub } })
  if (found.ok) return isSound(found.data) ? found.data : problem(409, 'NOT_AVAILABLE', 'The basket has no price')
  if (found.status === 404) return problem(404, 'UNKNOWN_BASKET', 'There is no such basket')
  if (found.status === 409) return problem(409, 'NOT_AVAILABLE', 'Something of it cannot be had any more')
  return problem(503, 'UNAVAILABLE', 'The seller does not answer', { 'retry-after': '5' })
}

/** False for a negative sum or a repeated line: mistakes of the seller that must not reach an invoice. */
function isSound(basket: Basket): boolean {
  const keys = basket.lines.map(({ key }) => key)
  return new Set(keys).size === keys.length && toPurchaseTotals(basket).dueCents >= 0
}

export async function quotePurchase(
  context: CommerceContext,
  publication: PublicationCode,
  asked: { seller: string; reference: string; sub: string | null },
): Promise<PurchaseQuote | Refusal> {
  const basket = await readBasket(context, publication, asked)
  return isRefusal(basket) ? basket : toQuote(context, basket, asked.sub === null)
}

function toQuote(context: CommerceContext, basket: Basket, isGuest: boolean): PurchaseQuote {
  return {
    basket,
    ...toPurchaseTotals(basket),
    needsLapse: needsLapseConsent(basket.lines),
    ...toOffered(listFor(context, basket), isGuest),
  }
}

export async function checkGuestPurchase(
  context: CommerceContext,
  publication: PublicationCode,
  asked: GuestPurchase,
): Promise<PurchaseQuote | Refusal> {
  const prepared = await preparePurchase(context, publication, { ...asked, isGuest: true }, null)
  return isRefusal(prepared) ? prepared : toQuote(context, prepared.basket, true)
}

/** Checks a purchase before anything is written. */
export async function preparePurchase(
  context: CommerceContext,
  publication: PublicationCode,
  asked: GuestPurchase & { isGuest: boolean },
  sub: string | null,
): Promise<PreparedPurchase | Refusal> {
  const basket = await readBasket(context, publication, { ...asked, sub })
  if (isRefusal(basket)) return basket
  const { payment, isGuest } = asked
  const chosen = readChosen(listFor(context, basket)(isGuest), payment)
  if (isRefusal(chosen)) return chosen
  const { way, faults: ofWay } = chosen
  const faults: OrderFaults = { ...ofWay, ...listPurchaseFaults(asked, basket, { isGuest }) }
  if (Object.keys(faults).length > 0 || way === null) return refuseFields(faults)
  const totals = toPurchaseTotals(basket)
  if (totals.dueCents !== asked.confirmedCents) return priceChanged(totals.dueCents)
  return { ...way, basket, totals }
}
