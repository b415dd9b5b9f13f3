/** Articles and test reports as a reader gets them: references to other articles become teasers. */
import {
  CONTENT,
  type Article,
  type ArticleRef,
  type ContentItem,
  type NamedPerson,
  type Teaser,
  type TestReport,
} from '@lokalteil/contracts/content'
import { foldGerman } from '@lokalteil/domain/german-text'
import { divideRelated, MOST_OF_STORY } from '@lokalteil/domain/reading/related'
import { buildPath } from '@lokalteil/domain/routing/routes'
import { keepAnswer, type Refusal } from '../../platform/serve.ts'
import { listLinkedArticles } from '../article-links.ts'
import { LISTS, type StoredArticle } from '../article-record.ts'
import {
  cached,
  follow,
  getTaxonomy,
  gone,
  notFound,
  toView,
  type ContentContext,
  type PublicationContext,
  type PublicHandler,
  type InternalHandler,
} from '../context.ts'
import { openSealed, sanitiseArticle } from '../sanitise.ts'
import * as articleStore from '../store/articles.ts'
import { listIdsByFormerAddress } from '../store/former-addresses.ts'
import * as listStore from '../store/lists.ts'
import type { Sealed } from '../store/view.ts'
import type { Taxonomy } from '../taxonomy.ts'
import { listArticleBlocks } from '../fronts/article-blocks.ts'
import { loadArticleMap } from './article-map.ts'
import { loadFront } from './fronts.ts'
import { listNewest, listTeasersById, openTeasers, toTagAncestorIds } from './teasers.ts'

type ReadableArticle = (Article | TestReport) & Record<string, unknown>

/** Articles in memory, of about 100 kB each, so that variants of a page do not read them again. */
const MOST_ARTICLES = 300
const ARTICLE_MS = 60_000
const RELATED = 4
const EARLIER = 4

export const getArticle: PublicHandler<'getArticle'> = async (content, { params, context }) => {
  return getReadable(content, params.id, context, false)
}

export const getTestReport: PublicHandler<'getTestReport'> = async (content, { params, context }) => {
  return getReadable(content, params.id, context, true) as Promise<TestReport | Refusal>
}

export const getFullArticle: InternalHandler<'getFullArticle'> = async (content, { params, context }) => {
  const found = await articleStore.getFullArticle(content.db, params.id, toView(content, context))
  if (found === null) return notFound('No such article')
  return found.removed ? gone() : toReadable(content, found.article, context)
}

async function getReadable(
  content: ContentContext,
  id: string,
  context: PublicationContext,
  isTestReport: boolean,
): Promise<ReadableArticle | Refusal> {
  await follow(content)
  const key = `${context.publication.code}|${id}`
  const time = content.now().getTime()
  // Another map after a change: an answer of before is not kept.
  const { articles } = content.memory
  const known = articles.get(key)
  if (known?.isTestReport === isTestReport && time < known.until && known.until - time <= ARTICLE_MS)
    return known.answer as ReadableArticle
  const found = await articleStore.getArticle(content.db, id, toView(content, context))
  if (found === null) return notFound('No such article')
  if (found.removed) return gone()
  if (found.isTestReport !== isTestReport) return notFound('No such article')
  const endpoint = isTestReport ? CONTENT.getTestReport : CONTENT.getArticle
  const answer = keepAnswer(endpoint, (await toReadable(content, found.article, context)) as never)
  articles.delete(key)
  articles.set(key, { answer, isTestReport, until: time + ARTICLE_MS })
  if (articles.size > MOST_ARTICLES) articles.delete(articles.keys().next().value!)
  return answer as ReadableArticle
}

