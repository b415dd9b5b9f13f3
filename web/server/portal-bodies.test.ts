import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SENT_PICTURE_LIMIT } from '@lokalteil/contracts/content/reader-pictures'
import { MAX_ORIGINAL_BYTES } from '@lokalteil/services/pictures/originals'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAddresses, type Asked } from './routes.testing.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { TestReader } from './reader.testing.ts'

const KEY = 'one-key-for-every-service-here'
/** Endpoints that accept more than a megabyte, with their limits. */
const ALL_LARGE: Readonly<Record<string, number>> = {
  '/api/ingest/documents': 5 * 1024 * 1024,
  '/__services/content/ak/internal/documents': 30_000_000,
  '/__services/content/ak/internal/quizzes': 30_000_000,
  '/__services/content/ak/internal/records/1': 2_500_000,
  '/__services/content/ak/internal/previews': 2_500_000,
  '/__services/sport/ak/internal/deliveries': 8_000_000,
  '/__services/markets/ak/internal/deliveries': 16_000_000,
  '/__services/markets/ak/internal/readers/1/pictures': SENT_PICTURE_LIMIT,
  '/__services/notices/ak/internal/portraits': SENT_PICTURE_LIMIT,
  '/__services/shop/ak/internal/catalogue': 2_000_000,
  [`/__services/pictures/originals/import/ab/ab${'0'.repeat(62)}.jpg`]: MAX_ORIGINAL_BYTES,
  '/__services/paywall/ak/internal/decisions': 4_000_000,
  '/__services/plenigo/ak/internal/print-subscribers': 40_000_000,
}
/** Without those of rooms that were removed. */
const ROOM_OF: Readonly<Record<string, string>> = { sport: 'sport', markets: 'homes', notices: 'notices', shop: 'shop' }
const LARGE = Object.fromEntries(
  Object.entries(ALL_LARGE).filter(([path]) => {
    const room = ROOM_OF[/^\/__services\/(\w+)\//.exec(path)?.[1] ?? '']
    return room === undefined || hasRoom(room)
  }),
)
const USUAL = 1_000_000
const QUERIES: Readonly<Record<string, string>> = { '/api/ingest/documents': '?publication=ak' }
/** Bytes that socket buffers may hold in addition to those that were read. */
const ON_THE_WAY = 700_000

let portal: TestPortal
let cookie: string
const read = new Map<number, number>()

beforeAll(async () => {
  portal = await openTestPortal({
    seed: SEED,
    env: {
      DEMO: '1',
      INGEST_KEY: KEY,
      CONTENT_SERVICE_KEY: KEY,
      SUBSCRIPTION_SERVICE_KEY: KEY,
      USER_SERVICE_KEY: KEY,
      NEWSLETTER_SERVICE_KEY: KEY,
      PAYWALL_SERVICE_KEY: KEY,
      FIGURES_SERVICE_KEY: KEY,
    },
  })
  const reader = new TestReader(portal, 'ak')
  if ((await reader.login(toDemoEmail('plus'))).status !== 200) throw new Error('The reader cannot log in')
  cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  // Bytes read from a connection when its first answer was complete.
  portal.server.prependListener('request', ({ socket }, response) => {
    const { remotePort } = socket
    response.once('finish', () => read.set(remotePort!, socket.bytesRead))
  })
})
afterAll(() => portal.close())

type Outcome = { status: number; readBytes: number; isLetGo: boolean }

/** Sends an endless body without a length. */
function sendEndlessly({ method, path }: Asked, headers: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const call = ask({
      host: '127.0.0.1',
      port: portal.port,
      path: path + (QUERIES[path] ?? ''),
      method,
      agent: false,
      headers: {
        host: `ak.localhost:${portal.port}`,
        'transfer-encoding': 'chunked',
        connection: 'keep-alive',
        ...headers,
      },
    })
    // One long text, valid as JSON and as a form, so that nothing ends it early.
    const chunk = Buffer.alloc(32_768, 'x')
    let status = 0
    let timer: NodeJS.Timeout
    let isEnded = false
    const finish = (isLetGo: boolean) => {
      clearTimeout(timer)
      isEnded = true
      const local = call.socket?.localPort ?? 0
      call.destroy()
      if (status === 0) reject(new Error(`${method} ${path} was cut off without an answer`))
      else resolve({ status, readBytes: read.get(localPort || local) ?? 0, isLetGo })
    }
    let localPort = 0
    call.once('socket', (socket) => socket.once('connect', () => (localPort = (socket.address() as AddressInfo).port)))
    call.once('response', (response) => {
      status = response.statusCode!
      response.resume()
      clearTimeout(timer)
      // The portal takes a second; a busy machine may need much more.
      timer = setTimeout(() => finish(false), 30_000)
    })
    call.on('error', () => !isEnded && finish(true))
    call.on('close', () => !isEnded && finish(true))
    timer = setTimeout(() => reject(new Error(`${method} ${path} answers nothing to a body without an end`)), 60_000)
    call.write('"')
    const write = () => {
      if (isEnded || call.destroyed) return
      // After the answer it sends slowly: the question now is whether the portal disconnects.
      if (status !== 0) setTimeout(() => call.destroyed || call.write(chunk, write), 20)
      else if (call.write(chunk)) setImmediate(write)
      else call.once('drain', write)
    }
    write()
  })
}

