/** Bookmarks and follows in the browser, against a simulated library service: requests, display, reverts, counters. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { getSession, provideSession, setSession } from '../../browser/session/session.ts'
import type { LibraryAnswer, LibraryCall, LibraryCallName, LibraryApi } from '../../page/library-api.ts'
import { createMarks } from './marks.lazy.ts'

const initial = getSession()
let jar: Map<string, string>
let errors: unknown[][]

beforeEach(() => {
  vi.useFakeTimers()
  jar = new Map()
  errors = []
  vi.stubGlobal('location', { hostname: 'localhost', protocol: 'http:' })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0\b/.test(line)) jar.delete(name)
      else jar.set(name, value)
    },
  })
  vi.spyOn(console, 'error').mockImplementation((...what) => void errors.push(what))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setSession(initial)
})

type Refusal = { status: number; code: string }
type Setup = {
  publication?: PublicationCode
  isReader?: boolean
  isPlusUser?: boolean
  isNativeApp?: boolean
  saved?: string[]
  regions?: string[]
  tags?: string[]
  shown?: string[]
  refuse?: Partial<Record<LibraryCallName, Refusal>>
  /** Called before a write is answered. */ until?: () => Promise<void>
}

function open({
  publication = 'ak',
  isReader = true,
  isPlusUser = false,
  isNativeApp = false,
  saved = [],
  regions = [],
  tags = [],
  shown = [],
  refuse = {},
  until = async () => {},
}: Setup = {}) {
  const kept = { article: new Set(saved), region: new Set(regions), tag: new Set(tags) }
  const calls: string[] = []
  const dialogs: { kind: string; close: (isChosen: boolean) => void }[] = []
  const answers: Partial<Record<LibraryCallName, (id: string, call: LibraryCall) => unknown>> = {
    countBookmarks: () => kept.article.size,
    hasBookmarks: () => kept.article.size > 0,
    hasRegionBookmarks: () => kept.region.size > 0,
    hasTagBookmarks: () => kept.tag.size > 0,
    isBookmarked: (id) => kept.article.has(id),
    listBookmarkedOf: (_id, { body }) => (body as string[]).filter((id) => kept.article.has(id)),
    addBookmark: (id) => kept.article.add(id) && { articleId: id, ts: '' },
    removeBookmark: (id) => void kept.article.delete(id),
    listRegionBookmarks: () => [...kept.region].map((id) => ({ id, ts: '' })),
    listTagBookmarks: () => [...kept.tag].map((id) => ({ id, ts: '' })),
    addRegionBookmark: (id) => kept.region.add(id) && { id, ts: '' },
    removeRegionBookmark: (id) => void kept.region.delete(id),
    addTagBookmark: (id) => kept.tag.add(id) && { id, ts: '' },
    removeTagBookmark: (id) => void kept.tag.delete(id),
  }
  const library = new Proxy({} as LibraryApi, {
    get:
      (_target, name: LibraryCallName) =>
      async (call: LibraryCall = {}): Promise<LibraryAnswer<unknown>> => {
        const id = call.params?.articleId ?? call.params?.id ?? ''
        calls.push([name, id].filter((part) => part !== '').join(' '))
        if (/^(add|remove)/.test(name)) await until()
        const refused = refuse[name]
        return refused === undefined ? { ok: true, data: answers[name]!(id, call) } : { ok: false, ...refused }
      },
  })
  const view = {
    ...initial.view,
    isLoggedIn: isReader,
    isPlusUser,
    userData: isReader ? ({ ssoId: 'reader-1' } as never) : null,
  }
  setSession({ status: isReader ? 'reader' : 'anonymous', view })
  const marks = createMarks({
    chrome: () => ({
      app: { isApp: isNativeApp, isNativeApp, isFlutterApp: false },
      publication: publicationOf(publication),
    }),
    libraryOf: () => library,
    listRegions: async () => [{ id: 'talheim', label: 'Talheim', target: '/talheim' }],
    openDialog: (kind, close) => dialogs.push({ kind, close }),
    listShown: () => shown,
  })
  const mark = (key: string) => getSession().marks?.get(key)
  return {
    marks,
    calls,
    dialogs,
    kept,
    mark,
    load: () => marks.part.load({ view, isNewLogin: true, showToast: async () => {} }),
  }
}

