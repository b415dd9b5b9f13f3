/**
 * The cart of a reader and its costs. A cart holds variants and quantities, never prices: those are read from the
 * catalogue at each calculation.
 */
export const PRODUCT_KINDS = ['goods', 'ticket', 'voucher'] as const

/** `product:variant` */
export const SKU = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?:[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/
export const MOST_LINES = 40
export const MOST_OF_ONE = 20
/** A stock of this many or fewer is shown as a number. */
export const FEW = 5

export type CartItem = { sku: string; quantity: number }

export type ShippingRate = { id: string; name: string; cents: number; freeFromCents: number | null }

export function toSku(product: string, variant: string): string {
  return `${product}:${variant}`
}

/** Reads the cart stored on a device; invalid entries are dropped, each variant occurs once. */
export function toCart(kept: unknown): CartItem[] {
  if (!Array.isArray(kept)) return []
  const counts = new Map<string, number>()
  for (const item of kept as unknown[]) {
    const { sku, quantity } = (item ?? {}) as Partial<CartItem>
    if (typeof sku !== 'string' || !SKU.test(sku) || !Number.isInteger(quantity) || quantity! < 1) continue
    counts.set(sku, Math.min(MOST_OF_ONE, (counts.get(sku) ?? 0) + quantity!))
  }
  return [...counts].slice(0, MOST_LINES).map(([sku, quantity]) => ({ sku, quantity }))
}

/** `quantity` 0 removes the line. */
export function setQuantity(cart: readonly CartItem[], sku: string, quantity: number): CartItem[] {
  const count = Math.min(MOST_OF_ONE, Math.max(0, Math.trunc(quantity)))
  const others = cart.filter((item) => item.sku !== sku)
  if (count === 0) return others
  return cart.some((item) => item.sku === sku)
    ? cart.map((item) => (item.sku === sku ? { sku, quantity: count } : item))
    : toCart([...cart, { sku, quantity: count }])
}

export function countOf(cart: readonly CartItem[]): number {
  return cart.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Free from a sum of goods on. Tickets and vouchers do not count, because they are not sent. */
export function toShippingCents({ cents, freeFromCents }: ShippingRate, goodsCents: number): number {
  return freeFromCents !== null && goodsCents >= freeFromCents ? 0 : cents
}

/** The highest tax rate of the goods sent: shipping is taxed like the goods it belongs to. */
export function toShippingVat(goods: readonly { vatPercent: number }[]): number {
  return goods.reduce((most, { vatPercent }) => Math.max(most, vatPercent), 0)
}

/** Most pieces that can be ordered: the stock, but never more than one order may have. `left` null: unlimited stock. */
export function toMostQuantity(left: number | null, mostPerOrder: number): number {
  return Math.max(0, Math.min(left ?? mostPerOrder, mostPerOrder, MOST_OF_ONE))
}
