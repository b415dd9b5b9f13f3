/** Every query of the figures. */
import { OTHERS } from '@lokalteil/contracts/figures'
import { sql } from 'kysely'
import type { ArticlePair } from './pair-articles.ts'
import type { DayRow, FiguresDb } from './schema.ts'
import type { Kind, Sums } from './tally.ts'

/** Rows that a closed day keeps of each kind; the rest is summed up. */
const KEPT: Readonly<Record<Kind, number>> = {
  all: 1,
  page: 200,
  section: 200,
  article: 1000,
  source: 200,
  device: 2,
  ad: 200,
  'ad-click': 200,
  'ad-place': 200,
  'ad-place-click': 200,
}

const SUMMED = ['views', 'visitors', 'seconds', 'quarter1', 'quarter2', 'quarter3', 'quarter4'] as const
const COLUMNS = sql.raw(SUMMED.join(', '))
const SUMS = sql.raw(SUMMED.map((name) => `${name} = days.${name} + excluded.${name}`).join(', '))

const toLockName = (day: string): string => `figures ${day}`

/** Advisory lock, shared by those who count on this day. */
export async function holdDay(trx: FiguresDb, day: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${toLockName(day)}, 0))`.execute(trx)
}

/** Advisory lock: waits until nobody counts on this day. */
export async function lockDay(trx: FiguresDb, day: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${toLockName(day)}, 0))`.execute(trx)
}

export async function getSalt(db: FiguresDb, day: string): Promise<Uint8Array | null> {
  const row = await db.selectFrom('figures.salts').select('salt').where('day', '=', day).executeTakeFirst()
  return row?.salt ?? null
}

