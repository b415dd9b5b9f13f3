/** On the server: a publication's own pages for search engines. */
import { listExtensionPages } from '../../page/extension-pages.ts'
import { loadExtension } from '../../page/extensions.ts'

/** Paths of indexed pages. One that fails to load is skipped here and reports its error when it is requested. */
export async function listIndexedPages(code: string): Promise<string[]> {
  const pages = await Promise.all(listExtensionPages(code).map((key) => loadExtension(key).catch(() => null)))
  return pages.flatMap((extension) => {
    const page = extension?.page
    return page === undefined || page.isIndexed === false ? [] : [page.path]
  })
}
