/** The promises of every rate limit, wherever its windows are counted. */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AnyKysely, Database } from '../database.ts'
import { ENGINES, openTestDatabase } from '../database/database.testing.ts'
import { createLimiter, refuseUntil, type Attempt, type Limiter, type Windows } from './limiter.ts'
import { createMemoryWindows, createTokenBuckets } from './memory-windows.ts'
import { createTableWindows, sweepWindows, toWindowKey, type WindowTable } from './table-windows.ts'

const START = Date.parse('2026-11-22T12:00:00Z')
const MINUTE = 60_000

let time: number
const now = () => new Date(time)
const later = (milliseconds: number) => (time += milliseconds)
let names = 0
/** A key of this test's own. */
const attemptOf = (most: number): Attempt => ({ key: `key-${names++}`, budget: { most, windowMs: MINUTE } })

beforeEach(() => {
  time = START
})

/** `open` opens the windows as one process has them. */
function promise(open: () => Windows, isEven = false): void {
  let limiter: Limiter
  const outcome = async (...attempts: Attempt[]) => ((await limiter.take(attempts)) === null ? 'taken' : 'refused')
  const times = async (count: number, ...attempts: Attempt[]) => {
    const found: string[] = []
    for (let index = 0; index < count; index++) found.push(await outcome(...attempts))
    return found
  }
  beforeEach(() => {
    limiter = createLimiter(open(), now)
  })

  it('lets the budget through, says when to come back, and opens again then', async () => {
    const attempt = attemptOf(2)
    expect(await times(3, attempt)).toEqual(['taken', 'taken', 'refused'])
    const until = await limiter.take([attempt])
    expect(until!.getTime() - time).toBe(isEven ? MINUTE / 2 : MINUTE)
    later(until!.getTime() - time - 1)
    expect(await outcome(attempt)).toBe('refused')
    later(1)
    expect(await outcome(attempt)).toBe('taken')
  })

  it('gives back the attempts before a refused one and does not count those after it', async () => {
    const [network, reader, mail] = [attemptOf(2), attemptOf(2), attemptOf(1)]
    expect(await outcome(mail)).toBe('taken')
    expect(new Set(await times(10, network, reader, mail))).toEqual(new Set(['refused']))
    expect(new Set(await times(10, mail, network))).toEqual(new Set(['refused']))
    expect(await times(3, network, reader)).toEqual(['taken', 'taken', 'refused'])
  })

  it('giving back a successful attempt opens a full window again', async () => {
    const attempt = attemptOf(2)
    await times(2, attempt)
    expect(await outcome(attempt)).toBe('refused')
    await limiter.giveBack([attempt])
    await limiter.giveBack([attempt])
    expect(await outcome(attempt)).toBe('taken')
  })

  it('resets a key, and counts keys apart', async () => {
    const [one, other] = [attemptOf(1), attemptOf(1)]
    await times(2, one)
    expect([await outcome(other), await outcome(one)]).toEqual(['taken', 'refused'])
    await limiter.reset(one.key)
    expect([await outcome(one), await outcome(other)]).toEqual(['taken', 'refused'])
  })

  it('lets no more than the budget through when many come at once', async () => {
    const attempt = attemptOf(3)
    const taken = await Promise.all(Array.from({ length: 20 }, () => limiter.take([attempt])))
    expect(taken.filter((until) => until === null)).toHaveLength(3)
  })

  it('refuses no longer than one window when the clock is set back', async () => {
    const attempt = attemptOf(1)
    await times(2, attempt)
    later(-86_400_000)
    if (isEven) later(MINUTE)
    await outcome(attempt)
    later(MINUTE)
    expect(await outcome(attempt)).toBe('taken')
  })
}

/** Two processes share windows in a database. */
function promiseSharing(open: () => Windows): void {
  it('counts for all processes, before and after a restart', async () => {
    const attempt = attemptOf(2)
    await createLimiter(open(), now).take([attempt])
    const limiter = createLimiter(open(), now)
    const taken = [await limiter.take([attempt]), await limiter.take([attempt])]
    expect(taken).toEqual([null, expect.any(Date)])
  })
}

describe('windows in memory', () => {
  promise(() => createMemoryWindows(1000))

  it('forgets the windows that were unused the longest', async () => {
    const limiter = createLimiter(createMemoryWindows(2), now)
    const [first, second, third] = [attemptOf(1), attemptOf(1), attemptOf(1)]
    for (const attempt of [first, second, third]) await limiter.take([attempt])
    expect([await limiter.take([third]), await limiter.take([first])]).toEqual([expect.any(Date), null])
  })
})

