import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { BOTH_ENGINES } from '../../platform/database/database.testing.ts'
import { killAll, openKilledStore, runUntilKilled } from '../../platform/database/kill.testing.ts'
import { openTestPlatform } from '../coins/ledger.testing.ts'
import type { Bought } from './purchase-until-killed.testing.ts'
import { openTestSeller, toTestBasket } from './lines/seller.testing.ts'

/** A few rounds by default; `KILL_ROUNDS=25` makes fifty on both engines together. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
/** Longest time of buying before the kill, in milliseconds. */
const LONGEST = 500
const STOCK = 100_000
afterAll(killAll)

type Held = {
  number: string
  key: string
  state: string
  step: string | null
  charges: number
  charge: string | null
  sold: string | null
  mails: number
}

/** Reads the purchases after a restart, when `resume` has finished the interrupted ones. */
async function readHeld(options: { url: string } | { dataDir: string }) {
  const database = await openDatabase(options)
  const seller = await openTestSeller(database, STOCK)
  seller.baskets.set('basket-of-the-kills', toTestBasket())
  // A clock two minutes ahead: the lease of the killed process has run out.
  const { service } = await openTestPlatform(database, () => new Date(Date.now() + 120_000), {
    findSeller: seller.find,
    queueMail: async (message, within) =>
      void (await within
        .insertInto('subscription.payment_events')
        .values({
          provider: 'mail',
          event_id: `${message.template} ${(message.data as { number: string }).number}`,
          received_at: new Date(),
        })
        .execute()),
  })
  await service.orders.resume()
  await service.orders.resume()
  const { rows } = await sql<Held>`
    select p.purchase_number as number, p.idempotency_key as key, p.state, p.step,
      (select count(*)::int from subscription.charges c where c.order_number = p.purchase_number) as charges,
      (select max(c.state) from subscription.charges c where c.order_number = p.purchase_number) as charge,
      (select s.state from test_seller.sold s where s.number = p.purchase_number) as sold,
      (select count(*)::int from subscription.payment_events e where e.event_id = 'purchase-confirmed ' || p.purchase_number) as mails
    from subscription.purchases p`.execute(database.db)
  const { rows: orphans } = await sql<{ count: number }>`
    select ((select count(*) from test_seller.sold s where not exists (select 1 from subscription.purchases p where p.purchase_number = s.number))
      + (select count(*) from subscription.charges c where not exists (select 1 from subscription.purchases p where p.purchase_number = c.order_number)))::int as count`.execute(
    database.db,
  )
  const stock = await seller.readStock()
  await database.close()
  return { held: new Map(rows.map((row) => [row.key, row])), orphans: orphans[0]!.count, stock }
}

describe.each(BOTH_ENGINES)('kill -9 in the middle of purchases, on %s', (engine) => {
  it(
    `R1-84 no acknowledged purchase is lost, no item is sold twice and no purchase is half booked, ${ROUNDS} times`,
    async ({ task }) => {
      const { options, environment, remove } = await openKilledStore(engine, createTestDatabase)
      const said: Bought[] = []
      let seed = 20_261_124
      for (let round = 0; round < ROUNDS; round++) {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        said.push(
          ...(await runUntilKilled<Bought>(
            join(import.meta.dirname, 'purchase-until-killed.testing.ts'),
            { ...environment, ROUND: String(round) },
            20 + (seed % LONGEST),
            4,
          )),
        )
        const { held, orphans, stock } = await readHeld(options)
        expect(orphans, `round ${round}`).toBe(0)
        for (const { key, number } of said) expect(held.get(key)?.number, `${key} in round ${round}`).toBe(number)
        let sold = 0
        for (const purchase of held.values()) {
          // All or nothing: money, reserved stock, one mail.
          const isCompleted = purchase.state === 'completed'
          if (isCompleted) sold++
          expect(purchase, `round ${round}`).toMatchObject({
            state: expect.stringMatching(/^(?:completed|failed)$/),
            step: null,
            charges: 1,
            charge: expect.stringMatching(isCompleted ? /^(?:paid|submitted)$/ : /^cancelled$/),
            sold: isCompleted ? 'sold' : 'released',
            mails: isCompleted ? 1 : 0,
          })
        }
        expect(stock, `round ${round}`).toBe(STOCK - sold)
      }
      expect(said.length).toBeGreaterThan(ROUNDS * 3)
      task.meta.measured = `${ROUNDS} kills, ${said.length} acknowledged answers about purchases, 0 lost`
      await remove()
    },
    60_000 + ROUNDS * 20_000,
  )
})
