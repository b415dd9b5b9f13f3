/**
 * Computes the price of a cart, and the basket that the checkout asks for, with the same function, so that both agree.
 */
import { randomBytes } from 'node:crypto'
import type { CartRequest, CartView, SavedShop } from '../contract/shop.ts'
import type { Basket, BasketLine } from '@lokalteil/contracts/commerce/sellers'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { setQuantity, toShippingCents, toShippingVat, type CartItem } from '../domain/cart.ts'
import { problem, type Refusal } from '@lokalteil/services/platform/serve'
import { findVariant, loadShop, toMost, type Product, type Variant } from './catalogue.ts'
import type { ShopContext } from './context.ts'
import type { VoucherRow } from './schema.ts'
import { addBasket, readStock, removeBaskets } from './store.ts'
import { findVoucher } from './vouchers.ts'

export type Cart = Pick<CartRequest, 'items' | 'delivery' | 'voucher'>
type Counted = {
  shop: SavedShop
  found: { item: CartItem; product: Product; variant: Variant; most: number }[]
  /** False if an item is no longer sold or, unless it is counted for an order, not left in the wanted quantity. */
  isWhole: boolean
  voucher: VoucherRow | null
}
type Way = {
  id: string
  name: string
  text: string
  cents: number
  freeFromCents: number | null
  isPickup: boolean
  countries: readonly string[]
}

/** Time a basket is kept for the checkout, in milliseconds. */
export const BASKET_MS = 24 * 3_600_000
const MOST_VOUCHERS = { most: 20, windowMs: 15 * 60_000 }
export const VOUCHER_KEY = 'gutschein'

async function count(
  context: ShopContext,
  publication: PublicationCode,
  cart: Cart,
  isForOrder: boolean,
): Promise<Counted> {
  const [shop, stock] = [await loadShop(context, publication), await readStock(publication, context.db)]
  const today = toDayKey(context.now())
  const found = cart.items.flatMap((item) => {
    const known = findVariant(shop, item.sku)
    if (known === null) return []
    return [{ item, ...known, most: toMost(known.product, stock.get(item.sku) ?? null, today) }]
  })
  const typed = cart.voucher?.trim() ?? ''
  return {
    shop,
    found,
    isWhole: found.length === cart.items.length && found.every(({ item, most }) => isForOrder || item.quantity <= most),
    voucher: typed === '' ? null : await findVoucher(context, publication, typed),
  }
}

function listWays({ shop, found }: Counted): Way[] {
  const goods = found.filter(({ product }) => product.kind === 'goods')
  if (goods.length === 0) return []
  const goodsCents = goods.reduce((sum, { item, variant }) => sum + item.quantity * variant.cents, 0)
  return [
    ...shop.shipping.map((rate) => ({
      id: rate.id,
      name: rate.name,
      text: '',
      cents: toShippingCents(rate, goodsCents),
      freeFromCents: rate.freeFromCents,
      isPickup: false,
      countries: rate.countries,
    })),
    ...shop.pickups.map(({ id, name, address, hours }) => ({
      id,
      name,
      text: [address, hours].filter((part) => part !== '').join(', '),
      cents: 0,
      freeFromCents: null,
      isPickup: true,
      countries: [],
    })),
  ]
}

const chosenOf = (ways: readonly Way[], wanted: string | null) =>
  ways.find(({ id }) => id === wanted) ?? ways[0] ?? null

/** A value code pays for goods, tickets and shipping, never for another value code. */
function toVoucherCents(counted: Counted, way: Way | null): number {
  const payable = counted.found
    .filter(({ product }) => product.kind !== 'voucher')
    .reduce((sum, { item, variant }) => sum + item.quantity * variant.cents, way?.cents ?? 0)
  return Math.min(counted.voucher?.balance ?? 0, payable)
}

/** Rate limit on guessing codes; null: the try is allowed. */
export async function takeVoucherTry(
  { limiter }: ShopContext,
  publication: PublicationCode,
  { voucher, requester }: { voucher: string | null; requester: string },
): Promise<Refusal | null> {
  if (voucher === null || voucher.trim() === '') return null
  const until = await limiter.take([{ key: `voucher ${publication} ${requester}`, budget: MOST_VOUCHERS }])
  return until === null
    ? null
    : problem(429, 'TOO_MANY_ATTEMPTS', 'Too many codes in a short time', { 'retry-after': '900' })
}

export async function priceCart(context: ShopContext, publication: PublicationCode, cart: Cart): Promise<CartView> {
  // Items that are sold out are left out of the sum and reported.
  const asked = await count(context, publication, cart, false)
  const kept = asked.found
    .filter(({ most }) => most > 0)
    .map((one) => ({ ...one, item: { ...one.item, quantity: Math.min(one.item.quantity, one.most) } }))
  const counted = { ...asked, found: kept }
  const ways = listWays(counted)
  const way = chosenOf(ways, cart.delivery)
  const voucherCents = toVoucherCents(counted, way)
  const itemsCents = kept.reduce((sum, { item, variant }) => sum + item.quantity * variant.cents, 0)
  return {
    lines: asked.found.map(({ item, product, variant, most }) => ({
      sku: item.sku,
      product: product.id,
      title: product.name,
      detail: variant.name,
      kind: product.kind,
      quantity: Math.min(item.quantity, Math.max(most, 1)),
      mostQuantity: most,
      unitCents: variant.cents,
      sumCents: Math.min(item.quantity, most) * variant.cents,
      state: most === 0 ? 'gone' : item.quantity > most ? 'reduced' : 'ok',
      picture: product.picture,
    })),
    itemsCents,
    deliveries: ways.map(({ countries: _countries, ...shown }) => shown),
    chosen: way?.id ?? null,
    voucher:
      counted.voucher === null ? null : { cents: voucherCents, leftCents: counted.voucher.balance - voucherCents },
    isVoucherRefused: (cart.voucher?.trim() ?? '') !== '' && counted.voucher === null,
    dueCents: itemsCents + (way?.cents ?? 0) - voucherCents,
  }
}

