import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EPISODES, episodeFile } from '@lokalteil/demo/media/episodes'
import { createDemoRadio, toFrames } from './demo-radio.ts'

const PATH = '/api/radio/demo'
const [first, second] = EPISODES.slice(0, 2).map((episode) => ({
  title: episode.title,
  seconds: episode.seconds,
  bytes: readFileSync(episodeFile(episode)),
})) as [{ title: string; seconds: number; bytes: Buffer }, { title: string; seconds: number; bytes: Buffer }]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class Listener extends EventEmitter {
  status = 0
  headers: Record<string, string> = {}
  taken: Buffer[] = []
  writableLength = 0
  isDestroyed = false
  isSlow: boolean
  constructor(isSlow = false) {
    super()
    this.isSlow = isSlow
  }
  writeHead(status: number, headers: Record<string, string>) {
    this.status = status
    this.headers = headers
    return this
  }
  write(chunk: Buffer) {
    if (this.isSlow) this.writableLength += chunk.length
    else this.taken.push(chunk)
    return true
  }
  end() {
    this.emit('close')
  }
  destroy() {
    this.isDestroyed = true
    this.emit('close')
  }
  get bytes() {
    return Buffer.concat(this.taken)
  }
}

function open(most?: number) {
  const radio = createDemoRadio({
    path: PATH,
    read: () => [first, second],
    now: () => Date.now(),
    ...(most === undefined ? {} : { most }),
  })
  const ask = (listener: Listener, method = 'GET', path = PATH) =>
    radio.serve({ method } as IncomingMessage, listener as unknown as ServerResponse, path)
  return { radio, ask }
}

describe('R1-57 the demo’s live programme', () => {
  it('starts at frame boundaries, and sends only audio frames of the files', () => {
    const { frames, frameSeconds } = toFrames(first.bytes)
    expect(frameSeconds).toBeCloseTo(0.036)
    expect(Math.abs(frames.length * frameSeconds - first.seconds)).toBeLessThan(1)
    for (const frame of frames) expect(frame.readUInt16BE(0) & 0xfffe).toBe(0xfffa)
    expect(toFrames(Buffer.from('no sound at all')).frames).toEqual([])
    expect(toFrames(first.bytes.subarray(0, 2000)).frames.length).toBeLessThan(10)
  })

  it('is sent at playing speed, endlessly, the same moment to all', () => {
    const { ask, radio } = open()
    const one = new Listener()
    ask(one)
    expect([one.status, one.headers['content-type'], one.headers['cache-control']]).toEqual([
      200,
      'audio/mpeg',
      'no-store',
    ])
    // Eight seconds at once, then six kilobytes a second.
    expect(one.bytes.length / 6000).toBeCloseTo(8, 0)
    vi.advanceTimersByTime(60_000)
    expect(one.bytes.length / 6000).toBeCloseTo(68, 0)
    expect(radio.getTitle()).toBe(first.title)
    const late = new Listener()
    ask(late)
    const heard = one.bytes
    expect(heard.subarray(heard.length - late.bytes.length).equals(late.bytes)).toBe(true)
    vi.advanceTimersByTime(15_000)
    expect(radio.getTitle()).toBe(second.title)
    // After one and a half rounds it still consists of whole frames.
    vi.advanceTimersByTime(180_000)
    const { frames } = toFrames(one.bytes)
    expect(frames.reduce((sum, frame) => sum + frame.length, 0)).toBe(one.bytes.length)
    expect(one.bytes.length / 6000).toBeCloseTo(263, -1)
  })

  it('buffers nothing for a client that does not read, and runs no timer without listeners', () => {
    const { ask } = open()
    const slow = new Listener(true)
    ask(slow)
    vi.advanceTimersByTime(120_000)
    expect(slow.isDestroyed).toBe(true)
    expect(slow.writableLength).toBeLessThan(300_000)
    expect(vi.getTimerCount()).toBe(0)
    const next = new Listener()
    ask(next)
    expect([next.status, vi.getTimerCount()]).toEqual([200, 1])
  })

  it('is refused above the limit of listeners, after its end, and for other methods', () => {
    const { ask, radio } = open(1)
    const one = new Listener()
    ask(one)
    const two = new Listener()
    ask(two)
    expect([two.status, two.headers['retry-after']]).toEqual([503, '30'])
    const post = new Listener()
    ask(post, 'POST')
    expect(post.status).toBe(405)
    expect(ask(new Listener(), 'GET', '/api/radio')).toBe(false)
    radio.close()
    const after = new Listener()
    ask(after)
    expect(after.status).toBe(503)
  })
})
