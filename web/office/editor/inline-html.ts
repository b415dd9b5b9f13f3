/**
 * Inline HTML of the contract (paragraphs, entries of lists, cells) as nodes of the editor, and back. A small parser of
 * its own: the same result in the browser, in tests and without a document. Elements that the schema does not know are
 * dropped, their text is kept.
 */
import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { schema } from './schema.ts'

type Token =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: string }
  | { kind: 'close'; name: string }

const TAG = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/g
const SILENT: ReadonlySet<string> = new Set(['script', 'style'])

/** Elements of the contract's HTML by their mark. */
const MARK_OF: Readonly<Record<string, string>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  del: 'del',
  s: 'del',
  ins: 'ins',
  mark: 'mark',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
}

function toTokens(html: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  let silent = ''
  const take = (text: string) => {
    if (text !== '' && silent === '') tokens.push({ kind: 'text', text: decode(text) })
  }
  for (const match of html.matchAll(TAG)) {
    take(html.slice(from, match.index))
    from = match.index + match[0].length
    const name = match[2]?.toLowerCase()
    if (name === undefined) continue
    const isClosing = match[1] === '/'
    if (silent !== '') {
      if (isClosing && name === silent) silent = ''
      continue
    }
    if (isClosing) tokens.push({ kind: 'close', name })
    else if (SILENT.has(name)) silent = name
    else tokens.push({ kind: 'open', name, attributes: match[3] ?? '' })
  }
  take(html.slice(from))
  return tokens
}

/** Text and line breaks of a paragraph. */
export function parseInline(html: string): Fragment {
  if (!/[<&]/.test(html)) return html === '' ? Fragment.empty : Fragment.from(schema.text(html))
  return readInline(toTokens(html), 0, () => false).content
}

type Read = { content: Fragment; next: number }

function readInline(tokens: readonly Token[], from: number, isEnd: (token: Token) => boolean): Read {
  const nodes: Node[] = []
  const open: { name: string; mark: Mark | null }[] = []
  let marks: readonly Mark[] = []
  let at = from
  for (; at < tokens.length && !isEnd(tokens[at]!); at++) {
    const token = tokens[at]!
    if (token.kind === 'text') nodes.push(schema.text(token.text, marks))
    else if (token.kind === 'close') {
      const index = open.findLastIndex(({ name }) => name === token.name)
      if (index === -1) continue
      open.splice(index, 1)
      marks = open.reduce<readonly Mark[]>((set, { mark }) => mark?.addToSet(set) ?? set, [])
    } else if (token.name === 'br') nodes.push(schema.node('br', null, undefined, marks))
    else {
      const mark = toMark(token.name, token.attributes)
      open.push({ name: token.name, mark })
      marks = mark?.addToSet(marks) ?? marks
    }
  }
  return { content: Fragment.fromArray(nodes), next: at }
}

function toMark(name: string, attributes: string): Mark | null {
  if (name === 'a') {
    const [, doubled, single, bare] = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? []
    const href = toSafeLink(decode(doubled ?? single ?? bare ?? ''))
    return href === null ? null : schema.mark('link', { href })
  }
  const mark = MARK_OF[name]
  if (mark === undefined) return null
  return schema.mark(mark, schema.marks[mark]!.spec.attrs?.tag === undefined ? null : { tag: name })
}

/** Entries of a list from the HTML of one: text after a nested list becomes an entry of its own. */
export function parseEntry(html: string): Node[] {
  const tokens = toTokens(html)
  const { entries } = readEntries(tokens, 0)
  return entries.length === 0 ? [schema.node('listItem', null, [schema.node('paragraph')])] : entries
}

const isList = (token: Token) => token.kind !== 'text' && (token.name === 'ul' || token.name === 'ol')
const isEntryEnd = (token: Token) => isList(token) || (token.kind !== 'text' && token.name === 'li')

