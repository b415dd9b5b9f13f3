/** A whole portal on a free port, with an embedded database in memory and the render entry from its source. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { DEMO_FOLDERS } from '@lokalteil/demo/publications-folder'
import { fillContent, type FilledContent } from '@lokalteil/services/content/content.testing'
import { createDataDirectory } from '@lokalteil/services/platform/database/database.testing'
import { type FolderResult, readFolder } from '@lokalteil/services/publications/folder/read-folder'
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

let started: Promise<string> | null = null

/** Whose publications, database or files are others. */
const NOT_USUAL = ['PUBLICATIONS_DIR', 'DATABASE_URL', 'DATA_DIR'] as const

/**
 * What a start without content leaves in its data directory: tables, and the demo's publications. It is the same for every
 * portal and most of the time of its opening, so each process of tests does it once and the portals begin with a copy.
 * That a start on nothing comes so far is shown by what has no publications here and by every start of the journeys.
 */
function ensureStarted(): Promise<string> {
  started ??= (async () => {
    const { dataDir, remove } = await createDataDirectory()
    process.once('exit', remove)
    const parsed = readConfig({ DEMO: '0', DATA_DIR: dataDir })
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
    return dataDir
  })()
  return started
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
  const { dataDir, remove } = await createDataDirectory(isUsual ? await ensureStarted() : undefined)
  const clock = { now: options.now ?? new Date('2026-11-21T12:00:00Z') }
  const parsed = readConfig({ DEMO: '0', DATA_DIR: dataDir, ...options.env })
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
    ...(options.publications === null ? {} : { demo: DEMO_FOLDERS }),
    ...(options.findShippedPicture ? { findShippedPicture: options.findShippedPicture } : {}),
    ...(options.setUp ? { setUp: options.setUp } : {}),
  })
  // Null when the content comes from the service at `CONTENT_API_URL`.
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
    runtime,
    clock,
    logged: () => lines,
    port,
    server,
    dataDir,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await runtime.close()
      remove()
    },
  }
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