/** Completes a stored article with the teasers of others and with the names that the showing publication uses. */
export async function toReadable(
  content: ContentContext,
  sealed: Sealed,
  context: PublicationContext,
): Promise<ReadableArticle> {
  const {
    relatedIds,
    relatedTopics: _relatedTopics,
    ...stored
  } = openSealed<StoredArticle>(sealed.text, sealed.seal, sanitiseArticle)
  const inText = stored.contentItems.flatMap((item) => (item.type === 'articleReference' ? [item.articleId] : []))
  const linkedIds = await listLinkedIds(content, stored.contentItems, context)
  const known = await getTaxonomy(content, context)
  const tags = stored.tags.flatMap(({ id }) => known.getTag(id) ?? []).map(known.toTagRef)
  const section = known.getSection(stored.section.path)
  const list = tags[0] === undefined ? LISTS.section(stored.section.path) : LISTS.tag(tags[0].id)
  const named = [...relatedIds, ...inText, ...linkedIds]
  const [byId, ofTopic, ofStory] = await Promise.all([
    named.length === 0 ? [] : listTeasersById(content, named, context),
    listNewest(content, list, context, RELATED + EARLIER + 6),
    listStory(content, tags, context, known),
  ])
  const teaserOf = new Map(byId.map((teaser) => [teaser.documentId, teaser]))
  const toTeasersOf = (ids: readonly string[]) => ids.flatMap((id) => teaserOf.get(id) ?? [])
  const { related, earlier } = divideRelated(
    stored,
    { named: toTeasersOf(relatedIds), linked: toTeasersOf(linkedIds), ofStory, ofTopic, inText: new Set(inText) },
    { related: RELATED, earlier: EARLIER },
  )
  const contentItems = stored.contentItems.flatMap((item): ContentItem[] => {
    if (item.type === 'people') return [{ ...item, people: item.people.map((person) => withPage(person, known)) }]
    if (item.type !== 'articleReference') return [item]
    const teaser = teaserOf.get(item.articleId)
    return teaser === undefined ? [] : [{ type: 'articleTeaser', articleTeaser: teaser }]
  })
  const sectionName = section?.name ?? stored.section.displayName
  const regions = stored.regions.flatMap(({ id }) => known.getRegion(id) ?? [])
  const map = await loadArticleMap(content, context, regions, known)
  const blocks = listArticleBlocks(await loadFront(content, context), stored.section.path, tags, known)
  return {
    ...stored,
    authors: stored.authors.map(known.toOwnAuthor),
    section: { path: stored.section.path, displayName: sectionName },
    breadcrumb: known.toBreadcrumb(stored.section.path),
    maintag: tags[0] ?? null,
    tags,
    regions: regions.map(known.toRegionRef),
    ...(map && { map }),
    ...toTagAncestorIds(
      tags.map(({ id }) => id),
      known,
    ),
    relatedArticles: {
      topicName: toTopicName(tags) || sectionName,
      teasers: related,
      ...(earlier.length === 0 ? {} : { earlier: earlier.map(toRef) }),
    },
    contentItems,
    ...(blocks.length === 0 ? {} : { blocks }),
  }
}

/** Ids of the articles that the text links to. */
async function listLinkedIds(
  { db }: ContentContext,
  items: StoredArticle['contentItems'],
  { publication }: PublicationContext,
): Promise<string[]> {
  const { ids, formerAddresses } = listLinkedArticles(items, publication.hosts)
  if (formerAddresses.length === 0) return ids
  return [...ids, ...(await listIdsByFormerAddress(db, publication.code, formerAddresses))]
}

/** Articles of the article's first topic that is one story; one more than are shown. */
async function listStory(
  content: ContentContext,
  tags: readonly { id: string }[],
  context: PublicationContext,
  known: Taxonomy,
): Promise<Teaser[]> {
  const topic = known.topics.find(({ story, tagIds }) => story && tags.some(({ id }) => tagIds.includes(id)))
  if (topic === undefined) return []
  return cached(content, `story|${context.publication.code}|${topic.id}`, async () => {
    const lists = topic.tagIds.map(LISTS.tag)
    const { teasers } = await listStore.listFeed(content.db, lists, toView(content, context), MOST_OF_STORY + 1, 0, 0)
    return openTeasers(content, teasers, context)
  })
}

function toRef({ documentId, title, targetPathOrUrl, publishDate }: Teaser): ArticleRef {
  return { id: documentId, title, path: targetPathOrUrl, publishDate }
}

/** People get a page if they are an author here, or have a tag or a topic. */
function withPage(person: NamedPerson, known: Taxonomy): NamedPerson {
  const author = known.findAuthor(person.name)
  if (author?.isCurated === true) return { ...person, path: known.toAuthor(author).urlPath }
  const name = foldGerman(person.name.trim())
  const topic = known.topics.find(({ title }) => foldGerman(title) === name)
  if (topic !== undefined) return { ...person, path: buildPath({ name: 'topic', id: topic.id, page: null }) }
  const tag = known.findTag(person.name)
  return tag === null || foldGerman(tag.name) !== name ? person : { ...person, path: known.toTagRef(tag).fullPath }
}

function toTopicName(tags: readonly { displayName: string }[]): string {
  return tags
    .slice(0, 2)
    .map(({ displayName }) => displayName.replaceAll(',', ' '))
    .join(', ')
}
