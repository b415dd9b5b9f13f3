/**
 * Coins on the publication's own origin (specification 7.5; S7.5-03, S7.5-04, part D of the decisions). Only the httpOnly access
 * token says whose wallet it is; customer, wallet, reader and price come from the server, and a body with other values is
 * refused and logged. Purchases are idempotent. An article is sold only if it exists, is paid, and this reader cannot read
 * it already. Answers are private.
 */
import { Hono, type Context } from 'hono'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { Article, TestReport } from '@lokalteil/contracts/content'
import { PORTAL, RECEIPT_PATH } from '@lokalteil/contracts/portal'
import type { Booking, Customer, COMMERCE_INTERNAL, Wallet } from '@lokalteil/contracts/commerce'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { decideCreditUse } from '@lokalteil/domain/commerce/coins'
import { toHonoPath } from '@lokalteil/services/platform/endpoint-http'
import type { ContentApi } from '../../../app/page/content-api.ts'
import { receiptTexts } from '../../../app/messages/commerce/wallet.ts'
import type { PurchaseQuestions } from '../../access/access-questions.ts'
import { UNANSWERED, type AccessOf } from '../../access/article-access.ts'
import type { Log } from '../../http/log.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import {
  refusal,
  reply,
  toFileResponse,
  toRefusal,
  type FileAnswer,
  type PortalApi,
  type PortalCall,
  type Principal,
  type Reply,
} from '../portal-api.ts'

type Platform = Client<typeof COMMERCE_INTERNAL>

export type CoinRoutesOptions = {
  portalApi: PortalApi
  platformOf: (publication: PublicationCode) => Platform
  contentOf: (publication: PublicationCode) => Pick<ContentApi, 'getArticle' | 'getTestReport'>
  /** The access of a class of readers: an article that is open without a purchase is not sold. */
  accessOf: (publication: PublicationCode) => AccessOf
  /** Price of an article, in coins. */
  price: number
  log: Log
}

export function createCoinRoutes(options: CoinRoutesOptions): Hono<PortalEnv> {
  const { portalApi, platformOf } = options
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, PORTAL.getCustomerSession, { as: 'reader' }, async ({ principal: { publication, sub } }) => {
    const found = await platformOf(publication).openCustomer({ params: { sub } })
    if (found.ok) return reply({ customer: { customerId: found.data.customerId } })
    return found.status === 404 ? refusal(404, 'NO_CUSTOMER', 'no plenigo customer found') : toRefusal(found)
  })

  portalApi.serve(app, PORTAL.getWallet, { as: 'reader' }, (call) => getWallet(options, call))
  portalApi.serve(app, PORTAL.listCreditPurchases, { as: 'reader' }, async ({ principal: { publication, sub } }) => {
    const found = await platformOf(publication).listArticlePurchases({ params: { sub }, query: { limit: 1000 } })
    return found.ok ? reply(found.data.map(({ articleId }) => ({ articleId }))) : toRefusal(found)
  })
  portalApi.serve(app, PORTAL.useCredit, { as: 'reader' }, (call) => payWithCoins(options, call))
  app.get(toHonoPath(RECEIPT_PATH), (c) => getReceipt(options, c))
  return app
}

/** The wallet is null for a reader who never had coins. */
async function readWallet(
  { platformOf }: CoinRoutesOptions,
  { publication, sub }: Principal,
): Promise<Reply<{ customer: Customer; wallet: Wallet | null }>> {
  const params = { sub }
  const customer = await platformOf(publication).openCustomer({ params })
  if (!customer.ok)
    return customer.status === 404 ? refusal(404, 'NO_CUSTOMER', 'no plenigo customer found') : toRefusal(customer)
  const wallet = await platformOf(publication).getWallet({ params })
  if (!wallet.ok && wallet.status !== 404) return toRefusal(wallet)
  return { kind: 'data', data: { customer: customer.data, wallet: wallet.ok ? wallet.data : null } }
}

async function getWallet(
  options: CoinRoutesOptions,
  { principal, params }: PortalCall<typeof PORTAL.getWallet, 'reader'>,
): Promise<Reply<Wallet>> {
  const found = await readWallet(options, principal)
  if (found.kind === 'refusal') return found
  const { customer, wallet } = found.data
  if (params.customerId !== customer.customerId) return refusal(403, 'FORBIDDEN', 'The wallet is another customer’s')
  return wallet === null ? refusal(404, 'NO_WALLET', 'no plenigo wallet found') : reply(wallet)
}

async function payWithCoins(
  options: CoinRoutesOptions,
  { principal, body }: PortalCall<typeof PORTAL.useCredit, 'reader'>,
): Promise<Reply<number>> {
  const { price, log } = options
  const found = await readWallet(options, principal)
  if (found.kind === 'refusal') return found
  const { publication, sub, flags } = principal
  const { customer, wallet } = found.data
  switch (decideCreditUse(body, { userId: sub, isWalletUser: flags.isWalletUser, customer, wallet, price })) {
    case 'mismatch':
      log('warn', 'purchase-refused', {
        publication,
        userId: sub,
        articleId: body.articleId,
        reason: 'customer, wallet or reader of somebody else',
      })
      return refusal(403, 'FORBIDDEN', 'Customer, wallet and reader must be the session’s own')
    case 'no-wallet-user':
      return refusal(403, 'NO_WALLET_USER', 'This reader buys no single articles')
    case 'wrong-reason':
      return refusal(400, 'WRONG_REASON', 'The reason must be the fixed text')
    case 'wrong-amount':
      return refusal(400, 'WRONG_AMOUNT', 'The article costs another number of coins', {
        extra: { coinsAmount: price },
      })
    case 'accepted':
      return buy(options, principal, body.articleId, wallet!.availableCreditCount, body.idempotencyKey)
  }
}

