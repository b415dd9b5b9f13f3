/** Tags, authors, topics and regions. */
import type { TopicRef } from '@lokalteil/contracts/content'
import { compareGerman } from '@lokalteil/domain/german-text'
import { buildPath } from '@lokalteil/domain/routing/routes'
import { LISTS } from '../article-record.ts'
import {
  cached,
  getTaxonomy,
  notFound,
  PAGE_SIZE,
  toView,
  type ContentContext,
  type PublicationContext,
  type PublicHandler,
} from '../context.ts'
import * as listStore from '../store/lists.ts'
import type { Topic } from '../taxonomy.ts'
import { countList, listFeedPage, listPage } from './teasers.ts'

export const getTag: PublicHandler<'getTag'> = async (content, { params, context }) => {
  const known = await getTaxonomy(content, context)
  const tag = known.getTag(params.id)
  return tag === null ? notFound('No such tag') : { displayName: tag.name, fullPath: known.toTagRef(tag).fullPath }
}

export const getTagHierarchy: PublicHandler<'getTagHierarchy'> = async (content, { params, context }) => {
  const known = await getTaxonomy(content, context)
  const tag = known.getTag(params.id)
  return tag === null
    ? notFound('No such tag')
    : [tag, ...known.listTagAncestors(tag.id)].map(({ id, name }) => ({ id, displayName: name }))
}

export const listAuthors: PublicHandler<'listAuthors'> = async (content, { context }) => {
  const known = await getTaxonomy(content, context)
  return { authors: known.listAuthorsByName().map(known.toAuthorProfile) }
}

export const getAuthor: PublicHandler<'getAuthor'> = async (content, { params, query, context }) => {
  const known = await getTaxonomy(content, context)
  const author = known.getAuthor(params.id)
  if (author === null) return notFound('No such author')
  const list = await listPage(content, LISTS.author(author.id), context, query.page)
  return list === null ? notFound('No such page of this author') : { author: known.toAuthorProfile(author), ...list }
}

export const listTopics: PublicHandler<'listTopics'> = async (content, { context }) => {
  return {
    topics: (await loadTopics(content, context)).toSorted((a, b) => compareGerman(a.title, b.title)),
  }
}

export const getTopic: PublicHandler<'getTopic'> = async (content, { params, query, context }) => {
  const known = await getTaxonomy(content, context)
  const topic = known.getTopic(params.id)
  const ref = (await loadTopics(content, context)).find(({ id }) => id === params.id)
  if (topic === null || ref === undefined) return notFound('No such topic')
  const single = listOfTopic(topic)
  const list =
    single === null
      ? await listFeedPage(content, topic.tagIds.map(LISTS.tag), context, query.page, PAGE_SIZE, 1000)
      : await listPage(content, single, context, query.page)
  if (list === null) return notFound('No such page of this topic')
  return { topic: ref, tags: topic.tagIds.flatMap((id) => known.getTag(id) ?? []).map(known.toTagRef), ...list }
}

export const listPersonalRegions: PublicHandler<'listPersonalRegions'> = async (content, { context }) => {
  return (await getTaxonomy(content, context)).toRegionTree()
}

export const listPersonalTopics: PublicHandler<'listPersonalTopics'> = async (content, { context }) => {
  return (await getTaxonomy(content, context)).toTagTree()
}

export function loadTopics(content: ContentContext, context: PublicationContext) {
  return cached(
    content,
    `topics|${context.publication.code}`,
    async () => {
      const { topics } = await getTaxonomy(content, context)
      const view = toView(content, context)
      const refs: TopicRef[] = []
      for (const topic of topics) {
        const single = listOfTopic(topic)
        const articleCount =
          single === null
            ? (await listStore.listFeed(content.db, topic.tagIds.map(LISTS.tag), view, 0, 0, 1000)).total
            : await countList(content, single, context)
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
}

/** The list for a topic: articles with its tag or one below. Null if the topic has several tags. */
function listOfTopic(topic: Topic) {
  return topic.tagIds.length === 1 ? LISTS.tag(topic.tagIds[0]!) : null
}
