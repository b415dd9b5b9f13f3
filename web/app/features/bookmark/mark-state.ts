/** The shared state of a page's mark buttons and their requests. */
import { BOOKMARK_EFFECT_MS, type BookmarkCounters } from '@lokalteil/domain/reading/bookmarks'
import type { FeedEntry } from '@lokalteil/domain/reading/feeds'
import { getSession, setSession, type Mark } from '../../browser/session/session.ts'
import type { Chrome } from '../../page/page.ts'
import type { LibraryApi } from '../../page/library-api.ts'
import type { MarkDialog } from './MarkDialogs.lazy.tsx'

export type MarksOptions = {
  chrome: () => Pick<Chrome, 'app' | 'publication' | 'isBookmarkLimitBypassed'>
  libraryOf: (ssoId: string) => LibraryApi
  /** All regions, flat; throws if they cannot be loaded. */
  listRegions: () => Promise<readonly FeedEntry[]>
  openDialog: (dialog: MarkDialog, onClose: (isChosen: boolean) => void) => void
  /** Marks of the buttons in the page. */
  listShown: () => readonly string[]
}

export type MarksState = {
  options: MarksOptions
  /** Clicked and not answered yet. */
  busy: Set<string>
  follows: Promise<void> | null
  asking: Promise<void> | null
  tipTimer: ReturnType<typeof setTimeout> | undefined
  /** The count set by this page; a different one comes from another tab. */
  ownCount: number | null
}

export function getMark(key: string): Mark | undefined {
  return getSession().marks?.get(key)
}

export function setMarks(entries: Iterable<readonly [string, Mark]>): void {
  setSession({ marks: new Map([...(getSession().marks ?? []), ...entries]) })
}

export function setCounters(state: MarksState, count: (counters: BookmarkCounters) => BookmarkCounters): void {
  const { bookmarkCount, hasBookmarks, hasTagBookmarks } = getSession()
  const counters = count({ bookmarkCount, hasBookmarks, hasTagBookmarks })
  state.ownCount = counters.bookmarkCount
  setSession(counters)
}

/** One tip at a time per page; it disappears after its time. */
export function showTip(
  state: MarksState,
  key: string,
  tip: string,
  by: string,
  milliseconds: number = BOOKMARK_EFFECT_MS,
): void {
  clearTimeout(state.tipTimer)
  hideTips()
  setMarks([[key, { isSet: getMark(key)?.isSet ?? false, tip, by }]])
  state.tipTimer = setTimeout(hideTips, milliseconds)
}

function hideTips(): void {
  const shown = [...(getSession().marks ?? [])].filter(([, { tip }]) => tip !== undefined)
  if (shown.length > 0) setMarks(shown.map(([key, { isSet }]) => [key, { isSet }]))
}

/** Null: not logged in. */
export function getReader({ options }: MarksState): { library: LibraryApi; isPlusUser: boolean } | null {
  const { status, view } = getSession()
  const ssoId = view.userData?.ssoId ?? ''
  return status === 'reader' && ssoId !== '' ? { library: options.libraryOf(ssoId), isPlusUser: view.isPlusUser } : null
}

export function isStill(state: MarksState, library: LibraryApi): boolean {
  return getReader(state)?.library === library
}
