/**
 * Recognises the format by the content, never by the name: digitalwires, ninjs, NewsML-G2, a live report, a feed (XML
 * or JSON), plain texts, a format of a room, or a list of such documents (a JSON array, `{"entries": […]}`, one JSON per
 * line). Other input is refused with the reason; a JSON Schema or a web page is marked, because a folder may contain one.
 */
import type { JsonFormat, TextFormat, XmlFormat } from '../room-formats.ts'
import { ALL_ROOM_FORMATS } from './all-rooms.ts'
import { isGhostExport, isWordpressExport } from './archive-kinds.ts'
import { isDigitalwires } from './digitalwires.ts'
import { isJsonFeed } from './feed-entries.ts'
import { FEED_ROOTS } from './feed.ts'
import { isLiveReport } from './liveblog.ts'
import { NEWSML_PLANS, NEWSML_ROOTS } from './newsml-g2.ts'
import { recogniseNinjs } from './ninjs-shape.ts'
import { isPlain } from './plain.ts'

export type DocumentFormat = 'digitalwires' | 'ninjs 1.x' | 'ninjs 2.x' | 'ninjs 3.x' | 'live report' | 'plain'

export type Recognised =
  | { kind: 'json'; value: unknown; format: DocumentFormat }
  | { kind: 'room-json'; value: unknown; format: JsonFormat }
  | { kind: 'room-text'; text: string; format: XmlFormat | TextFormat }
  | { kind: 'list'; values: unknown[] }
  | { kind: 'lines'; text: string }
  | { kind: 'newsml-g2'; xml: string }
  | { kind: 'feed'; xml: string }
  | { kind: 'json-feed'; value: Record<string, unknown> }
  | { kind: 'refused'; reason: string; isDocument: boolean }

/** It contains drafts, pages and files beside articles. */
const ARCHIVE = 'the export of a whole site: npx lokalteil import takes it as a file (docs/moving-in.md)'
/** Bytes of one document. */
export const MAX_DOCUMENT = 5 * 1024 * 1024
/** The reason for larger input, of which only the beginning is kept. */
export const TOO_LARGE = 'larger than 5 MB'
const MAX_DEPTH = 100

const JSONS = ALL_ROOM_FORMATS.flatMap(({ json }) => json)
const XMLS = ALL_ROOM_FORMATS.flatMap(({ xml = [] }) => xml)
const TEXTS = ALL_ROOM_FORMATS.flatMap(({ text = [] }) => text)
const NEITHER_XML = ['NewsML-G2', ...XMLS.map(({ words }) => words), 'a feed']

export function recogniseText(text: string): Recognised {
  const start = text.search(/\S/)
  if (start === -1) return refused('the document is empty')
  const first = text.charAt(start)
  if (first === '<') return recogniseXml(text.slice(start))
  if (first !== '{' && first !== '[') {
    const format = TEXTS.find(({ isOf }) => isOf(text.slice(start, start + 2000)))
    if (format === undefined) return refused('neither JSON nor XML', false)
    return text.length > MAX_DOCUMENT ? refused(TOO_LARGE) : { kind: 'room-text', text: text.slice(start), format }
  }
  if (isGhostExport(text.slice(0, 20_000))) return refused(ARCHIVE)
  const end = text.indexOf('\n', start)
  const line = end === -1 ? '' : text.slice(start, end).trim()
  if (
    first === '{' &&
    line.endsWith('}') &&
    line.length > 2 &&
    text.slice(end).trim() !== '' &&
    parseJson(line).kind === 'value'
  )
    return { kind: 'lines', text }
  if (text.length > MAX_DOCUMENT) return refused(TOO_LARGE)
  const parsed = parseJson(text)
  if (parsed.kind === 'refused') return refused(parsed.reason)
  return recogniseValue(parsed.value)
}

export function recogniseValue(
  value: unknown,
): Extract<Recognised, { kind: 'json' | 'room-json' | 'json-feed' | 'list' | 'refused' }> {
  if (Array.isArray(value)) return { kind: 'list', values: value }
  if (typeof value !== 'object' || value === null) return refused('JSON without a document in it')
  const object = value as Record<string, unknown>
  if (
    typeof object.$schema === 'string' &&
    object.uri === undefined &&
    object.urn === undefined &&
    object.guid === undefined
  )
    return refused('a JSON Schema, not a document', false)
  if (isJsonFeed(object)) return { kind: 'json-feed', value: object }
  if (isLiveReport(object)) return { kind: 'json', value, format: 'live report' }
  const format = JSONS.find(({ isOf }) => isOf(object))
  if (format !== undefined) return { kind: 'room-json', value, format }
  if (isDigitalwires(object)) return { kind: 'json', value, format: 'digitalwires' }
  const ninjs = recogniseNinjs(object)
  if (ninjs !== null) return { kind: 'json', value, format: `ninjs ${ninjs}` }
  if (isPlain(object)) return { kind: 'json', value, format: 'plain' }
  for (const key of ['entries', 'items', '_items', 'item', 'documents'])
    if (Array.isArray(object[key])) return { kind: 'list', values: object[key] as unknown[] }
  return refused(
    `JSON, but neither digitalwires nor ninjs, a live report, ${JSONS.map(({ words }) => `${words}, `).join('')}a JSON Feed or plain texts (ressort, text)`,
  )
}

function recogniseXml(text: string): Recognised {
  if (text.length > MAX_DOCUMENT) return refused(TOO_LARGE)
  // The first tag after declaration, comments and instructions; the parser refuses document types.
  const root =
    /^(?:\s+|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<![^>[]*(?:\[[^\]]*\]\s*)?>)*<([A-Za-z_][\w:.-]*)/.exec(
      text.slice(0, 20_000),
    )?.[1] ?? ''
  const local = root.replace(/^.*:/, '')
  if (/^html$/i.test(root)) return refused('a web page, not a document or a feed', false)
  if (isWordpressExport(text.slice(0, 20_000))) return refused(ARCHIVE)
  if (NEWSML_ROOTS.has(local) || NEWSML_PLANS.has(local)) return { kind: 'newsml-g2', xml: text }
  if (FEED_ROOTS.has(local)) return { kind: 'feed', xml: text }
  const format = XMLS.find(({ isOf }) => isOf(local, text))
  if (format !== undefined) return { kind: 'room-text', text, format }
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(text))
    return refused('XML: DTD not allowed (document type and entity declarations are refused)')
  return refused(
    root === ''
      ? 'XML without a root element'
      : `XML with the root element <${root.slice(0, 40)}>, which is neither ${NEITHER_XML.slice(0, -1).join(', ')} nor ${NEITHER_XML.at(-1)}`,
  )
}

const refused = (reason: string, isDocument = true): Extract<Recognised, { kind: 'refused' }> => ({
  kind: 'refused',
  reason,
  isDocument,
})

/** JSON of at most 100 levels; depth is counted before anything is built. */
export function parseJson(text: string): { kind: 'value'; value: unknown } | { kind: 'refused'; reason: string } {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === 92) at += 1
      else if (code === 34) inText = false
    } else if (code === 34) inText = true
    else if (code === 123 || code === 91) {
      depth += 1
      if (depth > MAX_DEPTH) return { kind: 'refused', reason: `JSON: nested deeper than ${MAX_DEPTH} levels` }
    } else if (code === 125 || code === 93) depth -= 1
  }
  try {
    return { kind: 'value', value: JSON.parse(text) as unknown }
  } catch (error) {
    return {
      kind: 'refused',
      reason: `JSON: ${error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 160) : 'unreadable'}`,
    }
  }
}
