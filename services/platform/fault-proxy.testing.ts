/**
 * A proxy in front of a service that fails in the ways services fail, one after the other, without a restart. Counts
 * requests by path, the most at once, and open sockets.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Fault = 'pass' | 'slow' | 'hang' | 'drip' | 'huge' | '503' | 'garbage' | 'html' | 'refuse' | 'reset'
export const FAULTS: readonly Exclude<Fault, 'pass' | 'slow'>[] = [
  'hang',
  'drip',
  'huge',
  '503',
  'garbage',
  'html',
  'refuse',
  'reset',
]

export type FaultProxy = {
  url: string
  /** `slowMs`: milliseconds a slow answer takes. */
  setFault: (fault: Fault, slowMs?: number) => Promise<void>
  /** Since the last `forget`. */
  requests: () => readonly string[]
  mostAtOnce: () => number
  openSockets: () => number
  forget: () => void
  close: () => Promise<void>
}

const SLOW_MS = 300
const DRIP_MS = 100
const HUGE_CHUNKS = 512
const CHUNK = Buffer.alloc(1024 * 1024, 0x61)

/** `target`: base address of the service behind it. */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  let fault: Fault = 'pass'
  let slow = SLOW_MS
  let requests: string[] = []
  let running = 0
  let mostAtOnce = 0
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    mostAtOnce = Math.max(mostAtOnce, ++running)
    response.once('close', () => running--)
    void answer(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (fault) {
      case 'hang':
        return
      case 'drip':
        response.writeHead(200, { 'content-type': 'application/json' }).write('[')
        return drip(response)
      case 'huge':
        return pour(response)
      case '503':
        response.writeHead(503, { 'retry-after': '2' }).end('{}')
        return
      case 'garbage':
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"x":')
        return
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Willkommen</h1>')
        return
      case 'refuse':
      case 'reset':
        request.socket.resetAndDestroy()
        return
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, slow))
        return forward(request, response)
      case 'pass':
        return forward(request, response)
    }
  }

  function drip(response: ServerResponse): void {
    const timer = setInterval(() => {
      if (response.destroyed) {
        clearInterval(timer)
        timers.delete(timer)
      } else response.write(' ')
    }, DRIP_MS)
    timers.add(timer)
  }

  /** JSON that is complete only after half a gigabyte. */
  async function pour(response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'application/json' }).write('"')
    for (let count = 0; count < HUGE_CHUNKS && !response.destroyed; count++) {
      if (!response.write(CHUNK)) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
    }
    response.end('"')
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = new Headers()
    for (const name of ['accept', 'authorization', 'content-type', 'cache-control'])
      if (request.headers[name] !== undefined) headers.set(name, String(request.headers[name]))
    const body = Buffer.concat(chunks)
    const found = await fetch(target + request.url, {
      method: request.method!,
      headers,
      ...(body.length === 0 ? {} : { body }),
    })
    const bytes = Buffer.from(await found.arrayBuffer())
    response
      .writeHead(found.status, { 'content-type': found.headers.get('content-type') ?? 'application/json' })
      .end(bytes)
  }

  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => (server.listening ? server.close(() => resolve()) : resolve()))
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    async setFault(next, slowMs = SLOW_MS) {
      fault = next
      slow = slowMs
      for (const socket of sockets) socket.destroy()
      if (next === 'refuse') await stop()
      else if (!server.listening) await listen(port)
    },
    requests: () => requests,
    mostAtOnce: () => mostAtOnce,
    openSockets: () => sockets.size,
    forget() {
      requests = []
      mostAtOnce = 0
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      await stop()
    },
  }
}
