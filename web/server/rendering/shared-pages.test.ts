import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageCache, type Filled } from './page-cache.ts'
import { openSharedPages, type SharedPages } from './shared-pages.ts'

/** Starts a real server; without its program the tests are skipped with a message. */
const program = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0,
)
const isThere = program !== undefined
const WITH_SERVER = { meta: { skipReason: 'neither redis-server nor valkey-server is installed' } }

let port = 0
let server: ChildProcess
let folder: string
const logged: string[] = []
const open: SharedPages[] = []

async function startServer(): Promise<void> {
  server = spawn(
    program!,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: 'ignore' },
  )
  await until(() => canConnect(port))
}

beforeAll(async () => {
  if (!isThere) return
  folder = mkdtempSync(join(tmpdir(), 'lokalteil-cache-'))
  port = await findPort()
  await startServer()
})
afterAll(async () => {
  if (!isThere) return
  for (const shared of open) await shared.close()
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function openNode(buildId = 'one', clock = { ms: 1_000_000 }) {
  const shared = await openSharedPages({
    url: `redis://127.0.0.1:${port}`,
    buildId,
    staleSeconds: 60,
    log: (_level, event) => logged.push(event),
    now: () => clock.ms,
  })
  open.push(shared)
  const cache = createPageCache({ entries: 10, bytes: 1_000_000, staleSeconds: 60, now: () => clock.ms, shared })
  let renders = 0
  const fill = async (): Promise<Filled> => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: `Seite ${++renders} – ä\nzweite Zeile`,
    isStorable: true,
  })
  await new Promise((resolve) => setTimeout(resolve, 150))
  return { cache, clock, fill, renders: () => renders }
}

describe.skipIf(!isThere)('pages shared by several processes', WITH_SERVER, () => {
  it('renders once for two processes', async () => {
    const [a, b] = [await openNode(), await openNode()]
    const first = await a.cache.get('k1', 30, a.fill)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const second = await b.cache.get('k1', 30, b.fill)
    expect(b.renders()).toBe(0)
    expect(second.page.identity.equals(first.page.identity)).toBe(true)
    expect(second.page).toMatchObject({
      etag: first.page.etag,
      headers: first.page.headers,
      storedAt: first.page.storedAt,
    })
  })

  it('renders once for two processes that miss a page at the same moment', async () => {
    const [a, b] = [await openNode(), await openNode()]
    const slowly = (fill: () => Promise<Filled>) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      return fill()
    }
    const [first, second] = await Promise.all([
      a.cache.get('k6', 30, slowly(a.fill)),
      b.cache.get('k6', 30, slowly(b.fill)),
    ])
    expect(a.renders() + b.renders()).toBe(1)
    expect(second.page.identity.equals(first.page.identity)).toBe(true)
  })

  it.each([
    ['the other process stores nothing', 100, false],
    ['the other process is slower than a reader may wait', 1500, true],
  ])('renders itself if %s', async (_why, milliseconds, isStorable) => {
    const [a, b] = [await openNode(), await openNode()]
    const key = `k7-${milliseconds}`
    const slow = a.cache.get(key, 30, async () => {
      const filled = await a.fill()
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      return { ...filled, isStorable }
    })
    await until(async () => a.renders() === 1)
    await b.cache.get(key, 30, b.fill)
    expect(b.renders()).toBe(1)
    await slow
  })

  it('does not wait for another process right after a change', async () => {
    const [a, b] = [await openNode(), await openNode()]
    const rendered = Promise.withResolvers<void>()
    const slow = a.cache.get('k8', 30, async () => {
      await rendered.promise
      return a.fill()
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    b.cache.expire()
    await b.cache.get('k8', 30, b.fill)
    expect(b.renders()).toBe(1)
    rendered.resolve()
    await slow
  })

  it('does not trust a page stored before a withdrawal', async () => {
    const [a, b] = [await openNode(), await openNode()]
    await a.cache.get('k2', 30, a.fill)
    await new Promise((resolve) => setTimeout(resolve, 100))
    b.cache.purge()
    await b.cache.get('k2', 30, b.fill)
    expect(b.renders()).toBe(1)
  })

  it('separates the pages of two builds', async () => {
    const [a, b] = [await openNode('one'), await openNode('two')]
    await a.cache.get('k3', 30, a.fill)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await b.cache.get('k3', 30, b.fill)
    expect(b.renders()).toBe(1)
  })

  it('works without the server, logs that once, and reconnects', async () => {
    const node = await openNode()
    server.kill('SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 200))
    logged.length = 0
    for (let i = 0; i < 20; i++) expect((await node.cache.get(`k4-${i}`, 30, node.fill)).page.status).toBe(200)
    expect(logged.length).toBeLessThanOrEqual(1)
    await startServer()
    node.clock.ms += 6000
    const other = await openNode('one', node.clock)
    await until(async () => {
      await node.cache.bypass(node.fill)
      const key = `k5-${Math.round(performance.now())}`
      await node.cache.get(key, 30, node.fill)
      await new Promise((resolve) => setTimeout(resolve, 50))
      const before = other.renders()
      await other.cache.get(key, 30, other.fill)
      return other.renders() === before
    })
  })
})

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (await check()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('It did not happen in ten seconds')
}

function canConnect(to: number): Promise<boolean> {
  return import('node:net').then(
    ({ connect }) =>
      new Promise((resolve) => {
        const socket = connect(to, '127.0.0.1')
        socket.once('connect', () => resolve(socket.destroy() !== undefined))
        socket.once('error', () => resolve(false))
      }),
  )
}

function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number }
      probe.close(() => resolve(free))
    })
  })
}
