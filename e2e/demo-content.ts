/**
 * Finds content of the running demo by its role, so that journeys about other things name no headline, product or
 * address.
 */
import type { ShopProduct, ShopView } from '@lokalteil/contracts/shop'
import { readApi } from './page-kinds.ts'
import type { PublicationCode } from './reader.ts'

export type Product = { name: string; path: string; cents: number }

export const readShop = (publication: PublicationCode = 'ak'): Promise<ShopView> => readApi('/api/shop', publication)

/** Available products of a kind, cheapest first, at the price that is preselected on their page. */
export function listProducts({ products }: ShopView, kind: ShopProduct['kind']): Product[] {
  return products
    .flatMap((product) => {
      const variant = product.variants.find(({ mostQuantity }) => mostQuantity > 0)
      return product.kind !== kind || variant === undefined
        ? []
        : [{ name: product.name, path: `/shop/artikel/${product.id}`, cents: variant.cents }]
    })
    .toSorted((left, right) => left.cents - right.cents)
}
