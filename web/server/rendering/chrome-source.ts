/**
 * Menus, breaking news and whether anything is sold, which every page shows: loaded once every few seconds for each
 * publication instead of for each page. A page that is rendered waits for them, because it is stored with them. If the
 * content service is down the last answer stays in use; a first start without one is an error.
 */
import { isDeepStrictEqual } from 'node:util'
import type { BreakingNews, Site } from '@lokalteil/contracts/content'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { within } from '@lokalteil/services/platform/deadline'
import type { ContentApi } from '../../app/page/content-api.ts'
import type { OfferApi } from '../../app/page/offer-api.ts'

/** `hasOffers`: also true while unknown. */
export type Surroundings = { site: Site; breaking: BreakingNews['item']; hasOffers: boolean }
export type ChromeSource = {
  read: (publication: Publication, content: ContentApi, offers: OfferApi) => Promise<Surroundings>
  /** The offers as last loaded, for pages that show one of them beside a text; asks while they are not fresh. */
  withKnown: (publication: Publication, offers: OfferApi) => OfferApi
  /** The known state without waiting; null before the first answer. */
  peek: (publication: Publication) => Surroundings | null
  expire: () => void
}

/** No page can be shown until the content service answers. */
export class ContentSilent extends Error {}

const FRESH_MS = 15_000
/** Milliseconds of a page's time for data it can do without. */
const OFFERS_MS = 500
/** Milliseconds of a page's time for a renewal; after that the last answer is used. */
const RENEWAL_MS = 800

type Offers = Awaited<ReturnType<OfferApi['listOffers']>>
/** `isShown`: pages may have been stored with it. `offers` null: no answer. */
type Known = { at: number; value: Surroundings; isShown: boolean; offers: Offers | null }

/** `onNews`: called when menus or breaking news differ from those that stored pages show. */
export function createChromeSource(now: () => number, onNews: () => void = () => {}): ChromeSource {
  const known = new Map<string, Known>()
  const running = new Map<string, Promise<Surroundings>>()
  /** Counts calls of `expire`: an answer requested before one is outdated when it arrives. */
  let edition = 0

  async function renew(publication: Publication, content: ContentApi, offers: OfferApi): Promise<Surroundings> {
    const startedIn = edition
    const before = known.get(publication.code)
    const last = before?.value
    const [site, breaking] = await Promise.all([content.getSite(), content.getBreakingNews()])
    if (!site.ok) {
      if (last) return last
      throw new ContentSilent(`The content service does not answer for ${publication.code} (status ${site.status})`)
    }
    // After the others: some offers need the content service too, which is not asked again if it is down.
    const found = await readOffers(offers)
    const value = {
      site: site.data,
      breaking: breaking.ok ? toShown(breaking.data.item) : (last?.breaking ?? null),
      hasOffers: found?.ok ? found.data.offers.length > 0 : (last?.hasOffers ?? true),
    }
    if (startedIn !== edition) return value
    known.set(publication.code, { at: now(), value, isShown: true, offers: found?.ok ? found : null })
    if (before?.isShown && !isDeepStrictEqual([last?.site, last?.breaking], [value.site, value.breaking])) onNews()
    return value
  }

  return {
    async read(publication, content, offers) {
      const last = known.get(publication.code)
      if (last && now() - last.at < FRESH_MS) return last.value
      let renewal = running.get(publication.code)
      if (renewal === undefined) {
        const begun = renew(publication, content, offers).finally(() => {
          if (running.get(publication.code) === begun) running.delete(publication.code)
        })
        renewal = begun
        running.set(publication.code, begun)
        begun.catch(() => undefined)
      }
      if (!last) return renewal
      const awaited = renewal
      const keepTo = () => {
        last.isShown = true
        return last.value
      }
      return within(RENEWAL_MS, () => awaited.catch(keepTo), keepTo)
    },
    withKnown: (publication, offers) => ({
      async listOffers() {
        const last = known.get(publication.code)
        return last !== undefined && now() - last.at < FRESH_MS && last.offers !== null
          ? last.offers
          : offers.listOffers()
      },
    }),
    peek: (publication) => known.get(publication.code)?.value ?? null,
    expire: () => {
      edition++
      running.clear()
      for (const entry of known.values()) Object.assign(entry, { at: -Infinity, isShown: false })
    },
  }
}

/** Removes facts for the push service, because this stands in every page. */
function toShown(item: BreakingNews['item']): BreakingNews['item'] {
  return item === null ? null : { title: item.title, target: item.target, publishDate: item.publishDate }
}

/** Null: no answer in time. */
function readOffers(offers: OfferApi): Promise<Offers | null> {
  return within<Offers | null>(
    OFFERS_MS,
    () => offers.listOffers(),
    () => null,
  )
}
