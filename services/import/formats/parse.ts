/**
 * Parses bytes or text of any format into documents and refusals. Never throws: an unexpected exception of a parser is
 * a refusal with the error's name. Big inputs are parsed in a worker that is ended at its deadline.
 */
import { Worker } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { parseDigitalwires } from './digitalwires.ts'
import { dropDeskBlocks, findEditorNote } from '../body/editor-notes.ts'
import { parseFeed, parseJsonFeed } from './feed.ts'
import { parseLiveReport } from './liveblog.ts'
import { parseNewsMl } from './newsml-g2.ts'
import { parseNinjs } from './ninjs.ts'
import { IS_EMPTY, isEmpty } from '../parsed-document.ts'
import type { ParseContext, Parsed, ParsedDocument } from '../parsed-document.ts'
import { parsePlain } from './plain.ts'
import { MAX_DOCUMENT, TOO_LARGE, parseJson, recogniseText, recogniseValue } from './recognise.ts'
import type { DocumentFormat } from './recognise.ts'
import { decodeText, findDeclared, type Decoded } from './text-encoding.ts'

/** `isDocument` false: no document at all; a folder may contain such files. */
export type ParseResult = Parsed & {
  format: string
  isDocument: boolean
  /** Remarks about the whole source for the report, in English. */
  remarks?: readonly string[]
}

/** Bytes; above this a worker with a deadline parses. */
const BIG = 512 * 1024
/** Milliseconds of processor time, so that a busy machine refuses nothing. */
const DEADLINE = 10_000
/** Milliseconds of the clock, for a thread that never gets processor time. */
const LONGEST = 300_000

export async function parseBytes(given: Uint8Array, context: ParseContext, deadline = DEADLINE): Promise<ParseResult> {
  const bytes = unpack(given)
  if (typeof bytes === 'string') return refusal(bytes, given.subarray(0, 64 * 1024), 'bin')
  if (bytes.length > MAX_DOCUMENT) return refusal(TOO_LARGE, bytes.subarray(0, 64 * 1024), 'bin')
  if (bytes.length <= BIG) return parseNow(bytes, context)
  return parseInWorker(bytes, context, deadline)
}

/**
 * Unpacks gzip, recognised by its first bytes, because some hosts serve packed files without a header. A text: the
 * reason why it fails.
 */
function unpack(bytes: Uint8Array): Uint8Array | string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_DOCUMENT })
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    return code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LARGE : `gzip: ${message ?? 'damaged'}`
  }
}

export function parseNow(bytes: Uint8Array, context: ParseContext): ParseResult {
  const decoded = decodeText(bytes, [context.charset ?? '', findDeclared(bytes)])
  if (decoded === null)
    return { ...refusal('not text in a known encoding (UTF-8 is expected)', bytes, 'bin'), isDocument: false }
  const parsed = withoutBrokenText(parseText(decoded.text, context), decoded)
  return decoded.note === '' ? parsed : { ...parsed, remarks: [...(parsed.remarks ?? []), decoded.note] }
}

const BROKEN = 'holds bytes that are no character of UTF-8'

/** Refuses only the documents with a broken character. */
function withoutBrokenText(parsed: ParseResult, { isBroken }: Pick<Decoded, 'isBroken'>): ParseResult {
  if (!isBroken) return parsed
  const isWhole = (value: unknown) => !JSON.stringify(value).includes('\ufffd')
  const documents = parsed.documents.filter(isWhole)
  const roomDocuments = (parsed.roomDocuments ?? []).filter(isWhole)
  const refusals = [...parsed.refusals]
  for (const document of parsed.documents)
    if (!documents.includes(document)) {
      const raw = JSON.stringify(document, null, 2)
      refusals.push({ sourceId: document.sourceId, reason: BROKEN, raw, extension: 'json', isParsed: true })
    }
  for (const { sourceId, value } of parsed.roomDocuments ?? [])
    if (!roomDocuments.some((kept) => kept.value === value))
      refusals.push({ sourceId, reason: BROKEN, raw: JSON.stringify(value, null, 2), extension: 'json' })
  return {
    ...parsed,
    documents,
    refusals,
    roomDocuments: parsed.roomDocuments && roomDocuments,
  }
}

