import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'
import { readSources } from './import-rules.ts'
import { readPackages } from './packages.ts'
import { toBill } from './sbom.ts'

const readJson = <T>(path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as T
type Manifest = { dependencies?: Record<string, string>; license?: string }

const lock = readJson<Parameters<typeof toBill>[0]>('package-lock.json')
const entries = Object.entries(lock.packages)
/** Of all workspaces, without their own names. */
const direct = [
  ...new Set(
    globSync(['package.json', '*/package.json'], { cwd: root }).flatMap((path) =>
      Object.keys(readJson<Manifest>(path).dependencies ?? {}).filter((name) => !name.startsWith('@lokalteil/')),
    ),
  ),
]
const [onServer = '', inPages = ''] = readFileSync(join(root, 'docs/dependencies.md'), 'utf8').split(
  '## Packages in the pages',
)
const toRows = (text: string) =>
  [...text.matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, name = '', , licence = '']) => ({
    name,
    licence,
  }))
const rows = [...toRows(onServer), ...toRows(inPages)]
const { loaded, bundled } = readPackages(readSources(root))

describe('docs/dependencies.md', () => {
  it('has a row for every package of production, and no other', () => {
    expect(direct.length).toBeGreaterThan(40)
    expect(toRows(onServer).map(({ name }) => name)).toEqual(direct.toSorted())
  })

  it('has a row for every package that the build alone puts into the pages', () => {
    const built = bundled.filter((name) => !direct.includes(name))
    expect(built.length).toBeGreaterThan(10)
    expect(toRows(inPages).map(({ name }) => name)).toEqual(built)
  })

  it('names the licence of the lockfile, where that has one', () => {
    const known = rows.flatMap(({ name, licence }) => {
      const locked = lock.packages[`node_modules/${name}`]?.license
      return locked === undefined ? [] : [[name, licence, locked]]
    })
    expect(known.length).toBeGreaterThan(40)
    expect(known.filter(([, licence, locked]) => licence !== locked)).toEqual([])
  })
})

describe('packages', () => {
  it('run no program when they are installed', () => {
    const running = entries.filter(([, entry]) => 'hasInstallScript' in entry)
    expect(running.map(([path]) => path)).toEqual([])
  })

  it('that the server imports are there without those for development', () => {
    expect(loaded.length).toBeGreaterThan(40)
    expect(loaded.filter((name) => !direct.includes(name))).toEqual([])
    // Packages that only browsers need are built into the files of pages.
    expect(direct.filter((name) => /^(?:prosemirror-|@tabler|react-aria)/.test(name))).toEqual([])
  })

  it('of production are licensed permissively, but for libvips', () => {
    const found = entries.flatMap(([path, { license = '', dev }]) =>
      dev !== true && /GPL/.test(license) ? [path.replace(/^node_modules\//, '')] : [],
    )
    expect(found.filter((name) => !/^@img\/sharp-/.test(name))).toEqual([])
  })

  it('of production stand in the bill of materials with version, checksum and what they need', () => {
    const bill = toBill(lock, bundled, new Date('2026-11-30T12:00:00Z'))
    const refs = bill.components.map(({ purl }) => purl)
    for (const name of [...direct, ...bundled]) {
      const locked = lock.packages[`web/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`]!
      const purl = `pkg:npm/${name.replace('@', '%40')}@${locked.version}`
      expect(refs, name).toContain(purl)
    }
    expect(refs.filter((purl) => /\/(?:vitest|typescript|playwright-core|%40lokalteil)\b/.test(purl))).toEqual([])
    expect(new Set(refs).size).toBe(refs.length)
    for (const { purl, version, hashes } of bill.components)
      expect([purl, version !== undefined, hashes.map(({ content }) => content.length)]).toEqual([purl, true, [128]])
    const needs = (name: string) => bill.dependencies.find(({ ref }) => ref.startsWith(`pkg:npm/${name}@`))!.dependsOn
    expect(needs('pg')).toContainEqual(expect.stringMatching(/^pkg:npm\/pg-protocol@/))
    expect(needs('sharp').length).toBeGreaterThan(10)
  })
})
