/**
 * The cart of this device: what was chosen and how many, never a price. It lies in the local storage, so that it survives a
 * login and is the same in all tabs; where there is none it lasts as long as the page.
 */
import { setQuantity, toCart, type CartItem } from '@lokalteil/domain/shop/cart'
import { createListeners } from '../../page/listeners.ts'

const KEY = 'lokalteil-cart'
/** The purchase that was taken out last. */
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

/** The same object for as long as nothing has changed. */
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
  try {
    localStorage.setItem(KEY, text)
  } catch {
    // Full or forbidden: it lasts as long as the page.
  }
  notify()
}

/** Added to what another tab may have put in meanwhile. */
export function addToCart(sku: string, quantity: number): void {
  const cart = readCart()
  const before = cart.find((item) => item.sku === sku)?.quantity ?? 0
  write(setQuantity(cart, sku, before + quantity))
}

export function changeCart(sku: string, quantity: number): void {
  write(setQuantity(readCart(), sku, quantity))
}

/** What was bought is taken out, once for each purchase, however often its page is seen; what came in meanwhile stays. */
export function takeBought(number: string, lines: readonly { key: string; quantity: number }[]): void {
  try {
    if (localStorage.getItem(BOUGHT) === number) return
    localStorage.setItem(BOUGHT, number)
  } catch {
    // Without a storage nothing was kept either.
  }
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
