/**
 * Building beside a running portal: the portal keeps its files, and its successor serves those of the previous build,
 * too.
 */
import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSources } from '@lokalteil/tools/build-stamp.mjs'
import { folderOf, listBuilds, openBuild } from '@lokalteil/tools/builds.mjs'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const TOOL = join(root, 'tools', 'build.mjs')
let dist: string
const open: OwnPortal[] = []

beforeAll(() => {
  // Below the repository, because built pages import its packages.
  mkdirSync(join(root, 'dist'), { recursive: true })
  dist = mkdtempSync(join(root, 'dist', 'journey-'))
})
afterAll(async () => {
  await Promise.all(open.map((portal) => portal.close()))
  rmSync(dist, { recursive: true, force: true })
})

const environment = () => ({ ...process.env, LOKALTEIL_DIST: dist })
/** A copy of this run's build in a folder to which other builds can be added. */
function copyBuild(): string {
  const build = openBuild(hashSources(), dist)
  for (const part of ['client', 'server'])
    cpSync(join(folderOf(listBuilds()[0]!), part), join(build.folder, part), { recursive: true })
  build.finish()
  return build.id
}
async function start(): Promise<OwnPortal> {
  const portal = await openOwnPortal({ env: { LOKALTEIL_DIST: dist } })
  open.push(portal)
  return portal
}
const listAssets = (id: string) =>
  globSync('**/*.{js,css,svg,woff2}', { cwd: join(folderOf(id, dist), 'client', 'assets') }).map(
    (name) => `/assets/${name.replaceAll('\\', '/')}`,
  )
async function listMissing({ origin }: OwnPortal, paths: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    paths.map(async (path) => ({ path, status: (await fetch(origin + path, { method: 'HEAD' })).status })),
  )
  return answers.filter(({ status }) => status !== 200).map(({ path, status }) => `${status} ${path}`)
}
/** Adds a file that only this build has, as after a change of a script. */
function addScript(id: string, name: string): string {
  writeFileSync(join(folderOf(id, dist), 'client', 'assets', name), 'export {}\n')
  return `/assets/${name}`
}

describe('a build beside a running portal', () => {
  it('takes nothing from it, during and after; the next portal serves files that older pages name', async () => {
    const first = copyBuild()
    const onlyFirst = addScript(first, 'onlyfirst-Abc12345.js')
    const old = await start()
    const assets = listAssets(first)
    expect(assets.length).toBeGreaterThan(60)
    const pages = ['/', '/lokales', '/suche', '/impressum']

    const builder = spawn(process.execPath, [TOOL], { stdio: 'ignore', env: environment() })
    const ended = new Promise<number | null>((resolve) => builder.once('exit', resolve))
    let rounds = 0
    const missing: string[] = []
    while (builder.exitCode === null && builder.signalCode === null) {
      missing.push(...(await listMissing(old, [...pages.map((page) => `${page}?runde=${rounds}`), ...assets])))
      rounds++
      // Leaves processor time to both.
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    expect([await ended, missing]).toEqual([0, []])
    expect(rounds).toBeGreaterThan(3)
    const [second] = listBuilds(dist)
    expect(second).not.toBe(first)
    const onlySecond = addScript(second!, 'onlysecond-Abc12345.js')

    // Pages that were not requested before: their code is read from the folder only now.
    expect(await listMissing(old, [...assets, onlyFirst, '/podcasts', '/order/abo', '/kuendigen'])).toEqual([])
    // A cached page of the new portal may request its script from the old one.
    expect(await listMissing(old, [onlySecond])).toEqual([])

    const fresh = await start()
    expect(await listMissing(fresh, [...listAssets(second!), ...assets, onlyFirst])).toEqual([])
    await old.close()
    open.splice(open.indexOf(old), 1)
    expect(await listMissing(fresh, [onlyFirst])).toEqual([])
  }, 300_000)

  it('that is killed leaves the current build, for the running portal and for the next', async () => {
    const [standing] = listBuilds(dist)
    const builder = spawn(process.execPath, [TOOL], { stdio: 'ignore', env: environment() })
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(builder.exitCode).toBeNull()
    builder.kill('SIGKILL')
    await new Promise((resolve) => builder.once('exit', resolve))
    expect(listBuilds(dist)[0]).toBe(standing)
    const next = await start()
    expect(await listMissing(next, ['/', ...listAssets(standing!)])).toEqual([])
  })
})
