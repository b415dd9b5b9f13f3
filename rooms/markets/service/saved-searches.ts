/**
 * Saved searches: each morning a job looks for new listings and sends one mail if there are any. The mail (in the
 * outbox) and the mark of the last listing are one transaction, so after a crash nothing is sent twice or left out. The
 * id of a search is the secret in its link; only its owner sees it.
 */
import { randomBytes } from 'node:crypto'
import type { SavedSearch } from '../contract/markets.ts'
import { berlinHour } from '@lokalteil/domain/german'
import { MARKET_ONE_CLICK, SAVED_SEARCHES_PATH, toMarketLinkPath, toMarketPath } from '../domain/market-paths.ts'
import { describeListing, describeSearch } from '../domain/market-words.ts'
import { parseMarketSearch, toKeptSearch } from '../domain/market-search.ts'
import { toPublicationCode } from '@lokalteil/domain/publication/publications'
import { backOff, createJobRunner, type JobRunner } from '@lokalteil/services/platform/jobs/job-runner'
import { problem } from '@lokalteil/services/platform/serve'
import { HOUR, MINUTE, type InternalHandlers, type MarketContext } from './context.ts'
import { pathOf } from './enquiries.ts'
import { listByIds } from './store/listings.ts'
import * as searchStore from './store/searches.ts'
import type { SearchRow } from './store/searches.ts'

const MOST_SEARCHES = 20
const MAILED_AT_MOST = 10
/** Hour in Berlin. */
const MORNING = 7
const LEASE_MS = 2 * MINUTE

export const listSearches: InternalHandlers['listSearches'] = async ({ db }, { context: publication, params }) => ({
  searches: (await searchStore.listSearches(db, publication, params.sub)).map(toSaved),
})

export const saveSearch: InternalHandlers['saveSearch'] = async (context, { context: publication, params, body }) => {
  const { db, indexes, now, searchJobs } = context
  const { email, market, placeName, place } = body
  const query = toKeptSearch(parseMarketSearch(market, new URLSearchParams(body.query)))
  const index = await indexes.of(publication, market)
  return db.transaction().execute(async (trx) => {
    const known = await searchStore.listSearches(trx, publication, params.sub)
    const isKnown = known.some((one) => one.market === market && one.query === query)
    if (!isKnown && known.length >= MOST_SEARCHES)
      return problem(409, 'TOO_MANY_SEARCHES', `More than ${MOST_SEARCHES} saved searches`)
    const saved = await searchStore.addSearch(trx, {
      id: randomBytes(24).toString('base64url'),
      publication,
      reader: params.sub,
      email,
      market,
      query,
      place_name: placeName,
      place,
      since: now(),
      reached: index.getNewestId(),
      last_mail: null,
    })
    await searchJobs.add({ key: saved.id, data: { publication } }, toMorning(now(), saved.id), trx)
    return toSaved(saved)
  })
}

export const removeSearch: InternalHandlers['removeSearch'] = async (context, { context: publication, params }) => {
  await endSearches(context, publication, { reader: params.sub, id: params.id })
  return undefined
}

export const changeAddress: InternalHandlers['changeAddress'] = async (
  { db },
  { context: publication, params, body },
) => {
  await searchStore.setAddress(db, publication, params.sub, body.to)
  return undefined
}

export async function endSearches(
  { db, searchJobs }: MarketContext,
  publication: string,
  which: { reader?: string; id?: string },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const removed = await searchStore.removeSearches(trx, publication, which)
    for (const id of removed) await searchJobs.remove(id, trx)
    return removed.length
  })
}

export function createSearchRunner(context: MarketContext): JobRunner {
  return createJobRunner({
    queue: context.searchJobs,
    work: async ({ key, data }) => {
      const publication = toPublicationCode(data.publication)
      const row = publication === null ? null : await searchStore.getSearch(context.db, publication, key)
      // The search was ended, or its publication was removed.
      if (publication === null || row === null) return
      await tellWhatIsNew(context, row)
      return { againAt: toMorning(context.now(), key) }
    },
    retry: backOff(MINUTE, 6 * HOUR),
    leaseMs: LEASE_MS,
    now: context.now,
    onError: (error) => context.onError(error, 'market-searches'),
  })
}

async function tellWhatIsNew(context: MarketContext, row: SearchRow): Promise<void> {
  const { db, indexes, now, queueMail } = context
  const publication = toPublicationCode(row.publication)!
  const { market } = row
  const index = await indexes.of(publication, market)
  const search = parseMarketSearch(market, new URLSearchParams(row.query))
  const reached = index.getNewestId()
  const { total, hits } = index.search({
    search,
    place: row.place,
    now: now(),
    from: 0,
    count: MAILED_AT_MOST,
    after: row.reached,
  })
  const found = new Map(
    (
      await listByIds(
        db,
        publication,
        hits.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  )
  const listings = hits.flatMap(({ id }) => {
    const listing = found.get(id)
    if (listing === undefined) return []
    return [{ title: listing.body.title, text: describeListing(listing.body), path: pathOf(listing) }]
  })
  await db.transaction().execute(async (trx) => {
    await searchStore.setReached(trx, row.id, Math.max(reached, row.reached), listings.length > 0 ? now() : null)
    if (listings.length === 0) return
    await queueMail(
      {
        template: 'market-matches',
        mandator: publication,
        to: { address: row.email },
        unsubscribePath: `${MARKET_ONE_CLICK}?token=${row.id}`,
        data: {
          market,
          search: describeSearch(search, row.place_name),
          searchPath: toMarketPath(market, row.query),
          total,
          listings,
          offPath: toMarketLinkPath(market, row.id),
          managePath: SAVED_SEARCHES_PATH,
        },
      },
      trx,
    )
  })
}

/** The next morning; searches are spread over half an hour. */
function toMorning(after: Date, id: string): Date {
  let hour = new Date(Math.floor(after.getTime() / HOUR) * HOUR + HOUR)
  while (berlinHour(hour) !== MORNING) hour = new Date(hour.getTime() + HOUR)
  return new Date(hour.getTime() + (id.charCodeAt(0) % 30) * MINUTE)
}

function toSaved(row: SearchRow): SavedSearch {
  return {
    id: row.id,
    market: row.market,
    query: row.query,
    placeName: row.place_name,
    since: row.since.toISOString(),
    lastMail: row.last_mail?.toISOString() ?? null,
  }
}
