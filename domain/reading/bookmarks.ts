/**
 * Rules of bookmarks (specification 4.3, 6; decisions S6-01, S4.3-01 to S4.3-05, S4.2-11): who may add one, the effect of a
 * click on the button, how the counters change. The server checks the limit again in its transaction; the browser's decision
 * only saves a round trip. Failures have the messages of section 8: most are raised, some only logged.
 */
import type { SiteVariant } from '../publication/publications.ts'

/** For readers without plus in publications of the second variant. */
export const BOOKMARK_LIMIT = 5

/** A bound for "unlimited", so that one reader cannot fill the disk. */
export const MOST_BOOKMARKS = 10_000
/** Most followed regions, and most followed tags. */
export const MOST_FOLLOWS = 200
/** Most muted topics, and most muted words. */
export const MOST_MUTES = 100

/** Milliseconds for tooltip and animation together. */
export const BOOKMARK_EFFECT_MS = 2000

/** Remembers the article that a reader bookmarked before the login. Seconds. */
export const PENDING_BOOKMARK = { cookie: 'bookmarkedArticleId', seconds: 3600 } as const

export type BookmarkRight = {
  variant: SiteVariant
  isPlusUser: boolean
  /** The configured flag `bookmarkLimitBypass`, normally false (S6-01). */
  isLimitBypassed: boolean
}

function hasBookmarkLimit({ variant, isPlusUser, isLimitBypassed }: BookmarkRight): boolean {
  return !isPlusUser && variant !== 'first' && !isLimitBypassed
}

/** A fifth can be added, a sixth cannot. Readers who already have more keep them. */
export function mayAddBookmark(count: number, right: BookmarkRight): boolean {
  return !hasBookmarkLimit(right) || count < BOOKMARK_LIMIT
}

export type BookmarkToggle =
  /** Then show the 'unsaved' tooltip. */
  | { kind: 'remove' }
  | { kind: 'add' }
  /** The bookmark dialog in its subscription form (S4.3-01). */
  | { kind: 'open-limit-dialog' }
  | { kind: 'open-native-login' }
  /** Store the article in the pending cookie, then open the not-logged-in dialog. */
  | { kind: 'open-login-dialog' }
  /** A request is already running (S4.3-04). */
  | { kind: 'nothing' }

/** `isLoggedIn` includes an ssoId (S6-04). `count` null: not known yet, so the server decides. */
export function decideBookmarkToggle(
  button: { isLoggedIn: boolean; isNativeApp: boolean; isBookmarked: boolean; isBusy: boolean; count: number | null },
  right: BookmarkRight,
): BookmarkToggle {
  if (button.isBusy) return { kind: 'nothing' }
  if (!button.isLoggedIn) return { kind: button.isNativeApp ? 'open-native-login' : 'open-login-dialog' }
  if (button.isBookmarked) return { kind: 'remove' }
  return { kind: button.count === null || mayAddBookmark(button.count, right) ? 'add' : 'open-limit-dialog' }
}

/** A cookie can be forged, so only digits are accepted (S9-17). */
export function parsePendingBookmark(cookie: string | null | undefined): string | null {
  return typeof cookie === 'string' && /^\d{1,20}$/.test(cookie) ? cookie : null
}

/** Null: unknown. */
export type BookmarkCounters = {
  bookmarkCount: number | null
  hasBookmarks: boolean | null
  hasTagBookmarks: boolean | null
}

/** After a logout. */
export const NO_BOOKMARKS = {
  bookmarkCount: 0,
  hasBookmarks: false,
  hasTagBookmarks: false,
} as const satisfies BookmarkCounters

export function countAdded(counters: BookmarkCounters): BookmarkCounters {
  return {
    ...counters,
    bookmarkCount: counters.bookmarkCount === null ? null : counters.bookmarkCount + 1,
    hasBookmarks: true,
  }
}

/** `hasBookmarks`: answer of the check that follows; null if it failed, which changes nothing. */
export function countRemoved(counters: BookmarkCounters, hasBookmarks: boolean | null): BookmarkCounters {
  return {
    ...counters,
    bookmarkCount: counters.bookmarkCount === null ? null : Math.max(0, counters.bookmarkCount - 1),
    hasBookmarks: hasBookmarks ?? counters.hasBookmarks,
  }
}

export function followAdded(counters: BookmarkCounters): BookmarkCounters {
  return { ...counters, hasTagBookmarks: true }
}

/** The answers of both checks; false if a check failed. */
export function followRemoved(
  counters: BookmarkCounters,
  checks: { hasRegionBookmarks: boolean; hasTagBookmarks: boolean },
): BookmarkCounters {
  return { ...counters, hasTagBookmarks: checks.hasRegionBookmarks || checks.hasTagBookmarks }
}

/** Messages, verbatim from section 8. Logged, then raised as an Error with its cause (S8-04). */
const BOOKMARK_FAILURES = {
  listBookmarks: 'Error while fetch user bookmarks',
  addBookmark: 'Error while adding user article bookmark',
  removeBookmark: 'Error while removing user article bookmark',
  countBookmarks: 'Error while checking how many bookmarks user has',
  isBookmarked: 'Error while checking if article is bookmarked',
  listPersonalRegions: 'Error while fetching regions list',
  listRegionBookmarks: 'Error while fetching user region bookmarks',
  addRegionBookmark: 'Error while adding user region bookmark',
  removeRegionBookmark: 'Error while removing user region bookmark',
  isRegionBookmarked: 'Error while checking if region is bookmarked',
  listPersonalTopics: 'Error while fetching topics list',
  listTagBookmarks: 'Error while fetching user topic bookmarks',
  addTagBookmark: 'Error while adding user tag bookmark',
  removeTagBookmark: 'Error while removing user tag bookmark',
  isTagBookmarked: 'Error while checking if topic is bookmarked',
} as const

export type BookmarkFailure =
  | { kind: 'raise'; message: string }
  /** Only logged; the caller continues with `result`. */
  | { kind: 'log'; result: false | null }

/** Fail closed: a failed check answers "no" or "unknown", never "yes". */
const LOGGED_FAILURES = {
  hasBookmarks: null,
  hasRegionBookmarks: false,
  hasTagBookmarks: false,
  listFeedBookmarks: null,
} as const

export type RaisedBookmarkCall = keyof typeof BOOKMARK_FAILURES
export type BookmarkCall = RaisedBookmarkCall | keyof typeof LOGGED_FAILURES

export function decideBookmarkFailure(call: BookmarkCall): BookmarkFailure {
  return call in BOOKMARK_FAILURES
    ? { kind: 'raise', message: BOOKMARK_FAILURES[call as keyof typeof BOOKMARK_FAILURES] }
    : { kind: 'log', result: LOGGED_FAILURES[call as keyof typeof LOGGED_FAILURES] }
}
