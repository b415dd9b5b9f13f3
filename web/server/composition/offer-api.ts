import type { OfferApi } from '../../app/page/offer-api.ts'
import type { Services } from './services/service-table.ts'

/** Offers of a publication for pages. */
export function toOfferApi({ commerce }: Services, code: Parameters<typeof commerce.clients.catalogue>[0]): OfferApi {
  return { listOffers: () => commerce.clients.catalogue(code).listOffers({}) }
}
