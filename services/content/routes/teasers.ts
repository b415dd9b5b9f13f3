/** Teasers: the newest of a list, pages of it, the most read, and single ones by id. */
import type { Teaser, TeaserPage } from '@lokalteil/contracts/content'
import { freeze } from '../../platform/serve.ts'
import { LISTS } from '../article-record.ts'
import {
  cached,
  getTaxonomy,
  gone,
  inPage,
  notFound,
  PAGE_SIZE,
  toView,
  type ContentContext,
  type PublicationContext,
  type PublicHandler,
} from '../context.ts'
import { openSealed, sanitiseTeaser } from '../sanitise.ts'
import * as articleStore from '../store/articles.ts'
import * as listStore from '../store/lists.ts'
import type { Sealed } from '../store/view.ts'
import * as viewStore from '../store/views.ts'
import type { Taxonomy } from '../taxonomy.ts'

export const HOUR = 3_600_000
export const MOST_READ_MS = 48 * HOUR
/** More than are shown, because the home page leaves out those it shows elsewhere. */
const MOST_READ_CANDIDATES = 25

export const getTeaser: PublicHandler<'getTeaser'> = async (content, { params, context }) => {
  const [teaser] = await listTeasersById(content, [params.id], context)
  if (teaser !== undefined) return teaser
  return (await articleStore.isRemoved(content.db, params.id)) ? gone() : notFound('No such article')
}

export const listTeasers: PublicHandler<'listTeasers'> = async (content, { query, context }) => {
  return { teasers: await listTeasersById(content, toIds(query.ids), context) }
}

export const listArticlesByTags: PublicHandler<'listArticlesByTags'> = async (content, { query, context }) => {
  const lists = [...toIds(query.tags).map(LISTS.tag), ...toIds(query.regions).map(LISTS.region)]
  return inPage(await listFeedPage(content, lists, context, query.page, query.limit, 100))
}

export const listHeadlines: PublicHandler<'listHeadlines'> = async (content, { query, context }) => {
  return inPage(await listPage(content, LISTS.headlines, context, query.page))
}

export const listNewestArticles: PublicHandler<'listNewestArticles'> = async (content, { query, context }) => {
  return inPage(await listPage(content, LISTS.all, context, query.page))
}

export const listMostRead: PublicHandler<'listMostRead'> = async (content, { context }) => {
  return { teasers: (await loadMostRead(content, context)).slice(0, 10) }
}

export const listTestReports: PublicHandler<'listTestReports'> = async (content, { query, context }) => {
  const list = await listPage(content, LISTS.testReports, context, query.page)
  return list === null ? notFound('No such page') : { title: 'Testberichte', titlePrefix: 'Im Test', ...list }
}

export async function listTeasersById(
  content: ContentContext,
  ids: readonly string[],
  context: PublicationContext,
): Promise<Teaser[]> {
  const found = await articleStore.listTeasersById(content.db, ids, toView(content, context))
  return openTeasers(
    content,
    [...new Set(ids)].flatMap((id) => found.get(id) ?? []),
    context,
  )
}

export function listNewest(content: ContentContext, list: string, context: PublicationContext, count: number) {
  return cached(content, `n|${context.publication.code}|${list}|${count}`, async () =>
    openTeasers(content, await listStore.listTeasers(content.db, list, toView(content, context), count), context),
  )
}

export function loadMostRead(content: ContentContext, context: PublicationContext) {
  return cached(
    content,
    `mostRead|${context.publication.code}`,
    async () => {
      const view = toView(content, context)
      const read = await openTeasers(
        content,
        await viewStore.listMostRead(
          content.db,
          context.publication.code,
          view,
          new Date(view.now.getTime() - MOST_READ_MS),
          MOST_READ_CANDIDATES,
        ),
        context,
      )
      if (read.length >= MOST_READ_CANDIDATES) return read
      const newest = await listNewest(content, LISTS.headlines, context, 60)
      const filled = new Map(
        [...read, ...newest.filter(({ img }) => img !== null)].map((teaser) => [teaser.documentId, teaser]),
      )
      return [...filled.values()].slice(0, MOST_READ_CANDIDATES)
    },
    30_000,
  )
}

export function countList(content: ContentContext, list: string, context: PublicationContext) {
  return cached(content, `c|${context.publication.code}|${list}`, () =>
    listStore.countList(content.db, list, toView(content, context)),
  )
}

/** Null: there is no such page (0, or past the end; page 1 always exists). */
export async function listPage(
  content: ContentContext,
  list: string,
  context: PublicationContext,
  page: number,
): Promise<TeaserPage | null> {
  if (page < 1) return null
  const total = await countList(content, list, context)
  const pages = Math.ceil(total / PAGE_SIZE)
  if (page > Math.max(pages, 1)) return null
  const teasers =
    total === 0
      ? []
      : await openTeasers(
          content,
          await listStore.listTeasers(content.db, list, toView(content, context), PAGE_SIZE, (page - 1) * PAGE_SIZE),
          context,
        )
  return { teasers, page, pages, total }
}

export async function listFeedPage(
  content: ContentContext,
  lists: readonly string[],
  context: PublicationContext,
  page: number,
  limit: number,
  ahead: number,
): Promise<TeaserPage | null> {
  if (page < 1) return null
  const { teasers, total } = await listStore.listFeed(
    content.db,
    lists,
    toView(content, context),
    limit,
    (page - 1) * limit,
    ahead,
  )
  const pages = Math.ceil(total / limit)
  return page > Math.max(pages, 1)
    ? null
    : { teasers: await openTeasers(content, teasers, context), page, pages, total }
}

export async function openTeasers(content: ContentContext, sealed: readonly Sealed[], context: PublicationContext) {
  return toTeasers(sealed, await getTaxonomy(content, context))
}

/**
 * Teasers with the names that the showing publication uses, without tags it does not have. The same objects again for the same
 * stored text, until the taxonomy changes.
 */
export function toTeasers(sealed: readonly Sealed[], known: Taxonomy): Teaser[] {
  let opened = teasers.get(known)
  if (opened === undefined) teasers.set(known, (opened = new Map()))
  return sealed.map(({ text, seal }) => {
    let teaser = opened.get(text)
    if (teaser !== undefined) return teaser
    teaser = toOwnTeaser(openSealed(text, seal, sanitiseTeaser), known)
    opened.set(text, process.env.NODE_ENV === 'production' ? teaser : freeze(teaser))
    if (opened.size > MOST_TEASERS) opened.delete(opened.keys().next().value!)
    return teaser
  })
}

const teasers = new WeakMap<Taxonomy, Map<string, Teaser>>()
/** Of about 4 kB each. */
const MOST_TEASERS = 2000

function toOwnTeaser(teaser: Teaser, known: Taxonomy): Teaser {
  const tagIds = teaser.tagIds.filter((id) => known.getTag(id) !== null)
  return {
    ...teaser,
    authors: teaser.authors.map(known.toOwnAuthor),
    sectionName: known.getSection(teaser.sectionPath)?.name ?? teaser.sectionName,
    tagIds,
    regionIds: teaser.regionIds.filter((id) => known.getRegion(id) !== null),
    ...toTagAncestorIds(tagIds, known),
  }
}

export function toTagAncestorIds(tagIds: readonly string[], known: Taxonomy): Pick<Teaser, 'tagAncestorIds'> {
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
