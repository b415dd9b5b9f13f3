/** Coins in the browser, against a simulated server: calls, the body of a click, the display after each answer. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PORTAL } from '@lokalteil/contracts/portal'
import { hasCredits } from '@lokalteil/domain/commerce/coins'
import { getSession, setSession } from '../../browser/session/session.ts'
import { walletTexts } from '../../messages/commerce/wallet.ts'
import { createWalletPart } from './wallet-part.ts'
import { createPortalClient } from '../../page/portal-client.ts'
import { createWallet, WALLET_LOGS } from './wallet.lazy.ts'

const initial = getSession()
const NOW = new Date('2026-11-21T12:00:00Z')
const WALLET = '/api/plenigo/wallet/123456789'
const WALLET_PATHS = {
  session: PORTAL.getCustomerSession.path,
  wallet: PORTAL.getWallet.path,
  purchases: PORTAL.listCreditPurchases.path,
  use: PORTAL.useCredit.path,
}

type Answered = { status?: number; body?: unknown } | 'none'
type Asked = { path: string; method: string; body: Record<string, unknown> | null }

let errors: unknown[][]
let events: { type: string; detail: unknown }[]

beforeEach(() => {
  errors = []
  events = []
  const target = new EventTarget()
  for (const type of ['ARTICLE_BOUGHT', 'unlock_article_with_credits'])
    target.addEventListener(type, (event) => events.push({ type, detail: (event as CustomEvent).detail }))
  vi.stubGlobal('document', target)
  vi.spyOn(console, 'error').mockImplementation((...what) => void errors.push(what))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setSession(initial)
})

const toView = (...roles: string[]) => ({
  ...initial.view,
  isLoggedIn: true,
  roles,
  userData: { ssoId: 'eva' } as never,
})

/** Each path gives its answers in order and repeats the last. */
function open(given: Record<string, Answered[]> = {}) {
  const asked: Asked[] = []
  const toasts: string[] = []
  const left = new Map<string, Answered[]>(
    Object.entries({
      [WALLET_PATHS.session]: [{ body: { customer: { customerId: '123456789' } } }],
      [WALLET]: [{ body: { availableCreditCount: 3, uniqueId: 'w-1' } }],
      [WALLET_PATHS.purchases]: [{ body: [{ articleId: '11' }] }],
      [WALLET_PATHS.use]: [{ body: 2 }],
      '/api/validate?forceRefresh=true': [{ body: { valid: true } }],
      ...given,
    } as Record<string, Answered[]>).map(([path, answers]) => [path, [...answers]]),
  )
  const fetcher = (async (path: string, init: RequestInit = {}) => {
    asked.push({
      path,
      method: init.method ?? 'GET',
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : null,
    })
    const answers = left.get(path) ?? []
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!
    if (answer === 'none') throw new TypeError('no connection')
    return new Response(JSON.stringify(answer.body ?? null), { status: answer.status ?? 200 })
  }) as typeof fetch
  setSession({ status: 'reader', view: toView('WALLET_USER') })
  let keys = 0
  const wallet = createWallet({
    client: createPortalClient({ fetcher }),
    libraryOf: () => ({ listPurchases: async () => ({ ok: true, data: { 11: '2026-11-20T10:00:00.000Z' } }) }),
    showToast: async (text) => void toasts.push(text),
    now: () => NOW,
    createKey: () => `key-${String(++keys).padStart(16, '0')}`,
    pause: async () => {},
  })
  const uses = () => asked.filter(({ path }) => path === WALLET_PATHS.use)
  return {
    wallet,
    asked,
    uses,
    toasts,
    get shown() {
      return getSession().wallet
    },
  }
}

it('calls the endpoints of the contract', async () => {
  const { wallet, asked } = open()
  await wallet.load()
  await wallet.buy('12')
  expect(asked.map(({ path }) => path)).toEqual([
    WALLET_PATHS.session,
    WALLET_PATHS.wallet.replace('{customerId}', '123456789'),
    WALLET_PATHS.purchases,
    WALLET_PATHS.use,
  ])
})

