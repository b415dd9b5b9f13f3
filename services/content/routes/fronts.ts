/** The home page, the pages of sections and of tags, and breaking news. */
import type { Block, ChannelPage, MenuEntry, SectionRef, Teaser } from '@lokalteil/contracts/content'
import { Front, type FrontBlock } from '@lokalteil/contracts/publication/front'
import { bindNumbers } from '@lokalteil/domain/reading/no-break'
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
import { composeFront, composeHome, NOTHING_BY_HAND, toCurated } from '../fronts/compose-front.ts'
import { toMaterialOfSection, type Material } from '../fronts/material.ts'
import { toNeeds } from '../fronts/sources.ts'
import {
  composeUsualSection,
  findSectionFront,
  listUsualSectionBlocks,
  NO_FRONT,
  toUsualHome,
} from '../fronts/usual-fronts.ts'
import * as articleStore from '../store/articles.ts'
import * as listStore from '../store/lists.ts'
import type { Sealed } from '../store/view.ts'
import { loadEntries, loadNewsletters, loadPodcasts } from './entries.ts'
import { loadMenus } from './menus.ts'
import { loadTopics } from './taxonomy.ts'
import { HOUR, listNewest, listPage, listTeasersById, loadMostRead, toTeasers } from './teasers.ts'

/** Milliseconds for which an urgent article is breaking news. */
export const BREAKING_MS = 6 * HOUR

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
    item:
      item === null
        ? null
        : { title: bindNumbers(item.title), target: item.path, publishDate: item.shown.toISOString() },
  }
}

async function getChannelPage(
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
        ? await composeSectionPage(content, path, children, list.teasers, context)
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

async function getTagPage(
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

function composeHomePage(content: ContentContext, context: PublicationContext) {
  return cached(content, `home|${context.publication.code}`, async () => {
    const [front, known, newest] = await Promise.all([
      loadFront(content, context),
      getTaxonomy(content, context),
      listNewest(content, LISTS.headlines, context, 60),
    ])
    const blocks = front.home ?? toUsualHome(known.listChildSections(''))
    const curated = toCurated(front, content.now())
    const material = await loadMaterial(content, context, blocks, {
      newest,
      ground: front.ground,
      ids: [...curated.leads, ...curated.tops],
    })
    return composeHome(blocks, material, curated)
  })
}

function composeSectionPage(
  content: ContentContext,
  path: string,
  children: readonly SectionRef[],
  teasers: readonly Teaser[],
  context: PublicationContext,
) {
  return cached(content, `section|${context.publication.code}|${path}`, async () => {
    const front = await loadFront(content, context)
    const { hidden } = toCurated(front, content.now())
    const own = findSectionFront(front, path)
    const blocks = own ?? listUsualSectionBlocks(children)
    const material = await loadMaterial(content, context, blocks, {
      newest: teasers,
      ground: front.ground,
      ids: [],
    })
    const ofSection = toMaterialOfSection(path, material)
    const composed =
      own === null
        ? composeUsualSection(path, children, ofSection, hidden)
        : composeFront(own, ofSection, { ...NOTHING_BY_HAND, hidden })
    const shown = new Set(composed.flatMap(listShown))
    return { blocks: composed, rest: teasers.filter(({ documentId }) => !shown.has(documentId)) }
  })
}

export function loadFront(content: ContentContext, context: PublicationContext): Promise<Front> {
  return cached(
    content,
    `front|${context.publication.code}`,
    async () => {
      const [stored] = await loadEntries<unknown>(content, 'front', context)
      // A front of a later version that this one cannot read counts as none.
      const read = Front.safeParse(stored)
      return read.success ? read.data : NO_FRONT
    },
    30_000,
  )
}

/** Loads every list that a block needs, once and in parallel, and no other. */
async function loadMaterial(
  content: ContentContext,
  context: PublicationContext,
  blocks: readonly FrontBlock[],
  given: { newest: readonly Teaser[]; ground: readonly string[]; ids: readonly string[] },
): Promise<Material> {
  const known = await getTaxonomy(content, context)
  const needs = toNeeds(blocks, known)
  const ids = new Set([...needs.ids, ...given.ids])
  const [sealed, byId, mostRead, podcasts, newsletters, topics, menus] = await Promise.all([
    // More than one block shows, because other blocks take some of them.
    listStore.listTeasersOfLists(content.db, [...needs.lists], toView(content, context), Math.max(24, needs.most + 8)),
    ids.size === 0 ? [] : listTeasersById(content, [...ids], context),
    needs.mostRead ? loadMostRead(content, context) : [],
    needs.podcasts ? loadPodcasts(content, context) : [],
    needs.newsletter ? loadNewsletters(content, context) : [],
    needs.topics ? loadTopics(content, context) : [],
    needs.services ? loadMenus(content, context) : new Map<string, MenuEntry[]>(),
  ])
  // Memoised, because most articles are in several lists.
  const opened = new Map<string, Teaser>()
  const open = (one: Sealed): Teaser => {
    const found = opened.get(one.text) ?? toTeasers([one], known)[0]!
    opened.set(one.text, found)
    return found
  }
  return {
    known,
    now: content.now(),
    ground: given.ground,
    newest: given.newest,
    mostRead,
    byList: new Map([...sealed].map(([list, teasers]) => [list, teasers.map(open)])),
    byId: new Map(byId.map((teaser) => [teaser.documentId, teaser])),
    episodes: podcasts
      .flatMap(({ podcast, episodes }) => episodes.map((episode) => ({ ...episode, podcastTitle: podcast.title })))
      .sort((a, b) => Date.parse(b.publishDate) - Date.parse(a.publishDate)),
    newsletters,
    topics,
    services: menus.get('siteServicesMenuHandle') ?? [],
  }
}

function listShown(block: Block): string[] {
  const teasers = block.kind === 'lead' ? [block.teaser, ...block.related] : 'teasers' in block ? block.teasers : []
  return teasers.map(({ documentId }) => documentId)
}
