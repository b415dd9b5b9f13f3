/**
 * Splits the XML of a feed into its head and its items, so that a broken item is lost alone. Certain faults (a bare
 * "&", unescaped markup) are repaired; then each part passes the XML check (`xml.ts`): no document type, no entities,
 * limited depth. The only document types accepted, and cut off, are one without declarations and that of RSS 0.91;
 * neither is ever fetched. Linear time.
 */
import { escapeAmpersands, parseXml } from './xml.ts'

export type FeedKind = 'rss' | 'rdf' | 'atom'
type FeedItem = { kind: 'item'; xml: string; raw: string } | { kind: 'broken'; reason: string; raw: string }
export type FeedParts =
  | {
      kind: FeedKind
      /** The feed without its items; '' if it is broken. */
      head: string
      items: FeedItem[]
      /** A feed with this item only, as it was written. */
      alone: (raw: string) => string
    }
  | { kind: 'refused'; reason: string }

const PROLOG = /^(?:\s+|\ufeff|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->)*/
const HARMLESS_TYPE =
  /^<!DOCTYPE\s+[\w:.-]+\s*(?:PUBLIC\s+"-\/\/Netscape Communications\/\/DTD RSS 0\.91\/\/EN"\s+"https?:\/\/my\.netscape\.com\/publish\/formats\/rss-0\.91\.dtd"\s*)?>/i
const ROOT = /^<((?:[A-Za-z_][\w.-]*:)?(rss|feed|RDF))(?=[\s>])/

export function splitFeed(xml: string): FeedParts {
  let body = xml.slice(PROLOG.exec(xml)?.[0].length ?? 0)
  const type = HARMLESS_TYPE.exec(body)?.[0] ?? ''
  body = body.slice(type.length)
  body = body.slice(PROLOG.exec(body)?.[0].length ?? 0)
  const root = ROOT.exec(body)
  const rootEnd = root === null ? -1 : findTagEnd(body, 0)
  if (root === null || rootEnd === -1) {
    const checked = parseXml(xml, [], { removePrefixes: false })
    return { kind: 'refused', reason: checked.kind === 'refused' ? checked.reason : 'XML: not a feed' }
  }
  const kind: FeedKind = root[2] === 'rss' ? 'rss' : root[2] === 'feed' ? 'atom' : 'rdf'
  const prefix = root[1]!.includes(':') ? `${root[1]!.split(':')[0]}:` : ''
  const name = kind === 'atom' ? `${prefix}entry` : 'item'
  const open = body.slice(0, rootEnd) + (kind === 'rss' ? '<channel>' : '')
  const close = `${kind === 'rss' ? '</channel>' : ''}</${root[1]}>`

  const { blocks, rest } = findBlocks(body, rootEnd, name)
  const head = check(closeHead(body.slice(0, rootEnd) + rest, root[1]!, kind))
  // A declared type or entity refuses the whole feed, wherever it stands.
  if (head.kind === 'broken' && head.isForbidden) return { kind: 'refused', reason: head.reason }
  const items = blocks.map((raw): FeedItem => {
    const checked = checkItem(raw, open, close)
    return checked.kind === 'broken' ? { kind: 'broken', reason: checked.reason, raw } : { ...checked, raw }
  })
  const whole = head.kind === 'item' ? head.xml : open + close
  const end = whole.lastIndexOf(kind === 'rss' ? '</channel>' : `</${root[1]}>`)
  const alone = (raw: string) => (end === -1 ? open + raw + close : whole.slice(0, end) + raw + whole.slice(end))
  return { kind, head: head.kind === 'item' ? head.xml : '', items, alone }
}

type Checked = { kind: 'item'; xml: string } | { kind: 'broken'; reason: string; isForbidden: boolean }

function check(xml: string): Checked {
  const parsed = parseXml(xml, [], { removePrefixes: false })
  if (parsed.kind === 'root') return { kind: 'item', xml }
  return { kind: 'broken', reason: parsed.reason, isForbidden: parsed.reason.includes('DTD') }
}

