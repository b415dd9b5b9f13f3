import { createMarketService, type MarketService } from '@lokalteil/services/markets/app'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

export async function openMarkets({
  now,
  log,
  database,
  mail,
  serviceKey,
}: OwnServiceContext): Promise<OpenedService<MarketService>> {
  const service = await createMarketService({
    database,
    serviceKey,
    queueMail: mail.queue,
    now,
    onError: (error, requestId) => log('error', 'market-service', { requestId, error }),
  })
  const { app, personalData, start, close } = service
  return { service, app, personalData, start, close }
}
