/** Finds texts of readers for moderators. Reports, decisions and complaints are in `cases.ts`. */
import type { InternalHandlers } from './context.ts'
import * as adStore from './store/ads.ts'
import { findEnquiries } from './store/enquiries.ts'

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
