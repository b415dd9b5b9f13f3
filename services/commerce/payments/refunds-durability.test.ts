/** No refund is lost, doubled or without its correction when the process dies between question and answer. */
import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { BOTH_ENGINES } from '../../platform/database/database.testing.ts'
import { killAll, openKilledStore, runUntilKilled } from '../../platform/database/kill.testing.ts'
import type { Acknowledged } from './refund-until-killed.testing.ts'
import { openTestPlatform, toStripeSettings } from '../coins/ledger.testing.ts'
import { StripeDouble } from './stripe.testing.ts'

/** A few rounds by default; `KILL_ROUNDS=50` makes a hundred on both engines together. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
/** Longest time of refunding before the kill, in milliseconds. */
const LONGEST = 500
afterAll(killAll)

type Held = {
  id: string
  state: string
  cents: number
  paper: number | null
  charge: string
  refunded: number
  paid: number
}

/** Reads the refunds after a restart, when `resume` has finished the interrupted ones. */
async function readHeld(
  options: { url: string } | { dataDir: string },
  apiUrl: string,
): Promise<{ refunds: Map<string, Held>; gaps: number }> {
  const database = await openDatabase(options)
  // A clock two minutes ahead: the lease of the killed process has run out.
  const { service } = await openTestPlatform(database, () => new Date(Date.now() + 120_000), {
    payments: toStripeSettings(apiUrl),
  })
  await service.orders.resume()
  const { rows } = await sql<Held>`
    select r.refund_id as id, r.state, r.amount_cents as cents, -(i.data -> 'sums' ->> 'grossCents')::int as paper, c.charge_id as charge, c.refunded_cents as refunded, c.amount_cents as paid
    from subscription.refunds r join subscription.charges c on c.mandator = r.mandator and c.charge_id = r.charge_id left join subscription.invoices i on i.mandator = r.mandator and i.refund_id = r.refund_id`.execute(
    database.db,
  )
  const { rows: numbers } = await sql<{
    gaps: number
  }>`select (max(right(invoice_number, 6)::int) - count(*))::int as gaps from subscription.invoices`.execute(
    database.db,
  )
  await database.close()
  return { refunds: new Map(rows.map((row) => [row.id, row])), gaps: numbers[0]!.gaps ?? 0 }
}

describe.each(BOTH_ENGINES)('kill -9 in the middle of refunds, on %s', (engine) => {
  it(
    `every acknowledged refund is paid exactly once, ${ROUNDS} times`,
    async ({ task }) => {
      const { options, environment, remove } = await openKilledStore(engine, createTestDatabase)
      const stripe = new StripeDouble()
      const apiUrl = await stripe.listen()
      const said: Acknowledged[] = []
      let seed = 20_261_123
      for (let round = 0; round < ROUNDS; round++) {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        said.push(
          ...(await runUntilKilled<Acknowledged>(
            join(import.meta.dirname, 'refund-until-killed.testing.ts'),
            { ...environment, ROUND: String(round), STRIPE_URL: apiUrl },
            100 + (seed % LONGEST),
            3,
          )),
        )
        const { refunds, gaps } = await readHeld(options, apiUrl)
        for (const { refundId, cents } of said) expect(refunds.get(refundId), `round ${round}`).toMatchObject({ cents })
        expect(gaps).toBe(0)
        // Stripe made each refund once, with the same amount, and no other refund.
        expect(stripe.refunds.map(({ metadata, amount }) => `${metadata.refund} ${amount}`).toSorted()).toEqual(
          [...refunds.values()].map(({ id, cents }) => `${id} ${cents}`).toSorted(),
        )
        const sums = new Map<string, number>()
        for (const held of refunds.values()) {
          expect(held).toMatchObject({ state: 'done', paper: held.cents })
          sums.set(held.charge, (sums.get(held.charge) ?? 0) + held.cents)
        }
        for (const held of refunds.values())
          expect([held.refunded, held.refunded <= held.paid]).toEqual([sums.get(held.charge), true])
      }
      expect(said.length).toBeGreaterThan(ROUNDS * 2)
      task.meta.measured = `${ROUNDS} kills, ${said.length} acknowledged answers about refunds, 0 lost`
      stripe.close()
      await remove()
    },
    60_000 + ROUNDS * 20_000,
  )
})
