/**
 * The offer in the box of a locked article: the recommended Plus subscription, else the cheapest, with price and terms
 * as on the page of offers. Only paid articles load this script.
 */
import { toNoticeText } from '@lokalteil/domain/commerce/offer-terms'
import type { Offer } from '@lokalteil/contracts/commerce'
import { toPaywallOfferTexts } from '../../messages/commerce/order.ts'
import type { PaywallOffer } from '../../features/article/PaywallLayer.tsx'
import { createOfferApi, type OfferApi } from '../../page/offer-api.ts'
import { readPublic } from '../../page/public-reads.ts'
import { ORDER_PARAMETERS, toCardCheckoutPath, toCheckoutPath } from '@lokalteil/domain/commerce/order-paths'

/** Milliseconds; a box without a price is better than a slow article. */
const MOST_MS = 400

/** Null: no suitable offer, nothing for sale, or no answer in time. */
export async function loadPaywallOffer(offers: OfferApi, path: string): Promise<PaywallOffer | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), MOST_MS)
  })
  const found = await Promise.race([offers.listOffers().catch(() => null), late])
  clearTimeout(timer)
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
