/**
 * The address for operators, apart from that of readers: `/metrics` and `/health`. It answers GET and HEAD, reads no
 * body, and keeps few connections. Nothing asks for a credential there, so the network must: it listens where
 * `METRICS_ADDRESS` says and nowhere else.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../http/log.ts'

export type WatchAnswer = { status: number; type: string; body: string }
export type WatchServer = {
  /** `http://host:port` */
  base: string
  close: () => Promise<void>
}

const MOST_CONNECTIONS = 32
const HEADERS_MS = 5000
const REQUEST_MS = 10_000

/** Rejects if the address is not available. `answers`: by path. */
export async function openWatchServer(
  { host, port }: { host: string; port: number },
  answers: Readonly<Record<string, () => Promise<WatchAnswer>>>,
  log: Log,
): Promise<WatchServer> {
  const server = createServer({ headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS }, (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    const isHead = request.method === 'HEAD'
    if (request.method !== 'GET' && !isHead) return send(response, toText(405, 'Only GET and HEAD'), isHead)
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
    if (answer === undefined)
      return send(response, toText(404, `There are ${Object.keys(answers).join(' and ')}`), isHead)
    answer().then(
      (found) => send(response, found, isHead),
      (error: unknown) => {
        log('error', 'watch-answer', { path, error })
        send(response, toText(500, 'Failed; the log has the reason'), isHead)
      },
    )
  })
  server.maxConnections = MOST_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) =>
      // Without the code: a port in use would be taken for that of readers.
      reject(
        new Error(`METRICS_ADDRESS: ${toHostPort(host, port)} cannot be listened on (${error.code ?? error.name})`),
      ),
    )
    // As a worker of several, too, this process alone listens there.
    server.listen({ port, host, exclusive: true }, resolve)
  })
  return {
    base: `http://${toHostPort(host, (server.address() as AddressInfo).port)}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function toHostPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function toText(status: number, text: string): WatchAnswer {
  return { status, type: 'text/plain; charset=utf-8', body: `${text}\n` }
}

function send(response: ServerResponse, { status, type, body }: WatchAnswer, isHead: boolean): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 ? { allow: 'GET, HEAD', connection: 'close' } : {}),
  })
  response.end(isHead ? undefined : body)
}
