/** Updating and rolling back on both engines: which version starts on which data. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyKysely, Database } from '../database.ts'
import { migrate, NewerData, type ServiceMigration } from './migrations.ts'
import { listNarrowings, readCatalogue } from './narrowing.testing.ts'
import { toVersion } from './product-version.ts'
import { BOTH_ENGINES, openTestDatabase } from './database.testing.ts'

const run =
  (...statements: string[]) =>
  async (db: AnyKysely) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }

let narrowed = 0

describe.each(BOTH_ENGINES)('going back on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let database: Database
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    database = opened.database
  })
  afterAll(() => opened.drop())

  /** Three versions of a service: the second adds, the third renames. */
  const versionsOf = (schema: string) => {
    const first = {
      '0001-letters': { up: run(`create table ${schema}.letters (id int primary key, text text not null)`) },
    }
    const second: Record<string, ServiceMigration> = {
      ...first,
      '0002-read': {
        isExpandOnly: true,
        up: run(`alter table ${schema}.letters add column is_read boolean not null default false`),
      },
    }
    const third: Record<string, ServiceMigration> = {
      ...second,
      '0003-names': { up: run(`alter table ${schema}.letters rename column text to body`) },
    }
    return { first, second, third }
  }
  const query = async (text: string) => (await sql.raw(text).execute(database.db)).rows

  it('the version before works where the newer one only added, with the data of both, and forward again', async () => {
    const { first, second } = versionsOf('letters')
    await migrate(database, 'letters', first, '1.0.0')
    await query("insert into letters.letters (id, text) values (1, 'of 1.0')")
    await migrate(database, 'letters', second, '1.1.0')
    await query("insert into letters.letters (id, text, is_read) values (2, 'of 1.1', true)")

    await migrate(database, 'letters', first, '1.0.0')
    expect(await query('select id, text from letters.letters order by id')).toEqual([
      { id: 1, text: 'of 1.0' },
      { id: 2, text: 'of 1.1' },
    ])
    await query("insert into letters.letters (id, text) values (3, 'of 1.0 again')")

    await migrate(database, 'letters', second, '1.1.0')
    expect(await query('select id, is_read from letters.letters order by id')).toEqual([
      { id: 1, is_read: false },
      { id: 2, is_read: true },
      { id: 3, is_read: false },
    ])
  })

  it('otherwise explains in one sentence which version is newer, who wrote it, and the remedy', async () => {
    const { first, second, third } = versionsOf('renamed')
    await migrate(database, 'renamed', second, '1.1.0')
    await query("insert into renamed.letters (id, text) values (1, 'kept')")
    await migrate(database, 'renamed', third, '2.0.0 (abc1234)')
    // The day as the database kept it: midnight may have passed since.
    const [note] = await query("select written_at from renamed.migration_note where name = '0003-names'")
    const day = (note as { written_at: Date }).written_at.toISOString().slice(0, 10)
    for (const [older, name] of [
      [second, '1.1.0'],
      [first, '1.0.0'],
    ] as const) {
      const refused = migrate(database, 'renamed', older, name)
      await expect(refused).rejects.toBeInstanceOf(NewerData)
      await expect(refused).rejects.toThrow(
        `The data in "renamed" is newer than this version ${name}: it was changed by version 2.0.0 (abc1234) on ${day} (migration 0003-names), which older versions cannot work with. Start that version or a later one again, or restore the backup made before the update; docs/operations.md, "Update and roll back", says more.`,
      )
    }
    expect(await query('select body from renamed.letters')).toEqual([{ body: 'kept' }])
  })

  it('goes back over several versions that only added, and not over one that did more behind them', async () => {
    const { first, second, third } = versionsOf('several')
    const fourth: Record<string, ServiceMigration> = {
      ...second,
      '0003-more': { isExpandOnly: true, up: run('create table several.more (id int)') },
    }
    await migrate(database, 'several', fourth, '1.2.0')
    await migrate(database, 'several', first, '1.0.0')

    const { second: before } = versionsOf('behind')
    const later: Record<string, ServiceMigration> = {
      ...versionsOf('behind').third,
      '0004-more': { isExpandOnly: true, up: run('create table behind.more (id int)') },
    }
    await migrate(database, 'behind', later, '2.1.0')
    await migrate(database, 'behind', versionsOf('behind').third, '2.0.0')
    await expect(migrate(database, 'behind', before, '1.1.0')).rejects.toThrow(/migration 0003-names/)
    expect(Object.keys(third)).toHaveLength(3)
  })

  it('refuses data of another line of versions, and data whose writer left no note', async () => {
    const { first, second } = versionsOf('line')
    await migrate(database, 'line', second, '1.1.0')
    const other = { ...first, '0003-other': { up: run('select 1') } }
    await expect(migrate(database, 'line', other, '1.0.1-fix')).rejects.toThrow(
      /\(migration 0002-read\), which this version does not descend from/,
    )
    const gap = versionsOf('gap')
    const without = { ...gap.first, '0003-more': { isExpandOnly: true, up: run('select 1') } }
    await migrate(database, 'gap', without, '1.2.0-fix')
    await expect(migrate(database, 'gap', gap.second, '1.1.0')).rejects.toThrow(
      /\(migration 0003-more\), which this version does not descend from/,
    )
    await query('drop table line.migration_note')
    await expect(migrate(database, 'line', first, '1.0.0')).rejects.toThrow(
      /changed by a later version \(migration 0002-read\)/,
    )
  })

  it('an older and a newer process that start together end alike, in either order', async () => {
    const { first, second } = versionsOf('race')
    await Promise.all([
      migrate(database, 'race', second, '1.1.0'),
      migrate(database, 'race', first, '1.0.0'),
      migrate(database, 'race', second, '1.1.0'),
    ])
    expect(await query('select name from race.migration order by name')).toEqual([
      { name: '0001-letters' },
      { name: '0002-read' },
    ])
  })

  it.each<[string, string, string[]]>([
    ['a new table', 'create table S.more (id int not null)', []],
    ['a column with a default', "alter table S.t add column more text not null default ''", []],
    ['a column that may be empty, with a rule of its own', 'alter table S.t add column m int check (m > 0)', []],
    ['an index', 'create index on S.t (text)', []],
    [
      'a column that must be filled',
      'alter table S.t add column more text not null',
      ['t.more is new, must be filled'],
    ],
    ['a column dropped', 'alter table S.t drop column text', ['t.text is gone']],
    ['a column renamed', 'alter table S.t rename column text to body', ['t.text is gone', 't.body is new, must']],
    ['another type', 'alter table S.t alter column n type text', ['t.n was integer and is text']],
    ['no empty values any more', 'alter table S.t alter column n set not null', ['t.n may not be empty any more']],
    ['a default taken away', 'alter table S.t alter column d drop default', ['t.d has no default any more']],
    ['a rule for old columns', 'alter table S.t add constraint small check (n < 9)', ['t.small is a new rule']],
    ['a new unique index', 'create unique index one on S.t (n)', ['t.one is a new rule']],
    ['a table dropped', 'drop table S.t', ['t.id is gone', 't.text is gone', 't.n is gone', 't.d is gone']],
  ])('the check of "only adds" sees through %s', async (_name, statement, expected) => {
    const schema = `narrow_${++narrowed}`
    await run(
      `create schema ${schema}`,
      `create table ${schema}.t (id int primary key, text text not null, n int, d int not null default 1)`,
    )(database.db)
    const before = await readCatalogue(database.db, schema)
    await run(statement.replaceAll('S.', `${schema}.`))(database.db)
    const found = listNarrowings(before, await readCatalogue(database.db, schema))
    expect(found).toEqual(expected.map((start) => expect.stringContaining(start)))
  })
})

