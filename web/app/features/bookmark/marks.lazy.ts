/**
 * Bookmarks and follows in the browser (4.3): marks of the page (one request per page), clicks as optimistic updates,
 * counters, and the article that waited for a login. The rules are in `domain/bookmarks`; the server counts and decides
 * again.
 */
import { NO_BOOKMARKS } from '@lokalteil/domain/reading/bookmarks'
import { flattenFeed, type FeedEntry } from '@lokalteil/domain/reading/feeds'
import { getSession, setSession, subscribeSession, type ReaderPart } from '../../browser/session/session.ts'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import type { Chrome } from '../../page/page.ts'
import { createLibraryApi, takeAnswer, type LibraryApi } from '../../page/library-api.ts'
import { look, refreshCounters } from './mark-answers.ts'
import { addPending, pressMark, sendLater } from './mark-press.ts'
import { getReader, type MarksOptions, type MarksState } from './mark-state.ts'

export type { MarksOptions } from './mark-state.ts'

export function createMarks(options: MarksOptions) {
  const state: MarksState = {
    options,
    busy: new Set(),
    follows: null,
    asking: null,
    tipTimer: undefined,
    ownCount: null,
  }
  const part: ReaderPart = {
    async load() {
      state.follows = null
      setSession({ marks: null })
      const reader = getReader(state)
      if (reader === null) return
      await addPending(state, reader).catch(() => {})
      await sendLater(state).catch(() => {})
      await Promise.all([refreshCounters(state, reader), look(state)])
    },
    reset() {
      state.follows = null
      state.ownCount = 0
      setSession({ ...NO_BOOKMARKS, marks: null })
    },
  }
  return {
    press: (key: string, by: string) => pressMark(state, key, by),
    part,
    look: () => look(state),
    hear: () => hear(state),
    sendLater: () => sendLater(state),
  }
}

/** Another tab has changed the count, so the marks here may be outdated and are loaded again. */
function hear(state: MarksState): void {
  const { status, bookmarkCount, marks } = getSession()
  if (status !== 'reader' || bookmarkCount === null || bookmarkCount === state.ownCount) return
  const isFirst = state.ownCount === null
  state.ownCount = bookmarkCount
  if (isFirst) return
  setSession({ marks: new Map([...(marks ?? [])].filter(([key]) => key.startsWith('f:') || state.busy.has(key))) })
  void look(state).catch(() => {})
}

type Marks = ReturnType<typeof createMarks>
let marks: Marks | undefined
let current: MarksOptions['chrome']

function openMarks(chrome: MarksOptions['chrome']): Marks {
  current = chrome
  if (marks !== undefined) return marks
  const content = createContentApi(contentBase(), createBrowserFetch())
  let regions: readonly FeedEntry[] | null = null
  const readers = new Map<string, LibraryApi>()
  const opened = createMarks({
    chrome: () => current(),
    libraryOf(ssoId) {
      let library = readers.get(ssoId)
      if (library === undefined) readers.set(ssoId, (library = createLibraryApi(current().publication.code, ssoId)))
      return library
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
  addEventListener('online', () => void opened.sendLater().catch(() => {}))
  // Debounce: lists grow and pages change, so new buttons are collected into one request.
  let timer: ReturnType<typeof setTimeout> | undefined
  new MutationObserver(() => {
    clearTimeout(timer)
    if (getSession().status === 'reader') timer = setTimeout(() => void opened.look().catch(() => {}), 100)
  }).observe(document.getElementById('app')!, { childList: true, subtree: true })
  marks = opened
  return opened
}

/** A click on the button `by`. Failures are logged and shown at the button. */
export function press(mark: string, by: string, chrome: Chrome): Promise<void> {
  return openMarks(() => chrome).press(mark, by)
}

export function createMarkPart(chrome: () => Chrome): ReaderPart {
  return openMarks(chrome).part
}
