/**
 * A reader's coins in the browser (3.4, 4.4): loaded once after the login, spent by a click. Not an optimistic update:
 * balance and text follow the server's answer. An unanswered purchase is repeated with the same idempotency key, so it
 * is paid once. The article's own call then loads the text and decides again.
 */
import {
  ARTICLE_PRICE,
  hasCredits,
  INITIAL_WALLET,
  PURCHASE_REASON,
  toCreditCount,
  toWalletState,
  withUsedCredit,
  type WalletState,
} from '@lokalteil/domain/commerce/coins'
import type { Chrome } from '../../page/page.ts'
import { getSession, setSession, type ReaderWallet } from '../../browser/session/session.ts'
import { portalClient, toStatus, type PortalClient, type PortalResult } from '../../page/portal-client.ts'
import { createLibraryApi, type LibraryApi } from '../../page/library-api.ts'
import { walletTexts } from '../../messages/commerce/wallet.ts'
import { BuyLayer } from './BuyLayer.tsx'

const AS_READER = { as: 'reader', timeoutMs: 10_000 } as const
/** Milliseconds before an unanswered purchase is sent again. */
const RETRIES = [400, 1500] as const
const MOST_ASKED = 100

export const WALLET_LOGS = {
  customer: 'no plenigo customer found',
  wallet: 'no plenigo wallet found',
  use: 'error while using credit',
} as const

export type WalletOptions = {
  client: PortalClient
  /** Null without a library. */
  libraryOf: ((ssoId: string) => Pick<LibraryApi, 'listPurchases'>) | null
  showToast: (text: string) => Promise<void>
  now: () => Date
  createKey: () => string
  pause: (milliseconds: number) => Promise<void>
}

export type PurchaseOutcome =
  | { kind: 'bought' }
  | { kind: 'failed'; error: 'no-credits' | 'price-changed' | 'logged-out' | 'refused' | 'unreachable' }

/** `status` 0: no answer. */
type CoinAnswer = { status: number; body: unknown }

export async function openWallet(chrome: () => Chrome, showToast: WalletOptions['showToast']): Promise<void> {
  const publication = chrome().publication.code
  await createWallet({
    client: portalClient,
    libraryOf: chrome().isLibraryOff ? null : (ssoId) => createLibraryApi(publication, ssoId),
    showToast,
    now: () => new Date(),
    createKey: () =>
      Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  }).load()
}