describe('token buckets', () => {
  promise(() => createTokenBuckets(1000), true)

  it('refill evenly, and never beyond the budget', async () => {
    const limiter = createLimiter(createTokenBuckets(10), now)
    const attempt = attemptOf(4)
    const taken = async () => {
      let count = 0
      while ((await limiter.take([attempt])) === null) count++
      return count
    }
    expect(await taken()).toBe(4)
    later(MINUTE / 4)
    expect(await taken()).toBe(1)
    later(100 * MINUTE)
    expect(await taken()).toBe(4)
  })
})

describe.each(ENGINES)('windows in tables on %s', (engine) => {
  let database: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database, drop } = await openTestDatabase(engine, createTestDatabase))
    await sql`create table ended (key text primary key, count int not null, until timestamptz not null)`.execute(
      database.db,
    )
    await sql`create table begun (bucket text primary key, started_at timestamptz not null, count int not null)`.execute(
      database.db,
    )
  })
  afterAll(() => drop())

  it.each<[WindowTable, number]>([
    [{ table: 'ended', notes: 'ends' }, MINUTE],
    [{ table: 'begun', notes: 'begins' }, 2 * 86_400_000],
  ])('those of %j that are over can be removed, and no other', async (table, milliseconds) => {
    const windows = createTableWindows(database.db, table)
    const { key } = attemptOf(1)
    const isThere = async () => {
      const column = sql.ref(table.notes === 'ends' ? 'key' : 'bucket')
      const { rows } = await sql`select 1 from ${sql.table(table.table)} where ${column} = ${toWindowKey(key)}`.execute(
        database.db,
      )
      return rows.length > 0
    }
    await windows.count({ key, budget: { most: 1, windowMs: MINUTE } }, now())
    later(milliseconds)
    await sweepWindows(database.db, table, now())
    expect(await isThere()).toBe(true)
    later(1)
    await sweepWindows(database.db, table, now())
    expect(await isThere()).toBe(false)
  })

  it('keep no name of who is counted', async () => {
    const table: WindowTable = { table: 'ended', notes: 'ends' }
    const key = 'receipt:leserin@example.org'
    await createTableWindows(database.db, table).count({ key, budget: { most: 1, windowMs: MINUTE } }, now())
    const { rows } = await sql<{ row: string }>`select t::text as row from ended t`.execute(database.db)
    expect(rows.some(({ row }) => row.includes(toWindowKey(key)))).toBe(true)
    expect(rows.some(({ row }) => row.includes('leserin'))).toBe(false)
  })

  describe('that store their end', () => {
    const open = () => createTableWindows(database.db, { table: 'ended', notes: 'ends' })
    promise(open)
    promiseSharing(open)
  })

  describe('that store their begin', () => {
    const open = () => createTableWindows(database.db, { table: 'begun', notes: 'begins' })
    promise(open)
    promiseSharing(open)

    it('counts inside the transaction of its caller', async () => {
      const limiter = () => createLimiter(createTableWindows(database.db, { table: 'begun', notes: 'begins' }), now)
      const attempt = attemptOf(1)
      await expect(
        database.db.transaction().execute(async (within: AnyKysely) => {
          expect(await limiter().take([attempt], within)).toBeNull()
          throw new Error('undone')
        }),
      ).rejects.toThrow('undone')
      expect(await limiter().take([attempt])).toBeNull()
      expect(await limiter().take([attempt])).toEqual(new Date(START + MINUTE))
    })
  })

  it('a flood that is refused costs no query', async () => {
    let queries = 0
    const windows = createTableWindows(database.db, { table: 'ended', notes: 'ends' })
    const limiter = createLimiter({ ...windows, count: (...asked) => (queries++, windows.count(...asked)) }, now)
    const attempt = attemptOf(1)
    for (let index = 0; index < 50; index++) await limiter.take([attempt])
    expect(queries).toBe(2)
  })
})

it('the answer is 429 with the seconds to wait, one at least', () => {
  expect(refuseUntil(new Date(START + 1001), new Date(START))).toMatchObject({
    status: 429,
    code: 'TOO_MANY_ATTEMPTS',
    headers: { 'retry-after': '2' },
  })
  expect(refuseUntil(new Date(START - 5), new Date(START), 'OTHER').headers).toEqual({ 'retry-after': '1' })
})
