import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPortalClient } from './portal-client.ts'
import { BookmarkError, createLibraryApi, takeAnswer } from './library-api.ts'

type Sent = { method: string; path: string; body: string | null }

function open(...answers: (Response | Error)[]) {
  const sent: Sent[] = []
  const fetcher = (async (path: string, init: RequestInit = {}) => {
    sent.push({ method: init.method ?? 'GET', path, body: (init.body as string | undefined) ?? null })
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer ?? new TypeError('offline')
    return answer
  }) as typeof fetch
  return { library: createLibraryApi('ht', 'a b/c', createPortalClient({ fetcher })), sent }
}
const json = (data: unknown, status = 200) => new Response(JSON.stringify(data), { status })
const BASE = '/__services/user/mandators/ht/users/a%20b%2Fc'

describe('calls of the library', () => {
  it.each<[string, (library: ReturnType<typeof open>['library']) => Promise<unknown>, Sent]>([
    [
      'R7.4-02',
      (library) => library.listBookmarks({ query: { limit: 5 } }),
      { method: 'GET', path: '/bookmarks?limit=5', body: null },
    ],
    [
      'R7.4-03',
      (library) => library.addBookmark({ params: { articleId: '12345678901234567890' } }),
      { method: 'POST', path: '/bookmarks/12345678901234567890', body: null },
    ],
    [
      'R7.4-04',
      (library) => library.removeBookmark({ params: { articleId: '1' } }),
      { method: 'DELETE', path: '/bookmarks/1', body: null },
    ],
    [
      'R7.4-07',
      (library) => library.isBookmarked({ params: { articleId: '1' } }),
      { method: 'GET', path: '/is-bookmarked/1', body: null },
    ],
    [
      'R7.4-10',
      (library) => library.removeRegionBookmark({ params: { id: 'talheim' } }),
      { method: 'DELETE', path: '/region-bookmarks/talheim', body: null },
    ],
    [
      'R7.4-14',
      (library) => library.addTagBookmark({ params: { id: '131' } }),
      { method: 'POST', path: '/tag-bookmarks/131', body: null },
    ],
    [
      'a page of teasers',
      (library) => library.listBookmarkedOf({ body: ['1', '2'] }),
      { method: 'POST', path: '/bookmarks/batch/is-bookmarked', body: '["1","2"]' },
    ],
  ])('R7.4-01 %s contain publication and reader', async (_id, ask, expected) => {
    const { library, sent } = open(json([]))
    await ask(library)
    expect(sent).toEqual([{ ...expected, path: BASE + expected.path }])
  })

  it('S7.4-01 are repeated once after the session was renewed', async () => {
    const { library, sent } = open(json({ code: 'NOT_LOGGED_IN' }, 401), json({ valid: true }), json(3))
    expect(await library.countBookmarks()).toEqual({ ok: true, data: 3 })
    expect(sent.map(({ path }) => path)).toEqual([
      `${BASE}/bookmarks-count`,
      '/api/validate?forceRefresh=true',
      `${BASE}/bookmarks-count`,
    ])
  })

  it.each<[string, (Response | Error)[], { status: number; code: string }]>([
    ['the session has ended', [json({}, 401), json({}, 401)], { status: 401, code: 'NOT_LOGGED_IN' }],
    ['nobody can say whether it has', [json({}, 401), json({}, 503)], { status: 0, code: 'NOT_LOGGED_IN' }],
    ['the list is full', [json({ code: 'BOOKMARK_LIMIT' }, 403)], { status: 403, code: 'BOOKMARK_LIMIT' }],
    ['something answers that is no service', [new Response('<h1>', { status: 502 })], { status: 502, code: 'UNKNOWN' }],
    ['nobody answers', [new TypeError('offline')], { status: 0, code: 'UNREACHABLE' }],
  ])('report it when %s', async (_case, answers, refused) => {
    const { library } = open(...answers)
    expect(await library.addBookmark({ params: { articleId: '1' } })).toEqual({ ok: false, ...refused })
  })
})

describe('a failed call', () => {
  const logged: unknown[] = []
  beforeEach(() => {
    logged.length = 0
    vi.spyOn(console, 'error').mockImplementation((message) => void logged.push(message))
  })
  afterEach(() => vi.restoreAllMocks())
  const refused = { ok: false, status: 500, code: 'INTERNAL' } as const

  it.each([
    ['listBookmarks', 'Error while fetch user bookmarks'],
    ['addBookmark', 'Error while adding user article bookmark'],
    ['removeBookmark', 'Error while removing user article bookmark'],
    ['countBookmarks', 'Error while checking how many bookmarks user has'],
    ['isBookmarked', 'Error while checking if article is bookmarked'],
    ['listPersonalRegions', 'Error while fetching regions list'],
    ['addRegionBookmark', 'Error while adding user region bookmark'],
    ['removeTagBookmark', 'Error while removing user tag bookmark'],
  ] as const)('S8-04 %s is logged and thrown with its message and its cause', (call, message) => {
    const attempt = () => takeAnswer(call, refused)
    expect(attempt).toThrow(new BookmarkError(message, { status: 500, code: 'INTERNAL' }))
    expect(logged).toEqual([message])
    try {
      attempt()
    } catch (error) {
      expect((error as Error).cause).toEqual({ status: 500, code: 'INTERNAL' })
    }
  })

  it.each([
    ['hasBookmarks', null],
    ['hasRegionBookmarks', false],
    ['hasTagBookmarks', false],
  ] as const)('%s is only logged', (call, result) => {
    expect(takeAnswer(call, refused)).toBe(result)
    expect(logged).toHaveLength(1)
  })
})
