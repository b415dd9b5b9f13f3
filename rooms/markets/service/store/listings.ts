/**
 * All queries of listings. Writers hold the lock of the publication's market, so that revisions grow in the order of
 * commits.
 */
import type { Listing } from '../../contract/markets.ts'
import type { MarketKind } from '../../domain/markets.ts'
import { sql } from 'kysely'
import type { MarketDb, Trx } from '../schema.ts'

/** The fields of a listing that are answered and have no column of their own. */
export type StoredListing = Pick<Listing, 'title' | 'text' | 'place' | 'pictures' | 'provider' | 'address' | 'facts'>

export type ListingRow = {
  id: number
  market: MarketKind
  source: string
  source_id: string
  state: 'live' | 'over' | 'blocked'
  updated: Date
  published: Date
  valid_until: Date
  digest: string
  body: StoredListing
  contact_name: string
  contact_email: string | null
}
export type IndexRow = Pick<ListingRow, 'id' | 'source' | 'state' | 'published' | 'valid_until'> & {
  latitude: number | null
  longitude: number | null
  words: string
  fingerprint: string
  facts: StoredListing['facts']
  place: StoredListing['place']
  revision: number
}
export type NewListing = Omit<ListingRow, 'id' | 'state' | 'market'> & {
  is_renewed: boolean
  latitude: number | null
  longitude: number | null
  words: string
  fingerprint: string
}
export type KnownListing = Pick<ListingRow, 'id' | 'source_id' | 'state' | 'updated' | 'digest' | 'valid_until'>

type Market = { publication: string; market: MarketKind }

const COLUMNS = [
  'id',
  'market',
  'source',
  'source_id',
  'state',
  'updated',
  'published',
  'valid_until',
  'digest',
  'body',
  'contact_name',
  'contact_email',
] as const

export async function getRevision(db: MarketDb, { publication, market }: Market): Promise<number> {
  const row = await db
    .selectFrom('markets.revisions')
    .select('revision')
    .where('publication', '=', publication)
    .where('market', '=', market)
    .executeTakeFirst()
  return row?.revision ?? 0
}

/** Takes the market's lock and returns the revision for this transaction. */
export async function raiseRevision(trx: Trx, { publication, market }: Market): Promise<number> {
  const row = await trx
    .insertInto('markets.revisions')
    .values({ publication, market, revision: 1 })
    .onConflict((conflict) =>
      conflict.columns(['publication', 'market']).doUpdateSet({ revision: sql`markets.revisions.revision + 1` }),
    )
    .returning('revision')
    .executeTakeFirstOrThrow()
  return row.revision
}

export async function listKnown(
  trx: Trx,
  { publication, market }: Market,
  source: string,
  ids: readonly string[] | null,
): Promise<KnownListing[]> {
  const query = trx
    .selectFrom('markets.listings')
    .select(['id', 'source_id', 'state', 'updated', 'digest', 'valid_until'])
    .where('publication', '=', publication)
    .where('market', '=', market)
    .where('source', '=', source)
  return (ids === null ? query.where('state', '=', 'live') : query.where('source_id', 'in', [...ids])).execute()
}

export async function saveListing(
  trx: Trx,
  { publication, market }: Market,
  { body, ...listing }: NewListing,
  revision: number,
): Promise<number> {
  const values = { ...listing, body: JSON.stringify(body), state: 'live' as const, revision }
  const { source: _source, source_id: _id, published: _published, ...changes } = values
  const row = await trx
    .insertInto('markets.listings')
    .values({ publication, market, ...values })
    .onConflict((conflict) => conflict.columns(['publication', 'market', 'source', 'source_id']).doUpdateSet(changes))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function putOff(trx: Trx, ids: readonly number[], validUntil: Date, revision: number): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('markets.listings')
    .set({ valid_until: validUntil, revision })
    .where('id', 'in', [...ids])
    .execute()
}

export async function endListings(
  trx: Trx,
  ids: readonly number[],
  state: 'over' | 'blocked',
  at: Date,
  revision: number,
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('markets.listings')
    .set({ state, updated: at, revision })
    .where('id', 'in', [...ids])
    .execute()
}

const ofListing = (db: MarketDb | Trx, publication: string, id: number) =>
  db.selectFrom('markets.listings').select(COLUMNS).where('publication', '=', publication).where('id', '=', id)

export async function getListing(db: MarketDb | Trx, publication: string, id: number): Promise<ListingRow | null> {
  return ((await ofListing(db, publication, id).executeTakeFirst()) as ListingRow | undefined) ?? null
}

export async function lockListing(trx: Trx, publication: string, id: number): Promise<ListingRow | null> {
  return ((await ofListing(trx, publication, id).forUpdate().executeTakeFirst()) as ListingRow | undefined) ?? null
}

export async function changeState(
  trx: Trx,
  id: number,
  { state, at, revision }: { state: ListingRow['state']; at: Date; revision: number },
): Promise<void> {
  await trx.updateTable('markets.listings').set({ state, updated: at, revision }).where('id', '=', id).execute()
}

export async function listByIds(db: MarketDb, publication: string, ids: readonly number[]): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('markets.listings')
    .select(COLUMNS)
    .where('publication', '=', publication)
    .where('id', 'in', [...ids])
    .execute()
  return rows as ListingRow[]
}

/** Titles and dates of many listings, for sitemaps. */
export async function listTitles(
  db: MarketDb,
  publication: string,
  ids: readonly number[],
): Promise<{ id: number; title: string; updated: Date }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; title: string; updated: Date }>`
    select id, body->>'title' as title, updated from markets.listings
    where publication = ${publication} and id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** Changes since `after`, in portions; ended listings only if the reader of the changes knows some already. */
export async function listChanged(
  db: MarketDb,
  { publication, market }: Market,
  after: { revision: number; id: number },
  now: Date | null,
  most: number,
): Promise<IndexRow[]> {
  const { rows } = await sql<IndexRow>`
    select id, source, state, published, valid_until, latitude, longitude, words, fingerprint, body->'facts' as facts,
      body->'place' as place, revision
    from markets.listings
    where publication = ${publication} and market = ${market} and (revision, id) > (${after.revision}, ${after.id})
      ${now === null ? sql`` : sql`and state = 'live' and valid_until > ${now}`}
    order by revision, id limit ${most}`.execute(db)
  return rows
}

/** Deletes the contents of ended listings. */
export async function blankListings(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update markets.listings set contact_name = '', contact_email = null, words = '', digest = '',
    body = body || '{"title": "–", "text": "", "provider": "", "pictures": []}'::jsonb
    where id = any(${ids}::bigint[])`.execute(trx)
}

/** Deletes listings that ended long ago; blocked ones stay. */
export async function removeLongOver(db: MarketDb, before: Date): Promise<void> {
  await db
    .deleteFrom('markets.listings')
    .where('state', '!=', 'blocked')
    .where('valid_until', '<', before)
    .where('updated', '<', before)
    .execute()
}
