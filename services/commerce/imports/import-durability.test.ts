import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { BOTH_ENGINES } from '../../platform/database/database.testing.ts'
import { killAll, openKilledStore, runUntilKilled } from '../../platform/database/kill.testing.ts'
import { atNoon, openBillingPlatform } from '../billing/billing.testing.ts'
import { get } from '../coins/ledger.testing.ts'
import type { Brought } from './import-until-killed.testing.ts'
import { toLine } from './imported.testing.ts'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2)
afterAll(killAll)

describe.each(BOTH_ENGINES)('kill -9 in the middle of an import, on %s', (engine) => {
  it(
    `loses no acknowledged line, imports none by halves, and can continue, ${ROUNDS} times`,
    async () => {
      const { options, environment, remove } = await openKilledStore(engine, createTestDatabase)
      const said = new Set<string>()
      for (let round = 0; round < ROUNDS; round++) {
        const brought = await runUntilKilled<Brought>(
          join(import.meta.dirname, 'import-until-killed.testing.ts'),
          { ...environment, ROUND: String(round) },
          40 + round * 170,
          2,
        )
        for (const { ids } of brought) for (const id of ids) said.add(id)
        const database = await openDatabase(options)
        const platform = (await openBillingPlatform(database, { now: atNoon('2026-11-23') })).of('ak')
        const { rows } = await sql<{ id: string; contracts: number; orders: number; methods: number }>`
          select i.external_id as id,
            (select count(*)::int from subscription.subscriptions s where s.id = i.subscription_id and s.payment_method_id = i.payment_method_id) as contracts,
            (select count(*)::int from subscription.orders o where o.subscription_id = i.subscription_id) as orders,
            (select count(*)::int from subscription.payment_methods m where m.id = i.payment_method_id) as methods
          from subscription.imported_contracts i`.execute(database.db)
        const { rows: all } = await sql<{ count: number }>`
          select (select count(*) from subscription.subscriptions)::int + (select count(*) from subscription.orders)::int
            + (select count(*) from subscription.payment_methods)::int as count`.execute(database.db)
        for (const row of rows) expect(row).toMatchObject({ contracts: 1, orders: 1, methods: 1 })
        expect(all[0]!.count).toBe(rows.length * 3)
        const held = new Set(rows.map(({ id }) => id))
        expect([...said].filter((id) => !held.has(id))).toEqual([])
        // Import the same lines again: existing contracts stay.
        const contracts = [...held].slice(0, 20).map((id) => ({ ...toLine(id), sub: `sub-${id}` }))
        const { results } = await get(platform.importContracts({ body: { dryRun: false, contracts } }))
        expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['kept']))
        await database.close()
      }
      expect(said.size).toBeGreaterThan(ROUNDS * 5)
      await remove()
    },
    60_000 + ROUNDS * 20_000,
  )
})
