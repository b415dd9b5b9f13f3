/**
 * The document of the editor as blocks of a draft. Nodes are immutable, so a block that was not touched is still the same
 * object and comes back as the item it was made from, at no cost.
 */
import type { Fragment, Node } from 'prosemirror-model'
import type { BodyItem, Picture } from '@lokalteil/contracts/content'
import { printEntry, printInline } from './inline-html.ts'

const known = new WeakMap<Node, BodyItem>()

export function rememberItem(node: Node, item: BodyItem): void {
  known.set(node, item)
}

/** Empty paragraphs at the end are left out: the editor has one to write on. */
export function toItems(doc: Node): BodyItem[] {
  const items: BodyItem[] = []
  doc.forEach((node) => items.push(toItem(node)))
  return withoutEmptyEnd(items, isEmptyParagraph)
}

/** Also of a block that was cut for the clipboard, in which parts may be missing. */
export function toItem(node: Node): BodyItem {
  const before = known.get(node)
  if (before !== undefined) return before
  const item = write(node)
  known.set(node, item)
  return item
}

type BoxItem = Extract<BodyItem, { type: 'infoBox' }>['items'][number]
type Chart = NonNullable<Extract<BodyItem, { type: 'table' }>['chart']>
type Entry = Omit<Extract<BodyItem, { type: 'liveEntry' }>, 'type' | 'headline' | 'paragraphs'>

function write(node: Node): BodyItem {
  switch (node.type.name) {
    case 'quote':
      return toQuote(node)
    case 'infoBox': {
      const items = node.children.filter(({ type }) => type.name !== 'boxTitle').map((child) => writeText(child))
      return {
        type: 'infoBox',
        title: lineOf(node, 'boxTitle'),
        ...(node.attrs.role === 'keyPoints' ? { role: 'keyPoints' as const } : {}),
        items: withoutEmptyEnd(items, isEmptyParagraph),
      }
    }
    case 'tableBox':
      return toTable(node)
    case 'image':
      return { type: 'image', picture: { ...(node.attrs.picture as Picture), caption: node.textContent } }
    case 'question':
      return { type: 'question', question: lineOf(node, 'ask'), answer: paragraphsOf(node) }
    case 'liveEntry':
      return {
        type: 'liveEntry',
        ...(node.attrs.entry as Entry),
        headline: lineOf(node, 'entryHeadline'),
        paragraphs: paragraphsOf(node),
      }
    case 'closed':
      return node.attrs.item as BodyItem
    default:
      return writeText(node)
  }
}

function writeText(node: Node): BoxItem {
  if (node.type.name === 'heading') {
    const { level, url } = node.attrs as { level: 2 | 3; url: string | null }
    return { type: 'heading', level, text: node.textContent, ...(url === null ? {} : { url }) }
  }
  if (node.type.name === 'list') {
    const { ordered, start } = node.attrs as { ordered: boolean; start: number | null }
    const items = node.children.map(printEntry)
    return { type: 'list', ordered, items, ...(start === null ? {} : { start }) }
  }
  return { type: 'paragraph', html: printInline(node.content) }
}

function toQuote(node: Node): BodyItem {
  const written = node.children.filter(({ type }) => type.name === 'paragraph')
  const paragraphs = withoutEmptyEnd(written, ({ content }) => content.size === 0)
  const url = node.attrs.url as string | null
  const isRich =
    paragraphs.length > 0 && (node.attrs.isRich === true || paragraphs.length > 1 || hasMarkup(paragraphs[0]!.content))
  return {
    type: 'quote',
    text: paragraphs.map(toText).join(' '),
    attribution: lineOf(node, 'attribution'),
    ...(isRich ? { paragraphs: paragraphs.map(({ content }) => printInline(content)) } : {}),
    ...(url === null ? {} : { url }),
  }
}

function toTable(node: Node): BodyItem {
  const rows = node.children
    .filter(({ type }) => type.name === 'table')
    .flatMap(({ children }) => children)
    .map(({ children }) => children)
  const cells = rows.flat()
  const isHtml = node.attrs.isHtml === true || cells.some((cell) => hasMarkup(contentOf(cell)))
  const print = (cell: Node) => (isHtml ? printInline(contentOf(cell)) : toText(cell))
  const hasHead = rows[0]?.every(({ type }) => type.name === 'tableHead') === true
  const isBlank = cells.length === 1 && cells[0]!.textContent === ''
  const width = Math.max(0, ...rows.map((row) => row.length))
  const chart = node.attrs.chart as Chart | null
  const columns = chart?.columns.filter((column) => column < width) ?? []
  return {
    type: 'table',
    caption: lineOf(node, 'tableCaption'),
    head: hasHead ? rows[0]!.map(print) : [],
    rows: isBlank ? [] : rows.slice(hasHead ? 1 : 0).map((row) => row.map(print)),
    ...(isHtml ? { cells: 'html' as const } : {}),
    ...(chart === null || columns.length === 0 ? {} : { chart: { ...chart, columns } }),
  }
}

const contentOf = (cell: Node): Fragment => (cell.firstChild ?? cell).content

function hasMarkup(content: Fragment): boolean {
  let isFound = false
  content.forEach((node) => (isFound ||= !node.isText || node.marks.length > 0))
  return isFound
}

/** Plain text; a line break is a blank. */
function toText(node: Node): string {
  return node.textBetween(0, node.content.size, ' ', ' ')
}

function lineOf(node: Node, name: string): string {
  return node.children.find(({ type }) => type.name === name)?.textContent ?? ''
}

function paragraphsOf(node: Node): string[] {
  const written = node.children
    .filter(({ type }) => type.name === 'paragraph')
    .map(({ content }) => printInline(content))
  return withoutEmptyEnd(written, (html) => html === '')
}

function isEmptyParagraph(item: { type: string; html?: string }): boolean {
  return item.type === 'paragraph' && item.html === ''
}

function withoutEmptyEnd<T>(list: readonly T[], isEmpty: (one: T) => boolean): T[] {
  return list.slice(0, list.findLastIndex((one) => !isEmpty(one)) + 1)
}
