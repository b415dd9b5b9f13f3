/**
 * `node bench/feed-process.ts FOLDER ENGINE COUNT`: fills a database with COUNT articles under the demo's tags and
 * requests the feed of a reader with fifty topics like the page does, through both services. ENGINE is `embedded` or
 * `postgres`. Teasers are those of the demo; bodies, which feeds do not read, are left out.
 */
import { createClient } from '@lokalteil/contracts/kernel/client'
import { CONTENT } from '@lokalteil/contracts/content'
import { LIBRARY } from '@lokalteil/contracts/library'
import { flattenFeed } from '@lokalteil/domain/reading/feeds'
import {
  MOST_FEED_ARTICLES,
  toAncestors,
  toFeedQuestions,
  toFollowed,
  toPersonalFeed,
} from '@lokalteil/domain/reading/personal-feed'
import { createContentService } from '@lokalteil/services/content/app'
import { toSeal } from '@lokalteil/services/content/sanitise'
import { toDemoContent } from '@lokalteil/demo/demo.testing'
import { fillContent } from '@lokalteil/services/content/content.testing'
import { openDatabase } from '@lokalteil/services/platform/database'
import { createLibraryService } from '@lokalteil/services/library/app'
import { openTestPostgres } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { median, quantile } from './figures.ts'

export type FeedFindings = {
  articles: number
  topics: number
  items: number
  median: number
  p95: number
  bare: number
}

const TOPICS = 50
const ROUNDS = Number(process.env.BENCH_ROUNDS || 40)
const BATCH = 2_000
const READER = 'reader'

const [folder = '', engine = 'embedded', count = '100000'] = process.argv.slice(2)
const postgres = engine === 'postgres' ? await openTestPostgres() : null
const database = await openDatabase(postgres === null ? { dataDir: folder } : { url: postgres.url })
const now = new Date()
const service = await createContentService({ database, serviceKey: 'key-of-the-benchmark', checkAnswers: false })
await fillContent(service, toDemoContent(now))
await multiply(Number(count))

const libraryService = await createLibraryService({
  database,
  verify: async (token) => (token === 'token' ? { sub: READER, publication: 'ak', roles: [] } : null),
  purchases: { find: async () => new Map() } as never,
  checkAnswers: false,
})
const library = createClient(LIBRARY, {
  fetch: (request: Request) => libraryService.app.fetch(request),
  base: `http://library.local/mandators/ak/users/${READER}`,
  headers: { authorization: 'Bearer token' },
})
const content = createClient(CONTENT, {
  fetch: (request: Request) => service.app.fetch(request),
  base: 'http://content.local/ak',
})
const tags = (
  await sql<{ id: string }>`select id from content.tags order by position limit ${TOPICS}`.execute(database.db)
).rows
for (const { id } of tags) await take(library.addTagBookmark({ params: { id } }))

const taken: number[] = []
let items = 0
for (let round = -5; round < ROUNDS; round++) {
  const started = performance.now()
  items = (await loadFeed()).length
  if (round >= 0) taken.push(performance.now() - started)
}
// The same articles by known ids: the database's share.
const ids = (
  await sql<{ id: string }>`select id from content.articles order by shown desc limit ${items}`.execute(database.db)
).rows.map(({ id }) => id)
const bare: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const started = performance.now()
  await sql`select teaser from content.articles where id = any(${ids}::text[])`.execute(database.db)
  bare.push(performance.now() - started)
}
const articles = (
  await sql<{ count: number }>`select count(*)::int as count from content.articles`.execute(database.db)
).rows[0]!.count
const findings: FeedFindings = {
  articles,
  topics: tags.length,
  items,
  median: median(taken),
  p95: quantile(taken, 0.95),
  bare: median(bare),
}
await service.close()
await database.close()
await postgres?.stop()
process.stdout.write(JSON.stringify(findings))

