/** Windows of attempts. */
import { sql } from 'kysely'
import type { SsoDb } from '../schema.ts'

/** Counts one more in a window that begins with its first event; one statement, so that a flood cannot slip past. */
export async function count(db: SsoDb, key: string, now: Date, until: Date): Promise<{ count: number; until: Date }> {
  const { rows } = await sql<{ count: number; until: Date }>`
        insert into sso.limits as l (key, count, until) values (${key}, 1, ${until})
        on conflict (key) do update set
          count = case when l.until <= ${now} then 1 else least(l.count + 1, 1000000) end,
          until = case when l.until <= ${now} then excluded.until else l.until end
        returning count, until`.execute(db)
  return rows[0]!
}

export async function giveBack(db: SsoDb, key: string): Promise<void> {
  await sql`update sso.limits set count = greatest(count - 1, 0) where key = ${key}`.execute(db)
}

export async function resetLimit(db: SsoDb, key: string): Promise<void> {
  await db.deleteFrom('sso.limits').where('key', '=', key).execute()
}
