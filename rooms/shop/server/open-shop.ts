import { createHash } from 'node:crypto'
import type { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { SavedShop } from '../contract/shop.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createShopService, type ShopService } from '../service/app.ts'
import type { ShopDb } from '../service/schema.ts'
import type { StorePictures } from '@lokalteil/web/server/composition/services/folder-pictures'
import type { OpenedService, OwnServiceContext } from '@lokalteil/web/server/composition/services/service-mount'

export async function openShop(
  { config, keys, now, log, database, mail, looks, rooms, serviceKey }: OwnServiceContext,
  purchasesOf: (publication: PublicationCode) => Client<typeof PURCHASES_INTERNAL>,
): Promise<OpenedService<ShopService>> {
  const service = await createShopService({
    database,
    serviceKey,
    secret: config.paymentSecret ?? keys.read('payment'),
    isOn: (publication) => rooms.of(publication, 'shop') !== null,
    colourOf: (publication) => looks.of(publication).resolved.colours.accent.light,
    queueMail: (message, within: ShopDb) => mail.queue(message, within),
    async markSent(publication, number, sentOn, isHandedOver) {
      const told = await purchasesOf(publication).markSent({
        params: { number },
        body: { seller: 'shop', sentOn, isHandedOver },
      })
      // 404: the purchase no longer exists, so no right of withdrawal can begin.
      return told.ok || told.status === 404
    },
    now,
    onError: (error, at) => log('error', 'shop-service', { at, error }),
  })
  return {
    service,
    app: service.app,
    personalData: service.personalData,
    takeFolder: (folder, storePictures) => takeFolder(service, folder, storePictures),
  }
}

/** Applies the folder's catalogue, once for each state. Pictures are stored first. */
async function takeFolder(
  service: Pick<ShopService, 'isTakenOver' | 'applyFolder'>,
  folder: PublicationFolder,
  storePictures: StorePictures,
): Promise<void> {
  const { shop, files } = folder
  if (shop === undefined) return
  const { code } = folder.identity
  const source = createHash('sha256')
    .update(JSON.stringify([shop, files]))
    .digest('hex')
  if (await service.isTakenOver(code, source)) return
  const pictures = shop.products.flatMap(({ picture }) => picture ?? [])
  const toPicture = await storePictures(pictures, '4:3')
  const products = shop.products.map(({ category = null, event = null, picture, ...product }) => ({
    ...product,
    category,
    event,
    picture: toPicture(picture),
  }))
  await service.applyFolder(code, { ...shop, products } satisfies SavedShop, source)
}
