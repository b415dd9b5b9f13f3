import type { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createNoticesService, type NoticesService } from '@lokalteil/services/notices/app'
import type { ShownPictures } from '@lokalteil/services/platform/reader-pictures'
import type { OpenedService, OwnServiceContext } from '../service-mount.ts'

export const NOTICE_SELLER = 'notices'

export async function openNotices(
  { now, log, database, mail, rooms, serviceKey }: OwnServiceContext,
  {
    secret,
    pictures,
    purchasesOf,
  }: {
    secret: string
    pictures: ShownPictures
    purchasesOf: (mandator: Mandator) => Pick<Client<typeof PURCHASES_INTERNAL>, 'giveUpPurchase'>
  },
): Promise<OpenedService<NoticesService>> {
  const service = await createNoticesService({
    database,
    serviceKey,
    secret,
    pictures,
    queueMail: mail.queue,
    pricesOf: (code) => rooms.of(code, 'notices')?.prices ?? null,
    async giveUp(code, number) {
      const given = await purchasesOf(code).giveUpPurchase({ params: { number }, body: { seller: NOTICE_SELLER } })
      return given.ok
    },
    now,
    onError: (error, requestId) => log('error', 'notice-service', { requestId, error }),
  })
  return {
    service,
    app: service.app,
    personalData: service.readerData,
    start: service.start,
    close: service.close,
  }
}
