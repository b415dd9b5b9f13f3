/** Coins over HTTP: wallet, refusals without effect, and access after a purchase (7.5, part D). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Hono } from 'hono'
import { PAID_ID, PAID_SECRETS, PAID_TEST_ID, SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail, toDemoSub } from '@lokalteil/services/accounts/demo-accounts'
import { createPortalApi } from '../portal-api.ts'
import { openTestPortal, type TestPortal } from '../../portal.testing.ts'
import { outcomeOf, TestReader } from '../../reader.testing.ts'
import { createPurchases, createCoinRoutes, type CoinRoutesOptions } from './coin-routes.ts'
import { buyWithCoins, refundBooking } from '@lokalteil/services/commerce/coins/ledger'
import { getBalance } from '@lokalteil/services/commerce/coins/ledger-store'
import { NO_SESSIONS } from '../../session/sessions.testing.ts'

const USE = '/api/plenigo/credits/use'
const FREE_ID = '101'

let portal: TestPortal
const readers = new Map<string, TestReader>()
const as = (name: string) => readers.get(name)!

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1' } })
  for (const name of ['wallet', 'plus-wallet', 'free', 'tagsub']) {
    const reader = new TestReader(portal)
    const { status } = await reader.login(toDemoEmail(name))
    if (status !== 200) throw new Error(`${name} cannot log in: ${status}`)
    readers.set(name, reader)
  }
}, 240_000)
afterAll(() => portal.close())

async function json<T = Record<string, unknown>>(answer: Response | Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T
}
type Wallet = { availableCreditCount: number; uniqueId: string }
const customerOf = async (name: string) =>
  (await json<{ customer: { customerId: string } }>(as(name).ask('/api/plenigo/session'))).customer.customerId
const walletOf = async (name: string) => json<Wallet>(as(name).ask(`/api/plenigo/wallet/${await customerOf(name)}`))
/** The body that pages send. */
const bodyOf = async (name: string, articleId: string) => ({
  customerId: await customerOf(name),
  uniqueId: (await walletOf(name)).uniqueId ?? 'none',
  reason: 'Artikel gekauft',
  userId: toDemoSub('ak', name),
  articleId,
  coinsAmount: 1,
})
const secretsIn = (text: string) => PAID_SECRETS.filter((secret) => text.includes(secret))

describe('the wallet of a session', () => {
  const READS = [
    '/api/plenigo/session',
    '/api/plenigo/wallet/123456789',
    '/api/plenigo/credits/purchases',
    '/api/mein/account/coins/receipts/B-2026-ACDE-FGHJ',
  ]

  it('R7.5-01 R7.5-07 R7.5-08 R7.5-09 S7.5-04 shows the own customer, coins and purchases, and is not stored', async () => {
    const session = await as('wallet').ask('/api/plenigo/session')
    const { customer } = await json<{ customer: { customerId: string } }>(session)
    const wallet = await as('wallet').ask(`/api/plenigo/wallet/${customer.customerId}`)
    const purchases = await as('wallet').ask('/api/plenigo/credits/purchases')
    expect([await json(wallet), await json(purchases)]).toEqual([
      { availableCreditCount: 10, uniqueId: expect.any(String) },
      [],
    ])
    for (const answer of [session, wallet, purchases])
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  })

  it('S7.5-04 D is closed to other readers', async () => {
    expect(await outcomeOf(as('wallet').ask(`/api/plenigo/wallet/${await customerOf('plus-wallet')}`))).toBe(
      '403 FORBIDDEN',
    )
    expect(await outcomeOf(as('wallet').ask('/api/plenigo/wallet/000000000'))).toBe('403 FORBIDDEN')
    expect(await json(as('free').ask(`/api/plenigo/wallet/${await customerOf('free')}`))).toMatchObject({
      status: 404,
      code: 'NO_WALLET',
      title: 'no plenigo wallet found',
    })
  })

  it('D needs an access token of this publication', async () => {
    const onlyId = new TestReader(portal)
    onlyId.cookies.set('FA_ID_TOKEN', as('wallet').cookies.get('FA_ID_TOKEN')!)
    const elsewhere = new TestReader(portal, 'fb')
    for (const [name, value] of as('wallet').cookies) elsewhere.cookies.set(name, value)
    const body = await bodyOf('wallet', PAID_ID)
    for (const who of [new TestReader(portal), onlyId, elsewhere]) {
      for (const path of READS) expect([path, await outcomeOf(who.ask(path))]).toEqual([path, '401 NOT_LOGGED_IN'])
      expect(await outcomeOf(who.post(USE, body))).toBe('401 NOT_LOGGED_IN')
    }
  })
})

