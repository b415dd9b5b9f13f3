/** The catalogue of a publication. Promises: an unlawful offer is never saved; an offer of a missing feature is never sold. */
import type { Catalogue, Offer, SavedCatalogue, SoldCatalogue } from '@lokalteil/contracts/commerce'
import { listOfferFaults } from '@lokalteil/domain/commerce/offers'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import { getSeller } from '../documents/invoice-store.ts'
import { listWays, paysAtOnce } from '../payments/payment-ways.ts'
import { findOffer, getSavedCatalogue, lockCatalogue, replaceCatalogue } from './catalogue-store.ts'

const NO_CATALOGUE: Catalogue = { offers: [], readerService: null }

/** The offers that can be ordered. */
export async function getCatalogue(context: CommerceContext, publication: PublicationCode): Promise<SoldCatalogue> {
  const saved = (await getSavedCatalogue(publication, context.db)) ?? NO_CATALOGUE
  if (!(await isSelling(context, publication))) return { ...saved, offers: [], isClosed: true }
  const offered = await Promise.all(saved.offers.map((offer) => isOffered(context, publication, offer)))
  const offers = saved.offers.filter((_offer, index) => offered[index])
  const { providers } = context
  const card = listWays(providers, { mayPromise: true, isGuest: false }).find(({ kind }) => kind === 'card')
  return {
    ...saved,
    offers,
    ...(providers.some(paysAtOnce) ? {} : { isPaidLaterOnly: true }),
    ...(card?.provider.leavesSite === true ? { takesDeviceWallets: true } : {}),
  }
}

export async function getOffer(
  context: CommerceContext,
  publication: PublicationCode,
  id: string,
): Promise<Offer | null> {
  const offer = await findOffer(publication, id, context.db)
  return offer === null || !(await isOffered(context, publication, offer)) ? null : offer
}

/** True if all facts about the seller that a buyer must know are set. */
export async function isSelling(context: CommerceContext, publication: PublicationCode): Promise<boolean> {
  return (await readObstacles(context, publication)).length === 0
}

export function notSelling(): Refusal {
  return problem(409, 'NOT_SELLING', 'Nothing can be ordered: data or documents of the seller are incomplete')
}

async function readObstacles(
  { listObstacles, db }: CommerceContext,
  publication: PublicationCode,
): Promise<readonly string[]> {
  const [catalogue, seller] = await Promise.all([getSavedCatalogue(publication, db), getSeller(publication, db)])
  return listObstacles(publication, { catalogue: catalogue ?? NO_CATALOGUE, seller })
}

async function isOffered({ topics }: CommerceContext, publication: PublicationCode, offer: Offer): Promise<boolean> {
  return (await topics.listMissing(publication, offer)).length === 0
}

export async function saveLawfulCatalogue(
  { inTransaction, now }: CommerceContext,
  publication: PublicationCode,
  catalogue: Catalogue,
): Promise<Refusal | undefined> {
  const fields = toOfferFields(catalogue)
  if (Object.keys(fields).length > 0)
    return { ...problem(422, 'UNLAWFUL_OFFER', 'An offer says what it may not say'), fields }
  await inTransaction(async (within) => {
    await lockCatalogue(publication, within)
    await replaceCatalogue(publication, catalogue, now(), within)
  })
  return undefined
}

/** The saved catalogue for the office: with the missing feature of each offer, and the obstacles for all. */
export async function viewSavedCatalogue(
  context: CommerceContext,
  publication: PublicationCode,
): Promise<SavedCatalogue> {
  const { topics, db } = context
  const { offers, readerService } = (await getSavedCatalogue(publication, db)) ?? NO_CATALOGUE
  return {
    offers: await Promise.all(
      offers.map(async (offer) => ({ ...offer, missing: await topics.listMissing(publication, offer) })),
    ),
    readerService,
    obstacles: [...(await readObstacles(context, publication))],
  }
}

/** Faults by the index of the offer; empty: the catalogue may be sold. */
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
