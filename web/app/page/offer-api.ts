/** Offers as a page's `load` asks for them: on the server the platform's client, in the browser a call of this site. */
import type { SoldCatalogue } from '@lokalteil/contracts/commerce'
import type { Read } from './content-api.ts'
import type { ReadPublic } from './public-reads.ts'

export type OfferApi = { listOffers: () => Promise<Read<SoldCatalogue>> }

export function createOfferApi(read: ReadPublic): OfferApi {
  return { listOffers: () => read('GET /api/plenigo/offers') }
}

/** Whether an advertisement or a notice could be paid for; where nobody says so, the checkout does. */
export async function canPayAtOnce({ listOffers }: OfferApi): Promise<boolean> {
  const found = await listOffers()
  return !found.ok || (found.data.isClosed !== true && found.data.isPaidLaterOnly !== true)
}
