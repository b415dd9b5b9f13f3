/**
 * The office in two processes on one PostgreSQL: an article published by one of them stands on the pages of the other within a
 * second, and an import delays no save, publication or delivery of a single document.
 */
import type { ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@lokalteil/tools/free-port'
import { openTestDatabaseAlone, type TestDatabase } from '@lokalteil/tools/postgres'
import { agencyText } from '@lokalteil/contracts/content/incoming.testing'
import type { OfficeArticle } from '@lokalteil/contracts/office'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { must, openDesk, openIngest, writeDraft, type DeskClient } from './office-desk.ts'
import { startPortal, stopPortal } from './portal-process.ts'

const KEY = 'key-of-the-two-processes'
const SECTION = '/lokales/auenburg'
const SEEN_MS = 1000
/** A save, a publish and a single document may wait that long for an import. */
const WAIT_MS = 500
const DOCUMENTS = 1200
/** As many as the importer sends at once. */
const BATCH = 150
const PARAGRAPH =
  'Die Stadt teilte am Freitag mit, dass die Arbeiten am Ufer weitergehen und im Frühjahr enden sollen. '

type Process = { child: ChildProcess; dataDir: string; origin: string }

let database: TestDatabase
let first: Process
let second: Process
beforeAll(async () => {
  database = await openTestDatabaseAlone()
  first = await open()
  second = await open(first)
}, 400_000)
afterAll(async () => {
  for (const one of [second, first]) {
    if (one === undefined) continue
    await stopPortal(one.child)
    rmSync(one.dataDir, { recursive: true, force: true })
  }
  await database?.drop()
})

/** `other`: a process whose keys it shares. */
async function open(other?: Process): Promise<Process> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-two-'))
  if (other !== undefined) cpSync(join(other.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true })
  const port = await findFreePort()
  const env = { DATABASE_URL: database.url, INGEST_KEY: KEY, DEMO_ISSUES: '0' }
  return { child: await startPortal({ port, dataDir, env }), dataDir, origin: `http://localhost:${port}` }
}

const read = async ({ origin }: Process, path: string) => {
  const response = await fetch(origin + path, { redirect: 'manual' })
  return { status: response.status, body: await response.text(), cache: response.headers.get('x-cache') }
}

/** Until the process answers the page from its memory: only an invalidation there can show something new. */
async function warm(one: Process, path: string): Promise<void> {
  await expect.poll(async () => (await read(one, path)).cache, { timeout: 20_000, interval: 100 }).toBe('HIT')
}

type Page = Awaited<ReturnType<typeof read>>

/**
 * Milliseconds from now to the last request whose page did not show it yet, of all pages; 0 if each first one did. Requests
 * count by the time when they were sent, so that a page that a busy machine answers late is not seen late.
 */
async function untilSeen(paths: readonly string[], isSeen: (page: Page) => boolean): Promise<number> {
  const begun = performance.now()
  const lasts = await Promise.all(
    paths.map(async (path) => {
      for (let last = 0; ; await sleep(40)) {
        const asked = performance.now() - begun
        if (isSeen(await read(second, path))) return last
        if (asked > 15_000) throw new Error(`${path} of the second process does not show it`)
        last = asked
      }
    }),
  )
  return Math.max(...lasts)
}

const has = (words: string) => (page: Page) => page.body.includes(words)
const lacks = (words: string) => (page: Page) => !page.body.includes(words)

async function publish(desk: DeskClient, { id, revision }: OfficeArticle): Promise<OfficeArticle> {
  return must(desk.publish({ params: { id }, body: { revision } }))
}

/** Milliseconds. */
async function measure(work: Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work
  return performance.now() - begun
}

let delivered = 0
/** A single document, through the other process. */
async function deliver(): Promise<void> {
  const { ingest } = openIngest(second.origin, KEY)
  const { results } = await must(ingest({ body: { documents: [agencyText(`urn:einzeln:${++delivered}`, {})] } }))
  expect(results).toMatchObject([{ outcome: 'created' }])
}

const toFigure = (milliseconds: number) => `${Math.round(milliseconds)} ms`

it(
  'an article published, changed or withdrawn by one process is up to date on the other’s pages within a second',
  { timeout: 180_000 },
  async () => {
    const chief = await openDesk(first.origin, 'chief')
    const title = 'Der Fährplan wird neu geschrieben'
    const draft = await writeDraft(chief, title)
    for (const path of [SECTION, '/']) await warm(second, path)
    const online = await publish(chief, draft)
    const published = await untilSeen([online.path, SECTION, '/'], has(title))

    const params = { id: online.id }
    const later = 'Der Fährplan bleibt, wie er war'
    const body = { base: online.revision, draft: { ...online.draft, title: later }, isKept: true }
    const { revision } = await must(chief.saveDraft({ params, body }))
    for (const path of [online.path, SECTION, '/']) await warm(second, path)
    const { path } = await must(chief.publish({ params, body: { revision } }))
    const changed = await untilSeen([path, SECTION, '/'], has(later))

    for (const one of [path, SECTION, '/']) await warm(second, one)
    await must(chief.withdraw({ params, body: { reason: 'Falsch' } }))
    const [gone, left] = await Promise.all([
      untilSeen([path], ({ status }) => status === 410),
      untilSeen([SECTION, '/'], lacks(later)),
    ])
    process.stdout.write(
      `seen by the other process: published ${toFigure(published)}, changed ${toFigure(changed)}, taken down ${toFigure(Math.max(gone, left))}\n`,
    )
    expect([published, changed, gone, left].filter((time) => time > SEEN_MS)).toEqual([])
  },
)