/** Up to the end of the entry or of the list around it. */
function readEntries(tokens: readonly Token[], from: number): { entries: Node[]; next: number } {
  const entries: Node[] = []
  let at = from
  while (at < tokens.length) {
    const token = tokens[at]!
    if (token.kind === 'close' && isEntryEnd(token)) break
    if (token.kind === 'open' && isList(token)) {
      const { list, next } = readList(tokens, at)
      at = next
      if (list === null) continue
      const last = entries.pop() ?? schema.node('listItem', null, [schema.node('paragraph')])
      entries.push(last.copy(last.content.addToEnd(list)))
      continue
    }
    const { content, next } = readInline(tokens, at, isEntryEnd)
    // A stray `<li>` outside a list.
    at = next === at ? at + 1 : next
    const isBlank = content.textBetween(0, content.size, '', '\n').trim() === ''
    if (!isBlank || (entries.length === 0 && content.size > 0 && at >= tokens.length))
      entries.push(schema.node('listItem', null, [schema.node('paragraph', null, content)]))
  }
  return { entries, next: at }
}

function readList(tokens: readonly Token[], from: number): { list: Node | null; next: number } {
  const opening = tokens[from] as { name: string }
  const items: Node[] = []
  let at = from + 1
  while (at < tokens.length) {
    const token = tokens[at]!
    if (token.kind === 'close' && isList(token)) {
      at++
      break
    }
    if (token.kind === 'open' && token.name === 'li') {
      const { entries, next } = readEntries(tokens, at + 1)
      items.push(...(entries.length === 0 ? [schema.node('listItem', null, [schema.node('paragraph')])] : entries))
      at = next
    } else at++
  }
  const list = items.length === 0 ? null : schema.node('list', { ordered: opening.name === 'ol', start: null }, items)
  return { list, next: at }
}

// ── Back to HTML

/** HTML of text and line breaks; the mark that reaches furthest is outside. */
export function printInline(content: Fragment): string {
  const nodes: Node[] = []
  content.forEach((node) => nodes.push(node))
  return print(nodes, 0, nodes.length, [])
}

function print(nodes: readonly Node[], from: number, to: number, open: readonly Mark[]): string {
  let html = ''
  for (let at = from; at < to;) {
    const node = nodes[at]!
    let best: { mark: Mark; end: number } | null = null
    for (const mark of node.marks) {
      if (mark.isInSet(open)) continue
      let end = at + 1
      while (end < to && mark.isInSet(nodes[end]!.marks)) end++
      if (best === null || end > best.end) best = { mark, end }
    }
    if (best === null) {
      html += node.isText ? escapeText(node.text!) : '<br>'
      at++
      continue
    }
    const { mark, end } = best
    const name = mark.type.name === 'link' ? 'a' : ((mark.attrs.tag as string | undefined) ?? mark.type.name)
    const attributes = mark.type.name === 'link' ? ` href="${escapeAttribute(mark.attrs.href as string)}"` : ''
    html += `<${name}${attributes}>${print(nodes, at, end, [...open, mark])}</${name}>`
    at = end
  }
  return html
}

/** HTML of an entry with the lists in it. */
export function printEntry(item: Node): string {
  let html = ''
  item.forEach((child) => {
    if (child.type.name !== 'list') html += printInline(child.content)
    else {
      const name = child.attrs.ordered === true ? 'ol' : 'ul'
      html += `<${name}>`
      child.forEach((entry) => (html += `<li>${printEntry(entry)}</li>`))
      html += `</${name}>`
    }
  })
  return html
}

const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const escapeAttribute = (text: string) => escapeText(text).replace(/"/g, '&quot;')

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  bdquo: '„',
  ldquo: '“',
  rdquo: '”',
  sbquo: '‚',
  lsquo: '‘',
  rsquo: '’',
  laquo: '«',
  raquo: '»',
  middot: '·',
  bull: '•',
  times: '×',
  deg: '°',
}

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? (whole as string)
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })
}

/** An address that the content service keeps: https, http, mail, telephone, or a path of this site. Otherwise null. */
export function toSafeLink(address: string): string | null {
  const text = address.trim()
  if (text === '' || /[\u0000-\u0020\u007f\\]/.test(text)) return null
  if (text.startsWith('#')) return text
  if (text.startsWith('/')) return text.startsWith('//') ? null : text
  return URL.canParse(text) && ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(text).protocol) ? text : null
}
