import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'
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
const rows = [
  ...readFileSync(join(root, 'docs/dependencies.md'), 'utf8').matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm),
].map(([, name = '', what = '', licence = '']) => ({ name, what, licence }))

describe('docs/dependencies.md', () => {
  it('has a row for every package of production, and no other', () => {
    expect(direct.length).toBeGreaterThan(40)
    expect(rows.map(({ name }) => name)).toEqual(direct.toSorted())
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

  it('of production are licensed permissively, but for libvips', () => {
    const found = entries.flatMap(([path, { license = '', dev }]) =>
      dev !== true && /GPL/.test(license) ? [path.replace(/^node_modules\//, '')] : [],
    )
    expect(found.filter((name) => !/^@img\/sharp-/.test(name))).toEqual([])
  })

  it('of production stand in the bill of materials with version, checksum and what they need', () => {
    const bill = toBill(lock, new Date('2026-11-30T12:00:00Z'))
    const refs = bill.components.map(({ purl }) => purl)
    for (const name of direct) {
      const purl = `pkg:npm/${name.replace('@', '%40')}@${lock.packages[`node_modules/${name}`]!.version}`
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
