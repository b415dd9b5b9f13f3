/**
 * Queries of notices and persons. A notice is visible between `published` and `until`; a person while they have a
 * visible notice.
 */
import type { IncomingObituary } from '../../contract/obituaries.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ObituariesDb, ObituariesTables, Trx } from '../schema.ts'

export type PersonRow = ObituariesTables['notices.persons']
export type StoredObituary = Pick<IncomingObituary, 'kind' | 'person' | 'picture' | 'portrait' | 'set'>
export type ObituaryRow = {
  id: string
  person: string
  published: Date
  until: Date | null
  updated: Date
  digest: string
  body: StoredObituary | null
}

export type ObituaryFilter = {
  nameWords: readonly string[]
  placeWords: readonly string[]
  from: Date | null
  until: Date | null
}

const isSeen = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`n.body is not null and n.published <= ${now} and (n.until is null or n.until > ${now})`

const like = (word: string): string => `%${word}%`

const OBITUARY = ['n.id', 'n.person', 'n.published', 'n.until', 'n.updated', 'n.digest', 'n.body'] as const

export async function listNotices(
  db: ObituariesDb,
  publication: string,
  filter: ObituaryFilter,
  now: Date,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: (ObituaryRow & { who: PersonRow })[]; total: number }> {
  let query = db
    .selectFrom('notices.notices as n')
    .innerJoin('notices.persons as p', (join) =>
      join.onRef('p.publication', '=', 'n.publication').onRef('p.id', '=', 'n.person'),
    )
    .where('n.publication', '=', publication)
    .where(isSeen(now))
  for (const word of filter.nameWords) query = query.where('p.search_name', 'like', like(word))
  for (const word of filter.placeWords) query = query.where('p.search_place', 'like', like(word))
  if (filter.from !== null) query = query.where('n.published', '>=', filter.from)
  if (filter.until !== null) query = query.where('n.published', '<', filter.until)
  const [rows, count] = await Promise.all([
    query
      .select(OBITUARY)
      .select(sql<PersonRow>`to_jsonb(p)`.as('who'))
      .orderBy('n.published', 'desc')
      .orderBy('n.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows: rows as (ObituaryRow & { who: PersonRow })[], total: count.total }
}

export async function listFacets(
  db: ObituariesDb,
  publication: string,
  now: Date,
): Promise<{ places: string[]; years: number[] }> {
  const seen = db
    .selectFrom('notices.notices as n')
    .innerJoin('notices.persons as p', (join) =>
      join.onRef('p.publication', '=', 'n.publication').onRef('p.id', '=', 'n.person'),
    )
    .where('n.publication', '=', publication)
    .where(isSeen(now))
  const [places, years] = await Promise.all([
    seen
      .select('p.place')
      .where('p.place', '<>', '')
      .groupBy('p.place')
      .orderBy(sql`count(*)`, 'desc')
      .orderBy('p.place')
      .limit(200)
      .execute(),
    seen
      .select(sql<number>`extract(year from n.published at time zone 'UTC')::int`.as('year'))
      .groupBy('year')
      .orderBy('year', 'desc')
      .limit(100)
      .execute(),
  ])
  return { places: places.map(({ place }) => place), years: years.map(({ year }) => year) }
}

export async function getNotice(db: ObituariesDb | Trx, publication: string, id: string): Promise<ObituaryRow | null> {
  const row = await db
    .selectFrom('notices.notices as n')
    .select(OBITUARY)
    .where('n.publication', '=', publication)
    .where('n.id', '=', id)
    .executeTakeFirst()
  return (row as ObituaryRow | undefined) ?? null
}

export async function getPerson(db: ObituariesDb | Trx, publication: string, id: string): Promise<PersonRow | null> {
  const row = await db
    .selectFrom('notices.persons')
    .selectAll()
    .where('publication', '=', publication)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Visible ones, newest first. */
export async function listObituariesOf(
  db: ObituariesDb | Trx,
  publication: string,
  person: string,
  now: Date,
): Promise<ObituaryRow[]> {
  const rows = await db
    .selectFrom('notices.notices as n')
    .select(OBITUARY)
    .where('n.publication', '=', publication)
    .where('n.person', '=', person)
    .where(isSeen(now))
    .orderBy('n.published', 'desc')
    .orderBy('n.id')
    .limit(MOST_OF_A_PERSON)
    .execute()
  return rows as ObituaryRow[]
}

const MOST_OF_A_PERSON = 100

export async function listPersons(
  db: ObituariesDb,
  publication: string,
  now: Date,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ id: string; modified: Date }[]> {
  return db
    .selectFrom('notices.notices as n')
    .select(['n.person as id', sql<Date>`max(greatest(n.published, n.updated))`.as('modified')])
    .where('n.publication', '=', publication)
    .where(isSeen(now))
    .groupBy('n.person')
    .orderBy('n.person')
    .limit(limit)
    .offset(offset)
    .execute()
}

// ── Deliveries

/** Advisory lock for writing notices of a publication: two deliveries may bring the first notices of one person. */
export async function lock(trx: Trx, publication: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`notices ${publication}`}))`.execute(trx)
}

export async function findPersonByKey(trx: Trx, publication: string, key: string): Promise<PersonRow | null> {
  const row = await trx
    .selectFrom('notices.persons')
    .selectAll()
    .where('publication', '=', publication)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ?? null
}

export async function savePerson(trx: Trx, person: PersonRow): Promise<void> {
  const { publication: _publication, id: _id, ...values } = person
  await trx
    .insertInto('notices.persons')
    .values(person)
    .onConflict((conflict) => conflict.columns(['publication', 'id']).doUpdateSet(values))
    .execute()
}

export async function saveObituary(trx: Trx, publication: string, { id, body, ...rest }: ObituaryRow): Promise<void> {
  const values = { ...rest, body: body === null ? null : JSON.stringify(body) }
  await trx
    .insertInto('notices.notices')
    .values({ publication, id, ...values })
    .onConflict((conflict) => conflict.columns(['publication', 'id']).doUpdateSet(values))
    .execute()
}

/** Removes portraits; the notices stay. */
export async function removePortraits(trx: Trx, publication: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('notices.notices')
    .set({ body: sql<string>`body - 'portrait'` })
    .where('publication', '=', publication)
    .where('id', 'in', [...ids])
    .execute()
}

/** Whether the person has another notice. */
export async function hasOtherObituaries(trx: Trx, publication: string, person: string, but: string): Promise<boolean> {
  const row = await trx
    .selectFrom('notices.notices')
    .select('id')
    .where('publication', '=', publication)
    .where('person', '=', person)
    .where('id', '<>', but)
    .where('body', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Moves entries of a person whose only notice turned out to be about another one. */
export async function moveToPerson(trx: Trx, publication: string, from: string, to: string): Promise<void> {
  await sql`delete from notices.entries e where publication = ${publication} and person = ${from} and kind = 'candle'
    and exists (select 1 from notices.entries o where o.publication = e.publication and o.person = ${to}
      and o.reader = e.reader and o.kind = 'candle' and o.state <> 'removed')`.execute(trx)
  await sql`update notices.entries set person = ${to} where publication = ${publication} and person = ${from}`.execute(
    trx,
  )
  await sql`delete from notices.reminders r where publication = ${publication} and person = ${from}
    and exists (select 1 from notices.reminders o where o.publication = r.publication and o.person = ${to}
      and o.reader = r.reader)`.execute(trx)
  await sql`update notices.reminders set person = ${to} where publication = ${publication} and person = ${from}`.execute(
    trx,
  )
  await sql`update notices.requests set person = ${to} where publication = ${publication} and person = ${from}`.execute(
    trx,
  )
}

export async function setClosed(
  db: ObituariesDb | Trx,
  publication: string,
  person: string,
  isClosed: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notices.persons')
    .set({ is_closed: isClosed })
    .where('publication', '=', publication)
    .where('id', '=', person)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
