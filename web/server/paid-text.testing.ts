/**
 * Finds sentences of paid texts in the portal's answers. Promises: one pass over the bytes for all texts; it finds
 * every six words in a row and every address of a picture, film or recording that occur only in a paid text, through
 * markup, JSON escapes, entities, percent-encoding and compression. Public parts (first paragraphs, headlines, teasers,
 * free articles) are not secret and are removed before.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ContentItem } from '@lokalteil/contracts/content'

/** Words in a row that count as a find. */
const RUN = 6

export type PaidBody = { id: string; contentItems: readonly ContentItem[] }

export type PaidTextScanner = {
  /** Ids of the texts found, with the first words found. */
  scan: (text: string) => ReadonlyMap<string, string>
  /** Number of word runs of each text: all, and those that are secret. */
  counts: ReadonlyMap<string, { all: number; secret: number }>
  addresses: readonly string[]
}

export function createPaidTextScanner(bodies: readonly PaidBody[], publicText: string): PaidTextScanner {
  const owners = new Map<string, string>()
  const counts = new Map<string, { all: number; secret: number }>()
  const addresses = new Map<string, string>()
  const openRuns = new Set(listRuns(publicText))

  for (const { id, contentItems } of bodies) {
    const runs = new Set<string>()
    for (const text of contentItems.flatMap(listStrings)) {
      for (const form of [text, text.replace(/<[^>]*>/g, ' ')]) for (const run of listRuns(form)) runs.add(run)
    }
    const secret = [...runs].filter((run) => !openRuns.has(run))
    counts.set(id, { all: runs.size, secret: secret.length })
    for (const run of secret) owners.set(run, id)
    for (const address of contentItems.flatMap(listAddresses))
      if (!publicText.includes(address)) addresses.set(address, id)
  }
  const hashes = new Set<number>()
  for (const run of owners.keys()) forEachRun(run, null, (_start, _end, hash) => void hashes.add(hash))

  function find(text: string, found: Map<string, string>): void {
    const unescaped = toUnescaped(text)
    forEachRun(unescaped, hashes, (start, end) => {
      const run = toWords(unescaped, start, end)
      const id = owners.get(run)
      if (id !== undefined && !found.has(id)) found.set(id, run)
    })
  }

  return {
    scan(text) {
      const found = new Map<string, string>()
      find(text, found)
      for (const part of listEncoded(text)) find(decodePercent(part), found)
      for (const [address, id] of addresses) if (text.includes(address)) found.set(id, address)
      return found
    },
    counts,
    addresses: [...addresses.keys()],
  }
}

/** The text of an answer after decompression. */
export async function readBody(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer())
  switch (response.headers.get('content-encoding')) {
    case 'br':
      return bytes.length === 0 ? '' : brotliDecompressSync(bytes).toString()
    case 'gzip':
      return bytes.length === 0 ? '' : gunzipSync(bytes).toString()
    default:
      return bytes.toString()
  }
}

// --- Texts of a body

function listStrings(item: unknown): string[] {
  if (typeof item === 'string') return [item]
  if (typeof item !== 'object' || item === null) return []
  // A teaser of another article is public.
  if ('type' in item && item.type === 'articleTeaser') return []
  return Object.values(item).flatMap(listStrings)
}

function listAddresses(item: unknown): string[] {
  if (typeof item !== 'object' || item === null || ('type' in item && item.type === 'articleTeaser')) return []
  return Object.entries(item).flatMap(([name, value]) =>
    typeof value === 'string' && ['baseUrl', 'src', 'url'].includes(name) && value.length > 8
      ? [value]
      : listAddresses(value),
  )
}

// --- Words

