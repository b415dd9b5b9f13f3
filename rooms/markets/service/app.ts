/**
 * The markets: homes and jobs of a publication. Promises: deliveries in any order end in the same state, and the next
 * search finds them, whichever process took them; texts of readers are shown only after approval; pages get no contact
 * address or number. Searches are answered from memory (`search/`), listings from the database.
 */
import { SENT_PICTURE_LIMIT } from '@lokalteil/contracts/content/reader-pictures'
import { MARKETS, MARKETS_INFO, MARKETS_INTERNAL, type MarketDelivery } from '../contract/markets.ts'
import { COMPLAINT_DAYS } from '@lokalteil/domain/community/moderation'
import { MARKET_KINDS } from '../domain/markets.ts'
import { listPublicationCodes, type PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { openStoredQueue } from '@lokalteil/services/platform/jobs/job-table'
import { sweepWindows, type WindowTable } from '@lokalteil/services/platform/limits/table-windows'
import { forgetOldReports } from '@lokalteil/services/platform/moderation/case-store'
import { createSchedule } from '@lokalteil/services/platform/schedule'
import { part, serveService, subscribeTo, type ServiceOptions } from '@lokalteil/services/platform/service'
import { SELLER } from '@lokalteil/contracts/commerce/sellers'
import { addAdPicture, getAdPicture, getPictureToDecide, settleAdPictures } from './ad-pictures.ts'
import { decideAd, listAds, listAdsToDecide, removeAd, saveAd } from './ads.ts'
import { CASE_HANDLERS, CASE_TABLES } from './cases.ts'
import {
  DAY,
  HOUR,
  tellChange,
  type InternalHandlers,
  type MarketChange,
  type MarketContext,
  type PublicHandlers,
} from './context.ts'
import { KEPT_DAYS, sendEnquiry } from './enquiries.ts'
import { takeDelivery } from './ingest.ts'
import { getLink, useLink } from './links.ts'
import { findTexts } from './moderation.ts'
import { createMarketData } from './personal-data.ts'
import { changeAddress, createSearchRunner, listSearches, removeSearch, saveSearch } from './saved-searches.ts'
import { createMarketIndexes } from './search/market-indexes.ts'
import { removeOld } from './store/enquiries.ts'
import { removeLongOver } from './store/listings.ts'
import { REFUND_QUEUE, SEARCH_QUEUE } from './queues.ts'
import { createRefundRunner, SELLING } from './selling.ts'
import { getListing, listAddresses, search } from './views.ts'

export type MarketServiceOptions = ServiceOptions &
  Pick<MarketContext, 'secret' | 'queueMail' | 'giveUpPurchase' | 'pictures'>

export type MarketService = {
  app: Hono
  /** Takes a delivery without HTTP, to fill the service. */
  take: (publication: PublicationCode, delivery: MarketDelivery) => Promise<void>
  /** Subscribes to changes of listings. */
  onChange: (listener: (change: MarketChange) => void) => () => void
  personalData: ReturnType<typeof createMarketData>
  /** Runs due jobs of saved searches and refunds; after `start` they run by themselves. */
  runDue: () => Promise<number>
  start: () => void
  close: () => Promise<void>
}

const TIDY_MS = 6 * HOUR
const WINDOWS: WindowTable = { table: 'markets.counters', notes: 'ends' }
const CONFIRMABLE_DAYS = 3
const OVER_DAYS = 180

const PUBLIC: PublicHandlers = { search, getListing, listAddresses }
const INTERNAL: InternalHandlers = {
  ingest: async (context, { context: publication, body }) => ({
    results: await take(context, publication, body.delivery),
  }),
  sendEnquiry,
  getLink,
  useLink,
  listSearches,
  saveSearch,
  removeSearch,
  changeAddress,
  findTexts,
  ...CASE_HANDLERS,
  saveAd,
  listAds,
  removeAd,
  addAdPicture,
  getAdPicture,
  getPictureToDecide,
  listAdsToDecide,
  decideAd,
}

async function take(context: MarketContext, publication: PublicationCode, delivery: MarketDelivery) {
  const { results, changed } = await takeDelivery(context.db, publication, delivery, context.now())
  for (const market of changed) tellChange(context, publication, market)
  return results
}

export async function createMarketService(options: MarketServiceOptions): Promise<MarketService> {
  const { database, secret, queueMail, giveUpPurchase, pictures } = options
  const { app, context } = await serveService<MarketContext>(options, {
    schema: 'markets',
    folder: import.meta.dirname,
    info: MARKETS_INFO,
    toContext: async (base) => ({
      ...base,
      indexes: createMarketIndexes(base.db, base.now),
      limiter: base.limitIn(WINDOWS),
      secret,
      queueMail,
      giveUpPurchase,
      pictures,
      refundJobs: await openStoredQueue<{ publication: string }>(database, REFUND_QUEUE),
      searchJobs: await openStoredQueue<{ publication: string }>(database, SEARCH_QUEUE),
      listeners: new Set(),
    }),
    parts: [
      part(MARKETS_INTERNAL, INTERNAL, { bodyLimits: { ingest: 16_000_000, addAdPicture: SENT_PICTURE_LIMIT } }),
      part(SELLER, SELLING),
      part(MARKETS, PUBLIC, { cacheControl: 'public, max-age=5' }),
    ],
  })
  const { db, now, onError } = context
  const searches = createSearchRunner(context)
  const refunds = createRefundRunner(context)
  const tidying = createSchedule(
    TIDY_MS,
    async () => {
      const before = (days: number) => new Date(now().getTime() - days * DAY)
      await removeOld(db, before(KEPT_DAYS), before(CONFIRMABLE_DAYS))
      await removeLongOver(db, before(OVER_DAYS))
      await settleAdPictures(context)
      await forgetOldReports(db, CASE_TABLES, before(COMPLAINT_DAYS))
      await sweepWindows(db, WINDOWS, now())
    },
    (error) => onError(error, 'markets-tidy'),
  )
  return {
    app,
    async take(publication, delivery) {
      await take(context, publication, delivery)
    },
    onChange: subscribeTo(context.listeners),
    personalData: createMarketData(context),
    runDue: async () => (await refunds.runDue()) + (await searches.runDue()),
    start() {
      searches.start()
      refunds.start()
      tidying.start()
      void warm(context)
    },
    async close() {
      await Promise.all([searches.close(), refunds.close(), tidying.close()])
    },
  }
}

/** Loads all indexes after the start, one after the other, so that requests are served in between. */
async function warm({ indexes, onError }: MarketContext): Promise<void> {
  try {
    for (const publication of listPublicationCodes())
      for (const kind of MARKET_KINDS) await indexes.of(publication, kind)
  } catch (error) {
    onError(error, 'markets-warm')
  }
}
