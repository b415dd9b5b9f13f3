/**
 * The office: saving, alone and beside an import, previews and publishing beside the demo, its screens in a browser,
 * publishing seen by a second process on PostgreSQL, alone and beside an import, tabs that listen, the heaviest pictures,
 * and lists of a million articles on PostgreSQL. The figures are those of its design.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { CONTENT_INTERNAL, type ArticleDraft, type IncomingDocument } from '@lokalteil/contracts/content'
import { agencyText } from '@lokalteil/contracts/content/incoming.testing'
import { createClient } from '@lokalteil/contracts/kernel/client'
import { get } from '@lokalteil/contracts/kernel/client.testing'
import { OFFICE_ARTICLES, OFFICE_PREVIEWS } from '@lokalteil/contracts/office'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import { LISTS } from '@lokalteil/services/office/articles/store/article-store'
import { listPage } from '@lokalteil/services/office/articles/store/list-store'
import { toStaffEmail } from '@lokalteil/services/office/people/demo-staff'
import type { OfficeDb } from '@lokalteil/services/office/schema'
import { openDatabase } from '@lokalteil/services/platform/database'
import { migrate, migrationsIn } from '@lokalteil/services/platform/database/migrations'
import { openTestPostgres } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { median, quantile, toLimited, type Report } from './figures.ts'
import { measureScreens } from './office-screens.ts'
import {
  readTreeCpu,
  root,
  runProgram,
  startPortal,
  withPortal,
  type OwnPortal,
  type ServerProcess,
} from './processes.ts'

const GROUP = 'office'
const SAVES = 100
const PREVIEWS = 15
const PUBLICATIONS = 7
const PARAGRAPHS = 100
/** Documents of an import at once, as the importer sends them. */
const BATCH = 150
const INGEST_KEY = 'key-of-the-office-benchmark'
const TABS = 100
/** A session may have so many streams. */
const TABS_OF_SESSION = 6
/** Three heartbeats of the streams. */
const LISTENING_MS = 75_000
const LOOK_MS = 5_000
/** Percent of a core, as the demo takes it at rest. */
const CALM_SHARE = 3
const ARTICLES = Number(process.env.BENCH_OFFICE_ARTICLES || 1_000_000)
const QUERIES = 15
const LISTS_OF_THREE = [LISTS.section('s7/b3'), LISTS.source('dpa'), LISTS.person('p9')]

const MOST = {
  save: 50,
  beside: 500,
  preview: 300,
  publish: 2000,
  list: 100,
  tabs: 1,
  decoded: 10_000,
  memory: 500,
} as const

export async function measureOffice(report: Report): Promise<void> {
  await withPortal({ DEMO: '1', INGEST_KEY }, async (portal) => {
    await portal.untilPrinted('"demo-complete"')
    const { desk } = await signIn(portal.origin)
    const article = await begin(desk, 'politik')
    await measureSaving(report, desk, article)
    await measurePreviews(report, portal, article)
    await measurePublishing(report, 'to article, section and home page, PGlite', portal.origin, portal.origin)
    await measureScreens(report, portal.port, article.id)
    await measureTabs(report, portal)
    await measureBesideImport(report, portal, article)
  })
  await measurePictures(report)
  await measureSecondProcess(report)
  await measureLists(report)
}

type Desk = Awaited<ReturnType<typeof signIn>>['desk']
type Article = { id: string; revision: number; draft: ArticleDraft }

