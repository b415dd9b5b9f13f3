/** Answers for pages: searches, listings, addresses of pages. None contains a contact's address. */
import type { Listing, ListingLine } from '../contract/markets.ts'
import { LISTINGS_PER_PAGE, MOST_PAGES } from '../domain/markets.ts'
import { parseMarketSearch } from '../domain/market-search.ts'
import { problem } from '@lokalteil/services/platform/serve'
import { notFound, type PublicHandlers } from './context.ts'
import * as listingStore from './store/listings.ts'
import type { ListingRow } from './store/listings.ts'

export const search: PublicHandlers['search'] = async (context, { context: publication, params, body }) => {
  const { indexes, db, now } = context
  const { market } = params
  const { page, place } = body
  const index = await indexes.of(publication, market)
  const { total, hits, facets } = index.search({
    search: parseMarketSearch(market, new URLSearchParams(body.query)),
    place,
    now: now(),
    from: (page - 1) * LISTINGS_PER_PAGE,
    count: LISTINGS_PER_PAGE,
  })
  const rows = new Map(
    (
      await listingStore.listByIds(
        db,
        publication,
        hits.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return {
    total,
    page,
    pages: Math.min(Math.ceil(total / LISTINGS_PER_PAGE), MOST_PAGES),
    listings: hits.flatMap(({ id, km }) => {
      const row = rows.get(id)
      return row === undefined ? [] : [toLine(row, km)]
    }),
    facets,
  }
}

export const getListing: PublicHandlers['getListing'] = async (context, { context: publication, params }) => {
  const { indexes, db, now } = context
  const row = await listingStore.getListing(db, publication, Number(params.id))
  if (row === null || row.market !== params.market) return notFound('No such listing')
  if (row.state !== 'live' || row.valid_until <= now()) return problem(410, 'GONE', 'The listing is over')
  const older = (await indexes.of(publication, row.market)).findOlder(row.id, now())
  const original = older === null ? null : await listingStore.getListing(db, publication, older)
  return {
    id: String(row.id),
    ...row.body,
    published: row.published.toISOString(),
    updated: row.updated.toISOString(),
    validUntil: row.valid_until.toISOString(),
    hasContact: row.contact_email !== null,
    duplicateOf: original === null ? null : { id: String(original.id), title: original.body.title },
  } satisfies Listing
}

const MOST_ADDRESSES = 45_000

export const listAddresses: PublicHandlers['listAddresses'] = async (context, { context: publication, params }) => {
  const { indexes, db, now } = context
  const ids = (await indexes.of(publication, params.market)).listIds(now(), MOST_ADDRESSES)
  const found = new Map((await listingStore.listTitles(db, publication, ids)).map((row) => [row.id, row]))
  return {
    listings: ids.flatMap((id) => {
      const row = found.get(id)
      return row === undefined ? [] : [{ id: String(id), title: row.title, updated: row.updated.toISOString() }]
    }),
  }
}

function toLine({ id, body, published }: ListingRow, km: number | null): ListingLine {
  const { title, place, pictures, provider, facts } = body
  return {
    id: String(id),
    title,
    place,
    distance: km === null ? null : Math.round(km),
    picture: pictures[0] ?? null,
    pictureCount: pictures.length,
    provider,
    published: published.toISOString(),
    facts,
  }
}
