/**
 * Starts and stops the built portal with the demo, and fills a data directory with it. Usable without a test runner.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@lokalteil/tools/free-port'

export type ServedPortal = { port: number; dataDir: string }

const root = fileURLToPath(new URL('..', import.meta.url))
const START_MS = 240_000
const COMPLETE_MS = 300_000

/**
 * Waits for parts that rooms add while the portal answers, such as drawn issues: else every portal started from this directory
 * would add them during its journeys, which takes longer than most of these. A part that is not there in time is added then.
 */
export async function fillDemo(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-demo-'))
  const port = await findFreePort()
  const child = await startPortal({ port, dataDir })
  await untilComplete(child)
  await stopPortal(child)
  return dataDir
}

/** `hasMovableClock`: `moveClock` sets the clock ahead while it runs. */
export type PortalOptions = ServedPortal & { env?: Record<string, string>; hasMovableClock?: boolean }

export async function startPortal(options: PortalOptions): Promise<ChildProcess> {
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
        // The newest issue of each paper, and one before.
        DEMO_ISSUES: '2',
        ...options.env,
      },
      stdio: options.hasMovableClock ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stderr!.on('data', (data: Buffer) => (output += data))
  await new Promise<void>((resolve, reject) => {
    const timer = globalThis.setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`The portal was not ready in time:\n${output}`))
    }, START_MS)
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

function untilComplete(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const timer = globalThis.setTimeout(resolve, COMPLETE_MS)
    let output = ''
    child.stderr!.on('data', (data: Buffer) => {
      output = (output + data).slice(-4000)
      if (!output.includes('"demo-complete"')) return
      clearTimeout(timer)
      resolve()
    })
  })
}

export function stopPortal(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode)
    child.once('exit', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}
