/**
 * A click on a mark as an optimistic update: shown at once and reverted if the server refuses. Also bookmarks the
 * article that waited for a login.
 */
import {
  countAdded,
  countRemoved,
  decideBookmarkToggle,
  followAdded,
  followRemoved,
  parsePendingBookmark,
  PENDING_BOOKMARK,
} from '@lokalteil/domain/reading/bookmarks'
import { decideFeedKind } from '@lokalteil/domain/reading/feeds'
import { clearCookie, readCookie, writeCookie } from '../../browser/consent/cookies.ts'
import { markLater, replayMarks } from '../../browser/offline/marks-later.ts'
import { sendToNativeApp } from '../../browser/navigation/native-bridge.ts'
import { getSession, session, subscribeSession } from '../../browser/session/session.ts'
import { markTexts } from '../../messages/reading/marks.ts'
import { portalClient } from '../../page/portal-client.ts'
import { BookmarkError, takeAnswer, type LibraryApi } from '../../page/library-api.ts'
import { loadFollows, look, readFollowing, refreshCounters } from './mark-answers.ts'
import { getMark, getReader, isStill, setCounters, setMarks, showTip, type MarksState } from './mark-state.ts'

const FAILURE_MS = 4000

export async function pressMark(state: MarksState, key: string, by: string): Promise<void> {
  await whenKnown()
  return key.startsWith('f:') ? pressFollow(state, key, by) : pressBookmark(state, key, by)
}

async function pressBookmark(state: MarksState, articleId: string, by: string): Promise<void> {
  if (state.busy.has(articleId)) return
  const reader = getReader(state)
  const { app, publication, isBookmarkLimitBypassed } = state.options.chrome()
  if (reader !== null && getMark(articleId) === undefined) await look(state).catch(() => {})
  const wanted = decideBookmarkToggle(
    {
      isLoggedIn: reader !== null,
      isNativeApp: app.isNativeApp,
      isBookmarked: getMark(articleId)?.isSet ?? false,
      isBusy: state.busy.has(articleId),
      count: getSession().bookmarkCount,
    },
    {
      variant: publication.variant,
      isPlusUser: reader?.isPlusUser ?? false,
      isLimitBypassed: isBookmarkLimitBypassed ?? false,
    },
  )
  switch (wanted.kind) {
    case 'nothing':
      return
    case 'open-native-login':
      if (!sendToNativeApp({ type: 'login' })) askToLogIn(state, articleId)
      return
    case 'open-login-dialog':
      return askToLogIn(state, articleId)
    case 'open-limit-dialog':
      return state.options.openDialog('limit', () => {})
    case 'add':
      return change(state, articleId, by, true, markTexts.saved, async ({ library }) => {
        takeAnswer('addBookmark', await library.addBookmark({ params: { articleId } }))
        setCounters(state, countAdded)
      })
    case 'remove':
      return change(state, articleId, by, false, markTexts.removed, async ({ library }) => {
        takeAnswer('removeBookmark', await library.removeBookmark({ params: { articleId } }))
        const has = takeAnswer('hasBookmarks', await library.hasBookmarks())
        setCounters(state, (counters) => countRemoved(counters, has))
      })
  }
}

async function pressFollow(state: MarksState, key: string, by: string): Promise<void> {
  const id = key.slice(2)
  if (state.busy.has(key)) return
  if (getReader(state) === null) {
    if (!state.options.chrome().app.isNativeApp || !sendToNativeApp({ type: 'login' }))
      state.options.openDialog('follow', () => {})
    return
  }
  if (getMark(key) === undefined) await loadFollows(state).catch(() => {})
  const isOn = getMark(key)?.isSet !== true
  return change(state, key, by, isOn, isOn ? markTexts.followed : markTexts.unfollowed, async ({ library }) => {
    const kind = decideFeedKind(id, await state.options.listRegions())
    if (kind === 'region') {
      if (isOn) takeAnswer('addRegionBookmark', await library.addRegionBookmark({ params: { id } }))
      else takeAnswer('removeRegionBookmark', await library.removeRegionBookmark({ params: { id } }))
    } else if (isOn) takeAnswer('addTagBookmark', await library.addTagBookmark({ params: { id } }))
    else takeAnswer('removeTagBookmark', await library.removeTagBookmark({ params: { id } }))
    if (isOn) return setCounters(state, followAdded)
    const checks = readFollowing(...(await Promise.all([library.hasRegionBookmarks(), library.hasTagBookmarks()])))
    setCounters(state, (counters) => followRemoved(counters, checks))
  })
}

