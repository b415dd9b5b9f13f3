import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { COMMERCE_INTERNAL, type Subscription } from '@lokalteil/contracts/commerce'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { migrate, migrationsIn } from '../../platform/database/migrations.ts'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { get, KEY, openTestPlatform, outcomeOf, type Platform } from './ledger.testing.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000
const COINS: Omit<Subscription, 'id'> = {
  kind: 'coins',
  productName: '5 Coins',
  state: 'active',
  roles: ['WALLET_USER'],
  coins: 5,
  priceCents: 500,
  periodMonths: null,
  trial: null,
  startsOn: '2026-11-01',
  endsOn: null,
  resumesOn: null,
}
const PLUS: Omit<Subscription, 'id'> = {
  ...COINS,
  kind: 'plus',
  productName: 'Plus Monat',
  roles: ['PLUS_USER'],
  coins: null,
  priceCents: 990,
  periodMonths: 1,
}

let counted = 0
/** A new reader for each test: rows of the ledger cannot be deleted. */
const newReader = () => `reader-${++counted}-0000`

describe.each(ENGINES)('the ledger on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: Awaited<ReturnType<typeof openTestPlatform>>
  let url = ''
  let clock = NOW
  let ak: Platform

  beforeAll(async () => {
    opened = await openTestDatabase(engine, async () => {
      const created = await createTestDatabase()
      url = created.url
      return created
    })
    test = await openTestPlatform(opened.database, () => clock)
    ak = test.of('ak')
  })
  beforeEach(() => {
    clock = NOW
  })
  afterAll(() => opened.drop())

  const grant = (sub: string, count: number, more: { key?: string; expiresOn?: string; client?: Platform } = {}) =>
    (more.client ?? ak).grantCoins({
      params: { sub },
      body: {
        count,
        reason: 'Kulanz',
        idempotencyKey: more.key ?? `grant-${sub}-${++counted}`,
        ...(more.expiresOn === undefined ? {} : { expiresOn: more.expiresOn }),
      },
    })
  const buy = (
    sub: string,
    articleId: string,
    more: { price?: number; idempotencyKey?: string; client?: Platform } = {},
  ) => {
    const { client = ak, price = 1, ...rest } = more
    return client.buyArticle({
      params: { sub },
      body: { articleId, title: `Artikel ${articleId}`, path: `/artikel-${articleId}`, price, ...rest },
    })
  }
  const countOf = async (sub: string, client = ak) =>
    (await get(client.getWallet({ params: { sub } }))).availableCreditCount
  const purchasesOf = async (sub: string, client = ak) =>
    (await get(client.listArticlePurchases({ params: { sub } }))).map(({ articleId }) => articleId)
  const bookingsOf = (sub: string, client = ak) => get(client.listBookings({ params: { sub } }))
  const save = (sub: string, id: string, subscription: Omit<Subscription, 'id'>) =>
    ak.saveSubscription({ params: { sub, id }, body: subscription })

  it('S7.5-03 books an article once, also when it is asked for again', async () => {
    const sub = newReader()
    await get(grant(sub, 3))
    const first = await get(buy(sub, '11'))
    expect(first).toEqual({
      availableCreditCount: 2,
      boughtAt: NOW.toISOString(),
      receiptNumber: expect.stringMatching(/^B-2026-/),
      isNew: true,
    })
    clock = new Date(NOW.getTime() + 5000)
    expect(await get(buy(sub, '11'))).toEqual({ ...first, isNew: false })
    await get(buy(sub, '12'))
    expect([await countOf(sub), await purchasesOf(sub)]).toEqual([1, ['12', '11']])
    expect((await bookingsOf(sub)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['article', -1],
      ['article', -1],
      ['grant', 3],
    ])
  })

  it('S7.5-03 R7.4-18 keeps readers and publications apart', async () => {
    const [sub, other] = [newReader(), newReader()]
    const fb = test.of('fb')
    await get(grant(sub, 1))
    await get(grant(other, 1))
    await get(grant(sub, 1, { client: fb }))
    await get(buy(sub, '11'))
    expect([await countOf(sub), await countOf(other), await countOf(sub, fb)]).toEqual([0, 1, 1])
    expect([await purchasesOf(other), await purchasesOf(sub, fb)]).toEqual([[], []])
    expect(await get(ak.findArticlePurchases({ params: { sub }, body: ['11', '12'] }))).toEqual({
      11: NOW.toISOString(),
    })
    expect(await get(fb.findArticlePurchases({ params: { sub }, body: ['11'] }))).toEqual({})
    const [booking] = await bookingsOf(sub)
    expect(await outcomeOf(ak.getBooking({ params: { sub: other, receiptNumber: booking!.receiptNumber } }))).toBe(
      '404 NOT_FOUND',
    )
    expect(await outcomeOf(fb.getBooking({ params: { sub, receiptNumber: booking!.receiptNumber } }))).toBe(
      '404 NOT_FOUND',
    )
    expect(await get(ak.getBooking({ params: { sub, receiptNumber: booking!.receiptNumber } }))).toEqual(booking)
  })

  it('S7.5-03 sells nothing to readers with an empty wallet or none', async () => {
    const sub = newReader()
    expect(await outcomeOf(buy(sub, '11'))).toBe('404 NO_WALLET')
    await get(ak.openCustomer({ params: { sub } }))
    expect(await outcomeOf(buy(sub, '11'))).toBe('404 NO_WALLET')
    await get(grant(sub, 1))
    expect(await outcomeOf(buy(sub, '11', { price: 2 }))).toBe('402 NO_CREDITS')
    await get(buy(sub, '11'))
    expect(await outcomeOf(buy(sub, '12'))).toBe('402 NO_CREDITS')
    expect([await countOf(sub), await purchasesOf(sub)]).toEqual([0, ['11']])
  })

  it('takes an idempotency key for one purchase only', async () => {
    const sub = newReader()
    const key = `once-${sub}`
    const first = await get(grant(sub, 2, { key }))
    expect(await get(grant(sub, 2, { key }))).toEqual(first)
    expect(await outcomeOf(grant(sub, 3, { key }))).toBe('409 KEY_USED')
    const bought = await get(buy(sub, '11', { idempotencyKey: 'press-0001' }))
    // If the answer was lost, the same request gets it again; another request hears that the article was bought before.
    expect(await get(buy(sub, '11', { idempotencyKey: 'press-0001' }))).toEqual(bought)
    expect(await get(buy(sub, '11', { idempotencyKey: 'press-0002' }))).toEqual({ ...bought, isNew: false })
    expect(await outcomeOf(buy(sub, '12', { idempotencyKey: 'press-0001' }))).toBe('409 KEY_USED')
    expect(await countOf(sub)).toBe(1)
  })

  it('D15 S7.5-03 sells an article once under concurrent requests', async ({ task }) => {
    const sub = newReader()
    await get(grant(sub, 1))
    const second = engine === 'postgres' ? await openSecond() : null
    const clients = [ak, second?.client ?? ak]
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_unused, index) => get(buy(sub, '11', { client: clients[index % 2]! }))),
    )
    await second?.close()
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(
      new Set(answers.map(({ availableCreditCount, receiptNumber }) => `${availableCreditCount} ${receiptNumber}`))
        .size,
    ).toBe(1)
    expect([await countOf(sub), (await bookingsOf(sub)).length]).toEqual([0, 2])
    task.meta.measured = `${engine}: 1,000 at once on ${engine === 'postgres' ? 'two nodes' : 'one node'}, 1 debit, all answers the same`
  }, 240_000)

  it('D15 sells as many articles as the coins pay, also under concurrent requests', async ({ task }) => {
    const sub = newReader()
    await get(grant(sub, 3))
    const second = engine === 'postgres' ? await openSecond() : null
    const clients = [ak, second?.client ?? ak]
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_unused, index) =>
        outcomeOf(buy(sub, String(100 + index), { client: clients[index % 2]! })),
      ),
    )
    await second?.close()
    expect([
      outcomes.filter((outcome) => outcome === 'ok').length,
      outcomes.filter((outcome) => outcome === '402 NO_CREDITS').length,
    ]).toEqual([3, 497])
    expect([await countOf(sub), (await purchasesOf(sub)).length]).toEqual([0, 3])
    task.meta.measured = `${engine}: 3 coins, 500 articles at once, 3 sold`
  }, 240_000)

  /** Plays a second process on the same database: with its own pool and service. */
  async function openSecond(): Promise<{ client: Platform; close: () => Promise<void> }> {
    const database = await openDatabase({ url })
    const { of } = await openTestPlatform(database, () => clock)
    return { client: of('ak'), close: () => database.close() }
  }

  it('D16 charges 1,000 purchases once each over a connection that loses every fifth answer', async ({ task }) => {
    const sub = newReader()
    await get(grant(sub, 1000))
    const door = await openLossyDoor((request) => Promise.resolve(test.service.app.fetch(request)), 0.2)
    const client = createTestClient(COMMERCE_INTERNAL, {
      base: `${door.origin}/ak`,
      headers: { authorization: `Bearer ${KEY}` },
      fetch: (request: Request) => fetch(request),
    })
    const ids = Array.from({ length: 1000 }, (_unused, index) => String(5000 + index))
    const queue = [...ids]
    const told: boolean[] = []
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          const body = { articleId: id, title: 'x', path: '/x', price: 1, idempotencyKey: `retry-${sub}-${id}` }
          let answer = await client.buyArticle({ params: { sub }, body })
          for (let attempt = 0; !answer.ok && attempt < 40; attempt++)
            answer = await client.buyArticle({ params: { sub }, body })
          told.push(answer.ok && answer.data.isNew)
        }
      }),
    )
    await door.close()
    expect(door.lost()).toBeGreaterThan(100)
    task.meta.measured = `${engine}: 1,000 purchases, ${door.lost()} answers lost, 1,000 debits`
    // Each retry got the answer of a new purchase, as if the first answer had not been lost.
    expect(told.filter(Boolean)).toHaveLength(1000)
    const { rows } = await sql<{ debits: number; keys: number }>`
      select count(*)::int as debits, count(distinct idempotency_key)::int as keys from subscription.bookings where kind = 'article' and idempotency_key like ${`%retry-${sub}-%`}`.execute(
      opened.database.db,
    )
    expect([
      rows[0],
      await countOf(sub),
      (await get(ak.listArticlePurchases({ params: { sub }, query: { limit: 1000 } }))).length,
    ]).toEqual([{ debits: 1000, keys: 1000 }, 0, 1000])
  }, 240_000)

  describe('a refund', () => {
    it('gives an article’s coins back once and locks it again', async () => {
      const sub = newReader()
      await get(grant(sub, 1))
      const { receiptNumber } = await get(buy(sub, '11', { idempotencyKey: `first-${sub}` }))
      const params = { receiptNumber }
      const refund = await get(ak.refundBooking({ params, body: { reason: 'Text unvollständig' } }))
      expect(refund).toMatchObject({ kind: 'refund', amount: 1, refunds: receiptNumber, reason: 'Text unvollständig' })
      expect(await get(ak.refundBooking({ params, body: { reason: 'noch einmal' } }))).toEqual(refund)
      expect([await countOf(sub), await purchasesOf(sub)]).toEqual([1, []])
      // A late copy of the old request must not charge again; a new request may.
      expect(await outcomeOf(buy(sub, '11', { idempotencyKey: `first-${sub}` }))).toBe('409 KEY_USED')
      expect((await get(buy(sub, '11'))).isNew).toBe(true)
      expect(
        await outcomeOf(ak.refundBooking({ params: { receiptNumber: refund.receiptNumber }, body: { reason: 'x' } })),
      ).toBe('409 NOT_REFUNDABLE')
    })

    it('of bought coins works until they are spent', async () => {
      const sub = newReader()
      const { receiptNumber } = await get(grant(sub, 2))
      await get(buy(sub, '11'))
      expect(await outcomeOf(ak.refundBooking({ params: { receiptNumber }, body: { reason: 'Widerruf' } }))).toBe(
        '409 SPENT',
      )
      expect(await countOf(sub)).toBe(1)
      await get(grant(sub, 1))
      expect((await get(ak.refundBooking({ params: { receiptNumber }, body: { reason: 'Widerruf' } }))).amount).toBe(-2)
      expect(await countOf(sub)).toBe(0)
    })

    it('happens once under concurrent requests', async () => {
      const sub = newReader()
      await get(grant(sub, 1))
      const { receiptNumber } = await get(buy(sub, '11'))
      const refunds = await Promise.all(
        Array.from({ length: 20 }, () => get(ak.refundBooking({ params: { receiptNumber }, body: { reason: 'x' } }))),
      )
      expect(new Set(refunds.map((refund) => refund.receiptNumber)).size).toBe(1)
      expect(await countOf(sub)).toBe(1)
    })

    it('needs a receipt of this publication', async () => {
      const sub = newReader()
      const { receiptNumber } = await get(grant(sub, 1))
      expect(await outcomeOf(test.of('fb').refundBooking({ params: { receiptNumber }, body: { reason: 'x' } }))).toBe(
        '404 NOT_FOUND',
      )
      expect(await countOf(sub)).toBe(1)
    })
  })

  it('lets coins lapse after their last day, spends first those that lapse first, and never lapses refunded ones', async () => {
    const sub = newReader()
    await get(grant(sub, 3, { expiresOn: '2026-11-30' }))
    await get(grant(sub, 2))
    await get(buy(sub, '11'))
    expect((await get(ak.expireCoins({}))).coins).toBe(0)
    clock = new Date('2026-11-30T22:59:00Z')
    expect((await get(ak.expireCoins({}))).coins).toBe(0)
    clock = new Date('2026-11-30T23:01:00Z')
    expect(await get(ak.expireCoins({}))).toEqual({ wallets: 1, coins: 2 })
    expect(await get(ak.expireCoins({}))).toEqual({ wallets: 0, coins: 0 })
    expect(await countOf(sub)).toBe(2)
    const [, { receiptNumber }] = [0, (await get(ak.listArticlePurchases({ params: { sub } })))[0]!]
    await get(ak.refundBooking({ params: { receiptNumber }, body: { reason: 'x' } }))
    expect(await get(ak.expireCoins({}))).toEqual({ wallets: 0, coins: 0 })
    expect(await countOf(sub)).toBe(3)
  })

  describe('with subscriptions', () => {
    it('S2.3-02 R6-01 books the coins of a package once it is paid, and gives its role with them', async () => {
      const sub = newReader()
      await get(save(sub, `coins-${sub}`, { ...COINS, state: 'ordered' }))
      expect([
        await outcomeOf(ak.getWallet({ params: { sub } })),
        await get(ak.listRoles({ params: { sub } })),
      ]).toEqual(['404 NO_WALLET', []])
      for (const state of ['active', 'active'] as const) await get(save(sub, `coins-${sub}`, { ...COINS, state }))
      expect([await countOf(sub), await get(ak.listRoles({ params: { sub } }))]).toEqual([5, ['WALLET_USER']])
      await get(save(sub, `more-${sub}`, COINS))
      expect(await countOf(sub)).toBe(10)
    })

    it('R6-10 gives the role to a reader who got coins as a present, also after they are spent', async () => {
      const sub = newReader()
      await get(grant(sub, 1))
      await get(buy(sub, '11'))
      expect(await get(ak.listRoles({ params: { sub } }))).toEqual(['WALLET_USER'])
    })

    it('credits coins spent in the last 30 days once, when the reader subscribes', async () => {
      const sub = newReader()
      clock = new Date(NOW.getTime() - 40 * DAY)
      await get(grant(sub, 4))
      await get(buy(sub, '10'))
      clock = NOW
      await get(buy(sub, '11'))
      await get(buy(sub, '12'))
      await get(save(sub, `plus-${sub}`, { ...PLUS, state: 'ordered' }))
      expect(await countOf(sub)).toBe(1)
      await get(save(sub, `plus-${sub}`, PLUS))
      expect(await countOf(sub)).toBe(3)
      expect((await bookingsOf(sub))[0]).toMatchObject({
        kind: 'credit',
        amount: 2,
        subject: { subscriptionId: `plus-${sub}`, name: 'Plus Monat' },
      })
      // A renewal and a second subscription credit nothing again; the articles stay open.
      await get(save(sub, `plus-${sub}`, PLUS))
      await get(save(sub, `year-${sub}`, PLUS))
      expect([await countOf(sub), (await purchasesOf(sub)).toSorted()]).toEqual([3, ['10', '11', '12']])
      const { receiptNumber } = (await get(ak.listArticlePurchases({ params: { sub } }))).find(
        ({ articleId }) => articleId === '11',
      )!
      expect(await outcomeOf(ak.refundBooking({ params: { receiptNumber }, body: { reason: 'x' } }))).toBe(
        '409 CREDITED',
      )
    })

    it('D30 keeps the bookings of an erased reader without the name, and no reader can open the articles', async () => {
      const sub = newReader()
      await get(grant(sub, 2))
      await get(buy(sub, '11'))
      const { customerId } = await get(ak.openCustomer({ params: { sub } }))
      const reader = { publication: 'ak' as const, sub, email: 'x@example.org', isShadow: false, isEmailVerified: true }
      expect(JSON.stringify(await test.service.personalData.listKept(reader))).toContain(customerId)
      expect(JSON.stringify(await test.service.personalData.read(reader))).toContain('"Artikel 11"')
      await test.service.personalData.erase(reader)
      expect([
        await outcomeOf(ak.findReader({ params: { customerId } })),
        await purchasesOf(sub),
        await get(ak.listRoles({ params: { sub } })),
      ]).toEqual(['404 NO_CUSTOMER', [], []])
      const { rows } = await sql<{
        kind: string
      }>`select kind from subscription.bookings where customer_id = ${customerId} order by sequence`.execute(
        opened.database.db,
      )
      expect(rows.map(({ kind }) => kind)).toEqual(['grant', 'article', 'expiry'])
      // A new reader with the same id starts with a new customer number.
      expect((await get(ak.openCustomer({ params: { sub } }))).customerId).not.toBe(customerId)
    })
  })

  describe('the database itself', () => {
    it.each([
      ['changes a booking', `update subscription.bookings set reason = 'x'`],
      ['changes an amount', 'update subscription.entries set amount = amount + 1'],
      ['removes an entry', 'delete from subscription.entries'],
      ['removes a booking', 'delete from subscription.bookings'],
      ['empties the entries', 'truncate subscription.entries cascade'],
      ['writes a balance', 'update subscription.wallets set balance = balance + 1'],
      [
        'opens a wallet with coins in it',
        `insert into subscription.wallets select mandator, customer_id || 'x', 5, now() from subscription.wallets limit 1`,
      ],
      [
        'writes one side alone',
        `insert into subscription.entries (receipt_number, mandator, account, customer_id, amount) select receipt_number, mandator, 'wallet', customer_id, 1 from subscription.bookings limit 1`,
      ],
      [
        'writes a booking without sides',
        `insert into subscription.bookings (receipt_number, mandator, customer_id, kind, subject, reason, idempotency_key, digest, booked_at) select 'B-2026-AAAA-' || left(md5(random()::text), 4), mandator, customer_id, 'grant', '{}', 'x', md5(random()::text), '', now() from subscription.wallets limit 1`,
      ],
    ])('refuses who %s', async (_name, statement) => {
      await get(grant(newReader(), 1))
      await expect(
        opened.database.db.transaction().execute((within) => sql.raw(statement).execute(within)),
      ).rejects.toThrow(/only ever added|follows from entries|entries with the sum|foreign key/)
    })

    it('refuses an overdraft that gets past everything else', async () => {
      const sub = newReader()
      await get(grant(sub, 1))
      const { customerId } = await get(ak.openCustomer({ params: { sub } }))
      const overdraw = opened.database.db.transaction().execute(async (within) => {
        await sql`insert into subscription.bookings (receipt_number, mandator, customer_id, kind, subject, reason, idempotency_key, digest, booked_at)
          values (${`B-2026-OVER-${sub}`}, 'ak', ${customerId}, 'article', '{}', 'x', ${`over-${sub}`}, '', now())`.execute(
          within,
        )
        await sql`insert into subscription.entries (receipt_number, mandator, account, customer_id, amount)
          values (${`B-2026-OVER-${sub}`}, 'ak', 'wallet', ${customerId}, -2), (${`B-2026-OVER-${sub}`}, 'ak', 'articles', null, 2)`.execute(
          within,
        )
      })
      await expect(overdraw).rejects.toThrow(/check constraint/)
      expect(await countOf(sub)).toBe(1)
    })
  })

  it('S7.5-03 agrees with the domain rule for any order of gifts, purchases, retries and refunds', async () => {
    type Step =
      | { kind: 'grant'; count: number }
      | { kind: 'buy'; articleId: number; price: number }
      | { kind: 'refund'; articleId: number }
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ kind: fc.constant('grant' as const), count: fc.integer({ min: 1, max: 3 }) }),
      fc.record({
        kind: fc.constant('buy' as const),
        articleId: fc.integer({ min: 1, max: 4 }),
        price: fc.integer({ min: 1, max: 2 }),
      }),
      fc.record({ kind: fc.constant('refund' as const), articleId: fc.integer({ min: 1, max: 4 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const sub = newReader()
        let balance = 0
        const bought = new Map<number, { price: number; receiptNumber: string }>()
        for (const one of [{ kind: 'grant', count: 1 } as Step, ...steps]) {
          if (one.kind === 'grant') {
            await get(grant(sub, one.count))
            balance += one.count
          } else if (one.kind === 'buy') {
            const answer = await buy(sub, String(one.articleId), { price: one.price })
            const isPaid = !bought.has(one.articleId) && balance >= one.price
            expect(answer.ok && answer.data.isNew).toBe(isPaid)
            if (answer.ok && isPaid) {
              bought.set(one.articleId, { price: one.price, receiptNumber: answer.data.receiptNumber })
              balance -= one.price
            }
          } else {
            const given = bought.get(one.articleId)
            if (given === undefined) continue
            await get(ak.refundBooking({ params: { receiptNumber: given.receiptNumber }, body: { reason: 'x' } }))
            bought.delete(one.articleId)
            balance += given.price
          }
          expect(await countOf(sub)).toBe(balance)
        }
        expect((await purchasesOf(sub)).toSorted()).toEqual([...bought.keys()].map(String).toSorted())
      }),
      { numRuns: 15 },
    )
  }, 240_000)

  it('has balanced books after all tests above, in every publication', async () => {
    for (const publication of ['ak', 'fb'] as const)
      expect((await get(test.of(publication).checkLedger({}))).faults).toEqual([])
    const { rows } = await sql<{
      total: number | string
      entries: number
    }>`select sum(amount) as total, count(*)::int as entries from subscription.entries`.execute(opened.database.db)
    expect([Number(rows[0]!.total), rows[0]!.entries > 0]).toEqual([0, true])
    expect(test.errors).toEqual([])
  })
})

