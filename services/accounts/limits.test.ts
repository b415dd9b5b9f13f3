/** Rate limits on windows in memory: the same promises as the table's, without a database. */
import { beforeEach, expect, it } from 'vitest'
import { createLimiter, type Windows } from '../platform/limits/limiter.ts'
import { createLimits, LIMITS, type Attempt, type LimitTable } from './limits.ts'

const TABLE: LimitTable = {
  ...LIMITS,
  account: { most: 2, windowMs: 60_000 },
  address: { most: 3, windowMs: 60_000 },
  mail: { most: 1, windowMs: 60_000 },
}
const reader: Attempt = { kind: 'account', of: 'r@example.org' }
const network: Attempt = { kind: 'address', of: '192.0.2.1' }
const mail: Attempt = { kind: 'mail', of: 'r@example.org' }

let time: number
let windows: Map<string, { count: number; until: Date }>
let limits: ReturnType<typeof createLimits>

beforeEach(() => {
  time = Date.parse('2026-11-22T12:00:00Z')
  windows = new Map()
  limits = open()
})

function open() {
  const now = () => new Date(time)
  return createLimits(createLimiter(createMemory(), now), now, TABLE)
}

function createMemory(): Windows {
  return {
    async count({ key, budget }, now) {
      const until = new Date(now.getTime() + budget.windowMs)
      const held = windows.get(key)
      const next =
        held === undefined || held.until <= now ? { count: 1, until } : { count: held.count + 1, until: held.until }
      windows.set(key, next)
      return next
    },
    async giveBack(key) {
      const held = windows.get(key)
      if (held !== undefined) windows.set(key, { ...held, count: Math.max(0, held.count - 1) })
    },
    async reset(key) {
      windows.delete(key)
    },
  }
}

const countOf = (kind: Attempt['kind']) => [...windows].find(([key]) => key.startsWith(`${kind}:`))?.[1].count ?? 0
const outcome = async (...attempts: Attempt[]) => (await limits.take(...attempts))?.status ?? 'taken'

it('count every attempt that was let through', async () => {
  expect([await outcome(network, reader), await outcome(network, reader)]).toEqual(['taken', 'taken'])
  expect([countOf('address'), countOf('account')]).toEqual([2, 2])
})

it('S2.2-16 give earlier attempts back when a later one is refused: untried attempts do not count', async () => {
  await limits.take(mail)
  expect(countOf('mail')).toBe(1)
  // Ten requests for a mail that is not due: network address and account lose no attempts.
  for (let turn = 0; turn < 10; turn++) expect(await outcome(network, reader, mail)).toBe(429)
  expect([countOf('address'), countOf('account')]).toEqual([0, 0])
  expect([await outcome(network, reader), await outcome(network, reader)]).toEqual(['taken', 'taken'])
})

it('S2.2-16 also do so when the refusal comes from memory, with the window of the database', async () => {
  await limits.take(mail)
  const other = open()
  expect(await outcome(network, mail)).toBe(429)
  expect((await other.take(network, mail))?.status).toBe(429)
  expect(countOf('address')).toBe(0)
})

it('do not count attempts after the refused one', async () => {
  await limits.take(mail)
  await limits.take(network)
  expect(await outcome(mail, network)).toBe(429)
  expect(countOf('address')).toBe(1)
})

it('say how long to wait, and open again when the window ends', async () => {
  await limits.take(mail)
  const refusal = await limits.take(mail)
  expect(refusal?.headers).toMatchObject({ 'retry-after': '60' })
  time += 60_001
  expect(await outcome(mail)).toBe('taken')
})

it('a successful attempt given back opens a full window again', async () => {
  await limits.take(reader)
  await limits.take(reader)
  expect(await outcome(reader)).toBe(429)
  await limits.giveBack(reader)
  await limits.giveBack(reader)
  expect(await outcome(reader)).toBe('taken')
})
