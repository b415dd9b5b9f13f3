/** The database is away, frozen or full: callers get an error in time, and everything works again when it is back. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseBusy, openDatabase, type Database } from './database.ts'
import { DatabaseUnavailable, toOutage } from './database/outage.ts'
import { mountSmallDisk } from './database/small-disk.testing.ts'
import { createDataDirectory } from './database/database.testing.ts'
import { openLineProxy, type LineProxy } from './line-proxy.testing.ts'

const withCode = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more })

describe('an outage of the database', () => {
  it.each<[unknown, string | null]>([
    [withCode('53100'), 'DATABASE_FULL'],
    [withCode('ENOSPC', { syscall: 'write' }), 'DATABASE_FULL'],
    [withCode('53200'), 'DATABASE_UNAVAILABLE'],
    [withCode('53300'), 'DATABASE_UNAVAILABLE'],
    [withCode('57P01'), 'DATABASE_UNAVAILABLE'],
    [withCode('57P03'), 'DATABASE_UNAVAILABLE'],
    [withCode('58030'), 'DATABASE_UNAVAILABLE'],
    [withCode('08006'), 'DATABASE_UNAVAILABLE'],
    [withCode('ECONNREFUSED', { syscall: 'connect' }), 'DATABASE_UNAVAILABLE'],
    [withCode('ENOENT', { syscall: 'connect' }), 'DATABASE_UNAVAILABLE'],
    [new AggregateError([withCode('ECONNREFUSED', { syscall: 'connect' })], 'both'), 'DATABASE_UNAVAILABLE'],
    [new Error('Connection terminated unexpectedly'), 'DATABASE_UNAVAILABLE'],
    [new Error('outer', { cause: withCode('57P02') }), 'DATABASE_UNAVAILABLE'],
    [new DatabaseBusy('none free'), 'DATABASE_UNAVAILABLE'],
    [new DatabaseUnavailable('gone'), 'DATABASE_UNAVAILABLE'],
    // Bugs are not taken for outages.
    [withCode('23505'), null],
    [withCode('42P01'), null],
    [withCode('57014'), null],
    [withCode('ENOENT', { syscall: 'open' }), null],
    [new TypeError('x is not a function'), null],
    ['a text', null],
    [null, null],
  ])('%s is %s', (error, code) => expect(toOutage(error)?.code ?? null).toBe(code))

  it('a circle of causes ends', () => {
    const error = new Error('round')
    error.cause = error
    expect(toOutage(error)).toBeNull()
  })
})

const { disk, reason } = mountSmallDisk(110)

describe('the embedded database on a full disk', () => {
  afterAll(() => disk?.unmount())

  it('refuses writes on a full disk, goes on reading, and writes again as soon as there is room', async (context) => {
    if (disk === null) return context.skip(reason)
    const { folder } = disk
    const { dataDir, remove } = await createDataDirectory()
    cpSync(dataDir, join(folder, 'data'), { recursive: true })
    remove()
    const database = await openDatabase({ dataDir: join(folder, 'data') })
    await sql`create table item (id serial, note text)`.execute(database.db)
    await sql`insert into item (note) select repeat('x', 1000) from generate_series(1, 100)`.execute(database.db)
    disk.fill()
    for (let turn = 0; turn < 3; turn++) {
      const failed = await sql`insert into item (note) select repeat('y', 1000) from generate_series(1, 500)`
        .execute(database.db)
        .then(
          () => null,
          (error: unknown) => toOutage(error)?.code,
        )
      expect(failed).toBe('DATABASE_FULL')
      const { rows } = await sql<{ count: number }>`select count(*) as count from item`.execute(database.db)
      expect(rows[0]!.count).toBe(100)
    }
    disk.makeRoom()
    await sql`insert into item (note) values ('there is room again')`.execute(database.db)
    await database.close()
  })
})

describe('PostgreSQL at the end of a line', () => {
  let line: LineProxy
  let database: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    const made = await createTestDatabase()
    line = await openLineProxy(made.url)
    database = await openDatabase({ url: line.url, acquireTimeout: 20_000 })
    await ask()
    drop = async () => {
      await database.close().catch(() => {})
      await line.close()
      await made.drop()
    }
  })
  afterAll(() => drop())

  const ask = () => sql`select 1`.execute(database.db)

  async function outcomeOf(work: () => Promise<unknown>): Promise<{ outcome: string; ms: number }> {
    const started = performance.now()
    const outcome = await work().then(
      () => 'done',
      (error: unknown) => toOutage(error)?.code ?? String(error),
    )
    return { outcome, ms: performance.now() - started }
  }

  /** The milliseconds it took. */
  async function untilDone(most: number): Promise<number> {
    const begun = performance.now()
    const end = begun + most
    while ((await outcomeOf(ask)).outcome !== 'done') {
      expect(performance.now()).toBeLessThan(end)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return performance.now() - begun
  }

  it('a cut line: errors at once, back within five seconds', async ({ task }) => {
    await line.setLine('cut')
    for (let turn = 0; turn < 3; turn++) {
      const { outcome, ms } = await outcomeOf(ask)
      expect([outcome, ms < 1000]).toEqual(['DATABASE_UNAVAILABLE', true])
    }
    expect(await database.isAnswering()).toBe(false)
    await line.setLine('open')
    task.meta.measured = `a cut line: back after ${(await untilDone(5000)).toFixed(0)} ms`
    expect(await database.isAnswering()).toBe(true)
  })

  it('a frozen server: noticed within some seconds, then errors at once, back within five seconds', async ({
    task,
  }) => {
    await line.setLine('frozen')
    const first = await Promise.all(Array.from({ length: 12 }, () => outcomeOf(ask)))
    expect(new Set(first.map(({ outcome }) => outcome))).toEqual(new Set(['DATABASE_UNAVAILABLE']))
    expect(Math.max(...first.map(({ ms }) => ms))).toBeLessThan(6000)
    const then = [await outcomeOf(ask), await outcomeOf(ask), await outcomeOf(ask)]
    expect(new Set(then.map(({ outcome }) => outcome))).toEqual(new Set(['DATABASE_UNAVAILABLE']))
    expect(Math.min(...then.map(({ ms }) => ms))).toBeLessThan(100)
    const { ms } = await outcomeOf(async () => expect(await database.isAnswering()).toBe(false))
    expect(ms).toBeLessThan(1500)
    await line.setLine('open')
    task.meta.measured = `a frozen server: back after ${(await untilDone(5000)).toFixed(0)} ms`
  })

  it('long statements on a healthy server are not cut', async () => {
    const { outcome } = await outcomeOf(() => sql`select pg_sleep(3)`.execute(database.db))
    expect(outcome).toBe('done')
  })
})

describe('PostgreSQL that is well', () => {
  let database: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    const made = await createTestDatabase()
    database = await openDatabase({ url: made.url, poolSize: 2 })
    drop = async () => {
      await database.close()
      await made.drop()
    }
  })
  afterAll(() => drop())

  const hold = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(database.db)

  it('all connections in use are no outage', async () => {
    const holding = [hold(2), hold(2), hold(0)]
    expect(await database.isAnswering()).toBe(true)
    await expect(Promise.all(holding)).resolves.toHaveLength(3)
  })

  it('a busy process is no outage', async () => {
    const holding = [hold(3), hold(3)]
    const end = performance.now() + 5000
    while (performance.now() < end) {
      const turn = performance.now() + 400
      while (performance.now() < turn);
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect(Promise.all([...holding, hold(0)])).resolves.toHaveLength(3)
  })
})
