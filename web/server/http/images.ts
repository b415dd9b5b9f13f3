/**
 * `/_ipx/{modifiers}/{path}`: pictures in the sizes and formats of an allow-list (S7.7-02), produced once and cached on
 * disk. Limits: two workers, a queue of 32 (then 503), with a small share for drawn pictures (`serveDrawn`), 25
 * megapixels of input, five seconds for a picture, one run for a picture at a time (single flight). Sources come from
 * `locate` and are read from their files, never held in memory. If their store is down the answer is 503, not 404.
 * Readers' pictures can be removed, so the store is asked before one is shown. `/_ipx/gift/{path}` (with focal point:
 * `gift,fp_25x50`) is the card of a gift link: the picture with a band across it.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import {
  parseGiftCard,
  parseImageModifiers,
  toImageStorePath,
  type ImageModifiers,
} from '@lokalteil/domain/display/breakpoints'
import { createWorkGate } from '@lokalteil/services/platform/work-gate'
import { toCrop } from '@lokalteil/domain/display/crop'
import { isReaderPicture, MAX_ORIGINAL_BYTES } from '@lokalteil/services/pictures/originals'
import { toMadeFolder, type LocatedPicture, type PictureFiles } from '@lokalteil/services/pictures/picture-files'
import { serverTexts } from '../../app/messages/routing/server.ts'
import type { Log } from './log.ts'

export type ImageRouteOptions = {
  dataDir: string
  /** Drawn as outlines, so that it needs no font. */ giftBand: string
  locate: PictureFiles['locate']
  log: Log
}

export type ImageRoute = {
  serve: (request: IncomingMessage, response: ServerResponse, path: string, cacheControl?: string) => Promise<void>
  /** The bytes of a picture in the store; null: unknown. */
  readSource: (path: string) => Promise<PictureInput | null>
  /** Serves a JPEG that is drawn once for each `key`, with the same cache and limits. */
  serveDrawn: (
    request: IncomingMessage,
    response: ServerResponse,
    drawn: { key: string; draw: () => Promise<Buffer>; cacheControl: string },
  ) => Promise<void>
  close: () => Promise<void>
}

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** For pictures of readers: a removed one may stay in a shared cache for an hour. */
const TAKEN_BACK = 'public, max-age=3600'
const WORKERS = 2
const QUEUE = 32
/** Limits for drawn preview cards: every article has one, so requests for cards could occupy all workers. */
const DRAWN_AT_ONCE = 1
const DRAWN_QUEUE = 8
const SECONDS = 5
const REPORT_MS = 10_000
const MAX_PIXELS = 25_000_000
/** Effort 2 halves the time at the same size; see the measurements in the libraries' notes. */
const AVIF_EFFORT = 2

/** A file, or its bytes if the disk is full. */
type PictureInput = string | Buffer

type Made = { kind: 'ok'; body: Buffer } | { kind: 'missing' } | { kind: 'busy' } | { kind: 'failed' }

