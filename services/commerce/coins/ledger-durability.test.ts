import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { BOTH_ENGINES } from '../../platform/database/database.testing.ts'
import { killAll, openKilledStore, runUntilKilled } from '../../platform/database/kill.testing.ts'
import type { Acknowledged } from './buy-until-killed.testing.ts'
import { get, openTestPlatform } from './ledger.testing.ts'

/** A few rounds by default; `KILL_ROUNDS=100` is the number that D1 requires. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3)
/** `LONGEST`: milliseconds of buying before the kill. `LEAST`: acknowledged answers that each round brings at least. */
const LONGEST = ROUNDS < 100 ? 600 : 1500
const LEAST = ROUNDS < 100 ? 5 : 30
afterAll(killAll)

type Held = {
  faults: string[]
  sum: number
  keys: Set<string>
  open: Map<string, Set<string>>
  balances: Map<string, number>
  debits: Map<string, number>
}

async function readHeld(options: { url: string } | { dataDir: string }): Promise<Held> {
  const database = await openDatabase(options)
  const { of } = await openTestPlatform(database, () => new Date())
  const { faults } = await get(of('ht').checkLedger({}))
  const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(database.db)).rows
  const [total] = await rowsOf(
    sql<{ sum: number | string | null }>`select sum(amount) as sum from subscription.entries`,
  )
  const keys = await rowsOf(sql<{ key: string }>`select idempotency_key as key from subscription.bookings`)
  const open = await rowsOf(
    sql<{
      sub: string
      id: string
    }>`select c.sub, p.key as id from subscription.bought p join subscription.customers c using (mandator, customer_id)`,
  )
  const balances = await rowsOf(
    sql<{
      sub: string
      balance: number
    }>`select c.sub, w.balance from subscription.wallets w join subscription.customers c using (mandator, customer_id)`,
  )
  const debits = await rowsOf(sql<{ sub: string; net: number | string }>`
    select c.sub, sum(-e.amount) as net from subscription.bookings b join subscription.entries e using (receipt_number) join subscription.customers c on c.customer_id = b.customer_id
    where e.account = 'wallet' and b.kind in ('article', 'refund') group by c.sub`)
  await database.close()
  const articles = new Map<string, Set<string>>()
  for (const { sub, id } of open) articles.set(sub, (articles.get(sub) ?? new Set()).add(id))
  return {
    faults,
    sum: Number(total?.sum ?? 0),
    keys: new Set(keys.map(({ key }) => key)),
    open: articles,
    balances: new Map(balances.map(({ sub, balance }) => [sub, balance])),
    debits: new Map(debits.map(({ sub, net }) => [sub, Number(net)])),
  }
}

describe.each(BOTH_ENGINES)('kill -9 while coins are spent, on %s', (engine) => {
  it(
    `S7.5-03 loses no acknowledged booking, writes none by halves, and the ledger sums to zero, ${ROUNDS} times`,
    async ({ task }) => {
      const { options, environment, remove } = await openKilledStore(engine, createTestDatabase)
      /** The last acknowledgement for each article, over all rounds. */
      const articles = new Map<string, Acknowledged>()
      const grants: Acknowledged[] = []
      let words = 0
      let firstId = 1
      let seed = 20_261_122
      for (let round = 0; round < ROUNDS; round++) {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        const said = await runUntilKilled<Acknowledged>(
          join(import.meta.dirname, 'buy-until-killed.testing.ts'),
          { ...environment, FIRST_ID: String(firstId) },
          20 + (seed % LONGEST),
          LEAST + 1,
        )
        const held = await readHeld(options)
        words += said.length
        for (const word of said) {
          if (word.kind === 'granted') grants.push(word)
          else articles.set(`${word.sub} ${word.id}`, word)
          firstId = Math.max(firstId, Number(word.id) + 2)
        }
        expect([held.faults, held.sum], `round ${round}`).toEqual([[], 0])
        for (const { sub, id } of grants)
          expect(held.keys.has(`given given-${sub}-${id}`), `given ${sub} ${id} in round ${round}`).toBe(true)
        const last = new Map(said.map(({ sub }) => [sub, said.findLast((word) => word.sub === sub)!]))
        // A refund in progress at the kill may be done or not; every other request was answered.
        for (const { kind, sub, id } of last.values())
          if (kind === 'bought' && Number(id) % 4 === 0) articles.delete(`${sub} ${id}`)
        for (const { kind, sub, id } of articles.values())
          expect(held.open.get(sub)?.has(id) ?? false, `${kind} ${sub} ${id} in round ${round}`).toBe(kind === 'bought')
        for (const [sub, balance] of held.balances) {
          expect(balance, sub).toBeGreaterThanOrEqual(0)
          // Every spent coin has opened an article, and every open article was paid.
          expect(held.debits.get(sub) ?? 0, `${sub} in round ${round}`).toBe(held.open.get(sub)?.size ?? 0)
        }
      }
      expect(words).toBeGreaterThan(ROUNDS * LEAST)
      task.meta.measured = `${ROUNDS} kills, ${words} acknowledged answers about bookings, 0 lost`
      await remove()
    },
    60_000 + ROUNDS * 20_000,
  )
})
