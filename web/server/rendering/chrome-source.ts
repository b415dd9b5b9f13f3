/**
 * Menus and breaking news, which every page shows: read once a few seconds per publication instead of once a page.
 * When the content service is silent the last answer stays in use; a first start without one is an error.
 */
import type { BreakingNews, Site } from '@lokalteil/contracts/content'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { ContentApi } from '../../app/page/content-api.ts'

export type Surroundings = { site: Site; breaking: BreakingNews['item'] }
export type ChromeSource = {
  read: (publication: Publication, content: ContentApi) => Promise<Surroundings>
  /** What is known without asking anybody; null before the first answer. */
  peek: (publication: Publication) => Surroundings | null
  expire: () => void
}

/** Nothing can be shown until the content service answers. */
export class ContentSilent extends Error {}

const FRESH_MS = 15_000

export function createChromeSource(now: () => number): ChromeSource {
  const known = new Map<string, { at: number; value: Surroundings }>()
  const running = new Map<string, Promise<Surroundings>>()

  async function renew(publication: Publication, content: ContentApi): Promise<Surroundings> {
    const last = known.get(publication.code)
    const [site, breaking] = await Promise.all([content.getSite(), content.getBreakingNews()])
    if (!site.ok) {
      if (last) return last.value
      throw new ContentSilent(`The content service does not answer for ${publication.code} (status ${site.status})`)
    }
    const value = { site: site.data, breaking: breaking.ok ? breaking.data.item : (last?.value.breaking ?? null) }
    known.set(publication.code, { at: now(), value })
    return value
  }

  return {
    async read(publication, content) {
      const last = known.get(publication.code)
      if (last && now() - last.at < FRESH_MS) return last.value
      let renewal = running.get(publication.code)
      if (renewal === undefined) {
        renewal = renew(publication, content).finally(() => running.delete(publication.code))
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
