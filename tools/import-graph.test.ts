import { describe, expect, it } from 'vitest'
import { listReached, listTouchedTests, readImportGraph } from './import-graph.ts'

const sources = new Map([
  ['domain/price.ts', "import type { Coin } from './coin.ts'\nexport const price = 1"],
  ['domain/coin.ts', 'export type Coin = 1'],
  ['domain/price.test.ts', "import { price } from './price.ts'\nprice"],
  ['services/shop/app.ts', "import { price } from '@lokalteil/domain/price'\nprice"],
  ['services/shop/app.test.ts', "const { app } = await import('./app.ts')\napp"],
  ['services/shop/texts/hello.txt', ''],
  ['services/mail/app.ts', 'await migrationsIn(import.meta.dirname)'],
  ['services/mail/migrations/0001-mail.ts', ''],
  ['web/server/portal.test.ts', "import '@lokalteil/services/mail/app'"],
  ['tools/readme.test.ts', ''],
  ['README.md', ''],
])
const graph = readImportGraph(sources, { hasTypes: true })

describe('listReached', () => {
  it('follows imports between workspaces, types only if requested', () => {
    expect([...listReached(graph, ['services/shop/app.ts'])]).toEqual([
      'services/shop/app.ts',
      'domain/price.ts',
      'domain/coin.ts',
    ])
    const values = readImportGraph(sources, { hasTypes: false })
    expect([...listReached(values, ['services/shop/app.ts'])]).toEqual(['services/shop/app.ts', 'domain/price.ts'])
  })
})

describe('listTouchedTests', () => {
  it.each([
    ['a rule: all tests that reach it', ['domain/price.ts'], ['domain/price.test.ts', 'services/shop/app.test.ts']],
    ['a type: the same', ['domain/coin.ts'], ['domain/price.test.ts', 'services/shop/app.test.ts']],
    ['a service: its own tests', ['services/shop/app.ts'], ['services/shop/app.test.ts']],
    ['a test: itself', ['domain/price.test.ts'], ['domain/price.test.ts']],
    ['a text: the tests of the folder above', ['services/shop/texts/hello.txt'], ['services/shop/app.test.ts']],
    [
      'a migration: those that reach its service',
      ['services/mail/migrations/0001-mail.ts'],
      ['web/server/portal.test.ts'],
    ],
    ['a document: the tests of the repository', ['README.md'], ['tools/readme.test.ts']],
  ])('lists for %s', (_name, changed, tests) => {
    expect(listTouchedTests(changed, graph)).toEqual(tests)
  })
})
