/** On the server: blocks of extensions that cannot be drawn are taken out of a page before it is, with a word about each. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { peekExtension, toExtensionKey, type ExtensionBlock } from '../../page/extensions.ts'
import type { PageState } from '../../page/page.ts'
import { PortalProvider } from '../../page/portal.ts'

export function dropFailingExtensions(state: PageState, onError: (key: string, error: unknown) => void): PageState {
  const { content } = state
  if (content.kind !== 'page' || !hasBlocks(content.data)) return state
  const { data } = content
  const blocks = data.blocks.filter((block) => !isExtension(block) || isDrawable(block, state, onError))
  return blocks.length === data.blocks.length
    ? state
    : { ...state, content: { kind: 'page', data: { ...data, blocks } } }
}

/** `{code}/{name}` of those on a page. */
export function listExtensionKeys({ content, chrome }: PageState): string[] {
  if (content.kind !== 'page' || !hasBlocks(content.data)) return []
  return content.data.blocks.filter(isExtension).map(({ name }) => toExtensionKey(chrome.publication.code, name))
}

function hasBlocks(data: unknown): data is { blocks: readonly unknown[] } {
  return typeof data === 'object' && data !== null && 'blocks' in data && Array.isArray(data.blocks)
}

function isExtension(block: unknown): block is ExtensionBlock {
  return typeof block === 'object' && block !== null && 'kind' in block && block.kind === 'extension'
}

function isDrawable(
  { name, title, options, data }: ExtensionBlock,
  { chrome, path }: PageState,
  onError: (key: string, error: unknown) => void,
): boolean {
  const key = toExtensionKey(chrome.publication.code, name)
  const extension = peekExtension(key)
  if (extension === null) return false
  try {
    const view = createElement(extension.Component, { heading: title, options, data })
    renderToStaticMarkup(
      <PortalProvider surroundings={chrome} moment={{ path, now: chrome.now }}>
        {view}
      </PortalProvider>,
    )
    return true
  } catch (error) {
    onError(key, error)
    return false
  }
}
