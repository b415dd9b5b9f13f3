/**
 * The offline edition of a reader: which lists it contains, in which order, and how much. Free texts only: paid ones
 * are counted and left out for every reader (S1-07). Its search requires every word of the query and ranks hits in
 * headlines first.
 */
import { foldGerman } from '../german-text.ts'

export const EDITION_SOURCES = ['front', 'bookmarks', 'topics', 'podcasts'] as const
export type EditionSource = (typeof EDITION_SOURCES)[number]

/** Most articles of one list, so that a long list does not push out the others. */
export const MOST_OF_SOURCE = 30
const MOST_EPISODES = 4
const MOST_LINKS = 100

export type EditionTeaser = { contentRestriction: string; targetPathOrUrl: string }
/** `sounds`: addresses of recordings. */
export type EditionPlan = { pages: readonly string[]; sounds: readonly string[]; paidCount: number }

/** Each page once: first the list pages, then their articles in the order of the lists. */
export function planEdition(
  lists: readonly (readonly EditionTeaser[])[],
  more: { pages: readonly string[]; sounds: readonly string[] },
): EditionPlan {
  const pages = new Set(more.pages)
  const paid = new Set<string>()
  for (const list of lists) {
    let count = 0
    for (const { contentRestriction, targetPathOrUrl } of list) {
      if (count === MOST_OF_SOURCE || !/^\/(?!\/)/.test(targetPathOrUrl)) continue
      if (contentRestriction !== 'free') {
        paid.add(targetPathOrUrl)
        continue
      }
      count++
      pages.add(targetPathOrUrl)
    }
  }
  return { pages: [...pages], sounds: [...new Set(more.sounds)].slice(0, MOST_EPISODES), paidCount: paid.size }
}

/** The choice stored on this device; an unreadable one becomes the default. */
export type EditionChoice = { sources: readonly EditionSource[]; hasPictures: boolean; savedAt: number | null }
export const FIRST_CHOICE: EditionChoice = { sources: ['front', 'bookmarks'], hasPictures: true, savedAt: null }

export function parseEditionChoice(text: string | null): EditionChoice {
  const { sources, hasPictures, savedAt } = parseObject(text)
  if (!Array.isArray(sources)) return FIRST_CHOICE
  return {
    sources: EDITION_SOURCES.filter((source) => sources.includes(source)),
    hasPictures: hasPictures !== false,
    savedAt: typeof savedAt === 'number' && Number.isFinite(savedAt) ? savedAt : null,
  }
}

/** The text of a stored page. */
export type KeptText = { path: string; title: string; kicker: string; teaser: string; text: string }

/** Every word must occur; hits in the headline come before hits in the text. */
export function searchEdition<Entry extends KeptText>(entries: readonly Entry[], question: string): Entry[] {
  const words = foldGerman(question).split(/\s+/).filter(Boolean).slice(0, 8)
  if (words.length === 0) return [...entries]
  const found = entries.flatMap((entry) => {
    const title = foldGerman(`${entry.kicker} ${entry.title}`)
    const all = `${title} ${foldGerman(`${entry.teaser} ${entry.text}`)}`
    if (!words.every((word) => all.includes(word))) return []
    return [{ entry, rank: words.filter((word) => title.includes(word)).length }]
  })
  return found.toSorted((a, b) => b.rank - a.rank).map(({ entry }) => entry)
}

// Links shared from other apps

export type SharedLink = { url: string; title: string; at: number }

/** Apps put the address as often into the text as into its own field. Null: no address that can be opened. */
export function readShared({
  url,
  text,
  title,
}: {
  url?: string
  text?: string
  title?: string
}): Omit<SharedLink, 'at'> | null {
  const [found] =
    /https?:\/\/[^\s<>"]{1,2000}/i.exec(url ?? '') ?? /https?:\/\/[^\s<>"]{1,2000}/i.exec(text ?? '') ?? []
  if (found === undefined || !URL.canParse(found)) return null
  const address = new URL(found)
  if (address.username !== '' || address.password !== '') return null
  const words = (title ?? '').trim() || (text ?? '').replace(found, '').trim()
  return { url: address.href, title: words.slice(0, 200) }
}

/** The newest first, each once. */
export function addLink(links: readonly SharedLink[], link: SharedLink): SharedLink[] {
  return [link, ...links.filter(({ url }) => url !== link.url)].slice(0, MOST_LINKS)
}

export function parseLinks(text: string | null): SharedLink[] {
  const { links } = parseObject(text === null ? null : `{"links":${text}}`)
  if (!Array.isArray(links)) return []
  return links
    .flatMap((link: unknown) => {
      const { url, title, at } = (link ?? {}) as Partial<SharedLink>
      const isLink = typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url)
      return isLink && typeof title === 'string' && typeof at === 'number' ? [{ url, title, at }] : []
    })
    .slice(0, MOST_LINKS)
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
