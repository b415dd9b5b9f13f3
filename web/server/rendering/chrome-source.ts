/**
 * Menus, breaking news and whether anything is sold, which every page shows: read once a few seconds per publication instead of once a page.
 * When the content service is silent the last answer stays in use; a first start without one is an error.
 */
import type { BreakingNews, Site } from '@lokalteil/contracts/content'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { within } from '@lokalteil/services/platform/deadline'
import type { ContentApi } from '../../app/page/content-api.ts'
import type { OfferApi } from '../../app/page/offer-api.ts'

/** `hasOffers`: true as well while nobody knows. */
export type Surroundings = { site: Site; breaking: BreakingNews['item']; hasOffers: boolean }
export type ChromeSource = {
  read: (publication: Publication, content: ContentApi, offers: OfferApi) => Promise<Surroundings>
  /** What is known without asking anybody; null before the first answer. */
  peek: (publication: Publication) => Surroundings | null
  expire: () => void
}

/** Nothing can be shown until the content service answers. */
export class ContentSilent extends Error {}

const FRESH_MS = 15_000
/** Of a page's time, for what it can do without. */
const OFFERS_MS = 500

export function createChromeSource(now: () => number): ChromeSource {
  const known = new Map<string, { at: number; value: Surroundings }>()
  const running = new Map<string, Promise<Surroundings>>()

  async function renew(publication: Publication, content: ContentApi, offers: OfferApi): Promise<Surroundings> {
    const last = known.get(publication.code)
    const [site, breaking] = await Promise.all([content.getSite(), content.getBreakingNews()])
    if (!site.ok) {
      if (last) return last.value
      throw new ContentSilent(`The content service does not answer for ${publication.code} (status ${site.status})`)
    }
    const value = {
      site: site.data,
      breaking: breaking.ok ? breaking.data.item : (last?.value.breaking ?? null),
      // Afterwards: some offers ask the content service too, and one that is silent is not asked for more.
      hasOffers: await readHasOffers(offers, last?.value.hasOffers ?? true),
    }
    known.set(publication.code, { at: now(), value })
    return value
  }

  return {
    async read(publication, content, offers) {
      const last = known.get(publication.code)
      if (last && now() - last.at < FRESH_MS) return last.value
      let renewal = running.get(publication.code)
      if (renewal === undefined) {
        renewal = renew(publication, content, offers).finally(() => running.delete(publication.code))
        running.set(publication.code, renewal)
        renewal.catch(() => undefined)
      }
      return last ? last.value : renewal
    },
    peek: (publication) => known.get(publication.code)?.value ?? null,
    expire: () => {
      for (const entry of known.values()) entry.at = 0
    },
  }
}

function readHasOffers(offers: OfferApi, otherwise: boolean): Promise<boolean> {
  return within(
    OFFERS_MS,
    async () => {
      const found = await offers.listOffers()
      return found.ok ? found.data.offers.length > 0 : otherwise
    },
    () => otherwise,
  )
}
