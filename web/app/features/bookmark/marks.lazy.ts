/**
 * What a reader keeps, in the browser (4.3): which articles of the page are bookmarked and what is followed, asked once a
 * page and not once a teaser; what a press does, shown at once and taken back when the server says no; counters; the
 * article that waited for a login. The rules are `domain/bookmarks`; the server counts and decides again.
 */
import {
  BOOKMARK_EFFECT_MS,
  countAdded,
  countRemoved,
  decideBookmarkToggle,
  followAdded,
  followRemoved,
  NO_BOOKMARKS,
  parsePendingBookmark,
  PENDING_BOOKMARK,
  type BookmarkCounters,
} from '@lokalteil/domain/reading/bookmarks'
import { decideFeedKind, flattenFeed, type FeedEntry } from '@lokalteil/domain/reading/feeds'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import { clearCookie, readCookie, writeCookie } from '../../browser/consent/cookies.ts'
import { sendToNativeApp } from '../../browser/navigation/native-bridge.ts'
import type { Chrome } from '../../page/page.ts'
import {
  getSession,
  session,
  setSession,
  subscribeSession,
  type Mark,
  type ReaderPart,
} from '../../browser/session/session.ts'
import { BookmarkError, createUserApi, takeAnswer, type UserAnswer, type UserApi } from '../../page/user-api.ts'
import { markTexts } from '../../messages/reading/marks.ts'
import type { MarkDialog } from './MarkDialogs.lazy.tsx'

export type MarksOptions = {
  chrome: () => Pick<Chrome, 'app' | 'publication' | 'isBookmarkLimitBypassed'>
  userOf: (ssoId: string) => UserApi
  /** Regions a reader can follow, flat; throws when they cannot be read. */
  listRegions: () => Promise<readonly FeedEntry[]>
  openDialog: (dialog: MarkDialog, onClose: (isChosen: boolean) => void) => void
  /** Marks of the buttons that are on the page. */
  listShown: () => readonly string[]
}

const AT_ONCE = 100
const FAILURE_MS = 4000

