/**
 * Converts a document's Markdown (CommonMark and GFM tables) into content items: headings, paragraphs, lists,
 * quotations, tables. Elements that a document may not contain (HTML, pictures, links to forbidden addresses) stay
 * readable as text and are reported with their line. The HTML made here passes the allow-list of the content service
 * unchanged.
 */
import type { ContentItem } from '@lokalteil/contracts/content'
import type { Finding } from '@lokalteil/contracts/publication/publication-folder'
import { Target } from '@lokalteil/contracts/publication/values'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { toFinding } from '../folder/yaml-source.ts'
import { removeMarks } from './open-marks.ts'

type Root = ReturnType<typeof fromMarkdown>
type Block = Root['children'][number]
type Of<Type extends string> = Extract<Block, { type: Type }>
type Inline = Of<'paragraph'>['children'][number]
type Definitions = ReadonlyMap<string, string>

export type DocumentItems = { items: ContentItem[]; findings: Finding[] }
type Context = {
  definitions: Definitions
  flag: (node: { position?: Block['position'] }, message: string, remedy: string) => void
}

const MOST_DEPTH = 8

/** Open marks (`[[PRÜFEN: …]]`) are left out. `firstLine`: line of the file at which the Markdown begins. */
export function toContentItems(markdown: string, file = '', firstLine = 1): DocumentItems {
  const root = fromMarkdown(removeMarks(markdown), {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  })
  const findings: Finding[] = []
  const context: Context = {
    definitions: new Map(
      root.children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url] as const] : [])),
    ),
    flag: ({ position }, message, remedy) =>
      findings.push(toFinding(file, (position?.start.line ?? 1) + firstLine - 1, '', message, remedy)),
  }
  const items = root.children.flatMap((block, index, blocks) => {
    if (blocks[index + 1]?.type === 'table' && toCaption(block) !== '') return []
    const caption = block.type === 'table' ? toCaption(blocks[index - 1]) : ''
    return toItems(block, context).map((item) => (item.type === 'table' ? { ...item, caption } : item))
  })
  return { items, findings }
}

/** A line of emphasis alone (`*Caption*`) directly above a table is its caption. */
function toCaption(above: Block | undefined): string {
  if (above?.type !== 'paragraph' || above.children.length !== 1) return ''
  const [only] = above.children
  return only?.type === 'emphasis' ? toText(only.children).trim() : ''
}

function toItems(block: Block, context: Context): ContentItem[] {
  switch (block.type) {
    case 'heading':
      return toHeading(block, context)
    case 'paragraph':
      return toParagraph(toHtml(block.children, context))
    case 'list':
      return [toList(block, context)]
    case 'blockquote':
      return toQuote(block, context)
    case 'table':
      return toTable(block, context)
    case 'code':
      return toParagraph(`<code>${block.value.split('\n').map(escapeHtml).join('<br />')}</code>`)
    case 'html':
      context.flag(block, 'is HTML, which readers would see as text', 'Write it as Markdown.')
      return toParagraph(block.value.split('\n').map(escapeHtml).join('<br />'))
    case 'thematicBreak':
      context.flag(block, 'is a line, which pages do not draw', 'Begin a section with a heading: "## …".')
      return []
    default:
      return []
  }
}

/** The title of the page is its first level; sections begin with `##`, subsections with `###`. */
function toHeading({ depth, children, position }: Of<'heading'>, context: Context): ContentItem[] {
  const text = toText(children).trim()
  if (text === '') {
    context.flag({ position }, 'is a heading without words', 'Write a heading, or remove the line.')
    return []
  }
  return [{ type: 'heading', level: depth <= 2 ? 2 : 3, text }]
}

function toParagraph(html: string): ContentItem[] {
  return html.trim() === '' ? [] : [{ type: 'paragraph', html: html.trim() }]
}

function toList(list: Of<'list'>, context: Context): ContentItem {
  const start = list.ordered === true && list.start !== 1 ? { start: Math.min(list.start ?? 1, 100_000) } : {}
  return {
    type: 'list',
    ordered: list.ordered === true,
    items: list.children.map((entry) => toEntry(entry, context, 1)),
    ...start,
  }
}

