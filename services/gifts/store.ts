/** Every query of the gifts. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { GiftsDb, LinkRow } from './schema.ts'

export type Link = LinkRow & { opened: number }

/** Upper limit of rows per answer; a giver has ten gifts a month. */
const MOST_GIFTS = 200

function selectLinks(db: GiftsDb, publication: PublicationCode) {
  return db
    .selectFrom('gifts.links as links')
    .selectAll('links')
    .select((eb) =>
      eb
        .selectFrom('gifts.openings as openings')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('openings.link_id', '=', 'links.id')
        .as('opened'),
    )
    .where('links.mandator', '=', publication)
}

/** Advisory lock per giver: without it two parallel gifts could both be the last of the month. */
export async function lockGiver(trx: GiftsDb, publication: PublicationCode, giver: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gifts ${publication} ${giver}`}, 0))`.execute(trx)
}

export async function getLink(db: GiftsDb, publication: PublicationCode, id: string): Promise<Link | null> {
  const row = await selectLinks(db, publication).where('links.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toLink(row)
}

export async function getActiveGift(
  db: GiftsDb,
  publication: PublicationCode,
  giver: string,
  articleId: string,
  now: Date,
): Promise<Link | null> {
  const row = await selectLinks(db, publication)
    .where('links.giver', '=', giver)
    .where('links.article_id', '=', articleId)
    .where('links.revoked_at', 'is', null)
    .where('links.expires_at', '>', now)
    .orderBy('links.created_at', 'desc')
    .executeTakeFirst()
  return row === undefined ? null : toLink(row)
}

export async function listGifts(db: GiftsDb, publication: PublicationCode, giver: string): Promise<Link[]> {
  const rows = await selectLinks(db, publication)
    .where('links.giver', '=', giver)
    .orderBy('links.created_at', 'desc')
    .orderBy('links.id')
    .limit(MOST_GIFTS)
    .execute()
  return rows.map(toLink)
}

export async function countGifts(
  db: GiftsDb,
  publication: PublicationCode,
  giver: string,
  since: Date,
): Promise<number> {
  const row = await db
    .selectFrom('gifts.links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('mandator', '=', publication)
    .where('giver', '=', giver)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function addLink(db: GiftsDb, link: LinkRow): Promise<void> {
  await db.insertInto('gifts.links').values(link).execute()
}

/** `giver`: only a link of this giver; null: any link. */
export async function revokeLink(
  db: GiftsDb,
  publication: PublicationCode,
  id: string,
  giver: string | null,
  now: Date,
): Promise<boolean> {
  let update = db
    .updateTable('gifts.links')
    .set({ revoked_at: sql`coalesce(revoked_at, ${now})` })
    .where('mandator', '=', publication)
    .where('id', '=', id)
  if (giver !== null) update = update.where('giver', '=', giver)
  return (await update.returning('id').executeTakeFirst()) !== undefined
}

/** Locks the link's row until the transaction ends, so that the last place is taken only once. */
export async function lockLink(trx: GiftsDb, publication: PublicationCode, id: string): Promise<LinkRow | null> {
  const row = await trx
    .selectFrom('gifts.links')
    .selectAll()
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function hasOpened(db: GiftsDb, linkId: string, reader: string): Promise<boolean> {
  const row = await db
    .selectFrom('gifts.openings')
    .select('link_id')
    .where('link_id', '=', linkId)
    .where('reader', '=', reader)
    .executeTakeFirst()
  return row !== undefined
}

export async function countOpenings(db: GiftsDb, linkId: string): Promise<number> {
  const row = await db
    .selectFrom('gifts.openings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('link_id', '=', linkId)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function addOpening(
  db: GiftsDb,
  opening: { link_id: string; mandator: string; reader: string; opened_at: Date },
): Promise<void> {
  await db
    .insertInto('gifts.openings')
    .values(opening)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listOpenings(
  db: GiftsDb,
  publication: PublicationCode,
  reader: string,
): Promise<{ articleId: string; at: string }[]> {
  const rows = await db
    .selectFrom('gifts.openings as openings')
    .innerJoin('gifts.links as links', 'links.id', 'openings.link_id')
    .select(['links.article_id', 'openings.opened_at'])
    .where('openings.mandator', '=', publication)
    .where('openings.reader', '=', reader)
    .orderBy('openings.opened_at', 'desc')
    .execute()
  return rows.map((row) => ({ articleId: row.article_id, at: row.opened_at.toISOString() }))
}

/** Deletes the links the reader gave and the reader's openings; those links open nothing from then on. */
export async function eraseReader(
  db: GiftsDb,
  publication: PublicationCode,
  giver: string,
  reader: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('gifts.links').where('mandator', '=', publication).where('giver', '=', giver).execute()
    await trx.deleteFrom('gifts.openings').where('mandator', '=', publication).where('reader', '=', reader).execute()
  })
}

export async function removeExpired(db: GiftsDb, before: Date): Promise<void> {
  await db.deleteFrom('gifts.links').where('expires_at', '<', before).execute()
}

function toLink(row: LinkRow & { opened: number | null }): Link {
  return { ...row, opened: row.opened ?? 0 }
}
