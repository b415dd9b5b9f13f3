/**
 * Starts the built portal with the demo on a free port, once for each worker: what a journey does to the demo's readers is
 * its own worker's business. The demo is filled once a run, and every portal begins with a copy of it. Its pictures are
 * drawn before the journeys, because drawn beside them they would take a third of the processor, and kept until something
 * changes that they are made of.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { DEMO_IS_DRAWN } from '@lokalteil/tools/demo-drawn'
import { findFreePort } from '@lokalteil/tools/free-port'

declare module 'vitest' {
  export interface ProvidedContext {
    portals: readonly ServedPortal[]
    /** A data directory with nothing but the demo in it, to be copied. */
    demo: string
  }
}

export type ServedPortal = { port: number; dataDir: string }

const root = fileURLToPath(new URL('..', import.meta.url))
const START_MS = 120_000
/** With its pictures, on a machine that has other things to do. */
const DRAW_MS = 900_000
const CACHE = join(root, 'node_modules', '.cache', 'lokalteil')

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const demo = await fillDemo()
  const running = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, async () => {
      const portal = { port: await findFreePort(), dataDir: copyDemo(demo) }
      // Readers of one journey come from addresses of their own, as `account-reader.ts` says.
      return { child: await startPortal({ ...portal, env: { TRUST_PROXY: '127.0.0.1' } }), portal }
    }),
  )
  project.provide(
    'portals',
    running.map(({ portal }) => portal),
  )
  project.provide('demo', demo)
  return async () => {
    await Promise.all(running.map(({ child }) => stopPortal(child)))
    for (const dataDir of [demo, ...running.map(({ portal }) => portal.dataDir)])
      rmSync(dataDir, { recursive: true, force: true })
  }
}

export type OwnPortal = ServedPortal & { child: ChildProcess; origin: string; close: () => Promise<void> }

/** For journeys that move the clock or need other settings. */
export async function openOwnPortal(
  options: Partial<Pick<PortalOptions, 'env' | 'hasMovableClock' | 'port'>> = {},
): Promise<OwnPortal> {
  const portal = { port: options.port ?? (await findFreePort()), dataDir: copyDemo(inject('demo')) }
  const child = await startPortal({ ...options, ...portal })
  return {
    ...portal,
    child,
    origin: `http://localhost:${portal.port}`,
    async close() {
      await stopPortal(child)
      rmSync(portal.dataDir, { recursive: true, force: true })
    },
  }
}

function copyDemo(demo: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-journeys-'))
  cpSync(demo, dataDir, { recursive: true })
  return dataDir
}

async function fillDemo(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-demo-'))
  const pictures = join(dataDir, 'pictures')
  const kept = join(CACHE, `demo-pictures-${hashPictureSources()}`)
  const isKept = existsSync(kept)
  if (isKept) cpSync(kept, pictures, { recursive: true })
  const child = await startPortal({ port: await findFreePort(), dataDir, ...(isKept ? {} : { until: DEMO_IS_DRAWN }) })
  await stopPortal(child)
  if (!isKept) keep(pictures, kept)
  return dataDir
}

function hashPictureSources(): string {
  const files = globSync(['demo/**/*', 'package-lock.json'], {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  }).filter((path) => statSync(join(root, path)).isFile())
  const hash = createHash('sha256')
  for (const path of files.toSorted())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

/** There whole or not at all; what was kept of earlier sources goes. */
function keep(pictures: string, kept: string): void {
  for (const path of globSync('demo-pictures-*', { cwd: CACHE }))
    rmSync(join(CACHE, path), { recursive: true, force: true })
  mkdirSync(CACHE, { recursive: true })
  const unfinished = mkdtempSync(join(CACHE, 'demo-pictures-new-'))
  cpSync(pictures, unfinished, { recursive: true })
  try {
    renameSync(unfinished, kept)
  } catch (error) {
    // Another run was faster.
    if (!existsSync(kept)) throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** `hasMovableClock`: `moveClock` sets it ahead while it runs. `until`: what it prints when it may be used. */
type PortalOptions = ServedPortal & { env?: Record<string, string>; hasMovableClock?: boolean; until?: RegExp }

async function startPortal(options: PortalOptions): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [
      // See docs/decisions/2026-11-23-tests-run-once.md.
      '--liftoff-only',
      ...(options.hasMovableClock ? ['--import', './e2e/movable-clock.ts'] : []),
      'web/server/main.ts',
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(options.port),
        DATA_DIR: options.dataDir,
        ...options.env,
      },
      stdio: options.hasMovableClock ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stderr!.on('data', (data: Buffer) => (output += data))
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The portal was not ready in time:\n${output}`)),
      options.until === undefined ? START_MS : DRAW_MS,
    )
    child.stdout!.on('data', (data: Buffer) => {
      output += data
      if ((options.until ?? /^ready /m).test(output)) {
        clearTimeout(timer)
        resolve()
      }
    })
    child.once('exit', (code) => reject(new Error(`The portal ended with ${code}:\n${output}`)))
  })
  return child
}

/** Milliseconds ahead of the machine's clock, from now on. */
export async function moveClock({ child }: OwnPortal, ahead: number): Promise<void> {
  const moved = once(child, 'message')
  child.send({ ahead })
  await moved
}

function stopPortal(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode)
    child.once('exit', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}
