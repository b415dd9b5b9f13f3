/** Offers for a page's `load`: on the server the subscription service's client, in the browser a call of this site. */
import type { SoldCatalogue } from '@lokalteil/contracts/commerce'
import type { Read } from './content-api.ts'
import type { ReadPublic } from './public-reads.ts'

export type OfferApi = { listOffers: () => Promise<Read<SoldCatalogue>> }

export function createOfferApi(read: ReadPublic): OfferApi {
  return { listOffers: () => read('GET /api/plenigo/offers') }
}

/** Whether an advertisement or a notice could be paid for now; true if unknown, because the checkout checks again. */
export async function canPayAtOnce({ listOffers }: OfferApi): Promise<boolean> {
  const found = await listOffers()
  return !found.ok || (found.data.isClosed !== true && found.data.isPaidLaterOnly !== true)
}
