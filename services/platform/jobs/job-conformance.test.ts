/**
 * The promises of every queue behind the runner, on both engines: for the table of jobs and for a service's own table.
 */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../database.ts'
import { BOTH_ENGINES, openTestDatabase, type TestDatabase } from '../database/database.testing.ts'
import { killAll, openKilledStore, runUntilKilled } from '../database/kill.testing.ts'
import type { JobQueue } from './job-queue.ts'
import { backOff, createJobRunner, LEFT_UNDONE, type JobRunner, type JobRunnerOptions } from './job-runner.ts'
import { describeStoredQueue, openStoredQueue } from './job-table.ts'
import { listQueueStates } from './queue-states.ts'
import { createTableQueue, type QueueTable } from './table-queue.ts'

const START = new Date('2026-11-23T12:00:00Z')
const LEASE = 60_000

type Job = { key: string; data: number }
/** A queue, and how a test puts jobs into it. */
type Kept = {
  table: QueueTable
  open: (database: Database) => Promise<JobQueue<Job>>
  add: (database: Database, key: string, dueAt: Date) => Promise<void>
  clear: (database: Database) => Promise<void>
}

// The least a service's table may have: one column for the end of the lease, as refunds have, and no owner.
const PLAIN: QueueTable = {
  name: 'plain',
  table: 'public.errand',
  key: ['id', 'part'],
  waits: "q.state = 'open'",
  isGivenUp: "q.state = 'dead'",
  columns: { heldUntil: 'held', attempts: 'attempts' },
  order: 'since',
}

const KEPT: Record<string, Kept> = {
  'the table of jobs': {
    table: describeStoredQueue('test'),
    open: (database) => openStoredQueue<number>(database, 'test'),
    add: async (database, key, dueAt) => (await openStoredQueue<number>(database, 'test')).add({ key, data: 0 }, dueAt),
    clear: async (database) => void (await sql`delete from jobs.jobs`.execute(database.db)),
  },
  'a table of its own': {
    table: PLAIN,
    open: async (database) =>
      createTableQueue<{ id: string; count: number }, Job>(database.db, PLAIN, {
        toJob: ({ id, count }) => ({ key: id, data: count }),
        done: () => ({ state: 'done' }),
        givenUp: () => ({ state: 'dead' }),
      }),
    add: async (database, key, dueAt) =>
      void (await sql`insert into errand (id, since, held) values (${key}, ${dueAt}, ${dueAt})`.execute(database.db)),
    clear: async (database) => void (await sql`delete from errand`.execute(database.db)),
  },
}

