/** The formats of homes and jobs: OpenImmo, a job feed, a table, and the stored form of a refused listing. */
import { createClient } from '@lokalteil/contracts/kernel/client'
import { MARKETS_INTERNAL, type MarketDelivery } from '../contract/markets.ts'
import { NO_PICTURES_SHOWN } from '@lokalteil/services/platform/reader-pictures'
import { defineFormats } from '@lokalteil/services/import/room-formats'
import { isJobFeed, JOB_FEED_ROOTS, parseJobFeed } from './job-feed.ts'
import { isMarketCsv, parseMarketCsv } from './market-csv.ts'
import { isMarket, MARKETS, parseMarket } from './market-document.ts'
import { OPENIMMO_ROOT, parseOpenImmo } from './openimmo.ts'

export const marketFormats = defineFormats<MarketDelivery>({
  name: MARKETS,
  service: 'markets',
  json: [{ name: 'market', words: 'homes or jobs', isOf: isMarket, parse: parseMarket }],
  xml: [
    { name: 'OpenImmo', words: 'OpenImmo', isOf: (root) => root === OPENIMMO_ROOT, parse: parseOpenImmo },
    {
      name: 'job feed',
      words: 'a job feed',
      isOf: (root, xml) => JOB_FEED_ROOTS.has(root) && isJobFeed(xml),
      parse: parseJobFeed,
    },
  ],
  text: [{ name: 'table of homes and jobs', isOf: isMarketCsv, parse: parseMarketCsv }],
  async settlePictures(delivery, settle) {
    if (delivery.kind !== 'listings') return delivery
    const listings = []
    for (const listing of delivery.listings) {
      const pictures = []
      for (const picture of listing.pictures) {
        const stored = await settle(picture)
        if (stored !== null) pictures.push(stored)
      }
      listings.push({ ...listing, pictures })
    }
    return { ...delivery, listings }
  },
  async deliver(service, delivery) {
    const answer = await createClient(MARKETS_INTERNAL, service).ingest({ body: { delivery } })
    return answer.ok ? { ...answer, data: answer.data.results[0] } : answer
  },
  // An import of listings sells nothing and sends no mail.
  open: async ({ database, serviceKey }) =>
    (await import('../service/app.ts')).createMarketService({
      database,
      serviceKey,
      secret: serviceKey,
      queueMail: () => Promise.reject(new Error('An import sends no mail')),
      giveUpPurchase: null,
      pictures: NO_PICTURES_SHOWN,
      checkAnswers: false,
    }),
  toDryOutcome: ({ kind }) =>
    kind === 'listings'
      ? { outcome: 'created', reason: '' }
      : { outcome: 'unchanged', reason: 'a dry run ends nothing' },
})
