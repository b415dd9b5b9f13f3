import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { checkImports, readSources } from './import-rules.ts'

/** Other files of a small repository, so that the imports of the tested file can be resolved. */
const HOUSE: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ devDependencies: { vitest: '1', 'fast-check': '1' } }),
  'domain/package.json': '{}',
  'domain/access/access.ts': 'export const a = 1',
  'contracts/package.json': JSON.stringify({ dependencies: { zod: '1' } }),
  'contracts/kernel/address.ts': 'export const b = 1',
  'contracts/content.ts': "import { z } from 'zod'\nexport const c = z",
  'services/package.json': JSON.stringify({ dependencies: { kysely: '1', hono: '1', zod: '1' } }),
  'services/platform/database.ts': "import 'kysely'",
  'services/content/store.ts': 'export const d = 1',
  'services/library/store.ts': 'export const e = 1',
  'services/commerce/app.ts': 'export const i = 1',
  'demo/package.json': '{}',
  'demo/articles.ts': 'export const g = 1',
  'web/package.json': JSON.stringify({ dependencies: { react: '1', hono: '1' } }),
  'web/app/registry.ts': 'export const f = 1',
  'web/app/ui/Button.tsx': 'export const Button = () => <button type="button">Weiter zu „Größe“</button>',
  'web/app/ui/Button.module.css': '',
  'web/app/features/teaser/Teaser.tsx': "import '../../ui/Button.tsx'",
  'web/app/features/bookmark/Bookmark.tsx': "import '../../ui/Button.tsx'",
  'web/server/app.ts': "import '../app/registry.ts'",
  'rooms/package.json': JSON.stringify({ dependencies: { hono: '1', kysely: '1' } }),
  'rooms/rows.ts': "export * from './weather/domain/row.ts'",
  'rooms/server.ts': "import './weather/room.ts'",
  'rooms/weather/domain/row.ts': 'export const j = 1',
  'rooms/weather/contract/calls.ts': "import '../domain/row.ts'",
  'rooms/weather/service/app.ts': "import '../contract/calls.ts'\nimport '@lokalteil/services/platform/database'",
  'rooms/weather/app/WeatherPage.tsx': "import '../contract/calls.ts'\nimport '@lokalteil/web/app/ui/Button.tsx'",
  'rooms/weather/room.ts': "import './service/app.ts'\nimport '@lokalteil/web/server/app'",
  'tools/package.json': '{}',
  'tools/postgres.ts': 'export const h = 1',
}

function check(planted: Record<string, string>, minimum = { modules: 1, imports: 0 }): string[] {
  const sources = new Map(Object.entries({ ...HOUSE, ...planted }))
  return checkImports(sources, minimum).map(({ file, line, message }) => `${file}:${line} ${message}`)
}

