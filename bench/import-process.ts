/**
 * `node bench/import-process.ts FOLDER`: imports FOLDER/texts.jsonl like the command line, a thousand at a time. After
 * each thousand the same rows go into a second database by batched inserts only, so that other load affects both. Then
 * runs the queries of FOLDER/queries.json.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@lokalteil/contracts/kernel/client'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { createContentService } from '@lokalteil/services/content/app'
import { openDatabase, type Database } from '@lokalteil/services/platform/database'
import { createDelivery } from '@lokalteil/services/import/delivery/deliver'
import { createImporter, type ImportReport } from '@lokalteil/services/import/delivery/importer'
import { readDefaultMapping } from '@lokalteil/services/import/delivery/mapping'
import { createPictureStore } from '@lokalteil/services/import/delivery/pictures'
import { listSources } from '@lokalteil/services/import/delivery/sources'
import { sql } from 'kysely'
import { median, quantile } from './figures.ts'
import type { Query, QueryKind } from './search-queries.ts'

export type Taken = { milliseconds: number; cpu: number }
export type ImportFindings = {
  articles: number
  characters: number
  rows: number
  imported: Taken
  bare: Taken
  searches: { kind: QueryKind | 'all'; count: number; median: number; p95: number; worst: string; found: number }[]
}

/** As many articles as the importer puts into one transaction. */
const BATCH = 150
const ROWS_AT_ONCE = 50
const ROUND = 1_000

const [folder = ''] = process.argv.slice(2)
const dataDir = join(folder, 'imported')
const bareDir = join(folder, 'bare')
for (const path of [dataDir, bareDir]) mkdirSync(path, { recursive: true })

const serviceKey = 'key-of-the-benchmark'
const database = await openDatabase({ dataDir })
const service = await createContentService({
  database,
  serviceKey,
  checkAnswers: false,
  onError: (error) => console.error(error),
})
const bareDatabase = await openDatabase({ dataDir: bareDir })
await (await createContentService({ database: bareDatabase, checkAnswers: false })).close()

const taken = await importAll()
const searches = await searchAll()
const { articles, characters } = (
  await sql<{ articles: number; characters: number }>`
  select count(*)::int as articles, avg(length(article))::float8 as characters from content.articles`.execute(
    database.db,
  )
).rows[0]!
const findings: ImportFindings = { articles, characters, ...taken, searches }
await service.close()
await Promise.all([database.close(), bareDatabase.close()])
process.stdout.write(JSON.stringify(findings))

async function importAll() {
  const base = 'http://content.local/ak'
  const fetch = (request: Request) => service.app.fetch(request)
  const clients = {
    internal: createClient(CONTENT_INTERNAL, {
      fetch,
      base,
      headers: { authorization: `Bearer ${serviceKey}` },
      timeout: 120_000,
    }),
    content: createClient(CONTENT, { fetch, base, timeout: 20_000 }),
  }
  const importer = createImporter({
    delivery: createDelivery({
      publication: 'ak',
      carriers: [],
      clients,
      mapping: readDefaultMapping(),
      isPaid: false,
    }),
    pictures: createPictureStore({ dataDir, isFetching: false }),
    dataDir,
    now: () => new Date(),
  })
  const imported: Taken = { milliseconds: 0, cpu: 0 }
  const bare: Taken = { milliseconds: 0, cpu: 0 }
  let rows = 0
  let gathered = 0
  let watch = startWatch()
  const settle = async () => {
    check(await importer.finish())
    add(imported, watch())
    rows += await copyRows(bare)
    gathered = 0
    watch = startWatch()
  }
  for await (const source of listSources(join(folder, 'texts.jsonl'))) {
    for await (const part of source.read(new Date())) {
      check(await importer.add(part, source))
      gathered += part.documents.length
      if (gathered >= ROUND) await settle()
    }
  }
  if (gathered > 0) await settle()
  return { imported, bare, rows }
}

function check(report: ImportReport): void {
  const wrong = report.results.find(({ outcome }) => outcome !== 'created') ?? report.refusals[0]
  if (wrong !== undefined) throw new Error(`Not everything was imported: ${JSON.stringify(wrong)}`)
}

