/** Issues of the e-paper bought with coins: their own kind of booking, with all promises of the ledger (R1-53, S7.5-03). */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { createPersonalData } from '../personal-data.ts'
import { get, openTestPlatform, outcomeOf, type Platform } from './ledger.testing.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const ISSUE = 'haupt/2026-11-23'

let counted = 0
const newReader = () => `reader-of-issues-${++counted}`

describe.each(ENGINES)('issues bought with coins on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: Awaited<ReturnType<typeof openTestPlatform>>
  let url = ''
  let clock = NOW
  let ak: Platform
  let obstacles: string[] = []

  beforeAll(async () => {
    opened = await openTestDatabase(engine, async () => {
      const created = await createTestDatabase()
      url = created.url
      return created
    })
    test = await openTestPlatform(opened.database, () => clock, { listObstacles: () => obstacles })
    ak = test.of('ak')
  })
  beforeEach(() => {
    clock = NOW
    obstacles = []
  })
  afterAll(() => opened.drop())

  const grant = (sub: string, count: number, expiresOn: string | null = null, client = ak) =>
    get(
      client.grantCoins({
        params: { sub },
        body: { count, reason: 'Kulanz', idempotencyKey: `grant-${sub}-${++counted}`, expiresOn },
      }),
    )
  const buy = (
    sub: string,
    issueKey: string,
    more: { price?: number; idempotencyKey?: string; client?: Platform } = {},
  ) => {
    const { client = ak, price = 2, ...rest } = more
    return client.buyIssue({
      params: { sub },
      body: { issueKey, title: `E-Paper ${issueKey}`, path: `/epaper/${issueKey}`, price, ...rest },
    })
  }
  const buyArticle = (sub: string, articleId: string) =>
    ak.buyArticle({ params: { sub }, body: { articleId, title: 'x', path: '/x', price: 1 } })
  const countOf = async (sub: string) => (await get(ak.getWallet({ params: { sub } }))).availableCreditCount
  const issuesOf = async (sub: string, client = ak) =>
    (await get(client.listIssuePurchases({ params: { sub } }))).map(({ issueKey }) => issueKey)
  const kindsOf = async (sub: string) =>
    (await get(ak.listBookings({ params: { sub } }))).map(({ kind, amount }) => [kind, amount])

  it('R1-53 S7.5-03 books an issue once, at the price that was asked, and lists it', async () => {
    const sub = newReader()
    await grant(sub, 5)
    const first = await get(buy(sub, ISSUE))
    expect(first).toEqual({
      availableCreditCount: 3,
      boughtAt: NOW.toISOString(),
      receiptNumber: expect.stringMatching(/^B-2026-/),
      isNew: true,
    })
    expect(await get(buy(sub, ISSUE, { price: 3 }))).toEqual({ ...first, isNew: false })
    expect(await kindsOf(sub)).toEqual([
      ['issue', -2],
      ['grant', 5],
    ])
    expect(await get(ak.listIssuePurchases({ params: { sub } }))).toEqual([
      {
        issueKey: ISSUE,
        title: `E-Paper ${ISSUE}`,
        path: `/epaper/${ISSUE}`,
        coins: 2,
        receiptNumber: first.receiptNumber,
        boughtAt: NOW.toISOString(),
      },
    ])
    const { accounts, faults } = await get(ak.checkLedger({}))
    expect([accounts.issues, faults]).toEqual([2, []])
  })

  it('R1-53 a bought issue opens no article and no other edition, day or publication, and a bought article no issue', async () => {
    const sub = newReader()
    const fb = test.of('fb')
    await grant(sub, 9)
    await grant(sub, 9, null, fb)
    await get(buyArticle(sub, '20261123'))
    expect(await issuesOf(sub)).toEqual([])
    await get(buy(sub, ISSUE))
    const asked = [ISSUE, 'nord/2026-11-23', 'haupt/2026-11-22']
    expect(await get(ak.findIssuePurchases({ params: { sub }, body: asked }))).toEqual({ [ISSUE]: NOW.toISOString() })
    expect(await get(fb.findIssuePurchases({ params: { sub }, body: asked }))).toEqual({})
    expect(await get(ak.findIssuePurchases({ params: { sub: newReader() }, body: asked }))).toEqual({})
    expect(await get(ak.listArticlePurchases({ params: { sub } }))).toMatchObject([{ articleId: '20261123' }])
    expect(await get(ak.findArticlePurchases({ params: { sub }, body: ['20261123', '2026'] }))).toEqual({
      20261123: NOW.toISOString(),
    })
    // A malformed key of an issue is refused.
    for (const issueKey of ['20261123', 'haupt', 'haupt/2026-02-30', 'haupt/2026-11-23/4'])
      expect(await outcomeOf(buy(sub, issueKey))).toBe('400 BAD_REQUEST')
  })

  it('S7.5-03 sells nothing to readers with an empty wallet or none, and takes an idempotency key for one issue only', async () => {
    const sub = newReader()
    expect(await outcomeOf(buy(sub, ISSUE))).toBe('404 NO_WALLET')
    await grant(sub, 1)
    expect(await outcomeOf(buy(sub, ISSUE))).toBe('402 NO_CREDITS')
    await grant(sub, 4)
    const bought = await get(buy(sub, ISSUE, { idempotencyKey: 'press-0001' }))
    expect(await get(buy(sub, ISSUE, { idempotencyKey: 'press-0001' }))).toEqual(bought)
    expect(await get(buy(sub, ISSUE, { idempotencyKey: 'press-0002' }))).toEqual({ ...bought, isNew: false })
    expect(await outcomeOf(buy(sub, 'nord/2026-11-23', { idempotencyKey: 'press-0001' }))).toBe('409 KEY_USED')
    expect([await countOf(sub), await issuesOf(sub)]).toEqual([3, [ISSUE]])
  })

  it('D15 S7.5-03 sells an issue once under concurrent requests, and never more issues than the coins pay', async () => {
    const [sub, other] = [newReader(), newReader()]
    await grant(sub, 2)
    await grant(other, 7)
    const second = engine === 'postgres' ? await openSecond() : null
    const clients = [ak, second?.client ?? ak]
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_unused, index) => get(buy(sub, ISSUE, { client: clients[index % 2]! }))),
    )
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_unused, index) =>
        index % 3 === 0
          ? outcomeOf(buyArticle(other, String(100 + index)))
          : outcomeOf(buy(other, `e${index}/2026-11-23`, { client: clients[index % 2]! })),
      ),
    )
    await second?.close()
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(answers.map(({ receiptNumber }) => receiptNumber)).size).toBe(1)
    expect([await countOf(sub), await kindsOf(sub)]).toEqual([
      0,
      [
        ['issue', -2],
        ['grant', 2],
      ],
    ])
    const sold = await kindsOf(other)
    expect(sold.filter(([kind]) => kind !== 'grant')).toHaveLength(outcomes.filter((one) => one === 'ok').length)
    expect(outcomes.filter((one) => one !== 'ok' && one !== '402 NO_CREDITS')).toEqual([])
    expect(await countOf(other)).toBe(
      7 + sold.reduce((sum, [kind, amount]) => sum + (kind === 'grant' ? 0 : Number(amount)), 0),
    )
  }, 240_000)

  /** Plays a second process on the same database: with its own pool and service. */
  async function openSecond(): Promise<{ client: Platform; close: () => Promise<void> }> {
    const database = await openDatabase({ url })
    const { of } = await openTestPlatform(database, () => clock)
    return { client: of('ak'), close: () => database.close() }
  }

  it('a refund gives the coins back once and locks the issue, and lapsing coins are counted as with articles', async () => {
    const sub = newReader()
    await grant(sub, 3, '2026-11-30')
    const { receiptNumber } = await get(buy(sub, ISSUE, { idempotencyKey: `first-${sub}` }))
    const refunds = await Promise.all(
      Array.from({ length: 10 }, () =>
        get(ak.refundBooking({ params: { receiptNumber }, body: { reason: 'Seite fehlt' } })),
      ),
    )
    expect(new Set(refunds.map((refund) => refund.receiptNumber)).size).toBe(1)
    expect(refunds[0]).toMatchObject({ kind: 'refund', amount: 2, subject: { issueKey: ISSUE } })
    expect([await countOf(sub), await issuesOf(sub)]).toEqual([3, []])
    // A late copy of the old request must not charge again; a new request may.
    expect(await outcomeOf(buy(sub, ISSUE, { idempotencyKey: `first-${sub}` }))).toBe('409 KEY_USED')
    expect((await get(buy(sub, ISSUE))).isNew).toBe(true)
    clock = new Date('2026-12-01T12:00:00Z')
    await get(ak.expireCoins({}))
    // As with articles: coins that lapse first are spent first, and refunded coins do not lapse.
    expect([await countOf(sub), await issuesOf(sub)]).toEqual([1, [ISSUE]])
    expect((await get(ak.checkLedger({}))).faults).toEqual([])
  })

  it('a bought issue stands in the export and belongs to no reader after the erasure', async () => {
    const sub = newReader()
    await grant(sub, 3)
    await get(buy(sub, ISSUE))
    const source = createPersonalData(test.service.context)
    const reader = { publication: 'ak', sub, email: 'x@example.org', isShadow: false, isEmailVerified: true }
    expect(await source.read(reader)).toMatchObject({
      coins: [{ kind: 'issue', subject: { issueKey: ISSUE, title: `E-Paper ${ISSUE}` } }, { kind: 'grant' }],
    })
    const { customerId } = await get(ak.openCustomer({ params: { sub } }))
    await source.erase(reader)
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from subscription.bought where customer_id = ${customerId}`.execute(
      opened.database.db,
    )
    expect([rows[0]!.left, await issuesOf(sub), (await get(ak.checkLedger({}))).faults]).toEqual([0, [], []])
  })

  it.each([
    ['an unknown kind', 'gift', 'articles'],
    ['an unknown account', 'article', 'presents'],
    ['an issue among the articles', 'issue', 'articles'],
    ['an article among the issues', 'article', 'issues'],
  ])('the database refuses %s', async (_what, kind, account) => {
    const sub = newReader()
    await grant(sub, 2)
    const { customerId } = await get(ak.openCustomer({ params: { sub } }))
    const receipt = `B-2026-FALS-${++counted}`
    const wrong = opened.database.db.transaction().execute(async (within) => {
      await sql`insert into subscription.bookings (receipt_number, mandator, customer_id, kind, subject, reason, idempotency_key, digest, booked_at)
        values (${receipt}, 'ak', ${customerId}, ${kind}, '{}', 'x', ${receipt}, '', now())`.execute(within)
      await sql`insert into subscription.entries (receipt_number, mandator, account, customer_id, amount)
        values (${receipt}, 'ak', 'wallet', ${customerId}, -1), (${receipt}, 'ak', ${account}, null, 1)`.execute(within)
    })
    await expect(wrong).rejects.toThrow(/is not one of/)
    expect(await countOf(sub)).toBe(2)
  })

  it('sells nothing for coins while the publication takes no orders, and keeps earlier purchases', async () => {
    const sub = newReader()
    await grant(sub, 5)
    const before = await get(buy(sub, ISSUE))
    obstacles = ['seller is missing']
    expect(await outcomeOf(buy(sub, 'haupt/2026-11-22'))).toBe('409 NOT_SELLING')
    expect(await outcomeOf(buyArticle(sub, '4711'))).toBe('409 NOT_SELLING')
    expect(await get(buy(sub, ISSUE))).toEqual({ ...before, isNew: false })
    expect([await countOf(sub), await issuesOf(sub)]).toEqual([3, [ISSUE]])
    obstacles = []
    expect((await get(buyArticle(sub, '4711'))).isNew).toBe(true)
  })
})
