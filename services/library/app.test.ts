import { createTestDatabase } from '@lokalteil/tools/postgres'
import { toLibraryBase } from '@lokalteil/contracts/library/paths'
import { DEFAULT_SETTINGS } from '@lokalteil/domain/publication/settings'
import { type PublicationCode } from '@lokalteil/domain/publication/publications'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { get, NOW, openTestLibrary, refusalOf, toTestToken } from './library.testing.ts'

const EVA = 'eva-4711'
const TABLES = ['readers', 'erased', 'settings']
const WON = {
  at: NOW.getTime(),
  seconds: 50,
  outcome: 'won',
  state: 'birne.lampe',
  wonIn: 50,
  isOnTime: true,
} as const

describe.each(ENGINES)('the library service on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: Awaited<ReturnType<typeof openTestLibrary>>
  const ask = (path: string, init: RequestInit = {}) => test.fetch(new Request(`http://library.local${path}`, init))
  const asEva = { authorization: `Bearer ${toTestToken('access', { publication: 'ak', sub: EVA, roles: [] })}` }

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openTestLibrary(opened.database)
  })
  beforeEach(async () => {
    test.setClock(NOW)
    test.bought.clear()
    for (const table of TABLES) await sql.raw(`delete from reader.${table}`).execute(opened.database.db)
  })
  afterEach(() => test.throwErrors())
  afterAll(() => opened.drop())

  describe('article bookmarks', () => {
    it('R7.4-02 R7.4-03 R3.3-01 lists them newest first as {articleId, ts}; adding twice keeps one and its time', async () => {
      const eva = test.of('ak', EVA)
      expect(await get(eva.listBookmarks({}))).toEqual([])
      await get(eva.addBookmark({ params: { articleId: '17' } }))
      test.later(1000)
      await get(eva.addBookmark({ params: { articleId: '12345678901234567890' } }))
      test.later(1000)
      expect(await get(eva.addBookmark({ params: { articleId: '17' } }))).toEqual({
        articleId: '17',
        ts: NOW.toISOString(),
      })
      expect(await get(eva.listBookmarks({}))).toEqual([
        { articleId: '12345678901234567890', ts: '2026-11-21T12:00:01.000Z' },
        { articleId: '17', ts: '2026-11-21T12:00:00.000Z' },
      ])
      expect(await get(eva.listBookmarks({ query: { limit: 1, offset: 1 } }))).toEqual([
        { articleId: '17', ts: NOW.toISOString() },
      ])
    })

    it('R7.4-03 answers 201 for a new bookmark and 200 for an existing one', async () => {
      const add = () => ask(`${toLibraryBase('ak', EVA)}/bookmarks/17`, { method: 'POST', headers: asEva })
      expect([(await add()).status, (await add()).status]).toEqual([201, 200])
    })

    it('R7.4-04 R7.4-05 R7.4-06 R7.4-07 removes, counts and checks with bare numbers and booleans', async () => {
      const eva = test.of('ak', EVA)
      expect([
        await get(eva.countBookmarks({})),
        await get(eva.hasBookmarks({})),
        await get(eva.isBookmarked({ params: { articleId: '1' } })),
      ]).toEqual([0, false, false])
      for (const articleId of ['1', '2', '3']) await get(eva.addBookmark({ params: { articleId } }))
      expect([
        await get(eva.countBookmarks({})),
        await get(eva.hasBookmarks({})),
        await get(eva.isBookmarked({ params: { articleId: '1' } })),
      ]).toEqual([3, true, true])
      const removed = await ask(`${toLibraryBase('ak', EVA)}/bookmarks/1`, { method: 'DELETE', headers: asEva })
      expect([removed.status, await removed.text()]).toEqual([204, ''])
      expect(await refusalOf(eva.removeBookmark({ params: { articleId: '1' } }))).toBe('ok')
      expect((await get(eva.listBookmarks({}))).map(({ articleId }) => articleId).sort()).toEqual(['2', '3'])
      const count = await ask(`${toLibraryBase('ak', EVA)}/bookmarks-count`, { headers: asEva })
      expect([await count.text(), count.headers.get('cache-control')]).toEqual(['2', 'private, no-store'])
      expect(await get(eva.listBookmarkedOf({ body: ['9', '3', '3', '1', '2'] }))).toEqual(['3', '2'])
    })

    it.each<[string, PublicationCode, string[], number]>([
      ['R1-10 R6-28 the first variant has no limit', 'fb', [], 6],
      ['R1-12 R6-27 R9-44 the second variant lets a reader without plus hold five', 'ht', [], 5],
      ['R6-07 R6-27 the second variant has no limit for plus', 'ht', ['PLUS_USER'], 6],
      ['R6-27 other roles are no plus', 'la', ['PUR_USER', 'EPAPER_USER', 'WALLET_USER', 'PLUS-TAG-4', 'plus_user'], 5],
    ])('%s', async (_name, publication, roles, held) => {
      const reader = test.of(publication, EVA, roles)
      const answers: string[] = []
      for (let id = 1; id <= 6; id++)
        answers.push(await refusalOf(reader.addBookmark({ params: { articleId: String(id) } })))
      expect(answers).toEqual(
        Array.from({ length: 6 }, (_unused, index) => (index < held ? 'ok' : '403 BOOKMARK_LIMIT')),
      )
      expect(await get(reader.countBookmarks({}))).toBe(held)
    })

    it('R6-27 fifty parallel additions leave exactly five bookmarks, the limit', async () => {
      const reader = test.of('ht', EVA)
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_unused, index) =>
          refusalOf(reader.addBookmark({ params: { articleId: String(index + 1) } })),
        ),
      )
      expect(answers.filter((answer) => answer === 'ok')).toHaveLength(5)
      expect(answers.filter((answer) => answer === '403 BOOKMARK_LIMIT')).toHaveLength(45)
      expect(await get(reader.listBookmarks({}))).toHaveLength(5)
    })

    it('R6-27 a reader above the limit keeps all bookmarks, can add no new one, and can add an existing one again', async () => {
      const plus = test.of('ht', EVA, ['PLUS_USER'])
      for (let id = 1; id <= 7; id++) await get(plus.addBookmark({ params: { articleId: String(id) } }))
      const reader = test.of('ht', EVA)
      expect(await refusalOf(reader.addBookmark({ params: { articleId: '8' } }))).toBe('403 BOOKMARK_LIMIT')
      expect(await refusalOf(reader.addBookmark({ params: { articleId: '3' } }))).toBe('ok')
      expect(await get(reader.countBookmarks({}))).toBe(7)
    })

    it('R6-29 has no limit when the feature flag for it is set', async () => {
      const open = await openTestLibrary(opened.database, { isBookmarkLimitBypassed: true })
      const reader = open.of('ht', EVA)
      for (let id = 1; id <= 6; id++) await get(reader.addBookmark({ params: { articleId: String(id) } }))
      expect(await get(reader.countBookmarks({}))).toBe(6)
    })

    it('R6-27 does not count followed topics as bookmarks', async () => {
      const reader = test.of('ht', EVA)
      for (let id = 1; id <= 7; id++) await get(reader.addTagBookmark({ params: { id: String(id) } }))
      expect(await refusalOf(reader.addBookmark({ params: { articleId: '1' } }))).toBe('ok')
    })
  })

  describe('regions and tags', () => {
    it('R7.4-08 R7.4-09 R7.4-10 R7.4-11 R7.4-12 keeps followed regions', async () => {
      const eva = test.of('ak', EVA)
      expect(await get(eva.hasRegionBookmarks({}))).toBe(false)
      await get(eva.addRegionBookmark({ params: { id: 'auenburg' } }))
      test.later(5)
      await get(eva.addRegionBookmark({ params: { id: 'tannau-nord' } }))
      await get(eva.addRegionBookmark({ params: { id: 'auenburg' } }))
      expect((await get(eva.listRegionBookmarks({}))).map(({ id }) => id)).toEqual(['tannau-nord', 'auenburg'])
      expect([
        await get(eva.hasRegionBookmarks({})),
        await get(eva.isRegionBookmarked({ params: { id: 'auenburg' } })),
        await get(eva.isRegionBookmarked({ params: { id: 'talheim' } })),
      ]).toEqual([true, true, false])
      await get(eva.removeRegionBookmark({ params: { id: 'auenburg' } }))
      expect((await get(eva.listRegionBookmarks({}))).map(({ id }) => id)).toEqual(['tannau-nord'])
      expect(await get(eva.hasTagBookmarks({}))).toBe(false)
    })

    it('R7.4-13 R7.4-14 R7.4-15 R7.4-16 R7.4-17 keeps followed tags', async () => {
      const eva = test.of('ak', EVA)
      await get(eva.addTagBookmark({ params: { id: '110' } }))
      await get(eva.addTagBookmark({ params: { id: '111' } }))
      expect(await get(eva.listTagBookmarks({}))).toEqual([
        { id: '111', ts: NOW.toISOString() },
        { id: '110', ts: NOW.toISOString() },
      ])
      expect([await get(eva.hasTagBookmarks({})), await get(eva.isTagBookmarked({ params: { id: '110' } }))]).toEqual([
        true,
        true,
      ])
      await get(eva.removeTagBookmark({ params: { id: '110' } }))
      await get(eva.removeTagBookmark({ params: { id: '111' } }))
      expect([
        await get(eva.hasTagBookmarks({})),
        await get(eva.isTagBookmarked({ params: { id: '110' } })),
        await get(eva.hasRegionBookmarks({})),
      ]).toEqual([false, false, false])
    })

    it('keeps at most two hundred of a kind, whichever call adds them', async () => {
      const eva = test.of('ak', EVA)
      const ids = Array.from({ length: 200 }, (_unused, index) => `t${index}`)
      await get(eva.changeFollows({ body: { add: { tags: ids } } }))
      expect(await refusalOf(eva.addTagBookmark({ params: { id: 'one-more' } }))).toBe('409 TOO_MANY')
      expect(await refusalOf(eva.changeFollows({ body: { add: { tags: ['one-more'], regions: ['auenburg'] } } }))).toBe(
        '409 TOO_MANY',
      )
      // The refused change was rolled back completely.
      expect([(await get(eva.listTagBookmarks({}))).length, await get(eva.listRegionBookmarks({}))]).toEqual([200, []])
      const swapped = await get(
        eva.changeFollows({ body: { remove: { tags: ['t7'] }, add: { tags: ['one-more'], regions: ['auenburg'] } } }),
      )
      expect([
        swapped.tags.length,
        swapped.regions.map(({ id }) => id),
        swapped.tags.some(({ id }) => id === 't7'),
      ]).toEqual([200, ['auenburg'], false])
    })
  })

  describe('authorisation', () => {
    it.each<[string, string, Parameters<Awaited<ReturnType<typeof openTestLibrary>>['of']>[3]]>([
      ['R7.4-02 another reader’s', '403 OTHER_READER', { sub: 'somebody-else' }],
      ['R7.4-01 another publication’s', '404 OTHER_PUBLICATION', { publication: 'fb' }],
      ['R7.4-01 an ID token for one’s own', '401 NOT_LOGGED_IN', { kind: 'id' }],
      ['R7.4-01 a token without a subject for one’s own', '401 NOT_LOGGED_IN', { sub: '' }],
    ])('%s list is not read and not written', async (_name, refusal, as) => {
      await get(test.of('ak', EVA).addBookmark({ params: { articleId: '1' } }))
      const stranger = test.of('ak', EVA, [], as)
      const answers = await Promise.all(
        [
          stranger.listBookmarks({}),
          stranger.addBookmark({ params: { articleId: '2' } }),
          stranger.removeBookmark({ params: { articleId: '1' } }),
          stranger.changeFollows({ body: { add: { tags: ['1'] } } }),
          stranger.listPurchases({ body: ['1'] }),
          stranger.getOnboarding({}),
          stranger.setOnboarding({ body: { isOnboardingCompleted: true } }),
          stranger.getReading({}),
          stranger.clearReading({}),
          stranger.visitFeed({ params: { feed: 'topics' } }),
          stranger.mergeGameProgress({ body: { puzzles: { 'wortraten.2026-11-21': WON } } }),
        ].map(refusalOf),
      )
      expect(new Set(answers)).toEqual(new Set([refusal]))
      expect((await get(test.of('ak', EVA).listBookmarks({}))).map(({ articleId }) => articleId)).toEqual(['1'])
      expect(await get(test.of('ak', EVA).listTagBookmarks({}))).toEqual([])
    })

    it.each([
      ['no token', {}],
      [
        'a cookie instead of a token',
        { cookie: `FA_ACCESS_TOKEN=${toTestToken('access', { publication: 'ak', sub: EVA, roles: [] })}` },
      ],
      ['another scheme', { authorization: 'Basic ZXZhOmV2YQ==' }],
      ['two tokens', { authorization: `Bearer a b` }],
      ['a service key', { authorization: 'Bearer a-service-key-for-tests' }],
    ])('R7.4-01 answers 401 to %s, before it checks anything else', async (_name, headers) => {
      // Invalid ids and bodies are not reported to a caller who is not logged in.
      for (const [path, method] of [
        ['bookmarks', 'GET'],
        ['bookmarks/xx', 'POST'],
        ['credit-purchases/batch/exists', 'POST'],
      ] as const) {
        const response = await ask(`${toLibraryBase('ak', EVA)}/${path}`, { method, headers })
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      }
    })

    it.each(['eva-4711%2f..%2feva', 'EVA-4711', 'eva-4711%20', 'eva-4711%00', 'eva-4711;x', '%65va-47110'])(
      'R7.4-01 does not accept %s as the reader’s token',
      async (user) => {
        const response = await ask(`/mandators/ak/users/${user}/bookmarks`, { headers: asEva })
        expect([403, 404]).toContain(response.status)
      },
    )

    it.each([
      ['bookmarks/abc', 'POST'],
      ['bookmarks/123456789012345678901', 'POST'],
      ['bookmarks/1%2f2', 'DELETE'],
      ['tag-bookmarks/a%20b', 'POST'],
      ['region-bookmarks/ü', 'POST'],
      [`tag-bookmarks/${'x'.repeat(65)}`, 'POST'],
      ['bookmarks?limit=0', 'GET'],
      ['bookmarks?limit=20000', 'GET'],
      ['feeds/other/visits', 'POST'],
    ])('R7.4-01 answers 400 to %s', async (path, method) => {
      expect((await ask(`${toLibraryBase('ak', EVA)}/${path}`, { method, headers: asEva })).status).toBe(400)
    })

    it('R7.4-01 never mixes two readers of two publications under parallel calls', async () => {
      const readers = PUBLICATION_CODES.flatMap((publication) =>
        ['a', 'b'].map((user) => ({
          publication,
          user,
          client: test.of(publication, user, ['PLUS_USER']),
          articles: new Set<string>(),
          tags: new Set<string>(),
        })),
      )
      let seed = 7
      const random = (below: number) => ((seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648), seed % below)
      await Promise.all(
        readers.map(async ({ client, articles, tags }) => {
          for (let step = 0; step < 25; step++) {
            const id = String(1 + random(12))
            const kind = random(4)
            if (kind === 0) await get(client.addBookmark({ params: { articleId: id } })).then(() => articles.add(id))
            else if (kind === 1)
              await get(client.removeBookmark({ params: { articleId: id } })).then(() => articles.delete(id))
            else if (kind === 2) await get(client.addTagBookmark({ params: { id } })).then(() => tags.add(id))
            else await get(client.removeTagBookmark({ params: { id } })).then(() => tags.delete(id))
          }
        }),
      )
      for (const { client, articles, tags } of readers) {
        expect((await get(client.listBookmarks({}))).map(({ articleId }) => articleId).sort()).toEqual(
          [...articles].sort(),
        )
        expect((await get(client.listTagBookmarks({}))).map(({ id }) => id).sort()).toEqual([...tags].sort())
      }
    }, 240_000)
  })

  describe('purchases', () => {
    it('R7.4-18 maps bought articles to their dates and leaves the others out', async () => {
      test.bought.set(`ak ${EVA} 12`, NOW)
      test.bought.set('ak other 13', NOW)
      test.bought.set(`fb ${EVA} 14`, NOW)
      expect(await get(test.of('ak', EVA).listPurchases({ body: ['11', '12', '13', '14'] }))).toEqual({
        12: NOW.toISOString(),
      })
      expect(await get(test.of('ak', EVA).listPurchases({ body: [] }))).toEqual({})
    })

    it('R7.4-18 refuses more than a hundred ids, and invalid ids', async () => {
      const eva = test.of('ak', EVA)
      const ids = Array.from({ length: 101 }, (_unused, index) => String(index))
      expect(await refusalOf(eva.listPurchases({ body: ids }))).toBe('400 BAD_REQUEST')
      expect(await refusalOf(eva.listPurchases({ body: ids.slice(1) }))).toBe('ok')
      expect(await refusalOf(eva.listPurchases({ body: ['__proto__'] }))).toBe('400 BAD_REQUEST')
    })

    it('R7.4-19 says whether an article was bought', async () => {
      test.bought.set(`ak ${EVA} 12`, NOW)
      const eva = test.of('ak', EVA)
      expect([
        await get(eva.isPurchased({ params: { articleId: '12' } })),
        await get(eva.isPurchased({ params: { articleId: '13' } })),
      ]).toEqual([true, false])
    })
  })

  it('R4.7-03 keeps the onboarding status of each publication', async () => {
    const eva = test.of('ak', EVA)
    expect(await get(eva.getOnboarding({}))).toEqual({ isOnboardingCompleted: false })
    expect(await get(eva.setOnboarding({ body: { isOnboardingCompleted: true } }))).toEqual({
      isOnboardingCompleted: true,
    })
    expect(await get(test.of('ak', EVA).getOnboarding({}))).toEqual({ isOnboardingCompleted: true })
    expect(await get(test.of('fb', EVA).getOnboarding({}))).toEqual({ isOnboardingCompleted: false })
    await get(eva.setOnboarding({ body: { isOnboardingCompleted: false } }))
    expect(await get(eva.getOnboarding({}))).toEqual({ isOnboardingCompleted: false })
  })

  it('mutes at most a hundred topics and a hundred words', async () => {
    const eva = test.of('ak', EVA)
    await get(eva.muteTopic({ params: { id: '110' } }))
    await get(eva.muteWord({ body: { word: '  Straßenbahn ' } }))
    await get(eva.muteWord({ body: { word: 'Straßenbahn' } }))
    const list = await get(eva.listMutes({}))
    expect([list.topics.map(({ id }) => id), list.words.map(({ word }) => word)]).toEqual([['110'], ['Straßenbahn']])
    await get(eva.unmuteTopic({ params: { id: '110' } }))
    await get(eva.unmuteWord({ params: { word: 'Straßenbahn' } }))
    expect(await get(eva.listMutes({}))).toEqual({ topics: [], words: [] })
    for (let index = 0; index < 100; index++) await get(eva.muteWord({ body: { word: `Wort ${index}` } }))
    expect(await refusalOf(eva.muteWord({ body: { word: 'zu viel' } }))).toBe('409 TOO_MANY')
    expect(await refusalOf(eva.muteWord({ body: { word: '<b>' } }))).toBe('400 BAD_REQUEST')
  })

  it('returns the time since which articles are new, and keeps it for the whole visit', async () => {
    const eva = test.of('ak', EVA)
    const visit = async (feed: 'topics' | 'regions' = 'topics') =>
      (await get(eva.visitFeed({ params: { feed } }))).since
    expect(await visit()).toBeNull()
    test.later(3_600_000)
    expect(await visit()).toBe(NOW.toISOString())
    test.later(60_000)
    expect(await visit()).toBe(NOW.toISOString())
    expect(await visit('regions')).toBeNull()
    test.later(86_400_000)
    expect(await visit()).toBe('2026-11-21T13:01:00.000Z')
  })

  describe('read articles', () => {
    const read = (articleId: string, minutesAgo: number, progress = 0.5) => ({
      articleId,
      ts: new Date(NOW.getTime() - minutesAgo * 60_000).toISOString(),
      progress,
    })

    it('are stored only for readers who switch it on, and deleted when they switch it off', async () => {
      const eva = test.of('ak', EVA)
      expect(await refusalOf(eva.mergeReading({ body: { articles: [read('1', 1)] } }))).toBe('409 NOT_SYNCED')
      expect(await get(eva.getReading({}))).toEqual({ isSynced: false, articles: [] })
      await get(eva.setReadingSync({ body: { isSynced: true } }))
      await get(eva.mergeReading({ body: { articles: [read('1', 1)] } }))
      expect(await get(eva.getReading({}))).toEqual({ isSynced: true, articles: [read('1', 1)] })
      await get(eva.setReadingSync({ body: { isSynced: false } }))
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from reader.read_articles`.execute(
        opened.database.db,
      )
      expect(rows[0]!.n).toBe(0)
    })

    it('are merged across two devices; a removed article stays removed', async () => {
      const eva = test.of('ak', EVA)
      await get(eva.setReadingSync({ body: { isSynced: true } }))
      await get(eva.mergeReading({ body: { articles: [read('1', 50, 0.2), read('2', 40), read('3', 30)] } }))
      expect(
        (await get(eva.mergeReading({ body: { articles: [read('1', 10, 0.9), read('4', 20)] } }))).articles,
      ).toEqual([read('1', 10, 0.9), read('4', 20), read('3', 30), read('2', 40)])
      await get(eva.removeReadArticle({ params: { articleId: '3' } }))
      expect(
        (await get(eva.mergeReading({ body: { articles: [read('3', 30), read('2', 40)] } }))).articles.map(
          ({ articleId }) => articleId,
        ),
      ).toEqual(['1', '4', '2'])
      await get(eva.clearReading({}))
      expect((await get(eva.mergeReading({ body: { articles: [read('1', 10, 0.9)] } }))).articles).toEqual([])
      test.later(60_000)
      const again = { articleId: '3', ts: '2026-11-21T12:00:30.000Z', progress: 0.1 }
      expect((await get(eva.mergeReading({ body: { articles: [again] } }))).articles).toEqual([again])
    })

    it('are at most a hundred, the last read', async () => {
      const eva = test.of('ak', EVA)
      await get(eva.setReadingSync({ body: { isSynced: true } }))
      await get(
        eva.mergeReading({
          body: { articles: Array.from({ length: 100 }, (_unused, index) => read(String(index), 1000 + index)) },
        }),
      )
      const { articles } = await get(eva.mergeReading({ body: { articles: [read('900', 1), read('901', 2)] } }))
      expect([articles.length, articles[0]!.articleId, articles.at(-1)!.articleId]).toEqual([100, '900', '97'])
      expect((await get(eva.getReading({}))).articles).toEqual(articles)
    })
  })

  describe('site settings', () => {
    it('R3.13-26 are public, have the types of their defaults, differ per publication, and change at runtime', async () => {
      expect(await get(test.settingsOf('ak').getSettings({}))).toEqual(DEFAULT_SETTINGS)
      const changed = await get(
        test.settingsOf('ak').changeSettings({
          body: {
            changes: {
              data_reco_timeout_ms: '250',
              onboardingpopup_enabled: 'true',
              header_subscription_link: '/order/abo',
            },
          },
        }),
      )
      expect(changed).toEqual({
        ...DEFAULT_SETTINGS,
        data_reco_timeout_ms: 250,
        onboardingpopup_enabled: true,
        header_subscription_link: '/order/abo',
      })
      await get(test.settingsOf('ak').changeSettings({ body: { changes: { data_reco_timeout_ms: null } } }))
      expect(await get(test.settingsOf('ak', 'no key').getSettings({}))).toEqual({
        ...DEFAULT_SETTINGS,
        onboardingpopup_enabled: true,
        header_subscription_link: '/order/abo',
      })
      expect(await get(test.settingsOf('fb').getSettings({}))).toEqual(DEFAULT_SETTINGS)
    })

    it('change only with the key, all or none, and never those of the local edition', async () => {
      const changes = {
        data_reco_timeout_ms: 'soon',
        swipe_tooltip_enabled: true,
        secret: 1,
        bookmark_subscription_link: 'javascript:alert(1)',
      }
      expect(await refusalOf(test.settingsOf('ak', 'wrong').changeSettings({ body: { changes: {} } }))).toBe(
        '401 UNAUTHORISED',
      )
      const refused = await test.settingsOf('ak').changeSettings({ body: { changes } })
      expect(refused.ok ? null : refused.problem).toMatchObject({
        code: 'WRONG_SETTING',
        fields: {
          'body.changes.data_reco_timeout_ms': 'NOT_A_NUMBER',
          'body.changes.secret': 'UNKNOWN_SETTING',
          'body.changes.bookmark_subscription_link': 'UNSAFE_LINK',
        },
      })
      expect(await get(test.settingsOf('ak').getSettings({}))).toEqual(DEFAULT_SETTINGS)
      expect(
        await refusalOf(test.settingsOf('la').changeSettings({ body: { changes: { swipe_tooltip_enabled: true } } })),
      ).toBe('409 LOCAL_EDITION')
      expect(await test.service.fillSettings('la', { swipe_tooltip_enabled: true })).toBe('unchanged')
    })

    it('are filled once', async () => {
      expect(await test.service.fillSettings('ak', { onboardingpopup_enabled: true })).toBe('saved')
      await get(test.settingsOf('ak').changeSettings({ body: { changes: { onboardingpopup_enabled: false } } }))
      expect(await test.service.fillSettings('ak', { onboardingpopup_enabled: true })).toBe('unchanged')
      expect((await get(test.settingsOf('ak').getSettings({}))).onboardingpopup_enabled).toBe(false)
      await expect(test.service.fillSettings('fb', { onboardingpopup_enabled: 'maybe' })).rejects.toThrow(
        'onboardingpopup_enabled',
      )
    })
  })

  it('exports everything it stores about a reader, and erases it for good', async () => {
    const eva = test.of('ak', EVA)
    await get(eva.addBookmark({ params: { articleId: '17' } }))
    await get(eva.changeFollows({ body: { add: { regions: ['auenburg'], tags: ['110'] } } }))
    await get(eva.muteWord({ body: { word: 'Stau' } }))
    await get(eva.setReadingSync({ body: { isSynced: true } }))
    await get(eva.mergeReading({ body: { articles: [{ articleId: '18', ts: NOW.toISOString(), progress: 1 }] } }))
    await get(eva.visitFeed({ params: { feed: 'topics' } }))
    await get(eva.mergeGameProgress({ body: { puzzles: { 'wortraten.2026-11-21': WON } } }))
    await get(test.of('fb', EVA).addBookmark({ params: { articleId: '19' } }))
    const { personalData } = test.service
    const held = JSON.stringify(await personalData.read({ publication: 'ak', sub: EVA }))
    for (const part of [
      '"17"',
      '"auenburg"',
      '"110"',
      '"Stau"',
      '"18"',
      '"topics"',
      '"wortraten.2026-11-21"',
      '"from":"2026-11-21"',
    ])
      expect(held).toContain(part)
    expect(held).not.toContain('"19"')

    await personalData.erase({ publication: 'ak', sub: EVA })
    await personalData.erase({ publication: 'ak', sub: EVA })
    for (const table of ['readers', 'marks', 'read_articles', 'feed_visits', 'game_progress', 'erased']) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(`reader.${table}`)} t`.execute(
        opened.database.db,
      )
      expect(rows.filter(({ text }) => text.includes(EVA) && !text.includes('fb'))).toEqual([])
    }
    // An access token stays valid for some minutes after its account was erased.
    expect(await refusalOf(eva.addBookmark({ params: { articleId: '17' } }))).toBe('401 NOT_LOGGED_IN')
    expect(await get(eva.listBookmarks({}))).toEqual([])
    expect(await get(test.of('fb', EVA).countBookmarks({}))).toBe(1)
  })

  it('prints its contract', async () => {
    const document = (await (await ask('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { responses: object }>>
    }
    expect(Object.keys(document.paths['/bookmarks/{articleId}']!.post!.responses)).toEqual(
      expect.arrayContaining(['200', '201', '403', '409']),
    )
  })
})
