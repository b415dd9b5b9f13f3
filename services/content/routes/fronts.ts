/** The home page, the pages of sections and of tags, and the line of breaking news. */
import type { Block, ChannelPage, SectionRef, Teaser } from '@lokalteil/contracts/content'
import type { Refusal } from '../../platform/serve.ts'
import { LISTS } from '../article-record.ts'
import {
  cached,
  getTaxonomy,
  notFound,
  toView,
  type ContentContext,
  type PublicationContext,
  type PublicCall,
  type PublicReply,
} from '../context.ts'
import { composeHome, composeSection, listHomeRegions, listHomeSections } from '../fronts.ts'
import * as articleStore from '../store/articles.ts'
import * as listStore from '../store/lists.ts'
import { loadNewsletters, loadPodcasts } from './entries.ts'
import { loadMenus } from './menus.ts'
import { loadTopics } from './taxonomy.ts'
import { HOUR, listNewest, listPage, loadMostRead, toTeasers } from './teasers.ts'

const BREAKING_MS = 6 * HOUR

export async function getHome(content: ContentContext, { context }: PublicCall<'getHome'>): PublicReply<'getHome'> {
  return { blocks: await composeHomePage(content, context) }
}

export async function getChannel(
  content: ContentContext,
  { params, query, context }: PublicCall<'getChannel'>,
): PublicReply<'getChannel'> {
  const path = params.path.replace(/^\/+|\/+$/g, '')
  const numbered = /^(.+)\/(\d{1,6})$/.exec(path)
  if (numbered !== null) {
    const known = await getTaxonomy(content, context)
    if (known.getSection(path) === null) return getChannelPage(content, numbered[1]!, Number(numbered[2]), context)
  }
  return getChannelPage(content, path, query.page, context)
}

export function getTagArticles(
  content: ContentContext,
  { params, query, context }: PublicCall<'getTagArticles'>,
): PublicReply<'getTagArticles'> {
  return getTagPage(content, params.slug, query.page, context)
}

export async function getBreakingNews(
  content: ContentContext,
  { context }: PublicCall<'getBreakingNews'>,
): PublicReply<'getBreakingNews'> {
  const view = toView(content, context)
  const item = await articleStore.getBreakingNews(content.db, view, new Date(view.now.getTime() - BREAKING_MS))
  return {
    item: item === null ? null : { title: item.title, target: item.path, publishDate: item.shown.toISOString() },
  }
}

export async function getChannelPage(
  content: ContentContext,
  path: string,
  page: number,
  context: PublicationContext,
): Promise<ChannelPage | Refusal> {
  const known = await getTaxonomy(content, context)
  const section = known.getSection(path)
  if (section !== null) {
    const list = await listPage(content, LISTS.section(path), context, page)
    if (list === null) return notFound('No such page of this section')
    const children = known.listChildSections(path)
    const front: { blocks: Block[]; rest: Teaser[] } =
      page === 1
        ? await composeSectionPage(content, path, section.name, children, list.teasers, context)
        : { blocks: [], rest: list.teasers }
    return {
      kind: 'channel',
      path,
      displayName: section.name,
      seoTitle: section.seoTitle,
      description: section.description,
      breadcrumb: known.toBreadcrumb(path),
      children,
      blocks: front.blocks,
      ...list,
      teasers: front.rest,
    }
  }
  return path.includes('/') ? notFound('No such section') : getTagPage(content, path, page, context)
}

export async function getTagPage(
  content: ContentContext,
  slug: string,
  page: number,
  context: PublicationContext,
): Promise<ChannelPage | Refusal> {
  const known = await getTaxonomy(content, context)
  const tag = known.getTagBySlug(slug)
  if (tag === null) return notFound('No such section or tag')
  const list = await listPage(content, LISTS.tag(tag.id), context, page)
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

export function composeHomePage(content: ContentContext, context: PublicationContext) {
  return cached(content, `home|${context.publication.code}`, async () => {
    const { code } = context.publication
    const known = await getTaxonomy(content, context)
    const sectionPaths = listHomeSections(code).filter((path) => known.getSection(path) !== null)
    const regions = listHomeRegions(code).flatMap((id) => known.getRegion(id) ?? [])
    const [newest, byList, mostRead, podcasts, newsletters, topics, menus] = await Promise.all([
      listNewest(content, LISTS.headlines, context, 60),
      listStore.listTeasersOfLists(
        content.db,
        [
          ...sectionPaths.map(LISTS.section),
          ...regions.map(({ id }) => LISTS.region(id)),
          LISTS.opinion,
          LISTS.videos,
          LISTS.testReports,
        ],
        toView(content, context),
        16,
      ),
      loadMostRead(content, context),
      loadPodcasts(content, context),
      loadNewsletters(content, context),
      loadTopics(content, context),
      loadMenus(content, context),
    ])
    const of = (list: string) => toTeasers(byList.get(list) ?? [], known)
    return composeHome({
      publication: code,
      now: content.now(),
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
}

export function composeSectionPage(
  content: ContentContext,
  path: string,
  name: string,
  children: readonly SectionRef[],
  teasers: readonly Teaser[],
  context: PublicationContext,
) {
  return cached(content, `section|${context.publication.code}|${path}`, async () => {
    const known = await getTaxonomy(content, context)
    const [below, topics, newsletters] = await Promise.all([
      listStore.listTeasersOfLists(
        content.db,
        children.map((child) => LISTS.section(child.path)),
        toView(content, context),
        14,
      ),
      loadTopics(content, context),
      loadNewsletters(content, context),
    ])
    const tagIds = new Set(teasers.flatMap((teaser) => teaser.tagIds))
    return composeSection({
      section: { path, name },
      now: content.now(),
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
}
