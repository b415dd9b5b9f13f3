/** Finds pages of a publication's own and of own rooms. The build knows their paths; their modules are loaded on request. */
import { pages } from 'virtual:extension-pages'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { toNumberedPath } from '@lokalteil/domain/routing/paths'

/** `key`: of the extension; `path`: with leading slash, without a number. */
export type PlacedPage = { key: string; path: string; page: number }

type Of = Pick<Publication, 'code' | 'ownRooms'>

/** `path`: without leading slash, as routes of sections have it. */
export function findExtensionPage(publication: Of, path: string): PlacedPage | null {
  const placed = toNumberedPath(`/${path}`)
  const key = [publication.code + placed.path, placed.path]
    .map((place) => (Object.hasOwn(pages, place) ? pages[place]! : ''))
    .find((one) => isOf(publication, one))
  return key === undefined ? null : { key, ...placed }
}

/** Keys of the publication's pages. */
export function listExtensionPages(publication: Of): string[] {
  return Object.values(pages).filter((key) => isOf(publication, key))
}

/** `{code}/{name}`, or `rooms/{room}/{file}` of an own room that is switched on. */
function isOf({ code, ownRooms = [] }: Of, key: string): boolean {
  const [first, second = '', file] = key.split('/')
  return file === undefined ? first === code : ownRooms.includes(second)
}