/** Decodes escaped markup, as in JSON inside a page or HTML inside a feed. */
function toUnescaped(text: string): string {
  const plain = text.includes('\\u00')
    ? text.replace(/\\u00([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  return plain.includes('&lt;') || plain.includes('&amp;')
    ? plain.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    : plain
}

/** Percent-encoded texts. */
function listEncoded(text: string): string[] {
  const found: string[] = []
  for (let at = text.indexOf('%20'); at !== -1; at = text.indexOf('%20', at + 1)) {
    const isInside = (index: number) => index >= 0 && index < text.length && !/[\s"'<>]/.test(text[index]!)
    let [start, end] = [at, at]
    while (isInside(start - 1)) start--
    while (isInside(end)) end++
    found.push(text.slice(start, end))
    at = end
  }
  return found
}

function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
}

function listRuns(text: string): string[] {
  const runs: string[] = []
  const unescaped = toUnescaped(text)
  forEachRun(unescaped, null, (start, end) => void runs.push(toWords(unescaped, start, end)))
  return runs
}

/** The words between two positions, as the scan read them. */
function toWords(text: string, start: number, end: number): string {
  const marks = /\\[nrtbf"/]|<\/?[a-z0-9]{1,10}\s*\/?>|&[a-z0-9#]{1,8};/gi
  const plain = text
    .slice(start, end)
    .replace(/&shy;|\u00ad/gi, '')
    .replace(marks, ' ')
  return (plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

/** Value of a character in a word's hash; 0 for separators. */
const WORTH = new Uint16Array(65_536)
for (let code = 48; code < WORTH.length; code++) {
  const letter = String.fromCharCode(code)
  if (/[\p{L}\p{N}]/u.test(letter)) WORTH[code] = letter.toLowerCase().charCodeAt(0)
}
const [AND, LESS, BACKSLASH, SOFT_HYPHEN] = [38, 60, 92, 0xad]
const BASE = 1_000_003
const LEAVING = Array.from({ length: RUN }).reduce<number>((power) => Math.imul(power, BASE), 1)

/**
 * Calls back for every `RUN` words in a row whose hash is wanted (null: all), with position and hash. A single loop
 * over the characters, because it runs over hundreds of megabytes.
 */
function forEachRun(
  text: string,
  wanted: ReadonlySet<number> | null,
  visit: (start: number, end: number, hash: number) => void,
): void {
  const starts = new Int32Array(RUN)
  const hashes = new Int32Array(RUN)
  let count = 0
  let rolling = 0
  let start = -1
  let hash = 0
  const endWord = (end: number) => {
    const place = count % RUN
    rolling = (Math.imul(rolling, BASE) + hash - Math.imul(hashes[place]!, LEAVING)) | 0
    starts[place] = start
    hashes[place] = hash
    count++
    start = -1
    if (count >= RUN && (wanted === null || wanted.has(rolling))) visit(starts[count % RUN]!, end, rolling)
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const worth = WORTH[code]!
    if (worth !== 0) {
      if (start === -1) [start, hash] = [at, 0]
      hash = Math.imul(hash ^ worth, 16_777_619) + 1
      continue
    }
    const skipped =
      code === LESS ? lengthOfTag(text, at) : code === AND ? lengthOfEntity(text, at) : code === BACKSLASH ? 2 : 1
    if (start !== -1 && code !== SOFT_HYPHEN && !(code === AND && text.startsWith('&shy;', at))) endWord(at)
    at += skipped - 1
  }
  if (start !== -1) endWord(text.length)
}

/** Length of a tag without attributes, which may stand inside a sentence. Text in attributes is read like any text. */
function lengthOfTag(text: string, at: number): number {
  for (let end = at + 1; end < at + 15; end++) {
    const code = text.charCodeAt(end)
    if (code === 62) return end - at + 1
    if (!((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 47 && code <= 57) || code === 32))
      return 1
  }
  return 1
}

function lengthOfEntity(text: string, at: number): number {
  const end = text.indexOf(';', at)
  return end > at && end - at < 10 && /^&[a-z0-9#]+$/i.test(text.slice(at, end)) ? end - at + 1 : 1
}
