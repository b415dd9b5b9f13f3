/**
 * Addresses of ordering: what they carry from the page on which somebody decided to the page that opens once it is paid.
 * Every parameter is checked where it is used; `rendering/page-queries` names those that reach a page's `load`.
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
/** Of `payment`: the only way that an address may choose. */
export const BY_CARD = 'card'

const { offer, back, order, token, seller, basket, payment } = ORDER_PARAMETERS

/** The offers, with the way back to the page with the link. */
export function toOffersPath(from: string): string {
  return `/order/abo?${new URLSearchParams({ [back]: from })}`
}

/** `passed`: the query of the page with the link; what of it goes on is checked here. */
export function toCheckoutPath(offerId: string, passed: URLSearchParams): string {
  const query = new URLSearchParams({ [offer]: offerId })
  const from = toOrderReturn(passed.get(back))
  if (from !== null) query.set(back, from.path)
  const invitation = toInvitationToken(passed.get(INVITATION_PARAMETER))
  if (invitation !== null) query.set(INVITATION_PARAMETER, invitation)
  return `/order/checkout?${query}`
}

/** The same with the card chosen: where cards are paid the wallets of devices are taken. */
export function toCardCheckoutPath(checkout: string): string {
  return `${checkout}&${payment}=${BY_CARD}`
}

/** The address of an order that was placed: reloading it asks what has become of the order. */
export function toOrderPath(placed: { number: string; token: string }, from: string | null): string {
  return `/order/checkout?${new URLSearchParams({ [order]: placed.number, [token]: placed.token, ...(from === null ? {} : { [back]: from }) })}`
}

/** The same of what is bought once. */
export function toPurchasePath(placed: { number: string; token: string }): string {
  return `/order/kauf?${new URLSearchParams({ [order]: placed.number, [token]: placed.token })}`
}

/** Where a seller hands a reader over. */
export function toBasketPath(sellerName: string, reference: string): string {
  return `/order/kauf?${new URLSearchParams({ [seller]: sellerName, [basket]: reference })}`
}