describe.each(ENGINES)('coins bought before there was a ledger, on %s', (engine) => {
  it('move to the ledger once', async () => {
    const { database, drop } = await openTestDatabase(engine, createTestDatabase)
    const { db } = database
    const sub = 'eva-sommer'
    // Migrate up to the version without a ledger, with a paid package of coins.
    const all = await migrationsIn(join(import.meta.dirname, '..'))
    const older = Object.entries(all).filter(([name]) => name < '0003')
    await migrate(database, 'subscription', Object.fromEntries(older))
    await sql`insert into subscription.customers (mandator, customer_id, sub, wallet_id, created_at) values ('ak', '412345678', ${sub}, ${'4f1c2b3d-0000-4000-8000-000000000001'}, ${NOW})`.execute(
      db,
    )
    await sql`
      insert into subscription.subscriptions (mandator, id, customer_id, kind, product_name, state, roles, coins, price_cents, starts_on, created_at, changed_at)
      values ('ak', 'alt', '412345678', ${COINS.kind}, ${COINS.productName}, ${COINS.state}, ${JSON.stringify(COINS.roles)}, ${COINS.coins}, ${COINS.priceCents}, ${COINS.startsOn}, ${NOW}, ${NOW})`.execute(
      db,
    )
    const { of } = await openTestPlatform(database, () => NOW)
    expect((await get(of('ak').getWallet({ params: { sub } }))).availableCreditCount).toBe(5)
    expect(
      (await get(of('ak').listBookings({ params: { sub } }))).map(({ kind, amount, subject }) => [
        kind,
        amount,
        subject,
      ]),
    ).toEqual([['purchase', 5, { subscriptionId: 'alt', name: '5 Coins' }]])
    await get(of('ak').saveSubscription({ params: { sub, id: 'alt' }, body: COINS }))
    expect((await get(of('ak').getWallet({ params: { sub } }))).availableCreditCount).toBe(5)
    expect((await get(of('ak').checkLedger({}))).faults).toEqual([])
    await drop()
  })
})

/** A proxy that forwards each request and drops one of `share` answers. */
async function openLossyDoor(
  answer: (request: Request) => Promise<Response>,
  share: number,
): Promise<{ origin: string; lost: () => number; close: () => Promise<void> }> {
  let lost = 0
  let seed = 20_261_121
  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const given = await answer(
      new Request(`http://upstream${incoming.url}`, {
        method: incoming.method!,
        headers: incoming.headers as Record<string, string>,
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      }),
    )
    response.writeHead(given.status, Object.fromEntries(given.headers)).end(Buffer.from(await given.arrayBuffer()))
  }
  const upstream = createServer((incoming, response) => void pass(incoming, response))
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const { port } = upstream.address() as AddressInfo
  const door = createServer((incoming, response) => {
    const outgoing = httpRequest(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (given) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        if (seed / 2_147_483_648 < share) {
          lost++
          given.resume()
          response.destroy()
          return
        }
        response.writeHead(given.statusCode ?? 502, given.rawHeaders)
        given.pipe(response)
      },
    )
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    lost: () => lost,
    async close() {
      for (const server of [door, upstream]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}
