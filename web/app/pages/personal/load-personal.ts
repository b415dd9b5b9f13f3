/**
 * Data of the personal pages, loaded the same way on the server and in the browser, for the session's reader. A page
 * without its data says so; it is never a missing page. A failed look-up is left out.
 */
import type { FeedNode, Teaser } from '@lokalteil/contracts/content'
import type { MuteList } from '@lokalteil/contracts/library'
import { flattenFeed, sortKnownTopicsFirst, toFeedEntry, type FeedEntry } from '@lokalteil/domain/reading/feeds'
import {
  MOST_FEED_ARTICLES,
  toAncestors,
  toFeedQuestions,
  toFollowed,
  toPersonalFeed,
  type Feed,
  type FeedItem,
  type Followed,
} from '@lokalteil/domain/reading/personal-feed'
import type { ContentApi } from '../../page/content-api.ts'
import { readCookie } from '../../browser/consent/cookies.ts'
import type { LoadContext } from '../../page/page.ts'
import { getSession } from '../../browser/session/session.ts'
import { BookmarkError, createLibraryApi, takeAnswer, type LibraryApi } from '../../page/library-api.ts'
import { orEmpty } from '../lists/read-answer.ts'

export type PersonalContext = Pick<LoadContext, 'content' | 'publication' | 'library'>

/** `anonymous`: no login, or the session has ended. */
type Personal<T> = ({ kind: 'reader' } & T) | { kind: 'anonymous' } | { kind: 'failed' }

const LOOK_UPS_AT_ONCE = 6

/** Null: no login, or there is no library. */
export function toLibraryApi({
  library,
  publication,
}: Pick<LoadContext, 'library' | 'publication'>): LibraryApi | null {
  if (library !== undefined) return library
  const ssoId = readSsoId()
  return ssoId === null ? null : createLibraryApi(publication.code, ssoId)
}

/** Read from the cookie if the session has not verified the token yet; the server verifies it anyway. */
function readSsoId(): string | null {
  const { status, view } = getSession()
  if (status !== 'unknown') return view.userData?.ssoId ?? null
  try {
    const [, payload = ''] = (readCookie('FA_ID_TOKEN') ?? '').split('.')
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown }
    return typeof sub === 'string' && sub !== '' ? sub : null
  } catch {
    return null
  }
}

async function asReader<T>(context: PersonalContext, load: (library: LibraryApi) => Promise<T>): Promise<Personal<T>> {
  const library = toLibraryApi(context)
  if (library === null) return { kind: 'anonymous' }
  try {
    return { kind: 'reader', ...(await load(library)) }
  } catch (error) {
    if (!(error instanceof BookmarkError)) throw error
    return { kind: error.answer.status === 401 ? 'anonymous' : 'failed' }
  }
}

// Bookmarks

type BookmarkEntry = { teaser: Teaser; savedAt: string }
type BookmarkPage = {
  entries: readonly BookmarkEntry[]
  /** Number of bookmarks in this part that are no longer published. */ gone: number
  total: number
  next: number | null
}
export type BookmarksData = Personal<BookmarkPage>

const BOOKMARKS_AT_ONCE = 40

export function loadBookmarks(context: PersonalContext, offset = 0): Promise<BookmarksData> {
  return asReader(context, async (library) => {
    const [list, count] = await Promise.all([
      library.listBookmarks({ query: { limit: BOOKMARKS_AT_ONCE, offset } }),
      library.countBookmarks(),
    ])
    const bookmarks = takeAnswer('listBookmarks', list)
    const total = takeAnswer('countBookmarks', count)
    const ids = bookmarks.map(({ articleId }) => articleId)
    const found =
      ids.length === 0 ? [] : takeContent(await context.content.listTeasers({}, { ids: ids.join(',') })).teasers
    const teasers = new Map(found.map((teaser) => [teaser.documentId, teaser]))
    const entries = bookmarks.flatMap(({ articleId, ts }) =>
      teasers.has(articleId) ? [{ teaser: teasers.get(articleId)!, savedAt: ts }] : [],
    )
    return {
      entries,
      gone: bookmarks.length - entries.length,
      total,
      next: offset + bookmarks.length < total && bookmarks.length > 0 ? offset + bookmarks.length : null,
    }
  })
}

function takeContent<T>(read: { ok: true; data: T } | { ok: false; status: number }): T {
  if (read.ok) return read.data
  throw new BookmarkError('The content service does not answer', { status: 503, code: 'CONTENT' })
}

