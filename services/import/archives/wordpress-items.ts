/**
 * Reads a WordPress export (WXR) of any size as a stream: first its head, then one `<item>` after the other, never more
 * than one in memory. CDATA is treated as text, so an item that quotes `</item>` ends where it should. An item that is
 * too large or cut off is reported and the next one follows.
 */
import { isAscii } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { MAX_DOCUMENT } from '../formats/recognise.ts'
import { countUtf8, decodeText, findDeclared, type Decoded, type Utf8Count } from '../formats/text-encoding.ts'

export type ExportPart =
  | { kind: 'head'; xml: string }
  | ({ kind: 'item'; xml: string; bytes: number } & Pick<Decoded, 'note' | 'isBroken'>)
  | { kind: 'broken'; reason: string; raw: string; bytes: number }

/** Bytes. Authors, categories and tags of a large paper stand before its first post. */
const MAX_HEAD = 40 * 1024 * 1024
const START = /<item[\s>]/
/** Characters of `<item>`. */
const LONGEST_START = 6
const END = '</item>'
const LAST = '</rss>'
const CDATA = '<![CDATA['
const CDATA_END = ']]>'
/** Bytes kept of an item that cannot be read. */
const SHOWN = 64 * 1024

/** The declared encoding, and the counts of the bytes. */
export type ExportEncoding = { declared: string; count: Utf8Count }

/** `encoding`: the result of `surveyEncoding`. */
export async function* readExport(path: string, encoding: ExportEncoding): AsyncGenerator<ExportPart> {
  let text = ''
  let isHeadRead = false
  let isEnded = false
  let item: ItemScan | null = null
  // Latin-1 keeps each byte as one character: the encoding is decided per item, and the tags are the same in all.
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 1024 * 1024 })) {
    text += chunk as string
    for (;;) {
      if (item === null) {
        const start = text.search(START)
        if (!isHeadRead && (start !== -1 || text.length > MAX_HEAD || text.includes(LAST))) {
          isHeadRead = true
          yield toHead(start === -1 ? text : text.slice(0, start), encoding)
        }
        if (start === -1) {
          isEnded ||= text.includes(LAST)
          // The end of a chunk may cut a tag in two.
          if (isHeadRead) text = text.slice(-LONGEST_START)
          break
        }
        item = { start, at: start + LONGEST_START }
      }
      const part = scanItem(text, item, encoding)
      if (part === null) break
      yield part.found
      text = text.slice(part.end)
      item = null
    }
  }
  if (!isHeadRead) yield toHead(text, encoding)
  if (item !== null) yield toBroken(text.slice(item.start), 'the file ends in the middle of it', encoding)
  else if (!isEnded)
    yield {
      kind: 'broken',
      reason: 'the file ends before its last line: the export is not complete',
      raw: '',
      bytes: 0,
    }
}

/** Start of the current item, and how far it was searched. */
type ItemScan = { start: number; at: number }

/** Null: the end of the item has not been read yet. */
function scanItem(text: string, scan: ItemScan, encoding: ExportEncoding): { found: ExportPart; end: number } | null {
  for (;;) {
    const end = text.indexOf(END, scan.at)
    const section = text.indexOf(CDATA, scan.at)
    if (section !== -1 && (end === -1 || section < end)) {
      const sectionEnd = text.indexOf(CDATA_END, section)
      if (sectionEnd !== -1) {
        scan.at = sectionEnd + CDATA_END.length
        continue
      }
      scan.at = section
    } else if (end !== -1) {
      const whole = text.slice(scan.start, end + END.length)
      const isTooLarge = whole.length > MAX_DOCUMENT
      return {
        found: isTooLarge ? toBroken(whole, 'larger than 5 MB', encoding) : toItem(whole, encoding),
        end: end + END.length,
      }
    }
    if (text.length - scan.start <= 2 * MAX_DOCUMENT) return null
    return skipItem(text, scan, encoding)
  }
}

/**
 * A CDATA section that never ends would swallow all other items, so the next item is taken where one seems to begin.
 */
function skipItem(text: string, { start }: ItemScan, encoding: ExportEncoding): { found: ExportPart; end: number } {
  const next = /<\/item>\s*<item[\s>]/.exec(text.slice(start))
  const end = next === null ? text.length : start + next.index + END.length
  return { found: toBroken(text.slice(start, end), 'its end cannot be found', encoding), end }
}

const decode = (text: string, { declared, count }: ExportEncoding): Decoded | null =>
  decodeText(Buffer.from(text, 'latin1'), [declared], count)

const toHead = (text: string, encoding: ExportEncoding): ExportPart => ({
  kind: 'head',
  xml: decode(text.slice(0, MAX_HEAD), encoding)?.text ?? '',
})

function toItem(text: string, encoding: ExportEncoding): ExportPart {
  // Editors paste characters that XML does not allow, and WordPress exports them.
  const decoded = decode(text.replaceAll('\0', ''), encoding)
  if (decoded === null) return toBroken(text, 'no text', encoding)
  const { text: xml, note, isBroken } = decoded
  return { kind: 'item', xml, bytes: text.length, note, isBroken }
}

const toBroken = (text: string, reason: string, encoding: ExportEncoding): ExportPart => ({
  kind: 'broken',
  reason,
  raw: decode(text.slice(0, SHOWN), encoding)?.text ?? '',
  bytes: text.length,
})

/** Reads the whole file once: a few bad bytes are damage, many are another encoding. */
export async function surveyEncoding(path: string): Promise<ExportEncoding> {
  let declared: string | null = null
  const count: Utf8Count = { valid: 0, invalid: 0 }
  let rest = Buffer.alloc(0)
  const add = (bytes: Buffer) => {
    const found = isAscii(bytes) ? { valid: 0, invalid: 0 } : countUtf8(bytes)
    count.valid += found.valid
    count.invalid += found.invalid
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    declared ??= findDeclared(chunk)
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    // The end of a chunk may cut a character in two.
    const end = bytes.length - Math.min(3, bytes.length)
    const start = bytes.subarray(end).findIndex((byte) => byte >= 0xc0)
    const cut = start === -1 ? bytes.length : end + start
    add(bytes.subarray(0, cut))
    rest = Buffer.from(bytes.subarray(cut))
  }
  add(rest)
  return { declared: declared ?? '', count }
}