describe('arrows', () => {
  it('finds nothing in a repository that obeys them', () => {
    expect(check({})).toEqual([])
  })

  it.each([
    [
      'domain → contracts',
      'domain/commerce/coins.ts',
      "import '@lokalteil/contracts/kernel/address'",
      'domain may not import contracts/kernel/address.ts',
    ],
    ['domain → a package', 'domain/commerce/coins.ts', "import { z } from 'zod'", 'domain may not import zod'],
    [
      'domain → Node',
      'domain/commerce/coins.ts',
      "import { readFile } from 'node:fs'",
      'domain may not import node:fs',
    ],
    [
      'domain → Node without prefix',
      'domain/commerce/coins.ts',
      "import fs from 'fs'",
      'domain may not import node:fs',
    ],
    [
      'contracts → services',
      'contracts/x.ts',
      "import '@lokalteil/services/platform/database'",
      'contracts may not import services/platform/database.ts',
    ],
    [
      'a service → another',
      'services/library/app.ts',
      "import '../content/store.ts'",
      'services/library may not import services/content/store.ts',
    ],
    [
      'a service → another by package name',
      'services/library/app.ts',
      "import '@lokalteil/services/content/store'",
      'services/library may not import services/content/store.ts',
    ],
    [
      'a service → web',
      'services/library/app.ts',
      "import '@lokalteil/web/app/registry'",
      'services/library may not import web/app/registry.ts',
    ],
    [
      'a service → demo',
      'services/content/seed.ts',
      "import '@lokalteil/demo/articles'",
      'services/content may not import demo/articles.ts',
    ],
    [
      'the test of a service → demo',
      'services/content/app.test.ts',
      "import '@lokalteil/demo/articles'",
      'services/content may not import demo/articles.ts',
    ],
    [
      'the demo → a service that it does not fill that way',
      'demo/articles.ts',
      "import '@lokalteil/services/commerce/app'",
      'demo may not import services/commerce/app.ts',
    ],
    [
      'database → a service',
      'services/platform/database.ts',
      "import '../library/store.ts'",
      'services/platform may not import services/library/store.ts',
    ],
    [
      'ui → features',
      'web/app/ui/X.tsx',
      "import '../features/teaser/Teaser.tsx'",
      'web/app/ui may not import web/app/features/teaser/Teaser.tsx',
    ],
    [
      'a feature → another',
      'web/app/features/teaser/X.tsx',
      "import '../bookmark/Bookmark.tsx'",
      'web/app/features/teaser may not import web/app/features/bookmark/Bookmark.tsx',
    ],
    [
      'app → server',
      'web/app/pages/X.tsx',
      "import '../../server/app.ts'",
      'web/app/pages may not import web/server/app.ts',
    ],
    [
      'app → services',
      'web/app/pages/X.tsx',
      "import '@lokalteil/services/platform/database'",
      'web/app/pages may not import services/platform/database.ts',
    ],
    ['app → hono, which web has', 'web/app/pages/X.tsx', "import 'hono'", 'web/app/pages may not import hono'],
    [
      'the core → a room',
      'web/app/pages/X.tsx',
      "import '@lokalteil/rooms/weather/domain/row'",
      'web/app/pages may not import rooms/weather/domain/row.ts',
    ],
    [
      'a floor of the core → a registry of another floor',
      'domain/x.ts',
      "import '@lokalteil/rooms/server'",
      'domain may not import rooms/server.ts',
    ],
    [
      'a room → another',
      'rooms/quiz/domain/row.ts',
      "import '../../weather/domain/row.ts'",
      'rooms/quiz/domain may not import rooms/weather/domain/row.ts',
    ],
    [
      'a floor of a room → one above it',
      'rooms/weather/contract/x.ts',
      "import '../service/app.ts'",
      'rooms/weather/contract may not import rooms/weather/service/app.ts',
    ],
    [
      'pages of a room → its service',
      'rooms/weather/app/X.tsx',
      "import '../service/app.ts'",
      'rooms/weather/app may not import rooms/weather/service/app.ts',
    ],
    [
      'the service of a room → another service',
      'rooms/weather/service/x.ts',
      "import '@lokalteil/services/content/store'",
      'rooms/weather/service may not import services/content/store.ts',
    ],
    [
      'formats of a room → the portal',
      'rooms/weather/formats/x.ts',
      "import '@lokalteil/web/server/app'",
      'rooms/weather/formats may not import web/server/app.ts',
    ],
    ['tools → web', 'tools/x.ts', "import '@lokalteil/web/app/registry'", 'tools may not import web/app/registry.ts'],
  ])('refuses %s', (_name, path, source, message) => {
    expect(check({ [path]: source })).toEqual([`${path}:1 ${message}`])
  })

  it.each([
    ['export … from', "export { d } from '../content/store.ts'"],
    ['export * from', "export * from '../content/store.ts'"],
    ['import type', "import type { D } from '../content/store.ts'"],
    ['import()', "const x = await import('../content/store.ts')"],
    ['the type import()', "type X = import('../content/store.ts').D"],
    ['a worker', "new Worker(new URL('../content/store.ts', import.meta.url))"],
    ['an import over several lines', "import {\n  d,\n} from '../content/store.ts'"],
  ])('sees %s', (_name, source) => {
    expect(check({ 'services/library/app.ts': source })).toEqual([
      'services/library/app.ts:1 services/library may not import services/content/store.ts',
    ])
  })

  it('is not misled by comments, strings, templates and regular expressions', () => {
    const source = [
      "// import '../content/store.ts'",
      "/* export * from '../content/store.ts' */",
      'const a = "import(\'../content/store.ts\')"',
      "const b = `import '../content/store.ts'`",
      "const c = /import '..\\/content'/",
    ]
    expect(check({ 'services/library/app.ts': source.join('\n') })).toEqual([])
  })

  it.each([
    [
      'a service its own files, the database, contracts and domain',
      'services/library/app.ts',
      "import './store.ts'\nimport '../platform/database.ts'\nimport '@lokalteil/contracts/content'\nimport '@lokalteil/domain/access/access'\nimport 'hono'\nimport 'node:crypto'",
    ],
    [
      'what fills the demo the services that it fills',
      'demo/seed/reader-codes.ts',
      "import '../articles.ts'\nimport '@lokalteil/services/commerce/app'",
    ],
    [
      'a test vitest, tools and other workspaces',
      'domain/access/access.test.ts',
      "import 'vitest'\nimport 'fast-check'\nimport '@lokalteil/tools/postgres'\nimport './access.ts'",
    ],
    [
      'the types of a contract to the browser',
      'web/app/pages/X.tsx',
      "import type { C } from '@lokalteil/contracts/content'\nimport { b } from '@lokalteil/contracts/kernel/address'",
    ],
    [
      'a style beside its component',
      'web/app/ui/X.tsx',
      "import styles from './Button.module.css'\nimport raw from './Button.module.css?raw'",
    ],
  ])('allows %s', (_name, path, source) => {
    expect(check({ [path]: source })).toEqual([])
  })

  it.each([
    ['a file that is not there', 'domain/x.ts', "import './missing.ts'", 'names ./missing.ts, which is not there'],
    [
      'a path into another workspace',
      'services/library/app.ts',
      "import '../../domain/access/access.ts'",
      'reaches into another workspace with ../../domain/access/access.ts; import it by its package name',
    ],
    [
      'a package the workspace does not declare',
      'services/content/feed.ts',
      "import 'fast-xml-parser'",
      'imports fast-xml-parser, which is not in services/package.json',
    ],
    ['a built-in without its prefix', 'services/content/feed.ts', "import 'fs'", 'write node:fs'],
    ['a file outside every area', 'elsewhere/x.ts', '', 'stands in no area of tools/import-rules.ts'],
    ['a file that cannot be parsed', 'domain/x.ts', 'export const = 1', expect.stringContaining('could not be read')],
  ])('refuses %s', (_name, path, source, message) => {
    const [found] = checkImports(new Map(Object.entries({ ...HOUSE, [path]: source })), { modules: 1, imports: 0 })
    expect(found).toEqual({ file: path, line: 1, message })
  })
})

