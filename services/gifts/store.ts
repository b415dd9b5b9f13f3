/** Every query of the link tokens. */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { GiftsDb, LinkRow } from './schema.ts'

export type Link = LinkRow & { opened: number }

/** Rows of one answer; a giver has ten a month. */
const MOST_GIFTS = 200

export function createGiftsStore(database: Database) {
  const db = database.db as GiftsDb
  const select = (within: GiftsDb) =>
    within
      .selectFrom('gifts.links as links')
      .selectAll('links')
      .select((eb) =>
        eb
          .selectFrom('gifts.openings as openings')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('openings.link_id', '=', 'links.id')
          .as('opened'),
      )
  const toLink = (row: LinkRow & { opened: number | null }): Link => ({ ...row, opened: row.opened ?? 0 })

  return {
    inTransaction: <T>(work: (within: GiftsDb) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** A giver's gifts are made one after the other, or two at once would both be the last of the month. */
    async lockGiver(mandator: Mandator, giver: string, within: GiftsDb): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`gifts ${mandator} ${giver}`}, 0))`.execute(within)
    },

    async getLink(mandator: Mandator, id: string, within: GiftsDb = db): Promise<Link | null> {
      const row = await select(within)
        .where('links.mandator', '=', mandator)
        .where('links.id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toLink(row)
    },

    async getActiveGift(
      mandator: Mandator,
      giver: string,
      articleId: string,
      now: Date,
      within: GiftsDb,
    ): Promise<Link | null> {
      const row = await select(within)
        .where('links.mandator', '=', mandator)
        .where('links.giver', '=', giver)
        .where('links.article_id', '=', articleId)
        .where('links.revoked_at', 'is', null)
        .where('links.expires_at', '>', now)
        .orderBy('links.created_at', 'desc')
        .executeTakeFirst()
      return row === undefined ? null : toLink(row)
    },

    async listGifts(mandator: Mandator, giver: string): Promise<Link[]> {
      const rows = await select(db)
        .where('links.mandator', '=', mandator)
        .where('links.giver', '=', giver)
        .orderBy('links.created_at', 'desc')
        .orderBy('links.id')
        .limit(MOST_GIFTS)
        .execute()
      return rows.map(toLink)
    },

    async countGifts(mandator: Mandator, giver: string, since: Date, within: GiftsDb = db): Promise<number> {
      const row = await within
        .selectFrom('gifts.links')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('mandator', '=', mandator)
        .where('giver', '=', giver)
        .where('created_at', '>=', since)
        .executeTakeFirst()
      return row?.count ?? 0
    },

    async addLink(link: LinkRow, within: GiftsDb = db): Promise<void> {
      await within.insertInto('gifts.links').values(link).execute()
    },

    /** `giver` null: whoever made it. */
    async revoke(mandator: Mandator, id: string, giver: string | null, now: Date): Promise<boolean> {
      let update = db
        .updateTable('gifts.links')
        .set({ revoked_at: sql`coalesce(revoked_at, ${now})` })
        .where('mandator', '=', mandator)
        .where('id', '=', id)
      if (giver !== null) update = update.where('giver', '=', giver)
      return (await update.returning('id').executeTakeFirst()) !== undefined
    },

    /** Within a transaction; the link's row is held until it ends, so that the last place is taken once. */
    async lockLink(mandator: Mandator, id: string, within: GiftsDb): Promise<LinkRow | null> {
      return (
        (await within
          .selectFrom('gifts.links')
          .selectAll()
          .where('mandator', '=', mandator)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()) ?? null
      )
    },

    async hasOpened(linkId: string, reader: string, within: GiftsDb): Promise<boolean> {
      return (
        (await within
          .selectFrom('gifts.openings')
          .select('link_id')
          .where('link_id', '=', linkId)
          .where('reader', '=', reader)
          .executeTakeFirst()) !== undefined
      )
    },

    async countOpenings(linkId: string, within: GiftsDb): Promise<number> {
      const row = await within
        .selectFrom('gifts.openings')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('link_id', '=', linkId)
        .executeTakeFirst()
      return row?.count ?? 0
    },

    async addOpening(
      opening: { link_id: string; mandator: string; reader: string; opened_at: Date },
      within: GiftsDb,
    ): Promise<void> {
      await within
        .insertInto('gifts.openings')
        .values(opening)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async listOpenings(mandator: Mandator, reader: string): Promise<{ articleId: string; at: string }[]> {
      const rows = await db
        .selectFrom('gifts.openings as openings')
        .innerJoin('gifts.links as links', 'links.id', 'openings.link_id')
        .select(['links.article_id', 'openings.opened_at'])
        .where('openings.mandator', '=', mandator)
        .where('openings.reader', '=', reader)
        .orderBy('openings.opened_at', 'desc')
        .execute()
      return rows.map((row) => ({ articleId: row.article_id, at: row.opened_at.toISOString() }))
    },

    /** Links given away open nothing any more; what was opened names nobody. */
    async eraseReader(mandator: Mandator, giver: string, reader: string): Promise<void> {
      await db.transaction().execute(async (within) => {
        await within.deleteFrom('gifts.links').where('mandator', '=', mandator).where('giver', '=', giver).execute()
        await within
          .deleteFrom('gifts.openings')
          .where('mandator', '=', mandator)
          .where('reader', '=', reader)
          .execute()
      })
    },

    async prune(before: Date): Promise<void> {
      await db.deleteFrom('gifts.links').where('expires_at', '<', before).execute()
    },
  }
}
