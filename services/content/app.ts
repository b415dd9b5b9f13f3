/**
 * The content service behind its contract. `{mandator}` begins every path; what a publication does not carry, what is
 * withdrawn (410) and what is still under embargo is not there for it. Promises: no public answer holds more of a paid
 * article than its first paragraph; what time brings (embargo, breaking news) needs no write; caches last seconds and
 * end with every change. Reads of an article cost one look-up by key.
 */
import { CONTENT, CONTENT_INTERNAL, MENU_HANDLES } from '@lokalteil/contracts/content'
import type {
  Article,
  Block,
  ChannelPage,
  ContentItem,
  Episode,
  LegalDocument,
  MenuEntry,
  Newsletter,
  PaidMediaChanges,
  PodcastRef,
  SectionRef,
  SitemapEntry,
  SportWidget,
  Teaser,
  TeaserPage,
  TestReport,
  TopicRef,
} from '@lokalteil/contracts/content'
import { compareGerman, foldGerman, slugOf } from '@lokalteil/domain/german'
import { PUBLICATIONS, toMandator, type Publication } from '@lokalteil/domain/publication/publications'
import { buildPath } from '@lokalteil/domain/routing/routes'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate } from '../platform/database/migrations.ts'
import {
  problem,
  serveContract,
  serveDocumentation,
  toKeyCheck,
  type Handlers,
  type Refusal,
} from '../platform/serve.ts'
import { LISTS, type StoredArticle } from './article-record.ts'
import { composeHome, composeSection, listHomeRegions, listHomeSections } from './fronts.ts'
import { ingestDocuments } from './ingest.ts'
import * as content0001 from './migrations/0001-content.ts'
import * as content0002 from './migrations/0002-media-uses.ts'
import * as content0003 from './migrations/0003-source-states.ts'
import { openSealed, sanitiseArticle, sanitiseItems, sanitiseTeaser, toSafeAddress } from './sanitise.ts'
import { SEED_MARK, saveSeed } from './save-seed.ts'
import { toMask } from './schema.ts'
import {
  countEdits,
  isEmptyQuery,
  toSearchQuery,
  toSearchWords,
  toTermsQuery,
  type SearchQuery,
} from './search-text.ts'
import type { ContentSeed } from './seed-input.ts'
import {
  createContentStore,
  type Sealed,
  type StoredCoupon,
  type StoredDocument,
  type StoredMenu,
  type StoredNewsletter,
  type StoredPodcast,
  type View,
} from './store.ts'
import { createTaxonomy, type Taxonomy, type Topic } from './taxonomy.ts'

export type ContentServiceOptions = {
  database: Database
  /** For `internal/…`; without one those endpoints refuse everybody. */
  serviceKey?: string
  now?: () => Date
  checkAnswers?: boolean
  onError?: (error: unknown, requestId: string) => void
}

/** `removed`: what was public is not any more (withdrawn, or paid from now on); stored copies must go at once. */
export type Change = { ids: readonly string[]; kind: 'article' | 'removed' | 'taxonomy' | 'all' }

export type ContentService = {
  app: Hono
  /** Fills the store in one transaction; a second call with the same version does nothing. */
  saveContent: (seed: ContentSeed) => Promise<'saved' | 'unchanged'>
  /**
   * Told after every write: of this process at once, of others on the same PostgreSQL within a second or two. A write is
   * answered when the listeners are done.
   */
  onChange: (listener: (change: Change) => unknown) => () => void
  /** See `CONTENT_INTERNAL.listPaidMedia`. */
  listPaidMedia: (after: number) => Promise<PaidMediaChanges>
  /** Writes what is still counted in memory. */
  close: () => Promise<void>
}

const VERSION = 'v5'
const PAGE_SIZE = 20
const CACHE_MS = 5_000
const CACHE_ENTRIES = 2_000
const FOLLOW_MS = 1_000
const VIEWS_MS = 5_000
const HOUR = 3_600_000
const BREAKING_MS = 6 * HOUR
const MOST_READ_MS = 48 * HOUR
/** More than are shown: the home page leaves out what it shows elsewhere. */
const MOST_READ_CANDIDATES = 25
const SITEMAP_PAGE = 10_000
/** Beyond these all are listed anew. */
const MEDIA_CHANGES = 1000
const TIDY_AFTER = 2_000

type Context = { publication: Publication; mask: number }
type ReadableArticle = (Article | TestReport) & Record<string, unknown>

