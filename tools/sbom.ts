/**
 * `npm run sbom`: writes the bill of materials of a release, dist/sbom.cdx.json (CycloneDX): every package that runs in
 * production, on the server or in browsers, with version, licence, checksum and what it needs. It comes from package-lock.json
 * and the imports of the pages. `npm sbom --omit=dev`
 * is not used: it leaves out a package that one workspace needs in production and another for its tests.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, say } from './ensure-node.mjs'
import { readSources } from './import-rules.ts'
import { findLocked } from './lockfile.ts'
import { listPlacesOf, readPackages } from './packages.ts'

type Locked = {
  name?: string
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
export type Lock = { name: string; version: string; packages: Record<string, Locked> }

const IN_FOLDER = 'node_modules/'

/** Places in the lockfile of all packages of production. `bundled`: those that the build puts into the pages. */
export function listShipped({ packages }: Lock, bundled: readonly string[]): Set<string> {
  const inPages = listPlacesOf(packages, 'web', bundled)
  return new Set(
    Object.entries(packages)
      .filter(
        ([path, { link, dev }]) => path.includes(IN_FOLDER) && link !== true && (dev !== true || inPages.has(path)),
      )
      .map(([path]) => path),
  )
}

/** `now`: the time of the release. */
export function toBill(lock: Lock, bundled: readonly string[], now: Date) {
  const { name, version, packages } = lock
  const shipped = [...listShipped(lock, bundled)].map((path) => [path, packages[path]!] as const)
  const nameOf = (path: string) => packages[path]?.name ?? path.slice(path.lastIndexOf(IN_FOLDER) + IN_FOLDER.length)
  const purlOf = (path: string) => `pkg:npm/${nameOf(path).replace('@', '%40')}@${packages[path]?.version}`
  // One package may lie in several folders.
  const byPurl = new Map(shipped.map(([path, entry]) => [purlOf(path), { path, entry }]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: { 'bom-ref': name, type: 'application', name, version },
    },
    components: [...byPurl].map(([purl, { path, entry }]) => ({
      'bom-ref': purl,
      type: 'library',
      name: nameOf(path),
      version: entry.version,
      purl,
      // A build for one system, of which each machine installs its own.
      scope: entry.optional === true ? 'optional' : 'required',
      ...(entry.license === undefined ? {} : { licenses: [toLicence(entry.license)] }),
      hashes: (entry.integrity ?? '')
        .split(' ')
        .filter((hash) => hash.startsWith('sha512-'))
        .map((hash) => ({ alg: 'SHA-512', content: Buffer.from(hash.slice(7), 'base64').toString('hex') })),
    })),
    dependencies: [...byPurl].map(([purl, { path, entry }]) => ({
      ref: purl,
      dependsOn: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .map((needed) => findLocked(packages, path, needed))
        .filter((place) => place !== null)
        .map(purlOf)
        .filter((needed) => byPurl.has(needed)),
    })),
  }
}

/** A single identifier, or an expression of several. */
function toLicence(text: string) {
  return /[ (]/.test(text) ? { expression: text.replaceAll(' or ', ' OR ') } : { license: { id: text } }
}

if (import.meta.main) {
  const bill = toBill(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock,
    readPackages(readSources(root)).bundled,
    new Date(),
  )
  const file = join(root, 'dist', 'sbom.cdx.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  say(`${bill.components.length} packages are in ${file}`)
}
