/** On the server: pages of a publication's own and of own rooms for search engines. */
import type { Publication } from '@lokalteil/domain/publication/publications'
import { listExtensionPages } from '../../page/extension-pages.ts'
import { loadExtension } from '../../page/extensions.ts'

/** Paths of indexed pages. One that fails to load is skipped here and reports its error when it is requested. */
export async function listIndexedPages(publication: Pick<Publication, 'code' | 'ownRooms'>): Promise<string[]> {
  const pages = await Promise.all(listExtensionPages(publication).map((key) => loadExtension(key).catch(() => null)))
  return pages.flatMap((extension) => {
    const page = extension?.page
    return page === undefined || page.isIndexed === false ? [] : [page.path]
  })
}
