/** All queries of saved searches. */
import type { SearchedPlace } from '../../contract/markets.ts'
import type { Selectable } from 'kysely'
import type { MarketDb, MarketTables, Trx } from '../schema.ts'

export type SearchRow = Omit<Selectable<MarketTables['markets.searches']>, 'place'> & { place: SearchedPlace | null }

export async function listSearches(db: MarketDb, publication: string, reader: string): Promise<SearchRow[]> {
  const rows = await db
    .selectFrom('markets.searches')
    .selectAll()
    .where('publication', '=', publication)
    .where('reader', '=', reader)
    .orderBy('since')
    .execute()
  return rows as SearchRow[]
}

export async function getSearch(db: MarketDb, publication: string, id: string): Promise<SearchRow | null> {
  const row = await db
    .selectFrom('markets.searches')
    .selectAll()
    .where('publication', '=', publication)
    .where('id', '=', id)
    .executeTakeFirst()
  return (row as SearchRow | undefined) ?? null
}

/** An existing search keeps its mark and gets the current address. */
export async function addSearch(trx: Trx, { place, ...row }: SearchRow): Promise<SearchRow> {
  const saved = await trx
    .insertInto('markets.searches')
    .values({ ...row, place: place === null ? null : JSON.stringify(place) })
    .onConflict((conflict) =>
      conflict.columns(['publication', 'reader', 'market', 'query']).doUpdateSet({ email: row.email }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return saved as SearchRow
}

export async function setReached(trx: Trx, id: string, reached: number, mailedAt: Date | null): Promise<void> {
  await trx
    .updateTable('markets.searches')
    .set({ reached, ...(mailedAt === null ? {} : { last_mail: mailedAt }) })
    .where('id', '=', id)
    .execute()
}

export async function removeSearches(
  trx: Trx | MarketDb,
  publication: string,
  { reader, id }: { reader?: string; id?: string },
): Promise<string[]> {
  let query = trx.deleteFrom('markets.searches').where('publication', '=', publication)
  if (reader !== undefined) query = query.where('reader', '=', reader)
  if (id !== undefined) query = query.where('id', '=', id)
  return (await query.returning('id').execute()).map((row) => row.id)
}

export async function setAddress(db: MarketDb, publication: string, reader: string, email: string): Promise<void> {
  await db
    .updateTable('markets.searches')
    .set({ email })
    .where('publication', '=', publication)
    .where('reader', '=', reader)
    .execute()
  await db
    .updateTable('markets.ads')
    .set({ email })
    .where('publication', '=', publication)
    .where('reader', '=', reader)
    .execute()
}
