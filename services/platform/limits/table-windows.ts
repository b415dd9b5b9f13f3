/** Windows in a table of the service's own: shared by all processes, and kept over a restart. */
import { sql } from 'kysely'
import type { AnyKysely } from '../database.ts'
import type { Windows } from './limiter.ts'

/** `ends`: `key, count, until`. `begins`: `bucket, count, started_at`. */
export type WindowTable = { table: string; notes: 'ends' | 'begins' }

/** No need to count a flood further. */
const MOST = 1_000_000

export function createTableWindows(db: AnyKysely, { table, notes }: WindowTable): Windows {
  const into = sql.table(table)
  const key = sql.ref(notes === 'ends' ? 'key' : 'bucket')
  const at = sql.ref(notes === 'ends' ? 'until' : 'started_at')
  return {
    // One statement, so that a flood cannot slip past. What a clock wrote that has been set back since is over as well.
    async count({ key: name, budget }, now, within = db) {
      const until = new Date(now.getTime() + budget.windowMs)
      const [first, last, noted] =
        notes === 'ends' ? [now, until, until] : [new Date(now.getTime() - budget.windowMs), now, now]
      const isOver = sql`(w.${at} <= ${first} or w.${at} > ${last})`
      const { rows } = await sql<{ count: number; at: Date }>`
        insert into ${into} as w (${key}, count, ${at}) values (${name}, 1, ${noted})
        on conflict (${key}) do update set
          count = case when ${isOver} then 1 else least(w.count + 1, ${MOST}) end,
          ${at} = case when ${isOver} then excluded.${at} else w.${at} end
        returning count, ${at} as at`.execute(within)
      const { count, at: stored } = rows[0]!
      return { count, until: notes === 'ends' ? stored : new Date(stored.getTime() + budget.windowMs) }
    },
    async giveBack(name, within = db) {
      await sql`update ${into} set count = greatest(count - 1, 0) where ${key} = ${name}`.execute(within)
    },
    async reset(name, within = db) {
      await sql`delete from ${into} where ${key} = ${name}`.execute(within)
    },
  }
}