describe('a refused purchase', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['nothing', { coinsAmount: 0 }, '400 BAD_REQUEST'],
    ['less than nothing', { coinsAmount: -5 }, '400 BAD_REQUEST'],
    ['a tenth', { coinsAmount: 0.1 }, '400 BAD_REQUEST'],
    ['a text', { coinsAmount: '1' }, '400 BAD_REQUEST'],
    ['no number', { coinsAmount: null }, '400 BAD_REQUEST'],
    ['very much', { coinsAmount: 1e21 }, '400 BAD_REQUEST'],
    ['more than it costs', { coinsAmount: 2 }, '400 WRONG_AMOUNT'],
    ['another reason', { reason: 'Guthaben' }, '400 WRONG_REASON'],
    ['no reason', { reason: undefined }, '400 BAD_REQUEST'],
    ['another reader', { userId: toDemoSub('ak', 'plus-wallet') }, '403 FORBIDDEN'],
    ['a made-up customer', { customerId: '123456789' }, '403 FORBIDDEN'],
    ['a made-up wallet', { uniqueId: '00000000-0000-4000-8000-000000000000' }, '403 FORBIDDEN'],
    ['a free article', { articleId: FREE_ID }, '400 NOT_FOR_SALE'],
    ['no article there is', { articleId: '999999' }, '404 UNKNOWN_ARTICLE'],
    ['no id', { articleId: '../12' }, '400 BAD_REQUEST'],
    ['an id too long', { articleId: '1'.repeat(30) }, '400 BAD_REQUEST'],
  ])('S7.5-03 R7.5-10 D has %s', async (_name, change, outcome) => {
    expect(await outcomeOf(as('wallet').post(USE, { ...(await bodyOf('wallet', PAID_ID)), ...change }))).toBe(outcome)
    expect([
      (await walletOf('wallet')).availableCreditCount,
      await json(as('wallet').ask('/api/plenigo/credits/purchases')),
    ]).toEqual([10, []])
  })

  it('S7.5-03 D names another’s customer and wallet, or has no wallet, or comes from a plus reader', async () => {
    const [own, others] = [await bodyOf('wallet', PAID_ID), await bodyOf('plus-wallet', PAID_ID)]
    expect(await outcomeOf(as('wallet').post(USE, { ...others, userId: own.userId }))).toBe('403 FORBIDDEN')
    expect(await outcomeOf(as('wallet').post(USE, others))).toBe('403 FORBIDDEN')
    // T18: a reader with plus buys no article.
    expect(await outcomeOf(as('plus-wallet').post(USE, others))).toBe('403 NO_WALLET_USER')
    for (const name of ['free', 'tagsub'])
      expect(await outcomeOf(as(name).post(USE, { ...own, userId: toDemoSub('ak', name) }))).toBe('403 NO_WALLET_USER')
    expect([
      (await walletOf('wallet')).availableCreditCount,
      (await walletOf('plus-wallet')).availableCreditCount,
    ]).toEqual([10, 5])
  })

  it('D is logged with ids and without secrets', async () => {
    const body = await bodyOf('wallet', PAID_ID)
    const from = portal.logged().length
    await as('wallet').post(USE, { ...body, customerId: '123456789' })
    const lines = portal
      .logged()
      .slice(from)
      .filter((line) => line.includes('purchase-refused'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(body.userId)
    for (const text of [body.uniqueId, '123456789', toDemoEmail('wallet')]) expect(lines[0]).not.toContain(text)
  })

  it('S7.5-01 comes from another site, or is not JSON', async () => {
    const body = await bodyOf('wallet', PAID_ID)
    expect(await outcomeOf(as('wallet').post(USE, body, { 'sec-fetch-site': 'cross-site' }))).toBe('403 FORBIDDEN')
    expect(await outcomeOf(as('wallet').post(USE, body, { origin: 'https://evil.example' }))).toBe('403 FORBIDDEN')
    expect(await outcomeOf(as('wallet').post(USE, body, { 'content-type': 'text/plain' }))).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    )
    expect((await walletOf('wallet')).availableCreditCount).toBe(10)
  })
})