const counters = () => {
  const { bookmarkCount, hasBookmarks, hasTagBookmarks } = getSession()
  return [bookmarkCount, hasBookmarks, hasTagBookmarks]
}

describe('a logged-in reader', () => {
  it('R4.3-09 sends one request for all teasers of a page, and another for added ones', async () => {
    const shown = ['1', '2', '3', '1']
    const { calls, mark, load, marks } = open({ shown, saved: ['2'] })
    await load()
    expect(calls.filter((call) => /isBookmarked|Of/.test(call))).toEqual(['listBookmarkedOf'])
    expect(['1', '2', '3'].map((id) => mark(id)?.isSet)).toEqual([false, true, false])
    shown.push('4')
    await marks.look()
    await marks.look()
    expect(calls.filter((call) => /isBookmarked|Of/.test(call))).toEqual(['listBookmarkedOf', 'isBookmarked 4'])
  })

  it('R4.2-07 R3.2-10 loads count, has-bookmarks and has-tag-bookmarks', async () => {
    const { calls, load } = open({ saved: ['1', '2'], regions: ['talheim'] })
    await load()
    expect(counters()).toEqual([2, true, true])
    expect(calls).toEqual(expect.arrayContaining(['countBookmarks', 'hasBookmarks', 'hasTagBookmarks']))
  })

  it('R4.2-05 R4.2-06 bookmarks the article that waited for the login and first clears its cookie', async () => {
    jar.set('bookmarkedArticleId', '77')
    const { calls, kept, mark, load } = open()
    await load()
    expect(calls[0]).toBe('addBookmark 77')
    expect([[...kept.article], jar.size, mark('77')?.isSet, counters()]).toEqual([['77'], 0, true, [1, true, false]])
  })

  it('S4.2-11 shows the limit instead of saving a sixth article, and drops it', async () => {
    jar.set('bookmarkedArticleId', '77')
    const { dialogs, load } = open({
      publication: 'ht',
      saved: ['1', '2', '3', '4', '5'],
      refuse: { addBookmark: { status: 403, code: 'BOOKMARK_LIMIT' } },
    })
    await load()
    expect([dialogs.map(({ kind }) => kind), jar.size, counters()[0]]).toEqual([['limit'], 0, 5])
  })

  it('S9-17 saves nothing that is no article', async () => {
    jar.set('bookmarkedArticleId', '7%3Balert')
    const { calls, load } = open()
    await load()
    expect([calls.some((call) => call.startsWith('addBookmark')), jar.size]).toEqual([false, 0])
  })

  it('keeps the article waiting without an answer', async () => {
    jar.set('bookmarkedArticleId', '77')
    const { load } = open({ refuse: { addBookmark: { status: 0, code: 'UNREACHABLE' } } })
    await load()
    expect(jar.get('bookmarkedArticleId')).toBe('77')
  })

  it('R4.2-39 resets when the login ends', async () => {
    const { marks, load } = open({ saved: ['1'], shown: ['1'] })
    await load()
    marks.part.reset!()
    expect([counters(), getSession().marks]).toEqual([[0, false, false], null])
  })
})

