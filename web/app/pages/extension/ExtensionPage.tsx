/** A page of a publication's own or of an own room, below the usual head. Its script may load after the page. */
import { createElement, Suspense, type ComponentType } from 'react'
import { lazyPart } from '../../page/lazy-part.tsx'
import { ChunkError } from '../../page/page-loader.ts'
import { definePage } from '../../page/define-page.ts'
import type { PageView } from '../../page/define-extension-page.ts'
import { findExtensionPage } from '../../page/extension-pages.ts'
import { loadExtension, peekExtension } from '../../page/extensions.ts'
import type { LoadContext, Loaded, PageProps } from '../../page/page.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { toPagePath } from '../blocks/pagination.ts'
import { PageHead } from '../lists/PageHead.tsx'
import css from './ExtensionPage.module.css'

/** `data`: the result of its own `load`. */
export type ExtensionPageData = {
  key: string
  path: string
  page: number
  title: string
  description: string
  isIndexed: boolean
  data: unknown
}

type View = ComponentType<PageView<unknown>>

function ExtensionPage({
  data: { key, page, title, description, data },
}: PageProps<'extension-page', ExtensionPageData>) {
  return (
    <>
      <PageHead
        title={title}
        page={page > 1 ? listTexts.pageSuffix(page) : undefined}
        description={page > 1 ? undefined : description}
      />
      <Suspense>
        <div className={`page ${css.own}`} data-extension={key.slice(key.lastIndexOf('/') + 1)}>
          {createElement(viewOf(key), { data, page })}
        </div>
      </Suspense>
    </>
  )
}

const later = new Map<string, View>()

function viewOf(key: string): View {
  const known = later.get(key) ?? peekExtension(key)?.page?.Component
  if (known !== undefined) return known
  const view: View = lazyPart(async () => {
    const page = (await loadExtension(key))?.page
    if (page === undefined) throw new Error(`Extension ${key} has no page`)
    return { default: page.Component as View }
  })
  later.set(key, view)
  return view
}

async function load(route: { path: string }, context: LoadContext): Promise<Loaded<ExtensionPageData>> {
  const { content, publication, now, rooms } = context
  const found = findExtensionPage(publication, route.path)
  if (found === null) return { kind: 'missing' }
  const { key, path, page } = found
  try {
    const extension = (await loadExtension(key))?.page
    if (extension === undefined) throw new Error('It exports no page')
    if (extension.path !== path) throw new Error(`Its path is "${extension.path}", and the build read "${path}"`)
    if (page > 1 && extension.hasPages !== true) return { kind: 'missing' }
    const { title, description, isIndexed = true } = extension
    const about = { key, path, page, title, description, isIndexed }
    if (extension.load === undefined) return { kind: 'ok', data: { ...about, data: null } }
    const loaded = await extension.load({ content, publication, now, page, rooms })
    return loaded.kind === 'ok' ? { kind: 'ok', data: { ...about, data: loaded.data } } : loaded
  } catch (error) {
    // The server answers with its error page and logs the error; a browser makes a full page load.
    throw new ChunkError(`Extension ${key}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

export const page = definePage('extension-page', {
  load,
  Page: ExtensionPage,
  title: ({ title, page: number }) => ({ title, page: number }),
  canonical: ({ path, page: number }) => toPagePath(path, number),
})
