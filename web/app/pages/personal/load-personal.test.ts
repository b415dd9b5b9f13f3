/** Data of the personal pages, by reader, and their behaviour when a service does not answer. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import type { LibraryAnswer, LibraryCallName, LibraryApi } from '../../page/library-api.ts'
import { loadBookmarks, loadFeed, loadManage, lookUpTags, type PersonalContext } from './load-personal.ts'

const NODES = {
  regions: [
    {
      id: 'huegelland',
      label: 'Hügelland',
      target: '/huegelland',
      children: [{ id: 'talheim', label: 'Talheim', target: '/talheim', children: [] }],
    },
  ],
  topics: [
    {
      id: '110',
      label: 'Verkehr',
      target: '/verkehr',
      children: [{ id: '111', label: 'Bahn', target: '/bahn', children: [] }],
    },
  ],
}
const teaser = (documentId: string, hour: number, more: object = {}) => ({
  documentId,
  title: `Artikel ${documentId}`,
  titlePrefix: '',
  teaserTextHtml: '',
  publishDate: `2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`,
  tagIds: [],
  regionIds: [],
  ...more,
})

let errors: unknown[]
beforeEach(() => {
  errors = []
  vi.spyOn(console, 'error').mockImplementation((message) => void errors.push(message))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

type Kept = {
  articles?: string[]
  regions?: string[]
  tags?: string[]
  mutes?: { topics: string[]; words: string[] }
  refuse?: Partial<Record<LibraryCallName, number>>
}

function open(
  {
    articles = [],
    regions = [],
    tags = [],
    mutes = { topics: [], words: [] },
    refuse = {},
  }: Kept | Record<string, never> = {},
  teasers: ReturnType<typeof teaser>[] = [],
) {
  const asked: string[] = []
  const ok = <T>(data: T) => ({ ok: true as const, data })
  const answers: Partial<Record<LibraryCallName, (call: { query?: { limit: number; offset: number } }) => unknown>> = {
    listBookmarks: ({ query }) =>
      articles
        .slice(query!.offset, query!.offset + query!.limit)
        .map((articleId) => ({ articleId, ts: '2026-11-20T10:00:00Z' })),
    countBookmarks: () => articles.length,
    listRegionBookmarks: () => regions.map((id) => ({ id, ts: '' })),
    listTagBookmarks: () => tags.map((id) => ({ id, ts: '' })),
    listMutes: () => ({
      topics: mutes.topics.map((id) => ({ id, ts: '' })),
      words: mutes.words.map((word) => ({ word, ts: '' })),
    }),
  }
  const library = new Proxy({} as LibraryApi, {
    get:
      (_target, name: LibraryCallName) =>
      async (call: never): Promise<LibraryAnswer<unknown>> => {
        const status = refuse[name]
        return status === undefined ? ok(answers[name]!(call ?? {})) : { ok: false, status, code: 'X' }
      },
  })
  const content = {
    listPersonalRegions: async () => ok(NODES.regions),
    listPersonalTopics: async () => ok(NODES.topics),
    listTeasers: async (_params: unknown, { ids }: { ids: string }) =>
      ok({ teasers: teasers.filter(({ documentId }) => ids.split(',').includes(documentId)) }),
    listArticlesByTags: async (
      _params: unknown,
      { tags: wanted, regions: places }: { tags: string; regions: string },
    ) => {
      asked.push(`${wanted}|${places}`)
      return ok({ teasers })
    },
    getTag: async ({ id }: { id: string }) => {
      asked.push(`tag ${id}`)
      return id === '404'
        ? { ok: false as const, status: 404 }
        : ok({ displayName: `Thema ${id}`, fullPath: `/thema-${id}` })
    },
  }
  const context = { content, publication: publicationOf('ak'), library } as unknown as PersonalContext
  return { context, asked }
}

describe('bookmarks', () => {
  it('S2.2-14 lists existing ones, newest first', async () => {
    const { context } = open({ articles: ['3', '9', '1'] }, [teaser('1', 5), teaser('3', 4)])
    expect(await loadBookmarks(context)).toMatchObject({
      kind: 'reader',
      entries: [{ teaser: { documentId: '3' } }, { teaser: { documentId: '1' } }],
      gone: 1,
      total: 3,
      next: null,
    })
  })

  it('continues after the first part', async () => {
    const articles = Array.from({ length: 90 }, (_unused, index) => String(index))
    const { context } = open(
      { articles },
      articles.map((id) => teaser(id, 1)),
    )
    const first = await loadBookmarks(context)
    expect(first).toMatchObject({ next: 40 })
    expect(await loadBookmarks(context, 80)).toMatchObject({ next: null, entries: { length: 10 } })
  })

  it.each([
    ['nobody is logged in', { library: null }, {}, 'anonymous', []],
    ['the session has ended', {}, { listBookmarks: 401 }, 'anonymous', ['Error while fetch user bookmarks']],
    ['the service is in trouble', {}, { listBookmarks: 500 }, 'failed', ['Error while fetch user bookmarks']],
    [
      'the count does not come',
      {},
      { countBookmarks: 503 },
      'failed',
      ['Error while checking how many bookmarks user has'],
    ],
  ])('S8-04 S6-05 when %s', async (_case, change, refuse, kind, logged) => {
    const { context } = open({ refuse })
    expect((await loadBookmarks({ ...context, ...change })).kind).toBe(kind)
    expect(errors).toEqual(logged)
  })
})

describe('the personal feed', () => {
  it('shows the reason of each article, without muted ones, newest first', async () => {
    const teasers = [
      teaser('1', 3, { tagIds: ['111'] }),
      teaser('2', 9, { tagIds: ['111'], title: 'Stau auf der Bahnbrücke' }),
      teaser('3', 7, { tagIds: ['110'] }),
    ]
    const { context, asked } = open({ tags: ['110'], mutes: { topics: [], words: ['Stau'] } }, teasers)
    const { view, choices } = await loadFeed('topics', context)
    expect(view.kind === 'reader' && view.items.map(({ article, reasons }) => [article.documentId, reasons])).toEqual([
      ['3', ['Verkehr']],
      ['1', ['Verkehr']],
    ])
    expect([asked, choices]).toEqual([['110|'], NODES.topics])
  })

  it('S2.1-02 of regions loads regions', async () => {
    const { context, asked } = open({ regions: ['talheim'], tags: ['110'] }, [
      teaser('1', 3, { regionIds: ['talheim'] }),
    ])
    const { view } = await loadFeed('regions', context)
    expect([asked, view.kind === 'reader' && view.items[0]!.reasons]).toEqual([['|talheim'], ['Talheim']])
  })

  it('R4.3-18 R3.3-05 R3.3-06 R3.3-07 lists known topics first and looks up the others', async () => {
    const { context, asked } = open({ tags: ['900', '404', '111'] })
    const { view } = await loadFeed('topics', context)
    expect(view.kind === 'reader' && view.followed).toEqual([
      { id: '111', label: 'Bahn', target: '/bahn', kind: 'tag' },
      { id: '900', label: 'Thema 900', target: '/thema-900', kind: 'tag' },
    ])
    expect(asked.filter((one) => one.startsWith('tag'))).toEqual(['tag 900', 'tag 404'])
  })

  it('S2.1-24 shows visitors without a login the subjects to follow, and loads no articles', async () => {
    const { context, asked } = open()
    expect(await loadFeed('topics', { ...context, library: null })).toEqual({
      choices: NODES.topics,
      view: { kind: 'anonymous' },
    })
    expect(asked).toEqual([])
  })
})

it('S3.3-02 looks up at most six tags at once', async () => {
  let running = 0
  let most = 0
  const getTag = async () => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
    return { ok: true as const, data: { displayName: 'x', fullPath: '/x' } }
  }
  expect(
    await lookUpTags(
      { getTag },
      Array.from({ length: 20 }, (_unused, index) => String(index)),
      [],
    ),
  ).toHaveLength(20)
  expect(most).toBe(6)
})

it('S2.2-15 shows followed topics, with tags that are in no list', async () => {
  const { context } = open({ tags: ['111', '900'], regions: ['talheim'] })
  expect(await loadManage('topics', context)).toEqual({
    nodes: NODES.topics,
    view: {
      kind: 'reader',
      followed: ['111', '900'],
      others: [{ id: '900', label: 'Thema 900', target: '/thema-900' }],
    },
  })
  expect(await loadManage('regions', context)).toEqual({
    nodes: NODES.regions,
    view: { kind: 'reader', followed: ['talheim'], others: [] },
  })
})