async function signIn(origin: string, id = 'desk') {
  const response = await fetch(`${origin}/redaktion/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: toStaffEmail(id), password: DEMO_PASSWORD }),
  })
  const [cookie = ''] = response.headers.getSetCookie()[0]?.split(';', 1) ?? []
  if (!response.ok || cookie === '') throw new Error(`${id} could not sign in: ${response.status}`)
  const desk = createClient(
    { ...OFFICE_ARTICLES, ...OFFICE_PREVIEWS },
    { fetch, base: `${origin}/redaktion/api/ak`, headers: { origin, cookie }, timeout: 30_000 },
  )
  return { cookie, desk }
}

const SENTENCE = 'Der Rat hat am Abend lange über den Haushalt und die Brücke über die Furt gesprochen.'

/** A text of about 5,000 words. */
function toBody(change: number): ArticleDraft['body'] {
  return Array.from({ length: PARAGRAPHS }, (_, index) => ({
    type: 'paragraph' as const,
    html: `${index === PARAGRAPHS / 2 ? `Stand ${change}. ` : ''}${`${SENTENCE} `.repeat(3)}${SENTENCE.slice(0, 20)}`,
  }))
}

async function begin(desk: Desk, sectionPath: string): Promise<Article> {
  const { id, revision, draft } = await get(desk.createArticle({ body: { sectionPath } }))
  return { id, revision, draft: { ...draft, title: 'Der Haushalt', body: toBody(0) } }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Times of saves, one after the other. */
async function timeSaves(desk: Desk, article: Article): Promise<number[]> {
  const times: number[] = []
  for (let save = 1; save <= SAVES; save++) {
    const draft = { ...article.draft, body: toBody(save) }
    const body = { base: article.revision, draft, isKept: false }
    times.push(
      await time(async () => {
        article.revision = (await get(desk.saveDraft({ params: { id: article.id }, body }))).revision
      }),
    )
  }
  return times
}

async function measureSaving(report: Report, desk: Desk, article: Article): Promise<void> {
  const times = await timeSaves(desk, article)
  const name = `autosave of 5,000 words, p95 of ${SAVES}, PGlite`
  report(toLimited(GROUP, name, quantile(times, 0.95), MOST.save, 'ms', `median ${median(times).toFixed(1)} ms`))
}

/** Waiting time of an editor whose office is the process that imports. */
async function measureBesideImport(report: Report, { origin }: OwnPortal, article: Article): Promise<void> {
  const { desk } = await signIn(origin)
  let isOver = false
  const saving = timeSaves(desk, article).finally(() => (isOver = true))
  const [times] = await Promise.all([saving, importUntil(origin, () => isOver)])
  const name = `autosave of 5,000 words beside an import, slowest of ${SAVES}, PGlite`
  report(toLimited(GROUP, name, Math.max(...times), MOST.beside, 'ms', `median ${median(times).toFixed(1)} ms`))
}

/** The call and the page in the frame. */
async function measurePreviews(report: Report, { origin }: OwnPortal, { id, draft }: Article): Promise<void> {
  const { desk, cookie } = await signIn(origin)
  const times: number[] = []
  for (let round = 0; round < PREVIEWS; round++)
    times.push(
      await time(async () => {
        const { url } = await get(desk.makePreview({ body: { id, draft, reader: 'subscriber', device: 'desktop' } }))
        const page = await fetch(origin + url, { headers: { cookie } })
        if (!(await page.text()).includes('Der Haushalt')) throw new Error('The preview does not show the draft')
      }),
    )
  const baseline = `slowest ${Math.max(...times).toFixed(0)} ms`
  report(toLimited(GROUP, 'preview of 5,000 words as a page, median', median(times), MOST.preview, 'ms', baseline))
}

/** From the call at one process until its pages at another have the headline. */
async function measurePublishing(report: Report, name: string, at: string, seenAt: string): Promise<void> {
  const { desk } = await signIn(at)
  const times: number[] = []
  for (let round = 1; round <= PUBLICATIONS; round++) {
    const { id, revision, draft } = await get(desk.createArticle({ body: { sectionPath: 'politik' } }))
    const title = `Abstimmung ${round} von ${Date.now()}`
    const body = { base: revision, draft: { ...draft, title, body: toBody(round) }, isKept: true }
    const saved = await get(desk.saveDraft({ params: { id }, body }))
    times.push(
      await time(async () => {
        const { path } = await get(desk.publish({ params: { id }, body: { revision: saved.revision } }))
        for (const page of [path, '/politik', '/']) await untilSeen(seenAt + page, title)
      }),
    )
  }
  report(
    toLimited(
      GROUP,
      `publish ${name}, slowest of ${PUBLICATIONS}`,
      Math.max(...times),
      MOST.publish,
      'ms',
      `median ${median(times).toFixed(0)} ms`,
    ),
  )
}

async function untilSeen(address: string, title: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await setTimeout(20)) {
    const page = await fetch(address)
    if ((await page.text()).includes(title)) return
  }
  throw new Error(`${address} does not show what was published`)
}

async function measureSecondProcess(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-bench-'))
  const postgres = await openTestPostgres()
  const portals: ServerProcess[] = []
  try {
    const environment = { DEMO: '1', DATABASE_URL: postgres.url, INGEST_KEY }
    portals.push(await startPortal(folder, environment))
    await portals[0]!.untilPrinted('"demo-complete"')
    portals.push(await startPortal(folder, environment))
    const [at = '', seenAt = ''] = portals.map(({ port }) => `http://127.0.0.1:${port}`)
    await measurePublishing(report, 'to the pages of a second process, PostgreSQL', at, seenAt)
    const name = 'to the pages of a second process beside an import, PostgreSQL'
    let isOver = false
    const publishing = measurePublishing(report, name, at, seenAt).finally(() => (isOver = true))
    await Promise.all([publishing, importUntil(at, () => isOver)])
  } finally {
    for (const portal of portals) await portal.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** New documents, one batch after the other. */
async function importUntil(origin: string, isOver: () => boolean): Promise<void> {
  const { ingest } = createClient(CONTENT_INTERNAL, {
    fetch,
    base: `${origin}/__services/content/ak`,
    headers: { authorization: `Bearer ${INGEST_KEY}` },
    timeout: 60_000,
  })
  for (let first = 0; !isOver(); first += BATCH) {
    const documents = Array.from({ length: BATCH }, (_, index) => toDocument(first + index))
    const { results } = await get(ingest({ body: { documents } }))
    if (results.some(({ outcome }) => outcome !== 'created')) throw new Error('The import made no new articles')
  }
}

/** Older than the articles published beside it, and of another section. */
function toDocument(number: number): IncomingDocument {
  return agencyText(`urn:bench:${number}`, {
    publishDate: new Date(Date.now() - 24 * 3_600_000 - number * 60_000).toISOString(),
    title: `Meldung ${number}`,
    teaserTextHtml: SENTENCE,
    contentItems: Array.from({ length: 12 }, () => ({ type: 'paragraph' as const, html: `${SENTENCE} ${SENTENCE}` })),
  })
}

async function measureTabs(report: Report, { origin, pid }: OwnPortal): Promise<void> {
  // Signed in before anything is measured: a password costs more than hours of listening.
  const cookies: string[] = []
  while (cookies.length * TABS_OF_SESSION < TABS) cookies.push((await signIn(origin, 'reporter')).cookie)
  await untilCalm(pid)
  const before = await readShare(pid, LISTENING_MS)
  const ended = new AbortController()
  for (let tab = 0; tab < TABS; tab++) {
    const cookie = cookies[Math.floor(tab / TABS_OF_SESSION)]!
    const response = await fetch(`${origin}/redaktion/api/events`, { headers: { cookie }, signal: ended.signal })
    if (!response.ok) throw new Error(`A stream was refused: ${response.status}`)
    void drain(response)
  }
  const listening = await readShare(pid, LISTENING_MS)
  ended.abort()
  await untilCalm(pid)
  const after = await readShare(pid, LISTENING_MS)
  const share = Math.max(0, listening - (before + after) / 2)
  const baseline = `with them ${listening.toFixed(2)} %, without before ${before.toFixed(2)} %, after ${after.toFixed(2)} %`
  report(toLimited(GROUP, `${TABS} tabs that listen, share of a core`, share, MOST.tabs, '%', baseline))
}

/** Three quiet looks in a row, at most three minutes. */
async function untilCalm(pid: number): Promise<void> {
  let quiet = 0
  for (const end = Date.now() + 180_000; quiet < 3 && Date.now() < end;)
    quiet = (await readShare(pid, LOOK_MS)) < CALM_SHARE ? quiet + 1 : 0
}

/** Percent of a core, of all processes of the portal. */
async function readShare(pid: number, milliseconds: number): Promise<number> {
  const [cpu, started] = [readTreeCpu(pid), performance.now()]
  await setTimeout(milliseconds)
  return ((readTreeCpu(pid) - cpu) / (performance.now() - started)) * 100
}

async function measurePictures(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-bench-'))
  const program = 'bench/picture-process.ts'
  try {
    for (const name of await runProgram<string[]>(program, ['draw', folder])) {
      const taken = await runProgram<{ milliseconds: number; megabytes: number }>(program, ['take', join(folder, name)])
      const mb = `${(statSync(join(folder, name)).size / 1e6).toFixed(0)} MB, decoded and written anew`
      report(toLimited(GROUP, `upload of ${name}`, taken.milliseconds, MOST.decoded, 'ms', mb))
      report(
        toLimited(GROUP, `upload of ${name}, most memory above that before`, taken.megabytes, MOST.memory, 'MB', mb),
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function drain(response: Response): Promise<void> {
  try {
    for await (const _part of response.body!) continue
  } catch {
    // The measurement has ended.
  }
}

async function measureLists(report: Report): Promise<void> {
  const postgres = await openTestPostgres()
  const database = await openDatabase({ url: postgres.url })
  try {
    await migrate(database, 'office', await migrationsIn(join(root, 'services/office')))
    const db = database.db as OfficeDb
    await database.withoutTimeout((connection) => fill(connection as OfficeDb))
    for (const [name, lists, q] of [
      ['one section', [LISTS.section('s7')], ''],
      ['section and state', [LISTS.section('s7'), LISTS.state('review')], ''],
      ['section, source and person', LISTS_OF_THREE, ''],
      // Where it is nowhere.
      ['a section, by a frequent word', [LISTS.section('s7')], 'Haushalt'],
      ['a section, by a frequent word half typed', [LISTS.section('s7')], 'Haush'],
      ['a state, by a frequent word', [LISTS.state('review')], 'Hafen'],
      ['section, source and person, by a frequent word', LISTS_OF_THREE, 'Hafen'],
      ['all, by a frequent word', [LISTS.all], 'Haushalt'],
      ['all, by a rare word', [LISTS.all], 'Wort2711'],
      ['all, by a rare word half typed', [LISTS.all], 'Wort271'],
      ['all, by a frequent word of long ago', [LISTS.all], 'Damals'],
    ] as const) {
      const times: number[] = []
      for (let round = 0; round < QUERIES; round++)
        times.push(await time(() => listPage(db, 'ak', { lists, q, after: null, limit: 50 })))
      report(
        toLimited(
          GROUP,
          `list of ${ARTICLES} filtered by ${name}, p95 of ${QUERIES}, PostgreSQL`,
          quantile(times, 0.95),
          MOST.list,
          'ms',
          `median ${median(times).toFixed(1)} ms`,
        ),
      )
    }
  } finally {
    await database.close()
    await postgres.stop()
  }
}

/**
 * Forty sections with ten below each, three sources, fifty people, every twentieth in review. Four words that each stand in a
 * quarter of all headlines and in few of the sections, one in 300 of them, one in the oldest tenth.
 */
async function fill(db: OfficeDb): Promise<void> {
  await sql`
    insert into office.articles (publication, id, desk, shown, readers, title, section_path, source, restriction, path,
      tag_ids, people, changed_at, revision, last_number, search_text)
    select 'ak', n::text, case when n % 20 = 0 then 'review' else 'ready' end, 'online', 'shown', title,
      's' || (n % 40) || '/b' || (n / 40 % 10), (array['', 'dpa', 'epd'])[n % 3 + 1], 'free', '/a-' || n, '{}',
      array['p' || (n % 50)], now() - n * interval '1 minute', 1, 1, lower(title)
    from (
      select n, (array['Haushalt', 'Markt', 'Deich', 'Hafen'])[n % 4 + 1] || ' Wort' || (n / 300) ||
        case when n > ${ARTICLES} * 0.9 then ' damals' else '' end as title
      from generate_series(1, ${ARTICLES}::int) n
    ) given`.execute(db)
  await sql`
    insert into office.article_lists (publication, list, article_id, changed_at)
    select publication, list, id, changed_at from office.articles, lateral unnest(array[
      'all', 'section:' || split_part(section_path, '/', 1), 'section:' || section_path, 'source:' || source,
      'person:' || people[1], 'state:' || case desk when 'review' then 'review' else 'online' end
    ]) list`.execute(db)
  for (const table of ['articles', 'article_lists']) await sql.raw(`vacuum analyze office.${table}`).execute(db)
}