/** The function is long because queue, running work and answers share one count of workers. */
export function createImageRoute(options: ImageRouteOptions): ImageRoute {
  const made = resolve(options.dataDir, 'pictures-made')
  const running = new Map<string, Promise<Made>>()
  const withWorker = createWorkGate(WORKERS, QUEUE)
  const withDrawing = createWorkGate(DRAWN_AT_ONCE, DRAWN_QUEUE)
  sharp.concurrency(1)
  sharp.cache({ memory: 64, files: 0, items: 50 })

  let reported = 0
  /** Throttled: otherwise a store that is down would fill the log with every picture. */
  function reportStore(error: unknown): void {
    if (Date.now() - reported < REPORT_MS) return
    reported = Date.now()
    options.log('error', 'picture-store', { error })
  }

  async function make(modifiers: ImageModifiers, path: string, target: string, isGift: boolean): Promise<Made> {
    let located: LocatedPicture | null
    try {
      located = await options.locate(path)
    } catch (error) {
      reportStore(error)
      return { kind: 'busy' }
    }
    if (located === null) return { kind: 'missing' }
    const source = located
    return makeBounded(path, target, async () => {
      const input = await readWithin(source)
      return input === null ? null : isGift ? drawGiftCard(input, modifiers) : transform(input, modifiers)
    })
  }

  /** `draw` returns null if its source is missing. */
  async function makeBounded(what: string, target: string, draw: () => Promise<Buffer | null>): Promise<Made> {
    const result = await withWorker(async (): Promise<Made> => {
      try {
        const body = await draw()
        if (body === null) return { kind: 'missing' }
        await keep(target, body)
        return { kind: 'ok', body }
      } catch (error) {
        options.log('warn', 'picture-failed', { path: what, error })
        return { kind: 'failed' }
      }
    })
    return result ?? { kind: 'busy' }
  }

  async function readWithin(source: LocatedPicture): Promise<PictureInput | null> {
    const input = 'file' in source ? source.file : await source.read()
    const bytes = typeof input === 'string' ? (await stat(input)).size : input.length
    return bytes > MAX_ORIGINAL_BYTES ? null : input
  }

  async function read(modifiers: ImageModifiers, path: string, isGift: boolean): Promise<Made> {
    const key = `${isGift ? 'gift ' : ''}${JSON.stringify(modifiers)} ${path}`
    const start = (target: string) => make(modifiers, path, target, isGift)
    if (!isReaderPicture(path)) return readOrMake(key, modifiers.format, start)
    try {
      if ((await options.locate(path)) === null) return { kind: 'missing' }
    } catch (error) {
      reportStore(error)
      return { kind: 'busy' }
    }
    return readOrMake(key, modifiers.format, start, toMadeFolder(made, path))
  }

  async function readOrMake(
    key: string,
    format: string,
    start: (target: string) => Promise<Made>,
    folder?: string,
  ): Promise<Made> {
    const name = createHash('sha256').update(key).digest('hex')
    const target = join(folder ?? join(made, name.slice(0, 2)), `${name}.${format}`)
    const kept = await readOrNull(target)
    if (kept !== null) return { kind: 'ok', body: kept }
    let making = running.get(name)
    if (making === undefined) {
      making = start(target).finally(() => running.delete(name))
      running.set(name, making)
    }
    return making
  }

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    result: Made,
    { format, cacheControl }: { format: string; cacheControl: string },
  ): void {
    switch (result.kind) {
      case 'ok': {
        const etag = `"${createHash('sha1').update(result.body).digest('base64url').slice(0, 20)}"`
        response.setHeader('content-type', `image/${format}`)
        response.setHeader('cache-control', cacheControl)
        response.setHeader('etag', etag)
        response.setHeader('content-security-policy', "default-src 'none'; sandbox")
        if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
        response.setHeader('content-length', result.body.length)
        response.writeHead(200).end(request.method === 'HEAD' ? undefined : result.body)
        return
      }
      case 'busy':
        response.setHeader('retry-after', '2')
        return refuse(response, 503, serverTexts.picturesBusy)
      case 'failed':
        return refuse(response, 422, serverTexts.pictureFailed)
      case 'missing':
        return refuse(response, 404, serverTexts.pictureMissing)
    }
  }

  return {
    async serve(request, response, path, cacheControl) {
      const rest = path.slice('/_ipx/'.length)
      const slash = rest.indexOf('/')
      const modifiers = slash === -1 ? '' : rest.slice(0, slash)
      const gift = parseGiftCard(modifiers)
      const parsed = gift ?? parseImageModifiers(modifiers)
      const storePath = slash === -1 ? null : toImageStorePath(rest.slice(slash + 1))
      const result: Made =
        parsed.kind === 'ok' && storePath !== null
          ? await read(parsed.modifiers, storePath, gift !== null)
          : { kind: 'missing' }
      const format = parsed.kind === 'ok' ? parsed.modifiers.format : 'jpeg'
      const kept = storePath !== null && isReaderPicture(storePath) ? TAKEN_BACK : IMMUTABLE
      answer(request, response, result, { format, cacheControl: cacheControl ?? kept })
    },
    async readSource(path) {
      const storePath = toImageStorePath(path.replace(/^\//, ''))
      const source = storePath === null ? null : await options.locate(storePath)
      return source === null ? null : readWithin(source)
    },
    async serveDrawn(request, response, { key, draw, cacheControl }) {
      const result = await readOrMake(
        key,
        'jpeg',
        async (target) => (await withDrawing(() => makeBounded(key, target, draw))) ?? { kind: 'busy' },
      )
      answer(request, response, result, { format: 'jpeg', cacheControl })
    },
    async close() {
      await Promise.allSettled(running.values())
    },
  }

  async function drawGiftCard(input: PictureInput, modifiers: ImageModifiers): Promise<Buffer> {
    const picture = await (await toResized(input, modifiers)).toBuffer()
    const band = await readFile(options.giftBand)
    return sharp(picture)
      .timeout({ seconds: SECONDS })
      .composite([{ input: band, gravity: 'south' }])
      .jpeg({ quality: modifiers.quality, mozjpeg: true })
      .toBuffer()
  }

  async function keep(target: string, body: Buffer): Promise<void> {
    try {
      await mkdir(dirname(target), { recursive: true })
      const temporary = `${target}.${randomUUID()}`
      await writeFile(temporary, body)
      await rename(temporary, target)
    } catch (error) {
      // A full disk costs time, but the picture is still sent.
      options.log('warn', 'picture-not-kept', { error })
    }
  }
}

async function toResized(input: PictureInput, modifiers: ImageModifiers): Promise<Sharp> {
  const image = sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).timeout({
    seconds: SECONDS,
  })
  const { width, height, focus } = modifiers
  if (focus !== undefined && height !== null) {
    const { autoOrient } = await image.metadata()
    const target = { width, height }
    return image
      .rotate()
      .extract(toCrop(autoOrient, target, focus))
      .resize({ ...target, fit: 'fill' })
  }
  return image.rotate().resize({
    width,
    ...(height === null ? {} : { height }),
    fit: modifiers.fit,
    position: sharp.strategy.attention,
    withoutEnlargement: height === null,
  })
}

async function transform(input: PictureInput, modifiers: ImageModifiers): Promise<Buffer> {
  const image = await toResized(input, modifiers)
  switch (modifiers.format) {
    case 'avif':
      // AVIF's quality scale differs from JPEG's: 70 there looks like 50 here.
      return image.avif({ quality: modifiers.quality - 20, effort: AVIF_EFFORT }).toBuffer()
    case 'webp':
      return image.webp({ quality: modifiers.quality, effort: 4 }).toBuffer()
    case 'jpeg':
      return image.jpeg({ quality: modifiers.quality, mozjpeg: true }).toBuffer()
  }
}

async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch {
    return null
  }
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.writeHead(status).end(text)
}