describe('slices of a floor', () => {
  it.each([
    [
      'domain/access/x.ts',
      "import '../commerce/orders.ts'",
      'domain/access may not enter commerce: domain/commerce/orders.ts',
    ],
    [
      'domain/commerce/x.ts',
      "import type { A } from '../access/access.ts'",
      'domain/commerce may not enter access: domain/access/access.ts',
    ],
    [
      'web/server/http/x.ts',
      "import '../session/session.ts'",
      'web/server/http may not enter session: web/server/session/session.ts',
    ],
    [
      'web/server/session/x.ts',
      "import '../main.ts'",
      'web/server/session may not enter the top of the floor: web/server/main.ts',
    ],
    ['domain/tides/x.ts', '', 'domain/tides stands in no slice of tools/import-rules.ts'],
  ])('refuse in %s: %s', (path, source, message) => {
    const planted = { 'domain/commerce/orders.ts': '', 'web/server/session/session.ts': '', 'web/server/main.ts': '' }
    expect(check({ ...planted, [path]: source })).toEqual([`${path}:1 ${message}`])
  })

  it('may be imported by permitted slices and by tests; files directly on a floor are open to all', () => {
    expect(
      check({
        'domain/german.ts': '',
        'domain/accounts/login.ts': "import '../access/access.ts'\nimport '../german.ts'",
        'domain/access/login.test.ts': "import '../accounts/login.ts'",
      }),
    ).toEqual([])
  })
})

