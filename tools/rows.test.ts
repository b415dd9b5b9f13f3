import { dirname } from 'node:path'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { openEmptyDatabase } from '@lokalteil/services/platform/database/database.testing'
import { expect, it } from 'vitest'
import { readSources } from './import-rules.ts'
import { amendRows, compareRows, type Column } from './row-types.ts'
import { readColumns } from './rows.ts'

const PATH = 'services/letters/schema.ts'
const SHARED = 'services/platform/shared-row.ts'
const SOURCE = `import type { ColumnType, Generated, Kysely } from 'kysely'
import type { SharedRow } from '../platform/shared-row.ts'
type Json<T> = ColumnType<T, string, string>
type LetterTables = {
  'letters.letters': {
    id: Generated<number>
    /** Who wrote it. */
    author: string | null
    state: 'draft' | 'sent'
    body: Json<unknown>
    pages: number[]
  }
  'letters.shared': SharedRow & { name: string }
}
export type LetterDb = Kysely<LetterTables>
`
const sources = new Map([
  [PATH, SOURCE],
  [SHARED, 'export type SharedRow = { key: string; at: Date }\n'],
])
const column = (table: string, name: string, type: string, more: Partial<Column> = {}): Column => ({
  table: `letters.${table}`,
  name,
  type,
  isRequired: true,
  hasDefault: false,
  ...more,
})
const COLUMNS = [
  column('letters', 'id', 'bigint', { hasDefault: true }),
  column('letters', 'author', 'text', { isRequired: false }),
  column('letters', 'state', 'text'),
  column('letters', 'body', 'jsonb'),
  column('letters', 'pages', 'integer[]'),
  column('shared', 'key', 'text'),
  column('shared', 'at', 'timestamp with time zone'),
  column('shared', 'name', 'text'),
]
const change = (name: string, more: Partial<Column>) =>
  COLUMNS.map((one) => (one.name === name ? { ...one, ...more } : one))
const faultsOf = (columns: readonly Column[]) =>
  compareRows(PATH, sources, columns).map(({ table, column: name, message }) => [table, name, message])

it('types that say the same as the tables, or more, agree', () => {
  expect(faultsOf(COLUMNS)).toEqual([])
})

it.each<[string, readonly Column[], (string | null)[]]>([
  ['a new table', [...COLUMNS, column('stamps', 'id', 'text')], ['letters.stamps', null, 'the table has no type']],
  [
    'a dropped table',
    COLUMNS.filter(({ table }) => table !== 'letters.shared'),
    ['letters.shared', null, 'there is no such table'],
  ],
  [
    'a new column',
    [...COLUMNS, column('letters', 'sent_at', 'date')],
    ['letters.letters', 'sent_at', 'the column has no type'],
  ],
  [
    'a dropped column',
    COLUMNS.filter(({ name }) => name !== 'author'),
    ['letters.letters', 'author', 'there is no such column'],
  ],
  ['another type', change('at', { type: 'text' }), ['letters.shared', 'at', 'it is read as string, not Date']],
  [
    'a column that became required',
    change('author', { isRequired: true }),
    ['letters.letters', 'author', 'it is never null'],
  ],
  [
    'a column that may be null now',
    change('state', { isRequired: false }),
    ['letters.letters', 'state', 'it may be null'],
  ],
  ['a default that is gone', change('id', { hasDefault: false }), ['letters.letters', 'id', 'an insert must name it']],
])('names %s', (_what, columns, fault) => expect(faultsOf(columns)).toEqual([fault]))

it('adds and removes tables and columns with their comments, and leaves handwritten types', () => {
  const columns = [
    ...COLUMNS.filter(({ name, table }) => name !== 'author' && table !== 'letters.shared'),
    column('letters', 'sent_at', 'timestamp with time zone', { isRequired: false }),
    column('stamps', 'id', 'text'),
    column('stamps', 'data', 'jsonb'),
  ]
  const amended = amendRows(PATH, sources, columns)
  expect(compareRows(PATH, new Map([...sources, [PATH, amended]]), columns)).toEqual([])
  expect(amended).toContain("state: 'draft' | 'sent'")
  expect(amended).toContain('sent_at: Date | null')
  expect(amended).not.toContain('Who wrote it')
})

it('the row types of all services agree with their migrations', async () => {
  const all = readSources(dirname(import.meta.dirname))
  const database = await openEmptyDatabase(createTestDatabase)
  try {
    const found = await readColumns(database, all)
    expect(found.size).toBeGreaterThan(10)
    const faults = [...found].flatMap(([path, columns]) =>
      compareRows(path, all, columns).map(
        ({ table, column: name, message }) => `${path}: ${table} ${name}: ${message}`,
      ),
    )
    expect(faults, 'npm run rows writes what is missing').toEqual([])
  } finally {
    await database.close()
  }
})
