import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderOf, listBuilds, openBuild, readStamp, readTurn, returnTo, holdBuilds } from './builds.mjs'
import { root } from './ensure-node.mjs'

let dist: string
const children: ChildProcess[] = []
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'lokalteil-builds-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dist, { recursive: true, force: true })
})

let last = 0
/** Ids begin with the second of their creation; builds of a test are distinguished by their hash. */
function build(hash = `hash${String(++last).padStart(4, '0')}`): string {
  const opened = openBuild(hash, dist)
  mkdirSync(join(opened.folder, 'client'))
  writeFileSync(join(opened.folder, 'client', 'page.js'), hash)
  opened.finish()
  return opened.id
}
const isThere = (id: string) => existsSync(join(folderOf(id, dist), 'client', 'page.js'))

/** A process that serves a build until it is killed. */
async function serve(id: string): Promise<ChildProcess> {
  const code = `
    const { holdBuilds } = await import(${JSON.stringify(pathToFileURL(join(root, 'tools', 'builds.mjs')).href)})
    holdBuilds([${JSON.stringify(id)}], ${JSON.stringify(dist)})
    console.log('serving')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await new Promise((resolve) => child.stdout!.once('data', resolve))
  return child
}
const end = (child: ChildProcess, signal: NodeJS.Signals) =>
  new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill(signal)
  })
/** Sets the time of its last heartbeat far back. */
function age(id: string, milliseconds: number): void {
  const folder = join(folderOf(id, dist), 'used-by')
  for (const name of readdirSync(folder))
    utimesSync(join(folder, name), new Date(), new Date(Date.now() - milliseconds))
}

describe('builds', () => {
  it('none exist at first; later the newest is current and two older ones are kept', () => {
    expect(listBuilds(dist)).toEqual([])
    const [first, second, third, fourth] = [build(), build(), build(), build()]
    expect(listBuilds(dist)).toEqual([fourth, third, second])
    expect([first, second, third, fourth].map(isThere)).toEqual([false, true, true, true])
  })

  it('that fail change nothing and leave nothing', () => {
    const standing = build()
    const turn = readTurn(dist)
    const failed = openBuild('hash-of-a-mistake', dist)
    writeFileSync(join(failed.folder, 'half.js'), '')
    expect(listBuilds(dist)).toEqual([standing])
    failed.abandon()
    expect([listBuilds(dist), readTurn(dist), readdirSync(join(dist, 'builds'))]).toEqual([
      [standing],
      turn,
      [standing],
    ])
  })

  it('older ones stay while a process serves them, and are removed after it was killed', async () => {
    const served = build()
    const child = await serve(served)
    const later = [build(), build(), build(), build()]
    expect(listBuilds(dist)).not.toContain(served)
    expect(isThere(served)).toBe(true)
    // A process that was suspended for a day has missed its heartbeats and is still alive.
    age(served, 24 * 3600_000)
    build()
    expect(isThere(served)).toBe(true)
    await end(child, 'SIGKILL')
    age(served, 24 * 3600_000)
    build()
    expect([isThere(served), isThere(later[0]!)]).toEqual([false, false])
  })

  it('older ones stay for a process on another machine while it sends heartbeats', async () => {
    const served = build()
    const use = join(folderOf(served, dist), 'used-by', `another-${hostname()}.1.0000abcd`)
    mkdirSync(join(use, '..'), { recursive: true })
    writeFileSync(use, '')
    for (let more = 0; more < 4; more++) build()
    expect(isThere(served)).toBe(true)
    age(served, 11 * 60_000)
    build()
    expect(isThere(served)).toBe(false)
  })

  it('are released when a process ends normally', () => {
    const served = build()
    const release = holdBuilds([served], dist)
    expect(readdirSync(join(folderOf(served, dist), 'used-by'))).toHaveLength(1)
    release()
    expect(readdirSync(join(folderOf(served, dist), 'used-by'))).toEqual([])
  })

  it('unfinished ones of a living process stay; those of a dead process are removed', () => {
    const running = openBuild('hash-in-work', dist)
    const dead = folderOf('20260101000000-dead0000-0000', dist)
    mkdirSync(dead)
    build()
    expect([existsSync(running.folder), existsSync(dead)]).toEqual([true, false])
    running.finish()
    expect(listBuilds(dist)[0]).toBe(running.id)
  })

  it('of the same sources are reused instead of built again', () => {
    const [first, second] = [build('hash-one'), build('hash-two')]
    expect(returnTo('hash-one', dist)).toBe(true)
    expect(listBuilds(dist)).toEqual([first, second])
    expect(readStamp(first, dist)).toBe('hash-one')
    expect(returnTo('hash-nobody-built', dist)).toBe(false)
  })

  it('a list that cannot be read, or that names missing builds, counts as empty', () => {
    const only = build()
    rmSync(folderOf(only, dist), { recursive: true })
    expect(listBuilds(dist)).toEqual([])
    writeFileSync(join(dist, 'current.json'), '{"builds":["../../etc"]}')
    expect(listBuilds(dist)).toEqual([])
    writeFileSync(join(dist, 'current.json'), '{')
    expect(listBuilds(dist)).toEqual([])
  })

  it('of the earlier layout are removed with the second build, because a process may still use them at the first', () => {
    mkdirSync(join(dist, 'client'), { recursive: true })
    build()
    expect(existsSync(join(dist, 'client'))).toBe(true)
    build()
    expect(existsSync(join(dist, 'client'))).toBe(false)
  })
})
