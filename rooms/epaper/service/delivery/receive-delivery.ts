/**
 * Receives a PDF, with or without a zone file. The upload is streamed to disk, where it is measured and hashed, and
 * stored only when it is complete. The same files sent again change nothing (idempotent).
 */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MOST_PDF_BYTES, MOST_ZONE_FILE_BYTES } from '../../contract/epaper.ts'
import type { IssueId } from '@lokalteil/domain/commerce/issues'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import busboy from 'busboy'
import { problem, type Refusal } from '@lokalteil/services/platform/serve'
import type { EpaperContext } from '../context.ts'
import { getDelivery, saveDelivery } from '../store/deliveries.ts'
import { putFile, removeDrawing } from '../store/files.ts'
import { parseZoneFile } from './zone-file.ts'

const MB = 1024 * 1024
const tooLarge = (what: string, most: number) => problem(413, 'TOO_LARGE', `The ${what} is larger than ${most / MB} MB`)

export async function receiveDelivery(
  context: EpaperContext,
  publication: PublicationCode,
  issue: IssueId,
  request: Request,
  coins: number | null,
): Promise<'new' | 'same' | Refusal> {
  const drawing = randomBytes(16).toString('hex')
  const folder = join(context.folder, `incoming-${drawing}`)
  await mkdir(folder, { recursive: true })
  try {
    const file = join(folder, 'issue.pdf')
    const received = await receiveFiles(request, file)
    if ('status' in received) return received
    const { digest, bytes, zones } = received
    if (!(await beginsAsPdf(file))) return problem(422, 'NO_PDF', 'The file is no PDF')
    if (zones !== null) {
      const parsed = parseZoneFile(zones)
      if (typeof parsed === 'string') return problem(422, 'WRONG_ZONES', parsed)
    }
    const zonesDigest = zones === null ? '' : createHash('sha256').update(zones).digest('hex')
    const last = await getDelivery(context.db, publication, issue)
    const isSame =
      last !== null &&
      last.state !== 'failed' &&
      last.digest === digest &&
      last.zones_digest === zonesDigest &&
      last.coins === coins
    if (isSame) return 'same'
    await keepFiles(context, drawing, { file, bytes, zones })
    await saveDelivery(context.db, { publication, ...issue, drawing, digest, zonesDigest, coins }, context.now())
    // Pages drawn for the replaced delivery are useless, unless they are the issue that readers have.
    if (last !== null && last.state !== 'done') await removeDrawing(context, last.drawing)
    context.runner().wake(0)
    return 'new'
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function keepFiles(
  context: EpaperContext,
  drawing: string,
  { file, bytes, zones }: { file: string; bytes: number; zones: Buffer | null },
): Promise<void> {
  const at = context.now()
  await putFile(context, { drawing, name: 'pdf', mediaType: 'application/pdf', bytes, now: at }, createReadStream(file))
  if (zones !== null)
    await putFile(context, { drawing, name: 'zones', mediaType: 'application/json', bytes: zones.length, now: at }, [
      zones,
    ])
}

/** PDF readers look for `%PDF-` in the first kilobyte, and so does this check. */
async function beginsAsPdf(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.subarray(0, bytesRead).includes('%PDF-')
  } finally {
    await handle.close()
  }
}

type Received = { digest: string; bytes: number; zones: Buffer | null }

async function receiveFiles(request: Request, file: string): Promise<Received | Refusal> {
  const type = request.headers.get('content-type') ?? ''
  if (request.body === null) return problem(400, 'BAD_REQUEST', 'There is no body')
  const body = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
  if (/^application\/pdf\b/i.test(type)) {
    if (Number(request.headers.get('content-length') ?? 0) > MOST_PDF_BYTES) return tooLarge('PDF', MOST_PDF_BYTES)
    const pdf = await toDisk(body, file)
    return pdf === null ? tooLarge('PDF', MOST_PDF_BYTES) : { ...pdf, zones: null }
  }
  if (/^multipart\/form-data\b/i.test(type)) return receiveParts(type, body, file)
  return problem(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be application/pdf, or multipart/form-data with pdf and zones',
  )
}

async function receiveParts(type: string, body: Readable, file: string): Promise<Received | Refusal> {
  const taken: { pdf?: Promise<{ digest: string; bytes: number } | null>; zones?: Promise<Buffer | null> } = {}
  let isWrong = false
  try {
    const parts = busboy({
      headers: { 'content-type': type },
      limits: { files: 2, fields: 0, parts: 2, fileSize: MOST_PDF_BYTES + 1 },
    })
    parts.on('file', (name, stream) => {
      if (name === 'pdf' && taken.pdf === undefined) taken.pdf = toDisk(stream, file)
      else if (name === 'zones' && taken.zones === undefined) taken.zones = toMemory(stream)
      else {
        isWrong = true
        stream.resume()
      }
    })
    await pipeline(body, parts)
  } catch {
    await Promise.allSettled(Object.values(taken))
    return problem(400, 'BAD_REQUEST', 'The body is no complete multipart/form-data')
  }
  const [pdf, zones] = [await taken.pdf, await taken.zones]
  if (isWrong || pdf === undefined)
    return problem(400, 'BAD_REQUEST', 'The parts must be pdf and, if there is one, zones')
  if (pdf === null) return tooLarge('PDF', MOST_PDF_BYTES)
  return zones === null ? tooLarge('zone file', MOST_ZONE_FILE_BYTES) : { ...pdf, zones: zones ?? null }
}

/**
 * Returns null if the file is larger than a PDF may be. The rest is still read and dropped, so that the sender gets the
 * answer.
 */
async function toDisk(stream: Readable, file: string): Promise<{ digest: string; bytes: number } | null> {
  const digest = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > MOST_PDF_BYTES) return done()
      digest.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(stream, count, createWriteStream(file))
  return bytes > MOST_PDF_BYTES ? null : { digest: digest.digest('hex'), bytes }
}

async function toMemory(stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= MOST_ZONE_FILE_BYTES) chunks.push(chunk)
  }
  return bytes > MOST_ZONE_FILE_BYTES ? null : Buffer.concat(chunks)
}