describe('folders of a service', () => {
  it.each(['services/library', 'rooms/push/service'])(
    'of %s may not import each other in both directions: the one with fewer imports is refused',
    (service) => {
      const planted = {
        [`${service}/app.ts`]: "import './shelf/shelf.ts'\nimport './book/book.ts'",
        [`${service}/shelf/shelf.ts`]: "import '../book/book.ts'",
        [`${service}/shelf/board.ts`]: "import '../book/book.ts'\nimport '../store.ts'",
        [`${service}/store.ts`]: 'export const s = 1',
        [`${service}/book/book.ts`]: 'export const b = 1',
        [`${service}/book/page.ts`]: "import '../shelf/shelf.ts'",
      }
      expect(check(planted)).toEqual([
        `${service}/book/page.ts:1 ${service}/book may not import ${service}/shelf/shelf.ts`,
      ])
    },
  )

  it('have an order in commerce: a folder may import those before it, and an unlisted folder is refused', () => {
    const planted = {
      'services/commerce/app.ts': "import './orders/order.ts'",
      'services/commerce/orders/order.ts': "import '../payments/charge.ts'\nimport '../documents/invoice.ts'",
      'services/commerce/payments/charge.ts': 'export const c = 1',
      'services/commerce/payments/bank.ts': "import '../orders/number.ts'",
      'services/commerce/orders/number.ts': 'export const n = 1',
      'services/commerce/documents/invoice.ts': 'export const i = 1',
      'services/commerce/misc/more.ts': "import '../documents/invoice.ts'",
    }
    expect(check(planted)).toEqual([
      'services/commerce/payments/bank.ts:1 services/commerce/payments may not import services/commerce/orders/number.ts',
      'services/commerce/misc/more.ts:1 services/commerce/misc may not import services/commerce/documents/invoice.ts',
    ])
  })

  it('may be imported by tests in any direction', () => {
    const planted = {
      'services/library/shelf/shelf.ts': "import '../book/book.ts'",
      'services/library/book/book.ts': 'export const b = 1',
      'services/library/book/book.test.ts': "import '../shelf/shelf.ts'",
    }
    expect(check(planted)).toEqual([])
  })
})

describe('forbidden content of files', () => {
  it.each(['index.ts', 'utils.ts', 'helpers/dates.ts', 'common/dates.ts', 'types.ts', 'constants.ts', 'utils.test.ts'])(
    'refuses the name %s',
    (name) => {
      expect(check({ [`contracts/${name}`]: '' })).toEqual([expect.stringContaining('says nothing')])
    },
  )

  it.each([
    ['Date.now()', 'Date.now'],
    ['new Date()', 'new Date()'],
    ['Math.random()', 'Math.random'],
    ['process.env.X', 'process'],
    ['fetch("/")', 'fetch'],
    ['globalThis.fetch("/")', 'globalThis'],
    ['[1].map(fetch)', 'fetch'],
    ['crypto.randomUUID()', 'crypto'],
    ['console.log(1)', 'console'],
  ])('refuses %s in the domain', (use, name) => {
    expect(check({ 'domain/x.ts': `export const a = 1\nexport const b = () => ${use}` })).toEqual([
      `domain/x.ts:2 domain may not use ${name}; pass it in`,
    ])
  })

  it.each([
    [
      'a clock that was passed in',
      'export const isOver = (now: Date) => now.getTime() > new Date("2026-01-01").getTime()',
    ],
    ['a parameter of that name', 'export const load = (fetch: () => string) => fetch()'],
    ['a property of that name', 'export const a = { process: 1, fetch: 2 }\nexport const b = a.process'],
    ['a type of that name', 'export type Load = typeof globalThis.fetch\nexport type P = { location: Location }'],
    ['Math without chance', 'export const a = Math.max(1, 2)'],
  ])('allows %s in the domain', (_name, source) => {
    expect(check({ 'domain/x.ts': source })).toEqual([])
  })

  it.each([
    [
      'process in the app',
      'web/app/x.ts',
      'process.env.SECRET',
      'web/app may not use process; configuration stays in the server',
    ],
    [
      'JSX in the server',
      'web/server/x.tsx',
      'const a = <p>x</p>',
      'web/server may not contain JSX; HTML is a page module',
    ],
    [
      'German text in the server',
      'web/server/x.ts',
      "const a = 'Größe'",
      'web/server may not contain German text; put it into the message catalogue',
    ],
    [
      'German text in a template',
      'web/server/x.ts',
      'const a = `${1} für`',
      'web/server may not contain German text; put it into the message catalogue',
    ],
    [
      'a cast to never in the server',
      'web/server/x.ts',
      'export const a = { b: 1 as never }',
      'may not cast with "as never"; let the types say it',
    ],
    [
      'a cast by way of unknown in the server',
      'web/server/x.ts',
      'export const a = 1 as unknown as string',
      'may not cast with "as unknown as"; let the types say it',
    ],
    [
      'a cast to never where a service is put together',
      'services/content/app.ts',
      'export const a = 1 as never',
      'may not cast with "as never"; let the types say it',
    ],
    [
      'a clock in the domain of a room',
      'rooms/weather/domain/x.ts',
      'export const a = Date.now()',
      'domain may not use Date.now; pass it in',
    ],
    [
      'German text in the server of a room',
      'rooms/weather/room.ts',
      "const a = 'Größe'",
      'web/server may not contain German text; put it into the message catalogue',
    ],
    [
      'a cast to an answer in the app',
      'web/app/x.ts',
      'export const a = fetch("/api/x") as Promise<Read<string>>',
      'may not cast to "Promise<Read<…>>"; name the route as the contract has it',
    ],
    [
      'SQL in the server',
      'web/server/x.ts',
      'const a = `SELECT id FROM article`',
      'web may not contain SQL; queries belong to a store',
    ],
    [
      'SQL in the app',
      'web/app/x.ts',
      "const a = 'DELETE FROM article'",
      'web may not contain SQL; queries belong to a store',
    ],
  ])('refuses %s', (_name, path, source, message) => {
    expect(check({ [path]: source })).toEqual([`${path}:1 ${message}`])
  })

  it('allows German in a comment of the server and in the app', () => {
    expect(
      check({ 'web/server/x.ts': '// Größe\nexport const a = 1', 'web/app/messages/x.ts': "export const a = 'Größe'" }),
    ).toEqual([])
  })
})

