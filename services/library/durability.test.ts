import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../platform/database.ts'
import { BOTH_ENGINES } from '../platform/database/database.testing.ts'
import { killAll, openKilledStore, runUntilKilled } from '../platform/database/kill.testing.ts'
import type { Acknowledged } from './write-until-killed.testing.ts'

/** A few rounds in the ordinary run; `KILL_ROUNDS=100` for the required figure (D1). */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3)
/** `LONGEST`: milliseconds of writing before the kill, longer until a round has `LEAST` writes. */
const LONGEST = ROUNDS < 100 ? 600 : 1500
const LEAST = ROUNDS < 100 ? 10 : 50
afterAll(killAll)

type Held = { user: string; articles: Set<string>; regions: string[]; tags: string[] }

async function readHeld(options: { url: string } | { dataDir: string }): Promise<Map<string, Held>> {
  const database = await openDatabase(options)
  const { rows } = await sql<{
    reader: string
    kind: string
    id: string
  }>`select reader, kind, id from reader.marks order by id`.execute(database.db)
  await database.close()
  const held = new Map<string, Held>()
  for (const { reader, kind, id } of rows) {
    if (!held.has(reader)) held.set(reader, { user: reader, articles: new Set(), regions: [], tags: [] })
    const of = held.get(reader)!
    if (kind === 'article') of.articles.add(id)
    else (kind === 'region' ? of.regions : of.tags).push(id)
  }
  return held
}

describe.each(BOTH_ENGINES)('kill -9 under writing load on %s', (engine) => {
  it(
    `R7.4-03 R7.4-04 loses no acknowledged bookmark and leaves none half applied, ${ROUNDS} times`,
    async ({ task }) => {
      const { options, environment, remove } = await openKilledStore(engine, createTestDatabase)
      /** Kept over all rounds: data that survived one kill must survive the next as well. */
      const acknowledged = new Map<string, Acknowledged>()
      let writes = 0
      let firstId = 1
      let seed = 20_261_121
      for (let round = 0; round < ROUNDS; round++) {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        const said = await runUntilKilled<Acknowledged>(
          join(import.meta.dirname, 'write-until-killed.testing.ts'),
          { ...environment, FIRST_ID: String(firstId) },
          20 + (seed % LONGEST),
          LEAST + 1,
        )
        const held = await readHeld(options)
        writes += said.length
        for (const word of said) {
          if (word.kind !== 'pair') acknowledged.set(`${word.user} ${word.id}`, word)
          firstId = Math.max(firstId, Number(word.id) + 2)
        }
        const last = new Map(said.map(({ user }) => [user, said.findLast((word) => word.user === user)!]))
        // The call in progress when the process was killed may have been applied or not; every other call was answered.
        for (const { kind, user, id } of last.values())
          if (kind === 'added' && Number(id) % 3 === 0) acknowledged.delete(`${user} ${id}`)
        for (const { kind, user, id } of acknowledged.values())
          expect(held.get(user)?.articles.has(id) ?? false, `${kind} ${user} ${id} in round ${round}`).toBe(
            kind === 'added',
          )
        for (const { regions, tags, user } of held.values()) {
          expect(regions, `${user} in round ${round}`).toEqual(tags)
          const newest = said.findLast((word) => word.kind === 'pair' && word.user === user)
          if (newest === undefined) continue
          // Either the last acknowledged pair or the next one is stored, never both.
          const pairs = regions.map((id) => Number(id.slice('pair-'.length))).filter((id) => id >= Number(newest.id))
          expect([[Number(newest.id)], [Number(newest.id) + 1]], `${user} in round ${round}`).toContainEqual(pairs)
        }
      }
      expect(writes).toBeGreaterThan(ROUNDS * LEAST)
      task.meta.measured = `${ROUNDS} kills, ${writes} acknowledged bookmarks, 0 lost`
      await remove()
    },
    60_000 + ROUNDS * 20_000,
  )
})