describe('a click', () => {
  it('R4.3-02 R4.3-10 R4.3-11 R9-63 S4.3-02 bookmarks an article: drawn at once, counted, tip for two seconds', async () => {
    let answer = () => {}
    const { marks, mark, load, kept } = open({
      shown: ['1', '9'],
      until: () => new Promise((resolve) => (answer = resolve)),
    })
    await load()
    const pressed = marks.press('9', 'b1')
    await vi.advanceTimersByTimeAsync(50)
    expect([mark('9'), kept.article.has('9')]).toEqual([{ isSet: true }, false])
    answer()
    await pressed
    expect([mark('9'), counters()]).toEqual([{ isSet: true, tip: 'Artikel gemerkt', by: 'b1' }, [1, true, false]])
    vi.advanceTimersByTime(1900)
    expect(mark('9')?.tip).toBe('Artikel gemerkt')
    vi.advanceTimersByTime(200)
    expect(mark('9')).toEqual({ isSet: true })
  })

  it('R4.3-01 R4.3-12 R4.3-13 removes a bookmark, then fires the event and asks again whether there are any', async () => {
    const { marks, mark, load, calls } = open({ shown: ['1', '9'], saved: ['9'] })
    await load()
    await marks.press('9', 'b1')
    expect(calls.slice(-2)).toEqual(['removeBookmark 9', 'hasBookmarks'])
    expect([mark('9'), counters()]).toEqual([{ isSet: false, tip: 'Artikel entfernt', by: 'b1' }, [0, false, false]])
  })

  it('S4.3-03 S8-04 is reverted when the call fails, and logged with its message', async () => {
    const { marks, mark, load } = open({
      shown: ['1', '9'],
      refuse: { addBookmark: { status: 500, code: 'INTERNAL' } },
    })
    await load()
    await marks.press('9', 'b1')
    expect(mark('9')).toEqual({ isSet: false, tip: 'Das hat nicht geklappt. Bitte versuchen Sie es erneut.', by: 'b1' })
    expect([errors.map(([message]) => message), counters()[0]]).toEqual([
      ['Error while adding user article bookmark'],
      0,
    ])
  })

  it('S4.3-04 counts once when it is a double click', async () => {
    const { marks, calls, load } = open({ shown: ['1', '9'] })
    await load()
    await Promise.all([marks.press('9', 'b1'), marks.press('9', 'b1')])
    expect([calls.filter((call) => call === 'addBookmark 9').length, counters()[0]]).toEqual([1, 1])
  })

  it('R4.3-03 S4.3-01 R6-27 at the limit of the second variant opens the dialog and sends nothing', async () => {
    const saved = ['1', '2', '3', '4', '5']
    for (const [publication, isPlusUser, expected] of [
      ['ht', false, 'limit'],
      ['ht', true, 'added'],
      ['ak', false, 'added'],
    ] as const) {
      const { marks, dialogs, load, kept } = open({ publication, isPlusUser, saved, shown: ['9', '1'] })
      await load()
      await marks.press('9', 'b1')
      expect([dialogs[0]?.kind ?? 'none', kept.article.has('9') ? 'added' : 'limit']).toEqual([
        expected === 'limit' ? 'limit' : 'none',
        expected,
      ])
    }
  })

  it('R6-27 shows the limit when the server has a higher count than this page', async () => {
    const { marks, dialogs, mark, load } = open({
      publication: 'ht',
      shown: ['9', '1'],
      refuse: { addBookmark: { status: 403, code: 'BOOKMARK_LIMIT' } },
    })
    await load()
    await marks.press('9', 'b1')
    expect([dialogs.map(({ kind }) => kind), mark('9')]).toEqual([['limit'], { isSet: false }])
  })

  it('asks for a login when the session ended unnoticed, and remembers the article', async () => {
    provideSession(async () => ({ recheck: async () => false }) as never)
    const { marks, dialogs, load } = open({
      shown: ['9', '1'],
      refuse: { addBookmark: { status: 401, code: 'NOT_LOGGED_IN' } },
    })
    await load()
    await marks.press('9', 'b1')
    expect([dialogs.map(({ kind }) => kind), jar.get('bookmarkedArticleId')]).toEqual([['bookmark'], '9'])
  })

  it('waits until the session is known', async () => {
    const { marks, dialogs } = open({ isReader: false })
    setSession({ status: 'unknown' })
    const pressed = marks.press('9', 'b1')
    await Promise.resolve()
    expect(dialogs).toEqual([])
    setSession({ status: 'anonymous' })
    await pressed
    expect(dialogs.map(({ kind }) => kind)).toEqual(['bookmark'])
  })
})

