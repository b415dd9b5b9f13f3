/**
 * Reads documents from files, folders (recursively) and http(s) addresses. Files with one JSON per line may be of any
 * size and are read in parts; everything else is at most 5 MB. Symbolic links to folders are not followed.
 */
import { createReadStream } from 'node:fs'
import { open, opendir, readFile, stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { findArchive } from '../archives/archive.ts'
import type { ParseContext } from '../parsed-document.ts'
import { parseBytes, parseLines } from '../formats/parse.ts'
import type { ParseResult } from '../formats/parse.ts'
import { MAX_DOCUMENT, TOO_LARGE, parseJson } from '../formats/recognise.ts'
import { charsetOf } from '../formats/text-encoding.ts'

export type Source = {
  name: string
  folder: string | null
  bytes: number
  isListed: boolean
  read(now: Date): AsyncGenerator<Part>
}

/** The result of one step, and the bytes of the source it consumed. */
export type Part = ParseResult & { bytes: number }

/** Extensions read in a folder; a file named on the command line is always read. */
export const DOCUMENT_EXTENSIONS = new Set([
  '.json',
  '.jsonl',
  '.ndjson',
  '.xml',
  '.rss',
  '.atom',
  '.rdf',
  '.newsml',
  '.csv',
])
const LINES = 200
const TIMEOUT = 20_000

/** Facts that a site's export lacks: its address, and which types of posts are articles. */
export type SourceHints = Pick<ParseContext, 'address' | 'articleTypes'>

export async function* listSources(path: string, hints: SourceHints = {}): AsyncGenerator<Source> {
  if (/^https?:\/\//i.test(path)) {
    yield { name: path, folder: null, bytes: 0, isListed: true, read: (now) => readAddress(path, now) }
    return
  }
  const found = await stat(path)
  if (!found.isDirectory()) {
    yield toSource(path, found.size, true, hints)
    return
  }
  const entries = []
  for await (const entry of await opendir(path))
    if (!entry.name.startsWith('.') && entry.name !== 'node_modules') entries.push(entry)
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) yield* listSources(inner, hints)
    else if (entry.isFile() && DOCUMENT_EXTENSIONS.has(extname(entry.name).toLowerCase()))
      yield toSource(inner, (await stat(inner)).size, false, hints)
  }
}

function toSource(path: string, bytes: number, isListed: boolean, hints: SourceHints): Source {
  return { name: path, folder: dirname(path), bytes, isListed, read: (now) => readFileParts(path, bytes, now, hints) }
}

async function* readFileParts(path: string, bytes: number, now: Date, hints: SourceHints): AsyncGenerator<Part> {
  const { mtime } = await stat(path)
  const context: ParseContext = { now, fallbackDate: mtime < now ? mtime : now }
  const archive = await findArchive(path, bytes)
  if (archive !== null) return void (yield* archive({ ...context, ...hints }))
  if (!(await isLines(path))) {
    if (bytes <= MAX_DOCUMENT) yield { ...(await parseBytes(await readFile(path), context)), bytes }
    else
      yield {
        documents: [],
        refusals: [{ sourceId: '', reason: TOO_LARGE, raw: `${path}: ${bytes} bytes`, extension: 'txt' }],
        format: '',
        isDocument: true,
        bytes,
      }
    return
  }
  // Latin-1 keeps each byte as one character: the encoding is decided per line.
  const reader = createInterface({ input: createReadStream(path, 'latin1'), crlfDelay: Infinity })
  let lines: Buffer[] = []
  let from = 0
  const take = (): Part => ({
    ...parseLines(lines, context, from),
    bytes: lines.reduce((sum, line) => sum + line.length + 1, 0),
  })
  for await (const line of reader) {
    lines.push(Buffer.from(line, 'latin1'))
    if (lines.length < LINES) continue
    yield take()
    from += lines.length
    lines = []
  }
  if (lines.length > 0) yield take()
}

/** True if the file has one JSON per line: the first line is complete, and not the only one. */
async function isLines(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256 * 1024), 0, 256 * 1024, 0)
    const head = buffer.subarray(0, bytesRead).toString('utf8').trimStart()
    const end = head.indexOf('\n')
    if (end === -1 || !head.startsWith('{')) return false
    return head.slice(end).trim() !== '' && parseJson(head.slice(0, end)).kind === 'value'
  } finally {
    await file.close()
  }
}

/** An address that the publisher typed; it may be in their own network, so only size and time are limited. */
async function* readAddress(address: string, now: Date): AsyncGenerator<Part> {
  const failed = (reason: string): Part => ({
    documents: [],
    refusals: [{ sourceId: '', reason, raw: address, extension: 'txt' }],
    format: '',
    isDocument: true,
    bytes: 0,
  })
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(TIMEOUT),
      headers: {
        accept: 'application/json, application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5',
        'user-agent': 'Lokalteil-Import',
      },
    })
    if (!response.ok || response.body === null) {
      yield failed(`the address answered ${response.status}`)
      return
    }
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body) {
      size += chunk.length
      if (size > MAX_DOCUMENT) {
        yield failed(TOO_LARGE)
        return
      }
      chunks.push(chunk)
    }
    const changed = new Date(response.headers.get('last-modified') ?? Number.NaN)
    const context: ParseContext = {
      now,
      fallbackDate: changed < now ? changed : now,
      address: response.url || address,
      charset: charsetOf(response.headers.get('content-type')),
    }
    yield { ...(await parseBytes(Buffer.concat(chunks), context)), bytes: size }
  } catch (error) {
    const cause =
      error instanceof Error ? ((error.cause as { code?: string } | undefined)?.code ?? error.name) : 'unknown'
    yield failed(`the address cannot be read (${cause})`)
  }
}
