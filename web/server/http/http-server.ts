/**
 * The HTTP server with its time limits. A request that is incomplete after its time gets an answer and the connection
 * is closed, even if the client does not close. The number of connections is limited below the process's file
 * descriptors. At the limit, the oldest connection that waits for its client is closed, from the network with the most
 * of them. A request in progress is never cut off for a new one.
 */
import { readdirSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { toClientAddress, toNetwork } from './client-address.ts'
import type { Log } from './log.ts'

export type HttpServerOptions = {
  listener: RequestListener
  log: Log
  /** Most connections at once. */
  maxConnections: number
  /** Shorter limits for tests. */
  timeouts?: Partial<typeof TIMEOUTS>
}

const TIMEOUTS = {
  headers: 10_000,
  request: 30_000,
  keepAlive: 65_000,
  /** Longest time without a byte in either direction while an answer is due; longer than any import takes. */
  silence: 150_000,
  /** Time between the answer to a broken or unfinished request and the end of its connection. */
  farewell: 1000,
  checkEvery: 2000,
  /** Time limit for a client that reads nothing of its answer; a slow reader is not affected. */
  stalled: 60_000,
}
const ANSWERS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

export function createHttpServer(options: HttpServerOptions): Server {
  const times = { ...TIMEOUTS, ...options.timeouts }
  const settings: ServerOptions = {
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    connectionsCheckingInterval: times.checkEvery,
    maxHeaderSize: 16_384,
  }
  const server = createServer(settings, options.listener)
  server.timeout = times.silence
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const status = ANSWERS[error.code ?? ''] ?? '400 Bad Request'
    if (stream.writable) stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    // A client that never closes would keep the descriptor forever.
    setTimeout(() => stream.destroy(), times.farewell).unref()
  })
  boundConnections(server, options, times.farewell)
  endStalled(server, times)
  return server
}

// --- Which connection is closed at the limit

type Connection = {
  network: string
  /** When it began to wait for its client, as a counter of changes. */
  since: number
  /** The request is complete and the answer is being made. */
  isAnswering: boolean
}

const REPORT_MS = 60_000

function boundConnections(server: Server, { maxConnections, log }: HttpServerOptions, farewell: number): void {
  const connections = new Map<Socket, Connection>()
  // Closes several at once, so that a flood does not search again for every new connection.
  const batch = Math.ceil(maxConnections / 100)
  let changes = 0
  let dropped = 0
  let reportedAt = -Infinity

  function drop(sockets: readonly Socket[]): void {
    for (const socket of sockets) {
      connections.delete(socket)
      socket.destroy()
    }
    dropped += sockets.length
    if (performance.now() - reportedAt < REPORT_MS) return
    log('warn', 'connections-dropped', { count: dropped, maxConnections })
    reportedAt = performance.now()
    dropped = 0
  }

  server.on('connection', (socket: Socket) => {
    if (connections.size >= maxConnections) {
      const victims = findVictims(connections, batch)
      drop(victims.length === 0 ? [socket] : victims)
      if (victims.length === 0) return
    }
    const network = toNetwork(toClientAddress(socket.remoteAddress, undefined, []))
    connections.set(socket, { network, since: ++changes, isAnswering: false })
    socket.once('close', () => connections.delete(socket))
  })

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    const { headers } = request
    let isReceived = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    const settle = () => {
      connection.isAnswering = isReceived && !response.writableFinished
      connection.since = ++changes
    }
    settle()
    request.once('end', () => {
      isReceived = true
      settle()
    })
    response.once('finish', () => {
      settle()
      // Answered before the request was complete: the rest is discarded, for a short time.
      if (!isReceived) setTimeout(() => isReceived || request.socket.destroy(), farewell).unref()
    })
  })
}

/** The connections that have waited longest for their client, of the network with the most. */
function findVictims(connections: ReadonlyMap<Socket, Connection>, most: number): Socket[] {
  const waiting = new Map<string, Socket[]>()
  for (const [socket, { network, isAnswering }] of connections) {
    // An answer that the client does not read counts as waiting, too.
    if (isAnswering && socket.writableLength === 0) continue
    const others = waiting.get(network)
    if (others === undefined) waiting.set(network, [socket])
    else others.push(socket)
  }
  let largest: Socket[] = []
  for (const sockets of waiting.values()) if (sockets.length > largest.length) largest = sockets
  const sinceOf = (socket: Socket) => connections.get(socket)?.since ?? 0
  // Never all of them: the youngest may be a reader who has just arrived.
  return largest
    .toSorted((a, b) => sinceOf(a) - sinceOf(b))
    .slice(0, Math.max(1, Math.min(most, Math.floor(largest.length / 2))))
}

// --- Clients that read nothing

/** Written bytes not yet taken by the system, from Node's internal handle; decreases with each part sent. */
type Handled = Socket & { _handle?: { writeQueueSize?: number } | null }

function endStalled(server: Server, { stalled, checkEvery }: Pick<typeof TIMEOUTS, 'stalled' | 'checkEvery'>): void {
  const seen = new Map<Socket, { left: number; since: number }>()
  server.on('connection', (socket: Socket) => {
    seen.set(socket, { left: 0, since: 0 })
    socket.once('close', () => seen.delete(socket))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, last] of seen) {
      const left = (socket as Handled)._handle?.writeQueueSize ?? socket.writableLength
      if (left === 0 || left !== last.left) seen.set(socket, { left, since: now })
      else if (now - last.since >= stalled) socket.destroy()
    }
  }, checkEvery).unref()
  server.once('close', () => clearInterval(timer))
}

// --- Maximum number of connections

const MOST_CONNECTIONS = 50_000
const FEWEST_CONNECTIONS = 64
/** If the system does not report open descriptors: a generous guess for an embedded database and its files. */
const USUALLY_OPEN = 500

/** Reserves descriptors for later use: database files, pictures, other services. */
export function toMaxConnections(): number {
  const limit = readDescriptorLimit()
  const left = limit - countOpenDescriptors() - Math.max(200, Math.floor(limit / 10))
  return Math.max(FEWEST_CONNECTIONS, Math.min(left, MOST_CONNECTIONS))
}

function readDescriptorLimit(): number {
  // Otherwise the report resolves the names of network interfaces, which takes seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  const soft = Number(report.userLimits?.open_files?.soft)
  return Number.isFinite(soft) ? soft : 1_000_000
}

function countOpenDescriptors(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return USUALLY_OPEN
  }
}
