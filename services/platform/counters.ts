/** How often something happened in a window of time: one row a bucket, in a table of the service's own. */
import { sql, type Kysely } from 'kysely'

/** Counts one more; false, uncounted, when `limit` was reached since the bucket's window began. Right under any number at once. */
export async function countUp(
  within: Kysely<never>,
  table: string,
  { bucket, now, windowMs, limit }: { bucket: string; now: Date; windowMs: number; limit: number },
): Promise<boolean> {
  const expired = new Date(now.getTime() - windowMs)
  const { rows } = await sql`
    insert into ${sql.table(table)} as c (bucket, started_at, count) values (${bucket}, ${now}, 1)
    on conflict (bucket) do update set
      count = case when c.started_at <= ${expired} then 1 else c.count + 1 end,
      started_at = case when c.started_at <= ${expired} then excluded.started_at else c.started_at end
    where c.started_at <= ${expired} or c.count < ${limit}
    returning count`.execute(within)
  return rows.length > 0
}
