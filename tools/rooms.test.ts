/** The walls of rooms: without its folder and its entries in the registries (`rooms/*.ts`) the rest of the house still holds. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './ensure-node.mjs'
import { checkImports, readSources, type Sources } from './import-rules.ts'
import { listNames, REGISTRY, removeEntries, removeFromDemo } from './remove-room.ts'

const sources = readSources(root)
const ROOMS = readdirSync(join(root, 'rooms'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  .map(({ name }) => name)

/** The sources without the folders of these rooms and what the registries take from them. */
function without(rooms: readonly string[]): Sources {
  const isGone = (path: string) => rooms.some((room) => path.startsWith(`rooms/${room}/`))
  return new Map(
    [...sources]
      .filter(([path]) => !isGone(path))
      .map(([path, source]) => [path, REGISTRY.test(path) ? rooms.reduce(removeEntries, source) : source]),
  )
}

function ensureFolder(path: string): string {
  mkdirSync(path, { recursive: true })
  return path
}

/** The first reads all sources, which takes its time on a busy machine. */
const LONG = { timeout: 300_000 }

it.each(ROOMS)('without %s the import rules hold', LONG, (room) => {
  expect(checkImports(without([room]))).toEqual([])
})

it.each(ROOMS)('without %s the folders of the demo name nothing of it', (room) => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const names = listNames(read, room)
  expect(names.length).toBeGreaterThan(0)
  for (const file of globSync('demo/publications/*/{rooms,navigation,front,shop}.yaml', { cwd: root })) {
    const rest = removeFromDemo(file.replaceAll('\\', '/'), read(file), names)
    for (const { key, path } of rest === null ? [] : names) {
      expect(rest).not.toMatch(new RegExp(`^${key}:|block: ${key}$|target: ${path}(?:/|$)`, 'm'))
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

it('the core alone compiles: its types know no room', { timeout: 1_800_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'lokalteil-core-'))
  try {
    const folders = ['domain', 'contracts', 'services', 'web', 'rooms', 'demo', 'e2e', 'bench', 'tools']
    for (const name of [...folders, 'package.json', 'tsconfig.json', 'knip.config.ts', 'vitest.config.ts'])
      cpSync(join(root, name), join(copy, name), { recursive: true })
    // The links of the workspaces lead into the copy, those of packages to where they are.
    for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '@lokalteil'))
      symlinkSync(join(root, 'node_modules', name), join(ensureFolder(join(copy, 'node_modules')), name))
    for (const name of folders)
      symlinkSync(join(copy, name), join(ensureFolder(join(copy, 'node_modules/@lokalteil')), name))
    for (const room of ROOMS) rmSync(join(copy, 'rooms', room), { recursive: true })
    for (const [path, source] of without(ROOMS)) if (REGISTRY.test(path)) writeFileSync(join(copy, path), source)
    const { stdout, status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], {
      cwd: copy,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, ''])
  } finally {
    rmSync(copy, { recursive: true })
  }
})