export function parseText(text: string, context: ParseContext): ParseResult {
  return withoutEditorNotes(parseUnfiltered(text, context))
}

function parseUnfiltered(text: string, context: ParseContext): ParseResult {
  try {
    const recognised = recogniseText(text)
    switch (recognised.kind) {
      case 'refused':
        return {
          ...refusal(recognised.reason, text, /^\s*</.test(text) ? 'xml' : /^\s*[[{]/.test(text) ? 'json' : 'txt'),
          isDocument: recognised.isDocument,
        }
      case 'newsml-g2':
        return { ...parseNewsMl(recognised.xml), format: 'NewsML-G2', isDocument: true }
      case 'feed':
        return { ...parseFeed(recognised.xml, context), format: 'feed', isDocument: true }
      case 'room-text': {
        const { format, text: given } = recognised
        return { ...format.parse(given, context), format: format.name, isDocument: true }
      }
      case 'json-feed':
        return { ...parseJsonFeed(recognised.value, context), format: 'JSON Feed', isDocument: true }
      case 'json':
        return collect([recognised.value], context, recognised.format)
      case 'room-json':
        return collect([recognised.value], context, recognised.format.name)
      case 'list':
        return collect(recognised.values, context, '')
      case 'lines':
        return parseEachLine(recognised.text.split('\n'), context, 0)
    }
  } catch (error) {
    return refusal(
      `unreadable: ${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error'}`.slice(0, 300),
      text,
      'txt',
    )
  }
}

/** Parses one JSON document per line, as bytes; `from` is the number of lines in earlier parts of the file. */
export function parseLines(lines: readonly Buffer[], context: ParseContext, from: number): ParseResult {
  const decoded = lines.map((line) => decodeText(line, []))
  const texts = decoded.map((line) => line?.text ?? '\0')
  const isBroken = decoded.some((line) => line?.isBroken === true)
  return withoutBrokenText(withoutEditorNotes(parseEachLine(texts, context, from)), { isBroken })
}

function parseEachLine(lines: readonly string[], context: ParseContext, from: number): ParseResult {
  const result: ParseResult = { documents: [], refusals: [], format: '', isDocument: true }
  lines.forEach((line, index) => {
    if (line.trim() === '') return
    if (line.length > MAX_DOCUMENT) {
      result.refusals.push({
        sourceId: `line ${from + index + 1}`,
        reason: TOO_LARGE,
        raw: line.slice(0, 64 * 1024),
        extension: 'txt',
      })
      return
    }
    const parsed = parseJson(line)
    if (parsed.kind === 'refused')
      result.refusals.push({ sourceId: `line ${from + index + 1}`, reason: parsed.reason, raw: line, extension: 'txt' })
    else addValue(result, parsed.value, context, from + index, line)
  })
  return result
}

function collect(values: readonly unknown[], context: ParseContext, format: string): ParseResult {
  const result: ParseResult = { documents: [], refusals: [], format, isDocument: true }
  if (values.length === 0) return refusal('a list without documents', '[]', 'json')
  values.forEach((value, index) => addValue(result, value, context, index))
  return result
}

function addValue(result: ParseResult, value: unknown, context: ParseContext, index: number, line?: string) {
  const refuse = (reason: string, outcome?: 'put-aside', knownId = '') => {
    const named = value as { uri?: unknown; urn?: unknown; guid?: unknown } | null
    const id = [named?.urn, named?.uri, named?.guid].find((one) => typeof one === 'string') ?? ''
    result.refusals.push({
      sourceId: (knownId || id).slice(0, 500),
      reason,
      raw: line ?? JSON.stringify(value, null, 2),
      extension: 'json',
      outcome,
    })
  }
  const recognised = recogniseValue(value)
  if (recognised.kind === 'refused') return refuse(recognised.reason)
  if (recognised.kind === 'list') return refuse('a list inside a list')
  if (recognised.kind === 'json-feed') return refuse('a feed inside a list')
  try {
    if (recognised.kind === 'room-json') {
      result.format ||= recognised.format.name
      const document = recognised.format.parse(value)
      if ('reason' in document) refuse(document.reason, undefined, document.sourceId)
      else (result.roomDocuments ??= []).push(document)
      return
    }
    result.format ||= recognised.format
    const document = parseValue(value, recognised.format, context, index)
    if ('reason' in document) refuse(document.reason, document.outcome, document.sourceId)
    else result.documents.push(document)
  } catch (error) {
    refuse(`unreadable: ${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error'}`.slice(0, 300))
  }
}

function parseValue(
  value: unknown,
  format: DocumentFormat,
  context: ParseContext,
  index: number,
): ParsedDocument | { reason: string; outcome?: 'put-aside'; sourceId?: string } {
  if (format === 'digitalwires') return parseDigitalwires(value)
  if (format === 'live report') return parseLiveReport(value)
  return format === 'plain' ? parsePlain(value, context, index) : parseNinjs(value, context)
}

/** Format name of documents that are read a second time. */
export const KEPT = 'kept'

/** Reads a kept document; `raw` is the JSON of its parsed form. */
export function parseKept(raw: string, sourceId: string): ParseResult {
  const parsed = parseJson(raw)
  const document = parsed.kind === 'value' ? (parsed.value as Partial<ParsedDocument> | null) : null
  const isWhole =
    typeof document?.sourceId === 'string' && Array.isArray(document.contentItems) && document.classes !== undefined
  if (isWhole)
    return withoutEditorNotes({
      documents: [document as ParsedDocument],
      refusals: [],
      format: KEPT,
      isDocument: true,
    })
  const reason = 'what was kept of it cannot be read'
  const refusals: ParseResult['refusals'] = [{ sourceId, reason, raw, extension: 'json', isParsed: true }]
  return { documents: [], refusals, format: '', isDocument: true }
}

/** Puts notes for editors aside, and removes blocks for editors from texts for readers. */
function withoutEditorNotes(result: ParseResult): ParseResult {
  const documents: ParsedDocument[] = []
  const refusals = [...result.refusals]
  for (const document of result.documents) {
    const { items, dropped } = dropDeskBlocks(document.contentItems)
    const isEmptied = dropped.length > 0 && items.length === 0 && document.picture === null
    const reason =
      findEditorNote(document) ??
      (isEmptied ? 'for editors: only contacts and notes for the desk' : isEmpty(document) ? IS_EMPTY : null)
    if (reason !== null && document.status === 'usable') {
      const raw = JSON.stringify(document, null, 2)
      const { sourceId } = document
      refusals.push({ sourceId, reason, raw, extension: 'json', outcome: 'put-aside', isParsed: true })
      continue
    }
    const notes = [...(document.notes ?? []), ...dropped.map((block) => `block for editors left out: ${block}`)]
    documents.push(dropped.length === 0 ? document : { ...document, contentItems: items, notes })
  }
  return { ...result, documents, refusals }
}

function refusal(reason: string, raw: string | Uint8Array, extension: 'json' | 'xml' | 'txt' | 'bin'): ParseResult {
  return { documents: [], refusals: [{ sourceId: '', reason, raw, extension }], format: '', isDocument: true }
}

function parseInWorker(bytes: Uint8Array, context: ParseContext, deadline: number): Promise<ParseResult> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
      workerData: { bytes, context },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const end = () => {
      void worker.terminate()
      settle(refusal(`not read within ${Math.round(deadline / 1000)} s of processor time`, bytes, 'bin'))
    }
    const clock = setTimeout(end, Math.max(deadline, LONGEST))
    const measure = () => {
      worker.cpuUsage().then(
        ({ user, system }) => {
          if ((user + system) / 1000 >= deadline) end()
        },
        // The worker has ended already.
        () => {},
      )
    }
    // Node before 24.6 measures no thread; there only the clock ends it.
    const meter = 'cpuUsage' in worker ? setInterval(measure, Math.min(250, Math.max(10, deadline))) : undefined
    const settle = (result: ParseResult) => {
      clearTimeout(clock)
      clearInterval(meter)
      resolve(result)
    }
    worker.once('message', (result: ParseResult) => settle(result))
    worker.once('error', (error: Error) => settle(refusal(`unreadable: ${error.message}`.slice(0, 300), bytes, 'bin')))
    worker.once('exit', () => settle(refusal('unreadable: the parser ended without an answer', bytes, 'bin')))
  })
}
