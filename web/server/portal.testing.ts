/** A whole portal on a free port, with a database of its own and the render entry from its source. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEMO_FOLDERS } from '@lokalteil/demo/publications-folder'
import { createCheapPasswords } from '@lokalteil/services/accounts/passwords/passwords.testing'
import type { ContentService } from '@lokalteil/services/content/app'
import { fillContent, type FilledContent } from '@lokalteil/services/content/content.testing'
import { createDataDirectory, ENGINE } from '@lokalteil/services/platform/database/database.testing'
import { type FolderResult, readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { ROOMS } from '@lokalteil/rooms/server'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { openPortal, type PortalRuntime } from './composition/composition.ts'
import type { CompositionOptions } from './composition/portal-context.ts'
import { readConfig } from './config/config.ts'
import { createHttpServer } from './http/http-server.ts'
import { createLog } from './http/log.ts'
import { createLooks } from './rendering/looks.ts'
import type { Renderer } from './rendering/renderer.ts'

export type TestPortal = {
  /** Asks as a reader of a publication; no redirects are followed. */
  get: (
    path: string,
    options?: { publication?: Mandator; headers?: Record<string, string>; method?: string; body?: string | Uint8Array },
  ) => Promise<Response>
  html: (path: string, options?: { publication?: Mandator; headers?: Record<string, string> }) => Promise<string>
  runtime: PortalRuntime
  /** Moves the portal's clock. */
  clock: { now: Date }
  logged: () => string[]
  port: number
  server: Server
  dataDir: string
  close: () => Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Of all portals of a file: the same folder is drawn once. */
const looks = createLooks()

const renderer: Renderer = {
  buildId: 'test',
  styles: [],
  filesOfExtension: () => ({ modules: [], styles: [] }),
  load: async () => import('../app/render.tsx'),
  assetsOf: (mandator) => ({
    entry: '/assets/entry-test.js',
    modules: [],
    sheets: ['/assets/entry-test.css'],
    styles: [],
    fonts: [],
    later: [],
    look: looks.of(mandator).document,
  }),
}

const demoFolders = new Map<string, Promise<FolderResult>>()

/** The demo's once for all portals; any other may have been written since. */
function readDemoOnce(folder: string): Promise<FolderResult> {
  if (!folder.startsWith(DEMO_FOLDERS.publications)) return readFolder(folder)
  const read = demoFolders.get(folder) ?? readFolder(folder)
  demoFolders.set(folder, read)
  return read
}

/** Where a portal keeps what it is told: `DATA_DIR`, and on PostgreSQL `DATABASE_URL`. */
export type TestGround = { env: Record<string, string>; remove: () => Promise<void> }

/** Nothing, or a copy of what a portal that was closed has left. On `ENGINE`. */
export async function openTestGround(original?: TestGround): Promise<TestGround> {
  if (ENGINE === 'embedded') {
    const { dataDir, remove } = await createDataDirectory(original?.env.DATA_DIR)
    return { env: { DATA_DIR: dataDir }, remove: async () => remove() }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-data-'))
  if (original !== undefined) cpSync(original.env.DATA_DIR!, dataDir, { recursive: true })
  const { url, drop } = await createTestDatabase(original?.env.DATABASE_URL)
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: url },
    async remove() {
      rmSync(dataDir, { recursive: true, force: true })
      await drop()
    },
  }
}

let started: Promise<TestGround> | null = null

/** Whose publications, database or files are others. */
const NOT_USUAL = ['PUBLICATIONS_DIR', 'DATABASE_URL', 'DATA_DIR'] as const

/**
 * What a start without content leaves: tables, keys and the demo's publications. It is the same for every portal and most of
 * the time of its opening, so each process of tests does it once and the portals begin with a copy. That a start on nothing
 * comes so far is shown by what has no publications here and by every start of the journeys.
 */
function ensureStarted(): Promise<TestGround> {
  started ??= (async () => {
    const ground = await openTestGround()
    process.once('exit', () => rmSync(ground.env.DATA_DIR!, { recursive: true, force: true }))
    const parsed = readConfig({ DEMO: '0', ...ground.env }, ROOMS)
    if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
    // Before the clock of any test.
    const now = () => new Date('2026-01-01T12:00:00Z')
    const log = createLog(() => {}, now)
    const runtime = await openPortal({
      config: parsed.config,
      renderer,
      looks,
      root,
      log,
      now,
      demo: DEMO_FOLDERS,
      readFolder: readDemoOnce,
    })
    await runtime.close()
    return ground
  })()
  return started
}

