/** Subscriptions, one for each newsletter and address. */
import { sql } from 'kysely'
import type { NewsletterDb } from '../schema.ts'
import { isOf, type Person } from './person.ts'

export type SubscriptionRow = { id: string; slug: string; since: Date }
export type AddressedSubscription = SubscriptionRow & { addressKey: string }
export type NewSubscription = {
  id: string
  publication: string
  slug: string
  addressKey: string
  address: string
  reader: string | null
  since: Date
}

/** False if the address has it already; then only a newly known reader is noted. */
export async function addSubscription(db: NewsletterDb, row: NewSubscription): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into newsletter.subscriptions as s (id, mandator, slug, address_key, address, reader, state, since)
    values (${row.id}, ${row.publication}, ${row.slug}, ${row.addressKey}, ${row.address}, ${row.reader}, 'active', ${row.since})
    on conflict (mandator, slug, address_key) where state = 'active' do update set reader = coalesce(s.reader, excluded.reader)
    returning id`.execute(db)
  return rows[0]!.id === row.id
}

export async function listSubscriptions(
  db: NewsletterDb,
  publication: string,
  person: Person,
): Promise<SubscriptionRow[]> {
  return activeOf(db, publication)
    .select(['id', 'slug', 'since'])
    .where(isOf(person))
    .orderBy('since', 'desc')
    .execute()
}

/** Locks the rows until the transaction ends. */
export async function lockSubscriptionsOf(
  trx: NewsletterDb,
  publication: string,
  person: Person,
): Promise<AddressedSubscription[]> {
  const rows = await activeOf(trx, publication)
    .select(['id', 'slug', 'since', 'address_key'])
    .where(isOf(person))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ address_key, ...row }) => ({ ...row, addressKey: address_key! }))
}

export async function hasSubscription(
  db: NewsletterDb,
  publication: string,
  slug: string,
  addressKey: string,
): Promise<boolean> {
  const row = await activeOf(db, publication)
    .select('id')
    .where('slug', '=', slug)
    .where('address_key', '=', addressKey)
    .executeTakeFirst()
  return row !== undefined
}

/** The next recipients of a newsletter after the subscription `reached`. */
export async function listRecipients(
  db: NewsletterDb,
  { publication, slug, reached }: { publication: string; slug: string; reached: string },
  limit: number,
): Promise<{ id: string; address: string }[]> {
  const rows = await activeOf(db, publication)
    .select(['id', 'address'])
    .where('slug', '=', slug)
    .where('id', '>', reached)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, address }) => ({ id, address: address! }))
}

/** Confirmed subscriptions by newsletter. */
export async function countRecipients(db: NewsletterDb, publication: string): Promise<ReadonlyMap<string, number>> {
  const rows = await activeOf(db, publication)
    .select(['slug', sql<number>`count(*)::int`.as('count')])
    .groupBy('slug')
    .execute()
  return new Map(rows.map(({ slug, count }) => [slug, count]))
}

function activeOf(db: NewsletterDb, publication: string) {
  return db.selectFrom('newsletter.subscriptions').where('mandator', '=', publication).where('state', '=', 'active')
}

export async function getSubscription(
  db: NewsletterDb,
  publication: string,
  id: string,
): Promise<{ id: string; slug: string; state: 'active' | 'ended' } | null> {
  const row = await db
    .selectFrom('newsletter.subscriptions')
    .select(['id', 'slug', 'state'])
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the owner of the proof, which now begins to expire; null if the subscription had ended before. */
export async function endSubscription(
  db: NewsletterDb,
  publication: string,
  id: string,
  at: Date,
): Promise<{ slug: string; addressKey: string } | null> {
  const { rows } = await sql<{ slug: string; addressKey: string }>`
    with held as (select id, slug, address_key from newsletter.subscriptions where mandator = ${publication} and id = ${id} and state = 'active' for update)
    update newsletter.subscriptions s set state = 'ended', ended_at = ${at}, address = null, address_key = null, reader = null
    from held where s.id = held.id returning held.slug, held.address_key as "addressKey"`.execute(db)
  return rows[0] ?? null
}

export async function moveSubscription(
  db: NewsletterDb,
  id: string,
  { address, addressKey, reader }: { address: string; addressKey: string; reader: string },
): Promise<void> {
  await db
    .updateTable('newsletter.subscriptions')
    .set({ address, address_key: addressKey, reader })
    .where('id', '=', id)
    .execute()
}
