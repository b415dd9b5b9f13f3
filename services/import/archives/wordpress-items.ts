/**
 * Reads a WordPress export (WXR) of any size item by item: its head once, then one `<item>` after the other, never more
 * than one in memory. What stands in CDATA is text, so an item that quotes the end of another ends where it ends. An
 * item that is too large or was cut off is told and stops nothing.
 */
import { createReadStream } from 'node:fs'
import { MAX_DOCUMENT } from '../formats/recognise.ts'

export type ExportPart =
  | { kind: 'head'; xml: string }
  | { kind: 'item'; xml: string; bytes: number }
  | { kind: 'broken'; reason: string; raw: string; bytes: number }

/** Authors, categories and tags of a large paper stand before its first post. */
const MAX_HEAD = 40 * 1024 * 1024
const START = '<item>'
const END = '</item>'
const LAST = '</rss>'
const CDATA = '<![CDATA['
const CDATA_END = ']]>'
/** What is shown of something that cannot be read. */
const SHOWN = 64 * 1024

/** Throws a TypeError at bytes that are not in the encoding the file declares. */
export async function* readExport(path: string): AsyncGenerator<ExportPart> {
  let text = ''
  let isHeadRead = false
  let isEnded = false
  let item: ItemScan | null = null
  for await (const chunk of readText(path)) {
    text += chunk
    for (;;) {
      if (item === null) {
        const start = text.indexOf(START)
        if (!isHeadRead && (start !== -1 || text.length > MAX_HEAD || text.includes(LAST))) {
          isHeadRead = true
          yield { kind: 'head', xml: start === -1 ? text.slice(0, MAX_HEAD) : text.slice(0, start) }
        }
        if (start === -1) {
          isEnded ||= text.includes(LAST)
          // A tag may be cut in two by the end of a chunk.
          if (isHeadRead) text = text.slice(-START.length)
          break
        }
        item = { start, at: start + START.length }
      }
      const part = scanItem(text, item)
      if (part === null) break
      yield part.found
      text = text.slice(part.end)
      item = null
    }
  }
  if (!isHeadRead) yield { kind: 'head', xml: text.slice(0, MAX_HEAD) }
  if (item !== null) yield toBroken(text.slice(item.start), 'the file ends in the middle of it')
  else if (!isEnded)
    yield {
      kind: 'broken',
      reason: 'the file ends before its last line: the export is not complete',
      raw: '',
      bytes: 0,
    }
}

/** Where an item began and how far it was looked at. */
type ItemScan = { start: number; at: number }

/** Null: its end has not been read yet. */
function scanItem(text: string, scan: ItemScan): { found: ExportPart; end: number } | null {
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
        found: isTooLarge
          ? toBroken(whole, 'larger than 5 MB')
          : { kind: 'item', xml: whole, bytes: Buffer.byteLength(whole) },
        end: end + END.length,
      }
    }
    if (text.length - scan.start <= 2 * MAX_DOCUMENT) return null
    return skipItem(text, scan)
  }
}

/** A section that never ends would take all others along: it is left where the next item seems to begin. */
function skipItem(text: string, { start }: ItemScan): { found: ExportPart; end: number } {
  const next = /<\/item>\s*<item>/.exec(text.slice(start))
  const end = next === null ? text.length : start + next.index + END.length
  return { found: toBroken(text.slice(start, end), 'its end cannot be found'), end }
}

const toBroken = (raw: string, reason: string): ExportPart => ({
  kind: 'broken',
  reason,
  raw: raw.slice(0, SHOWN),
  bytes: Buffer.byteLength(raw),
})

async function* readText(path: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(findEncoding(chunk), { fatal: true })
    // Half a character at the end of a file that was cut off is never asked for.
    yield decoder.decode(chunk, { stream: true })
  }
}

const ENCODINGS = new Set(['utf-8', 'iso-8859-1', 'iso-8859-15', 'windows-1252'])

function findEncoding(head: Buffer): string {
  const declared = /^[^<]*<\?xml[^>]*encoding=["']([\w-]{3,20})["']/.exec(head.subarray(0, 300).toString('latin1'))?.[1]
  const name = declared?.toLowerCase() ?? 'utf-8'
  return ENCODINGS.has(name) ? name : 'utf-8'
}
