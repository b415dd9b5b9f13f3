/** Finds pages of a publication's own. The build knows their paths; their modules are loaded on request. */
import { pages } from 'virtual:extension-pages'
import { toNumberedPath } from '@lokalteil/domain/routing/paths'

/** `key`: of the extension; `path`: with leading slash, without a number. */
export type PlacedPage = { key: string; path: string; page: number }

/** `path`: without leading slash, as routes of sections have it. */
export function findExtensionPage(code: string, path: string): PlacedPage | null {
  const placed = toNumberedPath(`/${path}`)
  const place = code + placed.path
  const key = Object.hasOwn(pages, place) ? pages[place] : undefined
  return key === undefined ? null : { key, ...placed }
}

/** Keys `{code}/{name}` of the publication's pages. */
export function listExtensionPages(code: string): string[] {
  return Object.entries(pages).flatMap(([place, key]) => (place.startsWith(`${code}/`) ? [key] : []))
}
