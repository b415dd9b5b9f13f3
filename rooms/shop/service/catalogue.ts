/** The catalogue, with the quantities that are available now. */
import type { SavedShop, ShopProduct, ShopView } from '../contract/shop.ts'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { FEW, toMostQuantity, toSku } from '../domain/cart.ts'
import { problem, type Refusal } from '@lokalteil/services/platform/serve'
import { inTransaction, type ShopContext } from './context.ts'
import { readCatalogue, readStock, saveCatalogue } from './store.ts'

const NOTHING: SavedShop = { intro: '', categories: [], products: [], shipping: [], pickups: [], voucherYears: 3 }

export type Product = SavedShop['products'][number]
export type Variant = Product['variants'][number]

/** The catalogue now in force; parsed once for each revision. */
export async function loadShop({ db, kept }: ShopContext, publication: PublicationCode): Promise<SavedShop> {
  const row = await readCatalogue(publication, db)
  if (row === undefined) return NOTHING
  const known = kept.get(publication)
  if (known?.revision === row.revision) return known.shop
  const shop = row.data as SavedShop
  kept.set(publication, { revision: row.revision, shop })
  return shop
}

export async function viewShop(context: ShopContext, publication: PublicationCode): Promise<ShopView | Refusal> {
  if (!context.isOn(publication)) return problem(404, 'NOT_FOUND', 'The publication has no shop')
  const [shop, stock] = [await loadShop(context, publication), await readStock(publication, context.db)]
  const today = toDayKey(context.now())
  const products = shop.products.map((product) => toProduct(product, stock, today))
  return {
    intro: shop.intro,
    categories: shop.categories.filter(({ id }) => products.some(({ category }) => category === id)),
    products,
    shipping: shop.shipping.map(({ id, name, cents, freeFromCents }) => ({ id, name, cents, freeFromCents })),
    pickups: shop.pickups,
  }
}

function toProduct(product: Product, stock: ReadonlyMap<string, number | null>, today: string): ShopProduct {
  const { mostPerOrder: _most, variants, ...shown } = product
  return {
    ...shown,
    variants: variants.map(({ id, name, cents }) => {
      const sku = toSku(product.id, id)
      const left = stock.get(sku) ?? null
      return {
        sku,
        name,
        cents,
        mostQuantity: toMost(product, left, today),
        left: left !== null && left <= FEW ? left : null,
      }
    }),
  }
}

/** A ticket for a past day cannot be bought. */
export function toMost({ event, mostPerOrder }: Product, left: number | null, today: string): number {
  return event !== null && event.on < today ? 0 : toMostQuantity(left, mostPerOrder)
}

export function findVariant(shop: SavedShop, sku: string): { product: Product; variant: Variant } | null {
  for (const product of shop.products)
    for (const variant of product.variants) if (toSku(product.id, variant.id) === sku) return { product, variant }
  return null
}

/**
 * `source`: digest of the folder's state. A state of the folder is taken over once, so that later changes through the
 * internal API are kept; null: a call of that API.
 */
export async function replaceCatalogue(
  context: ShopContext,
  publication: PublicationCode,
  shop: SavedShop,
  source: string | null,
): Promise<Refusal | undefined> {
  const fields = listFaults(shop)
  if (Object.keys(fields).length > 0)
    return { ...problem(422, 'UNSOUND_CATALOGUE', 'Something of it cannot be sold like that'), fields }
  await inTransaction(context, async (within) => {
    const before = source === null ? undefined : await readCatalogue(publication, within)
    // A call of the internal API keeps the folder's mark, so its catalogue stays until the folder changes.
    const mark = source ?? (await readCatalogue(publication, within))?.source ?? null
    if (source === null || before?.source !== source)
      await saveCatalogue(publication, shop, mark, context.now(), within)
  })
  context.onChange()
  return undefined
}

export async function isTakenOver({ db }: ShopContext, publication: PublicationCode, source: string): Promise<boolean> {
  return (await readCatalogue(publication, db))?.source === source
}

/** Faults of the catalogue, keyed by their place (`products.0.id`). */
function listFaults({ products, categories, shipping, pickups }: SavedShop): Record<string, string> {
  const faults: Record<string, string> = {}
  const known = new Set(categories.map(({ id }) => id))
  const seen = new Set<string>()
  for (const [index, product] of products.entries()) {
    const at = `products.${index}`
    if (seen.has(product.id)) faults[`${at}.id`] = 'There is another product with this id'
    seen.add(product.id)
    if (product.category !== null && !known.has(product.category))
      faults[`${at}.category`] = 'There is no such category'
    if (product.kind === 'voucher' && product.vatPercent !== 0)
      faults[`${at}.vatPercent`] = 'A value voucher is sold at 0 %: what is bought with it is taxed'
    if ((product.kind === 'ticket') !== (product.event !== null))
      faults[`${at}.event`] = 'A ticket has a day, a time and a place; nothing else has'
    if (new Set(product.variants.map(({ id }) => id)).size !== product.variants.length)
      faults[`${at}.variants`] = 'Two variants have the same id'
  }
  const ways = [...shipping, ...pickups].map(({ id }) => id)
  if (new Set(ways).size !== ways.length) faults.shipping = 'Two ways of delivery have the same id'
  if (ways.length === 0 && products.some(({ kind }) => kind === 'goods'))
    faults.shipping = 'Goods need a way of delivery or a place to collect them'
  return faults
}
