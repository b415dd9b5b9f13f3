/**
 * Starts the built portal with the demo on a free port, once for each worker: what a journey does to the demo's readers is
 * its own worker's business. The demo is filled once a run, and every portal begins with a copy of it.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { findFreePort } from '@lokalteil/tools/free-port'
import { fillDemo, type PortalOptions, type ServedPortal, startPortal, stopPortal } from './portal-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    portals: readonly ServedPortal[]
    /** A data directory with nothing but the demo in it, to be copied. */
    demo: string
  }
}

export type { ServedPortal }

/** Nobody listens there: the app is asked for its token, and nothing is told to it. */
const APP_GATEWAY = { PUSH_GATEWAY_URL: 'http://127.0.0.1:9/push' }
/** Filled by `fill-demo.ts`, which belongs to whoever named it; without it each run fills its own. */
const FILLED = process.env.JOURNEYS_DEMO

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isFilled = FILLED !== undefined && existsSync(FILLED)
  const demo = isFilled ? FILLED : await fillDemo()
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
    for (const dataDir of [...(isFilled ? [] : [demo]), ...running.map(({ portal }) => portal.dataDir)])
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

/** Milliseconds ahead of the machine's clock, from now on. */
export async function moveClock({ child }: OwnPortal, ahead: number): Promise<void> {
  const moved = once(child, 'message')
  child.send({ ahead })
  await moved
}