describe('every migration of the product', () => {
  const SCHEMAS: Readonly<Record<string, string>> = {
    accounts: 'sso',
    commerce: 'subscription',
    library: 'reader',
    newsletters: 'newsletter',
    obituaries: 'notices',
  }
  /** Released before migrations left notes; nothing ever allowed to go back over these. */
  const BEFORE_NOTES = new Set(
    'content/0001-content content/0002-media-uses gifts/0001-gifts mail/0001-mail newsletter/0001-newsletter paywall/0001-paywall paywall/0002-institutions sso/0001-sso subscription/0001-subscription subscription/0002-customers subscription/0003-ledger subscription/0004-billing subscription/0005-codes subscription/0006-billing-run subscription/0007-refunds subscription/0008-card-setups reader/0001-user'.split(
      ' ',
    ),
  )
  /** Triggers that refuse nothing and keep what older versions write in order: they count (long-lists.test.ts compares). */
  const COUNTING = /^lists\.count_\w+ is a new rule .*FOR EACH STATEMENT EXECUTE FUNCTION content\.count_/
  const root = join(import.meta.dirname, '..', '..', '..')
  const files = globSync(['services/*/migrations/*.ts', 'rooms/*/service/migrations/*.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/').replace(/\.ts$/, ''))
    .toSorted()
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  beforeAll(async () => {
    opened = await openTestDatabase('embedded', createTestDatabase)
  })
  afterAll(() => opened.drop())

  it('each says truly whether the version before works on its tables', async () => {
    const { database } = opened
    const wrong: string[] = []
    const applied: Record<string, Record<string, ServiceMigration>> = {}
    for (const path of files) {
      const [folder, name] = path.split('/migrations/') as [string, string]
      const service = folder.split('/')[1]!
      const schema = SCHEMAS[service] ?? service
      const migration = (await import(pathToFileURL(join(root, `${path}.ts`)).href)) as ServiceMigration
      const before = await readCatalogue(database.db, schema)
      applied[schema] = { ...applied[schema], [name]: migration }
      await migrate(database, schema, applied[schema])
      if (migration.isExpandOnly === true)
        wrong.push(
          ...listNarrowings(before, await readCatalogue(database.db, schema))
            .filter((what) => !COUNTING.test(what))
            .map((what) => `${path}: ${what}`),
        )
      if (migration.isExpandOnly === undefined && before.columns.size > 0 && !BEFORE_NOTES.has(`${schema}/${name}`))
        wrong.push(`${path}: export const isExpandOnly = true or false, see services/platform/database/migrations.ts`)
    }
    expect(files.length).toBeGreaterThan(16)
    expect(wrong).toEqual([])
  })
})