describe('who loads a wallet', () => {
  it.each([
    ['R4.2-04 R6-10', ['WALLET_USER'], true],
    ['R6-11 R6-12 T18', ['WALLET_USER', 'PLUS_USER'], false],
    ['R6-11', ['PLUS_USER'], false],
    ['R6-11', ['PUR_USER'], false],
    ['R6-11', [], false],
  ] as const)('%s %j: %s', async (_ids, roles, isLoaded) => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path)
      return Response.json(
        path === WALLET_PATHS.purchases
          ? []
          : path === WALLET
            ? { availableCreditCount: 3, uniqueId: 'w-1' }
            : { customer: { customerId: '123456789' } },
      )
    })
    const view = toView(...roles)
    setSession({ status: 'reader', view })
    const chrome = { publication: { code: 'ak' }, isLibraryOff: true }
    await createWalletPart(() => chrome as never).load({ view, isNewLogin: true, showToast: async () => {} })
    expect(asked).toEqual(isLoaded ? [WALLET_PATHS.session, WALLET, WALLET_PATHS.purchases] : [])
    expect(getSession().wallet !== null).toBe(isLoaded)
  })

  it('R4.2-40 resets when the login ends', async () => {
    const { wallet } = open()
    await wallet.load()
    expect(getSession().wallet).not.toBeNull()
    createWalletPart(() => ({}) as never).reset!()
    expect(getSession().wallet).toBeNull()
  })

  it('shows nothing to a reader who logged in meanwhile', async () => {
    const { wallet } = open()
    setSession({ view: { ...toView('WALLET_USER'), userData: { ssoId: 'jan' } as never } })
    await wallet.load()
    expect(getSession().wallet).toBeNull()
  })
})

describe('loading', () => {
  it('R3.4-01 R3.4-02 R3.4-03 R3.4-04 R3.4-05 reads customer, wallet, purchases and their dates', async () => {
    const test = open()
    await test.wallet.load()
    expect(test.shown).toMatchObject({
      customer: { customerId: '123456789' },
      wallet: { availableCreditCount: 3, uniqueId: 'w-1' },
      articleCreditEntries: { 11: '2026-11-20T10:00:00.000Z' },
      articleCreditPurchasesCount: 1,
      articleCreditPurchasesIds: ['11'],
    })
  })

  it.each<[string, Record<string, Answered[]>, string]>([
    ['R8-31', { [WALLET_PATHS.session]: [{ status: 404, body: { code: 'NO_CUSTOMER' } }] }, WALLET_LOGS.customer],
    ['R8-31', { [WALLET_PATHS.session]: ['none'] }, 'no plenigo customer found'],
    ['R8-32', { [WALLET]: [{ status: 404, body: { code: 'NO_WALLET' } }] }, 'no plenigo wallet found'],
    ['R8-32', { [WALLET]: ['none'] }, 'no plenigo wallet found'],
  ])('%s only logs the missing parts', async (_id, given, message) => {
    const test = open(given)
    await test.wallet.load()
    expect([errors.map(([what]) => what), test.shown === null || !hasCredits(test.shown)]).toEqual([[message], true])
  })
})

