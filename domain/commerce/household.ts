/**
 * Seats of a household: the payer of a full subscription lets other members read with it. Promises: a seat opens what
 * the owner's subscription opens and ends with it; it cannot be passed on; free access has no seats. The owner sees the
 * label that the owner typed, the member sees the product; neither sees the other's account.
 */
import type { Offer } from './offers.ts'
import type { Subscription } from './subscriptions.ts'

/** Seats of offers that do not state a number. */
const DEFAULT_SEATS: Readonly<Partial<Record<Subscription['kind'], number>>> = { plus: 3, 'plus-pur': 3, epaper: 3 }

export const MOST_SEATS = 10
export const LABEL_LENGTH = 40
/** Days for which a link is valid. */
export const SEAT_LINK_DAYS = 14
/** Links of one owner in a day. The limit keeps a seat from being shared by turns. */
export const SEAT_LINKS_PER_DAY = 10
export const SEAT_PARAMETER = 'platz'

const TOKEN = /^[\w-]{22,64}$/

/** Seats beside the owner's own. `offer`: the offer of the contract, if known. */
export function countSeats(
  { kind, priceCents }: Pick<Subscription, 'kind' | 'priceCents'>,
  offer: Pick<Offer, 'seats'> | null,
): number {
  return (priceCents ?? 0) === 0 ? 0 : (offer?.seats ?? DEFAULT_SEATS[kind] ?? 0)
}

/** Null: no printable text is left. */
export function toLabel(typed: string): string | null {
  const label = typed
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return label === '' || Array.from(label).length > LABEL_LENGTH ? null : label
}

export function toSeatToken(candidate: string | null | undefined): string | null {
  return typeof candidate === 'string' && TOKEN.test(candidate) ? candidate : null
}

export function toSeatPath(token: string): string {
  return `/order/haushalt?${SEAT_PARAMETER}=${token}`
}
