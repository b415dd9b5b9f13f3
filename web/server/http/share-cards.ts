/**
 * `/_karte/{id}.jpg`: the preview picture of a shared article. Drawn from public data, headline and lead picture, once
 * for each state of both; never from the text. An article that is not public has no card.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Article } from '@lokalteil/contracts/content'
import type { PublicationCode, Publication } from '@lokalteil/domain/publication/publications'
import type { ShareCard } from '@lokalteil/services/publications/brand/share-card'
import type { ImageRoute } from './images.ts'

export type ServeShareCard = (
  request: IncomingMessage,
  response: ServerResponse,
  publication: Publication,
  path: string,
) => Promise<boolean>

/**
 * Seconds until the publication may show the picture at this path no more; 0 or less: its rights have ended. Null: no end is
 * known. Never rejects.
 */
export type RightsLeft = (publication: PublicationCode, path: string) => Promise<number | null>

type Shown = Pick<Article, 'title' | 'titlePrefix' | 'img'>
type ShareCardOptions = {
  images: Pick<ImageRoute, 'readSource' | 'serveDrawn'>
  /** Null: not public. */
  findArticle: (publication: Publication, id: string) => Promise<Shown | null>
  rightsLeft: RightsLeft
  /** `state`: changes with the look. */
  brandOf: (publication: Publication) => { state: string; draw: (card: ShareCard) => Promise<Uint8Array> }
}

const ADDRESS = /^\/_karte\/(\d{1,20})\.jpg$/
const FRESH_SECONDS = 3600
/** A corrected headline reaches clients when they revalidate. */
const CACHE_CONTROL = `public, max-age=${FRESH_SECONDS}, stale-while-revalidate=86400`

/** False: no such card. */
export function createShareCards({ images, findArticle, rightsLeft, brandOf }: ShareCardOptions): ServeShareCard {
  return async (request, response, publication, path) => {
    const id = ADDRESS.exec(path)?.[1]
    const article = id === undefined ? null : await findArticle(publication, id)
    if (article === null) return false
    const { title, titlePrefix, img } = article
    const brand = brandOf(publication)
    const address = img?.baseUrl.startsWith('/') ? img.baseUrl : null
    const left = address === null ? null : await rightsLeft(publication.code, address)
    await images.serveDrawn(request, response, {
      key: JSON.stringify(['card', publication.code, brand.state, title, titlePrefix, address, img?.focus]),
      cacheControl: left === null ? CACHE_CONTROL : `public, max-age=${Math.min(Math.max(left, 0), FRESH_SECONDS)}`,
      draw: async () => {
        const picture = address === null ? null : await images.readSource(address)
        return Buffer.from(await brand.draw({ title, titlePrefix, picture, focus: img?.focus }))
      },
    })
    return true
  }
}
