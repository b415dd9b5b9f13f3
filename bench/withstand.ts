/**
 * Load that wears a server out: clients that never finish a request, requests that cost much, ten thousand open connections, and many
 * addresses. Clients run on the same machine, so times on the clock are longer than those of a server alone.
 */
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { listArticlePaths } from './articles.ts'
import { quantile, toLimited, toShort, type Report } from './figures.ts'
import { readMemory, withPortal, type OwnPortal } from './processes.ts'
import { closeConnections, readSteadily, send, sendSteadily, type Sent } from './steady-readers.ts'

const GROUP = 'withstand'
const HOME = ['/']
const PER_SECOND = 50
const SECONDS = 15

export async function measureWithstand(report: Report): Promise<void> {
  try {
    // Every client may have an address of its own, so that no limit for one address protects the portal.
    await withPortal({ DEMO: '1', TRUST_PROXY: '127.0.0.1' }, async (portal) => {
      await portal.untilPrinted('"demo-complete"')
      await readSteadily(portal.port, HOME, PER_SECOND, 5)
      const quiet = toP99(await readSteadily(portal.port, HOME, PER_SECOND, SECONDS))
      await measureSlowClients(report, portal.port, quiet)
      await measureCostly(report, portal.port, quiet)
      await measureConnections(report, portal)
      await measureMemory(report, portal)
    })
  } finally {
    closeConnections()
  }
}

function toP99(answers: readonly Sent[]): number {
  const wrong = answers.find(({ status }) => status !== 200)
  if (wrong !== undefined) throw new Error(`The home page answered ${wrong.status}`)
  return quantile(
    answers.map(({ ms }) => ms),
    0.99,
  )
}

// Clients that never finish

const SLOW = 500
const GONE_SECONDS = 35
const UNFINISHED = [
  'GET / HTTP/1.1\r\nHost: localhost\r\n',
  'POST /api/mein/oauth2/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
]

async function measureSlowClients(report: Report, port: number, quiet: number): Promise<void> {
  const clients = openSlowClients(port)
  const started = performance.now()
  const busy = toP99(await readSteadily(port, HOME, PER_SECOND, SECONDS))
  const limit = Math.max(100, 2 * quiet)
  const beside = `${SLOW} clients that never complete headers or body`
  report(
    toLimited(GROUP, `p99 of the home page beside ${beside}`, busy, limit, 'ms', `without them ${toShort(quiet)} ms`),
  )
  await Promise.all(clients)
  const seconds = (performance.now() - started) / 1000
  report(toLimited(GROUP, `until ${beside} are disconnected`, seconds, GONE_SECONDS, 's', 'the limit'))
}

/** Each resolves when the portal has closed the connection. */
export function openSlowClients(port: number): Promise<void>[] {
  return Array.from({ length: SLOW }, (_, index) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.resume()
    socket.write(UNFINISHED[index % UNFINISHED.length]!)
    return new Promise<void>((resolve) => socket.once('close', () => resolve()))
  })
}

// Requests that cost much

const COSTLY_MS = 250
const LARGE = { email: 'x'.repeat(1_900_000), password: 'x' }

async function measureCostly(report: Report, port: number, quiet: number): Promise<void> {
  const pictures = await listPictures(port)
  const costly = sendSteadily(40, async (serial) => {
    const address = `198.18.${Math.floor(serial / 250) % 250}.${serial % 250}`
    if (serial % 4 === 0) return send(port, pictures[serial % pictures.length]!)
    if (serial % 4 === 1) return send(port, `/suche?q=${toQuery(serial)}`, { address })
    const body = serial % 4 === 2 ? LARGE : { email: `niemand-${serial}@example.org`, password: `falsch ${serial}` }
    return send(port, '/api/mein/oauth2/login', { body, address })
  })
  const busy = toP99(await readSteadily(port, HOME, PER_SECOND, SECONDS))
  const answered = await costly.stop()
  const statuses = [...Map.groupBy(answered, ({ status }) => status)]
    .toSorted(([a], [b]) => a - b)
    .map(([status, all]) => `${all.length} × ${status}`)
  report(
    toLimited(
      GROUP,
      'p99 of the home page beside pictures, long searches, wrong logins and bodies of 1.9 MB, ten of each a second',
      busy,
      COSTLY_MS,
      'ms',
      `without them ${toShort(quiet)} ms; they: ${statuses.join(', ')}`,
    ),
  )
}

const toQuery = (serial: number) =>
  encodeURIComponent(Array.from({ length: 12 }, (_, at) => `wort${(serial * 7 + at) % 97}`).join(' '))