/** The paragraphs of a list entry, followed by its nested lists. */
function toEntry(entry: Of<'list'>['children'][number], context: Context, depth: number): string {
  const words: string[] = []
  let lists = ''
  for (const block of entry.children) {
    if (block.type === 'paragraph') words.push(toHtml(block.children, context))
    else if (block.type === 'list' && depth < MOST_DEPTH) {
      const name = block.ordered === true ? 'ol' : 'ul'
      const entries = block.children.map((inner) => `<li>${toEntry(inner, context, depth + 1)}</li>`)
      lists += `<${name}>${entries.join('')}</${name}>`
    } else {
      context.flag(block, 'stands in a list, where only text and lists can stand', 'Put it below the list.')
      words.push(escapeHtml(toText([block])))
    }
  }
  return words.filter((html) => html !== '').join('<br />') + lists
}

function toQuote(quote: Of<'blockquote'>, context: Context): ContentItem[] {
  const paragraphs = quote.children.flatMap((block) => {
    if (block.type === 'paragraph') return [toHtml(block.children, context)]
    context.flag(block, 'stands in a quotation, where only text can stand', 'Put it below the quotation.')
    return [escapeHtml(toText([block]))]
  })
  const text = quote.children.map((block) => toText([block]).trim())
  return text.some((words) => words !== '')
    ? [
        {
          type: 'quote',
          text: text.join(' ').trim(),
          attribution: '',
          paragraphs: paragraphs.filter((html) => html !== ''),
        },
      ]
    : []
}

function toTable({ children: [head, ...rows] }: Of<'table'>, context: Context): ContentItem[] {
  if (head === undefined) return []
  const all = [head, ...rows].map(({ children }) => children.map((cell) => cell.children))
  const isPlain = all.flat(2).every(({ type }) => type === 'text')
  const [first = [], ...others] = all.map((row) =>
    row.map((cell) => (isPlain ? toText(cell) : toHtml(cell, context)).trim()),
  )
  // Short rows are filled up with empty cells, as GFM requires.
  const filled = others.map((row) => Array.from(first, (_cell, index) => row[index] ?? ''))
  return [{ type: 'table', caption: '', head: first, rows: filled, ...(isPlain ? {} : { cells: 'html' as const }) }]
}

function toHtml(nodes: readonly Inline[], context: Context, depth = 0): string {
  return nodes.map((node) => toInlineHtml(node, context, depth)).join('')
}

function toInlineHtml(node: Inline, context: Context, depth: number): string {
  if (depth > MOST_DEPTH) return escapeHtml(toText([node]))
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value.replace(/[ \t]*\n[ \t]*/g, ' '))
    case 'emphasis':
      return `<em>${toHtml(node.children, context, depth + 1)}</em>`
    case 'strong':
      return `<strong>${toHtml(node.children, context, depth + 1)}</strong>`
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`
    case 'break':
      return '<br />'
    case 'link':
      return toLink(node.url, toHtml(node.children, context, depth + 1), node, context)
    case 'linkReference':
      return toLink(
        context.definitions.get(node.identifier) ?? '',
        toHtml(node.children, context, depth + 1),
        node,
        context,
      )
    case 'html':
      context.flag(node, 'has HTML in it, which readers would see as text', 'Write it as Markdown.')
      return escapeHtml(node.value)
    case 'image':
    case 'imageReference':
      context.flag(node, 'has a picture, which documents do not show', 'Remove it.')
      return escapeHtml(node.alt ?? '')
    default:
      return ''
  }
}

function toLink(address: string, html: string, node: Inline, context: Context): string {
  const isSafe = /^#[\w-]+$/.test(address) || Target.safeParse(address).success
  if (!isSafe) {
    context.flag(
      node,
      `has a link to "${address.slice(0, 80)}", which leads nowhere`,
      'Write a path like /agb, an address that begins with https://, mailto: or tel:.',
    )
    return html
  }
  return `<a href="${escapeHtml(address)}"${address.startsWith('https:') ? ' rel="noopener"' : ''}>${html}</a>`
}

/** The plain text of the nodes; iterative, because deep nesting would overflow the stack of a recursion. */
function toText(nodes: readonly (Block | Inline)[]): string {
  const rest: (Block | Inline)[] = nodes.toReversed()
  let text = ''
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if ('children' in node) rest.push(...(node.children as (Block | Inline)[]).toReversed())
    else if ('value' in node) text += node.value
    else if (node.type === 'break') text += ' '
  }
  return text.replace(/\s*\n\s*/g, ' ')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