it(
  'beside an import of 1,200 documents it is there as fast; a save, a publish and a single document wait half a second at most',
  { timeout: 300_000 },
  async () => {
    const [reporter, desk] = [await openDesk(first.origin, 'reporter'), await openDesk(first.origin, 'desk')]
    const saver = createSaver(reporter, await writeDraft(reporter, 'Der Deich bei Tannau'))
    const quiet = await saver.saveUntil((count) => count >= 20)
    const drafts: OfficeArticle[] = []
    for (const place of ['Hafen', 'Rathaus', 'Bahnhof', 'Stadion', 'Theater', 'Markt', 'Zoo', 'Museum'])
      drafts.push(await writeDraft(desk, `Am ${place} wird wieder gebaut`))
    // Publishing and documents take the lock that the import holds; a save does not.
    const quietWrites: number[] = []
    for (const draft of drafts.splice(0, 3))
      quietWrites.push(await measure(publish(desk, draft)), await measure(deliver()))
    for (const path of [SECTION, '/']) await warm(second, path)

    let isRunning = true
    const imported = importAll().finally(() => (isRunning = false))
    const saving = saver.saveUntil(() => !isRunning)
    const seen: number[] = []
    const writes: number[] = []
    for (const draft of drafts) {
      if (!isRunning) break
      writes.push(await measure(deliver()))
      const publishing = publish(desk, draft)
      writes.push(await measure(publishing))
      const { path, title } = await publishing
      // In the own process the next reader has it.
      expect((await read(first, SECTION)).body).toContain(title)
      seen.push(await untilSeen([path, SECTION, '/'], has(title)))
    }
    expect(await imported).toBe(DOCUMENTS)
    const busy = await saving
    process.stdout.write(
      `beside the import: seen by the other process ${seen.map(toFigure).join(', ')}; publishes and documents ${writes.map(toFigure).join(', ')} (without it ${quietWrites.map(toFigure).join(', ')}); ${busy.length} saves, p95 ${toFigure(quantile(busy, 0.95))}, longest ${toFigure(Math.max(...busy))} (without it: p95 ${toFigure(quantile(quiet, 0.95))}, longest ${toFigure(Math.max(...quiet))})\n`,
    )
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((time) => time > SEEN_MS)).toEqual([])
    expect(busy.length).toBeGreaterThan(10)
    // Beside the slowest save without an import: a busy machine slows single saves by as much.
    expect(Math.max(...busy) - Math.max(...quiet)).toBeLessThan(WAIT_MS)
    expect(Math.max(...writes) - Math.max(...quietWrites)).toBeLessThan(WAIT_MS)
  },
)

/** Saves like the editor does while somebody types, one save after the other. */
function createSaver(desk: DeskClient, { id, draft, revision }: OfficeArticle) {
  let base = revision
  let count = 0
  return {
    /** Milliseconds of each save. */
    async saveUntil(isOver: (count: number) => boolean): Promise<number[]> {
      const times: number[] = []
      while (!isOver(times.length)) {
        const html = PARAGRAPH.repeat((++count % 20) + 1).trim()
        const body = { base, draft: { ...draft, body: [{ type: 'paragraph' as const, html }] }, isKept: false }
        const begun = performance.now()
        const saved = await must(desk.saveDraft({ params: { id }, body }))
        times.push(performance.now() - begun)
        base = saved.revision
        await sleep(50)
      }
      return times
    },
  }
}

/** Through the process where people work; answers how many documents were new. */
async function importAll(): Promise<number> {
  const { ingest } = openIngest(first.origin, KEY)
  const yesterday = Date.now() - 24 * 3_600_000
  let created = 0
  for (let at = 0; at < DOCUMENTS; at += BATCH) {
    const documents = Array.from({ length: BATCH }, (_, index) =>
      agencyText(`urn:lieferung:${at + index}`, {
        publishDate: new Date(yesterday - (at + index) * 60_000).toISOString(),
        contentItems: Array.from({ length: 12 }, () => ({
          type: 'paragraph' as const,
          html: PARAGRAPH.repeat(3).trim(),
        })),
      }),
    )
    const { results } = await must(ingest({ body: { documents } }))
    created += results.filter(({ outcome }) => outcome === 'created').length
  }
  return created
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN
}
