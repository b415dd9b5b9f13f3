/** The home page, and the pages of sections and of tags. */
import {
  CONTENT,
  type Block,
  type ChannelPage,
  type FrontEdit,
  type HomePage,
  type MenuEntry,
  type Teaser,
  type TeaserPage,
} from '@lokalteil/contracts/content'
import { Front, type FrontBlock } from '@lokalteil/contracts/publication/front'
import { keepAnswer, type Refusal } from '../../platform/serve.ts'
import { LISTS } from '../article-record.ts'
import {
  cached,
  getTaxonomy,
  notFound,
  toEditsKey,
  toFrontId,
  toFrontKey,
  toView,
  type ContentContext,
  type PublicationContext,
  type PublicHandler,
} from '../context.ts'
import { composeFront, composeHome, toCurated, type Curated } from '../fronts/compose-front.ts'
import { listInForce, placeEdits, toShownTeaser, withTexts, type PlacedEdits } from '../fronts/front-edits.ts'
import { toMaterialOfSection, type Material } from '../fronts/material.ts'
import type { Composed } from '../fronts/page.ts'
import { toNeeds } from '../fronts/sources.ts'
import { composeUsualSection, findSectionFront, NO_FRONT, toUsualHome, toUsualSection } from '../fronts/usual-fronts.ts'
import { listStoredEdits } from '../store/front-edits.ts'
import * as listStore from '../store/lists.ts'
import type { Sealed } from '../store/view.ts'
import type { Section, Taxonomy } from '../taxonomy.ts'
import { loadEntries, loadNewsletters, loadPodcasts } from './entries.ts'
import { loadMenus } from './menus.ts'
import { loadTopics } from './taxonomy.ts'
import { listNewest, listPage, listTeasersById, loadMostRead, toTeasers } from './teasers.ts'

export const getHome: PublicHandler<'getHome'> = async (content, { context }) => {
  return cached(content, toFrontKey(toFrontId(context.publication.code, '')), async () => {
    const { blocks } = await composeHomePage(content, context, listFrontEdits(content, context, ''))
    return keepAnswer(CONTENT.getHome, { blocks })
  })
}

export const getChannel: PublicHandler<'getChannel'> = async (content, { params, query, context }) => {
  const path = params.path.replace(/^\/+|\/+$/g, '')
  const numbered = /^(.+)\/(\d{1,6})$/.exec(path)
  if (numbered !== null) {
    const known = await getTaxonomy(content, context)
    if (known.getSection(path) === null) return getChannelPage(content, numbered[1]!, Number(numbered[2]), context)
  }
  return getChannelPage(content, path, query.page, context)
}

export const getTagArticles: PublicHandler<'getTagArticles'> = (content, { params, query, context }) => {
  return getTagPage(content, params.slug, query.page, context)
}

async function getChannelPage(
  content: ContentContext,
  path: string,
  page: number,
  context: PublicationContext,
): Promise<ChannelPage | Refusal> {
  const known = await getTaxonomy(content, context)
  const section = known.getSection(path)
  if (section === null)
    return path.includes('/') ? notFound('No such section') : getTagPage(content, path, page, context)
  const { code } = context.publication
  const key = page === 1 ? toFrontKey(toFrontId(code, path)) : `section|${code}|${path}|${page}`
  return cached(content, key, async () => {
    const list = await listPage(content, LISTS.section(path), context, page)
    if (list === null) return notFound('No such page of this section')
    const front: Pick<FrontPage, 'blocks' | 'rest'> =
      page === 1
        ? await composeSection(content, path, list.teasers, context, listFrontEdits(content, context, path))
        : { blocks: [], rest: list.teasers }
    return keepAnswer(CONTENT.getChannel, toChannelPage(section, list, front, known))
  })
}

function toChannelPage(
  { path, name, seoTitle, description }: Section,
  list: TeaserPage,
  { blocks, rest }: Pick<FrontPage, 'blocks' | 'rest'>,
  known: Taxonomy,
): ChannelPage {
  return {
    kind: 'channel',
    path,
    displayName: name,
    seoTitle,
    description,
    breadcrumb: known.toBreadcrumb(path),
    children: known.listChildSections(path),
    blocks,
    ...list,
    teasers: rest,
  }
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
  return cached(content, `tag|${context.publication.code}|${tag.id}|${page}`, async () => {
    const list = await listPage(content, LISTS.tag(tag.id), context, page)
    if (list === null) return notFound('No such page of this tag')
    return keepAnswer(CONTENT.getChannel, {
      kind: 'tag',
      tag: known.toTagRef(tag),
      ancestors: known.listTagAncestors(tag.id).toReversed().map(known.toTagRef),
      children: known
        .listChildTags(tag.id)
        .filter(({ isCurated }) => isCurated)
        .map(known.toTagRef),
      ...list,
    })
  })
}

