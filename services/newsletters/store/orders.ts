/** Orders of newsletters that wait for the confirmation of the address. */
import { sql } from 'kysely'
import type { NewsletterDb } from '../schema.ts'
import { isOf, type Person } from './person.ts'

export type Order = {
  publication: string
  addressKey: string
  address: string
  reader: string | null
  slugs: readonly string[]
  textVersion: string
  orderedAt: Date
  expiresAt: Date
}

export async function addOrder(db: NewsletterDb, digest: string, order: Order): Promise<void> {
  await db
    .insertInto('newsletter.orders')
    .values({
      digest,
      mandator: order.publication,
      address_key: order.addressKey,
      address: order.address,
      reader: order.reader,
      slugs: JSON.stringify(order.slugs),
      text_version: order.textVersion,
      ordered_at: order.orderedAt,
      expires_at: order.expiresAt,
      confirmed_at: null,
    })
    .execute()
}

export async function getOrder(db: NewsletterDb, publication: string, digest: string) {
  return (await orderOf(db, publication, digest).executeTakeFirst()) ?? null
}

/** Locks the row until the transaction ends. */
export async function lockOrder(trx: NewsletterDb, publication: string, digest: string) {
  return (await orderOf(trx, publication, digest).forUpdate().executeTakeFirst()) ?? null
}

function orderOf(db: NewsletterDb, publication: string, digest: string) {
  return db.selectFrom('newsletter.orders').selectAll().where('mandator', '=', publication).where('digest', '=', digest)
}

export async function confirmOrder(db: NewsletterDb, digest: string, at: Date): Promise<void> {
  await db
    .updateTable('newsletter.orders')
    .set({ confirmed_at: at, address: '' })
    .where('digest', '=', digest)
    .execute()
}

/** Unconfirmed orders of this person. */
export async function listOpenOrders(
  db: NewsletterDb,
  publication: string,
  person: Person,
  now: Date,
): Promise<{ slugs: string[]; orderedAt: Date }[]> {
  return db
    .selectFrom('newsletter.orders')
    .select(['slugs', 'ordered_at as orderedAt'])
    .where('mandator', '=', publication)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isOf(person))
    .orderBy('ordered_at', 'desc')
    .execute()
}

/** Removes a newsletter from the reader's open orders; an empty order is deleted. */
export async function dropFromOrders(
  db: NewsletterDb,
  publication: string,
  reader: string,
  slug: string,
): Promise<void> {
  const isOpen = sql`mandator = ${publication} and reader = ${reader} and confirmed_at is null`
  await sql`update newsletter.orders set slugs = slugs - ${slug}::text where ${isOpen}`.execute(db)
  await sql`delete from newsletter.orders where ${isOpen} and slugs = '[]'::jsonb`.execute(db)
}

/** Deletes the reader's unconfirmed orders with their links, and returns the newsletters. */
export async function takeOpenOrders(db: NewsletterDb, publication: string, reader: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('newsletter.orders')
    .where('mandator', '=', publication)
    .where('reader', '=', reader)
    .where('confirmed_at', 'is', null)
    .returning('slugs')
    .execute()
  return [...new Set(rows.flatMap(({ slugs }) => slugs))]
}

export async function removeOrders(db: NewsletterDb, publication: string, person: Person): Promise<void> {
  await db.deleteFrom('newsletter.orders').where('mandator', '=', publication).where(isOf(person)).execute()
}
