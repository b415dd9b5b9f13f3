/**
 * The table of sellers: the service for a basket in the checkout, by the seller's name in the address. The platform is
 * opened before the selling services; each adds its own client later.
 */
import type { FindSeller, SellerClient } from '@lokalteil/services/commerce/purchases/purchase-types'
import type { Mandator } from '@lokalteil/domain/publication/publications'

export type Sellers = {
  add: (name: string, clientOf: (mandator: Mandator) => SellerClient) => void
  find: FindSeller
}

export function createSellers(): Sellers {
  const table = new Map<string, (mandator: Mandator) => SellerClient>()
  return {
    add: (name, clientOf) => void table.set(name, clientOf),
    find: (name, mandator) => table.get(name)?.(mandator) ?? null,
  }
}
