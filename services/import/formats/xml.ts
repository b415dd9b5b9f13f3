/**
 * The only XML parser of the import: well-formed input, at most 100 levels deep, without document types or entity
 * declarations (refused, not ignored). Only the five entities of XML, a few of HTML and character references are
 * decoded, each once, so nothing can be expanded or fetched (XXE, entity expansion). Names that would reach an object's
 * prototype are dropped.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser'

export type XmlNode = Readonly<Record<string, unknown>>
export type XmlResult = { kind: 'root'; name: string; root: XmlNode } | { kind: 'refused'; reason: string }

const MAX_DEPTH = 100
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Feeds use these HTML entities without declaring them; no other names are known. */
const HTML_NAMED: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  euro: '€',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bdquo: '„',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  eacute: 'é',
  agrave: 'à',
  aring: 'å',
  Aring: 'Å',
  copy: '©',
  middot: '·',
}

export function decodeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined)
        return (
          (Object.hasOwn(NAMED, name) ? NAMED[name] : Object.hasOwn(HTML_NAMED, name) ? HTML_NAMED[name] : undefined) ??
          whole
        )
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || code === 0 ? '' : String.fromCodePoint(code)
    },
  )
}

/**
 * Scans the markup once before a tree is built: refuses declarations and counts the depth. Comments, CDATA and
 * processing instructions are skipped as text.
 */
function inspect(xml: string): string | null {
  let at = 0
  let depth = 0
  while ((at = xml.indexOf('<', at)) !== -1) {
    const ahead = xml.slice(at, at + 9)
    const end = ahead.startsWith('<!--') ? '-->' : ahead === '<![CDATA[' ? ']]>' : ahead.startsWith('<?') ? '?>' : ''
    if (end !== '') {
      const close = xml.indexOf(end, at + (end === '-->' ? 4 : 2))
      if (close === -1)
        return /<!\s*(?:DOCTYPE|ENTITY)/i.test(xml.slice(at)) ? DECLARED : 'XML: a comment or section without end'
      at = close + end.length
      continue
    }
    if (ahead.startsWith('<!')) return DECLARED
    let close = at + 1
    let quote = 0
    for (; close < xml.length; close += 1) {
      const code = xml.charCodeAt(close)
      if (quote !== 0) quote = code === quote ? 0 : quote
      else if (code === 34 || code === 39) quote = code
      else if (code === 62) break
    }
    if (ahead.startsWith('</')) depth -= 1
    else if (xml.charCodeAt(close - 1) !== 47 && (depth += 1) > MAX_DEPTH)
      return `XML: nested deeper than ${MAX_DEPTH} levels`
    at = close + 1
  }
  return null
}

const DECLARED = 'XML: DTD not allowed (document type and entity declarations are refused)'

