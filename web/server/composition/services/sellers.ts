/**
 * The table of sellers: the service for a basket in the checkout, by the seller's name in the address. The platform is
 * opened before the selling services; each is added when it is mounted.
 */
import type { FindSeller } from '@lokalteil/services/commerce/orders/lines/seller'
import type { Seller } from './service-mount.ts'

export type Sellers = {
  /** Returns the service that was mounted. */
  add: <Mounted extends { seller: Seller | null }>(mounted: Mounted) => Mounted
  find: FindSeller
}

export function createSellers(): Sellers {
  const table = new Map<string, Seller['clientOf']>()
  return {
    add(mounted) {
      if (mounted.seller !== null) table.set(mounted.seller.name, mounted.seller.clientOf)
      return mounted
    },
    find: (name, publication) => table.get(name)?.(publication) ?? null,
  }
}
