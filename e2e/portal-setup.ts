/**
 * Starts the built portal with the demo on a free port and an empty data directory, once for each worker: what a journey
 * does to the demo's readers is its own worker's business.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { findFreePort } from '@lokalteil/tools/free-port'

declare module 'vitest' {
  export interface ProvidedContext {
    portals: readonly ServedPortal[]
  }
}

export type ServedPortal = { port: number; dataDir: string }

const root = fileURLToPath(new URL('..', import.meta.url))
const START_MS = 120_000

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, async () => {
      const portal = { port: await findFreePort(), dataDir: mkdtempSync(join(tmpdir(), 'lokalteil-journeys-')) }
      // Readers of one journey come from addresses of their own, as `account-reader.ts` says.
      return { child: await startPortal({ ...portal, env: { TRUST_PROXY: '127.0.0.1' } }), portal }
    }),
  )
  project.provide('portals', running.map(({ portal }) => portal))
  return async () => {
    await Promise.all(running.map(({ child }) => stopPortal(child)))
    for (const { portal } of running) rmSync(portal.dataDir, { recursive: true, force: true })
  }
}

/** `hasMovableClock`: `moveClock` sets it ahead while it runs. */
export async function startPortal(options: { port: number; dataDir: string; env?: Record<string, string>; hasMovableClock?: boolean }): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...(options.hasMovableClock ? ['--import', './e2e/movable-clock.ts'] : []), 'web/server/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(options.port), DATA_DIR: options.dataDir, ...options.env },
    stdio: options.hasMovableClock ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr!.on('data', (data: Buffer) => (output += data))
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The portal was not ready in time:\n${output}`)), START_MS)
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
export async function moveClock(portal: ChildProcess, ahead: number): Promise<void> {
  const moved = once(portal, 'message')
  portal.send({ ahead })
  await moved
}

export function stopPortal(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode)
    child.once('exit', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}