describe.each(BOTH_ENGINES)('jobs on %s', (engine) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    await sql`create table errand (id text, part int default 1, since timestamptz, held timestamptz, attempts int default 0,
      count int default 0, state text default 'open', primary key (id, part))`.execute(opened.database.db)
  })
  afterAll(() => opened.drop())

  describe.each(Object.entries(KEPT))('in %s', (_name, kept) => {
    let clock: Date
    let errors: unknown[]
    let done: string[]
    const runners: JobRunner[] = []
    const later = (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds))
    const add = (key: string, dueAt = START) => kept.add(opened.database, key, dueAt)
    const stateOf = async () => (await listQueueStates(opened.database.db, [kept.table], clock))[0]!
    async function openRunner(options: Partial<JobRunnerOptions<Job>> = {}): Promise<JobRunner> {
      const runner = createJobRunner({
        queue: await kept.open(opened.database),
        work: async ({ key }) => void done.push(key),
        retry: { attempts: 3, ...backOff(1000, 10_000) },
        leaseMs: LEASE,
        now: () => clock,
        onError: (error) => errors.push(error),
        ...options,
      })
      runners.push(runner)
      return runner
    }

    beforeEach(() => {
      clock = START
      errors = []
      done = []
    })
    afterEach(async () => {
      for (const runner of runners.splice(0)) await runner.close()
      await kept.clear(opened.database)
    })

    it('works on due jobs, the oldest first, and on none twice', async () => {
      await add('b', new Date(START.getTime() - 1))
      await add('a', new Date(START.getTime() - 2))
      await add('later', new Date(START.getTime() + 1))
      const runner = await openRunner()
      expect([await runner.runDue(), await runner.runDue(), done]).toEqual([2, 0, ['a', 'b']])
      later(1)
      expect([await runner.runDue(), done]).toEqual([1, ['a', 'b', 'later']])
      expect(await stateOf()).toEqual({ name: kept.table.name, waiting: 0, working: 0, givenUp: 0, oldest: null })
    })

    it('gives every job to one of several runners', async () => {
      for (let index = 0; index < 24; index++) await add(`job-${index}`)
      const working = await Promise.all([1, 2, 3, 4].map((batch) => openRunner({ batch })))
      const counts = await Promise.all(working.map((runner) => runner.runDue()))
      expect(counts.reduce((sum, count) => sum + count)).toBe(24)
      expect(done.toSorted()).toEqual(Array.from({ length: 24 }, (_, index) => `job-${index}`).toSorted())
    })

    it('waits longer after each failure, then gives the job up', async () => {
      await add('bad')
      const given: unknown[] = []
      const runner = await openRunner({
        work: () => Promise.reject(Object.assign(new Error('secret words'), { code: 'ENOPE' })),
        onGivenUp: (job, { attempts, error }) => given.push([job.key, attempts, error]),
      })
      const waits: number[] = []
      for (let turn = 0; turn < 2; turn++) {
        expect(await runner.runDue()).toBe(0)
        const next = await (await kept.open(opened.database)).getNextDue()
        waits.push(next!.getTime() - clock.getTime())
        expect(await runner.runDue()).toBe(0)
        expect(errors).toHaveLength(turn + 1)
        clock = next!
      }
      await runner.runDue()
      expect(waits).toEqual([1000, 2000])
      expect(given).toEqual([['bad', 3, 'ENOPE']])
      expect(await stateOf()).toMatchObject({ waiting: 0, working: 0, givenUp: 1, oldest: null })
      later(1e9)
      expect([await runner.runDue(), errors.length]).toEqual([0, 3])
    })

    it('tries no job twice in a run, however long each takes to fail', async () => {
      await add('a', new Date(START.getTime() - 2))
      await add('b', new Date(START.getTime() - 1))
      const asked: string[] = []
      const runner = await openRunner({
        work: async ({ key }) => {
          asked.push(key)
          later(30_000)
          return asked.length > 20 ? undefined : { retry: 'SILENT' }
        },
        retry: backOff(1000, 10_000),
      })
      expect([await runner.runDue(), asked]).toEqual([0, ['a', 'b']])
      later(2000)
      await runner.runDue()
      expect(asked).toEqual(['a', 'b', 'a', 'b'])
    })

    it('gives up at once after a final error, and goes on with the other jobs', async () => {
      await add('bad', new Date(START.getTime() - 1))
      await add('good')
      const runner = await openRunner({
        work: async ({ key }) => {
          if (key === 'bad') throw new Error('for good')
          done.push(key)
        },
        retry: { attempts: 3, ...backOff(1000, 10_000), isFinal: () => true },
      })
      expect([await runner.runDue(), done, errors]).toEqual([1, ['good'], []])
      expect(await stateOf()).toMatchObject({ waiting: 0, givenUp: 1 })
    })

    it('a returned reason counts as a failure', async () => {
      await add('slow')
      const runner = await openRunner({ work: async () => ({ retry: 'UNKNOWN' }) })
      await runner.runDue()
      later(999)
      expect([await runner.runDue(), errors]).toEqual([0, []])
      expect(await stateOf()).toMatchObject({ givenUp: 0 })
      later(1)
      await runner.runDue()
      later(2000)
      await runner.runDue()
      expect(await stateOf()).toMatchObject({ givenUp: 1 })
    })

    // A table without `dueAt` cannot repeat jobs.
    it.each(kept.table.columns.dueAt === undefined ? [] : [kept])(
      'repeats a job with its changed data, and counts failures anew',
      async () => {
        await add('feed')
        let isBroken = true
        const seen: [number, number][] = []
        const runner = await openRunner({
          async work(job, { attempt }) {
            seen.push([job.data, attempt])
            if (isBroken) return { retry: 'AWAY' }
            return { againAt: clock, job: { ...job, data: job.data + 1 } }
          },
        })
        await runner.runDue()
        later(1000)
        isBroken = false
        await runner.runDue()
        later(1)
        await runner.runDue()
        // A job that is due again at once still runs once per run.
        expect(seen).toEqual([
          [0, 1],
          [0, 2],
          [1, 1],
        ])
      },
    )

    it('leaves the job of a crashed process alone until its lease ends, then runs it', async () => {
      await add('one')
      const crashed = await kept.open(opened.database)
      const until = new Date(START.getTime() + LEASE)
      await crashed.claim({ by: 'dead', now: clock, until, horizon: new Date(START.getTime() + 1e6), limit: 9 })
      const runner = await openRunner()
      expect(await stateOf()).toMatchObject({ waiting: 0, working: 1, oldest: null })
      later(LEASE - 1)
      expect(await runner.runDue()).toBe(0)
      later(1)
      expect((await stateOf()).oldest).toEqual(START)
      expect([await runner.runDue(), done]).toEqual([1, ['one']])
    })

    it('gives up a job that kills every process', async () => {
      await add('poison')
      const given: unknown[] = []
      for (let crash = 0; crash < 3; crash++) {
        const queue = await kept.open(opened.database)
        const [claimed] = await queue.claim({
          by: `dead ${crash}`,
          now: clock,
          until: new Date(clock.getTime() + LEASE),
          horizon: new Date(clock.getTime() + 1e6),
          limit: 1,
        })
        expect(claimed!.attempts).toBe(crash + 1)
        later(LEASE)
      }
      const runner = await openRunner({ onGivenUp: (job, { error }) => given.push([job.key, error]) })
      expect([await runner.runDue(), done, given]).toEqual([0, [], [['poison', LEFT_UNDONE]]])
      expect(await stateOf()).toMatchObject({ waiting: 0, givenUp: 1 })
    })

    it('writes nothing about a job whose lease another process has by now (fencing)', async () => {
      await add('slow')
      let isFirst = true
      const said: unknown[] = []
      const other = await openRunner({ work: async () => void done.push('second') })
      const runner = await openRunner({
        async work(_job, { complete, extend }) {
          if (!isFirst) return
          isFirst = false
          later(LEASE)
          said.push(await other.runDue(), await extend(), await complete())
          throw new Error('too late')
        },
      })
      expect(await runner.runDue()).toBe(0)
      // The job was neither brought back nor given up.
      expect(await stateOf()).toEqual({ name: kept.table.name, waiting: 0, working: 0, givenUp: 0, oldest: null })
      expect([done, said]).toEqual([['second'], [1, false, false]])
    })

    it('extends a lease when the work asks for it', async () => {
      await add('long')
      const other = await openRunner()
      const said: unknown[] = []
      const runner = await openRunner({
        async work(_job, { extend }) {
          for (let step = 0; step < 3; step++) {
            later(LEASE - 1)
            said.push(await extend())
          }
          said.push(await other.runDue())
        },
      })
      expect([await runner.runDue(), done, said]).toEqual([1, [], [true, true, true, 0]])
    })

    it('a job is done if and only if the transaction of its work is', async () => {
      await add('one')
      await sql`create table if not exists effect (of text)`.execute(opened.database.db)
      await sql`delete from effect`.execute(opened.database.db)
      let isFailing = true
      const runner = await openRunner({
        work: ({ key }, { complete }) =>
          opened.database.db.transaction().execute(async (within) => {
            await sql`insert into effect values (${key})`.execute(within)
            if (!(await complete({ within })) || isFailing) throw new Error('undone')
          }),
      })
      const effects = async () => (await sql`select of from effect`.execute(opened.database.db)).rows.length
      expect([await runner.runDue(), await effects()]).toEqual([0, 0])
      isFailing = false
      later(1000)
      expect([await runner.runDue(), await effects(), await runner.runDue()]).toEqual([1, 1, 0])
    })

    it('close waits for the job under way and releases the rest of its batch at once', async () => {
      for (const key of ['a', 'b', 'c']) await add(key)
      let begin = () => {}
      let finish = () => {}
      const begun = new Promise<void>((resolve) => (begin = resolve))
      const finished = new Promise<void>((resolve) => (finish = resolve))
      const runner = await openRunner({
        batch: 3,
        async work({ key }, { isClosing }) {
          begin()
          await finished
          done.push(`${key} ${isClosing()}`)
        },
      })
      const run = runner.runDue()
      await begun
      const closing = runner.close()
      finish()
      await closing
      expect(await run).toBe(1)
      expect(done).toEqual([expect.stringMatching(/^[abc] true$/)])
      const attempts: number[] = []
      const next = await openRunner({ work: async (_job, { attempt }) => void attempts.push(attempt) })
      expect(await next.runDue()).toBe(2)
      expect(attempts).toEqual([1, 1])
      expect(await runner.runDue()).toBe(0)
    })

    it('another process goes on at once with work that was released on close', async () => {
      await add('long')
      let runner: JobRunner | null = null
      runner = await openRunner({
        async work(_job, { isClosing }) {
          void runner!.close()
          return isClosing() ? { release: true } : undefined
        },
      })
      expect(await runner.runDue()).toBe(0)
      expect(await stateOf()).toMatchObject({ waiting: 1, working: 0 })
      const attempts: number[] = []
      const next = await openRunner({ work: async (_job, { attempt }) => void attempts.push(attempt) })
      expect([await next.runDue(), attempts, errors]).toEqual([1, [1], []])
    })

    it('runs one job by its key, once, however many ask', async () => {
      await add('other')
      await add('wanted')
      const key: Record<string, unknown> =
        kept.table === PLAIN ? { id: 'wanted', part: 1 } : { queue: 'test', key: 'wanted' }
      const runner = await openRunner()
      const taken = await Promise.all([1, 2, 3].map(() => runner.runOne(key)))
      expect([taken.filter(Boolean).length, done]).toEqual([1, ['wanted']])
      expect(await stateOf()).toMatchObject({ waiting: 1 })
    })

    it('goes on when the clock is set back, after two leases or pauses at most', async () => {
      await add('held', new Date(START.getTime() - 1e8))
      const crashed = await kept.open(opened.database)
      const ahead = new Date(START.getTime() + 86_400_000)
      await crashed.claim({
        by: 'ahead',
        now: ahead,
        until: new Date(ahead.getTime() + LEASE),
        horizon: new Date(ahead.getTime() + 1e6),
        limit: 1,
      })
      const runner = await openRunner()
      expect([await runner.runDue(), done]).toEqual([1, ['held']])
    })

    it('runs everything that was skipped once when the clock is set forward', async () => {
      for (const key of ['a', 'b']) await add(key, new Date(START.getTime() + LEASE))
      const runner = await openRunner()
      expect(await runner.runDue()).toBe(0)
      later(1e10)
      expect([await runner.runDue(), done.toSorted()]).toEqual([2, ['a', 'b']])
    })

    it('runs by itself, survives a queue that does not answer, and looks sooner when woken', async () => {
      clock = new Date()
      const queue = await kept.open(opened.database)
      let isAway = true
      const runner = await openRunner({
        queue: {
          ...queue,
          claim: (claim) => (isAway ? Promise.reject(new Error('away')) : queue.claim(claim)),
        },
        idleMs: 10,
        now: () => new Date(),
      })
      await add('one', clock)
      runner.wake(0)
      runner.start()
      await expect.poll(() => errors.length).toBeGreaterThan(1)
      expect(done).toEqual([])
      isAway = false
      await expect.poll(() => done).toEqual(['one'])
      await runner.close()
      await add('two', new Date())
      runner.wake(0)
      await new Promise((resolve) => setTimeout(resolve, 40))
      expect(done).toEqual(['one'])
    })
  })
})

