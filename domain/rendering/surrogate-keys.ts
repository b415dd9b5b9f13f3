/**
 * Surrogate keys: names in a response header for the shown content, by which a shared cache purges all answers that a change
 * affects. Only this file decides the keys. They consist of letters, digits and `/ _ % -`, so that they may stand in patterns.
 */
import { buildPath, type Route } from '../routing/routes.ts'

/** Everything that a change may touch: all but built files. */
export const ALL_KEY = 'all'
/** All but pictures. */
const TEXT_KEY = 'text'
/** Pages that list articles, but are no page of a section, tag or topic: headlines, authors, search and so on. */
const LISTS_KEY = 'lists'
/** Feeds, sitemaps, redirects, answers in JSON. */
const DATA_KEY = 'data'

/** Facts about a change; `kind` and `ids` as the content service announces them (`Change`). */
export type KeyedChange = {
  kind: 'article' | 'removed' | 'taxonomy' | 'all' | 'proposal' | 'front' | 'breaking' | 'pictures'
  ids: readonly string[]
  paths?: readonly string[]
}

/** A page that links to more articles is purged with the lists. */
const MOST_LINKED = 250
const LONGEST_KEY = 200

const LINKED = /href="\/(?:[^"?#]*[/-])?(\d{1,20})["?#]/g

/** `html`: the whole page, for the articles that it links to. */
export function toPageKeys(publication: string, route: Route, html: string): string[] {
  const ids = new Set(Array.from(html.matchAll(LINKED), ([, id]) => id!))
  const linked = ids.size > MOST_LINKED ? [LISTS_KEY] : Array.from(ids, toArticleKey)
  const keys = [
    ALL_KEY,
    TEXT_KEY,
    `publication/${publication}`,
    toPagesKey(publication),
    ...toOwnKeys(route),
    ...linked,
  ]
  return [...new Set(keys)]
}

function toOwnKeys(route: Route): string[] {
  switch (route.name) {
    case 'article':
    case 'testbericht':
      return [toArticleKey(route.id)]
    case 'home':
    case 'channel':
    case 'tag':
    case 'topic':
      return toListPaths(buildPath(route)).map(toPathKey)
    default:
      return [LISTS_KEY]
  }
}

/** Of an answer that is no page; none for built files, which never change. */
export function toFileKeys(publication: string, path: string): string[] {
  if (path.startsWith('/assets/') || path === '/sw.js') return []
  const common = [ALL_KEY, `publication/${publication}`]
  const [, card] = /^\/_karte\/(\d{1,20})\./.exec(path) ?? []
  if (card !== undefined) return [...common, toPicturesKey(publication), toArticleKey(card)]
  return /^\/_(?:ipx|media|karte)\//.test(path)
    ? [...common, toPicturesKey(publication)]
    : [...common, TEXT_KEY, DATA_KEY]
}

/** Keys affected by a change; [] if readers see no difference. The caller decides whether breaking news changed as well. */
export function toChangeKeys({ kind, ids, paths = [] }: KeyedChange): string[] {
  switch (kind) {
    case 'proposal':
      return []
    case 'pictures':
      return ids.map(toPicturesKey)
    case 'breaking':
      return [...ids.map(toPagesKey), DATA_KEY]
    case 'front':
      // An id is the publication and the path of the page, as in `ak/sport`.
      return [...ids.map((id) => toPathKey(id.slice(id.indexOf('/')))), DATA_KEY]
    case 'article':
      return paths.length === 0
        ? [TEXT_KEY]
        : [...ids.map(toArticleKey), ...toListing(paths).map(toPathKey), LISTS_KEY, DATA_KEY]
    case 'taxonomy':
      return [TEXT_KEY]
    case 'removed':
    case 'all':
      return [ALL_KEY]
  }
}

/** Something that stands on every page of the publication has changed. */
export function toPagesKey(publication: string): string {
  return `pages/${publication}`
}

/** Settings, a room, or something else that may be on any page. */
export const ANY_PAGE_KEYS: readonly string[] = [TEXT_KEY]

/** Pages on which a few changed articles are to be seen; none if many changed, as in a long import. */
export function toListing(paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : ['/', ...paths]
}

/** The list that a path may be a page of: a number at its end is that of a further page, or a section is called so. */
export function toListPaths(path: string): string[] {
  return [...new Set([path, path.replace(/\/\d{1,4}$/, '') || '/'])]
}

function toArticleKey(id: string): string {
  return `a/${id}`
}

function toPicturesKey(publication: string): string {
  return `pictures/${publication}`
}

/** In every publication: a purge of one page too many does no harm. */
function toPathKey(path: string): string {
  return `path${path.replace(/[^\w/%-]/gu, toEscape)}`.slice(0, LONGEST_KEY)
}

function toEscape(character: string): string {
  const escaped = encodeURIComponent(character)
  return escaped === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : escaped
}
