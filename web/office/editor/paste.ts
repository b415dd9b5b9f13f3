/**
 * The clipboard as blocks. It is foreign, our own blocks in it too. The HTML is parsed into an inert document and read
 * element by element: headings, lists, tables, quotes, links and emphasis become nodes of the schema, everything else is
 * text or nothing. No attribute of the source survives but the address of a link.
 */
import { Fragment, type Mark, type Node, Slice } from 'prosemirror-model'
import { ITEM_ATTRIBUTE } from './copying.ts'
import { toNode } from './from-items.ts'
import { toSafeLink } from './inline-html.ts'
import { readBlock } from './read-block.ts'
import { schema } from './schema.ts'

/** Characters of HTML that are read; a long text of Word with its styles has some hundred thousand. */
export const MOST_PASTED = 8_000_000
/** Elements inside each other; deeper ones are left out. */
const MOST_LEVELS = 200

export function readHtml(html: string): Node[] {
  // Conditional marks of Word, which are no comments; style sheets, which browsers report against the policy.
  const bare = html.replace(/<!\[(?:if|endif)\b[^>]*>/gi, '').replace(/<style\b[^>]*>[\s\S]*?<\/style\s*>/gi, '')
  const { body } = new DOMParser().parseFromString(bare, 'text/html')
  const builder = new Builder(body.querySelectorAll('h1').length > 1)
  readChildren(body, builder, [], 0)
  return builder.finish()
}

/** Blank lines separate paragraphs; without any, each line is one. */
export function readText(text: string): Node[] {
  const clean = text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  const trimmed = clean.replace(/^\s+|\s+$/g, '')
  const isSpaced = /\n[ \t]*\n/.test(trimmed)
  return trimmed
    .split(isSpaced ? /\n(?:[ \t]*\n)+/ : '\n')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const lines = part
        .split('\n')
        .map((line) => line.replace(/[\t \u00a0]+/g, ' ').trim())
        .filter((line) => line !== '')
      const nodes = lines.flatMap((line, index) =>
        index === 0 ? [schema.text(line)] : [schema.node('br'), schema.text(line)],
      )
      return schema.node('paragraph', null, nodes)
    })
}

/** A slice that joins the paragraphs at its ends with the text around. */
export function toSlice(blocks: readonly Node[]): Slice {
  const isText = (node: Node | undefined) => node?.type === schema.nodes.paragraph
  return new Slice(Fragment.fromArray([...blocks]), isText(blocks[0]) ? 1 : 0, isText(blocks.at(-1)) ? 1 : 0)
}

// ── Collecting blocks

type Entry = { list: string; level: number; isOrdered: boolean; start: number; content: Node[] }

/** Text between two blocks becomes a paragraph; entries in a row become a list. */
class Builder {
  readonly blocks: Node[] = []
  private run: Node[] = []
  private entries: Entry[] = []
  readonly hasManyTitles: boolean
  lists = 0

  constructor(hasManyTitles: boolean) {
    this.hasManyTitles = hasManyTitles
  }

  text(given: string, marks: readonly Mark[]): void {
    // Binding of numbers and units is the content service's.
    let text = given.replace(/[\s\u00a0]+/g, ' ')
    const last = this.run.at(-1)
    if (last === undefined || last.type.name === 'br' || last.text?.endsWith(' ') === true) text = text.trimStart()
    if (text !== '') this.run.push(schema.text(text, marks))
  }

  lineBreak(): void {
    // Two in a row are how mail programs write a paragraph.
    if (this.run.at(-1)?.type.name === 'br') return this.endParagraph()
    if (this.run.length > 0) this.run.push(schema.node('br'))
  }

  private takeRun(): Node[] {
    const run = this.run
    this.run = []
    while (run.length > 0) {
      const last = run.pop()!
      if (!last.isText) continue
      const text = last.text!.trimEnd()
      if (text === '') continue
      run.push(schema.text(text, last.marks))
      break
    }
    return run
  }

  endParagraph(): void {
    const run = this.takeRun()
    if (run.length > 0) this.block(schema.node('paragraph', null, run))
  }