describe('a purchase', () => {
  it('R1-19 R7.5-10 R4.5-21 R4.5-25 R7.4-18 R7.4-19 R2.2-12 costs one coin, opens the text to this reader alone, and is in the account', async () => {
    const reader = as('wallet')
    expect(await json(reader.ask(`/api/articles/${PAID_ID}/body`))).toMatchObject({
      decision: 'locked',
      rule: 'buy',
      contentItems: [],
    })
    const answer = await reader.post(USE, await bodyOf('wallet', PAID_ID))
    expect([answer.status, await json(answer), answer.headers.get('cache-control')]).toEqual([
      200,
      9,
      'private, no-store',
    ])

    const body = await (await reader.ask(`/api/articles/${PAID_ID}/body`)).text()
    expect([JSON.parse(body), secretsIn(body).length > 0]).toMatchObject([
      { decision: 'allowed', rule: 'bought' },
      true,
    ])
    for (const name of ['free', 'tagsub'])
      expect(secretsIn(await (await as(name).ask(`/api/articles/${PAID_ID}/body`)).text())).toEqual([])
    expect(secretsIn(await (await reader.ask(`/api/articles/${PAID_TEST_ID}/body`)).text())).toEqual([])

    expect(await json(reader.ask('/api/plenigo/credits/purchases'))).toEqual([{ articleId: PAID_ID }])
    const user = `/__services/user/mandators/ak/users/${toDemoSub('ak', 'wallet')}/credit-purchases`
    expect(await json(reader.post(`${user}/batch/exists`, [PAID_ID, FREE_ID]))).toEqual({
      [PAID_ID]: '2026-11-21T12:00:00.000Z',
    })
    expect([
      await json(reader.ask(`${user}/${PAID_ID}/exists`)),
      await json(reader.ask(`${user}/${FREE_ID}/exists`)),
    ]).toEqual([true, false])

    const page = (await (await reader.ask('/account/coins')).text()).replaceAll('<!-- -->', '')
    expect(page).toMatch(/>9<\/span> Coins verfügbar/)
    expect(page).toMatch(new RegExp(`<a href="/[^"]*-${PAID_ID}">Der Umbau des Klinikums</a>`))
    expect(page).toContain('freigeschaltet am 21.11.2026')
  })

  it('S7.5-03 happens once, also when it is sent repeatedly and concurrently', async () => {
    const body = await bodyOf('wallet', PAID_TEST_ID)
    const answers = await Promise.all(Array.from({ length: 30 }, () => as('wallet').post(USE, body)))
    expect([
      answers.filter(({ status }) => status === 200).length,
      answers.filter(({ status }) => status === 409).length,
    ]).toEqual([1, 29])
    for (const answer of answers)
      expect(await json(answer)).toEqual(
        answer.status === 200
          ? 8
          : { status: 409, code: 'ALREADY_BOUGHT', title: expect.any(String), availableCreditCount: 8 },
      )
    const again = await as('wallet').post(USE, body)
    expect([again.status, (await walletOf('wallet')).availableCreditCount]).toEqual([409, 8])
  })

  it('has a receipt that only its reader can open', async () => {
    const { purchases } = await json<{ purchases: { receiptNumber: string; articleId: string }[] }>(
      as('wallet').ask('/api/mein/account/coins'),
    )
    const path = `/api/mein/account/coins/receipts/${purchases.find(({ articleId }) => articleId === PAID_ID)!.receiptNumber}`
    const receipt = await as('wallet').ask(path)
    expect([
      receipt.headers.get('content-type'),
      receipt.headers.get('content-disposition'),
      receipt.headers.get('cache-control'),
    ]).toEqual([
      'text/plain; charset=utf-8',
      expect.stringContaining('attachment; filename="Beleg-B-2026-'),
      'private, no-store',
    ])
    const text = await receipt.text()
    for (const part of [
      'Auenkurier',
      'Der Umbau des Klinikums',
      '−1 Coin',
      `Kundennummer: ${await customerOf('wallet')}`,
      '§ 356 Abs. 5 BGB',
    ])
      expect(text).toContain(part)
    expect(await outcomeOf(as('plus-wallet').ask(path))).toBe('404 NOT_FOUND')
    expect(await outcomeOf(as('wallet').ask('/api/mein/account/coins/receipts/x'))).toBe('404 NOT_FOUND')
  })

  it('R4.5-21 gives no access after its refund', async () => {
    const { purchases } = await json<{ purchases: { receiptNumber: string; articleId: string }[] }>(
      as('wallet').ask('/api/mein/account/coins'),
    )
    const { receiptNumber } = purchases.find(({ articleId }) => articleId === PAID_ID)!
    await refundBooking(portal.runtime.commerce!.context, 'ak', receiptNumber, 'Text unvollständig')
    const body = await (await as('wallet').ask(`/api/articles/${PAID_ID}/body`)).text()
    expect([secretsIn(body), (await walletOf('wallet')).availableCreditCount]).toEqual([[], 9])
  })

  it('S7.5-03 is refused with an empty wallet', async () => {
    const { customerId } = { customerId: await customerOf('wallet') }
    const { context } = portal.runtime.commerce!
    for (let spent = 0; (await getBalance({ publication: 'ak', customerId }, context.db)) !== 0; spent++)
      await buyWithCoins(context, {
        publication: 'ak',
        customerId,
        kind: 'article',
        key: String(7000 + spent),
        title: 'x',
        path: '/x',
        price: 1,
      })
    expect(await outcomeOf(as('wallet').post(USE, await bodyOf('wallet', PAID_ID)))).toBe('402 NO_CREDITS')
  })
})