/**
 * A composed front. `listed`: its blocks as the folder has them; `rest`: further articles for the list of a section below it.
 */
export type FrontPage = Composed & {
  rest: Teaser[]
  listed: readonly FrontBlock[]
  placed: PlacedEdits
  isListed: boolean
}

/** May be a promise, so that edits are read in parallel with other parts of a front. */
type Edits = readonly FrontEdit[] | Promise<readonly FrontEdit[]>

async function listFrontEdits(content: ContentContext, context: PublicationContext, path: string) {
  const { code } = context.publication
  const stored = await cached(content, toEditsKey(code), () => listStoredEdits(content.db, code), 30_000)
  return stored.get(path)?.edits ?? []
}

/** The front with these edits. Null: the publication has no such section. */
export async function composeEdited(
  content: ContentContext,
  context: PublicationContext,
  path: string,
  edits: readonly FrontEdit[],
): Promise<{ front: FrontPage; page: HomePage | ChannelPage } | null> {
  if (path === '') {
    const front = await composeHomePage(content, context, edits)
    return { front, page: { blocks: front.blocks } }
  }
  const known = await getTaxonomy(content, context)
  const section = known.getSection(path)
  const list = section === null ? null : await listPage(content, LISTS.section(path), context, 1)
  if (section === null || list === null) return null
  const front = await composeSection(content, path, list.teasers, context, edits)
  return { front, page: toChannelPage(section, list, front, known) }
}

async function composeHomePage(content: ContentContext, context: PublicationContext, asked: Edits): Promise<FrontPage> {
  const [front, known, newest, edits] = await Promise.all([
    loadFront(content, context),
    getTaxonomy(content, context),
    listNewest(content, LISTS.headlines, context, 60),
    asked,
  ])
  const listed = front.home ?? toUsualHome(known.listChildSections(''))
  const { curated, placed } = toEdited(content, front, listed, edits)
  const material = await loadMaterial(content, context, listed, {
    newest,
    ground: front.ground,
    ids: [...curated.leads, ...curated.tops, ...placed.pinned],
  })
  const composed = composeHome(placed.slots, material, curated)
  return toFrontPage(composed, [], { listed, placed, isListed: front.home !== undefined })
}

async function composeSection(
  content: ContentContext,
  path: string,
  teasers: readonly Teaser[],
  context: PublicationContext,
  asked: Edits,
): Promise<FrontPage> {
  const [front, known, edits] = await Promise.all([loadFront(content, context), getTaxonomy(content, context), asked])
  const own = findSectionFront(front, path)
  const listed =
    own ?? toUsualSection(path, known.listChildSections(path), teasers, known, await loadNewsletters(content, context))
  const { curated, placed } = toEdited(content, { ...front, pinned: [] }, listed, edits)
  // The opinions and places of a usual front are those of its own list.
  const needed = own ?? listed.filter(({ block }) => block !== 'opinion' && block !== 'region')
  const material = toMaterialOfSection(
    path,
    await loadMaterial(content, context, needed, { newest: teasers, ground: front.ground, ids: placed.pinned }),
  )
  const composed =
    own === null
      ? composeUsualSection(path, placed.slots, material, curated.hidden)
      : composeFront(placed.slots, material, curated)
  return toFrontPage(composed, teasers, { listed, placed, isListed: own !== null })
}

function toEdited(
  content: ContentContext,
  front: Pick<Front, 'pinned' | 'excluded'>,
  listed: readonly FrontBlock[],
  edits: readonly FrontEdit[],
): { curated: Curated; placed: PlacedEdits } {
  const now = content.now()
  const placed = placeEdits(listed, listInForce(edits, now))
  const curated = toCurated(front, now)
  if (placed.off.size === 0) return { curated, placed }
  const isOn = (id: string) => !placed.off.has(id)
  return {
    curated: {
      leads: curated.leads.filter(isOn),
      tops: curated.tops.filter(isOn),
      hidden: new Set([...curated.hidden, ...placed.off]),
    },
    placed,
  }
}

function toFrontPage(
  { blocks, origins }: Composed,
  teasers: readonly Teaser[],
  more: Pick<FrontPage, 'listed' | 'placed' | 'isListed'>,
): FrontPage {
  const { texts } = more.placed
  const shown = new Set(blocks.flatMap(listShown).map(({ documentId }) => documentId))
  return {
    ...more,
    blocks: withTexts(blocks, texts),
    origins,
    rest: teasers.filter(({ documentId }) => !shown.has(documentId)).map((teaser) => toShownTeaser(teaser, texts)),
  }
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

/** The teasers of a block. */
export function listShown(block: Block): readonly Teaser[] {
  return block.kind === 'lead' ? [block.teaser, ...block.related] : 'teasers' in block ? block.teasers : []
}