  block(node: Node): void {
    this.endList()
    this.blocks.push(node)
  }

  entry(entry: Entry): void {
    const before = this.entries.at(-1)
    // Another list, or another kind of list at the first level.
    if (
      before !== undefined &&
      (before.list !== entry.list || (entry.level === 1 && this.entries[0]!.isOrdered !== entry.isOrdered))
    )
      this.endList()
    this.entries.push(entry)
  }

  private endList(): void {
    const entries = this.entries
    this.entries = []
    this.blocks.push(...toLists(entries))
  }

  finish(): Node[] {
    this.endParagraph()
    this.endList()
    return this.blocks
  }
}

/** Entries with levels as nested lists. */
function toLists(entries: readonly Entry[], level = 1): Node[] {
  const lists: Node[] = []
  for (let at = 0; at < entries.length;) {
    const first = entries[at]!
    const items: Node[] = []
    // The same kind of list goes on.
    while (at < entries.length && (items.length === 0 || entries[at]!.isOrdered === first.isOrdered)) {
      const entry = entries[at]!
      let end = at + 1
      while (end < entries.length && entries[end]!.level > level) end++
      items.push(
        schema.node('listItem', null, [
          schema.node('paragraph', null, entry.content),
          ...toLists(entries.slice(at + 1, end), level + 1),
        ]),
      )
      at = end
    }
    const start = level === 1 && first.isOrdered && first.start !== 1 ? first.start : null
    lists.push(schema.node('list', { ordered: first.isOrdered, start }, items))
  }
  return lists
}

// ── Reading elements

const SILENT: ReadonlySet<string> = new Set(
  (
    'script style meta link title head noscript template svg math iframe frame object embed canvas input select ' +
    'textarea button video audio picture img map area hr colgroup xml base'
  ).split(' '),
)

const BLOCKS: ReadonlySet<string> = new Set(
  (
    'p div section article main header footer aside nav address figure figcaption dl dt dd details summary form ' +
    'fieldset pre center hgroup body'
  ).split(' '),
)

function readChildren(element: Element, builder: Builder, marks: readonly Mark[], depth: number): void {
  if (depth > MOST_LEVELS) return
  for (const child of element.childNodes) {
    if (child.nodeType === 3) builder.text(child.nodeValue ?? '', marks)
    else if (child.nodeType === 1) readElement(child as Element, builder, marks, depth + 1)
  }
}

function readElement(element: Element, builder: Builder, marks: readonly Mark[], depth: number): void {
  const name = element.localName
  const style = readStyle(element)
  if (SILENT.has(name) || isHidden(style)) return
  const own = readOwnBlock(element)
  if (own !== null) {
    builder.endParagraph()
    return builder.block(own)
  }
  if (name === 'br') {
    if (element.className !== 'Apple-interchange-newline') builder.lineBreak()
    return
  }
  const entry = toWordEntry(element, style)
  if (entry !== null) {
    builder.endParagraph()
    const inner = new Builder(false)
    readChildren(element, inner, [], depth)
    return builder.entry({ ...entry, content: joinLines(toParagraphs(inner.finish())) })
  }
  if (/^h[1-6]$/.test(name) || /^Mso(?:Title|Heading\d)$/.test(element.className))
    return readHeading(element, builder, depth)
  if (name === 'ul' || name === 'ol') {
    builder.endParagraph()
    return readList(element, builder, `html ${builder.lists++}`, 1, depth)
  }
  if (name === 'li') {
    // An entry that was copied without its list.
    builder.endParagraph()
    return readEntry(element, builder, { list: 'loose', level: 1, isOrdered: false, start: 1 }, depth)
  }
  if (name === 'table') return readTable(element, builder, depth)
  if (name === 'blockquote' || /^Mso(?:Intense)?Quote$/.test(element.className))
    return readQuote(element, builder, depth)
  if (BLOCKS.has(name)) {
    builder.endParagraph()
    readChildren(element, builder, [], depth)
    return builder.endParagraph()
  }
  readChildren(element, builder, withMarks(element, style, marks), depth)
}

