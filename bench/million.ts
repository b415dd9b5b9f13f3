/**
 * A portal on PostgreSQL with a million articles (`BENCH_ARTICLES`): pages of lists at any page number, search, and the
 * rate of the import before and after. Ten thousand come through the importer; the others are copies
 * of the first half of these, four minutes apart, without bodies but with the search vectors of their originals.
 */
import { openDatabase, type Database } from '@lokalteil/services/platform/database'
import { openTestPostgres } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { importTexts, readTexts } from './articles.ts'
import { median, quantile, toLimited, toShort, type Report } from './figures.ts'
import { withPortal, type OwnPortal } from './processes.ts'
import { fetchOnce } from './requests.ts'
import { listQueries, type QueryKind } from './search-queries.ts'

const GROUP = 'million'
const ARTICLES = Number(process.env.BENCH_ARTICLES || 1_000_000)
const IMPORTED = 5_000
const BATCH = 50_000
const MINUTES_APART = 4
/** Invented words beside those of the texts, as the names and compounds of a large archive. */
const WORDS = 400_000
const LISTS_OF_A_KIND = 3
const PAGES_OF_A_LIST = 12
const MOST = { page: 30, search: 60, slowSearch: 250 } as const
const LEAST_RATE = 0.5

export async function measureMillion(report: Report): Promise<void> {
  const postgres = await openTestPostgres()
  const database = await openDatabase({ url: postgres.url })
  try {
    await withPortal({ DEMO: '1', DATABASE_URL: postgres.url }, async (portal) => {
      await portal.untilPrinted('"demo-complete"')
      const first = await timeImport(portal, 0)
      await multiply(database)
      const last = await timeImport(portal, IMPORTED)
      report({
        group: GROUP,
        name: `articles a second of the import, after ${ARTICLES}`,
        measured: toShort(last),
        baseline: `the first ${IMPORTED}: ${toShort(first)}`,
        ratio: last / first,
        target: `≥ ${LEAST_RATE} ×`,
        isReached: last / first >= LEAST_RATE,
      })
      await sql`vacuum analyze`.execute(database.db)
      await measurePages(report, portal, database)
      await measureSearch(report, portal)
    })
  } finally {
    await database.close()
    await postgres.stop()
  }
}

/** Articles a second. */
async function timeImport({ port, folder }: OwnPortal, first: number): Promise<number> {
  const started = performance.now()
  await importTexts(port, folder, IMPORTED, first)
  return (IMPORTED * 1000) / (performance.now() - started)
}

async function multiply(database: Database): Promise<void> {
  await database.withoutTimeout(async (db) => {
    const run = (statement: string) => sql.raw(statement).execute(db)
    await run(`set maintenance_work_mem = '1GB'`)
    await run('drop index content.search_words, content.search_head')
    await run(`create table public.patterns as
      select row_number() over (order by a.id) - 1 as n, a.id from content.articles a join content.search s on s.article_id = a.id
      where a.owner = 'ak' and not a.removed and a.source_id is not null`)
    const [{ count } = { count: 0 }] = (
      await sql<{ count: number }>`select count(*)::int as count from public.patterns`.execute(db)
    ).rows
    if (count === 0) throw new Error('The import left no articles')
    for (let from = count; from < ARTICLES; from += BATCH) {
      await run(`create table public.copies as
        select (5000000 + g)::text as id, p.id as pattern, now() - g * interval '${MINUTES_APART} minutes' as shown
        from generate_series(${from}, ${Math.min(from + BATCH, ARTICLES) - 1}) g join public.patterns p on p.n = g % ${count}`)
      await run(`insert into content.articles (id, owner, publications, source_id, source_version, removed, is_test_report, kind,
          section_path, shown, changed, urgency, is_own, path, title, keywords, picture, teaser, teaser_seal, article, article_seal,
          full_article, full_article_seal)
        select c.id, a.owner, a.publications, null, 1, false, false, a.kind, a.section_path, c.shown, c.shown, 5, a.is_own,
          '/bericht-' || c.id, a.title, a.keywords, a.picture, a.teaser, a.teaser_seal, '{}', '', null, ''
        from public.copies c join content.articles a on a.id = c.pattern`)
      await run(`insert into content.lists (list, shown, article_id, publications)
        select l.list, c.shown, c.id, l.publications from public.copies c join content.lists l on l.article_id = c.pattern`)
      // One of the authors for each.
      await run(`insert into content.lists (list, shown, article_id, publications)
        select 'a:' || ids[1 + c.id::int % cardinality(ids)], c.shown, c.id, a.publications
        from public.copies c join content.articles a on a.id = c.pattern,
          (select array_agg(id order by position) as ids from content.publication_entries where publication = 'ak' and kind = 'author') authors`)
      await run(`insert into content.search (article_id, shown, publications, head, words)
        select c.id, c.shown, s.publications, s.head, s.words from public.copies c join content.search s on s.article_id = c.pattern`)
      await run('drop table public.copies')
    }
    await run('create index search_words on content.search using gin (words) with (fastupdate = off)')
    await run('create index search_head on content.search using gin (head) with (fastupdate = off)')
    await run(`insert into content.words (spelling, word)
      select a.spelling || b.spelling, a.spelling || b.spelling from content.words a, content.words b
      where length(a.spelling) + length(b.spelling) <= 24 and (hashtext(a.spelling || b.spelling) & 1048575) < 60000
      limit ${WORDS} on conflict do nothing`)
    await run('drop table public.patterns')
    await run('vacuum analyze')
  })
}

