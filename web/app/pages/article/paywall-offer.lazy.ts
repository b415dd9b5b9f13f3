/**
 * The offer that stands in the box of a locked article: the publication's plus subscription it recommends, else the
 * cheapest, with its price and terms in the words of the offers' page. A script of paid articles alone.
 */
import { toNoticeText } from '@lokalteil/domain/commerce/offer-terms'
import type { Offer } from '@lokalteil/contracts/commerce'
import { toPaywallOfferTexts } from '../../messages/commerce/order.ts'
import type { PaywallOffer } from '../../features/article/PaywallLayer.tsx'
import { createOfferApi, type OfferApi } from '../../page/offer-api.ts'
import { readPublic } from '../../page/public-reads.ts'
import { ORDER_PARAMETERS, toCardCheckoutPath, toCheckoutPath } from '@lokalteil/domain/commerce/order-paths'

/** A box without a price is better than an article that waits. */
const MOST_MS = 400

/** Null: nothing fits, nothing can be ordered, or the platform does not answer in time. */
export async function loadPaywallOffer(offers: OfferApi, path: string): Promise<PaywallOffer | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), MOST_MS))
  const found = await Promise.race([offers.listOffers().catch(() => null), late])
  if (found === null || !found.ok || found.data.isClosed === true) return null
  const offer = choosePaywallOffer(found.data.offers)
  if (offer === null) return null
  const notice = toNoticeText(offer)
  const checkout = toCheckoutPath(offer.id, new URLSearchParams({ [ORDER_PARAMETERS.back]: path }))
  return {
    checkout,
    ...toPaywallOfferTexts(offer, notice),
    ...(found.data.takesDeviceWallets === true ? { walletCheckout: toCardCheckoutPath(checkout) } : {}),
  }
}

export const loadPaywallOfferInBrowser = (path: string) => loadPaywallOffer(createOfferApi(readPublic), path)

export function choosePaywallOffer(offers: readonly Offer[]): Offer | null {
  const plus = offers.filter(({ kind, periodMonths }) => kind === 'plus' && periodMonths !== null)
  const perMonth = ({ priceCents, periodMonths }: Offer) => priceCents / periodMonths!
  return (
    plus.find(({ isRecommended }) => isRecommended) ?? plus.toSorted((a, b) => perMonth(a) - perMonth(b))[0] ?? null
  )
}