/** One of our own blocks, if its item fits the contract. */
function readOwnBlock(element: Element): Node | null {
  const text = element.getAttribute(ITEM_ATTRIBUTE)
  if (text === null) return null
  try {
    const read = readBlock(JSON.parse(text))
    if ('path' in read) return null
    const node = toNode(read.item)
    node.check()
    return node
  } catch {
    return null
  }
}

function readHeading(element: Element, builder: Builder, depth: number): void {
  builder.endParagraph()
  const inner = new Builder(false)
  readChildren(element, inner, [], depth)
  const text = toText(inner.finish())
  if (text === '') return
  const rank = Number(/[1-6]/.exec(element.localName)?.[0] ?? 1)
  const level = rank === 1 || (rank === 2 && !builder.hasManyTitles) ? 2 : 3
  builder.block(schema.node('heading', { level, url: null }, schema.text(text)))
}

function readQuote(element: Element, builder: Builder, depth: number): void {
  builder.endParagraph()
  const inner = new Builder(false)
  let speaker = ''
  for (const child of element.childNodes) {
    if (child.nodeType === 1 && /^(?:cite|footer)$/.test((child as Element).localName))
      speaker = (child.textContent ?? '')
        .replace(/\s+/g, ' ')
        .replace(/^\s*[–—-]\s*/, '')
        .trim()
    else if (child.nodeType === 3) inner.text(child.nodeValue ?? '', [])
    else if (child.nodeType === 1) readElement(child as Element, inner, [], depth + 1)
  }
  const paragraphs = toParagraphs(inner.finish())
  if (paragraphs.length === 0) return
  builder.block(
    schema.node('quote', null, [
      ...paragraphs,
      schema.node('attribution', null, speaker === '' ? undefined : schema.text(speaker)),
    ]),
  )
}

// ── Lists

function readList(element: Element, builder: Builder, list: string, level: number, depth: number): void {
  if (depth > MOST_LEVELS) return
  const isOrdered = element.localName === 'ol'
  const start = Number(element.getAttribute('start') ?? 1)
  for (const child of element.children) {
    if (isHidden(readStyle(child))) continue
    // Google Docs puts a nested list beside the entry it belongs to.
    if (child.localName === 'ul' || child.localName === 'ol') readList(child, builder, list, level + 1, depth + 1)
    else if (child.localName === 'li') {
      const named = Number(child.getAttribute('aria-level') ?? child.getAttribute('data-aria-level') ?? level)
      // Word in the browser writes each entry as a list of its own, with its level and the id of the list.
      const id = child.getAttribute('data-listid')
      readEntry(
        child,
        builder,
        {
          list: id === null ? list : `word ${id}`,
          level: named >= 1 && named <= 9 ? Math.max(level, named) : level,
          isOrdered,
          start: Number.isInteger(start) && start >= 0 && start <= 100_000 ? start : 1,
        },
        depth + 1,
      )
    }
  }
}

/** The text of an entry is one paragraph; blocks in it are separated by line breaks. */
function readEntry(element: Element, builder: Builder, entry: Omit<Entry, 'content'>, depth: number): void {
  const inner = new Builder(false)
  const nested: Element[] = []
  for (const child of element.childNodes) {
    if (child.nodeType === 3) inner.text(child.nodeValue ?? '', [])
    else if (child.nodeType === 1) {
      const name = (child as Element).localName
      if (name === 'ul' || name === 'ol') nested.push(child as Element)
      else readElement(child as Element, inner, [], depth + 1)
    }
  }
  const content = joinLines(toParagraphs(inner.finish()))
  if (content.length > 0 || nested.length > 0) builder.entry({ ...entry, content })
  for (const list of nested) readList(list, builder, entry.list, entry.level + 1, depth + 1)
}

/**
 * Word writes an entry as a paragraph: `mso-list:l0 level1 lfo1` names list and level, the hidden marker its kind. A
 * numbered list after a bulleted one differs in the id alone.
 */