/** Imported articles are shown by their publication alone. */
const BIT = sql`select publications from content.articles where owner = 'ak' and source_id is not null limit 1`

type List = { path: string; articles: number }

/** The longest lists of each kind, at pages spread over all that they have. */
async function measurePages(report: Report, { port }: OwnPortal, { db }: Database): Promise<void> {
  const longest = async (kind: string, path: string): Promise<List[]> => {
    const { rows } = await sql<List>`
      select ${sql.raw(path)} as path, sum(m.articles)::int as articles
      from content.list_months m join content.publication_entries e on e.publication = 'ak' and e.kind = ${kind}
      where m.list = ${kind.slice(0, 1)} || ':' || e.id and m.publications & (${BIT}) <> 0 and e.id !~ '/'
        and (m.list like 's:%' or not exists (select from content.publication_entries s
          where s.publication = 'ak' and s.kind = 'section' and s.id = e.data ->> 'slug'))
      group by 1 order by 2 desc limit ${LISTS_OF_A_KIND}`.execute(db)
    return rows
  }
  const kinds: Readonly<Record<string, List[]>> = {
    section: await longest('section', `'/' || e.id`),
    tag: await longest('tag', `'/' || (e.data ->> 'slug')`),
    author: await listAuthors(port, db),
  }
  for (const [kind, lists] of Object.entries(kinds)) {
    const times: number[] = []
    for (const { path, articles } of lists) {
      const pages = Math.ceil(articles / 20)
      const wanted = Array.from(
        { length: PAGES_OF_A_LIST },
        (_unused, place) => 2 + Math.floor(((pages - 2) * place) / (PAGES_OF_A_LIST - 1)),
      )
      for (const page of new Set(wanted)) times.push(await timePage(port, `${path}/${page}`))
    }
    const lengths = lists.map(({ articles }) => articles).join(', ')
    report(
      toLimited(
        GROUP,
        `${kind} page at any page number, median of ${times.length}`,
        median(times),
        MOST.page,
        'ms',
        `slowest ${Math.max(...times).toFixed(0)} ms; lists of ${lengths} articles`,
      ),
    )
  }
}

async function listAuthors(port: number, db: Database['db']): Promise<List[]> {
  const { rows } = await sql<{ id: string; articles: number }>`
    select substr(list, 3) as id, sum(articles)::int as articles from content.list_months
    where list like 'a:%' and publications & (${BIT}) <> 0 group by 1 order by 2 desc limit 30`.execute(db)
  const found: List[] = []
  for (const [path = ''] of (await (await fetch(`http://127.0.0.1:${port}/autoren`)).text()).matchAll(
    /\/autor\/[\w-]+/g,
  )) {
    const row = rows.find(({ id }) => path.endsWith(id))
    if (row !== undefined && found.every((list) => list.path !== path)) found.push({ path, articles: row.articles })
  }
  if (found.length === 0) throw new Error('No author has articles')
  return found.toSorted((a, b) => b.articles - a.articles).slice(0, LISTS_OF_A_KIND)
}

async function timePage(port: number, path: string): Promise<number> {
  const started = performance.now()
  const { status, headers } = await fetchOnce(port, path)
  const milliseconds = performance.now() - started
  if (status !== 200 || headers['x-cache'] === 'HIT') throw new Error(`${path}: ${status} ${headers['x-cache'] ?? ''}`)
  return milliseconds
}

async function measureSearch(report: Report, { port }: OwnPortal): Promise<void> {
  const queries = listQueries((await readTexts()).texts)
  // Compiles; none of them is a query below.
  for (const q of ['Gemeinderat', 'Hafen', 'Wetter', 'Ger', 'Regenn', 'dem']) await timePage(port, toSearchPath(q))
  const times: { kind: QueryKind; q: string; milliseconds: number }[] = []
  for (const { kind, q } of queries) times.push({ kind, q, milliseconds: await timePage(port, toSearchPath(q)) })
  for (const kind of ['all', ...new Set(queries.map((query) => query.kind))]) {
    const some = times.filter((time) => kind === 'all' || time.kind === kind)
    const values = some.map(({ milliseconds }) => milliseconds)
    const slowest = some
      .toSorted((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, 3)
      .map(({ q, milliseconds }) => `${q} ${milliseconds.toFixed(0)} ms`)
    const name = `search page, ${kind}, of ${values.length}`
    report(toLimited(GROUP, `${name}: median`, median(values), MOST.search, 'ms', `slowest: ${slowest.join(', ')}`))
    report(toLimited(GROUP, `${name}: p99`, quantile(values, 0.99), MOST.slowSearch, 'ms', 'the target'))
  }
}

const toSearchPath = (q: string): string => `/suche?q=${encodeURIComponent(q)}`
