/** Coins of a reader, by `sub` (the reader's id in single sign-on). */
import type { Booking, Wallet } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import { getCustomer } from '../customers/customer-store.ts'
import { findOwner, openOwner } from '../customers/customers.ts'
import { type BoughtKind, findTimesBought, listBought } from './bought-store.ts'
import { getBalance, getBooking, listBookings } from './ledger-store.ts'
import { type Bought, buyWithCoins, grantCoins, type NewGrant, type NewPurchase } from './ledger.ts'

export const MOST_BOOKINGS = 200

/** Refused with 404 if the reader never had coins. */
export async function getWallet(
  { db }: CommerceContext,
  publication: PublicationCode,
  sub: string,
): Promise<Wallet | Refusal> {
  const customer = await getCustomer(publication, sub, db)
  const balance = customer === null ? null : await getBalance({ publication, customerId: customer.customerId }, db)
  return customer === null || balance === null
    ? noWallet()
    : { uniqueId: customer.walletId, availableCreditCount: balance }
}

export async function giveCoins(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
  given: Pick<NewGrant, 'kind' | 'count' | 'reason' | 'idempotencyKey' | 'expiresOn'>,
): Promise<Booking | Refusal> {
  const owner = await openOwner(context, publication, sub)
  const grant = { ...owner, subject: {}, ...given, idempotencyKey: `given ${given.idempotencyKey}` }
  return context.inTransaction((within) => grantCoins(context, grant, within))
}

export async function buyOf(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
  purchase: Omit<NewPurchase, 'publication' | 'customerId'>,
): Promise<Bought | Refusal> {
  const owner = await findOwner(context, publication, sub)
  return owner === null ? noWallet() : buyWithCoins(context, { ...purchase, ...owner })
}

export async function listBoughtOf(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
  kind: BoughtKind,
  limit: number,
) {
  const owner = await findOwner(context, publication, sub)
  return owner === null ? [] : listBought(owner, kind, limit, context.db)
}

/** Times of purchase, by key. */
export async function findBoughtOf(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
  kind: BoughtKind,
  keys: readonly string[],
): Promise<Record<string, string>> {
  const owner = await findOwner(context, publication, sub)
  const found = owner === null ? [] : await findTimesBought(owner, kind, keys, context.db)
  return Object.fromEntries([...found].map(([key, at]) => [key, at.toISOString()]))
}

export async function listBookingsOf(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
): Promise<Booking[]> {
  const owner = await findOwner(context, publication, sub)
  return owner === null ? [] : listBookings(owner, MOST_BOOKINGS, context.db)
}

export async function getBookingOf(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
  receiptNumber: string,
): Promise<Booking | Refusal> {
  const [owner, found] = await Promise.all([
    findOwner(context, publication, sub),
    getBooking(publication, receiptNumber, context.db),
  ])
  if (owner === null || found === null || found.customerId !== owner.customerId)
    return problem(404, 'NOT_FOUND', 'No such receipt')
  const { customerId: _, ...booking } = found
  return booking
}

function noWallet(): Refusal {
  return problem(404, 'NO_WALLET', 'The reader has no coins')
}