function toWordEntry(element: Element, style: Style): Omit<Entry, 'content'> | null {
  const [, list, level] = /^(l\d+)\s+level(\d)\b/.exec(style.get('mso-list') ?? '') ?? []
  if (list === undefined || level === undefined || /^h[1-6]$/.test(element.localName)) return null
  const marker = findMarker(element)
  const number = /^\(?(?:(\d{1,5})|[a-zA-Z]|[ivxlcIVXLC]{1,7})[.)]/.exec(marker)
  return { list, level: Number(level), isOrdered: number !== null, start: Number(number?.[1] ?? 1) }
}

function findMarker(element: Element): string {
  for (const child of element.querySelectorAll('span'))
    if (/^ignore$/i.test(readStyle(child).get('mso-list') ?? '')) return (child.textContent ?? '').trim()
  return ''
}

// ── Tables

const MOST_COLUMNS = 40
const MOST_ROWS = 1000

function readTable(element: Element, builder: Builder, depth: number): void {
  builder.endParagraph()
  const rows = [...element.querySelectorAll('tr')].filter((row) => row.closest('table') === element).slice(0, MOST_ROWS)
  const cellsOf = (row: Element) => [...row.children].filter(({ localName }) => /^t[dh]$/.test(localName))
  // A table for layout: its content is the text.
  if (rows.every((row) => cellsOf(row).length <= 1)) {
    for (const row of rows) {
      readChildren(row, builder, [], depth)
      builder.endParagraph()
    }
    return
  }
  const texts = toGrid(rows, cellsOf, depth)
  const width = Math.max(...texts.map((row) => row.length))
  const first = rows[0]!
  const hasHead =
    first.closest('thead') !== null ||
    cellsOf(first).every(({ localName }) => localName === 'th') ||
    (texts.length > 1 && isBold(texts[0]!) && !isBold(texts[1]!))
  const toRow = (cells: readonly Node[][], isHead: boolean) =>
    schema.node(
      'tableRow',
      null,
      Array.from({ length: width }, (_, column) =>
        schema.node(isHead ? 'tableHead' : 'tableCell', null, [
          schema.node('paragraph', null, isHead ? withoutBold(cells[column] ?? []) : (cells[column] ?? [])),
        ]),
      ),
    )
  const caption = (element.querySelector('caption')?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const filled = texts.filter((row) => row.some((cell) => cell.length > 0))
  if (filled.length === 0) return
  builder.block(
    schema.node('tableBox', { isHtml: false, chart: null }, [
      schema.node('tableCaption', null, caption === '' ? undefined : schema.text(caption)),
      schema.node(
        'table',
        null,
        texts.map((row, index) => toRow(row, index === 0 && hasHead)),
      ),
    ]),
  )
}

/** Cells that span others leave those empty. */
function toGrid(rows: readonly Element[], cellsOf: (row: Element) => Element[], depth: number): Node[][][] {
  const taken = new Set<string>()
  return rows.map((row, y) => {
    const line: Node[][] = []
    let x = 0
    const skip = () => {
      while (taken.has(`${x} ${y}`)) line[x++] = []
    }
    for (const cell of cellsOf(row)) {
      skip()
      if (x >= MOST_COLUMNS) break
      const inner = new Builder(false)
      readChildren(cell, inner, [], depth)
      line[x] = joinLines(toParagraphs(inner.finish()))
      const [across, down] = ['colspan', 'rowspan'].map((name) =>
        Math.min(MOST_COLUMNS, Math.max(1, Number(cell.getAttribute(name) ?? 1) || 1)),
      ) as [number, number]
      for (let dx = 0; dx < across; dx++)
        for (let dy = 0; dy < down; dy++) if (dx > 0 || dy > 0) taken.add(`${x + dx} ${y + dy}`)
      x++
    }
    skip()
    return line.slice(0, MOST_COLUMNS)
  })
}

function isBold(row: readonly Node[][]): boolean {
  const nodes = row.flat().filter(({ isText }) => isText)
  return nodes.length > 0 && nodes.every(({ marks }) => marks.some(({ type }) => type.name === 'strong'))
}

const withoutBold = (nodes: readonly Node[]) =>
  nodes.map((node) => node.mark(node.marks.filter(({ type }) => type.name !== 'strong')))

// ── Emphasis and links

type Style = ReadonlyMap<string, string>

/** From the attribute's text: under the office's policy browsers leave `element.style` of such a document empty. */
function readStyle(element: Element): Style {
  const text = element.getAttribute('style')
  const style = new Map<string, string>()
  if (text === null || text.length > 20_000) return style
  for (const part of text.split(';')) {
    const colon = part.indexOf(':')
    if (colon > 0)
      style.set(
        part.slice(0, colon).trim().toLowerCase(),
        part
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      )
  }
  return style
}

function isHidden(style: Style): boolean {
  return style.get('display') === 'none' || style.get('mso-hide') === 'all' || style.get('mso-list') === 'ignore'
}

const TAGS: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  s: 'del',
  strike: 'del',
  del: 'del',
  sub: 'sub',
  sup: 'sup',
}

