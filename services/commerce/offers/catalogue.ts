/** What a publication sells. Promises: nothing unlawful is saved; what it does not have is not sold. */
import type { Catalogue, Offer } from '@lokalteil/contracts/commerce'
import { listOfferFaults } from '@lokalteil/domain/commerce/offers'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import { findOffer, getSavedCatalogue, lockCatalogue, replaceCatalogue } from './catalogue-store.ts'

export const NO_CATALOGUE: Catalogue = { offers: [], readerService: null }

/** What can be ordered. Null: the publication never had one. */
export async function getCatalogue(context: CommerceContext, mandator: Mandator): Promise<Catalogue | null> {
  const saved = await getSavedCatalogue(mandator, context.db)
  if (saved === null) return null
  const offered = await Promise.all(saved.offers.map((offer) => isOffered(context, mandator, offer)))
  return { ...saved, offers: saved.offers.filter((_offer, index) => offered[index]) }
}

export async function getOffer(context: CommerceContext, mandator: Mandator, id: string): Promise<Offer | null> {
  const offer = await findOffer(mandator, id, context.db)
  return offer === null || !(await isOffered(context, mandator, offer)) ? null : offer
}

async function isOffered({ topics }: CommerceContext, mandator: Mandator, offer: Offer): Promise<boolean> {
  return (await topics.listMissing(mandator, offer)).length === 0
}

export async function saveLawfulCatalogue(
  { inTransaction, now }: CommerceContext,
  mandator: Mandator,
  catalogue: Catalogue,
): Promise<Refusal | undefined> {
  const fields = toOfferFields(catalogue)
  if (Object.keys(fields).length > 0)
    return { ...problem(422, 'UNLAWFUL_OFFER', 'An offer says what it may not say'), fields }
  await inTransaction(async (within) => {
    await lockCatalogue(mandator, within)
    await replaceCatalogue(mandator, catalogue, now(), within)
  })
  return undefined
}

/** With what each offer waits for. */
export async function viewSavedCatalogue({ topics, db }: CommerceContext, mandator: Mandator) {
  const { offers, readerService } = (await getSavedCatalogue(mandator, db)) ?? NO_CATALOGUE
  return {
    offers: await Promise.all(
      offers.map(async (offer) => ({ ...offer, missing: await topics.listMissing(mandator, offer) })),
    ),
    readerService,
  }
}

/** Faults by the offer's place; none: it may be sold. */
export function toOfferFields({ offers }: Catalogue): Record<string, string> {
  const fields: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [index, offer] of offers.entries()) {
    const faults: string[] = listOfferFaults(offer)
    if (seen.has(offer.id)) faults.push('ID_TWICE')
    seen.add(offer.id)
    if (faults.length > 0) fields[`body.offers.${index}`] = faults.join(', ')
  }
  return fields
}
