/** Where a publication has pages of its own. Their paths are known to the build; the pages themselves come when they are asked for. */
import { pages } from 'virtual:extension-pages'
import { toNumberedPath } from '@lokalteil/domain/routing/paths'

/** `key`: of the extension; `path`: with its slash, without a number. */
export type PlacedPage = { key: string; path: string; page: number }

/** `path`: without its leading slash, as the routes of sections have it. */
export function findExtensionPage(code: string, path: string): PlacedPage | null {
  const placed = toNumberedPath(`/${path}`)
  const place = code + placed.path
  const key = Object.hasOwn(pages, place) ? pages[place] : undefined
  return key === undefined ? null : { key, ...placed }
}

/** `{code}/{name}` of those that a publication has. */
export function listExtensionPages(code: string): string[] {
  return Object.entries(pages).flatMap(([place, key]) => (place.startsWith(`${code}/`) ? [key] : []))
}
