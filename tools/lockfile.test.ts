import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'
import { listPlaces, listUnlocked, type Packages } from './lockfile.ts'

describe('package-lock.json', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Packages }

  it('names no download host', () => {
    expect(
      listPlaces({
        a: { resolved: 'https://registry.example/a.tgz' },
        b: { resolved: 'git+ssh://git@host/b.git' },
        c: { resolved: 'services' },
        d: {},
      }),
    ).toHaveLength(2)
    expect(listPlaces(packages)).toEqual([])
  })

  it('requires no optional package that is not locked, which npm ci would refuse', () => {
    const planted = {
      'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-mac': '1', nested: '1' } },
      'node_modules/a-linux': {},
      'node_modules/a/node_modules/nested': {},
      'node_modules/a/node_modules/b': { optionalDependencies: { 'a-linux': '1' } },
    }
    expect(listUnlocked(planted)).toEqual([{ path: 'node_modules/a', name: 'a-mac' }])
    expect(listUnlocked(packages), 'run: node tools/lockfile.ts').toEqual([])
  })

  it('pins every package by version and checksum', () => {
    const loose = Object.entries(packages).filter(
      ([path, entry]) =>
        path.includes('node_modules/') &&
        !entry.link &&
        (entry.version === undefined || !entry.integrity?.startsWith('sha512-')),
    )
    expect(loose.map(([path]) => path)).toEqual([])
  })

  it('matches the manifests, which have exact versions', () => {
    for (const folder of ['', 'domain', 'contracts', 'services', 'web', 'rooms', 'demo', 'e2e', 'bench', 'tools']) {
      const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
        dependencies?: Record<string, string>
        devDependencies?: Record<string, string>
      }
      for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
        expect(version, `${name} in ${folder}/package.json`).toMatch(/^\d+\.\d+\.\d+/)
        const locked = packages[`${folder}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
        if (!locked?.link) expect(locked?.version, `${name} in package-lock.json`).toBe(version)
      }
    }
  })
})
