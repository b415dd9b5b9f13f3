/** The content service with two real replicas of PostgreSQL, one of them at the end of a line that can be cut or frozen. */
import assert from 'node:assert/strict'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import {
  openOwnPostgres,
  openTestReplica,
  pauseReplica,
  resumeReplica,
  type TestPostgres,
} from '@lokalteil/tools/postgres'
import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase, type Database } from '../platform/database.ts'
import { openLineProxy, type LineProxy } from '../platform/line-proxy.testing.ts'
import { createContentService, type ContentService } from './app.ts'
import { fillContent, NOW, PAID_ID, SEED } from './content.testing.ts'

const KEY = 'a-key-for-tests'
/** Works in hooks, as `expect.poll` does not. */
const PATIENTLY = { timeout: 60_000, interval: 50 }
const STEPS_OF_A_SECOND = 50

const isOfChanges = (statement: string) => statement.includes('from content.changes')

describe('the content service with replicas', () => {
  let primary: TestPostgres
  let near: TestPostgres
  let far: TestPostgres
  let line: LineProxy
  const processes: { service: ContentService; database: Database }[] = []
  const errors: unknown[] = []

  async function openProcess() {
    const askedOfPrimary: string[] = []
    const listening: KyselyPlugin = {
      transformQuery({ node }) {
        askedOfPrimary.push(node.kind === 'RawNode' ? node.sqlFragments.join('?') : node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const database = await openDatabase({ url: primary.url, readUrls: [near.url, line.url] })
    const service = await createContentService({
      database: { ...database, db: database.db.withPlugin(listening) },
      serviceKey: KEY,
      now: () => new Date(NOW.getTime() + performance.now()),
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
    processes.push({ service, database })
    const options = (headers: Record<string, string> = {}) => ({
      base: 'http://content.local/ak',
      headers,
      timeout: 20_000,
      fetch: (request: Request) => service.app.fetch(request),
    })
    return {
      service,
      database,
      askedOfPrimary,
      ak: createTestClient(CONTENT, options()),
      internal: createTestClient(CONTENT_INTERNAL, options({ authorization: `Bearer ${KEY}` })),
    }
  }
  type Process = Awaited<ReturnType<typeof openProcess>>
  let one: Process
  let two: Process

  beforeAll(async () => {
    primary = await openOwnPostgres()
    near = await openTestReplica(primary.url)
    far = await openTestReplica(primary.url)
    line = await openLineProxy(far.url)
    one = await openProcess()
    await fillContent(one.service, SEED)
    two = await openProcess()
    await untilReadOn(one, [near, far])
  })
  afterEach(async () => {
    await line.setLine('open')
    for (const replica of [near, far]) await resumeReplica(replica.url)
    await untilReadOn(one, [near, far])
    await untilReadOn(two, [near, far])
    assert.deepEqual(errors, [])
  })
  afterAll(async () => {
    for (const { service, database } of processes) {
      await service.close()
      await database.close()
    }
    await line.close()
    await Promise.all([near.stop(), far.stop()])
    await primary.stop()
  })

  const pause = (...replicas: TestPostgres[]) => Promise.all(replicas.map(({ url }) => pauseReplica(url)))

  /** The ports of the servers that answer the next reads. */
  async function listPorts({ database }: Process): Promise<string[]> {
    const ports = new Set<string>()
    for (let time = 0; time < 6; time++) {
      const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(database.reads.db)
      ports.add(String(rows[0]!.port))
    }
    return [...ports].toSorted()
  }
  const portsOf = (...servers: TestPostgres[]) => servers.map(({ url }) => new URL(url).port).toSorted()
  const untilReadOn = (process: Process, servers: TestPostgres[]) =>
    vi.waitFor(async () => expect(await listPorts(process)).toEqual(portsOf(...servers)), PATIENTLY)

  const titleOf = async ({ ak }: Process, id: string) => (await get(ak.getArticle({ params: { id } }))).title
  const rename = ({ internal }: Process, id: string, title: string) =>
    get(internal.correctTitle({ params: { id }, body: { title } }))

  it('answers readers from them', async () => {
    const { ak, internal, askedOfPrimary } = one
    // It also learns of its own changes from the log, and then asks for the next moment that changes a page.
    await vi.waitFor(() => expect(askedOfPrimary.slice(-2).map(isOfChanges)).toEqual([true, true]), PATIENTLY)
    askedOfPrimary.length = 0
    const answers = await Promise.all([
      ak.getSite({}),
      ak.getHome({}),
      ak.getChannel({ params: { path: 'lokales' } }),
      ak.getArticle({ params: { id: '101' } }),
      internal.getFullArticle({ params: { id: PAID_ID } }),
      ak.listTeasers({ query: { ids: '101,102' } }),
      ak.listNewestArticles({}),
      ak.listHeadlines({}),
      ak.listMostRead({}),
      ak.listTopics({}),
      ak.listPodcasts({}),
      ak.searchArticles({ query: { q: 'Rathaus' } }),
      ak.listSitemapEntries({ query: { kind: 'article' } }),
      ak.getRedirect({ query: { address: '/gibt-es-nicht' } }),
    ])
    expect(answers.map((answer) => (answer.ok ? 200 : answer.status))).toEqual([
      ...Array.from({ length: 13 }, () => 200),
      404,
    ])
    // Whether another process changed something is known on the primary alone.
    expect(askedOfPrimary.filter((text) => !isOfChanges(text))).toEqual([])
  })

  it('shows a change in the next answer, while the replicas lag', async () => {
    await pause(near, far)
    await rename(one, '101', 'Neu, obwohl die Kopien stehen')
    expect(await titleOf(one, '101')).toBe('Neu, obwohl die Kopien stehen')
    expect(await listPorts(one)).toEqual(portsOf(primary))
    await get(one.internal.withdrawArticle({ params: { id: '102' }, body: {} }))
    expect(await one.ak.getArticle({ params: { id: '102' } })).toMatchObject({ ok: false, status: 410 })
    // The one that has come as far is used at once, the other one is not.
    await resumeReplica(near.url)
    await untilReadOn(one, [near])
    expect(await titleOf(one, '101')).toBe('Neu, obwohl die Kopien stehen')
  })

  it('shows a change of another process within a second, and never the state before it again', async () => {
    await pause(near, far)
    const before = await titleOf(two, '103')
    await rename(one, '103', 'Aus dem anderen Prozess')
    const seen: string[] = []
    for (let step = 0; step < 2.5 * STEPS_OF_A_SECOND; step++) {
      seen.push(await titleOf(two, '103'))
      await new Promise((resolve) => setTimeout(resolve, 1000 / STEPS_OF_A_SECOND))
    }
    const first = seen.findIndex((title) => title !== before)
    expect(first).toBeGreaterThanOrEqual(0)
    // On a busy machine a step takes longer, so there are fewer of them in a second.
    expect(first).toBeLessThanOrEqual(STEPS_OF_A_SECOND)
    expect(new Set(seen.slice(first))).toEqual(new Set(['Aus dem anderen Prozess']))
  })

  it.each(['cut', 'frozen'] as const)('leaves out a replica whose line is %s, and uses it again', async (state) => {
    await line.setLine(state)
    await vi.waitFor(async () => {
      expect(await listPorts(one)).toEqual(portsOf(near))
      expect(one.database.reads.list().map((replica) => replica.state)).toEqual(['up', 'down'])
    }, PATIENTLY)
    expect(await titleOf(one, '104')).toBe('Meldung 104 aus dem Rathaus')
    await line.setLine('open')
    await untilReadOn(one, [near, far])
  })
})

describe('the content service whose replicas have died', () => {
  it('reads from the primary', async () => {
    const primary = await openOwnPostgres()
    const replica = await openTestReplica(primary.url)
    const database = await openDatabase({ url: primary.url, readUrls: [replica.url] })
    await database.reads.catchUp()
    const ask = async () => {
      const { rows } = await sql<{ isCopy: boolean }>`select pg_is_in_recovery() as "isCopy"`.execute(database.reads.db)
      return rows[0]!.isCopy
    }
    await vi.waitFor(async () => expect(await ask()).toBe(true), PATIENTLY)
    await replica.stop()
    for (let time = 0; time < 20; time++) expect(await ask()).toBe(false)
    expect(database.reads.list()).toMatchObject([{ state: 'down' }])
    await database.close()
    await primary.stop()
  })
})