describe('a click without a login', () => {
  it('R4.3-05 R4.3-06 R4.3-08 remembers the article, asks for a login, and drops it when the dialog is closed without a choice', async () => {
    const { marks, dialogs, calls } = open({ isReader: false })
    await marks.press('9', 'b1')
    expect([jar.get('bookmarkedArticleId'), dialogs[0]!.kind, calls]).toEqual(['9', 'bookmark', []])
    dialogs[0]!.close(true)
    expect(jar.get('bookmarkedArticleId')).toBe('9')
    dialogs[0]!.close(false)
    expect(jar.has('bookmarkedArticleId')).toBe(false)
  })

  it('R4.3-04 opens the native login inside the app, without a cookie', async () => {
    const sent: string[] = []
    vi.stubGlobal('NativeApp', { postMessage: (message: string) => sent.push(message) })
    const { marks, dialogs } = open({ isReader: false, isNativeApp: true })
    await marks.press('9', 'b1')
    await marks.press('f:talheim', 'b2')
    expect([sent, dialogs, jar.size]).toEqual([['{"type":"login"}', '{"type":"login"}'], [], 0])
  })

  it('asks for a login before a follow', async () => {
    const { marks, dialogs } = open({ isReader: false })
    await marks.press('f:talheim', 'b2')
    expect([dialogs.map(({ kind }) => kind), jar.size]).toEqual([['follow'], 0])
  })
})

describe('following', () => {
  it.each([
    ['R4.3-16', 'talheim', 'Region'],
    ['R4.3-17', '131', 'Tag'],
  ])('%s %s calls the %s endpoint, for adding and removing', async (_id, id, kind) => {
    const { marks, calls, load, mark } = open({ shown: [`f:${id}`] })
    await load()
    await marks.press(`f:${id}`, 'b1')
    expect([calls.at(-1), mark(`f:${id}`)?.tip, counters()[2]]).toEqual([`add${kind}Bookmark ${id}`, 'Gefolgt', true])
    await marks.press(`f:${id}`, 'b1')
    expect(calls.slice(-3)).toEqual([`remove${kind}Bookmark ${id}`, 'hasRegionBookmarks', 'hasTagBookmarks'])
    expect([mark(`f:${id}`)?.tip, counters()[2]]).toEqual(['Nicht mehr gefolgt', false])
  })

  it('R4.3-14 R4.3-15 still follows tags after the last region', async () => {
    const { marks, load } = open({ shown: ['f:talheim'], regions: ['talheim'], tags: ['131'] })
    await load()
    await marks.press('f:talheim', 'b1')
    expect(counters()[2]).toBe(true)
  })

  it('reports a full list, and is reverted', async () => {
    const { marks, load, mark } = open({
      shown: ['f:131'],
      refuse: { addTagBookmark: { status: 409, code: 'TOO_MANY' } },
    })
    await load()
    await marks.press('f:131', 'b1')
    expect(mark('f:131')).toMatchObject({
      isSet: false,
      tip: 'Sie folgen schon so vielen Themen und Orten, wie möglich ist.',
    })
  })
})

it('R3.2-01 loads the marks again when another tab has another count', async () => {
  const { marks, calls, kept, mark, load } = open({ shown: ['1', '2'], saved: ['1'] })
  await load()
  const asked = calls.length
  marks.hear()
  expect(calls.length).toBe(asked)
  kept.article.add('2')
  setSession({ bookmarkCount: 2 })
  marks.hear()
  await vi.runAllTimersAsync()
  expect([calls.slice(asked), mark('2')?.isSet]).toEqual([['listBookmarkedOf'], true])
})
