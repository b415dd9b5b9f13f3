/** Bookmarked articles, followed regions and followed tags (specification 7.4). */
import { z } from 'zod'
import { MOST_BOOKMARKS, MOST_FOLLOWS } from '@lokalteil/domain/reading/bookmarks'
import { contractFor } from '../kernel/endpoint.ts'
import { LIBRARY_PATHS } from './paths.ts'

/** Digits as a string: twenty of them do not fit a number. */
export const BookmarkedArticleId = z.string().regex(/^\d{1,20}$/)
/** Id of a tag or a region. */
export const FollowedId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

const ArticleBookmark = z.object({ articleId: BookmarkedArticleId, ts: z.iso.datetime() })

export const FeedBookmark = z.object({ id: FollowedId, ts: z.iso.datetime() })
export type FeedBookmark = z.infer<typeof FeedBookmark>

const ofArticle = z.object({ articleId: BookmarkedArticleId })
export const ofFollowed = z.object({ id: FollowedId })
const Follows = z.array(FollowedId).max(MOST_FOLLOWS).default([])
export const denied = { 401: 'NOT_LOGGED_IN', 403: 'OTHER_READER', 404: 'OTHER_PUBLICATION' } as const
export const tooMany = { ...denied, 409: 'TOO_MANY' } as const

export const BOOKMARK_ENDPOINTS = contractFor('access-token', {
  listBookmarks: {
    method: 'GET',
    path: LIBRARY_PATHS.listBookmarks,
    summary: 'Bookmarked articles, newest first; all of them unless a part is asked for',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(MOST_BOOKMARKS).default(MOST_BOOKMARKS),
      offset: z.coerce.number().int().min(0).max(MOST_BOOKMARKS).default(0),
    }),
    answer: z.array(ArticleBookmark),
    problems: denied,
  },
  addBookmark: {
    method: 'POST',
    path: LIBRARY_PATHS.addBookmark,
    summary: 'Bookmark an article; readers without plus may hold five in publications of the second variant',
    params: ofArticle,
    answer: ArticleBookmark,
    creates: true,
    problems: { ...tooMany, 403: 'BOOKMARK_LIMIT, OTHER_READER' },
  },
  removeBookmark: {
    method: 'DELETE',
    path: LIBRARY_PATHS.removeBookmark,
    summary: 'Forget an article',
    params: ofArticle,
    answer: null,
    problems: denied,
  },
  countBookmarks: {
    method: 'GET',
    path: LIBRARY_PATHS.countBookmarks,
    summary: 'How many articles are bookmarked',
    answer: z.number().int().nonnegative(),
    problems: denied,
  },
  hasBookmarks: {
    method: 'GET',
    path: LIBRARY_PATHS.hasBookmarks,
    summary: 'Whether any article is bookmarked',
    answer: z.boolean(),
    problems: denied,
  },
  isBookmarked: {
    method: 'GET',
    path: LIBRARY_PATHS.isBookmarked,
    summary: 'Whether an article is bookmarked',
    params: ofArticle,
    answer: z.boolean(),
    problems: denied,
  },
  listBookmarkedOf: {
    method: 'POST',
    path: LIBRARY_PATHS.listBookmarkedOf,
    summary: 'Which of these articles are bookmarked: one call for a page of teasers',
    body: z.array(BookmarkedArticleId).max(100),
    answer: z.array(BookmarkedArticleId),
    problems: denied,
  },

  listRegionBookmarks: {
    method: 'GET',
    path: LIBRARY_PATHS.listRegionBookmarks,
    summary: 'Followed regions',
    answer: z.array(FeedBookmark),
    problems: denied,
  },
  addRegionBookmark: {
    method: 'POST',
    path: LIBRARY_PATHS.addRegionBookmark,
    summary: 'Follow a region',
    params: ofFollowed,
    answer: FeedBookmark,
    creates: true,
    problems: tooMany,
  },
  removeRegionBookmark: {
    method: 'DELETE',
    path: LIBRARY_PATHS.removeRegionBookmark,
    summary: 'Follow a region no more',
    params: ofFollowed,
    answer: null,
    problems: denied,
  },
  hasRegionBookmarks: {
    method: 'GET',
    path: LIBRARY_PATHS.hasRegionBookmarks,
    summary: 'Whether any region is followed',
    answer: z.boolean(),
    problems: denied,
  },
  isRegionBookmarked: {
    method: 'GET',
    path: LIBRARY_PATHS.isRegionBookmarked,
    summary: 'Whether a region is followed',
    params: ofFollowed,
    answer: z.boolean(),
    problems: denied,
  },

  listTagBookmarks: {
    method: 'GET',
    path: LIBRARY_PATHS.listTagBookmarks,
    summary: 'Followed tags',
    answer: z.array(FeedBookmark),
    problems: denied,
  },
  addTagBookmark: {
    method: 'POST',
    path: LIBRARY_PATHS.addTagBookmark,
    summary: 'Follow a tag',
    params: ofFollowed,
    answer: FeedBookmark,
    creates: true,
    problems: tooMany,
  },
  removeTagBookmark: {
    method: 'DELETE',
    path: LIBRARY_PATHS.removeTagBookmark,
    summary: 'Follow a tag no more',
    params: ofFollowed,
    answer: null,
    problems: denied,
  },
  hasTagBookmarks: {
    method: 'GET',
    path: LIBRARY_PATHS.hasTagBookmarks,
    summary: 'Whether any tag is followed',
    answer: z.boolean(),
    problems: denied,
  },
  isTagBookmarked: {
    method: 'GET',
    path: LIBRARY_PATHS.isTagBookmarked,
    summary: 'Whether a tag is followed',
    params: ofFollowed,
    answer: z.boolean(),
    problems: denied,
  },

  changeFollows: {
    method: 'POST',
    path: LIBRARY_PATHS.changeFollows,
    summary: 'Follow and unfollow several regions and tags: all of it or nothing',
    body: z.object({
      add: z.object({ regions: Follows, tags: Follows }).default({ regions: [], tags: [] }),
      remove: z.object({ regions: Follows, tags: Follows }).default({ regions: [], tags: [] }),
    }),
    answer: z.object({ regions: z.array(FeedBookmark), tags: z.array(FeedBookmark) }),
    problems: tooMany,
  },
})