/** Stores the basket as the reader saw it. The price that the browser sends is only compared, never used. */
export async function createBasket(
  context: ShopContext,
  publication: PublicationCode,
  cart: Cart,
  confirmedCents: number,
): Promise<{ reference: string } | Refusal> {
  if (cart.items.length === 0) return problem(422, 'EMPTY', 'There is nothing in the cart')
  const items = cart.items.reduce<CartItem[]>((all, { sku, quantity }) => setQuantity(all, sku, quantity), [])
  const kept: Cart = { ...cart, items }
  const [counted, view] = [await count(context, publication, kept, false), await priceCart(context, publication, kept)]
  if (!counted.isWhole || view.isVoucherRefused || view.dueCents !== confirmedCents)
    return problem(409, 'CART_CHANGED', 'Something of it cannot be had as it was shown')
  const reference = randomBytes(24).toString('base64url')
  await removeBaskets(new Date(context.now().getTime() - BASKET_MS), context.db)
  await addBasket(publication, reference, { ...kept, delivery: view.chosen }, context.now(), context.db)
  return { reference }
}

export type KeptCart = {
  basket: Basket
  items: { key: string; sku: string; title: string; quantity: number; kind: Product['kind'] }[]
  delivery: { id: string; name: string; isPickup: boolean } | null
  voucher: { code: string; cents: number } | null
}

/**
 * The basket at current prices; null: an item is no longer sold. `isForOrder`: quantities are not checked here, because
 * the reservation checks the stock itself.
 */
export async function toKept(
  context: ShopContext,
  publication: PublicationCode,
  cart: Cart,
  isForOrder: boolean,
): Promise<KeptCart | null> {
  const counted = await count(context, publication, cart, isForOrder)
  const { found, voucher } = counted
  if (!counted.isWhole || found.length === 0 || ((cart.voucher?.trim() ?? '') !== '' && voucher === null)) return null
  const way = chosenOf(listWays(counted), cart.delivery)
  const goods = found.filter(({ product }) => product.kind === 'goods')
  if (goods.length > 0 && way === null) return null
  const voucherCents = toVoucherCents(counted, way)
  const lines = found.map(({ item, product, variant }): BasketLine => ({
    key: item.sku,
    kind: product.kind,
    title: product.name,
    detail: product.variants.length > 1 || product.kind === 'voucher' ? variant.name : '',
    quantity: item.quantity,
    unitCents: variant.cents,
    vatPercent: product.vatPercent,
    on: product.event?.on ?? null,
  }))
  const number = found.reduce((sum, { item }) => sum + item.quantity, 0)
  return {
    basket: {
      lines: [...lines, ...(voucher === null || voucherCents === 0 ? [] : [toVoucherLine(voucher.code, voucherCents)])],
      delivery:
        way === null || way.isPickup
          ? null
          : {
              title: way.name,
              cents: way.cents,
              vatPercent: toShippingVat(goods.map(({ product }) => product)),
              countries: [...way.countries],
            },
      about: `Shop: ${number} Artikel`,
      note: toNote(counted, way),
      returnPath: '/shop',
      returnLabel: 'Zum Shop',
    },
    items: found.map(({ item, product, variant }) => ({
      key: item.sku,
      sku: item.sku,
      title: [product.name, product.variants.length > 1 ? variant.name : ''].filter((part) => part !== '').join(', '),
      quantity: item.quantity,
      kind: product.kind,
    })),
    delivery: way === null ? null : { id: way.id, name: way.name, isPickup: way.isPickup },
    voucher: voucher === null || voucherCents === 0 ? null : { code: voucher.code, cents: voucherCents },
  }
}

/** The line of a value code: a means of payment and not a discount, therefore without tax. */
function toVoucherLine(code: string, cents: number): BasketLine {
  return {
    key: VOUCHER_KEY,
    kind: 'voucher',
    title: 'Eingelöster Gutschein',
    detail: `•••• ${code.slice(-4)}`,
    quantity: 1,
    unitCents: -cents,
    vatPercent: 0,
    on: null,
  }
}

function toNote({ found }: Counted, way: Way | null): string {
  const has = (kind: Product['kind']) => found.some(({ product }) => product.kind === kind)
  const mailed = [...(has('ticket') ? ['Karten'] : []), ...(has('voucher') ? ['Gutscheine'] : [])].join(' und ')
  return [
    way === null
      ? ''
      : way.isPickup
        ? `Abholung: ${[way.name, way.text].filter((part) => part !== '').join(', ')}. Wir schreiben Ihnen, sobald alles bereitliegt.`
        : 'Wir schreiben Ihnen, sobald Ihre Sendung unterwegs ist.',
    mailed === '' ? '' : `${mailed} schicken wir Ihnen gleich per E-Mail.`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
