/** All queries of advertisements by readers. */
import type { AdPackage, AdText } from '../../contract/markets.ts'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { MarketDb, MarketTables, Trx } from '../schema.ts'

export type AdRow = Omit<Selectable<MarketTables['markets.ads']>, 'text' | 'package'> & {
  text: AdText
  package: AdPackage
}

const selectAds = (publication: string, db: MarketDb) =>
  db.selectFrom('markets.ads').selectAll().where('publication', '=', publication)

export async function listAds(db: MarketDb, publication: string, reader: string): Promise<AdRow[]> {
  const rows = await selectAds(publication, db)
    .where('reader', '=', reader)
    .orderBy('created', 'desc')
    .limit(200)
    .execute()
  return rows as AdRow[]
}

export async function listInState(db: MarketDb, publication: string, state: AdRow['state']): Promise<AdRow[]> {
  const rows = await selectAds(publication, db).where('state', '=', state).orderBy('updated').limit(200).execute()
  return rows as AdRow[]
}

export async function getAd(db: MarketDb, publication: string, id: string): Promise<AdRow | null> {
  const row = await selectAds(publication, db).where('id', '=', id).executeTakeFirst()
  return (row as AdRow | undefined) ?? null
}

/** Locks the row until the transaction ends. */
export async function lockAd(trx: Trx, publication: string, id: string): Promise<AdRow | null> {
  const row = await selectAds(publication, trx).where('id', '=', id).forUpdate().executeTakeFirst()
  return (row as AdRow | undefined) ?? null
}

export async function lockAdOfPurchase(trx: Trx, publication: string, purchase: string): Promise<AdRow | null> {
  const row = await selectAds(publication, trx).where('purchase', '=', purchase).forUpdate().executeTakeFirst()
  return (row as AdRow | undefined) ?? null
}

/** Advisory lock: one settlement per purchase at a time. */
export async function lockPurchase(trx: Trx, publication: string, number: string): Promise<{ isReleased: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtext(${`markets purchase ${publication} ${number}`}))`.execute(trx)
  const row = await trx
    .selectFrom('markets.released')
    .select('at')
    .where('publication', '=', publication)
    .where('number', '=', number)
    .executeTakeFirst()
  return { isReleased: row !== undefined }
}

export async function markReleased(trx: Trx, publication: string, number: string, at: Date): Promise<void> {
  await trx
    .insertInto('markets.released')
    .values({ publication, number, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function addAd(trx: Trx, { text, package: chosen, ...row }: AdRow): Promise<void> {
  await trx
    .insertInto('markets.ads')
    .values({ ...row, text: JSON.stringify(text), package: JSON.stringify(chosen) })
    .execute()
}

export async function changeAd(
  trx: Trx,
  id: string,
  { text, package: chosen, ...changes }: Partial<Omit<AdRow, 'id' | 'publication' | 'reader'>>,
): Promise<void> {
  await trx
    .updateTable('markets.ads')
    .set({
      ...changes,
      ...(text === undefined ? {} : { text: JSON.stringify(text) }),
      ...(chosen === undefined ? {} : { package: JSON.stringify(chosen) }),
    })
    .where('id', '=', id)
    .execute()
}

export async function removeAds(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .deleteFrom('markets.ads')
    .where('id', 'in', [...ids])
    .execute()
}

export async function findAds(
  db: MarketDb,
  publication: string,
  { words, reader, limit }: { words: string; reader?: string | undefined; limit: number },
): Promise<AdRow[]> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  let query = db.selectFrom('markets.ads').selectAll().where('publication', '=', publication)
  if (words !== '') query = query.where((eb) => eb(eb.cast<string>('text', 'text'), 'ilike', pattern))
  if (reader !== undefined) query = query.where('reader', '=', reader)
  return (await query.orderBy('updated', 'desc').limit(limit).execute()) as AdRow[]
}
