import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'

type Entry = { resolved?: string; version?: string; integrity?: string; link?: boolean }

/** Entries that pin a place to fetch from: whoever installs must be free to use a registry of their own. */
function listPlaces(packages: Record<string, Entry>): string[] {
  return Object.entries(packages).flatMap(([path, { resolved }]) =>
    resolved !== undefined && /[:@]/.test(resolved) ? [`${path}: ${resolved}`] : [],
  )
}

describe('package-lock.json', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>
  }

  it('names no host to fetch from', () => {
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

  it('pins every package by version and checksum', () => {
    const loose = Object.entries(packages).filter(
      ([path, entry]) =>
        path.includes('node_modules/') &&
        !entry.link &&
        (entry.version === undefined || !entry.integrity?.startsWith('sha512-')),
    )
    expect(loose.map(([path]) => path)).toEqual([])
  })

  it('is what the manifests ask for, with exact versions', () => {
    for (const folder of ['', 'domain', 'contracts', 'services', 'web', 'demo', 'e2e', 'bench', 'tools']) {
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