describe('the whole graph', () => {
  it('refuses a cycle and prints its path', () => {
    expect(
      check({
        'domain/a.ts': "import './b.ts'",
        'domain/b.ts': "\nimport './c.ts'",
        'domain/c.ts': "export * from './a.ts'",
      }),
    ).toEqual(['domain/c.ts:1 closes a cycle: domain/a.ts → domain/b.ts → domain/c.ts → domain/a.ts'])
  })

  it('finds a cycle that consists of type imports', () => {
    expect(check({ 'domain/a.ts': "import './b.ts'", 'domain/b.ts': "import type { A } from './a.ts'" })).toEqual([
      'domain/b.ts:1 closes a cycle: domain/a.ts → domain/b.ts → domain/a.ts',
    ])
  })

  it('lets a file start a worker that imports it', () => {
    expect(
      check({
        'services/library/parse.ts': "new Worker(new URL('./parse-worker.ts', import.meta.url))",
        'services/library/parse-worker.ts': "import './parse.ts'",
      }),
    ).toEqual([])
  })

  it('refuses zod in the browser, also indirectly, at the import that lets it in', () => {
    const found = check({
      'contracts/detour.ts': "export * from './content.ts'",
      'web/app/browser/x.ts': "\nimport '@lokalteil/contracts/detour'",
      'web/app/browser/y.ts': "import './x.ts'",
    })
    expect(found).toEqual([
      'web/app/browser/x.ts:2 would send zod to the browser: web/app/browser/x.ts → contracts/detour.ts → contracts/content.ts → npm:zod; import only types from there',
    ])
  })

  it('fails when it has read too few files', () => {
    expect(check({}, { modules: 1000, imports: 0 })).toEqual([expect.stringMatching(/saw only \d+ modules/)])
    expect(check({}, { modules: 1, imports: 1000 })).toEqual([expect.stringMatching(/saw only \d+ modules/)])
  })
})

describe('this repository', () => {
  const sources = readSources(dirname(dirname(fileURLToPath(import.meta.url))))

  it('is read completely: every workspace, every kind of file', () => {
    for (const workspace of ['domain', 'contracts', 'services', 'web', 'rooms', 'demo', 'tools']) {
      expect(
        [...sources.keys()].filter((path) => path.startsWith(`${workspace}/`) && path.endsWith('.ts')).length,
        workspace,
      ).toBeGreaterThan(0)
    }
    expect([...sources.keys()].some((path) => path.endsWith('.tsx'))).toBe(true)
    expect([...sources.keys()].some((path) => path.includes('node_modules'))).toBe(false)
  })
})
