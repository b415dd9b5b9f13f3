import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOTH_ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { migrate, migrationsIn } from '../../platform/database/migrations.ts'
import { createTableQueue } from '../../platform/jobs/table-queue.ts'
import { get, openTestPlatform, outcomeOf } from '../coins/ledger.testing.ts'
import { toTestOffers } from '../offers/offers.testing.ts'
import { openTestSeller, toTestBasket } from './lines/seller.testing.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const SUB = 'eva-sommer'
const CUSTOMER = '412345678'
const KEY = 'pressed-once-for-both-kinds'
const BUYER = JSON.stringify({ salutation: '', firstName: 'Eva', lastName: 'Sommer', company: '', vatId: '' })
const OFFER = toTestOffers('ak').find(({ id }) => id === 'plus-jahr')!
const QUOTE = {
  offer: { id: OFFER.id, kind: OFFER.kind, name: OFFER.name },
  lines: [],
  dueCents: 9900,
  vatCents: 648,
  period: { from: '2026-11-21', to: '2027-11-20' },
  next: null,
  regular: null,
  earliestEnd: null,
  termMonths: 12,
  noticeMonths: 1,
  renewal: 'none',
  coins: null,
  voucher: null,
}

describe.each(BOTH_ENGINES)('orders and purchases from before they had one table, on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let platform: Awaited<ReturnType<typeof openTestPlatform>>
  const rows = async <T>(statement: string) => (await sql.raw<T>(statement).execute(opened.database.db)).rows

  /** As the previous version writes them, each in the table of its kind. */
  const orderAsBefore = (number: string, key: string, state = 'completed') =>
    sql<{ is_guest: boolean }>`
      insert into subscription.orders (mandator, order_number, customer_id, idempotency_key, digest, state, offer, quote, buyer, consents,
        payment_method_id, subscription_id, email, failure, placed_at, changed_at)
      values ('ak', ${number}, ${CUSTOMER}, ${key}, 'd', ${state}, ${JSON.stringify(OFFER)}, ${JSON.stringify(QUOTE)}, ${BUYER}, '{"terms":true}',
        'P-1', ${`S-${number}`}, 'eva@example.org', null, ${NOW}, ${NOW}) returning *`.execute(opened.database.db)
  const buyAsBefore = (number: string, key: string, state = 'completed', step: string | null = null) =>
    sql<{ payment: string; taken_back: unknown; step_attempts: number }>`
      insert into subscription.purchases (mandator, purchase_number, customer_id, idempotency_key, digest, seller, reference, state, failure,
        basket, due_cents, buyer, recipient, consents, email, is_guest, payment_method_id, step, placed_at, changed_at)
      values ('ak', ${number}, ${CUSTOMER}, ${key}, 'd', 'test', 'basket-of-before-1', ${state}, null,
        ${JSON.stringify(toTestBasket())}, 1980, ${BUYER}, null, '{"terms":true}', 'eva@example.org', true, 'P-1', ${step}, ${NOW}, ${NOW}) returning *`.execute(
      opened.database.db,
    )

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    // Migrate up to the version that has a table for each kind.
    const all = Object.entries(await migrationsIn(join(import.meta.dirname, '..')))
    await migrate(opened.database, 'subscription', Object.fromEntries(all.filter(([name]) => name < '0018')))
    await sql`insert into subscription.customers (mandator, customer_id, sub, wallet_id, created_at)
      values ('ak', ${CUSTOMER}, ${SUB}, '4f1c2b3d-0000-4000-8000-000000000001', ${NOW})`.execute(opened.database.db)
    await sql`insert into subscription.payment_methods (mandator, id, customer_id, kind, provider, holder, label, created_at)
      values ('ak', 'P-1', ${CUSTOMER}, 'invoice', 'invoice', '', '', ${NOW})`.execute(opened.database.db)
    await orderAsBefore('A-2026-AAAA-AAAA', KEY)
    await orderAsBefore('A-2026-AAAA-CCCC', 'imported S-1')
    await buyAsBefore('A-2026-PPPP-AAAA', KEY)
    await rows(
      `update subscription.purchases set taken_back = '["tasse"]', sent_on = '2026-11-23', payment = 'paid' where purchase_number = 'A-2026-PPPP-AAAA'`,
    )
    const seller = await openTestSeller(opened.database, 10)
    platform = await openTestPlatform(opened.database, () => NOW, { findSeller: seller.find })
  })
  afterAll(() => opened.drop())

  const listOrders = () => get(platform.ordersOf('ak').listOrders({ params: { sub: SUB } }))
  const listPurchases = () => get(platform.purchasesOf('ak').listPurchases({ params: { sub: SUB } }))

  it('all move to the new table as they were, also two with the same idempotency key', async () => {
    expect(await listOrders()).toMatchObject([
      { number: 'A-2026-AAAA-AAAA', state: 'completed', offer: QUOTE.offer, quote: { dueCents: 9900 } },
    ])
    expect(await listPurchases()).toMatchObject([
      {
        number: 'A-2026-PPPP-AAAA',
        seller: 'test',
        dueCents: 1980,
        payment: { state: 'paid' },
        takenBack: ['tasse'],
        sentOn: '2026-11-23',
      },
    ])
    const papers = await get(platform.billingOf('ak').listDocuments({ params: { sub: SUB } }))
    expect(papers.map(({ number }) => number).toSorted()).toEqual(['A-2026-AAAA-AAAA', 'A-2026-PPPP-AAAA'])
    expect(await rows('select 1 from subscription.all_orders')).toHaveLength(3)
  })

  it('an address of one kind does not open an order of the other', async () => {
    const query = { sub: SUB }
    const [order, purchase] = ['A-2026-AAAA-AAAA', 'A-2026-PPPP-AAAA']
    const outcomes = [
      platform.ordersOf('ak').getOrder({ params: { number: order }, query }),
      platform.ordersOf('ak').getOrder({ params: { number: purchase }, query }),
      platform.purchasesOf('ak').getPurchase({ params: { number: purchase }, query }),
      platform.purchasesOf('ak').getPurchase({ params: { number: order }, query }),
    ].map((answer) => outcomeOf(answer as Promise<{ ok: true }>))
    expect(await Promise.all(outcomes)).toEqual(['ok', '404 NOT_FOUND', 'ok', '404 NOT_FOUND'])
  })

  it('can be read and written by the previous version through its two tables', async () => {
    const ordered = await orderAsBefore('A-2026-AAAA-DDDD', 'pressed-later')
    expect(ordered.rows).toMatchObject([{ is_guest: false }])
    const bought = await buyAsBefore('A-2026-PPPP-CCCC', 'pressed-later')
    expect(bought.rows).toMatchObject([{ payment: 'open', taken_back: [], step_attempts: 0 }])
    expect((await listOrders()).map(({ number }) => number)).toEqual(['A-2026-AAAA-AAAA', 'A-2026-AAAA-DDDD'])
    expect((await listPurchases()).map(({ number }) => number)).toEqual(['A-2026-PPPP-AAAA', 'A-2026-PPPP-CCCC'])
    expect(
      await rows(
        'select order_number as number from subscription.orders union all select purchase_number from subscription.purchases order by number',
      ),
    ).toEqual(
      ['A-2026-AAAA-AAAA', 'A-2026-AAAA-CCCC', 'A-2026-AAAA-DDDD', 'A-2026-PPPP-AAAA', 'A-2026-PPPP-CCCC'].map(
        (number) => ({ number }),
      ),
    )
    await opened.database.db.transaction().execute(async (within) => {
      const found =
        await sql`select * from subscription.orders where order_number = 'A-2026-AAAA-DDDD' for update`.execute(within)
      expect(found.rows).toHaveLength(1)
      await sql`update subscription.orders set state = 'failed', failure = 'CARD_DECLINED' where order_number = 'A-2026-AAAA-DDDD'`.execute(
        within,
      )
    })
    expect((await listOrders())[1]).toMatchObject({ state: 'failed', failure: 'CARD_DECLINED' })
    await expect(orderAsBefore('A-2026-AAAA-EEEE', 'pressed-later')).rejects.toThrow(/unique|duplicate/)
    await rows("delete from subscription.purchases where purchase_number = 'A-2026-PPPP-CCCC'")
    expect(await listPurchases()).toHaveLength(1)
  })

  it('the queue of the previous version claims and completes steps through its table', async () => {
    await buyAsBefore('A-2026-PPPP-DDDD', 'pressed-for-a-step', 'placed', 'reserve')
    const queue = createTableQueue<{ purchase_number: string }, string>(
      opened.database.db,
      {
        name: 'purchases',
        table: 'subscription.purchases',
        key: ['mandator', 'purchase_number'],
        waits: 'q.step is not null',
        columns: {
          heldUntil: 'step_until',
          heldBy: 'step_by',
          attempts: 'step_attempts',
          error: 'step_error',
          changedAt: 'changed_at',
        },
        order: 'placed_at',
      },
      { toJob: (row) => row.purchase_number, done: () => ({ step: null, step_reason: null, step_attempts: 0 }) },
    )
    const [until, horizon] = [new Date(NOW.getTime() + 60_000), new Date(NOW.getTime() + 7_200_000)]
    const claimed = await queue.claim({ by: 'before', now: NOW, until, horizon, limit: 10 })
    expect(claimed.map(({ job, attempts }) => [job, attempts])).toEqual([['A-2026-PPPP-DDDD', 1]])
    expect(await queue.claim({ by: 'another', now: NOW, until, horizon, limit: 10 })).toEqual([])
    expect(await queue.complete(claimed[0]!.hold, NOW)).toBe(true)
    expect(await rows('select 1 from subscription.all_orders where step is not null')).toEqual([])
  })

  it('an order has either an offer or a basket', async () => {
    for (const change of ["basket = '{}'", 'offer = null', "seller = 'test'"])
      await expect(
        rows(`update subscription.all_orders set ${change} where order_number = 'A-2026-AAAA-AAAA'`),
      ).rejects.toThrow(/all_orders_lines/)
  })
})