export async function addSalt(db: FiguresDb, day: string, salt: Uint8Array): Promise<void> {
  await db
    .insertInto('figures.salts')
    .values({ day, salt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** False: there was none. */
export async function removeSalt(db: FiguresDb, day: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('figures.salts').where('day', '=', day).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listSaltedDays(db: FiguresDb, before: string): Promise<string[]> {
  const rows = await db.selectFrom('figures.salts').select('day').where('day', '<', before).orderBy('day').execute()
  return rows.map(({ day }) => day)
}

const toMarks = (day: string) =>
  sql.table((Date.parse(day) / 86_400_000) % 2 === 0 ? 'figures.marks_even' : 'figures.marks_odd')

/** The marks that are new. */
export async function addMarks(trx: FiguresDb, day: string, marks: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ mark: number }>`
    insert into ${toMarks(day)} (mark) select * from unnest(${marks}::bigint[]) on conflict do nothing returning mark`.execute(
    trx,
  )
  return rows.map(({ mark }) => mark)
}

export async function removeMarks(trx: FiguresDb, day: string): Promise<void> {
  await sql`truncate ${toMarks(day)}`.execute(trx)
}

/** In the order of the key, so that two processes never wait for each other (deadlock). */
export async function addSums(trx: FiguresDb, publication: string, day: string, sums: readonly Sums[]): Promise<void> {
  if (sums.length === 0) return
  const rows = sums.toSorted((one, other) => compare(one.kind + one.value, other.kind + other.value))
  const column = (toNumber: (row: Sums) => number) => sql`${rows.map(toNumber)}::bigint[]`
  await sql`
    insert into figures.days as days (mandator, day, kind, value, ${COLUMNS})
    select ${publication}::text, ${day}::text, * from unnest(
      ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ value }) => value)}::text[], ${column(({ views }) => views)},
      ${column(({ visitors }) => visitors)}, ${column(({ seconds }) => Math.round(seconds))}, ${column(({ quarters }) => quarters[0]!)},
      ${column(({ quarters }) => quarters[1]!)}, ${column(({ quarters }) => quarters[2]!)}, ${column(({ quarters }) => quarters[3]!)})
    on conflict (mandator, day, kind, value) do update set ${SUMS}`.execute(trx)
}

export async function addCounts(
  trx: FiguresDb,
  publication: string,
  day: string,
  counts: readonly { name: string; bucket: number; count: number }[],
): Promise<void> {
  if (counts.length === 0) return
  const rows = counts.toSorted((one, other) => compare(one.name, other.name) || one.bucket - other.bucket)
  await sql`
    insert into figures.counts as counts (mandator, day, name, bucket, count)
    select ${publication}::text, ${day}::text, * from unnest(
      ${rows.map(({ name }) => name)}::text[], ${rows.map(({ bucket }) => bucket)}::int[], ${rows.map(({ count }) => count)}::bigint[])
    on conflict (mandator, day, name, bucket) do update set count = counts.count + excluded.count`.execute(trx)
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

export async function listValues(db: FiguresDb, publication: string, day: string, kind: Kind): Promise<string[]> {
  const rows = await db
    .selectFrom('figures.days')
    .select('value')
    .where('mandator', '=', publication)
    .where('day', '=', day)
    .where('kind', '=', kind)
    .execute()
  return rows.map(({ value }) => value)
}

/** Sums up the smallest rows of a day, of all publications. */
export async function foldDay(trx: FiguresDb, day: string): Promise<void> {
  await sql`
    with ranked as (
      select mandator, kind, value, row_number() over (partition by mandator, kind order by views desc, value) as place
      from figures.days where day = ${day} and value <> ${OTHERS}
    ), gone as (
      delete from figures.days as days using ranked
      where days.day = ${day} and days.mandator = ranked.mandator and days.kind = ranked.kind and days.value = ranked.value
        and ranked.place > (${JSON.stringify(KEPT)}::jsonb ->> ranked.kind)::int
      returning days.*
    )
    insert into figures.days as days (mandator, day, kind, value, ${COLUMNS})
    select mandator, day, kind, ${OTHERS}::text, ${sql.raw(SUMMED.map((name) => `sum(${name})`).join(', '))}
    from gone group by mandator, day, kind
    on conflict (mandator, day, kind, value) do update set ${SUMS}`.execute(trx)
}

export async function removeBefore(db: FiguresDb, day: string): Promise<void> {
  await db.deleteFrom('figures.days').where('day', '<', day).execute()
  await db.deleteFrom('figures.counts').where('day', '<', day).execute()
}

/** Rows that a closed day keeps of each publication. */
const KEPT_PAIRS = 5000

/** In the order of the key, like sums. */
export async function addPairs(
  trx: FiguresDb,
  publication: string,
  day: string,
  pairs: readonly ArticlePair[],
): Promise<void> {
  if (pairs.length === 0) return
  const rows = pairs
    .flatMap(({ articles: [one, other], readers }) => [
      { one, other, readers },
      { one: other, other: one, readers },
    ])
    .toSorted((a, b) => compare(a.one, b.one) || compare(a.other, b.other))
  await sql`
    insert into figures.pairs as pairs (mandator, article, other, day, readers)
    select ${publication}::text, article, other, ${day}::text, readers from unnest(
      ${rows.map(({ one }) => one)}::text[], ${rows.map(({ other }) => other)}::text[], ${rows.map(({ readers }) => readers)}::bigint[])
      as told (article, other, readers)
    on conflict (mandator, article, other, day) do update set readers = pairs.readers + excluded.readers`.execute(trx)
}

/** After the end of a day: deletes pairs of a single reader, and all but the `KEPT_PAIRS` largest. */
export async function foldPairs(trx: FiguresDb, day: string): Promise<void> {
  await sql`
    with ranked as (
      select mandator, article, other, readers,
        row_number() over (partition by mandator order by readers desc, least(article, other), greatest(article, other)) as place
      from figures.pairs where day = ${day}
    )
    delete from figures.pairs as pairs using ranked
    where pairs.day = ${day} and pairs.mandator = ranked.mandator and pairs.article = ranked.article
      and pairs.other = ranked.other and (ranked.readers < 2 or ranked.place > ${KEPT_PAIRS})`.execute(trx)
}

export async function removePairsBefore(db: FiguresDb, day: string): Promise<void> {
  await db.deleteFrom('figures.pairs').where('day', '<', day).execute()
}

/** Most candidates that are weighed for an article. */
const CANDIDATES = 50

/**
 * An article that everybody reads is read with every other one. So the readers of a pair are weighed by what the other is read
 * with altogether (cosine similarity).
 */
export async function listReadWith(
  db: FiguresDb,
  publication: string,
  article: string,
  { since, least, limit }: { since: string; least: number; limit: number },
): Promise<{ id: string; readers: number }[]> {
  const { rows } = await sql<{ id: string; readers: number }>`
    with near as (
      select other as id, sum(readers)::bigint as readers from figures.pairs
      where mandator = ${publication} and article = ${article} and day >= ${since}
      group by other having sum(readers) >= ${least} order by sum(readers) desc, other limit ${CANDIDATES}
    )
    select id, readers from near
    order by readers / sqrt((
      select sum(pairs.readers) from figures.pairs as pairs
      where pairs.mandator = ${publication} and pairs.article = near.id and pairs.day >= ${since}
    )) desc, id limit ${limit}`.execute(db)
  return rows
}

type Span = { from: string; to: string }
export type Sum = Omit<DayRow, 'mandator' | 'day' | 'kind'>

export async function listSums(
  db: FiguresDb,
  publication: string,
  { from, to }: Span,
  kind: Kind,
  by: 'day' | 'value',
  limit: number,
): Promise<Sum[]> {
  const total = (name: keyof Sum) => sql<number>`sum(${sql.ref(name)})::bigint`.as(name)
  return db
    .selectFrom('figures.days')
    .select(by === 'day' ? 'day as value' : 'value')
    .select(SUMMED.map(total))
    .where('mandator', '=', publication)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('kind', '=', kind)
    .groupBy(by)
    .$if(by === 'value', (query) => query.orderBy('views', 'desc'))
    .orderBy(by)
    .limit(limit)
    .execute() as Promise<Sum[]>
}

export async function listCounts(
  db: FiguresDb,
  publication: string,
  { from, to }: Span,
): Promise<{ name: string; bucket: number; count: number }[]> {
  return db
    .selectFrom('figures.counts')
    .select(['name', 'bucket', sql<number>`sum(count)::bigint`.as('count')])
    .where('mandator', '=', publication)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['name', 'bucket'])
    .execute()
}
