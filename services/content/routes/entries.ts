/** Podcasts, newsletters, coupons, documents and the sport table: things that are stored as a whole. */
import type { Episode, LegalDocument, Newsletter, PodcastRef, SportWidget } from '@lokalteil/contracts/content'
import { slugOf } from '@lokalteil/domain/german-text'
import { buildPath } from '@lokalteil/domain/routing/routes'
import { LISTS } from '../article-record.ts'
import {
  cached,
  notFound,
  PAGE_SIZE,
  toView,
  type ContentContext,
  type PublicationContext,
  type PublicHandler,
} from '../context.ts'
import { sanitiseItems, toSafeAddress } from '../sanitise.ts'
import type { Carriers } from '../schema.ts'
import * as entryStore from '../store/entries.ts'
import type { EntryKind, StoredCoupon, StoredDocument, StoredNewsletter, StoredPodcast } from '../store/entries.ts'
import * as listStore from '../store/lists.ts'
import { listOwnEntries } from '../store/taxonomy.ts'
import { openTeasers } from './teasers.ts'

export const listPodcasts: PublicHandler<'listPodcasts'> = async (content, { query, context }) => {
  const podcasts = await loadPodcasts(content, context)
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
}

export const getPodcast: PublicHandler<'getPodcast'> = async (content, { params, context }) => {
  const podcasts = await loadPodcasts(content, context)
  const found = podcasts.find(
    ({ podcast, episodes }) => podcast.id === params.id || episodes.some(({ id }) => id === params.id),
  )
  if (found === undefined) return notFound('No such podcast')
  return { ...found, current: found.podcast.id === params.id ? null : params.id }
}

export const listCoupons: PublicHandler<'listCoupons'> = async (content, { request, context }) => {
  const maySeeCodes = content.hasKey(request.headers.get('authorization'))
  const coupons = await loadOwnEntries<StoredCoupon>(content, 'coupon', context)
  const time = content.now().getTime()
  return {
    coupons: coupons
      .filter(({ validUntil }) => Date.parse(validUntil) >= time)
      .map((coupon) => ({
        ...coupon,
        target: toSafeAddress(coupon.target) ?? '/',
        code: maySeeCodes ? coupon.code : null,
      })),
  }
}

export const listNewsletters: PublicHandler<'listNewsletters'> = async (content, { context }) => {
  return { newsletters: await loadNewsletters(content, context) }
}

export const getNewsletter: PublicHandler<'getNewsletter'> = async (content, { params, context }) => {
  return (
    (await loadNewsletters(content, context)).find(({ slug }) => slug === params.slug) ?? notFound('No such newsletter')
  )
}

export const getDocument: PublicHandler<'getDocument'> = async (content, { params, context }) => {
  const document = (await loadEntries<StoredDocument>(content, 'document', context)).find(({ id }) => id === params.id)
  if (document === undefined) return notFound('No such document')
  return { ...document, id: params.id, contentItems: sanitiseItems(document.contentItems) } satisfies LegalDocument
}

export const getSportWidget: PublicHandler<'getSportWidget'> = async (content, { context }) => {
  const [widget] = await loadEntries<SportWidget>(content, 'sport', context)
  return widget ?? notFound('This publication has no table')
}

export function loadEntries<T>(content: ContentContext, kind: EntryKind, context: PublicationContext) {
  return cached(content, `e|${kind}`, () => entryStore.listEntries(content.db, kind), 30_000).then((entries) =>
    entries.filter((entry) => isCarried(entry, context.carrier)).map(({ data }) => data as T),
  )
}

function isCarried(entry: Carriers, { publications, later }: Carriers): boolean {
  return (
    (entry.publications & publications) !== 0 || later?.some((position) => entry.later?.includes(position)) === true
  )
}

function loadOwnEntries<T>(
  content: ContentContext,
  kind: 'coupon' | 'newsletter',
  { publication }: PublicationContext,
) {
  return cached(
    content,
    `o|${publication.code}|${kind}`,
    () => listOwnEntries(content.db, publication.code, kind),
    30_000,
  ).then((entries) => entries.map(({ data }) => data as T))
}

export async function loadPodcasts(
  content: ContentContext,
  context: PublicationContext,
): Promise<{ podcast: PodcastRef; episodes: Episode[] }[]> {
  const time = content.now().getTime()
  return (await loadEntries<StoredPodcast>(content, 'podcast', context)).map((stored) => {
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

export function loadNewsletters(content: ContentContext, context: PublicationContext) {
  return cached(content, `newsletters|${context.publication.code}`, async () => {
    const stored = await loadOwnEntries<StoredNewsletter>(content, 'newsletter', context)
    return Promise.all(
      stored.map(async ({ picture, sampleSections, ...newsletter }): Promise<Newsletter> => {
        const lists = sampleSections.length === 0 ? [LISTS.all] : sampleSections.map(LISTS.section)
        const { teasers } = await listStore.listFeed(content.db, lists, toView(content, context), 3, 0, 0)
        return {
          ...newsletter,
          img: picture,
          sample: await openTeasers(content, teasers, context),
          sections: [...sampleSections],
        }
      }),
    )
  })
}

function toPodcastPath({ title, id }: { title: string; id: string }): string {
  return buildPath({ name: 'podcast-detail', slug: slugOf(title), id })
}