export async function createContentService(options: ContentServiceOptions): Promise<ContentService> {
  const { database } = options
  await migrate(database, 'content', {
    '0001-content': content0001,
    '0002-media-uses': content0002,
    '0003-source-states': content0003,
  })
  const store = createContentStore(database)
  const now = options.now ?? (() => new Date())
  const hasKey = options.serviceKey ? toKeyCheck(options.serviceKey) : () => false
  const listeners = new Set<(change: Change) => unknown>()

  // --- What is held in memory, and until when.

  let taxonomy: Promise<Taxonomy> | null = null
  let followed = { sequence: await store.getLastSequence(), at: 0 }
  const cache = new Map<string, { value: Promise<unknown>; until: number }>()

  function cached<T>(key: string, load: () => Promise<T>, milliseconds = CACHE_MS): Promise<T> {
    const time = now().getTime()
    const hit = cache.get(key)
    // A clock set back must not keep an entry for ever.
    if (hit !== undefined && time < hit.until && hit.until - time <= milliseconds) return hit.value as Promise<T>
    const value = load()
    cache.delete(key)
    cache.set(key, { value, until: time + milliseconds })
    value.catch(() => cache.get(key)?.value === value && cache.delete(key))
    if (cache.size > CACHE_ENTRIES) cache.delete(cache.keys().next().value!)
    return value
  }

  async function announce(change: Change): Promise<void> {
    cache.clear()
    if (change.kind === 'taxonomy' || change.kind === 'all') taxonomy = null
    await Promise.all([...listeners].map((listener) => listener(change)))
  }

  /** Other processes on the same PostgreSQL write too; the embedded engine belongs to this one alone. */
  async function follow(): Promise<void> {
    if (database.engine === 'embedded') return
    const time = now().getTime()
    if (Math.abs(time - followed.at) < FOLLOW_MS) return
    followed.at = time
    const { changes } = await store.listChanges(followed.sequence, 1000)
    const last = changes.at(-1)
    if (last === undefined) return
    followed = { sequence: changes.length === 1000 ? await store.getLastSequence() : last.sequence, at: time }
    if (changes.length === 1000) await announce({ ids: [], kind: 'all' })
    else
      for (const [kind, ids] of Map.groupBy(changes, (change) => change.kind as Change['kind']))
        await announce({ ids: ids.map(({ id }) => id), kind })
  }

  // Without a request nobody would hear of what another process withdrew.
  const followTimer =
    database.engine === 'embedded'
      ? null
      : setInterval(() => void follow().catch((error: unknown) => options.onError?.(error, 'follow')), FOLLOW_MS)
  followTimer?.unref()

  async function getTaxonomy(): Promise<Taxonomy> {
    await follow()
    if (taxonomy === null) {
      const loading = store.loadTaxonomy().then(createTaxonomy)
      taxonomy = loading
      loading.catch(() => taxonomy === loading && (taxonomy = null))
    }
    return taxonomy
  }

  const toView = ({ mask }: Context): View => ({ mask, now: now() })

  // --- Teasers and articles.

  const toTeasers = (sealed: readonly Sealed[], known: Taxonomy): Teaser[] =>
    sealed.map(({ text, seal }) => {
      const teaser = openSealed(text, seal, sanitiseTeaser)
      return { ...teaser, ...toTagAncestorIds(teaser.tagIds, known) }
    })

  const openTeasers = async (sealed: readonly Sealed[]) => toTeasers(sealed, await getTaxonomy())

  const listNewest = (list: string, context: Context, count: number) =>
    cached(`n|${context.mask}|${list}|${count}`, async () =>
      openTeasers(await store.listTeasers(list, toView(context), count)),
    )

  const countList = (list: string, context: Context) =>
    cached(`c|${context.mask}|${list}`, () => store.countList(list, toView(context)))

  /** Null: there is no such page (0, or past the end; the first is always there). */
  async function listPage(list: string, context: Context, page: number): Promise<TeaserPage | null> {
    if (page < 1) return null
    const total = await countList(list, context)
    const pages = Math.ceil(total / PAGE_SIZE)
    if (page > Math.max(pages, 1)) return null
    const teasers =
      total === 0
        ? []
        : await openTeasers(await store.listTeasers(list, toView(context), PAGE_SIZE, (page - 1) * PAGE_SIZE))
    return { teasers, page, pages, total }
  }

  async function listTeasersById(ids: readonly string[], context: Context): Promise<Teaser[]> {
    const found = await store.listTeasersById(ids, toView(context))
    return openTeasers([...new Set(ids)].flatMap((id) => found.get(id) ?? []))
  }

  const RELATED = 4

  /** Puts other articles' teasers into a stored one. */
  async function toReadable(sealed: Sealed, context: Context): Promise<ReadableArticle> {
    const { relatedIds, relatedTopics, ...stored } = openSealed<StoredArticle>(
      sealed.text,
      sealed.seal,
      sanitiseArticle,
    )
    const named = [
      ...relatedIds,
      ...stored.contentItems.flatMap((item) => (item.type === 'articleReference' ? [item.articleId] : [])),
    ]
    const list = stored.maintag === null ? LISTS.section(stored.section.path) : LISTS.tag(stored.maintag.id)
    const [known, byId, siblings] = await Promise.all([
      getTaxonomy(),
      named.length === 0 ? [] : listTeasersById(named, context),
      listNewest(list, context, RELATED + 6),
    ])
    const teaserOf = new Map(byId.map((teaser) => [teaser.documentId, teaser]))
    const inBody = new Set(
      stored.contentItems.flatMap((item) => (item.type === 'articleReference' ? [item.articleId] : [])),
    )
    const related = new Map(
      [...relatedIds.flatMap((id) => teaserOf.get(id) ?? []), ...siblings].map((teaser) => [teaser.documentId, teaser]),
    )
    const teasers = [...related.values()]
      .filter(({ documentId }) => documentId !== stored.id && !inBody.has(documentId))
      .slice(0, RELATED)
    const contentItems = stored.contentItems.flatMap((item): ContentItem[] => {
      if (item.type !== 'articleReference') return [item]
      const teaser = teaserOf.get(item.articleId)
      return teaser === undefined ? [] : [{ type: 'articleTeaser', articleTeaser: teaser }]
    })
    return {
      ...stored,
      ...toTagAncestorIds(
        stored.tags.map(({ id }) => id),
        known,
      ),
      relatedArticles: { topicName: relatedTopics === '' ? stored.section.displayName : relatedTopics, teasers },
      contentItems,
    }
  }

  const notFound = (title: string) => problem(404, 'NOT_FOUND', title)
  const gone = () => problem(410, 'GONE', 'The article was withdrawn')

  async function getReadable(id: string, context: Context, isTestReport: boolean): Promise<ReadableArticle | Refusal> {
    const found = await store.getArticle(id, toView(context))
    if (found === null) return notFound('No such article')
    if (found.removed) return gone()
    return found.isTestReport === isTestReport ? toReadable(found.article, context) : notFound('No such article')
  }

  const listMostRead = (context: Context) =>
    cached(
      `mostRead|${context.mask}`,
      async () => {
        const view = toView(context)
        const read = await openTeasers(
          await store.listMostRead(
            context.publication.code,
            view,
            new Date(view.now.getTime() - MOST_READ_MS),
            MOST_READ_CANDIDATES,
          ),
        )
        if (read.length >= MOST_READ_CANDIDATES) return read
        const newest = await listNewest(LISTS.headlines, context, 60)
        const filled = new Map(
          [...read, ...newest.filter(({ img }) => img !== null)].map((teaser) => [teaser.documentId, teaser]),
        )
        return [...filled.values()].slice(0, MOST_READ_CANDIDATES)
      },
      30_000,
    )

  // --- Podcasts, newsletters, topics and other whole things.

  const listEntries = <T>(kind: Parameters<typeof store.listEntries>[0], context: Context) =>
    cached(`e|${kind}`, () => store.listEntries(kind), 30_000).then((entries) =>
      entries.filter(({ publications }) => (publications & context.mask) !== 0).map(({ data }) => data as T),
    )

  async function listPodcasts(context: Context): Promise<{ podcast: PodcastRef; episodes: Episode[] }[]> {
    const time = now().getTime()
    return (await listEntries<StoredPodcast>('podcast', context)).map((stored) => {
      const episodes = stored.episodes
        .filter(({ publishDate }) => Date.parse(publishDate) <= time)
        .map(({ picture, ...episode }): Episode => ({
          ...episode,
          target: toPodcastPath(episode),
          img: picture ?? stored.picture,
        }))
        .sort((a, b) => Date.parse(b.publishDate) - Date.parse(a.publishDate))
      const { id, title, description, picture } = stored
      return {
        podcast: {
          id,
          title,
          description,
          target: toPodcastPath(stored),
          img: picture,
          episodeCount: episodes.length,
          latest: episodes[0]?.publishDate ?? null,
        },
        episodes,
      }
    })
  }

  const listNewsletters = (context: Context) =>
    cached(`newsletters|${context.mask}`, async () => {
      const stored = await listEntries<StoredNewsletter>('newsletter', context)
      return Promise.all(
        stored.map(async ({ picture, sampleSections, ...newsletter }): Promise<Newsletter> => {
          const lists = sampleSections.length === 0 ? [LISTS.all] : sampleSections.map(LISTS.section)
          const { teasers } = await store.listFeed(lists, toView(context), 3, 0, 0)
          return { ...newsletter, img: picture, sample: await openTeasers(teasers), sections: [...sampleSections] }
        }),
      )
    })

  /** Its tags stand for it: an article that carries one of them, or one below, is in the topic. */
  const listOfTopic = (topic: Topic) => (topic.tagIds.length === 1 ? LISTS.tag(topic.tagIds[0]!) : null)

  const listTopics = (context: Context) =>
    cached(
      `topics|${context.mask}`,
      async () => {
        const { topics } = await getTaxonomy()
        const view = toView(context)
        const refs: TopicRef[] = []
        for (const topic of topics.filter(({ publications }) => (publications & context.mask) !== 0)) {
          const single = listOfTopic(topic)
          const articleCount =
            single === null
              ? (await store.listFeed(topic.tagIds.map(LISTS.tag), view, 0, 0, 1000)).total
              : await countList(single, context)
          const { id, title, description, picture } = topic
          refs.push({
            id,
            title,
            description,
            target: buildPath({ name: 'topic', id, page: null }),
            img: picture,
            articleCount,
          })
        }
        return refs
      },
      30_000,
    )

  async function listFeedPage(
    lists: readonly string[],
    context: Context,
    page: number,
    limit: number,
    ahead: number,
  ): Promise<TeaserPage | null> {
    if (page < 1) return null
    const { teasers, total } = await store.listFeed(lists, toView(context), limit, (page - 1) * limit, ahead)
    const pages = Math.ceil(total / limit)
    return page > Math.max(pages, 1) ? null : { teasers: await openTeasers(teasers), page, pages, total }
  }

  // --- Fronts.

  const composeHomePage = (context: Context) =>
    cached(`home|${context.mask}`, async () => {
      const { code } = context.publication
      const known = await getTaxonomy()
      const sectionPaths = listHomeSections(code).filter(
        (path) => ((known.getSection(path)?.publications ?? 0) & context.mask) !== 0,
      )
      const regions = listHomeRegions(code).flatMap((id) => known.getRegion(id) ?? [])
      const [newest, byList, mostRead, podcasts, newsletters, topics, menus] = await Promise.all([
        listNewest(LISTS.headlines, context, 60),
        store.listTeasersOfLists(
          [
            ...sectionPaths.map(LISTS.section),
            ...regions.map(({ id }) => LISTS.region(id)),
            LISTS.opinion,
            LISTS.videos,
            LISTS.testReports,
          ],
          toView(context),
          16,
        ),
        listMostRead(context),
        listPodcasts(context),
        listNewsletters(context),
        listTopics(context),
        listMenus(context),
      ])
      const of = (list: string) => toTeasers(byList.get(list) ?? [], known)
      return composeHome({
        publication: code,
        now: now(),
        newest,
        sections: new Map(
          sectionPaths.map((path) => [path, { name: known.getSection(path)!.name, teasers: of(LISTS.section(path)) }]),
        ),
        opinion: of(LISTS.opinion),
        videos: of(LISTS.videos),
        testReports: of(LISTS.testReports),
        mostRead,
        regions: new Map(
          regions.map((region) => [
            region.id,
            {
              region: known.toRegionRef(region),
              places: known.listChildRegions(region.id).map(known.toRegionRef),
              teasers: of(LISTS.region(region.id)),
            },
          ]),
        ),
        episodes: podcasts
          .flatMap(({ podcast, episodes }) => episodes.map((episode) => ({ ...episode, podcastTitle: podcast.title })))
          .sort((a, b) => Date.parse(b.publishDate) - Date.parse(a.publishDate)),
        newsletter: newsletters[0] ?? null,
        topics,
        services: menus.get('siteServicesMenuHandle') ?? [],
      })
    })

  const composeSectionPage = (
    path: string,
    name: string,
    children: readonly SectionRef[],
    teasers: readonly Teaser[],
    context: Context,
  ) =>
    cached(`section|${context.mask}|${path}`, async () => {
      const known = await getTaxonomy()
      const [below, topics, newsletters] = await Promise.all([
        store.listTeasersOfLists(
          children.map((child) => LISTS.section(child.path)),
          toView(context),
          14,
        ),
        listTopics(context),
        listNewsletters(context),
      ])
      const tagIds = new Set(teasers.flatMap((teaser) => teaser.tagIds))
      return composeSection({
        section: { path, name },
        now: now(),
        teasers,
        children,
        below: new Map(
          children.map((child) => [child.path, toTeasers(below.get(LISTS.section(child.path)) ?? [], known)]),
        ),
        regions: known.toRegionTree(),
        topics: topics.filter(({ id }) => known.getTopic(id)?.tagIds.some((tagId) => tagIds.has(tagId))),
        newsletter: newsletters[0] ?? null,
      })
    })

  async function getChannelPage(path: string, page: number, context: Context): Promise<ChannelPage | Refusal> {
    const known = await getTaxonomy()
    const section = known.getSection(path)
    if (section !== null && (section.publications & context.mask) !== 0) {
      const list = await listPage(LISTS.section(path), context, page)
      if (list === null) return notFound('No such page of this section')
      const children = known.listChildSections(path, context.mask)
      const front: { blocks: Block[]; rest: Teaser[] } =
        page === 1
          ? await composeSectionPage(path, section.name, children, list.teasers, context)
          : { blocks: [], rest: list.teasers }
      return {
        kind: 'channel',
        path,
        displayName: section.name,
        seoTitle: section.seoTitle,
        description: section.description,
        breadcrumb: known.toBreadcrumb(path, context.mask),
        children,
        blocks: front.blocks,
        ...list,
        teasers: front.rest,
      }
    }
    return path.includes('/') ? notFound('No such section') : getTagPage(path, page, context)
  }

  async function getTagPage(slug: string, page: number, context: Context): Promise<ChannelPage | Refusal> {
    const known = await getTaxonomy()
    const tag = known.getTagBySlug(slug)
    if (tag === null) return notFound('No such section or tag')
    const list = await listPage(LISTS.tag(tag.id), context, page)
    if (list === null) return notFound('No such page of this tag')
    return {
      kind: 'tag',
      tag: known.toTagRef(tag),
      ancestors: known.listTagAncestors(tag.id).toReversed().map(known.toTagRef),
      children: known
        .listChildTags(tag.id)
        .filter(({ isCurated }) => isCurated)
        .map(known.toTagRef),
      ...list,
    }
  }

  // --- Menus.

  async function listMenus(context: Context): Promise<ReadonlyMap<string, MenuEntry[]>> {
    const stored = await listEntries<StoredMenu>('menu', context)
    const menus = new Map(stored.map(({ handle, entries }) => [handle, entries.flatMap(toSafeEntry)]))
    if (menus.size > 0) return menus
    // A publication without menus still leads to its sections and its legal pages.
    const known = await getTaxonomy()
    const roots = known.listChildSections('', context.mask)
    return new Map<string, MenuEntry[]>([
      [
        'mainMenuHandle',
        roots.map(({ path, displayName }) => ({
          label: displayName,
          target: `/${path}`,
          children: known
            .listChildSections(path, context.mask)
            .map((child) => ({ label: child.displayName, target: `/${child.path}`, children: [] })),
        })),
      ],
      [
        'legalMenuHandle',
        [
          ['Impressum', '/impressum'],
          ['Datenschutz', '/datenschutz'],
          ['AGB', '/agb'],
          ['Barrierefreiheit', '/accessibility'],
        ].map(([label, target]) => ({ label: label!, target: target!, children: [] })),
      ],
    ])
  }

  // --- Search.

  type Found = { teasers: Sealed[]; total: number; suggestion: string | null }

  async function search(
    typed: string,
    query: SearchQuery,
    context: Context,
    limit: number,
    offset: number,
  ): Promise<Found> {
    if (isEmptyQuery(query)) return { teasers: [], total: 0, suggestion: null }
    const found = await store.search(query, toView(context), limit, offset)
    if (found.total > 0) return { ...found, suggestion: null }
    const suggestion = await correct(typed, query, context)
    if (suggestion === null) return { ...found, suggestion: null }
    const again = await store.search(toTermsQuery(suggestion), toView(context), limit, offset)
    return again.total === 0 ? { ...found, suggestion: null } : { ...again, suggestion }
  }

  /** The query with every unknown word replaced by the known one it most resembles; null when there is none. */
  async function correct(typed: string, query: SearchQuery, context: Context): Promise<string | null> {
    const view = toView(context)
    const asWritten = new Map(typed.split(/[\s;]+/).map((word) => [toSearchWords(word)[0] ?? '', word]))
    let isChanged = false
    const words: string[] = []
    for (const spelling of query.prefix === '' ? query.words : [...query.words, query.prefix]) {
      if (spelling.length < 4 || (await store.isWordUsed(spelling, view))) {
        words.push(asWritten.get(spelling) ?? spelling)
        continue
      }
      const limit = spelling.length <= 5 ? 1 : spelling.length <= 9 ? 2 : 3
      const ranked = (await store.listSimilarWords(spelling, 20))
        .map((candidate) => ({ ...candidate, edits: countEdits(spelling, candidate.spelling, limit) }))
        .filter(({ edits }) => edits <= limit)
        .sort((a, b) => a.edits - b.edits)
      let chosen: string | null = null
      for (const candidate of ranked) {
        if (!(await store.isWordUsed(candidate.spelling, view))) continue
        chosen = candidate.word
        break
      }
      if (chosen === null) return null
      words.push(chosen)
      isChanged = true
    }
    return isChanged ? words.join(' ') : null
  }

  type Suggestion = { label: string; kind: 'topic' | 'tag' | 'section' | 'author' | 'article'; target: string }

  async function suggest(q: string, context: Context): Promise<Suggestion[]> {
    const typed = foldGerman(q).trim()
    if (typed.length < 2) return []
    const known = await getTaxonomy()
    const query = toSearchQuery(q.trim())
    const spellings = toSearchWords(q).join(' ')
    // 2: begins with it; 1: a word inside does.
    const score = (label: string): number => {
      const folded = foldGerman(label)
      const spelled = toSearchWords(label).join(' ')
      if (folded.startsWith(typed) || spelled.startsWith(spellings)) return 2
      return folded.includes(` ${typed}`) || spelled.includes(` ${spellings}`) ? 1 : 0
    }
    const pick = <T>(items: readonly T[], toSuggestion: (item: T) => Suggestion, most: number): Suggestion[] =>
      items
        .map(toSuggestion)
        .map((suggestion) => ({ suggestion, score: score(suggestion.label) }))
        .filter((candidate) => candidate.score > 0)
        .sort((a, b) => b.score - a.score || a.suggestion.label.length - b.suggestion.label.length)
        .slice(0, most)
        .map(({ suggestion }) => suggestion)
    const isCarried = ({ publications }: { publications: number }) => (publications & context.mask) !== 0
    const names = [
      ...pick(
        known.sections.filter(isCarried),
        ({ name, path }) => ({ label: name, kind: 'section', target: `/${path}` }),
        2,
      ),
      ...pick(
        known.topics.filter(isCarried),
        ({ title, id }) => ({ label: title, kind: 'topic', target: buildPath({ name: 'topic', id, page: null }) }),
        3,
      ),
      ...pick(known.tags, ({ name, slug }) => ({ label: name, kind: 'tag', target: `/${slug}` }), 3),
      ...pick(
        known.authors,
        (author) => ({
          label: `${author.prename} ${author.surname}`,
          kind: 'author',
          target: known.toAuthor(author).urlPath,
        }),
        2,
      ),
    ]
    const headlines = isEmptyQuery(query) ? [] : await store.listHeadlinesLike(query, toView(context), 5)
    return [
      ...names,
      ...headlines.map(({ title, path }): Suggestion => ({ label: title, kind: 'article', target: path })),
    ].slice(0, 10)
  }

  // --- Sitemaps.

  async function listStaticEntries(context: Context): Promise<SitemapEntry[]> {
    const known = await getTaxonomy()
    const view = toView(context)
    const sections = known.sections.filter(({ publications }) => (publications & context.mask) !== 0)
    const tags = known.tags
    const latest = await store.listLatest(
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
      // Nothing to read there: nothing to find there.
      if (date === undefined) return []
      const at = new Date(date).toISOString()
      return [{ path, title, lastModified: at, publishDate: at, picture: null, kind, isOwn: true, keywords: [] }]
    }
    const [podcasts, documents] = await Promise.all([
      listPodcasts(context),
      listEntries<StoredDocument>('document', context),
    ])
    const topics = known.topics.filter(({ publications }) => (publications & context.mask) !== 0)
    return [
      ...entry('page', '/', context.publication.name, latest.get(LISTS.all)),
      ...documents
        .filter(({ id }) => id !== 'eigentuemer')
        .flatMap(({ id, title, updated }) => entry('page', `/${id}`, title, updated)),
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

  // --- The public part.

  const inPage = <T>(value: T | null): T | Refusal => value ?? notFound('No such page')

  const handlers: Handlers<typeof CONTENT, Context> = {
    async getSite({ context }) {
      const menus = await listMenus(context)
      const handles = Object.fromEntries(MENU_HANDLES.map((handle) => [handle, handle.replace('MenuHandle', '')]))
      const { code, name, claim } = context.publication
      return {
        mandator: code,
        name,
        claim,
        menuHandles: handles as Record<(typeof MENU_HANDLES)[number], string>,
        menus: Object.fromEntries(MENU_HANDLES.map((handle) => [handles[handle]!, menus.get(handle) ?? []])),
      }
    },
    getHome: async ({ context }) => ({ blocks: await composeHomePage(context) }),
    async getChannel({ params, query, context }) {
      const path = params.path.replace(/^\/+|\/+$/g, '')
      const numbered = /^(.+)\/(\d{1,6})$/.exec(path)
      if (numbered !== null) {
        const known = await getTaxonomy()
        const isChannel = ((known.getSection(path)?.publications ?? 0) & context.mask) !== 0
        if (!isChannel) return getChannelPage(numbered[1]!, Number(numbered[2]), context)
      }
      return getChannelPage(path, query.page, context)
    },
    async searchArticles({ query, context }) {
      const typed = query.q ?? query.searchTerms ?? ''
      const asked = query.q === undefined ? toTermsQuery(typed) : toSearchQuery(typed)
      const { teasers, total, suggestion } = await search(typed, asked, context, query.limit, query.offset)
      return { teasers: await openTeasers(teasers), total, suggestion }
    },
    suggestTerms: async ({ query, context }) => ({ suggestions: await suggest(query.q, context) }),
    getArticle: async ({ params, context }) => getReadable(params.id, context, false),
    async getTeaser({ params, context }) {
      const [teaser] = await listTeasersById([params.id], context)
      if (teaser !== undefined) return teaser
      return (await store.isRemoved(params.id)) ? gone() : notFound('No such article')
    },
    listTeasers: async ({ query, context }) => ({ teasers: await listTeasersById(toIds(query.ids), context) }),
    async listArticlesByTags({ query, context }) {
      const lists = [...toIds(query.tags).map(LISTS.tag), ...toIds(query.regions).map(LISTS.region)]
      return inPage(await listFeedPage(lists, context, query.page, query.limit, 100))
    },
    async getTag({ params }) {
      const known = await getTaxonomy()
      const tag = known.getTag(params.id)
      return tag === null ? notFound('No such tag') : { displayName: tag.name, fullPath: known.toTagRef(tag).fullPath }
    },
    async getTagHierarchy({ params }) {
      const known = await getTaxonomy()
      const tag = known.getTag(params.id)
      return tag === null
        ? notFound('No such tag')
        : [tag, ...known.listTagAncestors(tag.id)].map(({ id, name }) => ({ id, displayName: name }))
    },
    getTagArticles: ({ params, query, context }) => getTagPage(params.slug, query.page, context),
    async listAuthors() {
      const known = await getTaxonomy()
      return { authors: known.listAuthorsByName().map(known.toAuthorProfile) }
    },
    async getAuthor({ params, query, context }) {
      const known = await getTaxonomy()
      const author = known.getAuthor(params.id)
      if (author === null) return notFound('No such author')
      const list = await listPage(LISTS.author(author.id), context, query.page)
      return list === null
        ? notFound('No such page of this author')
        : { author: known.toAuthorProfile(author), ...list }
    },
    listTopics: async ({ context }) => ({
      topics: (await listTopics(context)).toSorted((a, b) => compareGerman(a.title, b.title)),
    }),
    async getTopic({ params, query, context }) {
      const known = await getTaxonomy()
      const topic = known.getTopic(params.id)
      const ref = (await listTopics(context)).find(({ id }) => id === params.id)
      if (topic === null || ref === undefined) return notFound('No such topic')
      const single = listOfTopic(topic)
      const list =
        single === null
          ? await listFeedPage(topic.tagIds.map(LISTS.tag), context, query.page, PAGE_SIZE, 1000)
          : await listPage(single, context, query.page)
      if (list === null) return notFound('No such page of this topic')
      return { topic: ref, tags: topic.tagIds.flatMap((id) => known.getTag(id) ?? []).map(known.toTagRef), ...list }
    },
    listHeadlines: async ({ query, context }) => inPage(await listPage(LISTS.headlines, context, query.page)),
    listNewestArticles: async ({ query, context }) => inPage(await listPage(LISTS.all, context, query.page)),
    listMostRead: async ({ context }) => ({ teasers: (await listMostRead(context)).slice(0, 10) }),
    async listTestReports({ query, context }) {
      const list = await listPage(LISTS.testReports, context, query.page)
      return list === null ? notFound('No such page') : { title: 'Testberichte', titlePrefix: 'Im Test', ...list }
    },
    getTestReport: async ({ params, context }) =>
      getReadable(params.id, context, true) as Promise<TestReport | Refusal>,
    async listPodcasts({ query, context }) {
      const podcasts = await listPodcasts(context)
      const episodes = podcasts
        .flatMap((entry) => entry.episodes)
        .sort((a, b) => Date.parse(b.publishDate) - Date.parse(a.publishDate))
      const pages = Math.ceil(episodes.length / PAGE_SIZE)
      if (query.page < 1 || query.page > Math.max(pages, 1)) return notFound('No such page')
      const start = (query.page - 1) * PAGE_SIZE
      return {
        podcasts: podcasts.map(({ podcast }) => podcast),
        episodes: episodes.slice(start, start + PAGE_SIZE),
        page: query.page,
        pages,
        total: episodes.length,
      }
    },
    async getPodcast({ params, context }) {
      const podcasts = await listPodcasts(context)
      const found = podcasts.find(
        ({ podcast, episodes }) => podcast.id === params.id || episodes.some(({ id }) => id === params.id),
      )
      if (found === undefined) return notFound('No such podcast')
      return { ...found, current: found.podcast.id === params.id ? null : params.id }
    },
    async listCoupons({ request, context }) {
      const maySeeCodes = hasKey(request.headers.get('authorization'))
      const coupons = await listEntries<StoredCoupon>('coupon', context)
      const time = now().getTime()
      return {
        coupons: coupons
          .filter(({ validUntil }) => Date.parse(validUntil) >= time)
          .map((coupon) => ({
            ...coupon,
            target: toSafeAddress(coupon.target) ?? '/',
            code: maySeeCodes ? coupon.code : null,
          })),
      }
    },
    listNewsletters: async ({ context }) => ({ newsletters: await listNewsletters(context) }),
    async getNewsletter({ params, context }) {
      return (await listNewsletters(context)).find(({ slug }) => slug === params.slug) ?? notFound('No such newsletter')
    },
    async getDocument({ params, context }) {
      const document = (await listEntries<StoredDocument>('document', context)).find(({ id }) => id === params.id)
      if (document === undefined) return notFound('No such document')
      return { ...document, id: params.id, contentItems: sanitiseItems(document.contentItems) } satisfies LegalDocument
    },
    async getBreakingNews({ context }) {
      const view = toView(context)
      const item = await store.getBreakingNews(view, new Date(view.now.getTime() - BREAKING_MS))
      return {
        item: item === null ? null : { title: item.title, target: item.path, publishDate: item.shown.toISOString() },
      }
    },
    async getSportWidget({ context }) {
      const [widget] = await listEntries<SportWidget>('sport', context)
      return widget ?? notFound('This publication has no table')
    },
    listPersonalRegions: async () => (await getTaxonomy()).toRegionTree(),
    listPersonalTopics: async () => (await getTaxonomy()).toTagTree(),
    async listSitemapEntries({ query, context }) {
      const since = query.since === undefined ? null : new Date(query.since)
      if (since !== null && Number.isNaN(since.getTime())) return problem(400, 'BAD_REQUEST', 'since is no date')
      if (query.page < 1) return notFound('No such page')
      const newsOnly = query.kind === 'article'
      const before = newsOnly ? [] : await cached(`sitemap|${context.mask}`, () => listStaticEntries(context), 30_000)
      const count = await store.countSitemapArticles(toView(context), since, newsOnly)
      const pages = Math.ceil((before.length + count) / SITEMAP_PAGE)
      if (query.page > Math.max(pages, 1)) return notFound('No such page')
      const start = (query.page - 1) * SITEMAP_PAGE
      const own = before.slice(start, start + SITEMAP_PAGE)
      const rows = await store.listSitemapArticles(
        toView(context),
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
    },
  }

  // --- The part behind the key.

  const views = new Map<string, Map<string, number>>()
  const flushTimer = setInterval(
    () => void flushViews().catch((error: unknown) => options.onError?.(error, 'views')),
    VIEWS_MS,
  )
  flushTimer.unref()
  let lastSweep = 0

  /** Views are counted in memory and written together: a kill loses the last seconds of a statistic, never more. */
  async function flushViews(): Promise<void> {
    const waiting = [...views]
    views.clear()
    const time = now()
    const hour = new Date(Math.floor(time.getTime() / HOUR) * HOUR)
    for (const [publication, counts] of waiting) await store.addViews(publication, hour, counts)
    if (waiting.length > 0 && Math.abs(time.getTime() - lastSweep) > HOUR) {
      lastSweep = time.getTime()
      await store.dropViewsBefore(new Date(time.getTime() - 2 * MOST_READ_MS))
    }
  }

  const internal: Handlers<typeof CONTENT_INTERNAL, Context> = {
    async getFullArticle({ params, context }) {
      const found = await store.getFullArticle(params.id, toView(context))
      if (found === null) return notFound('No such article')
      return found.removed ? gone() : toReadable(found.article, context)
    },
    recordView({ body, context }) {
      const counts = views.get(context.publication.code) ?? new Map<string, number>()
      views.set(context.publication.code, counts)
      if (counts.size < 20_000) counts.set(body.id, (counts.get(body.id) ?? 0) + 1)
      return undefined
    },
    async ingest({ body, context }) {
      const owner = context.publication.code
      const carriers = (body.publications ?? []).flatMap((code) => toMandator(code) ?? [])
      const { results, hidden } = await ingestDocuments(
        store,
        async (trx) => createTaxonomy(await store.loadTaxonomy(trx)),
        { owner, carriers, documents: body.documents, now: now() },
      )
      const changed = results.filter(({ outcome }) => outcome !== 'unchanged' && outcome !== 'refused')
      if (changed.length > 0) {
        // New sections and tags may have come in the same transaction.
        taxonomy = null
        await announce({ ids: changed.flatMap(({ id }) => id ?? []), kind: 'article' })
        if (hidden.length > 0) await announce({ ids: hidden, kind: 'removed' })
        scheduleTidyUp(changed.length)
      }
      return { results, seed: (await store.getMark(SEED_MARK)) ?? '' }
    },
    async listChanges({ query }) {
      const last = await store.getLastSequence()
      const { changes, isComplete } = await store.listChanges(query.after, 1000)
      if (!isComplete) return { last, changes: [{ sequence: last, id: '*', kind: 'all' }] }
      return { last: changes.at(-1)?.sequence ?? Math.max(last, query.after), changes }
    },
    listPaidMedia: ({ query }) => listPaidMedia(query.after),
  }

  /** The number is read first: what is written meanwhile is told again, never missed. */
  async function listPaidMedia(after: number): Promise<PaidMediaChanges> {
    const last = await store.getLastSequence()
    const { changes, isComplete } = await store.listChanges(after, MEDIA_CHANGES)
    const isWhole =
      after === 0 ||
      !isComplete ||
      last < after ||
      changes.length === MEDIA_CHANGES ||
      changes.some(({ kind }) => kind === 'all')
    if (isWhole) return { last, isWhole, paid: await store.listPaidMedia(), open: [] }
    const media = changes.length === 0 ? [] : await store.listMediaOf([...new Set(changes.map(({ id }) => id))])
    const { paid = [], open = [] } = Object.groupBy(media, ({ isPaid }) => (isPaid ? 'paid' : 'open'))
    return { last, isWhole, paid: paid.map(({ name }) => name), open: open.map(({ name }) => name) }
  }

  let written = 0
  let tidyAfter = TIDY_AFTER
  let tidying: Promise<void> = Promise.resolve()

  function scheduleTidyUp(count: number): void {
    written += count
    if (written < tidyAfter) return
    written = 0
    tidying = tidying
      .then(async () => {
        await store.tidyUp()
        // The work grows with the tables, so it comes less often.
        tidyAfter = Math.max(TIDY_AFTER, Math.floor((await store.countArticles()) / 4))
      })
      .catch((error: unknown) => options.onError?.(error, 'tidy-up'))
  }

  function toContext({ mandator = '' }: Readonly<Record<string, string>>): Context | Refusal {
    const code = toMandator(mandator)
    return code === null ? notFound('No such publication') : { publication: PUBLICATIONS[code], mask: toMask([code]) }
  }

  const serving = {
    base: '/:mandator',
    toContext,
    ...(options.serviceKey === undefined ? {} : { serviceKey: options.serviceKey }),
    ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
    ...(options.onError === undefined ? {} : { onError: options.onError }),
  }
  const info = {
    title: 'Content API',
    description: 'What a publication shows: pages, articles, lists, search. Public, cacheable, without credentials.',
    version: VERSION,
    base: '/{mandator}',
  }
  const app = new Hono()
  app.route('/', serveDocumentation({ ...CONTENT, ...CONTENT_INTERNAL }, info))
  app.route(
    '/',
    serveContract(CONTENT_INTERNAL, internal, {
      ...serving,
      bodyLimits: { ingest: 30_000_000 },
      headers: { 'cache-control': 'no-store' },
    }),
  )
  app.route(
    '/',
    serveContract(CONTENT, onlyVersion(handlers), { ...serving, headers: { 'cache-control': 'public, max-age=10' } }),
  )
  app.notFound((c) =>
    Response.json(
      { status: 404, code: 'NOT_FOUND', title: 'No such address', requestId: c.req.header('x-request-id') },
      { status: 404, headers: { 'content-type': 'application/problem+json' } },
    ),
  )

  return {
    app,
    async saveContent(seed) {
      const outcome = await saveSeed(store, seed, now())
      if (outcome === 'saved') {
        await announce({ ids: [], kind: 'all' })
        await store.tidyUp()
      }
      return outcome
    },
    listPaidMedia,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      clearInterval(flushTimer)
      if (followTimer !== null) clearInterval(followTimer)
      await tidying
      await flushViews()
    },
  }
}

/** Every public handler answers one version; others are addresses that do not exist. */
function onlyVersion(handlers: Handlers<typeof CONTENT, Context>): Handlers<typeof CONTENT, Context> {
  const guarded = Object.entries(handlers).map(([name, handle]) => [
    name,
    (call: { params: { version: string } }) =>
      call.params.version === VERSION
        ? (handle as (call: unknown) => unknown)(call)
        : problem(404, 'UNKNOWN_VERSION', `This service speaks ${VERSION}`),
  ])
  return Object.fromEntries(guarded) as Handlers<typeof CONTENT, Context>
}

function toTagAncestorIds(tagIds: readonly string[], known: Taxonomy): Pick<Teaser, 'tagAncestorIds'> {
  const ids = new Set(tagIds.flatMap((id) => known.listTagAncestors(id).map((tag) => tag.id)))
  return ids.size === 0 ? {} : { tagAncestorIds: [...ids] }
}

function toIds(list: string | undefined): string[] {
  return [
    ...new Set(
      (list ?? '')
        .split(',')
        .map((id) => id.trim())
        .filter((id) => /^[\wäöüß-]{1,64}$/.test(id)),
    ),
  ].slice(0, 200)
}

function toPodcastPath({ title, id }: { title: string; id: string }): string {
  return buildPath({ name: 'podcast-detail', slug: slugOf(title), id })
}

function toSafeEntry({ label, target, icon, children }: MenuEntry): MenuEntry[] {
  const safe = toSafeAddress(target, ['http:', 'https:', 'mailto:', 'tel:'])
  return safe === null
    ? []
    : [{ label, target: safe, ...(icon === undefined ? {} : { icon }), children: children.flatMap(toSafeEntry) }]
}
