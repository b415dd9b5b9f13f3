/** The markets for the core's server: homes and jobs, two rooms of `rooms.yaml` with one service. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import { findPublication, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { canPayAtOnce } from '@lokalteil/web/app/page/offer-api'
import { PAGE_READS } from '@lokalteil/web/server/composition/services/service-mount'
import { httpAddress, serviceKey } from '@lokalteil/web/server/config/values'
import { answerCalls, defineRoom } from '../define-room.ts'
import { MARKET_CALLS, MARKET_LINK_CALLS } from './contract/calls.ts'
import { MARKETS, MARKETS_INTERNAL } from './contract/markets.ts'
import { MARKET_SELLER } from './domain/market-paths.ts'
import { toMarketQuery } from './domain/market-search.ts'
import { createMarketRoutes } from './server/market-routes.ts'
import { createMarketSource } from './server/market-source.ts'
import { createMarketService } from './service/app.ts'

const VARIABLES = {
  /** Homes and jobs; default: the embedded service. */
  MARKETS_URL: httpAddress.optional(),
  MARKETS_SERVICE_KEY: serviceKey.optional(),
}

/** Pages expire at most this often, because a feed has thousands of listings. */
const EXPIRE_MS = 2000

export const markets = defineRoom({
  name: 'markets',
  configure: (environment) => environment.parse(VARIABLES),
  service: ({ MARKETS_URL = null, MARKETS_SERVICE_KEY }, { context: { ingestKey }, purchasesOf, pictures }) => ({
    url: MARKETS_URL,
    key: () => MARKETS_SERVICE_KEY ?? ingestKey,
    clients: (client) => ({
      public: client(MARKETS, PAGE_READS),
      internal: client(MARKETS_INTERNAL, { hasKey: true, timeout: 30_000 }),
    }),
    seller: MARKET_SELLER,
    async open({ config, keys, now, log, database, mail, serviceKey: key }) {
      const service = await createMarketService({
        database,
        serviceKey: key,
        secret: config.communitySecret ?? keys.read('community-secret'),
        pictures,
        queueMail: mail.queue,
        giveUpPurchase: (code, number) => giveUp(purchasesOf(code), number),
        now,
        onError: (error, requestId) => log('error', 'market-service', { requestId, error }),
      })
      const { app, personalData, start, close } = service
      return { service, app, personalData, start, close }
    },
  }),
  changeAddress: ({ internal }, code, { sub, to }) => internal(code).changeAddress({ params: { sub }, body: { to } }),
  open({
    context: { rooms },
    service,
    addAddresses,
    pages,
    portalApi,
    requesterOf,
    readPerson,
    offersOf,
    hasCheckout,
  }) {
    const internalOf = service.isThere ? service.clients.internal : null
    const isOpen = (code: PublicationCode) => (rooms.of(code, 'homes') ?? rooms.of(code, 'jobs')) !== null
    const source = createMarketSource({
      rooms,
      marketsOf: service.isThere ? service.clients.public : null,
      internalOf,
      canPay: hasCheckout,
      canPayAtOnce: (code) => canPayAtOnce(offersOf(code)),
      addAddresses,
    })
    let isWaiting = false
    service.own?.service.onChange(({ isRemoved }) => {
      if (isRemoved) pages.withdraw()
      if (isWaiting) return
      isWaiting = true
      setTimeout(() => {
        isWaiting = false
        pages.expire()
      }, EXPIRE_MS).unref()
    })
    return {
      calls: answerCalls(MARKET_CALLS, {
        searchMarket: (code, { params: { market }, query: { query, page } }) =>
          source.search(code, market, toMarketQuery(market, new URLSearchParams(query)), page),
        getListing: (code, { params: { market, id } }) => source.getListing(code, market, id),
        getAdOffer: async (code, { params: { market } }) => source.getAdOffer(code, market),
      }),
      pageCalls: answerCalls(MARKET_LINK_CALLS, {
        readLink: async (code, { params: { market, token } }) => ({
          ok: true,
          data: await source.readLink(code, market, token),
        }),
      }),
      forms: (renderAnswer) =>
        createMarketRoutes({ portalApi, readPerson, source, marketsOf: internalOf, renderAnswer, requesterOf }),
      cases: { kinds: ['listing'], clientOf: (code) => (isOpen(code) ? (internalOf?.(code) ?? null) : null) },
      sitemap: { name: 'markets', isOpen, list: source.listAddresses },
    }
  },
  async fillDemo(service) {
    const { listDemoListings } = await import('./demo/listings.ts')
    for (const { publication, delivery } of listDemoListings(new Date()))
      if (findPublication(publication) !== null) await service.take(publication, delivery)
  },
})

async function giveUp(
  purchases: Client<typeof PURCHASES_INTERNAL>,
  number: string,
): Promise<'done' | 'unknown' | 'silent'> {
  const found = await purchases.giveUpPurchase({ params: { number }, body: { seller: MARKET_SELLER } })
  return found.ok ? 'done' : found.status === 404 ? 'unknown' : 'silent'
}
