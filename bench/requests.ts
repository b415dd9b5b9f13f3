/**
 * HTTP requests over a few kept-alive connections at socket level: the client must cost little beside the server
 * measured on the same machine. Answers need a `content-length`; an unexpected status ends the run.
 */
import { connect, type Socket } from 'node:net'

export type Answer = { status: number; headers: Readonly<Record<string, string>>; body: Buffer }

const HEADERS_END = Buffer.from('\r\n\r\n')
const CONNECTIONS = 8
const REQUEST_HEADERS =
  'Accept: text/html,application/xhtml+xml\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: de-DE,de;q=0.9\r\n' +
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36\r\nConnection: keep-alive\r\n\r\n'

/**
 * Sends `count` requests in all, one after another on each connection; `pathOf` gives the path of each, which may begin with a host.
 * `cookie` is sent with all.
 */
export async function sendRequests(
  port: number,
  count: number,
  pathOf: (index: number) => string,
  check?: (answer: Answer) => void,
  cookie = '',
  connections = CONNECTIONS,
): Promise<void> {
  let next = 0
  const take = () => (next < count ? pathOf(next++) : null)
  await Promise.all(
    Array.from({ length: Math.min(connections, count) }, () => runConnection(port, take, check, cookie)),
  )
}

export async function fetchOnce(port: number, path: string): Promise<Answer> {
  let found: Answer | null = null
  await sendRequests(
    port,
    1,
    () => path,
    (answer) => (found = answer),
  )
  return found!
}

function runConnection(
  port: number,
  take: () => string | null,
  check: ((answer: Answer) => void) | undefined,
  cookie: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received: Buffer[] = []
    let size = 0
    /** Bytes of the current answer; 0 until its headers are complete. */
    let expected = 0
    let head = ''
    let path: string | null = null

    const send = () => {
      path = take()
      if (path === null) {
        socket.end()
        return resolve()
      }
      received = []
      size = 0
      expected = 0
      const start = path.indexOf('/')
      socket.write(
        `GET ${path.slice(start)} HTTP/1.1\r\nHost: ${path.slice(0, start) || 'localhost'}:${port}\r\n${cookie === '' ? '' : `Cookie: ${cookie}\r\n`}${REQUEST_HEADERS}`,
      )
    }
    const fail = (message: string) => {
      socket.destroy()
      reject(new Error(`${path}: ${message}`))
    }
    socket.setTimeout(30_000, () => fail('no answer within 30 s'))
    socket.on('error', reject)
    socket.on('close', () => path !== null && reject(new Error(`${path}: the server closed the connection`)))
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      received.push(chunk)
      size += chunk.length
      if (expected === 0) {
        const bytes = received.length === 1 ? chunk : Buffer.concat(received)
        const end = bytes.indexOf(HEADERS_END)
        if (end === -1) return
        head = bytes.toString('latin1', 0, end)
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        if (length === undefined) return fail(`no content-length in\n${head}`)
        expected = end + 4 + Number(length)
      }
      if (size < expected) return
      if (!head.startsWith('HTTP/1.1 200')) return fail(head.slice(0, head.indexOf('\r\n')))
      if (check !== undefined) check(toAnswer(head, Buffer.concat(received), expected))
      send()
    })
  })
}

function toAnswer(head: string, bytes: Buffer, end: number): Answer {
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(first.split(' ')[1]), headers, body: bytes.subarray(bytes.indexOf(HEADERS_END) + 4, end) }
}
