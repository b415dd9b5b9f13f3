/**
 * Serves recordings, captions and documents of the store at `/_media/import/…`, with byte ranges, so that players can
 * seek; only names that an import or the office can have created. The caller has checked the permission.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { isDocumentAddress } from '@lokalteil/domain/reading/media'
import { toContentType } from '@lokalteil/services/pictures/originals'
import type { PictureFiles } from '@lokalteil/services/pictures/picture-files'
import { sendRange } from './assets.ts'
import { parseByteRange } from './byte-range.ts'

const SOUND = /^\/_media\/import\/[0-9a-f]{2}\/[0-9a-f]{32}\.(?:mp3|m4a|ogg|vtt)$/
const ROOT = '/_media/'

export type ServeStoredMedia = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  cacheControl?: string,
) => Promise<boolean>

/** False: there is no such file. */
export function createStoredMedia(files: Pick<PictureFiles, 'locate'>): ServeStoredMedia {
  return async (request, response, path, cacheControl = 'public, max-age=31536000, immutable') => {
    const isDocument = isDocumentAddress(path)
    if (!isDocument && !SOUND.test(path)) return false
    const name = path.slice(ROOT.length)
    const found = await files.locate(name)
    if (found === null) return false
    response.setHeader('content-type', toContentType(name))
    response.setHeader('cache-control', cacheControl)
    // A PDF may hold scripts: browsers save it, and nothing of it runs in our origin.
    if (isDocument) {
      response.setHeader('content-disposition', `attachment; filename="${name.slice(name.lastIndexOf('/') + 1)}"`)
      response.setHeader('content-security-policy', "default-src 'none'; sandbox")
    }
    // The name contains the digest of the bytes.
    const etag = `"${name.slice(10, 42)}"`
    response.setHeader('etag', etag)
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end()
      return true
    }
    if ('read' in found) sendRange(request, response, await found.read(), true)
    else await sendFile(request, response, found.file)
    return true
  }
}

async function sendFile(request: IncomingMessage, response: ServerResponse, file: string): Promise<void> {
  const { size } = await stat(file)
  response.setHeader('accept-ranges', 'bytes')
  const range = parseByteRange(request.headers.range, size)
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${size}`)
    response.writeHead(416).end()
    return
  }
  const { first: start, last: end } = range ?? { first: 0, last: size - 1 }
  if (range !== null) response.setHeader('content-range', `bytes ${start}-${end}/${size}`)
  response.setHeader('content-length', end - start + 1)
  response.writeHead(range === null ? 200 : 206)
  if (request.method === 'HEAD') return void response.end()
  // A player that seeks closes the connection in the middle.
  await pipeline(createReadStream(file, { start, end }), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}
