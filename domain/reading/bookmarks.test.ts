import { describe, expect, it } from 'vitest'
import {
  BOOKMARK_EFFECT_MS,
  BOOKMARK_LIMIT,
  countAdded,
  countRemoved,
  decideBookmarkFailure,
  decideBookmarkToggle,
  followAdded,
  followRemoved,
  mayAddBookmark,
  NO_BOOKMARKS,
  parsePendingBookmark,
  PENDING_BOOKMARK,
  type BookmarkCall,
  type BookmarkRight,
} from './bookmarks.ts'

const right = (change: Partial<BookmarkRight> = {}): BookmarkRight => ({
  variant: 'second',
  isPlusUser: false,
  isLimitBypassed: false,
  ...change,
})
const button = { isLoggedIn: true, isNativeApp: false, isBookmarked: false, isBusy: false, count: 0 }

describe('the limit', () => {
  it.each<[string, number, Partial<BookmarkRight>, boolean]>([
    ['R9-44 R6-27 with four', 4, {}, true],
    ['R9-44 R6-27 with five', 5, {}, false],
    ['R6-27 with more than five', 7, {}, false],
    ['R6-27 of plus', 500, { isPlusUser: true }, true],
    ['R6-28 of the first variant', 500, { variant: 'first' }, true],
    ['R6-29 with the flag', 500, { isLimitBypassed: true }, true],
    ['R6-29 without the flag', 5, { isLimitBypassed: false }, false],
  ])('%s', (_name, count, change, expected) => {
    expect(mayAddBookmark(count, right(change))).toBe(expected)
    expect(BOOKMARK_LIMIT).toBe(5)
  })
})

describe('a click on the button', () => {
  it.each<[string, Partial<typeof button> & { count?: number | null }, Partial<BookmarkRight>, string]>([
    ['R4.3-01 removes an existing bookmark', { isBookmarked: true }, {}, 'remove'],
    ['R4.3-01 removes also at the limit', { isBookmarked: true, count: 5 }, {}, 'remove'],
    ['R4.3-02 adds when allowed', { count: 4 }, {}, 'add'],
    ['R4.3-02 adds when the count is not known: the server decides', { count: null as never }, {}, 'add'],
    ['R4.3-03 opens the dialog about the limit', { count: 5 }, {}, 'open-limit-dialog'],
    [
      'R4.3-04 opens the native login inside the app',
      { isLoggedIn: false, isNativeApp: true },
      {},
      'open-native-login',
    ],
    ['R4.3-06 opens the not-logged-in dialog', { isLoggedIn: false }, {}, 'open-login-dialog'],
    [
      'R4.3-06 opens it whatever the button showed',
      { isLoggedIn: false, isBookmarked: true, count: 5 },
      {},
      'open-login-dialog',
    ],
    ['R4.3-12 does nothing while one is under way', { isBusy: true }, {}, 'nothing'],
  ])('%s', (_name, change, rights, kind) => {
    expect(decideBookmarkToggle({ ...button, ...change }, right(rights)).kind).toBe(kind)
  })

  it('R9-63 shows its effect for two seconds', () => expect(BOOKMARK_EFFECT_MS).toBe(2000))
})

describe('the pending bookmark', () => {
  it('R9-24 R9-34 is stored in its cookie for an hour', () =>
    expect(PENDING_BOOKMARK).toEqual({ cookie: 'bookmarkedArticleId', seconds: 3600 }))

  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['12a', null],
    ['', null],
    ['../1', null],
    ['123456789012345678901', null],
    [undefined, null],
  ])('R4.2-05 reads %s as %s', (cookie, id) => {
    expect(parsePendingBookmark(cookie)).toBe(id)
  })
})

describe('the counters', () => {
  const two = { bookmarkCount: 2, hasBookmarks: true, hasTagBookmarks: false }

  it('R4.3-10 R4.3-11 grow with a bookmark', () => {
    expect(countAdded(two)).toEqual({ ...two, bookmarkCount: 3 })
    expect(countAdded(NO_BOOKMARKS)).toEqual({ bookmarkCount: 1, hasBookmarks: true, hasTagBookmarks: false })
    expect(countAdded({ ...two, bookmarkCount: null })).toMatchObject({ bookmarkCount: null, hasBookmarks: true })
  })

  it.each<[string, number | null, boolean | null, number | null, boolean]>([
    ['R4.3-12 one less', 2, true, 1, true],
    ['R4.3-12 never below zero', 0, false, 0, false],
    ['R4.3-13 has-bookmarks is what the check says', 1, false, 0, false],
    ['R8-28 a check that failed changes nothing', 2, null, 1, true],
    ['an unknown count stays unknown', null, true, null, true],
  ])('%s', (_name, count, check, expectedCount, expectedHas) => {
    expect(countRemoved({ ...two, bookmarkCount: count }, check)).toEqual({
      ...two,
      bookmarkCount: expectedCount,
      hasBookmarks: expectedHas,
    })
  })

  it('R4.3-14 record that the reader follows something', () => expect(followAdded(two).hasTagBookmarks).toBe(true))

  it.each([
    [true, true, true],
    [true, false, true],
    [false, true, true],
    [false, false, false],
  ])('R4.3-15 after unfollowing: region %s, tag %s → %s', (hasRegionBookmarks, hasTagBookmarks, expected) => {
    expect(followRemoved(two, { hasRegionBookmarks, hasTagBookmarks }).hasTagBookmarks).toBe(expected)
  })

  it('R4.2-39 are zero after a logout', () =>
    expect(NO_BOOKMARKS).toEqual({ bookmarkCount: 0, hasBookmarks: false, hasTagBookmarks: false }))
})

describe('a failed call', () => {
  it.each<[string, BookmarkCall, string]>([
    ['R8-13', 'listBookmarks', 'Error while fetch user bookmarks'],
    ['R8-14', 'addBookmark', 'Error while adding user article bookmark'],
    ['R8-15', 'removeBookmark', 'Error while removing user article bookmark'],
    ['R8-16', 'countBookmarks', 'Error while checking how many bookmarks user has'],
    ['R8-17', 'isBookmarked', 'Error while checking if article is bookmarked'],
    ['R8-18', 'listPersonalRegions', 'Error while fetching regions list'],
    ['R8-19', 'listRegionBookmarks', 'Error while fetching user region bookmarks'],
    ['R8-20', 'addRegionBookmark', 'Error while adding user region bookmark'],
    ['R8-21', 'removeRegionBookmark', 'Error while removing user region bookmark'],
    ['R8-22', 'isRegionBookmarked', 'Error while checking if region is bookmarked'],
    ['R8-23', 'listPersonalTopics', 'Error while fetching topics list'],
    ['R8-24', 'listTagBookmarks', 'Error while fetching user topic bookmarks'],
    ['R8-25', 'addTagBookmark', 'Error while adding user tag bookmark'],
    ['R8-26', 'removeTagBookmark', 'Error while removing user tag bookmark'],
    ['R8-27', 'isTagBookmarked', 'Error while checking if topic is bookmarked'],
  ])('%s of %s is raised with its message', (_id, call, message) => {
    expect(decideBookmarkFailure(call)).toEqual({ kind: 'raise', message })
  })

  it.each<[string, BookmarkCall, false | null]>([
    ['R8-28', 'hasBookmarks', null],
    ['R8-29', 'hasRegionBookmarks', false],
    ['R8-29', 'hasTagBookmarks', false],
    ['R8-30', 'listFeedBookmarks', null],
  ])('%s of %s is logged only', (_id, call, result) => {
    expect(decideBookmarkFailure(call)).toEqual({ kind: 'log', result })
  })
})
