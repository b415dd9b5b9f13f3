/**
 * Coins: the wallet's state on a page (3.4, 4.4), when a purchase is booked or refused (S7.5-03, part D of the
 * decisions), which coins have expired, and which spent coins a reader gets back on subscribing. The server decides
 * with these functions and books; the browser only displays. Numbers of coins are whole; every other value counts as 0.
 */

/** The reason in the body of a purchase, word for word (7.5). */
export const PURCHASE_REASON = 'Artikel gekauft'
/** Coins for an article, unless the publication sets another price. */
export const ARTICLE_PRICE = 1
/** Days within which coins spent on articles are returned to a reader who subscribes. */
const CREDIT_DAYS = 30

export type WalletState = {
  customer: { customerId: string } | null
  wallet: { availableCreditCount: number; uniqueId: string } | null
  /** Article id → time of purchase, ISO 8601 in UTC (S3.4-01). */
  articleCreditEntries: Readonly<Record<string, string>>
  articleCreditPurchasesCount: number
  articleCreditPurchasesIds: readonly string[]
}

export const INITIAL_WALLET: WalletState = {
  customer: null,
  wallet: null,
  articleCreditEntries: {},
  articleCreditPurchasesCount: 0,
  articleCreditPurchasesIds: [],
}

/** A number that is not finite or below zero counts as 0 (S4.4-01). */
export function toCreditCount(given: unknown): number {
  return typeof given === 'number' && Number.isFinite(given) && given > 0 ? Math.floor(given) : 0
}

export function hasCredits({ wallet }: Pick<WalletState, 'wallet'>): boolean {
  return toCreditCount(wallet?.availableCreditCount) > 0
}

export function toWalletState(found: {
  customer: WalletState['customer']
  wallet: WalletState['wallet']
  purchases: readonly { articleId: string }[]
  boughtAt: Readonly<Record<string, string>>
}): WalletState {
  const { customer, wallet } = found
  const ids = [...new Set(found.purchases.map(({ articleId }) => articleId))]
  return {
    customer: customer === null ? null : { customerId: customer.customerId },
    wallet:
      wallet === null
        ? null
        : { availableCreditCount: toCreditCount(wallet.availableCreditCount), uniqueId: wallet.uniqueId },
    articleCreditEntries: { ...found.boughtAt },
    articleCreditPurchasesCount: ids.length,
    articleCreditPurchasesIds: ids,
  }
}

/**
 * The state after the server accepted a purchase. `at`: the server's time, or the device's if it sent none (S4.4-02).
 */
export function withUsedCredit(
  state: WalletState,
  used: { articleId: string; availableCreditCount: unknown; at: string },
): WalletState {
  const { articleId, at } = used
  const ids = [articleId, ...state.articleCreditPurchasesIds.filter((id) => id !== articleId)]
  return {
    customer: state.customer,
    wallet:
      state.wallet === null
        ? null
        : { ...state.wallet, availableCreditCount: toCreditCount(used.availableCreditCount) },
    articleCreditEntries: { ...state.articleCreditEntries, [articleId]: at },
    articleCreditPurchasesCount: ids.length,
    articleCreditPurchasesIds: ids,
  }
}

// --- Decisions of the server

/** The content of a purchase request, all of it set by the client. */
export type CreditUse = {
  customerId: string
  uniqueId: string
  userId: string
  reason: string
  articleId: string
  coinsAmount: number
}

export type CreditUseDecision = 'accepted' | 'no-wallet-user' | 'mismatch' | 'wrong-amount' | 'wrong-reason'

/** Compares the request with session and catalogue. `known.wallet` null: the reader has no wallet. */
export function decideCreditUse(
  use: CreditUse,
  known: {
    userId: string
    isWalletUser: boolean
    customer: { customerId: string } | null
    wallet: { uniqueId: string } | null
    price: number
  },
): CreditUseDecision {
  if (known.userId === '' || use.userId !== known.userId) return 'mismatch'
  if (!known.isWalletUser) return 'no-wallet-user'
  if (known.customer === null || known.wallet === null) return 'mismatch'
  if (use.customerId !== known.customer.customerId || use.uniqueId !== known.wallet.uniqueId) return 'mismatch'
  if (use.reason !== PURCHASE_REASON) return 'wrong-reason'
  return use.coinsAmount === known.price ? 'accepted' : 'wrong-amount'
}

/** The price of one article for this wallet: 0 the second time; refused if the balance is too low. */
export function decidePurchase(wallet: {
  balance: number
  price: number
  hasBought: boolean
}): 'book' | 'bought-before' | 'no-credits' {
  if (wallet.hasBought) return 'bought-before'
  return Number.isInteger(wallet.price) && wallet.price > 0 && wallet.balance >= wallet.price ? 'book' : 'no-credits'
}

/** `expiresOn`: the last day on which a coin can be spent, `2026-12-31`; null: never expires. */
export type CoinLot = { count: number; expiresOn: string | null }

/**
 * Coins that have expired by `today` and are still in the wallet. Coins that expire first are spent first, so the loss
 * is the smallest possible. `spent`: everything that ever left the wallet, earlier expiries included.
 */
export function countLapsed(lots: readonly CoinLot[], spent: number, today: string): number {
  const lapsed = lots.reduce(
    (sum, { count, expiresOn }) => sum + (expiresOn !== null && expiresOn < today ? count : 0),
    0,
  )
  return Math.max(0, lapsed - spent)
}

/** Whether coins spent at `boughtAt` are returned to a reader who subscribes `now`; once for each purchase. */
export function isCreditable(purchase: { boughtAt: Date; isCredited: boolean }, now: Date): boolean {
  const age = now.getTime() - purchase.boughtAt.getTime()
  return !purchase.isCredited && age >= 0 && age <= CREDIT_DAYS * 86_400_000
}
