/** The walls of rooms: without its folder and its entries in the registries (`rooms/*.ts`) the rest of the house still holds. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'
import { listTouchedTests, readImportGraph } from './import-graph.ts'
import { checkImports, readSources, type Sources } from './import-rules.ts'
import { DEMO, listNames, REGISTRY, removeEntries, removeFromDemo, removeRoom } from './remove-room.ts'

const sources = readSources(root)
const ROOMS = readdirSync(join(root, 'rooms'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  .map(({ name }) => name)

/** The sources without the folders of these rooms and their entries in the registries. */
function without(rooms: readonly string[]): Sources {
  const isGone = (path: string) => rooms.some((room) => path.startsWith(`rooms/${room}/`))
  return new Map(
    [...sources]
      .filter(([path]) => !isGone(path))
      .map(([path, source]) => [path, REGISTRY.test(path) ? rooms.reduce(removeEntries, source) : source]),
  )
}

/** The first reads all sources, which takes its time on a busy machine. */
const LONG = { timeout: 300_000 }

it('the core alone keeps the import rules', LONG, () => {
  expect(checkImports(without(ROOMS))).toEqual([])
})

it.each(ROOMS)('without %s the import rules hold', LONG, (room) => {
  expect(checkImports(without([room]))).toEqual([])
})

it.each(ROOMS)('without %s the folders of the demo name nothing of it', (room) => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const names = listNames(read, room)
  expect(names.length).toBeGreaterThan(0)
  for (const file of globSync(DEMO, { cwd: root })) {
    const rest = removeFromDemo(file.replaceAll('\\', '/'), read(file), names)
    for (const { key, path } of rest === null ? [] : names) {
      expect(rest).not.toMatch(new RegExp(`^${key}:|block: ${key}$|target: ${path}(?:/|$)|\\]\\(${path}[)/#?]`, 'm'))
      // Nothing is left without its entries.
      expect(rest).not.toMatch(/^( *)(?:blocks|children|articles|home):\n(?!\1 *(?:- |\[))/m)
    }
  }
})

it('a room that imports another is refused', LONG, () => {
  const planted = ROOMS.slice(1).map(
    (room) => [`rooms/${room}/domain/planted.ts`, `import '../../${ROOMS[0]}/domain/row.ts'`] as const,
  )
  expect(checkImports(new Map([...sources, ...planted]))).toEqual(
    planted.map(([file]) => ({ file, line: 1, message: expect.stringContaining('may not import rooms/') })),
  )
})

/** As a fresh checkout, with the packages that are installed here. */
function copyProduct(): string {
  const copy = mkdtempSync(join(tmpdir(), 'lokalteil-rooms-'))
  const isLeft = new Set(['node_modules', '.git', '.runtime', '.data', '.cache', 'dist'])
  cpSync(root, copy, { recursive: true, filter: (source) => !isLeft.has(basename(source)) })
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  // The links of the workspaces lead into the copy, those of packages to where they are.
  mkdirSync(join(copy, 'node_modules/@lokalteil'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => !/^@lokalteil$|^\.v|^\.cache/.test(one)))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of workspaces) symlinkSync(join(copy, name), join(copy, 'node_modules/@lokalteil', name))
  return copy
}

/** Output of a failed program of the gate in a copy; '' if it passes. */
function ask(copy: string, program: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(copy, 'node_modules', program), ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, TEST_RUN: 'gate', NO_COLOR: '1' },
    maxBuffer: 1e8,
  })
  return status === 0 ? '' : `${program} ended with ${status}\n${stdout}\n${stderr}`.slice(-20_000)
}

const VITEST = ['vitest/vitest.mjs', 'run', '--project', 'unit*', '--silent', '--reporter', 'dot'] as const

describe('in a copy of the product', { timeout: 3_600_000 }, () => {
  let copy: string
  beforeEach(() => {
    copy = copyProduct()
  }, 240_000)
  afterEach(() => rmSync(copy, { recursive: true, maxRetries: 5 }))

  it('the core alone compiles and passes the tests that reach a room', () => {
    for (const room of ROOMS) removeRoom(copy, room)
    expect(ask(copy, 'typescript/bin/tsc', '-p', '.', '--checkers', '1')).toBe('')
    // Tests that reach no registry run the same code in the release run itself.
    const graph = readImportGraph(sources, { hasTypes: false })
    const changed = [...sources.keys()].filter((path) => REGISTRY.test(path))
    const files = listTouchedTests([...changed, ...globSync(DEMO, { cwd: root })], graph).filter(
      (path) => !path.startsWith('rooms/') && path !== 'tools/rooms.test.ts',
    )
    expect(files.length).toBeGreaterThan(100)
    expect(ask(copy, ...VITEST, ...files)).toBe('')
  })

  it.each(ROOMS)('without %s nothing is unused, and tests that ask for it pass', (room) => {
    const words = listNames((path) => readFileSync(join(root, path), 'utf8'), room)
    removeRoom(copy, room)
    // That it compiles follows: the core alone does, and no room imports another.
    expect(ask(copy, 'knip/bin/knip.js')).toBe('')
    expect(ask(copy, 'knip/bin/knip.js', '--production', '--include', 'exports,files')).toBe('')
    const named = new RegExp(words.map(({ key, path }) => `['"\`]${key}['"\`]|\\b${key}:|['"\`]${path}\\b`).join('|'))
    const files = globSync('**/*.test.{ts,tsx}', {
      cwd: copy,
      exclude: (path) => path.includes('node_modules'),
    }).filter((path) => {
      const text = readFileSync(join(copy, path), 'utf8')
      return (path.startsWith('rooms/') || /hasRooms?\(/.test(text)) && named.test(text)
    })
    expect(files.length).toBeGreaterThan(0)
    expect(ask(copy, ...VITEST, ...files)).toBe('')
  })
})
