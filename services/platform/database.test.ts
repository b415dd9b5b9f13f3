import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseBusy, openDatabase, type Database, type QueryReport } from './database.ts'
import { DirectoryInUse, lockDirectory } from './database/directory-lock.ts'
import { createEngine } from './database/embedded-connection.ts'
import { migrate } from './database/migrations.ts'
import { DatabaseUnavailable } from './database/outage.ts'
import { createDataDirectory, BOTH_ENGINES, openTestDatabase } from './database/database.testing.ts'

describe.each(BOTH_ENGINES)('the database on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let database: Database
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase, { acquireTimeout: 1500 })
    database = opened.database
    await sql`create table item (id int primary key, note text)`.execute(database.db)
  })
  afterAll(() => opened.drop())

  it('tells of every statement, in the context of its caller, and of its load', async () => {
    const heard: (QueryReport & { caller: string | undefined })[] = []
    const caller = new AsyncLocalStorage<string>()
    const watched = await openTestDatabase(engine, createTestDatabase, {
      onQuery: (query) => heard.push({ ...query, caller: caller.getStore() }),
    })
    const { db, load } = watched.database
    try {
      await caller.run('reader', async () => {
        await sql`select ${'secret'}::text as value`.execute(db)
        await expect(sql`select 1 / ${0}::int`.execute(db)).rejects.toThrow('division by zero')
      })
      await db.transaction().execute(async () => expect(load()).toMatchObject({ busy: 1, waiting: 0 }))
      expect(load()).toMatchObject({ busy: 0, waiting: 0 })
    } finally {
      await watched.drop()
    }
    expect(heard.slice(0, 2)).toEqual([
      { text: 'select $1::text as value', milliseconds: expect.any(Number), isFailed: false, caller: 'reader' },
      { text: 'select 1 / $1::int', milliseconds: expect.any(Number), isFailed: true, caller: 'reader' },
    ])
    expect(heard.slice(2).map(({ text }) => text.split(' ', 1)[0])).toEqual(['begin', 'commit'])
  })

  it.each<[string, unknown]>([
    ['42::int8', 42],
    ['9223372036854775807::int8', '9223372036854775807'],
    ['count(*) from (values (1), (2)) as v', 2],
    ['1.50::numeric', '1.50'],
    ["date '2026-03-29'", new Date('2026-03-29T00:00:00Z')],
    ["timestamptz '2026-10-25 02:30+02'", new Date('2026-10-25T00:30:00Z')],
    ["'\\xdeadbeef'::bytea", Uint8Array.from([0xde, 0xad, 0xbe, 0xef])],
    [`'{"a":[1,null]}'::jsonb`, { a: [1, null] }],
    ["array['ä','b']", ['ä', 'b']],
    ['null::text', null],
    ['true', true],
  ])('gives the same type on both engines for %s', async (expression, expected) => {
    const { rows } = await sql<{
      value: unknown
    }>`select ${sql.raw(expression.includes(' from ') ? expression.replace(' from', ' as value from') : `${expression} as value`)}`.execute(
      database.db,
    )
    expect(rows[0]!.value).toEqual(expected)
    if (expected instanceof Uint8Array) expect(Object.getPrototypeOf(rows[0]!.value)).toBe(Uint8Array.prototype)
  })

  it.each<[string, unknown, string]>([
    ['a day late in the evening', new Date('2026-01-05T23:30:00Z'), '2026-01-05'],
    ['a day early in the morning', new Date('2026-07-05T00:30:00Z'), '2026-07-05'],
  ])('stores a Date as %s of UTC', async (_name, value, expected) => {
    const { rows } = await sql<{ day: string }>`select (${value}::date)::text as day`.execute(database.db)
    expect(rows[0]!.day).toBe(expected)
  })

  it('takes bytes and lists of text with quotes as parameters', async () => {
    const { rows } = await sql<{
      bytes: Uint8Array
      list: string[]
    }>`select ${Uint8Array.from([0, 255, 92])}::bytea as bytes, ${['a"b', "c'd", 'e,f', '{}', '\\']}::text[] as list`.execute(
      database.db,
    )
    expect(rows[0]).toEqual({ bytes: Uint8Array.from([0, 255, 92]), list: ['a"b', "c'd", 'e,f', '{}', '\\'] })
  })

  it('sorts German with und-x-icu', async () => {
    const { rows } = await sql<{
      word: string
    }>`select word from unnest(array['Zebra','Äpfel','Apfel','öl','Ost']) as w(word) order by word collate "und-x-icu"`.execute(
      database.db,
    )
    expect(rows.map(({ word }) => word)).toEqual(['Apfel', 'Äpfel', 'öl', 'Ost', 'Zebra'])
  })

  it('keeps a transaction to itself while others wait', async () => {
    const seen: number[] = []
    let started = () => {}
    const isOpen = new Promise<void>((resolve) => (started = resolve))
    const writing = database.db.transaction().execute(async (trx) => {
      await sql`insert into item values (1, 'a')`.execute(trx)
      started()
      await new Promise((resolve) => setTimeout(resolve, 80))
      await sql`insert into item values (2, 'b')`.execute(trx)
    })
    await isOpen
    const count = async () =>
      seen.push(
        (await sql<{ n: number }>`select count(*)::int as n from item where id in (1, 2)`.execute(database.db)).rows[0]!
          .n,
      )
    await Promise.all([count(), count(), writing])
    // Each read sees the state before or after the transaction, never one in between.
    expect(seen.every((n) => n === 0 || n === 2)).toBe(true)
  })

  it('rolls back a failed transaction as a whole and works on', async () => {
    const failing = database.db.transaction().execute(async (trx) => {
      await sql`insert into item values (10, 'x')`.execute(trx)
      await sql`insert into item values (10, 'again')`.execute(trx)
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from item where id = 10`.execute(database.db)
    expect(rows[0]!.n).toBe(0)
  })

  it('answers a hundred statements sent at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_unused, index) =>
        sql<{ n: number }>`select ${index}::int as n`.execute(database.db),
      ),
    )
    expect(answers.map(({ rows }) => rows[0]!.n)).toEqual(Array.from({ length: 100 }, (_unused, index) => index))
  })

  it('does not mix up prepared statements with statements that run once', async () => {
    for (let round = 0; round < 4; round++) {
      for (let index = 0; index < 30; index++) {
        // A new statement in every round beside the known ones, some of the same length.
        const wanted = round * 100 + index
        const once = await sql<{ n: number }>`select ${sql.raw(String(1000 + wanted))} + ${1}::int as n`.execute(
          database.db,
        )
        const again = await sql<{ n: number }>`select ${sql.raw(String(1000 + index))} + ${2}::int as n`.execute(
          database.db,
        )
        expect([once.rows[0]!.n, again.rows[0]!.n]).toEqual([1001 + wanted, 1002 + index])
      }
    }
  })

  it('lets processes that start together bring the tables up to date once', async () => {
    let runs = 0
    const migrations = {
      '0001-first': {
        up: async (db: Database['db']) => void (runs++, await sql`create table together.a (id int)`.execute(db)),
      },
      '0002-second': {
        up: async (db: Database['db']) => void (await sql`create table together.b (id int)`.execute(db)),
      },
    }
    await Promise.all(Array.from({ length: 5 }, () => migrate(database, 'together', migrations)))
    expect(runs).toBe(1)
    await migrate(database, 'together', migrations)
    expect(runs).toBe(1)
  })

  it('a migration that failed leaves nothing, and the next start goes on there', async () => {
    const good = { up: async (db: Database['db']) => void (await sql`create table half.a (id int)`.execute(db)) }
    const bad = {
      up: async (db: Database['db']) =>
        void (await sql`create table half.b (id int)`.execute(db), await sql`select 1 / 0`.execute(db)),
    }
    await expect(migrate(database, 'half', { '0001-good': good, '0002-bad': bad })).rejects.toThrow(/"half".*0002-bad/)
    await migrate(database, 'half', { '0001-good': good, '0002-bad': good2() })
    const { rows } = await sql<{
      table_name: string
    }>`select table_name from information_schema.tables where table_schema = 'half' and table_name in ('a', 'b') order by 1`.execute(
      database.db,
    )
    expect(rows.map((row) => row.table_name)).toEqual(['a', 'b'])
    function good2() {
      return { up: async (db: Database['db']) => void (await sql`create table half.b (id int)`.execute(db)) }
    }
  })
})

describe('the embedded engine', { timeout: 240_000 }, () => {
  it('throws DatabaseBusy when a transaction asks for a second connection', async () => {
    const { database, drop } = await openTestDatabase('embedded', createTestDatabase, { acquireTimeout: 200 })
    await untilConnected(database)
    let isInside = false
    const stuck = database.db.transaction().execute(async () => {
      isInside = true
      return sql`select 1`.execute(database.db)
    })
    await expect(stuck).rejects.toBeInstanceOf(DatabaseBusy)
    expect(isInside).toBe(true)
    expect((await sql<{ n: number }>`select 1 as n`.execute(database.db)).rows).toEqual([{ n: 1 }])
    await drop()
  })

  it('stops a statement that runs too long and keeps committed data', async () => {
    const { database, drop } = await openTestDatabase('embedded', createTestDatabase, { statementTimeout: 2000 })
    await database.withoutTimeout(async (db) => {
      await sql`create table kept (id int)`.execute(db)
      await sql`insert into kept values (1)`.execute(db)
    })
    const slow = sql`select count(*) from generate_series(1, 2000000000)`.execute(database.db)
    const next = sql<{ id: number }>`select id from kept`.execute(database.db)
    await expect(slow).rejects.toThrow(/stopped after 2000 ms/)
    expect((await next).rows).toEqual([{ id: 1 }])
    await drop()
  })

  it('no reader gets the answer of another when connections are given up while they open', async () => {
    // The wait for a connection is shorter than the start of the engine.
    const { database, drop } = await openTestDatabase('embedded', createTestDatabase, {
      statementTimeout: 2000,
      acquireTimeout: 20,
    })
    const orUnavailable = async <T>(work: () => Promise<T>): Promise<T | 'UNAVAILABLE'> => {
      try {
        return await work()
      } catch (error) {
        if (error instanceof DatabaseUnavailable) return 'UNAVAILABLE'
        throw error
      }
    }
    const askOften = async () => {
      for (let turn = 0, answered = 0; answered < 20; turn++) {
        const answer = await orUnavailable(() =>
          sql<Record<string, number>>`select ${sql.raw(`${turn} as column_${turn}`)}`.execute(database.db),
        )
        if (answer === 'UNAVAILABLE') continue
        expect(answer.rows).toEqual([{ [`column_${turn}`]: turn }])
        answered++
      }
    }
    await askOften()
    await expect(sql`select count(*) from generate_series(1, 2000000000)`.execute(database.db)).rejects.toThrow(
      /stopped after 2000 ms/,
    )
    await askOften()
    await drop()
  })

  it('drops the answer and the transaction of a connection that was closed', async () => {
    const engine = createEngine(null, 30_000)
    const connect = async () => {
      const client = new pg.Client({ stream: () => engine.connect() } as pg.ClientConfig)
      await client.connect()
      return client
    }
    const given = await connect()
    given.on('error', () => {})
    await given.query('create table kept (id int)')
    await given.query('begin')
    await given.query('insert into kept values (1)')
    const dropped = given
      .query('select count(*) as former from generate_series(1, 1000000)')
      .catch((error: unknown) => error)
    await given.end()
    expect(await dropped).toBeInstanceOf(Error)
    const next = await connect()
    const answers = []
    for (const text of ['select 2 as two', 'select 3 as three', 'select count(*)::int as rows from kept'])
      answers.push(...(await next.query(text)).rows)
    expect(answers).toEqual([{ two: 2 }, { three: 3 }, { rows: 0 }])
    await next.end()
    await engine.close()
  })

  it('keeps the event loop free while a statement is slow', async () => {
    const { database, drop } = await openTestDatabase('embedded', createTestDatabase)
    let ticks = 0
    const timer = setInterval(() => ticks++, 10)
    await sql`select count(*) from generate_series(1, 3000000)`.execute(database.db)
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(5)
    await drop()
  })

  it('syncs a commit to the disk before it acknowledges it', async () => {
    const { database, drop } = await openTestDatabase('embedded', createTestDatabase)
    const { rows } =
      await sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('wal_sync_method') as method`.execute(
        database.db,
      )
    expect(rows).toEqual([{ fsync: 'on', commit: 'on', method: 'fsync' }])
    await drop()
  })

  it('keeps databases in memory apart', async () => {
    const database = await openDatabase()
    await sql`create table only_here (id int)`.execute(database.db)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from only_here`.execute(database.db)
    expect(rows).toEqual([{ n: 0 }])
    await database.close()
  }, 240_000)

  it('a creation that was killed leaves files which the next start removes', async () => {
    const { dataDir, remove } = await createDataDirectory()
    mkdirSync(join(dataDir, 'unfinished-abc'))
    writeFileSync(join(dataDir, 'unfinished-abc', 'PG_VERSION'), '18')
    const database = await openDatabase({ dataDir })
    await database.close()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('unfinished'))).toEqual([])
    remove()
  })
})

/** The one connection stays open from then on, so later callers wait only for each other. */
async function untilConnected({ db }: Database): Promise<void> {
  const isConnected = () =>
    sql`select 1`.execute(db).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DatabaseBusy) return false
        throw error
      },
    )
  while (!(await isConnected()));
}

describe('one process for one data directory', { timeout: 240_000 }, () => {
  it('refuses a second opener at once with its reason, and releases the lock on close', () => {
    const directory = mkdtempSync(join(tmpdir(), 'lokalteil-lock-'))
    const first = lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow(DirectoryInUse)
    expect(() => lockDirectory(directory)).toThrow(new RegExp(`process ${process.pid} .*DATA_DIR`))
    first.release()
    lockDirectory(directory).release()
    rmSync(directory, { recursive: true })
  })

  it('refuses a second process within a second, and takes over when the first was killed', async ({ task }) => {
    const directory = mkdtempSync(join(tmpdir(), 'lokalteil-lock-'))
    const holder = startProcess(`
      import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, 'database', 'directory-lock.ts'))}
      lockDirectory(${JSON.stringify(directory)})
      console.log('held')
      setInterval(() => {}, 1000)`)
    await waitForLine(holder, 'held')
    const times = Array.from({ length: 50 }, () => {
      const started = performance.now()
      expect(() => lockDirectory(directory)).toThrow(new RegExp(`process ${holder.pid} `))
      return performance.now() - started
    })
    task.meta.measured = `50 of 50 refused, the slowest after ${Math.max(...times).toFixed(1)} ms`
    // One may meet a pause of the machine.
    expect(times.toSorted((a, b) => a - b)[25]).toBeLessThan(1000)
    await kill(holder)
    lockDirectory(directory).release()
    rmSync(directory, { recursive: true })
  })

  it('ignores a file that names a living process which never held the lock', () => {
    const directory = mkdtempSync(join(tmpdir(), 'lokalteil-lock-'))
    writeFileSync(join(directory, 'owner.json'), JSON.stringify({ pid: process.pid, host: 'elsewhere', since: 'ever' }))
    expect(() => lockDirectory(directory).release()).not.toThrow()
    rmSync(directory, { recursive: true })
  })
})

describe('durability', () => {
  it('loses no acknowledged write to kill -9', async () => {
    const { dataDir, remove } = await createDataDirectory()
    const module = JSON.stringify(join(import.meta.dirname, 'database.ts'))
    let acknowledged = -1
    for (let round = 0; round < 3; round++) {
      const writer = startProcess(`
        import { openDatabase } from ${module}
        import { sql } from 'kysely'
import pg from 'pg'
        const { db } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} })
        await sql\`create table if not exists written (id int primary key, twin int)\`.execute(db)
        for (let id = ${acknowledged + 1}; ; id++) {
          await db.transaction().execute(async (trx) => {
            await sql\`insert into written values (\${id}, null)\`.execute(trx)
            await sql\`update written set twin = \${id} where id = \${id}\`.execute(trx)
          })
          console.log('wrote ' + id)
        }`)
      acknowledged = await new Promise<number>((resolve) => {
        let last = acknowledged
        writer.stdout!.setEncoding('utf8').on('data', (text: string) => {
          for (const match of text.matchAll(/wrote (\d+)/g)) last = Number(match[1])
          if (last > acknowledged + 30) writer.kill('SIGKILL')
        })
        writer.once('close', () => resolve(last))
      })
      const database = await openDatabase({ dataDir })
      const { rows } = await sql<{ n: number; last: number; halves: number }>`
        select count(*)::int as n, max(id) as last, count(*) filter (where twin is distinct from id)::int as halves from written`.execute(
        database.db,
      )
      await database.close()
      expect(rows[0]!.halves).toBe(0)
      expect(rows[0]!.n).toBe(rows[0]!.last + 1)
      expect(rows[0]!.last).toBeGreaterThanOrEqual(acknowledged)
      acknowledged = rows[0]!.last
    }
    remove()
  })
})

const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

function startProcess(script: string): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

function waitForLine(child: ChildProcess, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => text.includes(line) && resolve())
    child.once('exit', () => reject(new Error('The process ended early')))
  })
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
