/**
 * Originals of pictures, sound and captions over HTTP, for programs with a key. `PUT /originals/import/ab/ab….jpg`
 * takes files from the import command into a running portal (the name is the beginning of the SHA-256 of the bytes, so
 * no file can be replaced); `GET` and `HEAD` deliver originals to a picture service in front. Readers never use it.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { toImageStorePath } from '@lokalteil/domain/display/breakpoints'
import { Hono } from 'hono'
import { readBytes } from '../platform/request-body.ts'
import { toKeyCheck } from '../platform/serve.ts'
import { MAX_ORIGINAL_BYTES, toContentType, toImportPath } from './originals.ts'
import { findCaptionsFault } from './captions.ts'
import { recogniseMedia } from './media-kinds.ts'
import type { PictureFiles } from './picture-files.ts'

export type PictureAppOptions = {
  files: PictureFiles
  /** Key for writing and reading. */
  ingestKey: string
  /** Key for reading; null: only the ingest key. */
  readKey: string | null
  onError: (error: unknown) => void
}

/** Parallel uploads, because each is held in memory completely. */
const UPLOADS = 2
const NO_STORE = { 'cache-control': 'private, no-store' }
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

export function createPictureApp(options: PictureAppOptions): Hono {
  const app = new Hono()
  const isIngestKey = toKeyCheck(options.ingestKey)
  const isReadKey = toKeyCheck(options.readKey)
  let uploads = 0

  app.all('/originals/*', async (c) => {
    const { method, headers, url } = c.req.raw
    const isReading = method === 'GET' || method === 'HEAD'
    if (!isReading && method !== 'PUT')
      return problem(405, 'METHOD_NOT_ALLOWED', 'Originals are put and fetched', { allow: 'GET, HEAD, PUT' })
    const given = headers.get('authorization')
    if (!isIngestKey(given) && !(isReading && isReadKey(given)))
      return problem(401, 'UNAUTHORISED', 'The key is missing or wrong', { 'www-authenticate': 'Bearer' })
    const path = toImageStorePath(new URL(url).pathname.replace(/^.*?\/originals\//, ''))
    if (path === null) return problem(404, 'NOT_FOUND', 'No such picture')
    try {
      return isReading ? await send(path, method === 'HEAD') : await take(path, c.req.raw)
    } catch (error) {
      options.onError(error)
      return problem(503, 'UNAVAILABLE', 'The picture store does not answer', { 'retry-after': '5' })
    }
  })
  app.notFound(() => problem(404, 'NOT_FOUND', 'No such address'))

  async function send(path: string, isHead: boolean): Promise<Response> {
    const found = await options.files.locate(path)
    if (found === null) return problem(404, 'NOT_FOUND', 'No such picture')
    const headers = { ...NO_STORE, 'content-type': toContentType('file' in found ? found.file : path) }
    if ('read' in found) return new Response(isHead ? null : new Uint8Array(await found.read()), { headers })
    const { size } = await stat(found.file)
    const body = isHead ? null : (Readable.toWeb(createReadStream(found.file)) as ReadableStream)
    return new Response(body, { headers: { ...headers, 'content-length': String(size) } })
  }

  async function take(path: string, request: Request): Promise<Response> {
    if (uploads >= UPLOADS) return problem(503, 'BUSY', 'Too many pictures at once', { 'retry-after': '1' })
    uploads++
    try {
      const bytes = await readBytes(request, MAX_ORIGINAL_BYTES)
      if (bytes === null) return problem(413, 'TOO_LARGE', `A picture may hold ${MAX_ORIGINAL_BYTES} bytes`)
      const extension = bytes.subarray(0, 3).equals(JPEG) ? 'jpg' : recogniseMedia(bytes)
      if (extension === null || toImportPath(bytes, extension) !== path)
        return problem(
          422,
          'UNUSABLE',
          'Not a JPEG, MP3, M4A, Ogg or WebVTT file at the address that its bytes give it',
        )
      const fault = extension === 'vtt' ? findCaptionsFault(bytes) : null
      if (fault !== null) return problem(422, 'UNUSABLE', fault)
      await options.files.put(path, bytes)
      return new Response(null, { status: 204, headers: NO_STORE })
    } finally {
      uploads--
    }
  }

  return app
}

function problem(status: number, code: string, title: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { status, code, title },
    { status, headers: { ...NO_STORE, 'content-type': 'application/problem+json', ...headers } },
  )
}