describe('the version of the product', () => {
  it.each<[string, Record<string, string>, string]>([
    ['outside of a checkout', {}, '3.2.1'],
    [
      'in one',
      { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': `${'a1'.repeat(20)}\n` },
      '3.2.1 (a1a1a1a)',
    ],
    [
      'with packed references',
      { '.git/HEAD': 'ref: refs/heads/main', '.git/packed-refs': `# pack\n${'b2'.repeat(20)} refs/heads/main\n` },
      '3.2.1 (b2b2b2b)',
    ],
    ['at a commit', { '.git/HEAD': `${'c3'.repeat(20)}\n` }, '3.2.1 (c3c3c3c)'],
    [
      'in a worktree',
      {
        '.git': 'gitdir: main/worktrees/x\n',
        'main/worktrees/x/HEAD': 'ref: refs/heads/x',
        'main/worktrees/x/commondir': '../..\n',
        'main/refs/heads/x': 'd4'.repeat(20),
      },
      '3.2.1 (d4d4d4d)',
    ],
    ['in one that cannot be read', { '.git/HEAD': 'nonsense' }, '3.2.1'],
  ])('%s', (_name, files, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'lokalteil-version-'))
    try {
      for (const [path, text] of Object.entries({ 'package.json': '{"version":"3.2.1"}', ...files })) {
        mkdirSync(join(folder, path, '..'), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      expect(toVersion(folder)).toBe(expected)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