async function searchAll() {
  const client = createClient(CONTENT, {
    fetch: (request) => service.app.fetch(request),
    base: 'http://content.local/ak',
    timeout: 20_000,
  })
  const search = async (q: string) => {
    const started = performance.now()
    const answer = await client.searchArticles({ query: { q } } as never)
    const milliseconds = performance.now() - started
    if (!answer.ok) throw new Error(`Searching "${q}": ${answer.problem.title}`)
    return { milliseconds, total: (answer.data as { total: number }).total }
  }
  // Warm-up: the first ones are compiled.
  for (const q of ['Gemeinderat', 'Hafen', 'Wetter', 'Ger', 'Regenn', 'der']) await search(q)
  const times: { kind: QueryKind; q: string; milliseconds: number; total: number }[] = []
  for (const { kind, q } of JSON.parse(readFileSync(join(folder, 'queries.json'), 'utf8')) as Query[])
    times.push({ kind, q, ...(await search(q)) })
  const kinds = [...new Set(times.map(({ kind }) => kind))]
  return (['all', ...kinds] as const).map((kind) => {
    const some = times.filter((time) => kind === 'all' || time.kind === kind)
    const values = some.map(({ milliseconds }) => milliseconds)
    const worst = some.toSorted((a, b) => b.milliseconds - a.milliseconds)[0]!
    return {
      kind,
      count: some.length,
      median: median(values),
      p95: quantile(values, 0.95),
      worst: `${worst.q} ${worst.milliseconds.toFixed(0)} ms`,
      found: some.filter(({ total }) => total > 0).length,
    }
  })
}

/**
 * Copies the rows added since the last call as stored, with their search vectors: nothing is parsed, cleaned or looked
 * up.
 */
async function copyRows(sum: Taken): Promise<number> {
  const { db } = database
  const have =
    (await sql<{ last: string | null }>`select max(id) as last from content.articles`.execute(bareDatabase.db)).rows[0]!
      .last ?? ''
  const ids = (
    await sql<{ id: string }>`select id from content.articles where id > ${have} order by content.articles.id`.execute(
      db,
    )
  ).rows.map(({ id }) => id)
  const known = new Set(
    (await sql<{ spelling: string }>`select spelling from content.words`.execute(bareDatabase.db)).rows.map(
      ({ spelling }) => spelling,
    ),
  )
  const words = (
    await sql<{ spelling: string; word: string }>`select spelling, word from content.words`.execute(db)
  ).rows.filter(({ spelling }) => !known.has(spelling))
  let count = 0
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH)
    const read = async (columns: string, table: string, key: string) =>
      (
        await sql<
          Record<string, unknown>
        >`select ${sql.raw(columns)} from content.${sql.raw(table)} where ${sql.raw(key)} = any(${some}::text[])`.execute(
          db,
        )
      ).rows
    const batch = {
      articles: await read('*', 'articles', 'id'),
      lists: await read('list, shown, article_id, publications', 'lists', 'article_id'),
      search: await read(
        'article_id, shown, publications, head::text as head, words::text as words',
        'search',
        'article_id',
      ),
      changes: await read('id, kind, at', 'changes', 'id'),
      words: words.slice(
        Math.floor((start * words.length) / ids.length),
        Math.floor(((start + some.length) * words.length) / ids.length),
      ),
    }
    const watch = startWatch()
    await bareDatabase.db.transaction().execute(async (trx) => {
      for (const [table, found] of Object.entries(batch)) await insert(trx, `content.${table}`, found)
    })
    add(sum, watch())
    for (const found of Object.values(batch)) count += found.length
  }
  return count
}

async function insert(trx: Database['db'], table: string, found: readonly Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < found.length; start += ROWS_AT_ONCE)
    await trx
      .insertInto(table)
      .values(found.slice(start, start + ROWS_AT_ONCE))
      .execute()
}

/** Wall-clock time and processor time of all threads, including the engine's. */
function startWatch(): () => Taken {
  const started = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { milliseconds: performance.now() - started, cpu: (user + system) / 1000 }
  }
}

function add(sum: Taken, more: Taken): void {
  sum.milliseconds += more.milliseconds
  sum.cpu += more.cpu
}
