import type { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createObituariesService, type ObituariesService } from '../service/app.ts'
import type { ShownPictures } from '@lokalteil/services/platform/reader-pictures'
import type { OpenedService, OwnServiceContext } from '@lokalteil/web/server/composition/services/service-mount'

export const OBITUARY_SELLER = 'notices'

export async function openObituaries(
  { config, keys, now, log, database, mail, rooms, serviceKey }: OwnServiceContext,
  {
    pictures,
    purchasesOf,
  }: {
    pictures: ShownPictures
    purchasesOf: (publication: PublicationCode) => Pick<Client<typeof PURCHASES_INTERNAL>, 'giveUpPurchase'>
  },
): Promise<OpenedService<ObituariesService>> {
  const service = await createObituariesService({
    database,
    serviceKey,
    secret: config.communitySecret ?? keys.read('community-secret'),
    pictures,
    queueMail: mail.queue,
    pricesOf: (code) => rooms.of(code, 'notices')?.prices ?? null,
    async giveUp(code, number) {
      const given = await purchasesOf(code).giveUpPurchase({ params: { number }, body: { seller: OBITUARY_SELLER } })
      return given.ok
    },
    now,
    onError: (error, requestId) => log('error', 'notice-service', { requestId, error }),
  })
  return {
    service,
    app: service.app,
    personalData: service.personalData,
    start: service.start,
    close: service.close,
  }
}
