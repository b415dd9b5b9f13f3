/** The coins of a reader, as single sign-on names one. */
import type { ArticlePurchase, Booking, IssuePurchase, Wallet } from '@lokalteil/contracts/commerce'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import { findIssuePurchases, listIssuePurchases } from './issue-purchase-store.ts'
import { findPurchases, getBalance, getBooking, listBookings, listPurchases } from './ledger-store.ts'
import {
  type Bought,
  buyArticle,
  buyIssue,
  grantCoins,
  type NewGrant,
  type NewIssuePurchase,
  type NewPurchase,
} from './ledger.ts'
import type { CommerceContext } from '../context.ts'
import { getCustomer } from '../customers/customer-store.ts'
import { findOwner, openOwner } from '../customers/customers.ts'

export const MOST_BOOKINGS = 200

/** One who never had coins has none. */
export async function getWallet({ db }: CommerceContext, mandator: Mandator, sub: string): Promise<Wallet | Refusal> {
  const customer = await getCustomer(mandator, sub, db)
  const balance = customer === null ? null : await getBalance({ mandator, customerId: customer.customerId }, db)
  return customer === null || balance === null
    ? noWallet()
    : { uniqueId: customer.walletId, availableCreditCount: balance }
}

export async function giveCoins(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  given: Pick<NewGrant, 'kind' | 'count' | 'reason' | 'idempotencyKey' | 'expiresOn'>,
): Promise<Booking | Refusal> {
  const owner = await openOwner(context, mandator, sub)
  const grant = { ...owner, subject: {}, ...given, idempotencyKey: `given ${given.idempotencyKey}` }
  return context.inTransaction((within) => grantCoins(context, grant, within))
}

export async function buyArticleOf(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  purchase: Omit<NewPurchase, 'mandator' | 'customerId'>,
): Promise<Bought | Refusal> {
  const owner = await findOwner(context, mandator, sub)
  return owner === null ? noWallet() : buyArticle(context, { ...purchase, ...owner })
}

export async function listPurchasesOf(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  limit: number,
): Promise<ArticlePurchase[]> {
  const owner = await findOwner(context, mandator, sub)
  return owner === null ? [] : listPurchases(owner, limit, context.db)
}

/** When these were bought, by article. */
export async function findPurchasesOf(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  articleIds: readonly string[],
): Promise<Record<string, string>> {
  const owner = await findOwner(context, mandator, sub)
  const found = owner === null ? [] : await findPurchases(owner, articleIds, context.db)
  return Object.fromEntries([...found].map(([id, at]) => [id, at.toISOString()]))
}

export async function buyIssueOf(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  purchase: Omit<NewIssuePurchase, 'mandator' | 'customerId'>,
): Promise<Bought | Refusal> {
  const owner = await findOwner(context, mandator, sub)
  return owner === null ? noWallet() : buyIssue(context, { ...purchase, ...owner })
}

export async function listIssuePurchasesOf(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  limit: number,
): Promise<IssuePurchase[]> {
  const owner = await findOwner(context, mandator, sub)
  return owner === null ? [] : listIssuePurchases(owner, limit, context.db)
}

/** When these were bought, by issue. */
export async function findIssuePurchasesOf(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  issueKeys: readonly string[],
): Promise<Record<string, string>> {
  const owner = await findOwner(context, mandator, sub)
  const found = owner === null ? [] : await findIssuePurchases(owner, issueKeys, context.db)
  return Object.fromEntries([...found].map(([key, at]) => [key, at.toISOString()]))
}

export async function listBookingsOf(context: CommerceContext, mandator: Mandator, sub: string): Promise<Booking[]> {
  const owner = await findOwner(context, mandator, sub)
  return owner === null ? [] : listBookings(owner, MOST_BOOKINGS, context.db)
}

export async function getBookingOf(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  receiptNumber: string,
): Promise<Booking | Refusal> {
  const [owner, found] = await Promise.all([
    findOwner(context, mandator, sub),
    getBooking(mandator, receiptNumber, context.db),
  ])
  if (owner === null || found === null || found.customerId !== owner.customerId)
    return problem(404, 'NOT_FOUND', 'No such receipt')
  const { customerId: _, ...booking } = found
  return booking
}

function noWallet(): Refusal {
  return problem(404, 'NO_WALLET', 'The reader has no coins')
}