describe('a purchase', () => {
  it('R7.5-11 R4.4-01 R4.4-02 S4.4-02 R3.12-02 S3.12-02 sends the fixed text, shows the answer, and requests the text', async () => {
    const test = open()
    await test.wallet.load()
    expect(await test.wallet.buy('12')).toEqual({ kind: 'bought' })
    expect(test.uses()).toEqual([
      {
        path: WALLET_PATHS.use,
        method: 'POST',
        body: {
          customerId: '123456789',
          uniqueId: 'w-1',
          reason: 'Artikel gekauft',
          userId: 'eva',
          articleId: '12',
          coinsAmount: 1,
          idempotencyKey: 'key-0000000000000001',
        },
      },
    ])
    expect(PORTAL.useCredit.body.safeParse(test.uses()[0]!.body).success).toBe(true)
    expect(test.shown).toMatchObject({
      wallet: { availableCreditCount: 2 },
      articleCreditEntries: { 12: NOW.toISOString() },
      articleCreditPurchasesIds: ['12', '11'],
      articleCreditPurchasesCount: 2,
    })
    expect(events).toEqual([
      { type: 'unlock_article_with_credits', detail: { documentId: '12' } },
      { type: 'ARTICLE_BOUGHT', detail: { articleId: '12' } },
    ])
    expect([test.toasts, errors]).toEqual([[walletTexts.bought(2)], []])
  })

  it('changes nothing before the answer', async () => {
    const test = open()
    await test.wallet.load()
    const running = test.wallet.buy('12')
    expect(test.shown).toMatchObject({ wallet: { availableCreditCount: 3 }, articleCreditPurchasesIds: ['11'] })
    await running
  })

  it('is sent once for two clicks', async () => {
    const test = open()
    await test.wallet.load()
    await Promise.all([test.wallet.buy('12'), test.wallet.buy('12')])
    expect(test.uses()).toHaveLength(1)
  })

  it('is sent again with the same key without an answer, and so is a later click', async () => {
    const test = open({
      [WALLET_PATHS.use]: ['none', { status: 503, body: { code: 'UNAVAILABLE' } }, 'none', { body: 2 }],
    })
    await test.wallet.load()
    expect(await test.wallet.buy('12')).toEqual({ kind: 'failed', error: 'unreachable' })
    expect([test.shown?.wallet?.availableCreditCount, events]).toEqual([3, []])
    expect(await test.wallet.buy('12')).toEqual({ kind: 'bought' })
    expect(new Set(test.uses().map(({ body }) => body!.idempotencyKey))).toEqual(new Set(['key-0000000000000001']))
    expect(test.uses()).toHaveLength(4)
  })

  it('S3.12-02 that was made before opens the article, with the current balance, and no new event', async () => {
    const test = open({
      [WALLET_PATHS.use]: [{ status: 409, body: { code: 'ALREADY_BOUGHT', availableCreditCount: 1 } }],
    })
    await test.wallet.load()
    expect(await test.wallet.buy('12')).toEqual({ kind: 'bought' })
    expect([
      test.shown?.wallet?.availableCreditCount,
      test.wallet.isSold('12', null),
      events.map(({ type }) => type),
    ]).toEqual([1, true, ['ARTICLE_BOUGHT']])
  })

  it.each<[string, Answered[], string]>([
    ['no coins', [{ status: 402, body: { code: 'NO_CREDITS' } }], 'no-credits'],
    ['a refusal', [{ status: 403, body: { code: 'FORBIDDEN' } }], 'refused'],
    ['an article that is gone', [{ status: 404, body: { code: 'UNKNOWN_ARTICLE' } }], 'refused'],
    ['a key that bought something else', [{ status: 409, body: { code: 'KEY_USED' } }], 'refused'],
    ['no connection', ['none'], 'unreachable'],
  ])('R8-33 logs only, after %s', async (_name, answers, error) => {
    const test = open({ [WALLET_PATHS.use]: answers })
    await test.wallet.load()
    expect(await test.wallet.buy('12')).toEqual({ kind: 'failed', error })
    expect([errors.map(([what]) => what), test.shown?.articleCreditPurchasesIds, events]).toEqual([
      ['error while using credit'],
      ['11'],
      [],
    ])
  })

  it('loads the balance again when there were no coins', async () => {
    const test = open({
      [WALLET_PATHS.use]: [{ status: 402, body: { code: 'NO_CREDITS' } }],
      [WALLET]: [
        { body: { availableCreditCount: 3, uniqueId: 'w-1' } },
        { body: { availableCreditCount: 0, uniqueId: 'w-1' } },
      ],
    })
    await test.wallet.load()
    await test.wallet.buy('12')
    expect(test.shown?.wallet?.availableCreditCount).toBe(0)
  })

  it('that costs more than shown waits for another click', async () => {
    const test = open({
      [WALLET_PATHS.use]: [{ status: 400, body: { code: 'WRONG_AMOUNT', coinsAmount: 2 } }, { body: 1 }],
    })
    await test.wallet.load()
    expect([await test.wallet.buy('12'), test.shown?.price]).toEqual([{ kind: 'failed', error: 'price-changed' }, 2])
    expect([await test.wallet.buy('12'), test.uses().at(-1)!.body!.coinsAmount]).toEqual([{ kind: 'bought' }, 2])
  })

  it('continues after a renewal of the session, and ends without one', async () => {
    const renewed = open({ [WALLET_PATHS.use]: [{ status: 401, body: {} }, { body: 2 }] })
    await renewed.wallet.load()
    expect([await renewed.wallet.buy('12'), renewed.uses().length]).toEqual([{ kind: 'bought' }, 2])
    const ended = open({
      [WALLET_PATHS.use]: [{ status: 401, body: {} }],
      '/api/validate?forceRefresh=true': [{ status: 401, body: { valid: false } }],
    })
    await ended.wallet.load()
    expect([await ended.wallet.buy('12'), ended.uses().length]).toEqual([{ kind: 'failed', error: 'logged-out' }, 1])
  })
})

it.each<[string, number, string, string | null, boolean]>([
  ['R4.5-25 with coins', 1, '12', 'subscription-desktop', true],
  ['R4.5-25 without', 0, '12', 'subscription-desktop', false],
  ['R4.5-26 while the paywall service is silent', 3, '12', 'ak-fallback-paywall-desktop', false],
  ['what was bought, without coins', 0, '11', null, true],
])('R4.5-25 sells instead of the ordinary layer: %s', async (_name, count, articleId, template, isSold) => {
  const { wallet } = open({ [WALLET]: [{ body: { availableCreditCount: count, uniqueId: 'w-1' } }] })
  await wallet.load()
  expect(wallet.isSold(articleId, template)).toBe(isSold)
})