const BARE = /&(?!#\d{1,7};|#x[0-9a-f]{1,6};|[a-z][a-z0-9]{1,31};)/gi

/** Escapes bare "&"; those in CDATA and in references stay. */
export function escapeAmpersands(xml: string): string {
  let mended = ''
  let at = 0
  for (;;) {
    const start = xml.indexOf('<![CDATA[', at)
    const end = start === -1 ? -1 : xml.indexOf(']]>', start)
    if (end === -1) return mended + xml.slice(at).replace(BARE, '&amp;')
    mended += xml.slice(at, start).replace(BARE, '&amp;') + xml.slice(start, end + 3)
    at = end + 3
  }
}

type XmlOptions = { removePrefixes: boolean }

/**
 * Reads a list of members (jobs, homes) in which some may not be well-formed: those are cut out, and the rest is read.
 * `name`: element of a member.
 * @markets
 */
export function parseMembers(
  xml: string,
  name: string,
  options: XmlOptions,
): { read: XmlResult; broken: { reason: string; raw: string }[] } {
  const whole = parseXml(xml, [], options)
  if (whole.kind === 'root') return { read: whole, broken: [] }
  const broken: { reason: string; raw: string }[] = []
  let rest = ''
  let at = 0
  const opening = new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s>])`, 'g')
  const closing = new RegExp(`</(?:[\\w.-]+:)?${name}\\s*>`, 'g')
  let close: RegExpExecArray | null = null
  for (let found = opening.exec(xml); found !== null; found = opening.exec(xml)) {
    if (close === null || close.index < found.index) {
      closing.lastIndex = found.index
      close = closing.exec(xml)
    }
    if (close === null) break
    // A member without an end is broken alone.
    const next = opening.exec(xml)?.index ?? Infinity
    const end = Math.min(next, close.index + close[0].length)
    const raw = xml.slice(found.index, end)
    const one = parseXml(raw, [], options)
    rest += xml.slice(at, one.kind === 'root' ? end : found.index)
    if (one.kind === 'refused') broken.push({ reason: one.reason, raw })
    at = end
    opening.lastIndex = end
  }
  if (broken.length === 0) return { read: whole, broken }
  const read = parseXml(rest + xml.slice(at), [], options)
  return read.kind === 'root' ? { read, broken } : { read: whole, broken: [] }
}

/** A bare "&" is mended, because one in a name would cost the whole document. */
export function parseXml(xml: string, rawTags: readonly string[], options: XmlOptions): XmlResult {
  const read = parseStrictly(xml, rawTags, options)
  if (read.kind === 'root' || !xml.includes('&')) return read
  const mended = escapeAmpersands(xml)
  const second = mended === xml ? read : parseStrictly(mended, rawTags, options)
  return second.kind === 'root' ? second : read
}

function parseStrictly(xml: string, rawTags: readonly string[], options: XmlOptions): XmlResult {
  const reason = inspect(xml)
  if (reason !== null) return { kind: 'refused', reason }
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    textNodeName: '#text',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: true,
    ignoreDeclaration: true,
    ignorePiTags: true,
    removeNSPrefix: options.removePrefixes,
    maxNestedTags: MAX_DEPTH,
    stopNodes: rawTags.map((tag) => `*.${tag}`),
    processEntities: true,
    entityDecoder: {
      setExternalEntities() {},
      addInputEntities() {},
      reset() {},
      decode: decodeXml,
      setXmlVersion() {},
    },
  })
  try {
    const valid = XMLValidator.validate(xml, { allowBooleanAttributes: false })
    if (valid !== true)
      return { kind: 'refused', reason: `XML: ${valid.err.msg} (line ${valid.err.line})`.slice(0, 300) }
    const tree: unknown = parser.parse(xml)
    if (!isNode(tree)) return { kind: 'refused', reason: 'XML: no root element' }
    const name = Object.keys(tree).find((key) => isNode(tree[key]))
    if (name === undefined) return { kind: 'refused', reason: 'XML: the root element is empty' }
    return { kind: 'root', name, root: tree[name] as XmlNode }
  } catch (error) {
    return { kind: 'refused', reason: `XML: ${error instanceof Error ? error.message : 'unreadable'}`.slice(0, 300) }
  }
}

/** @markets */
export function isNode(value: unknown): value is XmlNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const own = (node: unknown, name: string): unknown =>
  isNode(node) && Object.hasOwn(node, name) ? node[name] : undefined

/** All children of a name; empty ones are empty nodes. */
export function listChildren(node: unknown, name: string): XmlNode[] {
  const found = own(node, name)
  const all = Array.isArray(found) ? (found as unknown[]) : found === undefined ? [] : [found]
  return all.map((child) => (isNode(child) ? child : { '#text': String(child) }))
}

export function getChild(node: unknown, ...path: string[]): XmlNode | undefined {
  let current: XmlNode | undefined = isNode(node) ? node : undefined
  for (const name of path) current = current === undefined ? undefined : listChildren(current, name)[0]
  return current
}

export function toNodeText(node: unknown): string {
  const text = isNode(node) ? own(node, '#text') : node
  return typeof text === 'string' ? text : typeof text === 'number' ? String(text) : ''
}

export function textAt(node: unknown, ...path: string[]): string {
  return toNodeText(getChild(node, ...path)).trim()
}

export function attributeOf(node: unknown, name: string): string {
  const value = own(node, `@${name}`)
  return typeof value === 'string' ? value : ''
}

/** The contents of a raw tag: markup, or text that was escaped or wrapped in CDATA. */
export function unwrapRaw(raw: string): { text: string; isMarkup: boolean } {
  const trimmed = raw.trim()
  if (trimmed.startsWith('<![CDATA['))
    return { text: trimmed.replaceAll('<![CDATA[', '').replaceAll(']]>', ''), isMarkup: false }
  return trimmed.includes('<') ? { text: trimmed, isMarkup: true } : { text: decodeXml(trimmed), isMarkup: false }
}
