import { globSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { BodyTooLarge, readText as readAnswer } from '@lokalteil/contracts/kernel/bounded-body'
import { readBytes, readStreamText, readText } from './request-body.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

function post(chunks: readonly string[], headers: Record<string, string> = {}) {
  const state = { pulled: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[state.pulled++]
      if (chunk === undefined) controller.close()
      else controller.enqueue(new TextEncoder().encode(chunk))
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  return { request: new Request('http://x/', init), state }
}

describe('a body', () => {
  it('is read up to its limit, with characters that chunks cut in two', async () => {
    expect(await readText(post(['abc', 'def']).request, 6)).toBe('abcdef')
    expect(await readBytes(new Request('http://x/', { method: 'POST' }), 0)).toEqual(Buffer.alloc(0))
    const [first, second] = [Buffer.from('ü').subarray(0, 1), Buffer.from('ü').subarray(1)]
    async function* halves() {
      yield first
      yield second
    }
    expect(await readStreamText(halves(), 2)).toBe('ü')
  })

  it('is given up at its limit, and the rest is not requested', async () => {
    const { request, state } = post(Array.from({ length: 1000 }, () => 'x'.repeat(100)))
    expect(await readBytes(request, 250)).toBeNull()
    expect(state.pulled).toBeLessThan(10)
    async function* endless() {
      for (;;) yield Buffer.from('x'.repeat(100))
    }
    expect(await readStreamText(endless(), 250)).toBeNull()
  })

  it.each([
    ['of a request', async (parts: string[], most: number) => readText(post(parts).request, most)],
    [
      'of an answer',
      async (parts: string[], most: number) =>
        readAnswer(new Response(post(parts).request.body), most).catch((error: Error) =>
          error instanceof BodyTooLarge ? null : Promise.reject(error),
        ),
    ],
    [
      'of a stream',
      async (parts: string[], most: number) =>
        readStreamText(
          Readable.from(
            parts.map((part) => Buffer.from(part)),
            { objectMode: true },
          ),
          most,
        ),
    ],
  ])('%s ends at the same byte', async (_whose, read) => {
    expect([await read(['abc', 'de'], 5), await read(['abc', 'de'], 4), await read([], 0)]).toEqual(['abcde', null, ''])
  })

  it('the connection of a node:http sender ends where the limit is passed', async () => {
    const stream = Readable.from(['abc', 'def', 'ghi'].map((part) => Buffer.from(part)))
    expect(await readStreamText(stream, 4)).toBeNull()
    expect(stream.destroyed).toBe(true)
  })

  it('is refused unread when its length is too long, and counted when the length is a lie', async () => {
    const long = post(['x'], { 'content-length': '1000' })
    expect(await readBytes(long.request, 999)).toBeNull()
    const short = post(['x'.repeat(1000)], { 'content-length': '1' })
    expect(await readBytes(short.request, 999)).toBeNull()
  })

  it('is read in this one way by everything that answers requests', () => {
    const other =
      /\bof \(?(?:request|req|c\.req\.raw|incoming)\.body\b|\b(?:c\.req|req|context\.req)\.(?:text|json|parseBody|formData|arrayBuffer|blob)\(|\brequest\.(?:text|json|formData|arrayBuffer|blob)\(|hono\/body-limit/
    const files = globSync(['{services,web/server}/**/*.ts', 'rooms/*/{service,server}/**/*.ts'], { cwd: root }).filter(
      (path) => !/\.test\.ts$|testing/.test(path),
    )
    expect(files.length).toBeGreaterThan(150)
    const own = files.filter(
      (path) => !path.endsWith('request-body.ts') && other.test(readFileSync(`${root}/${path}`, 'utf8')),
    )
    expect(own).toEqual([])
  })

  it('is counted in one loop for both kinds of requests', () => {
    const source = readFileSync(`${root}/services/platform/request-body.ts`, 'utf8')
    expect(source).toContain('readUpTo(')
    expect(source).not.toMatch(/\b(?:for|while)\b ?(?:await )?\(/)
  })
})