// Feeds

export type FeedView = { followed: readonly Followed[]; items: readonly FeedItem<Teaser>[]; mutes: MuteList }
/** `choices`: subjects that can be followed, also for visitors without a login. */
export type FeedData = { choices: readonly FeedNode[]; view: Personal<FeedView> }

export async function loadFeed(feed: Feed, context: PersonalContext): Promise<FeedData> {
  const { content } = context
  const lists = await listFeedNodes(content)
  const choices = feed === 'topics' ? lists.topics : lists.regions
  const view = await asReader(context, async (library) => {
    const [regions, tags, mutes] = await Promise.all([
      feed === 'regions' ? library.listRegionBookmarks() : null,
      feed === 'topics' ? library.listTagBookmarks() : null,
      library.listMutes(),
    ])
    const ids = {
      regions: regions === null ? [] : takeAnswer('listRegionBookmarks', regions).map(({ id }) => id),
      tags: tags === null ? [] : takeAnswer('listTagBookmarks', tags).map(({ id }) => id),
    }
    const lookedUp = await lookUpTags(content, ids.tags, lists.topics)
    const followed = toFollowed(
      {
        ...ids,
        tags: sortKnownTopicsFirst(
          ids.tags.map((id) => ({ id })),
          flattenFeed(lists.topics),
        ).map(({ id }) => id),
      },
      { ...lists, lookedUp },
    )
    const muted = mutes.ok ? mutes.data : { topics: [], words: [] }
    const articles = await Promise.all(
      toFeedQuestions(followed).map(
        async (question) =>
          takeContent(
            await content.listArticlesByTags(
              {},
              { tags: question.tags.join(','), regions: question.regions.join(','), limit: MOST_FEED_ARTICLES },
            ),
          ).teasers,
      ),
    )
    const items = toPersonalFeed(articles, {
      follows: followed,
      mutes: { topics: muted.topics.map(({ id }) => id), words: muted.words.map(({ word }) => word) },
      ancestors: toAncestors(lists.regions, lists.topics),
      since: null,
    })
    return { followed, items: items.slice(0, MOST_FEED_ARTICLES), mutes: muted }
  })
  return { choices, view }
}

async function listFeedNodes(
  content: ContentApi,
): Promise<{ regions: readonly FeedNode[]; topics: readonly FeedNode[] }> {
  const [regions, topics] = await Promise.all([content.listPersonalRegions(), content.listPersonalTopics()])
  return { regions: orEmpty(regions, (nodes) => nodes), topics: orEmpty(topics, (nodes) => nodes) }
}

/** Looks up followed tags that are in no list, a few at a time; failed ones are left out (S3.3-02). */
export async function lookUpTags(
  content: Pick<ContentApi, 'getTag'>,
  ids: readonly string[],
  topics: readonly FeedNode[],
): Promise<FeedEntry[]> {
  const known = new Set(flattenFeed(topics).map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  const found: FeedEntry[] = []
  for (let at = 0; at < unknown.length; at += LOOK_UPS_AT_ONCE) {
    const some = unknown.slice(at, at + LOOK_UPS_AT_ONCE)
    const reads = await Promise.all(some.map((id) => content.getTag({ id })))
    reads.forEach((read, index) => {
      if (read.ok) found.push(toFeedEntry(some[index]!, read.data))
      // oxlint-disable-next-line no-console
      else console.warn('A followed tag could not be looked up', some[index], read.status)
    })
  }
  return found
}

// Managing

/** `others`: followed tags that are in no list. */
type ManageView = { followed: readonly string[]; others: readonly FeedEntry[] }
export type ManageData = { nodes: readonly FeedNode[]; view: Personal<ManageView> }

export async function loadManage(feed: Feed, context: PersonalContext): Promise<ManageData> {
  const { content } = context
  const lists = await listFeedNodes(content)
  const view = await asReader(context, async (library): Promise<ManageView> => {
    if (feed === 'regions')
      return {
        followed: takeAnswer('listRegionBookmarks', await library.listRegionBookmarks()).map(({ id }) => id),
        others: [],
      }
    const followed = takeAnswer('listTagBookmarks', await library.listTagBookmarks()).map(({ id }) => id)
    return { followed, others: await lookUpTags(content, followed, lists.topics) }
  })
  return { nodes: feed === 'topics' ? lists.topics : lists.regions, view }
}
