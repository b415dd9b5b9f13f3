/**
 * Serves built files and the publications' brand pictures: an allow-list made from the folders, so that no path can
 * leave them. Hashed names are immutable; text is sent as the brotli or gzip file made by the build. Of other builds
 * (`listOthers`) only hashed names are served: other names belong to the running build.
 */
import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { acceptsEncoding } from './accept-encoding.ts'
import { parseByteRange } from './byte-range.ts'

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  webp: 'image/webp',
  avif: 'image/avif',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
}

type File = { path: string; type: string; isImmutable: boolean; encodings: { br?: string; gzip?: string } }

export type Assets = {
  serve: (request: IncomingMessage, response: ServerResponse, path: string, cacheControl?: string) => Promise<boolean>
  has: (path: string) => boolean
}

/** Revalidated on every page, because an outdated worker would keep its own bugs alive. */
const WORKERS: ReadonlySet<string> = new Set(['/assets/service-worker.js', '/assets/service-worker-retired.js'])

const HASHED = /-[A-Za-z0-9_-]{8,10}\.\w+$/

export type AssetFolder = { prefix: string; folder: string; only?: string }

/** `folders`: address prefix → folder on disk. `listOthers`: `assets` folders of other builds; null: unchanged. */
export function createAssets(
  folders: readonly AssetFolder[],
  listOthers: () => readonly string[] | null = () => null,
): Assets {
  const files = new Map<string, File>()
  for (const folder of folders) for (const [address, file] of listAssets(folder)) files.set(address, file)
  addOthers()

  /** Known files stay: a build removed from the list still exists while a process uses it. */
  function addOthers(): boolean {
    const others = listOthers()
    for (const folder of others ?? [])
      for (const [address, file] of listAssets({ prefix: '/assets', folder }))
        if (file.isImmutable && !files.has(address)) files.set(address, file)
    return others !== null
  }

  function find(path: string): File | undefined {
    return files.get(path) ?? (HASHED.test(path) && addOthers() ? files.get(path) : undefined)
  }

  const bodies = new LRUCache<string, { body: Buffer; etag: string }>({
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: (entry) => entry.body.length + 100,
  })

  /** Null: it was deleted. */
  async function read(path: string): Promise<{ body: Buffer; etag: string } | null> {
    const known = bodies.get(path)
    if (known) return known
    const body = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (body === null) return null
    const entry = { body, etag: `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"` }
    bodies.set(path, entry)
    return entry
  }

  return {
    has: (path) => files.has(path),
    async serve(request, response, path, cacheControl) {
      const file = find(path)
      if (file === undefined) return false
      const accepted = request.headers['accept-encoding']?.toString()
      const encoding =
        acceptsEncoding(accepted, 'br') && file.encodings.br
          ? 'br'
          : acceptsEncoding(accepted, 'gzip') && file.encodings.gzip
            ? 'gzip'
            : null
      const found = await read(encoding === null ? file.path : file.encodings[encoding]!)
      if (found === null) {
        files.delete(path)
        return false
      }
      const { body, etag } = found
      response.setHeader('content-type', file.type)
      response.setHeader(
        'cache-control',
        cacheControl ??
          (WORKERS.has(path)
            ? 'no-cache'
            : file.isImmutable
              ? 'public, max-age=31536000, immutable'
              : 'public, max-age=3600'),
      )
      response.setHeader('etag', etag)
      if (file.encodings.br || file.encodings.gzip) response.setHeader('vary', 'Accept-Encoding')
      if (file.type === 'image/svg+xml')
        response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      if (request.headers['if-none-match'] === etag) {
        response.writeHead(304).end()
        return true
      }
      if (encoding !== null) response.setHeader('content-encoding', encoding)
      sendRange(request, response, body, encoding === null)
      return true
    },
  }
}

/** Byte ranges, so that players can seek; one range only. */
export function sendRange(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  isRangeable: boolean,
): void {
  if (isRangeable) response.setHeader('accept-ranges', 'bytes')
  const range = isRangeable ? parseByteRange(request.headers.range, body.length) : null
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${body.length}`)
    response.writeHead(416).end()
    return
  }
  if (range !== null) {
    response.setHeader('content-range', `bytes ${range.first}-${range.last}/${body.length}`)
    end(request, response, 206, body.subarray(range.first, range.last + 1))
    return
  }
  end(request, response, 200, body)
}

function end(request: IncomingMessage, response: ServerResponse, status: number, body: Buffer): void {
  response.setHeader('content-length', body.length)
  response.writeHead(status)
  response.end(request.method === 'HEAD' ? undefined : body)
}

function listAssets({ prefix, folder, only }: AssetFolder): Map<string, File> {
  const files = new Map<string, File>()
  const paths = listFiles(folder).filter((path) => only === undefined || path === only)
  for (const path of paths) {
    if (/\.(br|gz|map|md|ts)$/.test(path) || path.startsWith('.vite')) continue
    const type = TYPES[path.slice(path.lastIndexOf('.') + 1)]
    if (type === undefined) continue
    files.set(`${prefix}/${path}`, { path: join(folder, path), type, isImmutable: HASHED.test(path), encodings: {} })
  }
  for (const path of paths) {
    const file = files.get(`${prefix}/${path.replace(/\.(br|gz)$/, '')}`)
    if (file && path.endsWith('.br')) file.encodings.br = join(folder, path)
    if (file && path.endsWith('.gz')) file.encodings.gzip = join(folder, path)
  }
  return files
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => path.replaceAll('\\', '/'))
  } catch {
    return []
  }
}