/** Like the page: the topics, the reader's follows and mutes, then the articles. */
async function loadFeed() {
  const [regions, topics, followedTags, mutes] = await Promise.all([
    take(content.listPersonalRegions({})),
    take(content.listPersonalTopics({})),
    take(library.listTagBookmarks({})),
    take(library.listMutes({})),
  ])
  const known = flattenFeed(topics)
  const follows = toFollowed(
    { regions: [], tags: followedTags.map(({ id }) => id) },
    {
      regions,
      topics,
      lookedUp: followedTags
        .filter(({ id }) => !known.some((one) => one.id === id))
        .map(({ id }) => ({ id, label: id, target: '' })),
    },
  )
  const lists = await Promise.all(
    toFeedQuestions(follows).map(
      async ({ tags: asked }) =>
        (await take(content.listArticlesByTags({ query: { tags: asked.join(','), limit: MOST_FEED_ARTICLES } })))
          .teasers,
    ),
  )
  return toPersonalFeed(lists, {
    follows,
    mutes: { topics: mutes.topics.map(({ id }) => id), words: [] },
    ancestors: toAncestors(regions, topics),
    since: null,
  }).slice(0, MOST_FEED_ARTICLES)
}

async function take<T>(asked: Promise<{ ok: true; data: T } | { ok: false; status: number }>): Promise<T> {
  const answer = await asked
  if (!answer.ok) throw new Error(`A service answered ${answer.status}`)
  return answer.data
}

/** New articles copied from existing ones, twenty minutes apart, each in the lists of its original. */
async function multiply(most: number): Promise<void> {
  const { rows: patterns } = await sql<{ id: string; teaser: string; lists: string[]; publications: number }>`
    select a.id, a.teaser, a.publications, array_agg(l.list) as lists from content.articles a join content.lists l on l.article_id = a.id
    where not a.removed group by a.id, a.teaser, a.publications order by a.id`.execute(database.db)
  for (let from = patterns.length; from < most; from += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, most - from) }, (_, index) => {
      const number = from + index
      const pattern = patterns[number % patterns.length]!
      const shown = new Date(now.getTime() - number * 1_200_000)
      const id = String(5_000_000 + number)
      const teaser = JSON.stringify({
        ...(JSON.parse(pattern.teaser) as object),
        documentId: id,
        targetPathOrUrl: `/bericht-${id}`,
        publishDate: shown.toISOString(),
      })
      return {
        id,
        pattern: pattern.id,
        shown,
        teaser,
        seal: toSeal(teaser),
        lists: pattern.lists,
        publications: pattern.publications,
      }
    })
    await sql`
      insert into content.articles (id, owner, publications, source_id, source_version, removed, is_test_report, kind, section_path, shown, changed, urgency, is_own, path, title, keywords, picture, teaser, teaser_seal, article, article_seal, full_article, full_article_seal)
      select given.id, a.owner, a.publications, null, 1, false, false, a.kind, a.section_path, given.shown, given.shown, 5, a.is_own, '/bericht-' || given.id, a.title, a.keywords, a.picture, given.teaser, given.seal, '{}', '', null, ''
      from unnest(${made.map(({ id }) => id)}::text[], ${made.map(({ pattern }) => pattern)}::text[], ${made.map(({ shown }) => shown.toISOString())}::timestamptz[], ${made.map(({ teaser }) => teaser)}::text[], ${made.map(({ seal }) => seal)}::text[])
        as given (id, pattern, shown, teaser, seal) join content.articles a on a.id = given.pattern`.execute(
      database.db,
    )
    const lists = made.flatMap((one) =>
      one.lists.map((list) => ({ list, id: one.id, shown: one.shown.toISOString(), publications: one.publications })),
    )
    await sql`
      insert into content.lists (list, shown, article_id, publications)
      select * from unnest(${lists.map(({ list }) => list)}::text[], ${lists.map(({ shown }) => shown)}::timestamptz[], ${lists.map(({ id }) => id)}::text[], ${lists.map(({ publications }) => publications)}::int[])`.execute(
      database.db,
    )
  }
  await sql`analyze content.articles`.execute(database.db)
  await sql`vacuum analyze content.lists`.execute(database.db)
}