function checkItem(raw: string, open: string, close: string): Checked {
  const mended = escapeAmpersands(raw)
  const first = check(open + mended + close)
  if (first.kind === 'item' || first.isForbidden) return first
  const second = check(open + wrapMarkup(mended) + close)
  return second.kind === 'item' ? second : first
}

/** A feed that was cut off still has its title. */
function closeHead(head: string, root: string, kind: FeedKind): string {
  const mended = escapeAmpersands(head)
  const isClosed = mended.trimEnd().endsWith(`</${root}>`)
  if (isClosed) return mended
  return `${mended}${kind === 'rss' && !mended.includes('</channel>') ? '</channel>' : ''}</${root}>`
}

/** Index after the ">" of the tag at `at`; -1: it never ends. */
function findTagEnd(text: string, at: number): number {
  let quote = 0
  for (let index = at + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (quote !== 0) quote = code === quote ? 0 : quote
    else if (code === 34 || code === 39) quote = code
    else if (code === 62) return index + 1
  }
  return -1
}

function findBlocks(body: string, from: number, name: string): { blocks: string[]; rest: string } {
  const opening = new RegExp(`<${name}(?=[\\s/>])`, 'g')
  const blocks: string[] = []
  let rest = ''
  let at = from
  const ends = createEndFinder(body, name)
  for (;;) {
    opening.lastIndex = at
    const start = opening.exec(body)?.index ?? -1
    if (start === -1) break
    rest += body.slice(at, start)
    at = ends(start)
    blocks.push(body.slice(start, at))
  }
  return { blocks, rest: rest + body.slice(at) }
}

/** Finds the end of a block: after its end tag, else before the next block or the end of the feed. */
function createEndFinder(body: string, name: string) {
  const stop = new RegExp(
    `<(?:!\\[CDATA\\[|!--|${name}(?=[\\s/>])|/(?:${name}|channel|rss|[\\w.-]*:?RDF|[\\w.-]*:?feed)\\s*>)`,
    'g',
  )
  const next = new RegExp(`</${name}\\s*>\\s*<(?:${name}(?=[\\s/>])|/)`, 'g')
  let isCdataOver = false
  return (start: number): number => {
    const head = findTagEnd(body, start)
    if (head === -1) return body.length
    if (body[head - 2] === '/') return head
    stop.lastIndex = head
    for (let found = stop.exec(body); found !== null; found = stop.exec(body)) {
      const [tag] = found
      if (tag === '<![CDATA[') {
        const end = isCdataOver ? -1 : body.indexOf(']]>', found.index)
        if (end === -1) {
          isCdataOver = true
          continue
        }
        // A CDATA section that runs past the end of its item was never closed.
        next.lastIndex = found.index
        const swallowed = next.exec(body)
        if (swallowed === null || swallowed.index > end) stop.lastIndex = end + 3
      } else if (tag === '<!--') {
        const end = body.indexOf('-->', found.index)
        if (end !== -1 && end - found.index < 100_000) stop.lastIndex = end + 3
      } else if (tag.startsWith(`</${name}`)) return found.index + tag.length
      else return found.index
    }
    return body.length
  }
}

const TEXTS = [
  'title',
  'description',
  'content:encoded',
  'summary',
  'content',
  'dc:description',
  'author',
  'dc:creator',
]

/** Wraps unescaped markup with unclosed tags into CDATA. `names`: further text elements. */
export function wrapMarkup(item: string, names: readonly string[] = []): string {
  let wrapped = item
  for (const name of [...TEXTS, ...names]) {
    const opening = new RegExp(`<${name}(?:\\s[^<>]*)?>`, 'g')
    const closing = `</${name}>`
    let text = ''
    let at = 0
    for (let found = opening.exec(wrapped); found !== null; found = opening.exec(wrapped)) {
      const start = found.index + found[0].length
      const end = wrapped.indexOf(closing, start)
      if (end === -1) break
      const inner = wrapped.slice(start, end)
      const isMarkup = inner.includes('<') && !inner.includes('<![CDATA[')
      text += wrapped.slice(at, start) + (isMarkup ? `<![CDATA[${inner.replaceAll(']]>', ']]&gt;')}]]>` : inner)
      at = end
      opening.lastIndex = end
    }
    wrapped = text + wrapped.slice(at)
  }
  return wrapped
}
