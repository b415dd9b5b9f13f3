/** Registry: browser code that runs when a purchase was made, by the name of its seller. */
import { takeBought } from './shop/app/cart-store.ts'

type Bought = (number: string, lines: readonly { key: string; quantity: number }[]) => void

export const ROOM_PURCHASES: Readonly<Record<string, Bought>> = { shop: takeBought }
