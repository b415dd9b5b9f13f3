import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request as ask, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHttpServer, type HttpServerOptions } from './http-server.ts'

const HEADERS_CUT_OFF = 'GET / HTTP/1.1\r\nHost: x\r\n'
const BODY_CUT_OFF = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc'
const CHUNK_CUT_OFF = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'

const opened: Socket[] = []
let server: Server | null = null
let child: ChildProcess | null = null

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  server?.closeAllConnections()
  server?.close()
  server = null
  if (child?.exitCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  child = null
})

/** A client that sends this text and then neither reads, writes nor closes. */
function openSlow(port: number, text: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write(text, () => resolve(socket)),
    )
    socket.pause()
    socket.on('error', () => {})
    opened.push(socket)
  })
}

async function open(listener: RequestListener, more: Partial<HttpServerOptions> = {}): Promise<number> {
  server = createHttpServer({ listener, log: () => {}, maxConnections: 1000, ...more })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const count = () => new Promise<number>((resolve) => server!.getConnections((_error, found) => resolve(found)))

describe('a client that does not read its answer', () => {
  const LARGE = Buffer.alloc(40_000_000, 97)
  // A busy machine may itself pause for half a second.
  const times = { stalled: 1800, checkEvery: 100 }

  it('is disconnected after a time limit, and a slow reader is not', async () => {
    const port = await open((_request, response) => void response.end(LARGE), { timeouts: times })
    await openSlow(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const slow = connect({ port, host: '127.0.0.1' }, () => slow.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    opened.push(slow)
    let taken = 0
    slow.on('data', (chunk: Buffer) => {
      taken += chunk.length
      slow.pause()
      setTimeout(() => slow.resume(), 20)
    })
    await expect.poll(() => taken, { timeout: 3000, interval: 20 }).toBeGreaterThan(0)
    await expect.poll(count, { timeout: 5000, interval: 50 }).toBe(1)
    const before = taken
    await expect.poll(() => taken, { timeout: 5000, interval: 50 }).toBeGreaterThan(before + 500_000)
    expect(await count()).toBe(1)
  })
})

/** Milliseconds until the whole answer arrived. */
function read(port: number): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const call = ask({ port, host: '127.0.0.1', agent: false }, (response) => {
      response.resume().once('end', () => (response.statusCode === 200 ? resolve(performance.now() - begun) : reject()))
    })
    call.setTimeout(5000, () => call.destroy(new Error('No answer in 5 s')))
    call.on('error', reject)
    call.end()
  })
}

describe('a client that never completes its request', () => {
  it.each([
    ['headers', HEADERS_CUT_OFF],
    ['a body', BODY_CUT_OFF],
    ['a chunked body', CHUNK_CUT_OFF],
    ['something other than HTTP', 'Guten Tag\r\n\r\n'],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}`],
  ])('is disconnected although it does not close: %s', async (_case, text) => {
    const timeouts = { headers: 300, request: 300, checkEvery: 100, farewell: 100 }
    const port = await open((request, response) => request.resume().once('end', () => response.end()), { timeouts })
    await Promise.all(Array.from({ length: 20 }, () => openSlow(port, text)))
    await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 5000, interval: 50 })
  })

  it.each([
    ['a body', BODY_CUT_OFF],
    ['a chunked body', CHUNK_CUT_OFF],
  ])('is disconnected soon after an answer that did not wait for %s', async (_case, text) => {
    // The default time limits of requests apply, which are much longer than this test.
    const port = await open((_request, response) => void response.end(), { timeouts: { farewell: 100 } })
    await Promise.all(Array.from({ length: 20 }, () => openSlow(port, text)))
    await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 5000, interval: 50 })
  })

  it.each([
    [HEADERS_CUT_OFF, 'HTTP/1.1 408 Request Timeout'],
    [`GET / HTTP/1.1\r\nCookie: ${'x'.repeat(20_000)}`, 'HTTP/1.1 431 Request Header Fields Too Large'],
    ['Guten Tag\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  ])('gets an answer first', async (text, status) => {
    const port = await open(() => {}, { timeouts: { headers: 200, request: 200, checkEvery: 50 } })
    const socket = await openSlow(port, text)
    const [chunk] = (await once(socket.resume(), 'data')) as [Buffer]
    expect(chunk.toString('latin1').split('\r\n')[0]).toBe(status)
  })
})

describe('more connections than allowed', () => {
  it('close those that wait for their client, never a request in progress', async () => {
    let answer = () => {}
    const port = await open(
      (request, response) => {
        if (request.url === '/slow') answer = () => void response.end('at last')
        else response.end('at once')
      },
      { maxConnections: 20 },
    )
    const working = new Promise<number>((resolve, reject) => {
      const call = ask({ port, path: '/slow', agent: false }, (response) => resolve(response.statusCode!))
      call.on('error', reject)
      call.end()
    })
    await vi.waitFor(async () => expect(await count()).toBe(1))
    for (let round = 0; round < 100; round++) await openSlow(port, HEADERS_CUT_OFF)
    expect(await read(port)).toBeLessThan(1000)
    expect(await count()).toBeLessThanOrEqual(20)
    answer()
    expect(await working).toBe(200)
  })

  it('count clients as waiting that do not read their answer', async () => {
    const large = Buffer.alloc(40_000_000)
    const port = await open((_request, response) => void response.end(large), { maxConnections: 5 })
    for (let round = 0; round < 12; round++) await openSlow(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await read(port)).toBeLessThan(4000)
    expect(await count()).toBeLessThanOrEqual(5)
  })

  it('are logged at most once a minute', async () => {
    const log = vi.fn()
    const port = await open((_request, response) => void response.end(), { maxConnections: 10, log })
    for (let round = 0; round < 40; round++) await openSlow(port, HEADERS_CUT_OFF)
    await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(1))
    expect(log).toHaveBeenCalledWith('warn', 'connections-dropped', { count: 1, maxConnections: 10 })
  })
})

const script = fileURLToPath(new URL('./http-server.testing.ts', import.meta.url))

describe.skipIf(process.platform === 'win32')('a process that may open 1,000 descriptors', () => {
  it.for([
    ['headers', HEADERS_CUT_OFF],
    ['bodies', BODY_CUT_OFF],
  ] as const)(
    'serves other readers while 1,000 clients never complete their %s, and afterwards',
    async ([what, text], { task }) => {
      child = spawn('sh', ['-c', `ulimit -n 1000; exec "${process.execPath}" "${script}"`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = (await once(child.stdout!, 'data')) as [Buffer]
      const [port, maximum] = line.toString().trim().split(' ').map(Number) as [number, number]
      expect(maximum).toBeLessThan(1000)
      const times: number[] = [await read(port)]
      for (let round = 0; round < 100; round++) {
        await Promise.all(Array.from({ length: 10 }, () => openSlow(port, text)))
        if (round % 4 === 0) times.push(await read(port))
      }
      expect(opened).toHaveLength(1000)
      for (let round = 0; round < 20; round++) times.push(await read(port))
      expect(Math.max(...times)).toBeLessThan(2000)
      task.meta.measured = `1,000 clients with unfinished ${what}: other readers wait ${Math.max(...times).toFixed(0)} ms at most`
      if (process.platform === 'linux') expect(readdirSync(`/proc/${child.pid}/fd`).length).toBeLessThan(1000)
    },
  )
})
