import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOTH_ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { migrate, migrationsIn } from '../../platform/database/migrations.ts'
import { get, openTestPlatform, type Platform } from './ledger.testing.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const SUB = 'eva-sommer'
const CUSTOMER = '412345678'

describe.each(BOTH_ENGINES)('purchases with coins from before they had one table, on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let ak: Platform
  const run = (statement: string) => sql.raw(statement).execute(opened.database.db)

  /** Writes a purchase as migration 0016 had it: a booking with both entries, and a row in the table of its kind. */
  const buyAsBefore = (kind: 'article' | 'issue', key: string, receipt: string) =>
    opened.database.db.transaction().execute(async (within) => {
      const subject = JSON.stringify({ [kind === 'article' ? 'articleId' : 'issueKey']: key, title: 'T', path: '/t' })
      await sql`insert into subscription.bookings (receipt_number, mandator, customer_id, kind, subject, reason, idempotency_key, digest, booked_at)
        values (${receipt}, 'ak', ${CUSTOMER}, ${kind}, ${subject}, 'x', ${receipt}, '', ${NOW})`.execute(within)
      await sql`insert into subscription.entries (receipt_number, mandator, account, customer_id, amount)
        values (${receipt}, 'ak', 'wallet', ${CUSTOMER}, -2), (${receipt}, 'ak', ${`${kind}s`}, null, 2)`.execute(
        within,
      )
      await (
        kind === 'article'
          ? sql`insert into subscription.article_purchases (mandator, customer_id, article_id, receipt_number, title, path, coins, bought_at, credited_at)
              values ('ak', ${CUSTOMER}, ${key}, ${receipt}, 'T', '/t', 2, ${NOW}, null)`
          : sql`insert into subscription.issue_purchases (mandator, customer_id, issue_key, receipt_number, title, path, coins, bought_at)
              values ('ak', ${CUSTOMER}, ${key}, ${receipt}, 'T', '/t', 2, ${NOW})`
      ).execute(within)
    })

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    // Migrate up to the version that has a table for each kind.
    const all = Object.entries(await migrationsIn(join(import.meta.dirname, '..')))
    await migrate(opened.database, 'subscription', Object.fromEntries(all.filter(([name]) => name < '0017')))
    await sql`insert into subscription.customers (mandator, customer_id, sub, wallet_id, created_at)
      values ('ak', ${CUSTOMER}, ${SUB}, '4f1c2b3d-0000-4000-8000-000000000001', ${NOW})`.execute(opened.database.db)
    await sql`insert into subscription.wallets (mandator, customer_id, balance, opened_at) values ('ak', ${CUSTOMER}, 0, ${NOW})`.execute(
      opened.database.db,
    )
    await opened.database.db.transaction().execute(async (within) => {
      await sql`insert into subscription.bookings (receipt_number, mandator, customer_id, kind, subject, reason, idempotency_key, digest, booked_at)
        values ('B-2026-AAAA-AAAA', 'ak', ${CUSTOMER}, 'grant', '{}', 'x', 'given', '', ${NOW})`.execute(within)
      await sql`insert into subscription.entries (receipt_number, mandator, account, customer_id, amount)
        values ('B-2026-AAAA-AAAA', 'ak', 'wallet', ${CUSTOMER}, 20), ('B-2026-AAAA-AAAA', 'ak', 'issued', null, -20)`.execute(
        within,
      )
    })
    await buyAsBefore('article', '4711', 'B-2026-CCCC-CCCC')
    await buyAsBefore('issue', 'haupt/2026-11-21', 'B-2026-DDDD-DDDD')
    await run(
      "update subscription.article_purchases set credited_at = '2026-11-20T12:00:00Z' where article_id = '4711'",
    )
    ak = (await openTestPlatform(opened.database, () => NOW)).of('ak')
  })
  afterAll(() => opened.drop())

  const params = { sub: SUB }
  const listAll = async () => [
    (await get(ak.listArticlePurchases({ params, query: { limit: 10 } }))).map(({ articleId }) => articleId),
    (await get(ak.listIssuePurchases({ params, query: { limit: 10 } }))).map(({ issueKey }) => issueKey),
  ]

  it('all move to the new table, and the books balance', async () => {
    expect(await get(ak.listArticlePurchases({ params, query: { limit: 10 } }))).toEqual([
      {
        articleId: '4711',
        title: 'T',
        path: '/t',
        coins: 2,
        receiptNumber: 'B-2026-CCCC-CCCC',
        boughtAt: NOW.toISOString(),
      },
    ])
    expect(await get(ak.listIssuePurchases({ params, query: { limit: 10 } }))).toEqual([
      {
        issueKey: 'haupt/2026-11-21',
        title: 'T',
        path: '/t',
        coins: 2,
        receiptNumber: 'B-2026-DDDD-DDDD',
        boughtAt: NOW.toISOString(),
      },
    ])
    expect((await get(ak.checkLedger({}))).faults).toEqual([])
  })

  it('stay marked as credited', async () => {
    expect(
      await ak.refundBooking({ params: { receiptNumber: 'B-2026-CCCC-CCCC' }, body: { reason: 'x' } }),
    ).toMatchObject({ problem: { code: 'CREDITED' } })
  })

  it('can be read and written by the previous version through its two tables', async () => {
    await buyAsBefore('article', '4712', 'B-2026-EEEE-EEEE')
    await buyAsBefore('issue', 'haupt/2026-11-22', 'B-2026-FFFF-FFFF')
    await get(ak.buyIssue({ params, body: { issueKey: 'haupt/2026-11-23', title: 'T', path: '/t', price: 2 } }))
    expect((await listAll()).map((keys) => keys.toSorted())).toEqual([
      ['4711', '4712'],
      ['haupt/2026-11-21', 'haupt/2026-11-22', 'haupt/2026-11-23'],
    ])
    const { rows } = await sql<{ key: string }>`
      select article_id as key from subscription.article_purchases union all select issue_key from subscription.issue_purchases order by key`.execute(
      opened.database.db,
    )
    expect(rows.map(({ key }) => key)).toEqual([
      '4711',
      '4712',
      'haupt/2026-11-21',
      'haupt/2026-11-22',
      'haupt/2026-11-23',
    ])
    await run("delete from subscription.issue_purchases where receipt_number = 'B-2026-FFFF-FFFF'")
    expect((await listAll())[1]!.toSorted()).toEqual(['haupt/2026-11-21', 'haupt/2026-11-23'])
    expect((await get(ak.checkLedger({}))).faults).toEqual([])
  })
})
