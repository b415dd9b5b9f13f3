/** Paths of the library as plain text, so that the browser builds addresses without loading schemas. */

/** Prefix of every path of `LIBRARY_PATHS`; both names must be those of the caller's token. */
export const LIBRARY_BASE = '/mandators/{publication}/users/{user}'

export const LIBRARY_PATHS = {
  listBookmarks: '/bookmarks',
  addBookmark: '/bookmarks/{articleId}',
  removeBookmark: '/bookmarks/{articleId}',
  countBookmarks: '/bookmarks-count',
  hasBookmarks: '/has-bookmarks',
  isBookmarked: '/is-bookmarked/{articleId}',
  listBookmarkedOf: '/bookmarks/batch/is-bookmarked',

  listRegionBookmarks: '/region-bookmarks',
  addRegionBookmark: '/region-bookmarks/{id}',
  removeRegionBookmark: '/region-bookmarks/{id}',
  hasRegionBookmarks: '/has-region-bookmarks',
  isRegionBookmarked: '/region-bookmarks/is-bookmarked/{id}',

  listTagBookmarks: '/tag-bookmarks',
  addTagBookmark: '/tag-bookmarks/{id}',
  removeTagBookmark: '/tag-bookmarks/{id}',
  hasTagBookmarks: '/has-tag-bookmarks',
  isTagBookmarked: '/tag-bookmarks/is-bookmarked/{id}',

  changeFollows: '/follows',

  listPurchases: '/credit-purchases/batch/exists',
  isPurchased: '/credit-purchases/{articleId}/exists',

  getOnboarding: '/onboarding',
  setOnboarding: '/onboarding',

  listMutes: '/mutes',
  muteTopic: '/mutes/topics/{id}',
  unmuteTopic: '/mutes/topics/{id}',
  muteWord: '/mutes/words',
  unmuteWord: '/mutes/words/{word}',

  visitFeed: '/feeds/{feed}/visits',

  getReading: '/read-articles',
  setReadingSync: '/read-articles/sync',
  mergeReading: '/read-articles/batch',
  removeReadArticle: '/read-articles/{articleId}',
  clearReading: '/read-articles',

  mergeGameProgress: '/games/progress',
} as const

/** `/mandators/ak/users/4711` */
export function toLibraryBase(publication: string, user: string): string {
  return LIBRARY_BASE.replace('{publication}', encodeURIComponent(publication)).replace(
    '{user}',
    encodeURIComponent(user),
  )
}
