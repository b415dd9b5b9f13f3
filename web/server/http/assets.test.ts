import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAssets } from './assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'lokalteil-assets-'))
const text = `export const text = '${'a'.repeat(500)}'\n`
let server: Server
let base = ''
/** `assets` folders of other builds; null: unchanged. */
let others: string[] | null = null

beforeAll(async () => {
  mkdirSync(join(folder, 'built', '.vite'), { recursive: true })
  mkdirSync(join(folder, 'brand'))
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
  write('built/entry-B3dZ0aQ1.js', text)
  write('built/entry-B3dZ0aQ1.js.br', brotliCompressSync(text))
  write('built/entry-B3dZ0aQ1.js.gz', gzipSync(text))
  write('built/entry-B3dZ0aQ1.js.map', '{}')
  write('built/.vite/manifest.json', '{}')
  write('built/notes.md', '# intern')
  write('built/seed.ts', 'intern')
  write('built/noext', 'intern')
  write('brand/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('brand/ton.mp3', Buffer.from(Array.from({ length: 1000 }, (_unused, index) => index % 256)))
  write('brand/nur.svg', '<svg/>')
  write('geheim.json', '{"geheim":true}')
  mkdirSync(join(folder, 'before', 'fonts'), { recursive: true })
  write('before/entry-Old0Old1.js', 'before')
  write('before/entry-B3dZ0aQ1.js', 'never: the own one wins')
  write('before/service-worker.js', 'never: not of this build')
  write('before/fonts/newsreader-0123456789.woff2', 'font')
  others = [join(folder, 'before')]
  const assets = createAssets(
    [
      { prefix: '/assets', folder: join(folder, 'built') },
      { prefix: '/assets/brand', folder: join(folder, 'brand') },
      { prefix: '/assets', folder: join(folder, 'brand'), only: 'nur.svg' },
      { prefix: '/assets/none', folder: join(folder, 'none') },
    ],
    () => {
      const listed = others
      others = null
      return listed
    },
  )
  server = createServer((request, response) => {
    void assets.serve(request, response, request.url!).then((isServed) => isServed || response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function get(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const call = request(base, { path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers as Record<string, string | undefined>,
          body: Buffer.concat(chunks),
        }),
      )
    })
    call.on('error', reject)
    call.end()
  })
}

describe('built files', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('are sent for %j as %s, immutable under their hash', async (accepted, encoding) => {
    const { status, headers, body } = await get('/assets/entry-B3dZ0aQ1.js', { 'accept-encoding': accepted })
    expect([
      status,
      headers['content-encoding'],
      headers['cache-control'],
      headers['content-type'],
      headers.vary,
    ]).toEqual([
      200,
      encoding,
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
      'Accept-Encoding',
    ])
    if (encoding === 'br') expect(brotliDecompressSync(body).toString()).toBe(text)
    if (encoding === undefined) expect(body.toString()).toBe(text)
    expect(Number(headers['content-length'])).toBe(body.length)
  })

  it('have an ETag of their own in each encoding, and confirm it with 304', async () => {
    const [br, plain] = await Promise.all([
      get('/assets/entry-B3dZ0aQ1.js', { 'accept-encoding': 'br' }),
      get('/assets/entry-B3dZ0aQ1.js'),
    ])
    expect(br.headers.etag).not.toBe(plain.headers.etag)
    const again = await get('/assets/entry-B3dZ0aQ1.js', { 'accept-encoding': 'br', 'if-none-match': br.headers.etag! })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  it('are cached for an hour without a hash in the name, and an SVG runs no script', async () => {
    const { headers } = await get('/assets/brand/logo.svg')
    expect(headers['cache-control']).toBe('public, max-age=3600')
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  })

  it.each([
    '/assets/entry-B3dZ0aQ1.js.map',
    '/assets/entry-B3dZ0aQ1.js.br',
    '/assets/.vite/manifest.json',
    '/assets/notes.md',
    '/assets/seed.ts',
    '/assets/noext',
    '/assets/logo.svg',
    '/assets/../geheim.json',
    '/assets/%2e%2e/geheim.json',
    '/assets//entry-B3dZ0aQ1.js',
    '/assets/brand/../../geheim.json',
    '/assets/',
    '/assets',
    '/assets/constructor',
    '/assets/__proto__',
    '/assets/entry-B3dZ0aQ1.js/',
    '/assets/ENTRY-B3dZ0aQ1.js',
  ])('only listed ones are served: nothing at %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  it('of the previous build are served by hashed name only', async () => {
    const [script, font, own, worker] = await Promise.all(
      [
        '/assets/entry-Old0Old1.js',
        '/assets/fonts/newsreader-0123456789.woff2',
        '/assets/entry-B3dZ0aQ1.js',
        '/assets/service-worker.js',
      ].map((path) => get(path)),
    )
    expect([script!.status, script!.body.toString(), script!.headers['cache-control']]).toEqual([
      200,
      'before',
      'public, max-age=31536000, immutable',
    ])
    expect(font!.status).toBe(200)
    expect(own!.body.toString()).toBe(text)
    expect(worker!.status).toBe(404)
  })

  it('of a newer build are found as soon as it exists', async () => {
    expect((await get('/assets/entry-New0New1.js')).status).toBe(404)
    mkdirSync(join(folder, 'after'))
    writeFileSync(join(folder, 'after', 'entry-New0New1.js'), 'after')
    others = [join(folder, 'after'), join(folder, 'before')]
    expect((await get('/assets/entry-New0New1.js')).status).toBe(200)
  })

  it('a deleted file is missing, not an error', async () => {
    writeFileSync(join(folder, 'after', 'gone-Gone0123.js'), 'gone')
    others = [join(folder, 'after')]
    expect((await get('/assets/other-Gone0123.js')).status).toBe(404)
    rmSync(join(folder, 'after', 'gone-Gone0123.js'))
    expect([(await get('/assets/gone-Gone0123.js')).status, (await get('/assets/gone-Gone0123.js')).status]).toEqual([
      404, 404,
    ])
  })

  it('can be limited to a single file of a folder', async () => {
    expect([(await get('/assets/nur.svg')).status, (await get('/assets/ton.mp3')).status]).toEqual([200, 404])
  })

  it.each([
    ['bytes=0-9', 206, 'bytes 0-9/1000', 10],
    ['bytes=990-', 206, 'bytes 990-999/1000', 10],
    ['bytes=-5', 206, 'bytes 995-999/1000', 5],
    ['bytes=0-99999', 206, 'bytes 0-999/1000', 1000],
    ['bytes=1000-', 416, 'bytes */1000', 0],
    ['bytes=9-3', 416, 'bytes */1000', 0],
    ['bytes=-', 200, undefined, 1000],
    ['bytes=0-1,5-6', 200, undefined, 1000],
    ['lines=1-2', 200, undefined, 1000],
    ['bytes=99999999999999999999-', 200, undefined, 1000],
  ])('support byte ranges for players: %s', async (range, status, contentRange, length) => {
    const answer = await get('/assets/brand/ton.mp3', { range })
    expect([answer.status, answer.headers['content-range'], answer.body.length]).toEqual([status, contentRange, length])
    if (status === 206 && length === 10 && range.startsWith('bytes=0'))
      expect([...answer.body]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('answers HEAD with the length and no body', async () => {
    const { status, headers, body } = await get('/assets/brand/ton.mp3', {}, 'HEAD')
    expect([status, headers['content-length'], headers['accept-ranges'], body.length]).toEqual([
      200,
      '1000',
      'bytes',
      0,
    ])
  })
})
