/**
 * Seats of a household: who pays for a subscription to the whole paper lets others in the household read with it. Promises:
 * a seat opens what the owner's subscription opens and ends with it; it is never passed on; what was free has none. The
 * owner sees the label that the owner typed, the member sees the product, neither anything of the other's account.
 */
import type { Offer } from './offers.ts'
import type { Subscription } from './subscriptions.ts'

/** Where an offer says nothing about seats. */
const DEFAULT_SEATS: Readonly<Partial<Record<Subscription['kind'], number>>> = { plus: 3, 'plus-pur': 3, epaper: 3 }

export const MOST_SEATS = 10
export const LABEL_LENGTH = 40
/** Days a link can be used. */
export const SEAT_LINK_DAYS = 14
/** Links of one owner in a day: seats are for people, not for taking turns. */
export const SEAT_LINKS_PER_DAY = 10
export const SEAT_PARAMETER = 'platz'

const TOKEN = /^[\w-]{22,64}$/

/** Seats beside the owner's own. `offer`: the one it was sold as, where it is known. */
export function countSeats(
  { kind, priceCents }: Pick<Subscription, 'kind' | 'priceCents'>,
  offer: Pick<Offer, 'seats'> | null,
): number {
  return (priceCents ?? 0) === 0 ? 0 : (offer?.seats ?? DEFAULT_SEATS[kind] ?? 0)
}

/** Null: nothing that could stand in a list. */
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
