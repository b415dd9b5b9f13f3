/**
 * What a reader puts into the cart, and what it comes to. A cart names variants and counts, never a price: those are the
 * catalogue's whenever it is counted.
 */
export const PRODUCT_KINDS = ['goods', 'ticket', 'voucher'] as const

/** `product:variant` */
export const SKU = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?:[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/
export const MOST_LINES = 40
export const MOST_OF_ONE = 20
/** Of what is left, this many are named. */
export const FEW = 5

export type CartItem = { sku: string; quantity: number }

export type ShippingRate = { id: string; name: string; cents: number; freeFromCents: number | null }

export function toSku(product: string, variant: string): string {
  return `${product}:${variant}`
}

/** What was kept on a device, as far as it can be a cart; each variant once. */
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

/** `quantity` 0 takes it out. */
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

/** Free from a sum of goods on; tickets and vouchers do not count, they are not sent. */
export function toShippingCents({ cents, freeFromCents }: ShippingRate, goodsCents: number): number {
  return freeFromCents !== null && goodsCents >= freeFromCents ? 0 : cents
}

/** Of the rates of the goods that are sent the highest: shipping shares the fate of what it brings. */
export function toShippingVat(goods: readonly { vatPercent: number }[]): number {
  return goods.reduce((most, { vatPercent }) => Math.max(most, vatPercent), 0)
}

/** How many of it can be had: counted when few are left, never above what one order may have. `left` null: enough. */
export function toMostQuantity(left: number | null, mostPerOrder: number): number {
  return Math.max(0, Math.min(left ?? mostPerOrder, mostPerOrder, MOST_OF_ONE))
}