describe('with services that do not answer', () => {
  const SILENT = { ok: false as const, status: 0, problem: { status: 0, code: 'UNREACHABLE', title: 'x' } }
  const ok = <T>(data: T) => ({ ok: true as const, status: 200, data })
  const ARTICLE = {
    ...SEED.articles.find(({ id }) => id === PAID_ID)!,
    path: '/klinikum-130',
    contentRestriction: 'paid',
  }
  const BODY = {
    customerId: '123456789',
    uniqueId: 'w-1',
    reason: 'Artikel gekauft',
    userId: 'eva',
    articleId: PAID_ID,
    coinsAmount: 1,
  }

  function open(change: { platform?: object; content?: object; price?: number; isOpen?: boolean } = {}) {
    const bought: unknown[] = []
    const platform = {
      openCustomer: async () => ok({ customerId: '123456789', createdAt: '2026-11-21T12:00:00Z' }),
      getWallet: async () => ok({ availableCreditCount: 3, uniqueId: 'w-1' }),
      findArticlePurchases: async () => ok({}),
      buyArticle: async (call: unknown) => {
        bought.push(call)
        return ok({
          availableCreditCount: 2,
          boughtAt: '2026-11-21T12:00:00Z',
          receiptNumber: 'B-2026-ACDE-FGHJ',
          isNew: true,
        })
      },
      ...change.platform,
    }
    const content = {
      getArticle: async () => ({ ok: true, data: ARTICLE }),
      getTestReport: async () => ({ ok: false, status: 404 }),
      ...change.content,
    }
    const options = {
      portalApi: createPortalApi(
        {
          originOf: (code) => `https://${code}.example`,
          trustedProxies: [],
        },
        {
          ...NO_SESSIONS,
          authorise: async () => ({ kind: 'reader', ssoId: 'eva', roles: ['WALLET_USER'], accessToken: 'x' }),
        },
      ),
      platformOf: () => platform,
      contentOf: () => content,
      accessOf: () => () => async (article: unknown) => ({
        article,
        access:
          change.isOpen === true
            ? { isLocked: false, rule: 'tag-subscription', template: 'ok' }
            : { isLocked: true, rule: 'subscription', template: null },
      }),
      price: change.price ?? 1,
      log: () => {},
    } as unknown as CoinRoutesOptions
    const app = new Hono().route('/', createCoinRoutes(options))
    const headers = { 'x-publication': 'ak', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    return {
      bought,
      ask: async (path: string) => app.request(path, { headers }),
      use: async (body: object = BODY) => app.request(USE, { method: 'POST', headers, body: JSON.stringify(body) }),
    }
  }

  it.each<[string, Parameters<typeof open>[0], string]>([
    ['the customers', { platform: { openCustomer: async () => SILENT } }, '503 UNAVAILABLE'],
    ['the wallets', { platform: { getWallet: async () => SILENT } }, '503 UNAVAILABLE'],
    ['the purchases', { platform: { findArticlePurchases: async () => SILENT } }, '503 UNAVAILABLE'],
    ['the booking', { platform: { buyArticle: async () => SILENT } }, '503 UNAVAILABLE'],
    ['the content', { content: { getArticle: async () => ({ ok: false, status: 0 }) } }, '503 UNAVAILABLE'],
  ])('sells nothing when %s does not answer', async (_name, change, outcome) => {
    const test = open(change)
    expect([await outcomeOf(await test.use()), test.bought]).toEqual([outcome, []])
  })

  it('R8-31 R8-32 names the missing service', async () => {
    const missing = { ok: false as const, status: 404, problem: { status: 404, code: 'NO_CUSTOMER', title: 'x' } }
    expect(
      await json(open({ platform: { openCustomer: async () => missing } }).ask('/api/plenigo/session')),
    ).toMatchObject({ status: 404, title: 'no plenigo customer found' })
    expect(
      await json(open({ platform: { getWallet: async () => missing } }).ask('/api/plenigo/wallet/123456789')),
    ).toMatchObject({ status: 404, title: 'no plenigo wallet found' })
  })

  it('S7.5-03 charges the publication’s own price, and answers it', async () => {
    const test = open({ price: 2 })
    const refused = await test.use()
    expect(await json(refused)).toMatchObject({ status: 400, code: 'WRONG_AMOUNT', coinsAmount: 2 })
    expect([await json(await test.use({ ...BODY, coinsAmount: 2 })), test.bought]).toMatchObject([
      2,
      [{ params: { sub: 'eva' }, body: { articleId: PAID_ID, price: 2 } }],
    ])
  })

  it('sells no article that this reader can read already', async () => {
    const test = open({ isOpen: true })
    expect([await json(await test.use()), test.bought]).toMatchObject([
      { status: 409, code: 'ALREADY_READABLE', availableCreditCount: 3 },
      [],
    ])
  })

  it('R4.5-21 gives no access by a purchase that cannot be confirmed', async () => {
    const purchases = createPurchases(
      () => ({ findArticlePurchases: async () => SILENT, getWallet: async () => SILENT }) as never,
    )
    await expect(purchases.hasBought('ak', 'eva', PAID_ID)).rejects.toThrow(/answered 0/)
    await expect(purchases.countCredits('ak', 'eva')).rejects.toThrow(/answered 0/)
    expect(await purchases.hasBought('ak', 'eva', '1'.repeat(40))).toBe(false)
  })
})
