/**
 * Test double of a seller: has stock in a table, reserves before payment, settles and releases by number of the purchase. All
 * its calls are idempotent.
 */
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { type Basket, SELLER } from '@lokalteil/contracts/commerce/sellers'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database.ts'
import { problem, serveContract } from '../../../platform/serve.ts'
import type { FindSeller } from './seller.ts'

const KEY = 'the-key-of-the-seller'

export type TestSeller = {
  find: FindSeller
  /** By reference. */
  baskets: Map<string, Basket>
  /** The received calls, in order. */
  told: string[]
  /** Recipients of deliveries, in order. */
  recipients: unknown[]
  /** Keys of used lines. */
  spent: string[]
  /** Failures to answer with; null: a normal answer. */
  trouble: { settle: 'NOT_POSSIBLE' | 'DOWN' | null; reserve: 'DOWN' | null }
  readStock: () => Promise<number>
  stateOf: (number: string) => Promise<string | null>
}

export async function openTestSeller(database: Database, stock: number): Promise<TestSeller> {
  const { db } = database
  await sql`create schema if not exists test_seller`.execute(db)
  await sql`create table if not exists test_seller.stock (id int primary key, count int not null check (count >= 0))`.execute(
    db,
  )
  await sql`create table if not exists test_seller.sold (number text primary key, state text not null, payment text)`.execute(
    db,
  )
  await sql`insert into test_seller.stock values (1, ${stock}) on conflict do nothing`.execute(db)
  const seller: Omit<TestSeller, 'find'> = {
    baskets: new Map(),
    told: [],
    recipients: [],
    spent: [],
    trouble: { settle: null, reserve: null },
    readStock: async () =>
      (await sql<{ count: number }>`select count from test_seller.stock`.execute(db)).rows[0]!.count,
    stateOf: async (number) =>
      (await sql<{ state: string }>`select state from test_seller.sold where number = ${number}`.execute(db)).rows[0]
        ?.state ?? null,
  }
  const countOf = ({ lines }: Basket) =>
    lines.filter(({ kind }) => kind === 'goods').reduce((sum, { quantity }) => sum + quantity, 0)
  const app = serveContract(
    SELLER,
    {
      getBasket: ({ params }) =>
        Promise.resolve(seller.baskets.get(params.reference) ?? problem(404, 'UNKNOWN_BASKET', 'No such basket')),
      async reserveBasket({ params, body }) {
        seller.told.push(`reserve ${params.number}`)
        if (seller.trouble.reserve !== null) return problem(503, 'UNAVAILABLE', 'Not now')
        const basket = seller.baskets.get(body.reference)
        if (basket === undefined) return problem(404, 'UNKNOWN_BASKET', 'No such basket')
        const isKept = await db.transaction().execute(async (within) => {
          const added =
            await sql`insert into test_seller.sold values (${params.number}, 'reserved') on conflict do nothing returning 1`.execute(
              within,
            )
          if (added.rows.length === 0) {
            const { rows } = await sql<{
              state: string
            }>`select state from test_seller.sold where number = ${params.number}`.execute(within)
            return rows[0]!.state !== 'released'
          }
          const { rows } =
            await sql`update test_seller.stock set count = count - ${countOf(basket)} where count >= ${countOf(basket)} returning 1`.execute(
              within,
            )
          if (rows.length > 0) return true
          await sql`update test_seller.sold set state = 'released' where number = ${params.number}`.execute(within)
          return false
        })
        return isKept ? basket : problem(409, 'NOT_AVAILABLE', 'Sold out')
      },
      async settlePurchase({ params, body }) {
        seller.told.push(`settle ${params.number} ${body.payment}`)
        seller.recipients.push(body.recipient)
        if (seller.trouble.settle === 'DOWN') return problem(503, 'UNAVAILABLE', 'Not now')
        if (seller.trouble.settle === 'NOT_POSSIBLE') return problem(409, 'NOT_POSSIBLE', 'It cannot be done')
        const { rows } =
          await sql`update test_seller.sold set state = 'sold', payment = ${body.payment} where number = ${params.number} and state in ('reserved', 'sold') returning 1`.execute(
            db,
          )
        return rows.length > 0 ? undefined : problem(409, 'NOT_POSSIBLE', 'It was released')
      },
      holdPurchase: () => Promise.resolve({ spent: seller.spent }),
      async releasePurchase({ params, body }) {
        seller.told.push(`release ${params.number} ${body.reason} ${body.lines?.join('+') ?? 'all'}`)
        await db.transaction().execute(async (within) => {
          const { rows } = await sql<{ before: string }>`
            update test_seller.sold s set state = 'released' from (select number, state from test_seller.sold where number = ${params.number} for update) b
            where s.number = b.number returning b.state as before`.execute(within)
          const before = rows[0]?.before
          if (before === undefined)
            await sql`insert into test_seller.sold values (${params.number}, 'released') on conflict do nothing`.execute(
              within,
            )
          // Each purchase of the kill test has one item.
          if (before === 'reserved' || before === 'sold')
            await sql`update test_seller.stock set count = count + 1`.execute(within)
        })
        return undefined
      },
    },
    { base: '/:publication', toContext: () => null, serviceKey: KEY },
  )
  const find = (name: string, publication: PublicationCode) =>
    name === 'test'
      ? createTestClient(SELLER, {
          base: `http://seller.local/${publication}`,
          headers: { authorization: `Bearer ${KEY}` },
          fetch: (request: Request) => Promise.resolve(app.fetch(request)),
        })
      : null
  return { ...seller, find }
}

export const toTestBasket = (change: Partial<Basket> = {}): Basket => ({
  lines: [
    {
      key: 'tasse',
      kind: 'goods',
      title: 'Tasse „Morgenausgabe“',
      detail: 'blau',
      quantity: 1,
      unitCents: 1490,
      vatPercent: 19,
      on: null,
    },
  ],
  delivery: { title: 'Versand als Paket', cents: 490, vatPercent: 19, countries: ['DE', 'AT'] },
  about: 'Laden: 1 Artikel',
  note: 'Wir schicken Ihnen eine E-Mail, sobald das Paket unterwegs ist.',
  returnPath: '/laden',
  returnLabel: 'Zum Laden',
  ...change,
})
