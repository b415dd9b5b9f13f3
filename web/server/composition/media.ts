/** Pictures: their store, which of them occur only in paid texts, signing of addresses, serving. */
import { join } from 'node:path'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT_INTERNAL, PaidMediaChanges } from '@lokalteil/contracts/content'
import { toRequestedMediaName } from '@lokalteil/domain/reading/media'
import { openPictures, type PictureService } from '@lokalteil/services/pictures/open-pictures'
import { createPaidMedia, type PaidMedia } from '../access/paid-media.ts'
import { createImageRoute, type ImageRoute } from '../http/images.ts'
import type { RightsLeft } from '../http/share-cards.ts'
import { createSignedMedia, type SignedMedia } from '../http/signed-media.ts'
import type { Platform } from './services/platform.ts'
import type { PortalContext } from './portal-context.ts'
import type { Services } from './services/service-table.ts'

export type Media = {
  pictures: PictureService
  signed: SignedMedia
  images: ImageRoute
  /** Called when paid content was published or withdrawn. */
  refreshPaid: PaidMedia['refresh']
  rightsLeft: RightsLeft
  close: () => Promise<void>
}

/** Interval at which an external content service is asked for changes of paid media. */
const PAID_MEDIA_MS = 5_000

/** Opened before the services, because some of them show readers' pictures. */
export function openPictureStore(context: PortalContext, platform: Platform | null): Promise<PictureService> {
  const { config, log } = context
  return openPictures({
    dataDir: config.dataDir,
    database: platform?.database ?? null,
    s3: config.pictureStore,
    cacheBytes: config.pictureCacheBytes,
    findShipped: context.findShippedPicture,
    ingestKey: context.ingestKey,
    readKey: config.imageCdn?.secret ?? null,
    onError: (error) => log('error', 'picture-store', { error }),
    onStored: (count) => log('info', 'pictures-stored', count),
  })
}

export async function openMedia(
  context: PortalContext,
  pictures: PictureService,
  { content }: Pick<Services, 'content'>,
): Promise<Media> {
  const { config, root, keys, now, log } = context
  const paid = createPaidMedia({
    list:
      content.own?.service.listPaidMedia ??
      ((after) => listForeignPaidMedia(content.clients.internal(config.defaultPublication), after)),
    onError: (error) => log('error', 'paid-media-unanswered', { error }),
  })
  await paid.refresh()
  // The embedded service reports every change, an external one must be polled.
  const timer = content.own === null ? setInterval(() => void paid.refresh(), PAID_MEDIA_MS).unref() : null
  const images = createImageRoute({
    dataDir: config.dataDir,
    giftBand: join(root, 'web/app/brand/gift-band.svg'),
    locate: pictures.files.locate,
    log,
  })
  return {
    pictures,
    signed: createSignedMedia({
      secret: config.imageSecret ?? keys.read('pictures'),
      isPaid: config.isPaywallEnabled ? paid.has : () => false,
      cdn: config.imageCdn,
      now,
    }),
    images,
    refreshPaid: paid.refresh,
    async rightsLeft(publication, path) {
      const name = toRequestedMediaName(path)
      if (name === null) return null
      try {
        const end = (await content.own?.service.findPictureEnd(publication, name)) ?? null
        return end === null ? null : Math.ceil((end.getTime() - now().getTime()) / 1000)
      } catch (error) {
        // An outage of the database takes no picture away.
        log('warn', 'picture-rights-unanswered', { error })
        return null
      }
    },
    async close() {
      if (timer !== null) clearInterval(timer)
      await images.close()
      await pictures.close()
    },
  }
}

/** If an external content service does not know this call, none of its pictures needs a signature. */
async function listForeignPaidMedia(
  client: Pick<Client<typeof CONTENT_INTERNAL>, 'listPaidMedia'>,
  after: number,
): Promise<PaidMediaChanges> {
  const found = await client.listPaidMedia({ query: { after } })
  if (found.ok) return found.data
  if (found.status === 404) return { last: 0, isWhole: true, paid: [], open: [] }
  throw new Error(`The content service answers ${found.status} for its paid media`)
}
