/** Queries on offers and sellers of publication folders, as they were last applied. */
import type { Catalogue } from '@lokalteil/contracts/commerce'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { CommerceDb } from '../schema.ts'

/** Offers and seller in a publication's folder. */
export type FolderSelling = {
  /** Version of the publication's settings: a lower version never replaces a higher one. */
  version: number
  catalogue: Catalogue
  seller: Seller | null
}

export async function getFolder(publication: PublicationCode, within: CommerceDb): Promise<FolderSelling | null> {
  const row = await within
    .selectFrom('subscription.folders')
    .select(['version', 'catalogue', 'seller'])
    .where('mandator', '=', publication)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { version: row.version, catalogue: row.catalogue as Catalogue, seller: row.seller as Seller | null }
}

export async function saveFolder(
  publication: PublicationCode,
  { version, catalogue, seller }: FolderSelling,
  now: Date,
  within: CommerceDb,
): Promise<void> {
  const row = {
    version,
    catalogue: JSON.stringify(catalogue),
    seller: seller === null ? null : JSON.stringify(seller),
    applied_at: now,
  }
  await within
    .insertInto('subscription.folders')
    .values({ mandator: publication, ...row })
    .onConflict((conflict) => conflict.column('mandator').doUpdateSet(row))
    .execute()
}
