/** What the running demo has, by its role: journeys that are about other things name no headline, product or address of it. */
import type { ShopProduct, ShopView } from '@lokalteil/contracts/shop'
import { getPage } from './page-kinds.ts'
import type { PublicationCode } from './reader.ts'

export type Product = { name: string; path: string; cents: number }

export async function readShop(publication: PublicationCode = 'ak'): Promise<ShopView> {
  const { status, body } = await getPage(publication, '/api/shop')
  if (status !== 200) throw new Error(`The shop of ${publication} answers ${status}`)
  return JSON.parse(body) as ShopView
}

/** What can be had of a kind, cheapest first, at the price that is chosen when its page opens. */
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
