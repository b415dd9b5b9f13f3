/**
 * Pages that tell how they were read, at a steady rate, whether or not earlier ones were answered: `PORT PER_SECOND SECONDS`. A
 * process of its own with bare sockets, so that it costs little beside the portal. Prints how many were answered, by status.
 */
import { connect, type Socket } from 'node:net'

const CONNECTIONS = 64
const [port = 0, perSecond = 0, seconds = 0] = process.argv.slice(2).map(Number)

const answers: Record<string, number> = {}
let sent = 0

/** Each connection has one request under way; the others wait for it. */
function open(): { tell: () => void; close: () => void } {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let waiting = 0
  let isBusy = false
  let received = ''
  const next = () => {
    isBusy = waiting > 0
    if (!isBusy) return
    waiting -= 1
    socket.write(toRequest(sent++))
  }
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
    const end = received.indexOf('\r\n\r\n')
    if (end === -1) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
    if (received.length < end + 4 + length) return
    const status = received.slice(9, 12)
    answers[status] = (answers[status] ?? 0) + 1
    received = ''
    next()
  })
  return {
    tell() {
      waiting += 1
      if (!isBusy) next()
    },
    close: () => void socket.destroy(),
  }
}

function toRequest(serial: number): string {
  const body = JSON.stringify({
    page: 'article',
    article: String(serial % 3000),
    section: `ressort-${serial % 40}/ort`,
    from: ['', 'www.google.de', 'localhost'][serial % 3],
    quarters: [serial % 5, 0],
    seconds: serial % 120,
    consent: 'unasked',
    vitals: { lcp: 900 + (serial % 4000), cls: serial % 200, inp: serial % 300 },
  })
  return (
    `POST /api/figures HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\nSec-Fetch-Site: same-origin\r\n` +
    `X-Forwarded-For: 198.${serial % 250}.${(serial >> 3) % 250}.7\r\nUser-Agent: Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: keep-alive\r\n\r\n${body}`
  )
}

const connections = Array.from({ length: CONNECTIONS }, open)
const started = performance.now()
let told = 0
const timer = setInterval(() => {
  const passed = (performance.now() - started) / 1000
  for (; told < Math.min(passed, seconds) * perSecond; told++) connections[told % CONNECTIONS]!.tell()
  const answered = Object.values(answers).reduce((sum, count) => sum + count, 0)
  if (passed < seconds || (answered < told && passed < seconds + 30)) return
  clearInterval(timer)
  for (const { close } of connections) close()
  process.stdout.write(JSON.stringify({ told, answers, perSecond: answered / passed }))
}, 2)
