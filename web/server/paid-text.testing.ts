/**
 * Finds sentences of paid texts in whatever a portal sends. Promises: one pass over the bytes for all texts at once; found
 * are any six words in a row and any address of a picture, film or recording that only a paid text has, through markup,
 * escapes of JSON, entities, percent-encoding and compression. What readers may see anyway (first paragraphs, headlines,
 * teasers, free articles) is no secret and is taken out before.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ContentItem } from '@lokalteil/contracts/content'

/** Words in a row that count as a sentence. */
const RUN = 6

export type PaidBody = { id: string; contentItems: readonly ContentItem[] }

export type PaidTextScanner = {
  /** Ids of the texts of which something was found, with the first words found. */
  scan: (text: string) => ReadonlyMap<string, string>
  /** Runs of words by text, of all it has and of those that are its secret. */
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

/** The text of an answer as it was before it was compressed. */
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
  // The teaser of another article is that article's, and public.
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

/** Markup that was escaped, as in JSON inside a page or HTML inside a feed. */
function toUnescaped(text: string): string {
  const plain = text.includes('\\u00')
    ? text.replace(/\\u00([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  return plain.includes('&lt;') || plain.includes('&amp;')
    ? plain.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    : plain
}

/** Addresses with a text in them. */
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

/** The words between two places as the scan has read them. */
function toWords(text: string, start: number, end: number): string {
  const marks = /\\[nrtbf"/]|<\/?[a-z0-9]{1,10}\s*\/?>|&[a-z0-9#]{1,8};/gi
  const plain = text
    .slice(start, end)
    .replace(/&shy;|\u00ad/gi, '')
    .replace(marks, ' ')
  return (plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

/** What a character is worth in a word's hash; 0 for what stands between words. */
const WORTH = new Uint16Array(65_536)
for (let code = 48; code < WORTH.length; code++) {
  const letter = String.fromCharCode(code)
  if (/[\p{L}\p{N}]/u.test(letter)) WORTH[code] = letter.toLowerCase().charCodeAt(0)
}
const [AND, LESS, BACKSLASH, SOFT_HYPHEN] = [38, 60, 92, 0xad]
const BASE = 1_000_003
const LEAVING = Array.from({ length: RUN }).reduce<number>((power) => Math.imul(power, BASE), 1)

/**
 * Every `RUN` words in a row whose hash is wanted (null: all): where they stand, and their hash. One loop over the
 * characters: this is run over hundreds of megabytes.
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

/** A tag without attributes stands inside a sentence; what stands in attributes is read like any text. */
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