afterAll(killAll)

const PROGRAM = join(import.meta.dirname, 'work-until-killed.testing.ts')
type Line = { began?: string; finished?: string; empty?: true; error?: string }

describe.each(BOTH_ENGINES)('processes on %s', (engine) => {
  it(
    'a kill in the middle of a lease loses no job, and repeats only the ones under way',
    { timeout: 60_000 },
    async () => {
      const store = await openKilledStore(engine, createTestDatabase)
      const keys = Array.from({ length: 30 }, (_, index) => `job-${String(index).padStart(2, '0')}`)
      const first = await openDatabase(store.options)
      const queue = await openStoredQueue<number>(first, 'test')
      for (const key of keys) await queue.add({ key, data: 0 }, new Date(Date.now() - 1000))
      await first.close()

      const lines = await runUntilKilled<Line>(PROGRAM, store.environment, 150)
      const began = lines.flatMap(({ began: key }) => (key === undefined ? [] : [key]))
      expect(lines.filter(({ error }) => error !== undefined)).toEqual([])
      expect(began.length).toBeGreaterThan(0)
      expect(began.length).toBeLessThan(keys.length)

      const database = await openDatabase(store.options)
      const again: string[] = []
      let clock = new Date()
      const runner = createJobRunner({
        queue: await openStoredQueue<number>(database, 'test'),
        work: async ({ key }) => void again.push(key),
        retry: { delayMs: () => 0, longestMs: 0 },
        leaseMs: LEASE,
        now: () => clock,
        onError: (error) => again.push(String(error)),
      })
      await runner.runDue()
      // The batch of the dead process stays untouched until its lease ends.
      const held = keys.filter((key) => !again.includes(key) && !began.includes(key)).length
      expect(held).toBeLessThanOrEqual(3)
      expect(again.filter((key) => began.slice(0, -1).includes(key))).toEqual([])
      clock = new Date(clock.getTime() + LEASE)
      await runner.runDue()
      expect(new Set([...began, ...again])).toEqual(new Set(keys))
      // At least once; at most the one job under way runs twice.
      const twice = again.filter((key) => began.includes(key))
      expect(twice.length).toBeLessThanOrEqual(1)
      await runner.close()
      await database.close()
      await store.remove()
    },
  )
})

