/** Entries for sitemaps: pages, lists and articles with the time of their last change. */
import type { SitemapEntry } from '@lokalteil/contracts/content'
import { toQuizPath } from '@lokalteil/domain/reading/quizzes'
import { buildPath } from '@lokalteil/domain/routing/routes'
import { problem } from '../../platform/serve.ts'
import { LISTS } from '../article-record.ts'
import {
  cached,
  getTaxonomy,
  notFound,
  toView,
  type ContentContext,
  type PublicationContext,
  type PublicHandler,
} from '../context.ts'
import * as articleStore from '../store/articles.ts'
import type { StoredDocument } from '../store/entries.ts'
import * as listStore from '../store/lists.ts'
import * as quizStore from '../store/quizzes.ts'
import { loadEntries, loadPodcasts } from './entries.ts'

const SITEMAP_PAGE = 10_000
const MOST_QUIZZES = 2000

export const listSitemapEntries: PublicHandler<'listSitemapEntries'> = async (content, { query, context }) => {
  const since = query.since === undefined ? null : new Date(query.since)
  if (since !== null && Number.isNaN(since.getTime())) return problem(400, 'BAD_REQUEST', 'since is no date')
  if (query.page < 1) return notFound('No such page')
  const newsOnly = query.kind === 'article'
  const before = newsOnly
    ? []
    : await cached(content, `sitemap|${context.publication.code}`, () => listStaticEntries(content, context), 30_000)
  const count = await articleStore.countSitemapArticles(content.db, toView(content, context), since, newsOnly)
  const pages = Math.ceil((before.length + count) / SITEMAP_PAGE)
  if (query.page > Math.max(pages, 1)) return notFound('No such page')
  const start = (query.page - 1) * SITEMAP_PAGE
  const own = before.slice(start, start + SITEMAP_PAGE)
  const rows = await articleStore.listSitemapArticles(
    content.db,
    toView(content, context),
    since,
    newsOnly,
    SITEMAP_PAGE - own.length,
    Math.max(0, start - before.length),
  )
  const entries = rows.map((row): SitemapEntry => ({
    path: row.path,
    title: row.title,
    lastModified: row.changed.toISOString(),
    publishDate: row.shown.toISOString(),
    picture: row.picture === null ? null : (JSON.parse(row.picture) as SitemapEntry['picture']),
    kind: row.is_test_report ? 'testReport' : 'article',
    isOwn: row.owner === context.publication.code,
    keywords: row.keywords,
  }))
  return { entries: [...own, ...entries], page: query.page, pages }
}

async function listStaticEntries(content: ContentContext, context: PublicationContext): Promise<SitemapEntry[]> {
  const known = await getTaxonomy(content, context)
  const view = toView(content, context)
  const { sections } = known
  const tags = known.tags
  const latest = await listStore.listLatest(
    content.db,
    [
      LISTS.all,
      ...sections.map(({ path }) => LISTS.section(path)),
      ...tags.map(({ id }) => LISTS.tag(id)),
      ...known.authors.map(({ id }) => LISTS.author(id)),
    ],
    view,
  )
  const entry = (
    kind: SitemapEntry['kind'],
    path: string,
    title: string,
    date: Date | string | undefined,
  ): SitemapEntry[] => {
    // An empty list is left out.
    if (date === undefined) return []
    const at = new Date(date).toISOString()
    return [{ path, title, lastModified: at, publishDate: at, picture: null, kind, isOwn: true, keywords: [] }]
  }
  const [podcasts, documents, quizzes] = await Promise.all([
    loadPodcasts(content, context),
    loadEntries<StoredDocument>(content, 'document', context),
    quizStore.listQuizzes(content.db, context.publication.code, content.now(), MOST_QUIZZES, 0),
  ])
  const { topics } = known
  return [
    ...entry('page', '/', context.publication.name, latest.get(LISTS.all)),
    ...documents
      .filter(({ id }) => id !== 'eigentuemer')
      .flatMap(({ id, title, updated }) => entry('page', `/${id}`, title, updated)),
    ...quizzes.rows.flatMap(({ slug, body }) =>
      entry('page', toQuizPath(slug), body.title, body.updated ?? body.published),
    ),
    ...sections.flatMap(({ path, name }) => entry('section', `/${path}`, name, latest.get(LISTS.section(path)))),
    ...tags
      .filter(({ slug }) => known.getSection(slug) === null)
      .flatMap(({ id, slug, name }) => entry('tag', `/${slug}`, name, latest.get(LISTS.tag(id)))),
    ...topics.flatMap(({ id, title, tagIds }) => {
      const dates = tagIds.flatMap((tagId) => latest.get(LISTS.tag(tagId)) ?? [])
      return entry(
        'topic',
        buildPath({ name: 'topic', id, page: null }),
        title,
        dates.sort((a, b) => b.getTime() - a.getTime())[0],
      )
    }),
    ...known.authors.flatMap((author) =>
      entry(
        'author',
        known.toAuthor(author).urlPath,
        `${author.prename} ${author.surname}`,
        latest.get(LISTS.author(author.id)),
      ),
    ),
    ...podcasts.flatMap(({ podcast, episodes }) => [
      ...entry('podcast', podcast.target, podcast.title, podcast.latest ?? undefined),
      ...episodes.flatMap((episode) => entry('episode', episode.target, episode.title, episode.publishDate)),
    ]),
  ]
}