function withMarks(element: Element, style: Style, marks: readonly Mark[]): readonly Mark[] {
  const wanted = new Map<string, boolean>()
  const named = TAGS[element.localName]
  if (named !== undefined) wanted.set(named, true)
  const weight = style.get('font-weight')
  // Google Docs wraps everything in `<b style="font-weight:normal">`.
  if (weight !== undefined) wanted.set('strong', /^bold/.test(weight) || Number(weight) >= 600)
  const slant = style.get('font-style')
  if (slant !== undefined) wanted.set('em', /^(?:italic|oblique)/.test(slant))
  if (/line-through/.test(`${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`))
    wanted.set('del', true)
  const raised = style.get('vertical-align')
  if (raised === 'super' || raised === 'sub') wanted.set(raised === 'super' ? 'sup' : 'sub', true)
  let all = marks
  for (const [name, isOn] of wanted) {
    const type = schema.marks[name]!
    all = isOn ? type.create().addToSet(all) : type.removeFromSet(all)
  }
  if (element.localName !== 'a') return all
  const href = toPastedLink(element.getAttribute('href') ?? '')
  return href === null ? all : schema.mark('link', { href }).addToSet(all)
}

/** An absolute address; Google's redirect is undone. Paths would lead somewhere else here. */
export function toPastedLink(address: string): string | null {
  const safe = toSafeLink(
    address
      .replace(/[\u0000-\u001f]+/g, '')
      .trim()
      .replaceAll(' ', '%20'),
  )
  if (safe === null || !/^[a-z]+:/i.test(safe)) return null
  const url = new URL(safe)
  if (!/^(?:www\.)?google\.[a-z.]{2,6}$/.test(url.hostname) || url.pathname !== '/url') return safe
  return toSafeLink(url.searchParams.get('q') ?? url.searchParams.get('url') ?? '')
}

// ── Between kinds of blocks

/** All text of blocks as paragraphs, where nothing else may stand. */
export function toParagraphs(blocks: readonly Node[]): Node[] {
  return blocks.flatMap((block) => {
    const found: Node[] = []
    if (block.isTextblock) return [asParagraph(block)]
    block.descendants((node) => {
      if (!node.isTextblock) return true
      if (node.content.size > 0) found.push(asParagraph(node))
      return false
    })
    return found
  })
}

const asParagraph = (node: Node) =>
  node.type === schema.nodes.paragraph ? node : schema.node('paragraph', null, node.content)

/** Paragraphs as the lines of one. */
export function joinLines(paragraphs: readonly Node[]): Node[] {
  return paragraphs.flatMap((paragraph, index) => {
    const nodes: Node[] = index === 0 ? [] : [schema.node('br')]
    paragraph.forEach((node) => nodes.push(node))
    return nodes
  })
}

/** All text of blocks in one line. */
export function toText(blocks: readonly Node[]): string {
  return toParagraphs(blocks)
    .map((block) => block.textBetween(0, block.content.size, ' ', ' '))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}
