/** Requests at a steady rate, as readers and attackers send them: whether or not earlier ones were answered. */
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

export type Sent = { status: number; setCookies: string[]; location: string; body: string; ms: number }

export type SendOptions = {
  method?: string
  body?: object
  cookie?: string
  /** Told to the portal as the client's, which it believes with TRUST_PROXY. */
  address?: string
  host?: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

export function send(port: number, path: string, options: SendOptions = {}): Promise<Sent> {
  const { method = options.body === undefined ? 'GET' : 'POST', body, cookie, address } = options
  const host = options.host ?? `localhost:${port}`
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    host,
    ...(method === 'POST'
      ? {
          origin: `http://${host}`,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }
      : { accept: 'text/html', 'accept-encoding': 'br' }),
    ...(cookie === undefined ? {} : { cookie }),
    ...(address === undefined ? {} : { 'x-forwarded-for': address }),
  }
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          setCookies: response.headers['set-cookie'] ?? [],
          location: response.headers.location ?? '',
          body: Buffer.concat(chunks).toString(),
          ms: performance.now() - started,
        }),
      )
    })
    call.on('error', reject)
    call.end(text)
  })
}

/** `seconds` long, one path after the other; the answers in the order of the requests. A failed connection ends it. */
export async function readSteadily(
  port: number,
  paths: readonly string[],
  perSecond: number,
  seconds: number,
): Promise<Sent[]> {
  const readers = sendSteadily(perSecond, (serial) => send(port, paths[serial % paths.length]!))
  await setTimeout(seconds * 1000)
  return readers.stop()
}

/** Begins at once; a late timer makes up for missed requests. `stop` waits for the answers. */
export function sendSteadily<T>(perSecond: number, sendOne: (serial: number) => Promise<T>) {
  const sent: Promise<T>[] = []
  const started = performance.now()
  const timer = setInterval(() => {
    const wanted = Math.floor(((performance.now() - started) / 1000) * perSecond) + 1
    while (sent.length < wanted) {
      const one = sendOne(sent.length)
      // `stop` tells of it.
      one.catch(() => {})
      sent.push(one)
    }
  }, 5)
  return {
    stop(): Promise<T[]> {
      clearInterval(timer)
      return Promise.all(sent)
    },
  }
}

export function closeConnections(): void {
  agent.destroy()
}