export function createMarks(options: MarksOptions) {
  const busy = new Set<string>()
  let follows: Promise<void> | null = null
  let asking: Promise<void> | null = null
  let tipTimer: ReturnType<typeof setTimeout> | undefined
  /** As this page counted; another number was told by another tab. */
  let ownCount: number | null = null

  const getMark = (key: string): Mark | undefined => getSession().marks?.get(key)
  function setMarks(entries: Iterable<readonly [string, Mark]>): void {
    setSession({ marks: new Map([...(getSession().marks ?? []), ...entries]) })
  }

  function setCounters(count: (counters: BookmarkCounters) => BookmarkCounters): void {
    const { bookmarkCount, hasBookmarks, hasTagBookmarks } = getSession()
    const counters = count({ bookmarkCount, hasBookmarks, hasTagBookmarks })
    ownCount = counters.bookmarkCount
    setSession(counters)
  }

  /** One at a time on a page; gone after its time. */
  function showTip(key: string, tip: string, by: string, milliseconds: number = BOOKMARK_EFFECT_MS): void {
    clearTimeout(tipTimer)
    hideTips()
    setMarks([[key, { isSet: getMark(key)?.isSet ?? false, tip, by }]])
    tipTimer = setTimeout(hideTips, milliseconds)
  }

  function hideTips(): void {
    const shown = [...(getSession().marks ?? [])].filter(([, { tip }]) => tip !== undefined)
    if (shown.length > 0) setMarks(shown.map(([key, { isSet }]) => [key, { isSet }]))
  }

  /** Null: nobody is logged in. */
  function getUser(): { user: UserApi; isPlusUser: boolean } | null {
    const { status, view } = getSession()
    const ssoId = view.userData?.ssoId ?? ''
    return status === 'reader' && ssoId !== '' ? { user: options.userOf(ssoId), isPlusUser: view.isPlusUser } : null
  }

  // What is marked

  /** Asks about what is on the page and not known yet. */
  function look(): Promise<void> {
    asking ??= lookOnce().finally(() => (asking = null))
    return asking
  }

  async function lookOnce(): Promise<void> {
    const reader = getUser()
    if (reader === null) return
    const unknown = [...new Set(options.listShown())].filter((key) => getMark(key) === undefined)
    const articles = unknown.filter((key) => !key.startsWith('f:'))
    for (let at = 0; at < articles.length; at += AT_ONCE) {
      const ids = articles.slice(at, at + AT_ONCE)
      const [only] = ids
      const found =
        ids.length === 1
          ? takeAnswer('isBookmarked', await reader.user.isBookmarked({ params: { articleId: only! } }))
          : takeAnswer('isBookmarked', await reader.user.listBookmarkedOf({ body: ids }))
      const isSaved = (id: string) => (typeof found === 'boolean' ? found : found.includes(id))
      // Not what was pressed in the meantime, and not for a reader who has gone.
      if (isStill(reader.user)) setMarks(ids.filter((id) => !busy.has(id)).map((id) => [id, { isSet: isSaved(id) }]))
    }
    if (unknown.length > articles.length) {
      await loadFollows()
      if (isStill(reader.user))
        setMarks(
          unknown
            .filter((key) => key.startsWith('f:') && getMark(key) === undefined)
            .map((key) => [key, { isSet: false }]),
        )
    }
  }

  const isStill = (user: UserApi) => getUser()?.user === user

  function loadFollows(): Promise<void> {
    follows ??= (async () => {
      const reader = getUser()
      if (reader === null) return
      const [regions, tags] = await Promise.all([reader.user.listRegionBookmarks(), reader.user.listTagBookmarks()])
      const ids = [...takeAnswer('listRegionBookmarks', regions), ...takeAnswer('listTagBookmarks', tags)].map(
        ({ id }) => `f:${id}`,
      )
      if (isStill(reader.user)) setMarks(ids.filter((key) => !busy.has(key)).map((key) => [key, { isSet: true }]))
    })()
    follows.catch(() => (follows = null))
    return follows
  }

  /** The three values of 3.2, each for itself: one that failed changes nothing. */
  async function refreshCounters({ user }: { user: UserApi }): Promise<void> {
    const [count, has, region, tag] = await Promise.all([
      user.countBookmarks(),
      user.hasBookmarks(),
      user.hasRegionBookmarks(),
      user.hasTagBookmarks(),
    ])
    if (!isStill(user)) return
    const isFollowing = follow(region, tag)
    setCounters((before) => ({
      ...before,
      hasBookmarks: takeAnswer('hasBookmarks', has) ?? before.hasBookmarks,
      hasTagBookmarks: isFollowing.hasRegionBookmarks || isFollowing.hasTagBookmarks,
    }))
    const bookmarkCount = takeAnswer('countBookmarks', count)
    setCounters((before) => ({ ...before, bookmarkCount }))
  }

  const follow = (region: UserAnswer<boolean>, tag: UserAnswer<boolean>) => ({
    hasRegionBookmarks: takeAnswer('hasRegionBookmarks', region) === true,
    hasTagBookmarks: takeAnswer('hasTagBookmarks', tag) === true,
  })

  // What a press does

  async function pressMark(key: string, by: string): Promise<void> {
    await whenKnown()
    return key.startsWith('f:') ? pressFollow(key, by) : pressBookmark(key, by)
  }

  async function pressBookmark(articleId: string, by: string): Promise<void> {
    if (busy.has(articleId)) return
    const reader = getUser()
    const { app, publication, isBookmarkLimitBypassed } = options.chrome()
    if (reader !== null && getMark(articleId) === undefined) await look().catch(() => {})
    const wanted = decideBookmarkToggle(
      {
        isLoggedIn: reader !== null,
        isNativeApp: app.isNativeApp,
        isBookmarked: getMark(articleId)?.isSet ?? false,
        isBusy: busy.has(articleId),
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
        if (!sendToNativeApp({ type: 'login' })) askToLogIn(articleId)
        return
      case 'open-login-dialog':
        return askToLogIn(articleId)
      case 'open-limit-dialog':
        return options.openDialog('limit', () => {})
      case 'add':
        return change(articleId, by, true, markTexts.saved, async ({ user }) => {
          takeAnswer('addBookmark', await user.addBookmark({ params: { articleId } }))
          setCounters(countAdded)
        })
      case 'remove':
        return change(articleId, by, false, markTexts.removed, async ({ user }) => {
          takeAnswer('removeBookmark', await user.removeBookmark({ params: { articleId } }))
          const has = takeAnswer('hasBookmarks', await user.hasBookmarks())
          setCounters((counters) => countRemoved(counters, has))
        })
    }
  }

  async function pressFollow(key: string, by: string): Promise<void> {
    const id = key.slice(2)
    if (busy.has(key)) return
    if (getUser() === null) {
      if (!options.chrome().app.isNativeApp || !sendToNativeApp({ type: 'login' }))
        options.openDialog('follow', () => {})
      return
    }
    if (getMark(key) === undefined) await loadFollows().catch(() => {})
    const isOn = getMark(key)?.isSet !== true
    return change(key, by, isOn, isOn ? markTexts.followed : markTexts.unfollowed, async ({ user }) => {
      const kind = decideFeedKind(id, await options.listRegions())
      if (kind === 'region') {
        if (isOn) takeAnswer('addRegionBookmark', await user.addRegionBookmark({ params: { id } }))
        else takeAnswer('removeRegionBookmark', await user.removeRegionBookmark({ params: { id } }))
      } else if (isOn) takeAnswer('addTagBookmark', await user.addTagBookmark({ params: { id } }))
      else takeAnswer('removeTagBookmark', await user.removeTagBookmark({ params: { id } }))
      if (isOn) return setCounters(followAdded)
      const checks = follow(...(await Promise.all([user.hasRegionBookmarks(), user.hasTagBookmarks()])))
      setCounters((counters) => followRemoved(counters, checks))
    })
  }

  /** Drawn at once; back to what it was when the server does not take it (S4.3-03). */
  async function change(
    key: string,
    by: string,
    isSet: boolean,
    tip: string,
    work: (reader: { user: UserApi }) => Promise<void>,
  ): Promise<void> {
    const reader = getUser()
    if (reader === null) return
    busy.add(key)
    const before = getMark(key)?.isSet ?? false
    setMarks([[key, { isSet }]])
    try {
      await work(reader)
      if (isStill(reader.user)) showTip(key, tip, by)
    } catch (error) {
      if (!isStill(reader.user)) return
      setMarks([[key, { isSet: before }]])
      const { status, code } = error instanceof BookmarkError ? error.answer : { status: 0, code: '' }
      if (code === 'BOOKMARK_LIMIT') return options.openDialog('limit', () => {})
      // The session ended behind our back: who logs in again gets it kept.
      if (status === 401 && !(await session.recheck().catch(() => true)))
        return key.startsWith('f:') ? options.openDialog('follow', () => {}) : askToLogIn(key)
      showTip(
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
      busy.delete(key)
    }
  }

  function askToLogIn(articleId: string): void {
    writeCookie(PENDING_BOOKMARK.cookie, articleId, PENDING_BOOKMARK.seconds)
    options.openDialog('bookmark', (isChosen) => {
      if (!isChosen) clearCookie(PENDING_BOOKMARK.cookie)
    })
  }

  /** The article that waited for the login. What could not be asked for waits on. */
  async function addPending({ user }: { user: UserApi }): Promise<void> {
    const cookie = readCookie(PENDING_BOOKMARK.cookie)
    if (cookie === null) return
    const articleId = parsePendingBookmark(cookie)
    if (articleId === null) return clearCookie(PENDING_BOOKMARK.cookie)
    const answer = await user.addBookmark({ params: { articleId } })
    if (answer.ok || (answer.status > 0 && answer.status < 500)) clearCookie(PENDING_BOOKMARK.cookie)
    if (answer.ok) setMarks([[articleId, { isSet: true }]])
    else if (answer.code === 'BOOKMARK_LIMIT') options.openDialog('limit', () => {})
    else takeAnswer('addBookmark', answer)
  }

  const part: ReaderPart = {
    async load() {
      follows = null
      setSession({ marks: null })
      const reader = getUser()
      if (reader === null) return
      await addPending(reader).catch(() => {})
      await Promise.all([refreshCounters(reader), look()])
    },
    reset() {
      follows = null
      ownCount = 0
      setSession({ ...NO_BOOKMARKS, marks: null })
    },
  }

  return {
    press: pressMark,
    part,
    look,
    /** Another tab has changed something: what is marked here may be wrong. */
    hear(): void {
      const { status, bookmarkCount } = getSession()
      if (status !== 'reader' || bookmarkCount === null || bookmarkCount === ownCount) return
      const isFirst = ownCount === null
      ownCount = bookmarkCount
      if (isFirst) return
      const { marks } = getSession()
      setSession({ marks: new Map([...(marks ?? [])].filter(([key]) => key.startsWith('f:') || busy.has(key))) })
      void look().catch(() => {})
    },
  }
}

/** Before the session's token was verified nobody knows whether to ask for a login. */
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

type Marks = ReturnType<typeof createMarks>
let marks: Marks | undefined
let current: MarksOptions['chrome']

function openMarks(chrome: MarksOptions['chrome']): Marks {
  current = chrome
  if (marks !== undefined) return marks
  const content = createContentApi(contentBase(), createBrowserFetch())
  let regions: readonly FeedEntry[] | null = null
  const readers = new Map<string, UserApi>()
  const opened = createMarks({
    chrome: () => current(),
    userOf(ssoId) {
      let user = readers.get(ssoId)
      if (user === undefined) readers.set(ssoId, (user = createUserApi(current().publication.code, ssoId)))
      return user
    },
    async listRegions() {
      const read = regions === null ? await content.listPersonalRegions() : null
      if (read !== null)
        regions = flattenFeed(takeAnswer('listPersonalRegions', read.ok ? read : { ...read, code: 'CONTENT' }))
      return regions ?? []
    },
    openDialog: (dialog, onClose) =>
      void import('./MarkDialogs.lazy.tsx')
        .then(({ openMarkDialog }) =>
          openMarkDialog(dialog, { hasSettings: !current().publication.isLocalEdition, onClose }),
        )
        .catch(() => onClose(false)),
    listShown: () =>
      [...document.querySelectorAll<HTMLElement>('[data-bookmark], [data-follow]')].map(
        ({ dataset }) => dataset.bookmark ?? `f:${dataset.follow}`,
      ),
  })
  subscribeSession(() => opened.hear())
  // Lists grow and pages change: what is new is asked about together.
  let timer: ReturnType<typeof setTimeout> | undefined
  new MutationObserver(() => {
    clearTimeout(timer)
    if (getSession().status === 'reader') timer = setTimeout(() => void opened.look().catch(() => {}), 100)
  }).observe(document.getElementById('app')!, { childList: true, subtree: true })
  marks = opened
  return opened
}

/** A press on the button `by`. Failures were logged and are shown at the button. */
export function press(mark: string, by: string, chrome: Chrome): Promise<void> {
  return openMarks(() => chrome).press(mark, by)
}

export function createMarkPart(chrome: () => Chrome): ReaderPart {
  return openMarks(chrome).part
}
