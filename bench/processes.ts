/** Starts servers of this repository as separate processes, and measures their resources from outside. Linux only. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '@lokalteil/tools/chromium'
import { findFreePort } from '@lokalteil/tools/free-port'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '@lokalteil/tools/server-memory.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
const START_MS = 180_000
const COMPLETE_MS = 300_000

export type ServerProcess = {
  port: number
  pid: number
  /** Waits until this was printed, at most five minutes. */
  untilPrinted: (text: string) => Promise<void>
  stop: () => Promise<void>
}

export async function startServer(
  file: string,
  port: number,
  environment: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...flags, file], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr!.on('data', (data: Buffer) => (output = (output + data).slice(-4000)))
  async function untilPrinted(text: string): Promise<void> {
    for (const end = Date.now() + COMPLETE_MS; Date.now() < end && !output.includes(text);) await setTimeout(500)
  }
  await new Promise<void>((resolve, reject) => {
    const timer = globalThis.setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${file} was not ready in time:\n${output}`))
    }, START_MS)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`${file} ended with ${code}:\n${output}`))
    })
    child.stdout!.on('data', (data: Buffer) => {
      output = (output + data).slice(-4000)
      if (!/^ready/m.test(output)) return
      clearTimeout(timer)
      resolve()
    })
  })
  return { port, pid: child.pid!, untilPrinted, stop: () => stop(child) }
}

export async function startPortal(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  // Like `npm start`.
  return startServer(
    'web/server/main.ts',
    await findFreePort(),
    { ...SERVER_ENVIRONMENT, DATA_DIR: dataDir, ...environment },
    [...SERVER_FLAGS, ...flags],
  )
}

export type OwnPortal = ServerProcess & { folder: string; origin: string }

/** A portal with its own folder; both are removed at the end, also after a failure. */
export async function withPortal(
  environment: Readonly<Record<string, string>>,
  measure: (portal: OwnPortal) => Promise<void>,
  flags: readonly string[] = [],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-bench-'))
  let portal: ServerProcess | null = null
  try {
    portal = await startPortal(folder, environment, flags)
    await measure({ ...portal, folder, origin: `http://127.0.0.1:${portal.port}` })
  } finally {
    await portal?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The demo with all that its rooms add while it answers, and a browser. */
export function withDemo(measure: (portal: OwnPortal, browser: Browser) => Promise<void>): Promise<void> {
  return withPortal({ DEMO: '1' }, async (portal) => {
    await portal.untilPrinted('"demo-complete"')
    const browser = await launchBrowser()
    try {
      await measure(portal, browser)
    } finally {
      await browser.close()
    }
  })
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** Processor time of all threads so far, in milliseconds; from the scheduler, because ticks of 10 ms are too coarse. */
export function readCpu(pid: number): number {
  const folder = `/proc/${pid}/task`
  let threads: string[]
  try {
    threads = readdirSync(folder)
  } catch {
    throw new Error('The processor time of another process is read from /proc, which only Linux has')
  }
  return threads.reduce(
    (sum, thread) => sum + Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  )
}

/** Ticks of the kernel's clock in a second; the same on every Linux that we run on. */
const TICKS = 100

/**
 * Processor time so far of a process and of all that it started, in milliseconds and steps of ten. It never falls: threads and
 * processes that have ended are in it, unlike in `readCpu`.
 */
export function readTreeCpu(pid: number): number {
  const parents = new Map<number, { parent: number; own: number; ended: number }>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const stat = readStat(name)
    // The name of the program, in brackets, may have blanks in it.
    const fields = stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    if (fields === undefined) continue
    const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = fields
    parents.set(Number(name), { parent: parent!, own: user! + system!, ended: endedUser! + endedSystem! })
  }
  const isWithin = (one: number | undefined): boolean =>
    one !== undefined && (one === pid || isWithin(parents.get(one)?.parent))
  let ticks = 0
  for (const [one, { own, ended }] of parents) if (isWithin(one)) ticks += own + ended
  return (ticks * 1000) / TICKS
}

/** Null: the process has ended. */
function readStat(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
}

/** Resets the peak to the memory that is resident now. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Megabytes: resident now, and the peak. */
export function readMemory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1000
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

/** Runs a program of this repository to its end; its standard output is one JSON value. */
export async function runProgram<T>(file: string, args: readonly string[], flags: readonly string[] = []): Promise<T> {
  const child = spawn(process.execPath, [...flags, file, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (data: Buffer) => (output += data))
  child.stderr.on('data', (data: Buffer) => (errors = (errors + data).slice(-4000)))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${file} ended with ${code}:\n${errors}`)
  return JSON.parse(output) as T
}
