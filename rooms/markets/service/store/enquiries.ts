/** All queries of relayed messages. */
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { MarketDb, MarketTables } from '../schema.ts'

export type EnquiryRow = Selectable<MarketTables['markets.enquiries']>

export async function getByDigest(db: MarketDb, publication: string, digest: string): Promise<EnquiryRow | null> {
  return getWhere(db, publication, 'digest', digest)
}

export async function getByToken(db: MarketDb, publication: string, token: string): Promise<EnquiryRow | null> {
  return getWhere(db, publication, 'token', token)
}

async function getWhere(
  db: MarketDb,
  publication: string,
  column: 'digest' | 'token',
  value: string,
): Promise<EnquiryRow | null> {
  const row = await db
    .selectFrom('markets.enquiries')
    .selectAll()
    .where('publication', '=', publication)
    .where(column, '=', value)
    .executeTakeFirst()
  return row ?? null
}

/** False: it exists already. */
export async function addEnquiry(db: MarketDb, row: EnquiryRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('markets.enquiries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['publication', 'digest']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False: another request was faster. */
export async function markSent(db: MarketDb, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('markets.enquiries')
    .set({ state: 'sent', sent: at })
    .where('id', '=', id)
    .where('state', '=', 'to-confirm')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** `emails`: confirmed addresses of the reader, for messages written as a guest. */
export async function listOf(
  db: MarketDb,
  publication: string,
  reader: string,
  emails: readonly string[],
): Promise<EnquiryRow[]> {
  return db
    .selectFrom('markets.enquiries')
    .selectAll()
    .where('publication', '=', publication)
    .where((eb) =>
      eb.or([
        eb('reader', '=', reader),
        ...(emails.length === 0 ? [] : [eb(sql<string>`lower(email)`, 'in', [...emails])]),
      ]),
    )
    .orderBy('created', 'desc')
    .execute()
}

export async function removeByIds(db: MarketDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('markets.enquiries')
    .where('id', 'in', [...ids])
    .execute()
}

/** Deletes sent messages from before `sentBefore` and unconfirmed ones from before `openBefore`. */
export async function removeOld(db: MarketDb, sentBefore: Date, openBefore: Date): Promise<void> {
  await db
    .deleteFrom('markets.enquiries')
    .where((eb) =>
      eb.or([eb('created', '<', sentBefore), eb.and([eb('state', '=', 'to-confirm'), eb('created', '<', openBefore)])]),
    )
    .execute()
}

export async function findEnquiries(
  db: MarketDb,
  publication: string,
  { words, reader, limit }: { words: string; reader?: string | undefined; limit: number },
): Promise<EnquiryRow[]> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  let query = db.selectFrom('markets.enquiries').selectAll().where('publication', '=', publication)
  if (words !== '')
    query = query.where((eb) =>
      eb.or([eb('text', 'ilike', pattern), eb('name', 'ilike', pattern), eb('email', 'ilike', pattern)]),
    )
  if (reader !== undefined) query = query.where('reader', '=', reader)
  return query.orderBy('created', 'desc').limit(limit).execute()
}
