/**
 * The cart on this device: products and quantities, never a price. In local storage, so that it survives a login and is
 * shared by tabs; without storage it lasts for the page.
 */
import { keepStored, readStored } from '@lokalteil/web/app/browser/device-storage'
import { setQuantity, toCart, type CartItem } from '../domain/cart.ts'
import { createListeners } from '@lokalteil/web/app/page/listeners'

const KEY = 'lokalteil-cart'
/** Number of the last purchase whose items were removed. */
const BOUGHT = 'lokalteil-cart-bought'
const EMPTY: readonly CartItem[] = []

const { subscribe: listen, notify } = createListeners()
let known: { text: string | null; cart: readonly CartItem[] } = { text: null, cart: EMPTY }
let isFollowing = false

function readText(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return known.text
  }
}

/** Returns the same object as long as nothing has changed. */
export function readCart(): readonly CartItem[] {
  const text = readText()
  if (text !== known.text) known = { text, cart: parse(text) }
  return known.cart
}

function parse(text: string | null): readonly CartItem[] {
  if (text === null) return EMPTY
  try {
    return toCart(JSON.parse(text))
  } catch {
    return EMPTY
  }
}

export const readServerCart = (): readonly CartItem[] => EMPTY

function write(cart: readonly CartItem[]): void {
  const text = JSON.stringify(cart)
  known = { text, cart }
  // Where storage is full or blocked, the cart lasts for this page.
  keepStored(KEY, text)
  notify()
}

/** Added to the current contents, which another tab may have changed. */
export function addToCart(sku: string, quantity: number): void {
  const cart = readCart()
  const before = cart.find((item) => item.sku === sku)?.quantity ?? 0
  write(setQuantity(cart, sku, before + quantity))
}

export function changeCart(sku: string, quantity: number): void {
  write(setQuantity(readCart(), sku, quantity))
}

/** Removes bought items once per purchase, however often its page is shown; items added meanwhile stay. */
export function takeBought(number: string, lines: readonly { key: string; quantity: number }[]): void {
  if (readStored(BOUGHT) === number) return
  keepStored(BOUGHT, number)
  const bought = new Map(lines.map(({ key, quantity }) => [key, quantity]))
  const cart = readCart()
  const left = cart.reduce<CartItem[]>(
    (all, { sku, quantity }) => setQuantity(all, sku, quantity - (bought.get(sku) ?? 0)),
    [...cart],
  )
  write(left)
}

export function subscribeToCart(listener: () => void): () => void {
  if (!isFollowing && typeof addEventListener === 'function') {
    isFollowing = true
    addEventListener('storage', (event) => {
      if (event.key === KEY || event.key === null) notify()
    })
  }
  return listen(listener)
}
