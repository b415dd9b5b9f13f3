import { createHash } from 'node:crypto'
import type { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { SavedShop } from '@lokalteil/contracts/shop'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createShopService, type ShopService } from '@lokalteil/services/shop/app'
import type { ShopDb } from '@lokalteil/services/shop/schema'
import { listShopPictures, toPicture } from '@lokalteil/services/publications/publication-order'
import { storeFolderPictures, type FolderPicturesOptions } from '../folder-pictures.ts'
import type { OpenedService, OwnServiceContext } from '../service-mount.ts'

export async function openShop(
  { config, keys, now, log, database, mail, looks, rooms, serviceKey }: OwnServiceContext,
  { purchasesOf }: { purchasesOf: (mandator: Mandator) => Client<typeof PURCHASES_INTERNAL> },
): Promise<OpenedService<ShopService>> {
  const service = await createShopService({
    database,
    serviceKey,
    secret: config.paymentSecret ?? keys.read('payment'),
    isOn: (mandator) => rooms.of(mandator, 'shop') !== null,
    colourOf: (mandator) => looks.of(mandator).resolved.colours.accent.light,
    queueMail: (message, within: ShopDb) => mail.queue(message, within),
    async markSent(mandator, number, sentOn, isHandedOver) {
      const told = await purchasesOf(mandator).markSent({
        params: { number },
        body: { seller: 'shop', sentOn, isHandedOver },
      })
      // 404: the purchase no longer exists, so no right of withdrawal can begin.
      return told.ok || told.status === 404
    },
    now,
    onError: (error, at) => log('error', 'shop-service', { at, error }),
  })
  return { service, app: service.app, personalData: service.personalData }
}

/** Applies the folder's catalogue, once for each state. Pictures are stored first. */
export async function tellShop(
  service: Pick<ShopService, 'isTakenOver' | 'applyFolder'>,
  folder: PublicationFolder,
  pictures: FolderPicturesOptions,
): Promise<void> {
  const { shop, files } = folder
  if (shop === undefined) return
  const { code } = folder.identity
  const named = listShopPictures(folder)
  const source = createHash('sha256')
    .update(JSON.stringify([shop, files]))
    .digest('hex')
  if (await service.isTakenOver(code, source)) return
  const stored = await storeFolderPictures(folder, pictures, named)
  const products = shop.products.map(({ category = null, event = null, picture, ...product }) => ({
    ...product,
    category,
    event,
    picture: toPicture(picture, '4:3', stored),
  }))
  await service.applyFolder(code, { ...shop, products } satisfies SavedShop, source)
}