/** Senders: our own pages, with JSON and with a form, and other services. */
function toSenders(): Record<string, Record<string, string>> {
  const page = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin', cookie }
  return {
    json: { ...page, 'content-type': 'application/json' },
    form: { ...page, 'content-type': 'application/x-www-form-urlencoded' },
    service: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, 'stripe-signature': 't=1,v1=1' },
  }
}
/** These end the session that the other requests need. */
const ENDS = /logout|erasure/
const AT_ONCE = 48

describe('an endless body without a length', () => {
  it('is refused by every address that accepts a body', async () => {
    const writes = (await listAddresses(portal)).filter(({ method }) => method !== 'GET')
    expect(writes.length).toBeGreaterThan(150)
    const pages = ['/', '/sport', '/suche', '/order/abo', '/account', '/assets/none.js', '/_ipx/none'].map((path) => ({
      method: 'POST',
      path,
    }))
    const faults: string[] = []
    const limited = new Set<string>()
    const check = async (asked: Asked, [name, headers]: [string, Record<string, string>]) => {
      const { status, readBytes, isLetGo } = await sendEndlessly(asked, headers)
      const line = `${asked.method} ${asked.path} as ${name}: ${status} after ${readBytes} bytes`
      // An endpoint that takes no body may have finished before the second chunk came.
      if (status >= 500 || (status < 300 && readBytes > ON_THE_WAY)) faults.push(`${line} is no refusal`)
      if (readBytes > (LARGE[asked.path] ?? USUAL) + ON_THE_WAY) faults.push(`${line} is too much`)
      if (!isLetGo) faults.push(`${line}, and the sender is not let go`)
      if (status === 413) limited.add(`${asked.method} ${asked.path}`)
    }
    const all = [...writes, ...pages]
    for (const isEnd of [false, true]) {
      const questions = all
        .filter(({ path }) => ENDS.test(path) === isEnd)
        .flatMap((asked) => Object.entries(toSenders()).map((sender) => () => check(asked, sender)))
        .values()
      // A sender is disconnected after a second at most, so several run in parallel.
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const question of questions) await question()
        }),
      )
    }
    // On a busy machine a large body among many may reach the time limit first: alone it reaches its own.
    const isLimited = (path: string) => [...limited].some((one) => one.endsWith(` ${path}`))
    const service = Object.entries(toSenders()).find(([name]) => name === 'service')!
    for (const asked of writes) if (asked.path in LARGE && !isLimited(asked.path)) await check(asked, service)
    expect(faults).toEqual([])
    // Most endpoints got valid credentials and read up to their limit.
    expect(limited.size).toBeGreaterThan(90)
    expect(Object.keys(LARGE).filter((path) => !isLimited(path))).toEqual([])
  }, 300_000)
})