/** Whoever names a database or a directory keeps it. */
async function groundFor(env: Record<string, string>, isUsual: boolean): Promise<TestGround> {
  if (isUsual) return openTestGround(await ensureStarted())
  if (env.DATABASE_URL === undefined && env.DATA_DIR === undefined) return openTestGround()
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'lokalteil-data-'))
  const isOwn = env.DATA_DIR === undefined
  return {
    env: { DATA_DIR: dataDir },
    remove: async () => {
      if (isOwn) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function openTestPortal(options: {
  seed: FilledContent | ((now: Date) => FilledContent)
  now?: Date
  env?: Record<string, string>
  findShippedPicture?: (path: string) => string | null
  /** Null: no folder is given, as without a demo. */
  publications?: null
  setUp?: CompositionOptions['setUp']
}): Promise<TestPortal> {
  const isUsual = options.publications !== null && NOT_USUAL.every((name) => options.env?.[name] === undefined)
  const ground = await groundFor(options.env ?? {}, isUsual)
  const clock = { now: options.now ?? new Date('2026-11-21T12:00:00Z') }
  const parsed = readConfig({ DEMO: '0', ...ground.env, ...options.env }, ROOMS)
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const lines: string[] = []
  const runtime = await openPortal({
    config: parsed.config,
    renderer,
    looks,
    root,
    log: createLog(
      (line) => lines.push(line),
      () => clock.now,
    ),
    now: () => clock.now,
    readFolder: readDemoOnce,
    passwords: createCheapPasswords(),
    ...(options.publications === null ? {} : { demo: DEMO_FOLDERS }),
    ...(options.findShippedPicture ? { findShippedPicture: options.findShippedPicture } : {}),
    ...(options.setUp ? { setUp: options.setUp } : {}),
  })
  // Null when the content comes from the service at `CONTENT_API_URL`.
  if (runtime.content !== null)
    await fillBefore(
      runtime.content,
      typeof options.seed === 'function' ? options.seed(clock.now) : options.seed,
      clock,
    )
  runtime.setReady(true)
  const server = createHttpServer({ listener: runtime.listener, log: () => {}, maxConnections: 1000 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const get: TestPortal['get'] = (path, { publication = 'ak', headers = {}, method = 'GET', body } = {}) =>
    request(port, path, { host: `${publication}.localhost:${port}`, ...headers }, method, body)

  return {
    get,
    html: async (path, more) => (await get(path, more)).text(),
    runtime,
    clock,
    logged: () => lines,
    port,
    server,
    dataDir: ground.env.DATA_DIR!,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await runtime.close()
      await ground.remove()
    },
  }
}

/** Before the clock of the test: on PostgreSQL a process hears of what it wrote itself with a later question. */
async function fillBefore(content: ContentService, seed: FilledContent, clock: { now: Date }): Promise<void> {
  const begin = clock.now
  clock.now = new Date(begin.getTime() - 10_000)
  await fillContent(content, seed)
  clock.now = new Date(begin.getTime() - 5_000)
  await content.app.fetch(new Request('http://content.local/ak/v5/headlines'))
  clock.now = begin
}

/** Over node:http, because `fetch` cleans paths and forbids a host header. */
async function request(
  port: number,
  path: string,
  headers: Record<string, string>,
  method: string,
  body: string | Uint8Array | undefined,
): Promise<Response> {
  const http = await import('node:http')
  return new Promise((resolve, reject) => {
    const call = http.request({ host: '127.0.0.1', port, path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const status = response.statusCode ?? 500
        const pairs = Object.entries(response.headers).flatMap(([name, value]) =>
          Array.isArray(value) ? value.map((item) => [name, item]) : [[name, value ?? '']],
        ) as [string, string][]
        const isEmpty = status === 204 || status === 304
        resolve(new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: pairs }))
      })
    })
    call.on('error', reject)
    call.end(body)
  })
}
