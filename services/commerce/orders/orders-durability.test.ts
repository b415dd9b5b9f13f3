import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { BOTH_ENGINES } from '../../platform/database/database.testing.ts'
import { killAll, openKilledStore, runUntilKilled } from '../../platform/database/kill.testing.ts'
import type { Ordered } from './order-until-killed.testing.ts'
import { get, openTestPlatform } from '../coins/ledger.testing.ts'

/** A few rounds by default; `KILL_ROUNDS=50` makes the hundred on both engines that D1 requires. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
/** Longest time of ordering before the kill, in milliseconds. */
const LONGEST = 500
afterAll(killAll)

type Held = {
  number: string
  key: string
  state: string
  charges: number
  charge: string
  cents: number
  contract: string | null
  kind: string
  confirmations: number
  coins: number | string
}

/** Reads the orders after a restart, when `resume` has finished the interrupted ones. */
async function readHeld(
  options: { url: string } | { dataDir: string },
): Promise<{ orders: Map<string, Held>; orphans: number; faults: string[] }> {
  // A clock two minutes ahead: the lease of the killed process has run out.
  const database = await openDatabase(options)
  const { of, service } = await openTestPlatform(database, () => new Date(Date.now() + 120_000), {
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
  const { rows } = await sql<Held>`
    select o.order_number as number, o.idempotency_key as key, o.state, o.offer ->> 'kind' as kind, s.state as contract,
      (select count(*)::int from subscription.charges c where c.order_number = o.order_number) as charges,
      (select max(c.state) from subscription.charges c where c.order_number = o.order_number) as charge,
      (select sum(c.amount_cents)::int from subscription.charges c where c.order_number = o.order_number) as cents,
      (select count(*)::int from subscription.payment_events e where e.provider = 'mail' and e.event_id = 'order-confirmed ' || o.order_number) as confirmations,
      (select coalesce(sum(e.amount), 0)::int from subscription.bookings b join subscription.entries e using (receipt_number) where e.account = 'wallet' and b.subject ->> 'subscriptionId' = o.subscription_id) as coins
    from subscription.orders o left join subscription.subscriptions s on s.mandator = o.mandator and s.id = o.subscription_id`.execute(
    database.db,
  )
  const { rows: orphans } = await sql<{ count: number }>`
    select (select count(*) from subscription.subscriptions s where not exists (select 1 from subscription.orders o where o.subscription_id = s.id))::int
      + (select count(*) from subscription.charges c where not exists (select 1 from subscription.orders o where o.order_number = c.order_number))::int
      + (select count(*) from subscription.payment_methods m where not exists (select 1 from subscription.orders o where o.payment_method_id = m.id))::int as count`.execute(
    database.db,
  )
  const { faults } = await get(of('ht').checkLedger({}))
  await database.close()
  return { orders: new Map(rows.map((row) => [row.key, row])), orphans: orphans[0]!.count, faults }
}

describe.each(BOTH_ENGINES)('kill -9 in the middle of orders, on %s', (engine) => {
  it(
    `S2.3-05 no acknowledged order is lost and none is half booked, ${ROUNDS} times`,
    async ({ task }) => {
      const { options, environment, remove } = await openKilledStore(engine, createTestDatabase)
      const said: Ordered[] = []
      let seed = 20_261_122
      for (let round = 0; round < ROUNDS; round++) {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        said.push(
          ...(await runUntilKilled<Ordered>(
            join(import.meta.dirname, 'order-until-killed.testing.ts'),
            { ...environment, ROUND: String(round) },
            20 + (seed % LONGEST),
            4,
          )),
        )
        const held = await readHeld(options)
        expect([held.orphans, held.faults], `round ${round}`).toEqual([0, []])
        for (const { key, number, state, cents } of said)
          expect(
            [held.orders.get(key)?.number, held.orders.get(key)?.state, held.orders.get(key)?.cents],
            `${key} in round ${round}`,
          ).toEqual([number, state, cents])
        for (const order of held.orders.values()) {
          // All or nothing: money, contract, coins and one mail.
          const isCompleted = order.state === 'completed'
          const coins = order.kind !== 'coins' || !isCompleted ? 0 : expect.any(Number)
          expect(order, `round ${round}`).toMatchObject({
            state: expect.stringMatching(/^(?:completed|failed)$/),
            charges: 1,
            charge: expect.stringMatching(isCompleted ? /^(?:paid|submitted)$/ : /^cancelled$/),
            contract: isCompleted ? 'active' : null,
            confirmations: isCompleted ? 1 : 0,
            coins,
          })
          if (order.kind === 'coins' && isCompleted) expect([5, 10]).toContain(Number(order.coins))
        }
      }
      expect(said.length).toBeGreaterThan(ROUNDS * 3)
      task.meta.measured = `${ROUNDS} kills, ${said.length} acknowledged answers about orders, 0 lost`
      await remove()
    },
    60_000 + ROUNDS * 20_000,
  )
})
