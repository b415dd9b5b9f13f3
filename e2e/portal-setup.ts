/** Starts the built portal with the demo on a free port and an empty data directory, once for all journeys. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    port: number
    dataDir: string
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const START_MS = 120_000

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-journeys-'))
  const port = await findFreePort()
  const portal = await startPortal({ port, dataDir })
  project.provide('port', port)
  project.provide('dataDir', dataDir)
  return async () => {
    await stopPortal(portal)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export async function startPortal(options: { port: number; dataDir: string; env?: Record<string, string> }): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['web/server/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(options.port), DATA_DIR: options.dataDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
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

export function stopPortal(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode)
    child.once('exit', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