/** Optimistic update; reverted if the server refuses (S4.3-03). */
async function change(
  state: MarksState,
  key: string,
  by: string,
  isSet: boolean,
  tip: string,
  work: (reader: { library: LibraryApi }) => Promise<void>,
): Promise<void> {
  const reader = getReader(state)
  if (reader === null) return
  state.busy.add(key)
  const before = getMark(key)?.isSet ?? false
  setMarks([[key, { isSet }]])
  try {
    await work(reader)
    if (isStill(state, reader.library)) showTip(state, key, tip, by)
  } catch (error) {
    if (!isStill(state, reader.library)) return
    // Offline: stored in the outbox and sent once there is a connection.
    if (!navigator.onLine && markLater(getSession().view.userData?.ssoId ?? '', key, isSet))
      return showTip(state, key, markTexts.later, by, FAILURE_MS)
    setMarks([[key, { isSet: before }]])
    const { status, code } = error instanceof BookmarkError ? error.answer : { status: 0, code: '' }
    if (code === 'BOOKMARK_LIMIT') return state.options.openDialog('limit', () => {})
    // The session ended unnoticed: ask for a login, and bookmark after it.
    if (status === 401 && !(await session.recheck().catch(() => true)))
      return key.startsWith('f:') ? state.options.openDialog('follow', () => {}) : askToLogIn(state, key)
    showTip(
      state,
      key,
      code === 'TOO_MANY'
        ? key.startsWith('f:')
          ? markTexts.tooManyFollows
          : markTexts.tooManyBookmarks
        : markTexts.failed,
      by,
      FAILURE_MS,
    )
  } finally {
    state.busy.delete(key)
  }
}

/** Sends marks that were made offline. */
export async function sendLater(state: MarksState): Promise<void> {
  const reader = getReader(state)
  if (reader === null || !navigator.onLine) return
  const { library } = reader
  const isSent = await replayMarks(getSession().view.userData?.ssoId ?? '', async (key, wish) => {
    if (!isStill(state, library)) return false
    if (typeof wish === 'number') return sendVote(key, wish)
    const isSet = wish
    const answer = await toggle(state, library, key, isSet)
    if (answer.ok) setMarks([[key, { isSet }]])
    else if (answer.code === 'BOOKMARK_LIMIT') state.options.openDialog('limit', () => {})
    // A refusal counts as answered; no answer, an outage or an ended session do not.
    return answer.ok || (answer.status >= 400 && answer.status < 500 && answer.status !== 401)
  })
  if (isSent && isStill(state, library)) await refreshCounters(state, reader)
}

async function sendVote(key: string, value: -1 | 0 | 1): Promise<boolean> {
  const params = { comment: key.slice(2) }
  const call = { as: 'reader', params, body: { value } } as const
  const answer = await portalClient.call('POST /api/community/comments/{comment}/vote', call)
  return answer.kind === 'ok' || (answer.kind === 'refused' && answer.status < 500 && answer.status !== 401)
}

async function toggle(state: MarksState, library: LibraryApi, key: string, isSet: boolean) {
  if (!key.startsWith('f:')) {
    const params = { articleId: key }
    return isSet ? library.addBookmark({ params }) : library.removeBookmark({ params })
  }
  const params = { id: key.slice(2) }
  const kind = decideFeedKind(params.id, await state.options.listRegions())
  if (kind === 'region') return isSet ? library.addRegionBookmark({ params }) : library.removeRegionBookmark({ params })
  return isSet ? library.addTagBookmark({ params }) : library.removeTagBookmark({ params })
}

function askToLogIn({ options }: MarksState, articleId: string): void {
  writeCookie(PENDING_BOOKMARK.cookie, articleId, PENDING_BOOKMARK.seconds)
  options.openDialog('bookmark', (isChosen) => {
    if (!isChosen) clearCookie(PENDING_BOOKMARK.cookie)
  })
}

/** Bookmarks the article that waited for the login. It keeps waiting if the request fails. */
export async function addPending({ options }: MarksState, { library }: { library: LibraryApi }): Promise<void> {
  const cookie = readCookie(PENDING_BOOKMARK.cookie)
  if (cookie === null) return
  const articleId = parsePendingBookmark(cookie)
  if (articleId === null) return clearCookie(PENDING_BOOKMARK.cookie)
  const answer = await library.addBookmark({ params: { articleId } })
  if (answer.ok || (answer.status > 0 && answer.status < 500)) clearCookie(PENDING_BOOKMARK.cookie)
  if (answer.ok) setMarks([[articleId, { isSet: true }]])
  else if (answer.code === 'BOOKMARK_LIMIT') options.openDialog('limit', () => {})
  else takeAnswer('addBookmark', answer)
}

/** Resolves once the session's token was verified; before that it is unknown whether a login is needed. */
function whenKnown(): Promise<void> {
  if (getSession().status !== 'unknown') return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribeSession(() => {
      if (getSession().status === 'unknown') return
      stop()
      resolve()
    })
  })
}
