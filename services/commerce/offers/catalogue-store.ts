/** Queries on catalogues and their offers. */
import type { Catalogue, Offer, ReaderService } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { CommerceDb } from '../schema.ts'

/** The catalogue as saved, including offers of features that the publication lacks. */
export async function getSavedCatalogue(publication: PublicationCode, within: CommerceDb): Promise<Catalogue | null> {
  const head = await within
    .selectFrom('subscription.catalogues')
    .select('reader_service')
    .where('mandator', '=', publication)
    .executeTakeFirst()
  if (head === undefined) return null
  const rows = await within
    .selectFrom('subscription.offers')
    .select('data')
    .where('mandator', '=', publication)
    .where('is_active', '=', true)
    .orderBy('position')
    .execute()
  return {
    offers: rows.map(({ data }) => data as Offer),
    readerService: head.reader_service as ReaderService | null,
  }
}

/** Advisory lock until the transaction ends: catalogues are saved, and folders applied, one after the other. */
export async function lockCatalogue(publication: PublicationCode, within: CommerceDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`catalogue ${publication}`}, 0))`.execute(within)
}

/** The caller's transaction must hold `lockCatalogue`. */
export async function replaceCatalogue(
  publication: PublicationCode,
  catalogue: Catalogue,
  now: Date,
  within: CommerceDb,
): Promise<void> {
  const head = {
    reader_service: catalogue.readerService === null ? null : JSON.stringify(catalogue.readerService),
    changed_at: now,
  }
  await within
    .insertInto('subscription.catalogues')
    .values({ mandator: publication, ...head })
    .onConflict((conflict) => conflict.column('mandator').doUpdateSet(head))
    .execute()
  await within
    .updateTable('subscription.offers')
    .set({ is_active: false })
    .where('mandator', '=', publication)
    .execute()
  for (const [position, offer] of catalogue.offers.entries()) {
    const row = { position, is_active: true, data: JSON.stringify(offer), changed_at: now }
    await within
      .insertInto('subscription.offers')
      .values({ mandator: publication, id: offer.id, ...row })
      .onConflict((conflict) => conflict.columns(['mandator', 'id']).doUpdateSet(row))
      .execute()
  }
}

export async function findOffer(publication: PublicationCode, id: string, within: CommerceDb): Promise<Offer | null> {
  const row = await within
    .selectFrom('subscription.offers')
    .select('data')
    .where('mandator', '=', publication)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row === undefined ? null : (row.data as Offer)
}

/** The saved offer of a subscription, also if it is no longer sold. */
export async function findOfferOf(
  publication: PublicationCode,
  subscriptionId: string,
  within: CommerceDb,
): Promise<Offer | null> {
  const row = await within
    .selectFrom('subscription.subscriptions as s')
    .innerJoin('subscription.offers as o', (join) =>
      join.onRef('o.mandator', '=', 's.mandator').onRef('o.id', '=', 's.offer_id'),
    )
    .select('o.data')
    .where('s.mandator', '=', publication)
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst()
  return row === undefined ? null : (row.data as Offer)
}
