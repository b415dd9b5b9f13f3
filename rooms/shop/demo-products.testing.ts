/** Finds products of the running demo by their kind, so that the journey names none. */
import type { ShopProduct, ShopView } from '@lokalteil/rooms/shop/contract/shop'
import { readApi } from '@lokalteil/e2e/page-kinds'
import type { PublicationCode } from '@lokalteil/e2e/reader'

type Product = { name: string; path: string; cents: number }

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