// Only PostgreSQL: the embedded database belongs to one process.
it('two processes share the work on postgres', { timeout: 240_000 }, async () => {
  const store = await openKilledStore('postgres', createTestDatabase)
  const keys = Array.from({ length: 40 }, (_, index) => `job-${index}`)
  const database = await openDatabase(store.options)
  const queue = await openStoredQueue<number>(database, 'test')
  for (const key of keys) await queue.add({ key, data: 0 }, new Date(Date.now() - 1000))
  const both = await Promise.all(
    [1, 2].map(() => runUntilKilled<Line>(PROGRAM, { ...store.environment, WORK_MS: '5' }, 4000)),
  )
  const began = both.flat().flatMap(({ began: key }) => (key === undefined ? [] : [key]))
  expect(both.map((lines) => lines.some(({ empty }) => empty))).toEqual([true, true])
  expect(began.toSorted()).toEqual(keys.toSorted())
  expect(await queue.list()).toEqual([])
  await database.close()
  await store.remove()
})

describe.each(BOTH_ENGINES)('the table of jobs on %s', (engine) => {
  it('lists jobs with their failures, and revives those that were given up', async () => {
    const opened = await openTestDatabase(engine, createTestDatabase)
    const queue = await openStoredQueue<{ tag: string | null }>(opened.database, 'feeds')
    const others = await openStoredQueue<number>(opened.database, 'others')
    await queue.add({ key: 'a', data: { tag: null } }, START)
    await queue.add({ key: 'a', data: { tag: 'not this one' } }, new Date(0))
    await others.add({ key: 'a', data: 7 }, START)
    const runner = createJobRunner({
      queue,
      work: () => Promise.reject(new TypeError('no')),
      retry: { attempts: 1, delayMs: () => 0, longestMs: 0 },
      leaseMs: LEASE,
      now: () => START,
      onError: () => {},
    })
    await runner.runDue()
    const left = { key: 'a', data: { tag: null }, dueAt: START }
    expect(await queue.list()).toEqual([{ ...left, attempts: 1, error: 'TypeError', isGivenUp: true }])
    expect(await others.list()).toMatchObject([{ data: 7, isGivenUp: false }])
    expect([await queue.revive('a', START), await queue.revive('a', START)]).toEqual([true, false])
    expect(await queue.list()).toEqual([{ ...left, attempts: 0, error: null, isGivenUp: false }])
    const later = new Date(START.getTime() + 1e6)
    expect([await queue.hurry('a', later), (await queue.list())[0]!.dueAt]).toEqual([true, START])
    await queue.add({ key: 'b', data: { tag: null } }, later)
    expect([await queue.hurry('b', START), (await queue.list())[1]!.dueAt]).toEqual([true, START])
    await runner.runDue()
    expect([await queue.hurry('b', START), await queue.hurry('c', START)]).toEqual([true, false])
    expect((await queue.list())[1]).toMatchObject({ attempts: 0, isGivenUp: false })
    await queue.remove('b')
    await queue.remove('a')
    expect([await queue.list(), (await others.list()).length]).toEqual([[], 1])
    await opened.drop()
  })
})
