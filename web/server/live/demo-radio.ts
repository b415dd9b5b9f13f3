/**
 * The demo's live programme: its podcasts in an endless loop, sent at playing speed. All listeners hear the same
 * moment, so each piece is cut once for all. Promises: at most `most` listeners, no buffer for a client that does not
 * read (back-pressure), no timer without listeners.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

export type DemoRadio = {
  /** False: not the stream's address. */
  serve: (request: IncomingMessage, response: ServerResponse, path: string) => boolean
  /** The current title. */
  getTitle: () => string
  close: () => void
}

/** MP3 files with the same bitrate and sample rate. */
export type DemoRadioOptions = {
  path: string
  /** Called at the first request. */
  read: () => readonly { title: string; bytes: Buffer }[]
  most?: number
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

const MOST_LISTENERS = 64
const TICK_MS = 500
/** Seconds sent at once, so that sound begins soon and short delays are not heard. */
const AHEAD_SECONDS = 8
/** A client with so many unread bytes is disconnected. */
const MOST_WAITING = 256 * 1024

export function createDemoRadio({
  path,
  read,
  most = MOST_LISTENERS,
  now = () => performance.now(),
}: DemoRadioOptions): DemoRadio {
  const frames: Buffer[] = []
  /** Titles by the frame they begin with. */
  const titles: { title: string; begins: number }[] = []
  let frameSeconds = 1
  let isRead = false
  const listeners = new Set<ServerResponse>()
  const begun = now()
  let timer: ReturnType<typeof setInterval> | undefined
  /** Frames since the start, over all rounds. */
  let sent = 0
  let isClosed = false

  function prepare(): void {
    if (isRead) return
    isRead = true
    for (const { title, bytes } of read()) {
      const found = toFrames(bytes)
      if (found.frames.length === 0) continue
      titles.push({ title, begins: frames.length })
      frames.push(...found.frames)
      frameSeconds = found.frameSeconds
    }
  }

  const toFrame = (ahead: number) => Math.floor(((now() - begun) / 1000 + ahead) / frameSeconds)

  function cut(from: number, to: number): Buffer {
    const chunk: Buffer[] = []
    for (let at = from; at < to; at++) chunk.push(frames[at % frames.length]!)
    return Buffer.concat(chunk)
  }

  function tick(): void {
    const until = toFrame(AHEAD_SECONDS)
    const chunk = cut(sent, until)
    sent = until
    for (const listener of listeners) {
      if (listener.writableLength > MOST_WAITING) listener.destroy()
      else listener.write(chunk)
    }
  }

  function listen(response: ServerResponse): void {
    if (timer === undefined) {
      sent = toFrame(AHEAD_SECONDS)
      timer = setInterval(tick, TICK_MS).unref()
    }
    response.writeHead(200, {
      'content-type': 'audio/mpeg',
      'cache-control': 'no-store',
      'accept-ranges': 'none',
      'x-accel-buffering': 'no',
    })
    response.write(cut(Math.max(0, sent - Math.round(AHEAD_SECONDS / frameSeconds)), sent))
    listeners.add(response)
    response.once('close', () => {
      listeners.delete(response)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  }

  return {
    serve(request, response, asked) {
      if (asked !== path) return false
      prepare()
      if (request.method !== 'GET' && request.method !== 'HEAD')
        response.writeHead(405, { allow: 'GET, HEAD', 'cache-control': 'no-store' }).end()
      else if (isClosed || listeners.size >= most || frames.length === 0)
        response.writeHead(503, { 'retry-after': '30', 'cache-control': 'no-store' }).end()
      else if (request.method === 'HEAD')
        response.writeHead(200, { 'content-type': 'audio/mpeg', 'cache-control': 'no-store' }).end()
      else listen(response)
      return true
    },
    getTitle() {
      prepare()
      const frame = frames.length === 0 ? 0 : toFrame(0) % frames.length
      return titles.findLast(({ begins }) => begins <= frame)?.title ?? ''
    },
    close() {
      isClosed = true
      for (const listener of listeners) listener.end()
    },
  }
}

const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const SAMPLE_RATES = [44_100, 48_000, 32_000]
const SAMPLES = 1152

/** Splits an MPEG-1 layer III file into frames, without the data before the first (ISO 11172-3, 2.4.1.3). */
export function toFrames(bytes: Buffer): { frames: Buffer[]; frameSeconds: number } {
  const hasTag = bytes.toString('latin1', 0, 3) === 'ID3'
  let at = hasTag ? [6, 7, 8, 9].reduce((size, byte) => (size << 7) | (bytes[byte] ?? 0), 0) + 10 : 0
  const frames: Buffer[] = []
  let frameSeconds = 0
  while (at + 4 <= bytes.length) {
    const header = bytes.readUInt32BE(at)
    const rate = SAMPLE_RATES[(header >>> 10) & 3]
    const bitrate = BITRATES[(header >>> 12) & 15]
    // Eleven bits of ones, version 1, layer III.
    if (header >>> 17 !== 0x7ffd || !rate || !bitrate) break
    const size = Math.floor((SAMPLES / 8) * ((bitrate * 1000) / rate)) + ((header >>> 9) & 1)
    if (at + size > bytes.length) break
    frames.push(bytes.subarray(at, at + size))
    frameSeconds = SAMPLES / rate
    at += size
  }
  return { frames, frameSeconds }
}
