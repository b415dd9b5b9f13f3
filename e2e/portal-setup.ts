/**
 * Starts the built portal with the demo on a free port, once for each test worker, so that journeys of different
 * workers do not affect each other's readers. The demo is filled once for each run; every portal begins with a copy.
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
    /** A data directory that contains only the demo, as a template. */
    demo: string
  }
}

export type { ServedPortal }

/** Nothing listens there: the app is asked for its token, but no message is delivered. */
const APP_GATEWAY = { PUSH_GATEWAY_URL: 'http://127.0.0.1:9/push' }
/** Filled by `fill-demo.ts` and owned by its caller; without it each run fills its own. */
const FILLED = process.env.JOURNEYS_DEMO

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isFilled = FILLED !== undefined && existsSync(FILLED)
  const demo = isFilled ? FILLED : await fillDemo()
  const running = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, async () => {
      const portal = { port: await findFreePort(), dataDir: copyDemo(demo) }
      // Each reader of a journey has an address of their own, see `account-reader.ts`.
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

/** Resized pictures are shared: one portal produces them, the others reuse them. */
const MADE = 'pictures-made'

function copyDemo(demo: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-journeys-'))
  const made = join(demo, MADE)
  mkdirSync(made, { recursive: true })
  cpSync(demo, dataDir, { recursive: true, filter: (source) => source !== made })
  symlinkSync(made, join(dataDir, MADE), 'junction')
  return dataDir
}

/** Sets the clock so many milliseconds ahead of the machine's, from now on. */
export async function moveClock({ child }: OwnPortal, ahead: number): Promise<void> {
  const moved = once(child, 'message')
  child.send({ ahead })
  await moved
}
