import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import { MARKET_SELLER } from '@lokalteil/domain/markets/market-paths'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createMarketService, type MarketService } from '@lokalteil/services/markets/app'
import type { ShownPictures } from '@lokalteil/services/platform/reader-pictures'
import type { OpenedService, OwnServiceContext } from '../service-mount.ts'

export async function openMarkets(
  { now, log, database, mail, serviceKey }: OwnServiceContext,
  {
    secret,
    pictures,
    purchasesOf,
  }: {
    secret: string
    pictures: ShownPictures
    /** Null: there is no checkout. */
    purchasesOf: ((mandator: Mandator) => Client<typeof PURCHASES_INTERNAL>) | null
  },
): Promise<OpenedService<MarketService>> {
  const service = await createMarketService({
    database,
    serviceKey,
    secret,
    pictures,
    queueMail: mail.queue,
    giveUpPurchase:
      purchasesOf === null
        ? null
        : async (mandator, number) => {
            const found = await purchasesOf(mandator).giveUpPurchase({
              params: { number },
              body: { seller: MARKET_SELLER },
            })
            return found.ok ? 'done' : found.status === 404 ? 'unknown' : 'silent'
          },
    now,
    onError: (error, requestId) => log('error', 'market-service', { requestId, error }),
  })
  const { app, personalData, start, close } = service
  return { service, app, personalData, start, close }
}
