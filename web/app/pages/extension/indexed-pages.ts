/** On the server: which pages of its own a publication shows to search engines. */
import { listExtensionPages } from '../../page/extension-pages.ts'
import { loadExtension } from '../../page/extensions.ts'

/** Their paths. One that cannot be loaded says so when it is asked for. */
export async function listIndexedPages(code: string): Promise<string[]> {
  const pages = await Promise.all(listExtensionPages(code).map((key) => loadExtension(key).catch(() => null)))
  return pages.flatMap((extension) => {
    const page = extension?.page
    return page === undefined || page.isIndexed === false ? [] : [page.path]
  })
}
