/**
 * Addresses of ordering: parameters from the page where the reader decided to the page that opens after payment. Every
 * parameter is checked where it is used; `rendering/page-queries` names those that reach a page's `load`.
 */
import { INVITATION_PARAMETER, toInvitationToken } from './invitations.ts'
import { toOrderReturn } from '../routing/redirect-paths.ts'

export const ORDER_PARAMETERS = {
  offer: 'offer',
  voucher: 'code',
  back: 'return',
  order: 'order',
  token: 'token',
  seller: 'seller',
  basket: 'basket',
  payment: 'payment',
} as const
/** The only value of `payment` that an address may set. */
export const BY_CARD = 'card'

const { offer, back, order, token, seller, basket, payment } = ORDER_PARAMETERS

/** The offers, with the way back to the current page. */
export function toOffersPath(from: string): string {
  return `/order/abo?${new URLSearchParams({ [back]: from })}`
}

/** `passed`: the query of the current page; its parameters are checked here before they are passed on. */
export function toCheckoutPath(offerId: string, passed: URLSearchParams): string {
  const query = new URLSearchParams({ [offer]: offerId })
  const from = toOrderReturn(passed.get(back))
  if (from !== null) query.set(back, from.path)
  const invitation = toInvitationToken(passed.get(INVITATION_PARAMETER))
  if (invitation !== null) query.set(INVITATION_PARAMETER, invitation)
  return `/order/checkout?${query}`
}

/** The same with the card preselected, which includes the wallets of devices. */
export function toCardCheckoutPath(checkout: string): string {
  return `${checkout}&${payment}=${BY_CARD}`
}

const ORDER_NUMBER = /^A-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/
const TOKEN = /^[\w-]{1,64}$/

/** The placed order that the query of a page names; null: none. */
export function readPlaced(query: Pick<URLSearchParams, 'get'>): { number: string; token: string } | null {
  const [number, key] = [query.get(order) ?? '', query.get(token) ?? '']
  return ORDER_NUMBER.test(number) && TOKEN.test(key) ? { number, token: key } : null
}

/** The page of a placed order; reloading it shows the current state. */
export function toOrderPath(placed: { number: string; token: string }, from: string | null): string {
  return `/order/checkout?${new URLSearchParams({ [order]: placed.number, [token]: placed.token, ...(from === null ? {} : { [back]: from }) })}`
}

/** The same for a single purchase. */
export function toPurchasePath(placed: { number: string; token: string }): string {
  return `/order/kauf?${new URLSearchParams({ [order]: placed.number, [token]: placed.token })}`
}

/**
 * The checkout for a basket of a seller.
 * @shop
 */
export function toBasketPath(sellerName: string, reference: string): string {
  return `/order/kauf?${new URLSearchParams({ [seller]: sellerName, [basket]: reference })}`
}
