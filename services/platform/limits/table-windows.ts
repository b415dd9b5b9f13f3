/** Windows in a table of the service's own: shared by all processes, and kept over a restart. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AnyKysely } from '../database.ts'
import type { Windows } from './limiter.ts'

/** Columns with `ends`: `key, count, until`; with `begins`: `bucket, count, started_at`. */
export type WindowTable = { table: string; notes: 'ends' | 'begins' }

/** Counting stops here; a flood need not be counted further. */
const MOST = 1_000_000

/** What the table has instead of a key, which may name a reader or an address: after an erasure nothing of them is left. */
export function toWindowKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

export function createTableWindows(db: AnyKysely, { table, notes }: WindowTable): Windows {
  const into = sql.table(table)
  const key = sql.ref(notes === 'ends' ? 'key' : 'bucket')
  const at = sql.ref(notes === 'ends' ? 'until' : 'started_at')
  return {
    // One statement, so that parallel requests cannot slip past (race condition). A window from before the clock was
    // set back counts as over.
    async count({ key: name, budget }, now, within = db) {
      const until = new Date(now.getTime() + budget.windowMs)
      const [first, last, noted] =
        notes === 'ends' ? [now, until, until] : [new Date(now.getTime() - budget.windowMs), now, now]
      const isOver = sql`(w.${at} <= ${first} or w.${at} > ${last})`
      const { rows } = await sql<{ count: number; at: Date }>`
        insert into ${into} as w (${key}, count, ${at}) values (${toWindowKey(name)}, 1, ${noted})
        on conflict (${key}) do update set
          count = case when ${isOver} then 1 else least(w.count + 1, ${MOST}) end,
          ${at} = case when ${isOver} then excluded.${at} else w.${at} end
        returning count, ${at} as at`.execute(within)
      const { count, at: stored } = rows[0]!
      return { count, until: notes === 'ends' ? stored : new Date(stored.getTime() + budget.windowMs) }
    },
    async giveBack(name, within = db) {
      await sql`update ${into} set count = greatest(count - 1, 0) where ${key} = ${toWindowKey(name)}`.execute(within)
    },
    async reset(name, within = db) {
      await sql`delete from ${into} where ${key} = ${toWindowKey(name)}`.execute(within)
    },
  }
}

/** Deletes windows that are over, and of `begins`, which does not say how long one is, those of more than two days ago. */
export async function sweepWindows(db: AnyKysely, { table, notes }: WindowTable, now: Date): Promise<void> {
  const isOver = notes === 'ends' ? sql`until < ${now}` : sql`started_at < ${new Date(now.getTime() - 2 * 86_400_000)}`
  await sql`delete from ${sql.table(table)} where ${isOver}`.execute(db)
}