/** Long, because balance, keys and running purchases are one state that parallel purchases share. */
export function createWallet({ client, libraryOf, showToast, now, createKey, pause }: WalletOptions) {
  const keys = new Map<string, string>()
  const running = new Map<string, Promise<PurchaseOutcome>>()
  let state: WalletState = INITIAL_WALLET
  let price = ARTICLE_PRICE
  const reader = getSession().view.userData?.ssoId ?? ''

  /** Skips a reader who has logged out. */
  function show(): void {
    const { status, view } = getSession()
    if (status === 'reader' && view.userData?.ssoId === reader)
      setSession({ wallet: { ...state, price, isSold, BuyLayer, buy } satisfies ReaderWallet })
  }

  // Loading

  async function load(): Promise<void> {
    const session = toAnswer(await client.call('GET /api/plenigo/session', AS_READER))
    const customer = (session.body as { customer?: { customerId?: unknown } } | null)?.customer
    if (session.status !== 200 || typeof customer?.customerId !== 'string') return report(WALLET_LOGS.customer, session)
    const { customerId } = customer
    const [found, purchases] = await Promise.all([
      client.call('GET /api/plenigo/wallet/{customerId}', { ...AS_READER, params: { customerId } }).then(toAnswer),
      client.call('GET /api/plenigo/credits/purchases', AS_READER).then(toAnswer),
    ])
    const wallet = found.body as { availableCreditCount?: unknown; uniqueId?: unknown } | null
    const isWallet = found.status === 200 && typeof wallet?.uniqueId === 'string'
    if (!isWallet) report(WALLET_LOGS.wallet, found)
    const list =
      purchases.status === 200 && Array.isArray(purchases.body) ? (purchases.body as { articleId: string }[]) : []
    state = toWalletState({
      customer: { customerId },
      wallet: isWallet
        ? { availableCreditCount: toCreditCount(wallet?.availableCreditCount), uniqueId: String(wallet?.uniqueId) }
        : null,
      purchases: list,
      boughtAt: await readDates(list.map(({ articleId }) => articleId)),
    })
    show()
  }

  /** Dates of purchase; empty if the call fails. */
  async function readDates(ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
    if (ids.length === 0 || libraryOf === null) return {}
    const found = await libraryOf(reader).listPurchases({ body: ids.slice(0, MOST_ASKED) })
    if (!found.ok) report('purchases', { status: found.status, body: found.code })
    return found.ok ? found.data : {}
  }

  // Buying

  /** A second click waits for the first (single flight). */
  function buy(articleId: string): Promise<PurchaseOutcome> {
    const under = running.get(articleId) ?? buyOnce(articleId).finally(() => running.delete(articleId))
    running.set(articleId, under)
    return under
  }

  async function buyOnce(articleId: string): Promise<PurchaseOutcome> {
    const { customer, wallet } = state
    if (customer === null || wallet === null) return { kind: 'failed', error: 'refused' }
    const idempotencyKey = keys.get(articleId) ?? createKey()
    keys.set(articleId, idempotencyKey)
    const use = {
      customerId: customer.customerId,
      uniqueId: wallet.uniqueId,
      reason: PURCHASE_REASON,
      userId: reader,
      articleId,
      coinsAmount: price,
      idempotencyKey,
    }
    const send = async () => toAnswer(await client.call('POST /api/plenigo/credits/use', { ...AS_READER, body: use }))
    let answer = await send()
    for (const wait of RETRIES) {
      if (answer.status !== 0 && answer.status < 500) break
      await pause(wait)
      answer = await send()
    }
    const problem = answer.body as { code?: string; availableCreditCount?: unknown; coinsAmount?: unknown } | null
    // Bought earlier, here or elsewhere: nothing was charged.
    const count =
      answer.status === 200
        ? answer.body
        : answer.status === 409 && problem?.code !== 'KEY_USED'
          ? problem?.availableCreditCount
          : undefined
    if (count !== undefined) {
      state = withUsedCredit(state, { articleId, availableCreditCount: count, at: now().toISOString() })
      show()
      if (answer.status === 200)
        document.dispatchEvent(new CustomEvent('unlock_article_with_credits', { detail: { documentId: articleId } }))
      document.dispatchEvent(new CustomEvent('ARTICLE_BOUGHT', { detail: { articleId } }))
      void showToast(walletTexts.bought(toCreditCount(count))).catch((error: unknown) =>
        report('toast', { status: 0, body: error }),
      )
      return { kind: 'bought' }
    }
    report(WALLET_LOGS.use, answer)
    return { kind: 'failed', error: await toError(answer.status, problem) }
  }

  async function toError(
    status: number,
    problem: { code?: string; coinsAmount?: unknown } | null,
  ): Promise<Extract<PurchaseOutcome, { kind: 'failed' }>['error']> {
    if (status === 401) return 'logged-out'
    if (status === 0 || status >= 500) return 'unreachable'
    if (problem?.code === 'WRONG_AMOUNT' && typeof problem.coinsAmount === 'number') {
      price = problem.coinsAmount
      show()
      return 'price-changed'
    }
    // Spent in another tab, or the article was returned since: load the balance again.
    keys.clear()
    await load()
    return status === 402 ? 'no-credits' : 'refused'
  }

  /** Only with coins, and after the paywall service has decided (4.5, step 8); a bought article waits for its text. */
  function isSold(articleId: string, template: string | null): boolean {
    if (state.articleCreditPurchasesIds.includes(articleId)) return true
    return hasCredits(state) && template?.includes('-fallback-paywall-') !== true
  }

  return { load, buy, isSold, getState: () => state }
}

function toAnswer(result: PortalResult<unknown>): CoinAnswer {
  if (result.kind === 'ok') return { status: 200, body: result.data }
  if (result.kind === 'unrenewed') return { status: 0, body: null }
  return { status: toStatus(result), body: result.kind === 'refused' ? result.body : null }
}

function report(what: string, { status, body }: CoinAnswer): void {
  // oxlint-disable-next-line no-console
  console.error(what, { status, code: (body as { code?: unknown } | null)?.code })
}
