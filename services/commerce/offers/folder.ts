/**
 * Applies offers and seller of a publication's folder by a three-way merge: last applied folder, new folder, saved catalogue.
 * Promises: only offers from the folder or the office are sold; edits of the office stay; contracts keep their agreed terms. The
 * seller stays until the folder names another one, because running contracts need invoices.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Catalogue } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { followList, followValue } from '../../platform/folder-base.ts'
import type { CommerceContext } from '../context.ts'
import { getSeller, saveSeller } from '../documents/invoice-store.ts'
import { getSavedCatalogue, lockCatalogue, replaceCatalogue } from './catalogue-store.ts'
import { toOfferFields } from './catalogue.ts'
import { getFolder, saveFolder, type FolderSelling } from './folder-store.ts'

/** False: this version or a later one was applied before, perhaps by another process. */
export async function applyFolder(
  { inTransaction, now }: CommerceContext,
  publication: PublicationCode,
  given: FolderSelling,
): Promise<boolean> {
  const folder = JSON.parse(JSON.stringify(given)) as FolderSelling
  return inTransaction(async (within) => {
    await lockCatalogue(publication, within)
    const base = await getFolder(publication, within)
    if (base !== null && base.version >= folder.version) return false
    const saved = await getSavedCatalogue(publication, within)
    const catalogue = follow(base?.catalogue ?? null, folder.catalogue, saved)
    const faults = toOfferFields(catalogue)
    if (Object.keys(faults).length > 0)
      throw new Error(`The offers of ${publication} cannot be sold: ${JSON.stringify(faults)}`)
    if (catalogue !== saved) await replaceCatalogue(publication, catalogue, now(), within)
    if (folder.seller !== null) {
      const seller = await getSeller(publication, within)
      const isOurs = seller !== null && !isDeepStrictEqual(seller, base?.seller)
      if (!isOurs) await saveSeller(publication, folder.seller, now(), within)
    }
    await saveFolder(publication, folder, now(), within)
    return true
  })
}

/** The merge. `base` null: the catalogue was saved before folders existed and stays as it is. */
function follow(base: Catalogue | null, folder: Catalogue, here: Catalogue | null): Catalogue {
  if (here === null) return folder
  if (base === null) return here
  return {
    offers: [...followList(base.offers, folder.offers, here.offers)],
    readerService: followValue(base.readerService, folder.readerService, here.readerService),
  }
}
