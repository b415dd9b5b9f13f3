/** Converts Markdown (CommonMark and GFM tables) to HTML, which `toBlocks` then reads like that of any source. */
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { escapeHtml } from './house-style.ts'
import { escapeAttribute } from './links.ts'

type Root = ReturnType<typeof fromMarkdown>
type Block = Root['children'][number]
type Of<Type extends string> = Extract<Block, { type: Type }>
type Inline = Of<'paragraph'>['children'][number]
type Definitions = ReadonlyMap<string, { url: string; title: string }>

/** Nesting depth; deeper markup is dropped, its words stay. */
const MOST_DEPTH = 20

export function markdownToHtml(markdown: string): string {
  const root = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  const definitions: Definitions = new Map(
    root.children.flatMap((node) =>
      node.type === 'definition' ? [[node.identifier, { url: node.url, title: node.title ?? '' }] as const] : [],
    ),
  )
  return toBlocks(root.children, definitions, 0)
}

const toBlocks = (blocks: readonly Block[], definitions: Definitions, depth: number): string =>
  depth > MOST_DEPTH ? '' : blocks.map((block) => toBlock(block, definitions, depth)).join('\n')

function toBlock(block: Block, definitions: Definitions, depth: number): string {
  const inline = (nodes: readonly Inline[]) => toInline(nodes, definitions, depth)
  switch (block.type) {
    case 'heading':
      return `<h${block.depth}>${inline(block.children)}</h${block.depth}>`
    case 'paragraph':
      return `<p>${inline(block.children)}</p>`
    case 'blockquote':
      return `<blockquote>${toBlocks(block.children, definitions, depth + 1)}</blockquote>`
    case 'list': {
      const name = block.ordered === true ? 'ol' : 'ul'
      const start = block.ordered === true && typeof block.start === 'number' ? ` start="${block.start}"` : ''
      const entries = block.children.map((entry) => `<li>${toBlocks(entry.children, definitions, depth + 1)}</li>`)
      return `<${name}${start}>${entries.join('')}</${name}>`
    }
    case 'table': {
      const rows = block.children.map((row, index) => {
        const cell = index === 0 ? 'th' : 'td'
        return `<tr>${row.children.map(({ children }) => `<${cell}>${inline(children)}</${cell}>`).join('')}</tr>`
      })
      return `<table>${rows.join('')}</table>`
    }
    case 'code':
      return `<pre>${escapeHtml(block.value)}</pre>`
    case 'html':
      return block.value
    default:
      return ''
  }
}

function toInline(nodes: readonly Inline[], definitions: Definitions, depth: number): string {
  return nodes.map((node) => toMark(node, definitions, depth + 1)).join('')
}

function toMark(node: Inline, definitions: Definitions, depth: number): string {
  if (depth > MOST_DEPTH) return 'value' in node ? escapeHtml(node.value) : ''
  const inner = 'children' in node ? toInline(node.children, definitions, depth) : ''
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value)
    case 'emphasis':
      return `<em>${inner}</em>`
    case 'strong':
      return `<strong>${inner}</strong>`
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`
    case 'break':
      return '<br>'
    case 'html':
      return node.value
    case 'link':
      return `<a href="${escapeAttribute(node.url)}">${inner}</a>`
    case 'linkReference':
      return `<a href="${escapeAttribute(definitions.get(node.identifier)?.url ?? '')}">${inner}</a>`
    case 'image':
      return toFigure(node.url, node.alt ?? '', node.title ?? '')
    case 'imageReference': {
      const { url = '', title = '' } = definitions.get(node.identifier) ?? {}
      return toFigure(url, node.alt ?? '', title)
    }
    default:
      return ''
  }
}

/** `![alternative text](file.jpg "Caption. Foto: Eva Ort")` */
const toFigure = (url: string, alt: string, caption: string): string =>
  `<figure><img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"><figcaption>${escapeHtml(caption)}</figcaption></figure>`
