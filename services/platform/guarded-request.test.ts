import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOT_PUBLIC, requestGuarded, type GuardedOptions } from './guarded-request.ts'

const BOMB = gzipSync(Buffer.alloc(20_000_000, 32))

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/feed': (response) => response.end('<rss/>'),
  '/moved': (response) => response.writeHead(302, { location: '/feed' }).end(),
  '/metadata': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  '/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/circle': (response) => response.writeHead(302, { location: '/circle' }).end(),
  '/nowhere': (response) => response.writeHead(302).end(),
  '/packed': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('<rss/>')),
  '/bomb': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
  '/odd': (response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('x'),
  '/huge': (response) => {
    response.writeHead(200)
    const more = () => void (response.destroyed || (response.write(Buffer.alloc(65_536, 32)), setImmediate(more)))
    more()
  },
  '/claims': (response) => response.writeHead(200, { 'content-length': '999999999' }).write('x'),
  '/drips': (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/silent': () => {},
  '/broken': (response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half')
    setImmediate(() => response.destroy())
  },
}

let server: Server
let host: string
beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = ANSWERS[request.url ?? '']
    if (answer === undefined) response.writeHead(404).end()
    else answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (path: string, more: Partial<GuardedOptions> = {}) =>
  requestGuarded(path.includes('://') ? path : `http://${host}${path}`, {
    accept: '*/*',
    maxBytes: 1024 * 1024,
    // Long enough for a busy machine.
    timeout: 20_000,
    reach: 'anywhere',
    internalHosts: new Set([host]),
    ...more,
  })

describe('a request to an address from outside', () => {
  it('reaches the own network only for hosts on the allow-list, by host and port', async () => {
    expect(await ask('/feed')).toMatchObject({ kind: 'answer', status: 200, address: `http://${host}/feed` })
    const refused = { kind: 'failed', reason: NOT_PUBLIC }
    expect(await ask('/feed', { internalHosts: new Set() })).toEqual(refused)
    expect(await ask('/feed', { internalHosts: new Set(['127.0.0.1:1']) })).toEqual(refused)
    expect(await ask('/feed', { internalHosts: new Set(['127.0.0.1']) })).toMatchObject({ status: 200 })
    expect(await ask(`http://localhost:${host.split(':')[1]}/feed`)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('not a public address'),
    })
  })

  it('follows redirects and checks each like the first address', async () => {
    expect(await ask('/moved')).toMatchObject({ status: 200, address: `http://${host}/feed` })
    expect(await ask('/moved', { reach: 'https of one host' })).toMatchObject({ reason: 'only https is fetched' })
  })

  it('unpacks compressed bodies', async () => {
    const answer = await ask('/packed')
    expect(answer.kind === 'answer' && answer.bytes.toString()).toBe('<rss/>')
  })

  it.each([
    ['/metadata', NOT_PUBLIC],
    ['/file', 'only http and https are fetched'],
    ['/circle', 'too many redirects'],
    ['/nowhere', 'a redirect that leads nowhere'],
    ['/bomb', 'larger than 1 MB'],
    ['/odd', 'packed in a way we do not know (zstd)'],
    ['/huge', 'larger than 1 MB'],
    ['/claims', 'larger than 1 MB'],
    ['/drips', 'no answer in time'],
    ['/silent', 'no answer in time'],
    ['/broken', 'aborted'],
    ['http://user:word@127.0.0.1/', 'not fetched: credentials or a port in the address'],
    ['http://[::1]/', NOT_PUBLIC],
    ['nonsense://', 'only http and https are fetched'],
  ])('ends %s with a sentence', async (path, reason) => {
    expect(await ask(path, reason === 'no answer in time' ? { timeout: 500 } : {})).toEqual({ kind: 'failed', reason })
  })

  it('returns answers other than 200 without their body', async () => {
    expect(await ask('/none')).toMatchObject({ kind: 'answer', status: 404, bytes: Buffer.alloc(0) })
  })
})
