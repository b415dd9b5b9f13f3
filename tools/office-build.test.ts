/** The office is a build of its own: readers load not a byte of it, and its screens stay light. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'

const OFFICE = 'vite.office.config.ts'
const FOLDERS = ['domain', 'contracts', 'services', 'web', 'rooms', 'demo', 'tools']
/** Both builds run in one copy, because paths are in the hashes of names; Vite knows files by their real paths. */
const copy = mkdtempSync(join(realpathSync(tmpdir()), 'lokalteil-office-build-'))
const [withOffice, without] = [join(copy, 'with'), join(copy, 'without')]

beforeAll(() => {
  for (const name of [...FOLDERS, 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  // The links of the workspaces lead into the copy, those of packages to where they are.
  mkdirSync(join(copy, 'node_modules/@lokalteil'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '@lokalteil'))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of FOLDERS) symlinkSync(join(copy, name), join(copy, 'node_modules/@lokalteil', name))
  build('vite.config.ts', withOffice)
  build(OFFICE, withOffice)
  for (const name of ['office', 'office-development.ts', OFFICE]) rmSync(join(copy, 'web', name), { recursive: true })
  build('vite.config.ts', without)
}, 1_800_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function build(config: string, folder: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      join(copy, 'node_modules/vite/bin/vite.js'),
      'build',
      '--config',
      join('web', config),
      '--logLevel',
      'warn',
      '--outDir',
      folder,
      // Beside the files of the office, which are not compared.
      ...(config === OFFICE ? ['--manifest', 'assets/office/chunks.json'] : []),
    ],
    { cwd: copy, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  expect([config, status, status === 0 ? '' : stderr]).toEqual([config, 0, ''])
}

/** Names and digests; a pattern would leave out `.vite`, which has the manifest of the server. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => !name.startsWith('assets/office/') && name !== '.vite/office-manifest.json')
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`,
    )
    .toSorted()
}

it('the files of readers have the same names and bytes with the office and without it', () => {
  const files = listFiles(without)
  expect(files.length).toBeGreaterThan(60)
  expect(listFiles(withOffice)).toEqual(files)
})

const office = () => join(withOffice, 'assets/office')
const sourceOf = (name: string) => readFileSync(join(office(), name), 'utf8')

type Chunk = { file: string; css?: string[]; imports?: string[] }

/** The scripts and style sheets that a browser loads for these modules of the office, with all they import at once. */
function listLoaded(...modules: readonly string[]): Set<string> {
  const chunks = JSON.parse(sourceOf('chunks.json')) as Readonly<Record<string, Chunk>>
  const seen = new Set<string>()
  const load = (key: string): string[] => {
    if (seen.has(key)) return []
    seen.add(key)
    const { file, css = [], imports = [] } = chunks[key]!
    return [file, ...css, ...imports.flatMap(load)]
  }
  return new Set(modules.flatMap((module) => load(`office/${module}`)))
}

/** Bytes as they are sent. */
const weigh = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(withOffice, file))).length, 0)

const LIST = ['main.tsx', 'screens/articles/ArticleList.tsx']

it('the list of articles weighs 200 kB at most', () => {
  const list = listLoaded(...LIST)
  expect([...list].filter((file) => file.endsWith('.css')).length).toBeGreaterThan(1)
  expect(weigh(list)).toBeLessThanOrEqual(200_000)
})

it.each([
  ['an article', 105_000, ['screens/article/ArticleScreen.tsx']],
  ['a front', 60_000, ['screens/fronts/FrontScreen.tsx']],
])('the screen of %s weighs %i bytes more at most', (_what, most, modules) => {
  const list = listLoaded(...LIST)
  const more = [...listLoaded('main.tsx', ...modules)].filter((file) => !list.has(file))
  expect(more.some((file) => file.endsWith('.css'))).toBe(true)
  expect(weigh(more)).toBeLessThanOrEqual(most)
})

it('no script of the office has a schema in it', () => {
  expect(globSync('*.js', { cwd: office() }).length).toBeGreaterThan(1)
  for (const name of globSync('*.js', { cwd: office() }))
    expect([name, /ZodError/.test(sourceOf(name))]).toEqual([name, false])
})
