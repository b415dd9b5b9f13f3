/** For whoever answers for what readers write: to find it, and to take a listing away. */
import { AD_SOURCE } from './ads.ts'
import { notFound, tellChange, type InternalHandlers } from './context.ts'
import * as adStore from './store/ads.ts'
import { findEnquiries } from './store/enquiries.ts'
import * as listingStore from './store/listings.ts'

export const findTexts: InternalHandlers['findTexts'] = async ({ db }, { context: publication, body }) => {
  const [enquiries, ads] = await Promise.all([
    findEnquiries(db, publication, body),
    adStore.findAds(db, publication, body),
  ])
  const texts = [
    ...enquiries.map(({ id, created, market, reader, listing, state, name, email, phone, text }) => ({
      kind: 'enquiry' as const,
      id,
      at: created.toISOString(),
      market,
      reader,
      listing: String(listing),
      state,
      text: [name, email, phone, text].filter((part) => part !== '').join('\n'),
    })),
    ...ads.map(({ id, updated, market, reader, listing, state, text }) => ({
      kind: 'ad' as const,
      id,
      at: updated.toISOString(),
      market,
      reader,
      listing: listing === null ? null : String(listing),
      state,
      text: [text.title, text.provider, text.text].join('\n'),
    })),
  ]
  return { texts: texts.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, body.limit) }
}

export const blockListing: InternalHandlers['blockListing'] = async (
  context,
  { context: publication, params, body },
) => {
  const { db, now } = context
  const at = now()
  const blocked = await db.transaction().execute(async (trx) => {
    const listing = await listingStore.getListing(trx, publication, Number(params.id))
    if (listing === null) return null
    const revision = await listingStore.raiseRevision(trx, { publication, market: listing.market })
    await listingStore.endListings(trx, [listing.id], 'blocked', at, revision)
    if (listing.source === AD_SOURCE && (await adStore.lockAd(trx, publication, listing.source_id)) !== null)
      await adStore.changeAd(trx, listing.source_id, { state: 'ended', reason: body.reason, updated: at })
    return listing
  })
  if (blocked === null) return notFound('No such listing')
  tellChange(context, publication, blocked.market)
  return undefined
}
