/** Lists the pages on this device by their embedded state: visited ones, and those of the offline edition. */
import type { KeptText } from '@lokalteil/domain/reading/offline-edition'
import { EDITION_CACHE, VISITED_CACHE } from './edition-cache.ts'

export type KeptPage = KeptText & {
  articleId: string | null
  section: string
  publishedAt: string
  isTaken: boolean
}

const STATE = /<script type="application\/json" id="state">([\s\S]*?)<\/script>/
const READ_AT_ONCE = 10

/** Articles, newest first, each once. Empty if storage is blocked. */
export async function listKeptArticles(): Promise<KeptPage[]> {
  const found = new Map<string, KeptPage>()
  try {
    for (const name of [EDITION_CACHE, VISITED_CACHE]) {
      if (!(await caches.has(name))) continue
      const cache = await caches.open(name)
      const requests = (await cache.keys()).filter(({ url }) => !/\/_ipx\/|\.\w{2,4}$/.test(new URL(url).pathname))
      for (let at = 0; at < requests.length; at += READ_AT_ONCE) {
        const some = requests.slice(at, at + READ_AT_ONCE)
        const pages = await Promise.all(
          some.map(async (request) =>
            readKept((await (await cache.match(request, { ignoreVary: true }))?.text()) ?? ''),
          ),
        )
        for (const page of pages)
          if (page !== null && !found.has(page.path)) found.set(page.path, { ...page, isTaken: name === EDITION_CACHE })
      }
    }
  } catch {
    // As above.
  }
  return [...found.values()].toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt))
}

/** Null: no article. Exported for its test. */
export function readKept(html: string): Omit<KeptPage, 'isTaken'> | null {
  try {
    const { path, content } = JSON.parse(STATE.exec(html)?.[1] ?? '') as { path: string; content: { data?: unknown } }
    const { article } = content.data as { article?: Record<string, unknown> }
    if (article === undefined || typeof path !== 'string') return null
    const { id, title, titlePrefix, teaserText, section, publishDate, contentItems } = article
    return {
      path,
      articleId: typeof id === 'string' ? id : null,
      title: toText(title),
      kicker: toText(titlePrefix),
      teaser: toText(teaserText),
      section: toText((section as { displayName?: unknown } | null)?.displayName),
      publishedAt: toText(publishDate),
      text: Array.isArray(contentItems) ? contentItems.map(textOf).join(' ') : '',
    }
  } catch {
    return null
  }
}

function textOf(item: unknown): string {
  const { html, text, title } = (item ?? {}) as Record<string, unknown>
  return `${toText(title)} ${toText(text)} ${toText(html).replace(/<[^>]*>/g, ' ')}`
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