/** Addresses of pictures in all sizes that the home page and articles name. The portal makes a size at its first request. */
async function listPictures(port: number): Promise<string[]> {
  const found = new Set<string>()
  for (const path of ['/', ...(await listArticlePaths(port, 60))]) {
    const body = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
    // Parts of an address have commas, and so has a list of them.
    for (const [address] of body.matchAll(/\/_ipx\/[^\s"'<>]+/g))
      found.add(address.replace(/,$/, '').replaceAll('&amp;', '&'))
  }
  if (found.size === 0) throw new Error('The demo has no pictures')
  return [...found]
}

// Open connections

const CONNECTIONS = 10_000
const AT_ONCE = 250
const CONNECTIONS_MS = 300
const CONNECTIONS_MB = 250

async function measureConnections(report: Report, { port, pid }: OwnPortal): Promise<void> {
  const before = readMemory(pid).now
  const open: Connection[] = []
  for (let count = 0; count < CONNECTIONS; count += AT_ONCE) {
    const more = Array.from({ length: AT_ONCE }, () => openConnection(port))
    for (const connection of more) await connection.ask()
    open.push(...more)
  }
  const times: Promise<number | null>[] = []
  for (let count = 0; count < PER_SECOND * SECONDS; count++) {
    times.push(open[(count * 13) % open.length]!.ask())
    await setTimeout(1000 / PER_SECOND)
  }
  const all = await Promise.all(times)
  const closed = open.filter((connection) => !connection.isOpen()).length
  const more = readMemory(pid).now - before
  for (const connection of open) connection.close()
  const beside = `${CONNECTIONS} open connections`
  const answered = all.filter((ms) => ms !== null)
  report(
    toLimited(
      GROUP,
      `p99 of the home page with ${beside}`,
      quantile(answered, 0.99),
      CONNECTIONS_MS,
      'ms',
      'the limit',
    ),
  )
  report(toLimited(GROUP, `refused or closed of ${beside}`, closed, 0, 'connections', 'none is allowed'))
  report(
    toLimited(GROUP, `resident memory more with ${beside}`, more, CONNECTIONS_MB, 'MB', `${toShort(before)} MB before`),
  )
}

/** `ask`: requests the home page and answers with the time of the whole page, in milliseconds; null: it was closed. */
type Connection = { ask: () => Promise<number | null>; isOpen: () => boolean; close: () => void }

/** A bare socket, because ten thousand clients of `node:http` would cost more than the server. */
function openConnection(port: number): Connection {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let isOpen = true
  let received = ''
  let answer: ((isWhole: boolean) => void) | null = null
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  socket.once('close', () => {
    isOpen = false
    answer?.(false)
  })
  socket.on('data', (text: string) => {
    received += text
    const end = received.indexOf('\r\n\r\n')
    if (end === -1) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? Number.NaN)
    if (received.length >= end + 4 + length) answer?.(received.startsWith('HTTP/1.1 200'))
  })
  return {
    isOpen: () => isOpen,
    close: () => void socket.destroy(),
    ask() {
      if (!isOpen) return Promise.resolve(null)
      received = ''
      const started = performance.now()
      socket.write(
        `GET / HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/html\r\nAccept-Encoding: br\r\nConnection: keep-alive\r\n\r\n`,
      )
      return new Promise((resolve) => {
        answer = (isWhole) => {
          answer = null
          resolve(isWhole ? performance.now() - started : null)
        }
      })
    },
  }
}

// Many addresses

/** A million in full: BENCH_REQUESTS=1000000. */
const REQUESTS = Number(process.env.BENCH_REQUESTS || 100_000)
const ADDRESSES = 50_000
const MOST_GROWTH = 0.05

async function measureMemory(report: Report, { port, pid }: OwnPortal): Promise<void> {
  const articles = await listArticlePaths(port, 200)
  let serial = 0
  const read = (count: number) =>
    Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let left = count / 16; left > 0; left--) await send(port, toAddress(articles, serial++ % ADDRESSES))
      }),
    )
  await read(REQUESTS / 5)
  const before = readMemory(pid).now
  await read((REQUESTS * 4) / 5)
  const after = readMemory(pid).now
  report(
    toLimited(
      GROUP,
      `growth of resident memory over ${REQUESTS} requests of ${ADDRESSES} addresses, after the first fifth`,
      (after / before - 1) * 100,
      MOST_GROWTH * 100,
      '%',
      `${toShort(before)} MB; ${toShort(after)} MB at the end`,
    ),
  )
}

/** Half of them are articles and their other addresses, a quarter lists and a quarter does not exist. */
function toAddress(articles: readonly string[], index: number): string {
  if (index % 4 === 0) return `/lokales?page=${index}`
  if (index % 4 === 1) return `/nichts-${index}`
  return `${articles[index % articles.length]!}?utm_source=${index}`
}
