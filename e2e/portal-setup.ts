/**
 * Starts the built portal with the demo on a free port, once for each worker: what a journey does to the demo's readers is
 * its own worker's business. The demo is filled once a run, and every portal begins with a copy of it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { DEMO_ISSUES } from '@lokalteil/demo/epaper/issues'
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
/** Nobody listens there: the app is asked for its token, and nothing is told to it. */
const APP_GATEWAY = { PUSH_GATEWAY_URL: 'http://127.0.0.1:9/push' }
const START_MS = 120_000
const DRAWING_MS = 300_000

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const demo = await fillDemo()
  const running = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, async () => {
      const portal = { port: await findFreePort(), dataDir: copyDemo(demo) }
      // Readers of one journey come from addresses of their own, as `account-reader.ts` says.
      return { child: await startPortal({ ...portal, env: { TRUST_PROXY: '127.0.0.1', ...APP_GATEWAY } }), portal }
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

/** Pictures in the sizes of pages are the same everywhere: what one portal has made the others find. */
const MADE = 'pictures-made'

function copyDemo(demo: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-journeys-'))
  const made = join(demo, MADE)
  mkdirSync(made, { recursive: true })
  cpSync(demo, dataDir, { recursive: true, filter: (source) => source !== made })
  symlinkSync(made, join(dataDir, MADE), 'junction')
  return dataDir
}

/**
 * Without its issues, every portal that begins with it would draw them beside its journeys, and that takes longer than most
 * of these. What a busy machine has not drawn by then, they do draw.
 */
async function fillDemo(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-demo-'))
  const port = await findFreePort()
  const child = await startPortal({ port, dataDir })
  const end = Date.now() + DRAWING_MS
  for (const { publication, edition, day } of DEMO_ISSUES) {
    while (Date.now() < end && !(await isThere(port, publication, `/api/epaper/issues/${edition}/${day}`)))
      await setTimeout(500)
  }
  await stopPortal(child)
  return dataDir
}

function isThere(port: number, publication: string, path: string): Promise<boolean> {
  const headers = { host: `${publication}.localhost:${port}` }
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).on('error', reject)
  })
}

/** `hasMovableClock`: `moveClock` sets it ahead while it runs. */
type PortalOptions = ServedPortal & { env?: Record<string, string>; hasMovableClock?: boolean }

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
    const timer = globalThis.setTimeout(
      () => reject(new Error(`The portal was not ready in time:\n${output}`)),
      START_MS,
    )
    child.stdout!.on('data', (data: Buffer) => {
      output += data
      if (/^ready /m.test(output)) {
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
