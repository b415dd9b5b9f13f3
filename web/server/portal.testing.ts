/** A whole portal on a free port, with its own database and the render entry from source. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEMO_FOLDERS } from '@lokalteil/demo/publications-folder'
import { createCheapPasswords } from '@lokalteil/services/accounts/passwords/passwords.testing'
import { fillContent, type FilledContent } from '@lokalteil/services/content/content.testing'
import { createDataDirectory, ENGINE } from '@lokalteil/services/platform/database/database.testing'
import { type FolderResult, readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { ROOMS } from '@lokalteil/rooms/server'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { openPortal, type PortalRuntime } from './composition/composition.ts'
import { readOwnRooms } from './composition/own-rooms.ts'
import type { CompositionOptions } from './composition/portal-context.ts'
import { readConfig } from './config/config.ts'
import { createHttpServer } from './http/http-server.ts'
import { createLog } from './http/log.ts'
import { createLooks } from './rendering/looks.ts'
import type { Renderer } from './rendering/renderer.ts'

export type TestPortal = {
  /** Requests as a reader of a publication; redirects are not followed. */
  get: (
    path: string,
    options?: {
      publication?: PublicationCode
      headers?: Record<string, string>
      method?: string
      body?: string | Uint8Array
    },
  ) => Promise<Response>
  html: (path: string, options?: { publication?: PublicationCode; headers?: Record<string, string> }) => Promise<string>
  /**
   * Requests until the answer comes from the page cache, at most 50 times. One request may not be enough: a page made while an
   * optional part was late is not stored, and news of the first seconds renew stored pages.
   */
  stored: (path: string) => Promise<Response>
  runtime: PortalRuntime
  /** The portal's clock, which tests can move. */
  clock: { now: Date }
  logged: () => string[]
  port: number
  server: Server
  dataDir: string
  close: () => Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Shared by all portals of a test file, because drawing a folder takes time. */
const looks = createLooks()

const renderer: Renderer = {
  buildId: 'test',
  styles: [],
  filesOfExtension: () => ({ modules: [], styles: [] }),
  load: async () => import('../app/render.tsx'),
  assetsOf: (publication) => ({
    entry: '/assets/entry-test.js',
    modules: [],
    sheets: ['/assets/entry-test.css'],
    styles: [],
    fonts: [],
    later: [],
    look: looks.of(publication).document,
  }),
}

const demoFolders = new Map<string, Promise<FolderResult>>()

/** The demo's folder is read once for all portals; other folders may have changed. */
function readDemoOnce(folder: string): Promise<FolderResult> {
  if (!folder.startsWith(DEMO_FOLDERS.publications)) return readFolder(folder)
  const read = demoFolders.get(folder) ?? readFolder(folder)
  demoFolders.set(folder, read)
  return read
}

const readDemoRooms = async () => (await readOwnRooms(DEMO_FOLDERS.publications)).rooms

/** The state a portal keeps: `DATA_DIR`, and on PostgreSQL `DATABASE_URL`. */
export type TestGround = { env: Record<string, string>; remove: () => Promise<void> }

/** Empty, or a copy of a closed portal's state. On the engine `ENGINE`. */
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

/** Settings that change publications, database or files. */
const NOT_USUAL = ['PUBLICATIONS_DIR', 'DATABASE_URL', 'DATA_DIR'] as const

/**
 * The state after a start without content: tables, keys and the demo's publications. It is the same for every portal
 * and takes most of the opening time, so each test process creates it once and portals start with a copy. Starting from
 * nothing is tested by portals without publications here and by every start of the journeys.
 */
function ensureStarted(): Promise<TestGround> {
  started ??= (async () => {
    const ground = await openTestGround()
    process.once('exit', () => rmSync(ground.env.DATA_DIR!, { recursive: true, force: true }))
    const ownRooms = await readDemoRooms()
    const parsed = readConfig({ DEMO: '0', ...ground.env }, [...ROOMS, ...ownRooms])
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
      ownRooms,
      demo: DEMO_FOLDERS,
      readFolder: readDemoOnce,
    })
    await runtime.close()
    return ground
  })()
  return started
}

/** A test that names its own database or directory keeps it. */
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
  /** False: the test starts the background jobs itself. */
  hasJobs?: false
}): Promise<TestPortal> {
  const isUsual = options.publications !== null && NOT_USUAL.every((name) => options.env?.[name] === undefined)
  const ground = await groundFor(options.env ?? {}, isUsual)
  const clock = { now: options.now ?? new Date('2026-11-21T12:00:00Z') }
  const ownRooms = await readDemoRooms()
  const parsed = readConfig({ DEMO: '0', ...ground.env, ...options.env }, [...ROOMS, ...ownRooms])
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
    ownRooms,
    readFolder: readDemoOnce,
    passwords: createCheapPasswords(),
    ...(options.publications === null ? {} : { demo: DEMO_FOLDERS }),
    ...(options.findShippedPicture ? { findShippedPicture: options.findShippedPicture } : {}),
    ...(options.setUp ? { setUp: options.setUp } : {}),
  })
  if (options.hasJobs !== false) runtime.startJobs()
  // Null if the content comes from the service at `CONTENT_API_URL`.
  if (runtime.content !== null)
    await fillContent(runtime.content, typeof options.seed === 'function' ? options.seed(clock.now) : options.seed)
  runtime.setReady(true)
  const server = createHttpServer({ listener: runtime.listener, log: () => {}, maxConnections: 1000 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const get: TestPortal['get'] = (path, { publication = 'ak', headers = {}, method = 'GET', body } = {}) =>
    request(port, path, { host: `${publication}.localhost:${port}`, ...headers }, method, body)

  return {
    get,
    html: async (path, more) => (await get(path, more)).text(),
    async stored(path) {
      for (let tries = 1; ; tries++) {
        const answer = await get(path)
        if (answer.headers.get('x-cache') === 'HIT' || tries === 50) return answer
      }
    },
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

/** With node:http, because `fetch` normalises paths and forbids a host header. */
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
