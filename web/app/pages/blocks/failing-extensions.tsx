/**
 * On the server: removes blocks of extensions that cannot be drawn from a page and reports each; an extension page that
 * cannot be drawn throws, as every page does.
 */
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { peekExtension, toExtensionKey, type ExtensionBlock } from '../../page/extensions.ts'
import type { PageState } from '../../page/page.ts'
import { PortalProvider } from '../../page/portal.ts'
import type { ExtensionPageData } from '../extension/ExtensionPage.tsx'

export function dropFailingExtensions(state: PageState, onError: (key: string, error: unknown) => void): PageState {
  const { content } = state
  const own = toExtensionPage(state)
  if (own !== null) drawPage(own, state)
  if (content.kind !== 'page' || !hasBlocks(content.data)) return state
  const { data } = content
  const blocks = data.blocks.filter((block) => !isExtension(block) || isDrawable(block, state, onError))
  return blocks.length === data.blocks.length
    ? state
    : { ...state, content: { kind: 'page', data: { ...data, blocks } } }
}

/** Keys of the extensions on a page. */
export function listExtensionKeys(state: PageState): string[] {
  const { content, chrome } = state
  const own = toExtensionPage(state)
  if (own !== null) return [own.key]
  if (content.kind !== 'page' || !hasBlocks(content.data)) return []
  return content.data.blocks.filter(isExtension).map(({ name }) => toExtensionKey(chrome.publication, name))
}

function toExtensionPage({ route, content }: PageState): ExtensionPageData | null {
  return route?.name === 'extension-page' && content.kind === 'page' ? (content.data as ExtensionPageData) : null
}

function drawPage({ key, page, data }: ExtensionPageData, state: PageState): void {
  const extension = peekExtension(key)?.page
  if (extension === undefined) throw new Error(`Extension ${key} has no page`)
  try {
    draw(createElement(extension.Component, { data, page }), state)
  } catch (error) {
    throw new Error(`Extension ${key}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function draw(view: ReactNode, { chrome, path }: PageState): void {
  renderToStaticMarkup(
    <PortalProvider surroundings={chrome} moment={{ path, now: chrome.now }}>
      {view}
    </PortalProvider>,
  )
}

function hasBlocks(data: unknown): data is { blocks: readonly unknown[] } {
  return typeof data === 'object' && data !== null && 'blocks' in data && Array.isArray(data.blocks)
}

function isExtension(block: unknown): block is ExtensionBlock {
  return typeof block === 'object' && block !== null && 'kind' in block && block.kind === 'extension'
}

function isDrawable(
  { name, title, options, data }: ExtensionBlock,
  state: PageState,
  onError: (key: string, error: unknown) => void,
): boolean {
  const key = toExtensionKey(state.chrome.publication, name)
  const extension = peekExtension(key)?.default
  if (extension === undefined) return false
  try {
    draw(createElement(extension.Component, { heading: title, options, data }), state)
    return true
  } catch (error) {
    onError(key, error)
    return false
  }
}