async function buy(
  options: CoinRoutesOptions,
  principal: Principal,
  articleId: string,
  count: number,
  idempotencyKey: string | undefined,
): Promise<Reply<number>> {
  const { platformOf, contentOf, accessOf, price } = options
  const { publication, sub, flags } = principal
  const params = { sub }
  const before = await platformOf(publication).findArticlePurchases({ params, body: [articleId] })
  if (!before.ok) return toRefusal(before)
  // An earlier purchase counts even if the article is free or gone since.
  if (before.data[articleId] !== undefined && idempotencyKey === undefined) {
    // Read the count again: a concurrent request may have bought the article since.
    const now = await readWallet(options, principal)
    return now.kind === 'refusal' ? now : boughtBefore(now.data.wallet?.availableCreditCount ?? 0)
  }
  const found = await readArticle(contentOf(publication), articleId)
  if (found === 'unanswered')
    return refusal(503, 'UNAVAILABLE', 'The content service does not answer', { retryAfter: '5' })
  if (found === null) return refusal(404, 'UNKNOWN_ARTICLE', 'No such article')
  if (found.contentRestriction === 'free') return notForSale()
  const { access } = await accessOf(publication)(flags)(found)
  if (access.rule === UNANSWERED)
    return refusal(503, 'UNAVAILABLE', 'The text cannot be had at the moment', { retryAfter: '5' })
  if (!access.isLocked)
    return access.rule === 'free' || access.rule === 'paywall-disabled'
      ? notForSale()
      : refusal(409, 'ALREADY_READABLE', 'This reader can read the article without buying it', {
          extra: { availableCreditCount: count },
        })
  const bought = await platformOf(publication).buyArticle({
    params,
    body: {
      articleId,
      title: found.title.slice(0, 300) || articleId,
      path: found.path.slice(0, 500),
      price,
      idempotencyKey,
    },
  })
  if (!bought.ok) return toRefusal(bought)
  const { availableCreditCount, isNew } = bought.data
  return isNew ? reply(availableCreditCount) : boughtBefore(availableCreditCount)
}

async function getReceipt({ portalApi, platformOf }: CoinRoutesOptions, c: Context<PortalEnv>): Promise<Response> {
  const context = portalApi.toRequestContext(c)
  const receiptNumber = c.req.param('receiptNumber') ?? ''
  const answer = await portalApi.asReader(context, async ({ publication, sub }): Promise<Reply<FileAnswer>> => {
    if (!/^B-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(receiptNumber)) return refusal(404, 'NOT_FOUND', 'No such receipt')
    const [booking, customer] = await Promise.all([
      platformOf(publication).getBooking({ params: { sub, receiptNumber } }),
      platformOf(publication).openCustomer({ params: { sub } }),
    ])
    if (!booking.ok) return toRefusal(booking)
    if (!customer.ok) return toRefusal(customer)
    const body = toReceipt(publication, booking.data, customer.data)
    return reply({ fileName: `Beleg-${receiptNumber}.txt`, mediaType: 'text/plain; charset=utf-8', body })
  })
  return toFileResponse(answer)
}

/** Questions about purchases for the access decision and the library. Throws if commerce does not answer. */
export function createPurchases(platformOf: (publication: PublicationCode) => Platform): PurchaseQuestions & {
  listPurchased: (
    publication: PublicationCode,
    sub: string,
    articleIds: readonly string[],
  ) => Promise<Map<string, Date>>
} {
  async function listPurchased(
    publication: PublicationCode,
    sub: string,
    articleIds: readonly string[],
  ): Promise<Map<string, Date>> {
    // Drop ids that no article can have.
    const body = articleIds.filter((id) => /^\d{1,20}$/.test(id))
    if (body.length === 0) return new Map()
    const found = await platformOf(publication).findArticlePurchases({ params: { sub }, body })
    if (!found.ok) throw new Error(`The subscription platform answered ${found.status} ${found.problem.code}`)
    return new Map(Object.entries(found.data).map(([id, at]) => [id, new Date(at)]))
  }
  return {
    listPurchased,
    hasBought: async (publication, sub, articleId) =>
      (await listPurchased(publication, sub, [articleId])).has(articleId),
    async countCredits(publication, sub) {
      const found = await platformOf(publication).getWallet({ params: { sub } })
      if (found.ok) return found.data.availableCreditCount
      if (found.status === 404) return 0
      throw new Error(`The subscription platform answered ${found.status} ${found.problem.code}`)
    },
  }
}

function boughtBefore(availableCreditCount: number): Reply<never> {
  return refusal(409, 'ALREADY_BOUGHT', 'The article was bought before; nothing was charged', {
    extra: { availableCreditCount },
  })
}

function notForSale(): Reply<never> {
  return refusal(400, 'NOT_FOR_SALE', 'The article is free')
}

async function readArticle(
  content: Pick<ContentApi, 'getArticle' | 'getTestReport'>,
  id: string,
): Promise<Article | TestReport | null | 'unanswered'> {
  const article = await content.getArticle({ id })
  if (article.ok) return article.data
  const report = await content.getTestReport({ id })
  if (report.ok) return report.data
  const isAbsent = (status: number) => status === 404 || status === 410
  return isAbsent(article.status) && isAbsent(report.status) ? null : 'unanswered'
}

/** The receipt for the reader: terms, time, and the end of the right of withdrawal (§ 356 Abs. 5 BGB). */
function toReceipt(code: PublicationCode, booking: Booking, customer: Customer): string {
  const publication = publicationOf(code)
  return `${receiptTexts.lines({ publication: publication.name, customerId: customer.customerId, booking }).join('\r\n')}\r\n`
}
