import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT, CONTENT_INTERNAL, MENU_HANDLES, type Block, type Teaser } from '@lokalteil/contracts/content'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../platform/database.ts'
import { ENGINE, ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createContentService, type ContentService } from './app.ts'
import {
  article,
  EMBARGOED_ID,
  fillContent,
  hoursAgo,
  incoming,
  NOW,
  PAID_ID,
  PAID_SECRETS,
  PAID_TEST_ID,
  paragraph,
  SEED,
  toFolder,
} from './content.testing.ts'
import { NO_FRONT } from './fronts/usual-fronts.ts'

const KEY = 'a-key-for-tests'

describe.each(ENGINES)('the content service on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let clock = NOW
  const errors: unknown[] = []
  type Public = Client<typeof CONTENT>
  let ak: Public
  let fb: Public
  let la: Public
  let internal: Client<typeof CONTENT_INTERNAL>
  const open = (publication: string, headers: Record<string, string> = {}) => ({
    base: `http://content.local/${publication}`,
    headers,
    timeout: 20_000,
    fetch: (request: Request) => service.app.fetch(request),
  })

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createContentService({
      database: opened.database,
      serviceKey: KEY,
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
    ak = createTestClient(CONTENT, open('ak'))
    fb = createTestClient(CONTENT, open('fb'))
    la = createTestClient(CONTENT, open('la'))
    internal = createTestClient(CONTENT_INTERNAL, open('ak', { authorization: `Bearer ${KEY}` }))
    await fillContent(service, SEED)
  })
  beforeEach(() => {
    clock = NOW
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
    if (errors.length > 0) throw new AggregateError(errors, 'The service reported bugs')
  })

  const raw = (path: string, init?: RequestInit) => service.app.fetch(new Request(`http://content.local${path}`, init))
  const ids = (teasers: readonly Teaser[]) => teasers.map(({ documentId }) => documentId)
  const refusal = async (answer: Promise<{ ok: boolean }>) => {
    const result = (await answer) as { ok: false; status: number; problem: { code: string } }
    return result.ok ? 'ok' : `${result.status} ${result.problem.code}`
  }
  async function ingest(documents: Parameters<typeof incoming>[1][], publications?: string[]) {
    const { results } = await get(
      internal.ingest({
        body: {
          documents: documents.map((document, index) => incoming(document?.sourceId ?? `urn:${index}`, document)),
          ...(publications ? { publications } : {}),
        },
      }),
    )
    return results
  }

  it('saves the same seed once', async () => {
    expect(await fillContent(service, SEED)).toBe('unchanged')
  })

  describe('articles', () => {
    it('R3.5-01 R3.5-03 R3.5-04 R3.5-07 R3.6-08 R3.6-09 delivers an article with its fields', async () => {
      const data = await get(ak.getArticle({ params: { id: '101' } }))
      expect(data).toMatchObject({
        id: '101',
        title: 'Meldung 101 aus dem Rathaus',
        seoTitle: 'Meldung 101 aus dem Rathaus',
        path: '/meldung-101-aus-dem-rathaus-101',
        owner: 'ak',
        contentRestriction: 'free',
        isSoldContent: false,
        publishDate: hoursAgo(1).toISOString(),
        section: { path: 'lokales/auenburg', displayName: 'Auenburg' },
        breadcrumb: [
          { path: 'lokales', displayName: 'Lokales' },
          { path: 'lokales/auenburg', displayName: 'Auenburg' },
        ],
        maintag: { id: '111', displayName: 'Straßenbahn', fullPath: '/strassenbahn' },
        tags: [{ id: '111' }],
        regions: [{ id: 'altstadt', label: 'Altstadt', target: '/lokales/auenburg' }],
        authors: [{ id: '11', prename: 'Lena', surname: 'Vogt', shortname: 'lv', urlPath: '/autor/lena-vogt-11' }],
        img: { baseUrl: '/demo/bild-101.jpg', cropVal: '16:9', altText: 'bild-101', width: 1600, height: 900 },
        paragraphCount: 2,
        wordCount: 6,
      })
      expect(data.contentItems).toHaveLength(2)
      expect((await get(ak.getArticle({ params: { id: '134' } }))).headerVideo?.src).toBe('/media/film.mp4')
    })

    it('R3.5-05 R3.5-06 names gallery and related topics where the specification reads them', async () => {
      const data = await get(ak.getArticle({ params: { id: '139' } }))
      expect(data.galleryHeader?.content.gallery.params.teaser.reference.id).toBe('lichter')
      expect(data.relatedArticles.topicName).toBe('Straßenbahn, Klinikum')
      expect(ids(data.relatedArticles.teasers).slice(0, 2)).toEqual(['102', PAID_ID])
    })

    it('relates articles by main tag, never an article to itself, never to one that is not visible', async () => {
      const { relatedArticles } = await get(ak.getArticle({ params: { id: '102' } }))
      expect(relatedArticles.teasers).toHaveLength(4)
      expect(ids(relatedArticles.teasers)).not.toContain('102')
      expect(ids(relatedArticles.teasers)).not.toContain(EMBARGOED_ID)
    })

    it('R7.3-15 cuts a paid article after its first paragraph and keeps the counts of the whole', async () => {
      const cut = await get(ak.getArticle({ params: { id: PAID_ID } }))
      expect(cut.contentItems).toEqual([{ type: 'paragraph', html: 'Die öffentliche Vorschau.' }])
      expect(cut.headerVideo).toBeNull()
      expect(cut.isVideoArticle).toBe(true)
      const full = await get(internal.getFullArticle({ params: { id: PAID_ID } }))
      expect(full.contentItems).toHaveLength(12)
      expect(full.contentItems.at(-1)).toMatchObject({ type: 'articleTeaser', articleTeaser: { documentId: '101' } })
      expect(full.headerVideo?.caption).toBe('GEHEIM-KOPFFILM')
      expect({ ...cut, contentItems: 0, headerVideo: 0, relatedArticles: 0 }).toEqual({
        ...full,
        contentItems: 0,
        headerVideo: 0,
        relatedArticles: 0,
      })
      expect(cut.wordCount).toBeGreaterThan(20)
    })

    it.each(['ak', 'fb', 'ht', 'la'])(
      'R7.3-15 has no sentence of a paid body in any public answer of %s',
      async (publication) => {
        const paths = [
          'sites',
          'pages/home',
          'channels/lokales',
          'channels/lokales/auenburg',
          'channels/klinikum',
          'channels/leben',
          'articles/search?q=Quastenflosser',
          'articles/search?q=GEHEIM',
          'articles/search?searchTerms=umbau;klinikum',
          'suggestions?q=geheim',
          'suggestions?q=umbau',
          `articles/${PAID_ID}`,
          `articles/${PAID_ID}/teaser`,
          `teasers?ids=${PAID_ID},${PAID_TEST_ID}`,
          'articles?tags=151',
          'tags/151',
          'tags/klinikum/articles',
          'authors',
          'authors/11',
          'topics',
          'topics/mobil',
          'headlines',
          'newest-articles',
          'most-read',
          'test-reports',
          `test-reports/${PAID_TEST_ID}`,
          'podcasts',
          'coupons',
          'newsletters',
          'newsletters/morgen',
          'breaking-news',
          'sitemap-entries',
          'personal-feeds/topics',
          'articles/139',
        ]
        let found = 0
        for (const path of paths) {
          const response = await raw(`/${publication}/v5/${path}`)
          const text = await response.text()
          if (response.ok) found++
          for (const secret of PAID_SECRETS) expect(text, `${path} of ${publication}`).not.toContain(secret)
        }
        expect(found).toBeGreaterThan(25)
      },
    )

    it('finds a paid article by a word of its body and shows only the teaser', async () => {
      const { teasers } = await get(ak.searchArticles({ query: { q: 'Quastenflosser' } }))
      expect(ids(teasers)).toEqual([PAID_ID])
    })

    it.each<[string, RequestInit | undefined]>([
      ['without a key', undefined],
      ['with a wrong key', { headers: { authorization: 'Bearer a-key-for-testz' } }],
      ['with the key in another scheme', { headers: { authorization: KEY } }],
    ])('refuses the full text %s', async (_name, init) => {
      const response = await raw(`/ak/internal/articles/${PAID_ID}`, init)
      expect(response.status).toBe(401)
      expect(await response.text()).not.toContain('Absatz')
    })

    it('refuses every internal endpoint when no key is configured', async () => {
      const keyless = await createContentService({ database: opened.database })
      const response = await keyless.app.fetch(
        new Request(`http://c/ak/internal/articles/${PAID_ID}`, { headers: { authorization: 'Bearer ' } }),
      )
      expect(response.status).toBe(401)
      await keyless.close()
    })

    it.each([
      ['articles/999999', 404],
      [`articles/${EMBARGOED_ID}`, 404],
      ['articles/136', 404],
      ['articles/901', 404],
      ['test-reports/101', 404],
      ['articles/abc', 400],
      ['articles/-1', 400],
      ['articles/101/teaser/x', 404],
      [`articles/${'9'.repeat(41)}`, 400],
    ])('answers %s with %i', async (path, status) => {
      const response = await raw(`/ak/v5/${path}`)
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    })

    it('R3.6-01 R3.6-02 R3.6-04 R3.6-05 R3.6-06 R3.6-07 R7.3-12 delivers the teaser of an article, without a body', async () => {
      const teaser = await get(ak.getTeaser({ params: { id: PAID_ID } }))
      expect(teaser).toMatchObject({
        documentId: PAID_ID,
        contentRestriction: 'paid',
        title: 'Der Umbau des Klinikums',
        titlePrefix: '',
        teaserTextHtml: 'Was der <b>Umbau</b> kostet',
        isSoldContent: false,
        isOpinion: false,
        isPodcast: false,
        isVideoArticle: true,
        img: { baseUrl: '/demo/bild-130.jpg' },
      })
      expect(teaser.authors).toHaveLength(1)
      expect(teaser).not.toHaveProperty('contentItems')
      expect((await get(ak.getTeaser({ params: { id: '138' } }))).img).toBeNull()
    })

    it('delivers teasers by id in the order asked and leaves unknown ones out', async () => {
      const { teasers } = await get(ak.listTeasers({ query: { ids: `105,,${EMBARGOED_ID}, 101,nope!,136,105,901` } }))
      expect(ids(teasers)).toEqual(['105', '101', '901'])
    })
  })

  describe('time', () => {
    it('shows an embargoed article when its embargo ends, without any write', async () => {
      expect(await refusal(ak.getArticle({ params: { id: EMBARGOED_ID } }))).toBe('404 NOT_FOUND')
      expect(ids((await get(ak.searchArticles({ query: { q: 'gesperrte' } }))).teasers)).toEqual([])
      expect(ids((await get(ak.listNewestArticles({}))).teasers)).not.toContain(EMBARGOED_ID)
      clock = new Date(NOW.getTime() + 3_600_000)
      const data = await get(ak.getArticle({ params: { id: EMBARGOED_ID } }))
      // An article counts as new from the moment it became public.
      expect(data.publishDate).toBe(clock.toISOString())
      expect(ids((await get(ak.listNewestArticles({}))).teasers)[0]).toBe(EMBARGOED_ID)
      expect(ids((await get(ak.searchArticles({ query: { q: 'gesperrte' } }))).teasers)).toEqual([EMBARGOED_ID])
    })

    it('shows an episode from its date on and a coupon until its end', async () => {
      expect((await get(ak.listPodcasts({}))).total).toBe(2)
      expect((await get(ak.listCoupons({}))).coupons.map(({ id }) => id)).toEqual(['c1'])
      clock = new Date(NOW.getTime() + 11 * 3_600_000)
      expect((await get(ak.listPodcasts({}))).episodes[0]).toMatchObject({ id: '703' })
      clock = new Date(NOW.getTime() + 48 * 3_600_000)
      expect((await get(ak.listCoupons({}))).coupons).toEqual([])
    })

    it('opens breaking news for the newest urgent report and closes it after six hours', async () => {
      expect(await get(ak.getBreakingNews({}))).toEqual({ item: null })
      await ingest([
        { sourceId: 'urn:flash-1', urgency: 1, title: 'Pegel steigt um 3 Meter', publishDate: NOW.toISOString() },
        { sourceId: 'urn:flash-2', urgency: 2, title: 'Deich hält', publishDate: hoursAgo(2).toISOString() },
        { sourceId: 'urn:calm', urgency: 3, publishDate: NOW.toISOString() },
      ])
      expect((await get(ak.getBreakingNews({}))).item).toMatchObject({
        title: 'Pegel steigt um 3\u00a0Meter',
        publishDate: NOW.toISOString(),
      })
      clock = new Date(NOW.getTime() + 6 * 3_600_000 - 1)
      expect((await get(ak.getBreakingNews({}))).item?.title).toContain('Pegel steigt')
      clock = new Date(NOW.getTime() + 6 * 3_600_000)
      expect((await get(ak.getBreakingNews({}))).item).toBeNull()
      expect(await get(la.getBreakingNews({}))).toEqual({ item: null })
    })
  })

  describe('lists', () => {
    it('pages by twenty, newest first, each article once', async () => {
      const first = await get(ak.listNewestArticles({}))
      const second = await get(ak.listNewestArticles({ query: { page: 2 } }))
      expect(first.teasers).toHaveLength(20)
      expect(first.pages).toBe(2)
      expect(first.total).toBe(first.teasers.length + second.teasers.length)
      const all = [...first.teasers, ...second.teasers]
      expect(new Set(ids(all)).size).toBe(all.length)
      const dates = all.map(({ publishDate }) => publishDate)
      expect(dates).toEqual(dates.toSorted().toReversed())
    })

    it.each<[string, () => Promise<{ ok: boolean }>]>([
      ['newest 0', () => ak.listNewestArticles({ query: { page: 0 } })],
      ['newest 3', () => ak.listNewestArticles({ query: { page: 3 } })],
      ['headlines 99', () => ak.listHeadlines({ query: { page: 99 } })],
      ['channel 99', () => ak.getChannel({ params: { path: 'lokales' }, query: { page: 99 } })],
      ['channel 0', () => ak.getChannel({ params: { path: 'lokales/0' } })],
      ['author 9', () => ak.getAuthor({ params: { id: '11' }, query: { page: 9 } })],
      ['topic 0', () => ak.getTopic({ params: { id: '7' }, query: { page: 0 } })],
      ['topic of two tags 2', () => ak.getTopic({ params: { id: 'mobil' }, query: { page: 2 } })],
      ['tests 2', () => ak.listTestReports({ query: { page: 2 } })],
      ['podcasts 2', () => ak.listPodcasts({ query: { page: 2 } })],
      ['feed 9', () => ak.listArticlesByTags({ query: { tags: '110', page: 9 } })],
      ['sitemap 2', () => ak.listSitemapEntries({ query: { page: 2 } })],
    ])('has no page outside of the list: %s', async (_name, ask) => {
      expect(await refusal(ask())).toBe('404 NOT_FOUND')
    })

    it('keeps advertising and test reports out of the headlines', async () => {
      const pages = await Promise.all([1, 2].map((page) => get(ak.listHeadlines({ query: { page } }))))
      const found = pages.flatMap(({ teasers }) => ids(teasers))
      expect(found).toContain('138')
      expect(found).not.toContain('137')
      expect(found).not.toContain('901')
    })

    it('shows each publication the articles it carries', async () => {
      expect(await refusal(fb.getArticle({ params: { id: '136' } }))).toBe('ok')
      expect(await refusal(ak.getArticle({ params: { id: '136' } }))).toBe('404 NOT_FOUND')
      expect((await get(fb.getChannel({ params: { path: 'hafen' } }))).kind).toBe('channel')
      expect(await refusal(ak.getChannel({ params: { path: 'hafen' } }))).toBe('404 NOT_FOUND')
    })

    it('lists the most read articles of two days, then fills up with new ones', async () => {
      const { teasers } = await get(ak.listMostRead({}))
      expect(ids(teasers).slice(0, 2)).toEqual(['110', '104'])
      expect(teasers).toHaveLength(10)
      for (let read = 0; read < 600; read++) await internal.recordView({ body: { id: '107' } })
      await internal.recordView({ body: { id: '4711' } })
      await service.close()
      clock = new Date(NOW.getTime() + 60_000)
      expect(ids((await get(ak.listMostRead({}))).teasers)[0]).toBe('107')
      clock = new Date(NOW.getTime() + 50 * 3_600_000)
      expect(ids((await get(ak.listMostRead({}))).teasers)[0]).not.toBe('107')
    })

    it('R3.3-08 R7.3-09 R7.3-10 looks up a tag and its ancestors, also in a circle', async () => {
      expect(await get(ak.getTag({ params: { id: '113' } }))).toEqual({
        displayName: 'Lastenrad',
        fullPath: '/lastenrad',
      })
      expect((await get(ak.getTagHierarchy({ params: { id: '113' } }))).map(({ id }) => id)).toEqual([
        '113',
        '112',
        '110',
      ])
      expect((await get(ak.getTagHierarchy({ params: { id: '190' } }))).map(({ id }) => id)).toEqual(['190', '191'])
      expect(await refusal(ak.getTag({ params: { id: '5' } }))).toBe('404 NOT_FOUND')
    })

    it('R1-86 teasers and articles name the ancestors of their tags, which decide on access', async () => {
      const { teasers } = await get(ak.listArticlesByTags({ query: { tags: '111,112,113,151' } }))
      for (const { documentId, tagIds, tagAncestorIds = [] } of teasers) {
        const hierarchies = await Promise.all(tagIds.map((id) => get(ak.getTagHierarchy({ params: { id } }))))
        const decidedBy = new Set([...tagIds, ...hierarchies.flat().map(({ id }) => id)])
        expect(new Set([...tagIds, ...tagAncestorIds]), documentId).toEqual(decidedBy)
        if (!teasers.find((teaser) => teaser.documentId === documentId)!.isTestReport)
          expect((await get(ak.getArticle({ params: { id: documentId } }))).tagAncestorIds ?? []).toEqual(
            tagAncestorIds,
          )
      }
      expect(new Set(teasers.map(({ tagAncestorIds }) => tagAncestorIds?.join(' ')))).toContain('110')
      expect(teasers.some((teaser) => !('tagAncestorIds' in teaser))).toBe(true)
    })

    it('lists with a tag the articles of tags below it', async () => {
      const page = await get(ak.getTagArticles({ params: { slug: 'verkehr' } }))
      if (page.kind !== 'tag') throw new Error('not a tag')
      expect(ids(page.teasers)).toEqual(expect.arrayContaining(['101', '138', '901']))
      expect(page.children.map(({ id }) => id)).toEqual(['111', '112'])
      const deep = await get(ak.getChannel({ params: { path: 'lastenrad' } }))
      expect(deep).toMatchObject({ kind: 'tag', total: 1, ancestors: [{ id: '110' }, { id: '112' }] })
    })

    it('lists articles of several tags and regions once each', async () => {
      const page = await get(
        ak.listArticlesByTags({ query: { tags: '111,110,113,nothing', regions: 'auenburg', limit: 60 } }),
      )
      expect(new Set(ids(page.teasers)).size).toBe(page.teasers.length)
      expect(page.total).toBe(page.teasers.length)
      expect(ids(page.teasers)).toEqual(expect.arrayContaining(['101', '120', '138', '132']))
      expect(await get(ak.listArticlesByTags({}))).toEqual({ teasers: [], page: 1, pages: 0, total: 0 })
    })

    it('lists topics in German order with their counts, and their articles', async () => {
      const { topics } = await get(ak.listTopics({}))
      expect(topics.map(({ title }) => title)).toEqual(['Ämter und Räder', 'Linie 7', 'Öde'])
      const { topic, teasers, tags } = await get(ak.getTopic({ params: { id: '7' } }))
      expect(topic).toMatchObject({ target: '/themen/7', articleCount: teasers.length })
      expect(tags.map(({ id }) => id)).toEqual(['111'])
      expect((await get(ak.getTopic({ params: { id: 'leer' } }))).teasers).toEqual([])
      expect(await refusal(la.getTopic({ params: { id: 'mobil' } }))).toBe('404 NOT_FOUND')
    })

    it('R3.5-01 lists authors by surname, with the articles of each', async () => {
      expect((await get(ak.listAuthors({}))).authors.map(({ surname }) => surname)).toEqual([
        'Maurer',
        'Öztürk',
        'Vogt',
      ])
      const page = await get(ak.getAuthor({ params: { id: '12' } }))
      expect(page.author).toMatchObject({
        authorId: '12',
        prename: 'Tarek',
        surname: 'Öztürk',
        urlPath: '/autor/tarek-oeztuerk-12',
      })
      expect(ids(page.teasers)).toEqual(expect.arrayContaining(['105', '132']))
      expect(await refusal(ak.getAuthor({ params: { id: '99' } }))).toBe('404 NOT_FOUND')
    })

    it('delivers test reports in a list and one by one', async () => {
      const list = await get(ak.listTestReports({}))
      expect(list).toMatchObject({ total: 2, title: 'Testberichte' })
      expect(list.teasers[0]).toMatchObject({ isTestReport: true, rating: 4.5 })
      const report = await get(ak.getTestReport({ params: { id: '901' } }))
      expect(report).toMatchObject({ verdict: 'Gut.', path: '/testbericht/lastenrad-modell-901-im-test-901' })
      expect(await get(internal.getFullArticle({ params: { id: PAID_TEST_ID } }))).toMatchObject({
        verdict: 'GEHEIM-URTEIL',
      })
    })

    it('delivers podcasts, and the podcast of an episode', async () => {
      const { podcast, episodes, current } = await get(ak.getPodcast({ params: { id: '701' } }))
      expect(podcast).toMatchObject({
        id: '700',
        target: '/podcast/auengespraech-700',
        episodeCount: 2,
        latest: hoursAgo(10).toISOString(),
      })
      expect(episodes.map(({ id }) => id)).toEqual(['702', '701'])
      expect(episodes[1]?.img?.altText).toBe('mikro')
      expect(current).toBe('701')
      expect(await refusal(fb.getPodcast({ params: { id: '700' } }))).toBe('404 NOT_FOUND')
    })

    it('keeps coupon codes for holders of the key', async () => {
      expect((await get(ak.listCoupons({}))).coupons[0]).toMatchObject({ partner: 'Radhaus', code: null })
      const holder = createTestClient(CONTENT, open('ak', { authorization: `Bearer ${KEY}` }))
      expect((await get(holder.listCoupons({}))).coupons[0]?.code).toBe('GEHEIM-CODE')
    })

    it('delivers newsletters with a sample, legal documents of the publication, the table', async () => {
      expect((await get(ak.getNewsletter({ params: { slug: 'morgen' } }))).sample).toHaveLength(3)
      expect(await refusal(ak.getNewsletter({ params: { slug: 'abend' } }))).toBe('404 NOT_FOUND')
      expect((await get(ak.getDocument({ params: { id: 'impressum' } }))).contentItems).toEqual([
        { type: 'paragraph', html: 'Verlag ' },
      ])
      expect((await get(fb.getDocument({ params: { id: 'impressum' } }))).contentItems).toEqual([
        { type: 'paragraph', html: 'Hafenverlag' },
      ])
      expect((await get(ak.getDocument({ params: { id: 'eigentuemer' } }))).title).toBe('Eigentümer')
      expect(await refusal(fb.getDocument({ params: { id: 'agb' } }))).toBe('404 NOT_FOUND')
      expect((await get(ak.getSportWidget({}))).league).toBe('Regionalliga')
    })

    it('R3.3-02 R7.3-07 R7.3-08 delivers the feed lists as trees', async () => {
      const regions = await get(ak.listPersonalRegions({}))
      expect(regions[0]).toEqual({
        id: 'auenburg',
        label: 'Auenburg',
        target: '/lokales/auenburg',
        children: [
          { id: 'altstadt', label: 'Altstadt', target: '/lokales/auenburg', children: [] },
          { id: 'nordend', label: 'Nordend', target: '/lokales/auenburg', children: [] },
        ],
      })
      const topics = await get(ak.listPersonalTopics({}))
      expect(topics.find(({ id }) => id === '110')?.children.map(({ id }) => id)).toEqual(['111', '112'])
    })

    it('R3.7-01 R3.7-02 R3.7-03 R3.7-04 R3.7-05 R3.7-06 R3.7-07 R3.7-08 R7.3-11 names eight menus and delivers them, without evil targets', async () => {
      const site = await get(ak.getSite({}))
      expect(Object.keys(site.menuHandles).sort()).toEqual([...MENU_HANDLES].sort())
      for (const handle of MENU_HANDLES) expect(site.menus[site.menuHandles[handle]]).toBeInstanceOf(Array)
      expect(site.menus[site.menuHandles.mainMenuHandle]).toEqual([
        {
          label: 'Lokales',
          target: '/lokales',
          children: [{ label: 'Auenburg', target: '/lokales/auenburg', children: [] }],
        },
      ])
    })

    it('lists the sections where a publication has no menus', async () => {
      const site = await get(fb.getSite({}))
      expect(site.menus[site.menuHandles.mainMenuHandle]?.map(({ target }) => target)).toContain('/hafen')
    })

    it('lists everything with an address, with true dates of change', async () => {
      const { entries, pages } = await get(ak.listSitemapEntries({}))
      expect(pages).toBe(1)
      const of = (path: string) => entries.find((entry) => entry.path === path)
      expect(of('/meldung-101-aus-dem-rathaus-101')).toMatchObject({
        kind: 'article',
        lastModified: hoursAgo(1).toISOString(),
        isOwn: true,
        keywords: ['Straßenbahn'],
        picture: { altText: 'bild-101' },
      })
      expect(of('/strassenbahn')).toMatchObject({ kind: 'tag' })
      expect(of('/themen/7')).toMatchObject({ kind: 'topic' })
      expect(of('/lokales')).toMatchObject({ kind: 'section' })
      expect(of('/podcast/folge-eins-701')).toMatchObject({ kind: 'episode' })
      expect(of('/testbericht/lastenrad-modell-901-im-test-901')).toMatchObject({ kind: 'testReport' })
      // A search engine gets no empty lists.
      expect(of('/themen/leer')).toBeUndefined()
      expect(entries.filter(({ path }) => path.endsWith(EMBARGOED_ID))).toEqual([])
      const recent = await get(ak.listSitemapEntries({ query: { kind: 'article', since: hoursAgo(10).toISOString() } }))
      expect(
        recent.entries.every((entry) => entry.kind === 'article' && entry.publishDate >= hoursAgo(10).toISOString()),
      ).toBe(true)
      expect(await refusal(ak.listSitemapEntries({ query: { since: 'gestern' } }))).toBe('400 BAD_REQUEST')
    })
  })

  describe('channels', () => {
    it('R3.5-01 resolves nested paths and takes a last number as page when the rest is known', async () => {
      const page = await get(ak.getChannel({ params: { path: 'lokales/auenburg/2' } }))
      expect(page).toMatchObject({
        kind: 'channel',
        path: 'lokales/auenburg',
        page: 2,
        displayName: 'Auenburg',
        blocks: [],
      })
      expect(await get(ak.getChannel({ params: { path: 'jahr/2026' } }))).toMatchObject({
        kind: 'channel',
        path: 'jahr/2026',
        page: 1,
      })
      expect(await get(ak.getChannel({ params: { path: 'strassenbahn/1' } }))).toMatchObject({ kind: 'tag', page: 1 })
      expect(await refusal(ak.getChannel({ params: { path: 'lokales/nirgends' } }))).toBe('404 NOT_FOUND')
      expect(await refusal(ak.getChannel({ params: { path: 'lokales/strassenbahn' } }))).toBe('404 NOT_FOUND')
      expect(await refusal(ak.getChannel({ params: { path: '2026' } }))).toBe('404 NOT_FOUND')
    })

    it('shows in a section the articles of sections below it', async () => {
      const page = await get(ak.getChannel({ params: { path: 'sport' } }))
      if (page.kind !== 'channel') throw new Error('not a channel')
      expect(ids(page.teasers)).toContain('138')
      expect(page.children).toEqual([{ path: 'sport/fussball', displayName: 'Fußball' }])
    })

    it('shows no article twice on a front, and every article of its page', async () => {
      const page = await get(ak.getChannel({ params: { path: 'lokales' } }))
      if (page.kind !== 'channel') throw new Error('not a channel')
      const shown = [...page.blocks.flatMap(toIdsOfBlock), ...ids(page.teasers)]
      expect(page.blocks.length).toBeGreaterThan(1)
      expect(new Set(shown).size).toBe(shown.length)
      const newest = await get(ak.listArticlesByTags({ query: { regions: 'auenburg' } }))
      expect(shown).toEqual(expect.arrayContaining(ids(newest.teasers).slice(0, 15)))
    })
  })

  describe('home', () => {
    it.each(['ak', 'fb', 'ht', 'la'])(
      '%s shows no article twice, no two like blocks in a row, and a lead with a picture',
      async (publication) => {
        const { blocks } = await get(createTestClient(CONTENT, open(publication)).getHome({}))
        const lead = blocks.find((block) => block.kind === 'lead')
        expect(lead?.kind === 'lead' && lead.teaser.img).toBeTruthy()
        const shown = blocks.flatMap(toIdsOfBlock)
        expect(new Set(shown).size).toBe(shown.length)
        for (let index = 1; index < blocks.length; index++)
          expect(blocks[index]!.kind).not.toBe(blocks[index - 1]!.kind)
      },
    )

    it('shows an article that was just imported', async () => {
      const [result] = await ingest([
        {
          sourceId: 'urn:home',
          title: 'Frisch auf dem Tisch',
          publishDate: new Date(NOW.getTime() - 1000).toISOString(),
        },
      ])
      const { blocks } = await get(ak.getHome({}))
      expect(blocks.flatMap(toIdsOfBlock)).toContain(result!.id)
    })
  })

  describe('search', () => {
    beforeAll(async () => {
      const texts: [string, string, string][] = [
        ['s1', 'Alte Häuser werden saniert', 'Am Markt stehen Gerüste.'],
        ['s2', 'Der Rat berät über ein neues Haus der Jugend', 'Die Sitzung war lang.'],
        ['s3', 'Ausflug nach Münster', 'Ein Tag in Westfalen.'],
        ['s4', 'Die Zugspitzbahn fährt wieder', 'Am Morgen rollte der erste Wagen.'],
        ['s5', 'Wetter', 'Die Zugspitzbahn stand wegen Sturm.'],
        ['s6', 'Grippe im Winter: Was Ärztinnen raten', 'Impfen, lüften, Abstand.'],
        ['s7', 'Größte Brücke der Region gesperrt', 'Die Werlabrücke bröckelt.'],
        ['s8', 'Mauer am Friedhof eingestürzt', 'Feuerwehr sichert die Mauern.'],
      ]
      await ingest(
        texts.map(([id, title, body], index) => ({
          sourceId: `urn:${id}`,
          title,
          teaserTextHtml: '',
          publishDate: hoursAgo(20 + index).toISOString(),
          contentItems: [{ type: 'paragraph' as const, html: body }],
        })),
      )
      await ingest([
        { sourceId: 'urn:old', title: 'Zeppelin über der Stadt', publishDate: hoursAgo(24 * 400).toISOString() },
        { sourceId: 'urn:new', title: 'Zeppelin über dem Land', publishDate: hoursAgo(5).toISOString() },
        {
          sourceId: 'urn:body',
          title: 'Notizen',
          publishDate: hoursAgo(4).toISOString(),
          contentItems: [{ type: 'paragraph', html: 'Ein Zeppelin flog vorbei.' }],
        },
      ])
    })
    const titles = async (q: string) =>
      (await get(ak.searchArticles({ query: { q } }))).teasers.map(({ title }) => title)

    it.each([
      ['stem: singular finds plural', 'Haus', 'Alte Häuser werden saniert'],
      ['stem: plural finds singular', 'Häuser', 'Der Rat berät über ein neues Haus der Jugend'],
      ['stem: Ärztin finds Ärztinnen', 'Ärztinnen', 'Grippe im Winter: Was Ärztinnen raten'],
      ['umlaut as typed', 'Münster', 'Ausflug nach Münster'],
      ['umlaut in two letters', 'Muenster', 'Ausflug nach Münster'],
      ['umlaut left out', 'Munster', 'Ausflug nach Münster'],
      ['ß as ss', 'groesste', 'Größte Brücke der Region gesperrt'],
      ['capitals', 'MAUERN', 'Mauer am Friedhof eingestürzt'],
      ['prefix of the last word', 'Zugspitzb', 'Die Zugspitzbahn fährt wieder'],
      ['word of the body', 'Werlabrücke', 'Größte Brücke der Region gesperrt'],
      ['two words, one in the headline, one in the body', 'Brücke bröckelt', 'Größte Brücke der Region gesperrt'],
      ['stop words do not narrow', 'das Haus für die Jugend', 'Der Rat berät über ein neues Haus der Jugend'],
      ['author', 'Lena Vogt Meldung 101', 'Meldung 101 aus dem Rathaus'],
      ['quotes and dashes', '„Zugspitzbahn“ – wieder', 'Die Zugspitzbahn fährt wieder'],
    ])('finds by %s', async (_name, q, title) => {
      expect(await titles(q)).toContain(title)
    })

    it('ranks the headline above the body', async () => {
      expect((await titles('Zugspitzbahn'))[0]).toBe('Die Zugspitzbahn fährt wieder')
    })

    it('ranks the newer above the older of the same relevance, and both above a mention', async () => {
      expect(await titles('Zeppelin')).toEqual(['Zeppelin über dem Land', 'Zeppelin über der Stadt', 'Notizen'])
    })

    it.each([
      ['Zugspizbahn', 'zugspitzbahn'],
      ['Münstre', 'münster'],
      ['Größte Brükce', 'Größte brücke'],
    ])('forgives %s', async (q, suggestion) => {
      const found = await get(ak.searchArticles({ query: { q } }))
      expect(found.suggestion).toBe(suggestion)
      expect(found.total).toBeGreaterThan(0)
    })

    it('suggests no correction where no known word is similar', async () => {
      expect(await get(ak.searchArticles({ query: { q: 'xyzzyqwert' } }))).toMatchObject({
        teasers: [],
        total: 0,
        suggestion: null,
      })
    })

    it.each([
      '',
      '   ',
      ';',
      ';;;',
      '&',
      '| !',
      "'",
      "o'brien",
      'a & b | !c',
      'foo:*',
      '<->',
      '(',
      '%',
      '_',
      '\\',
      '"',
      '"offen',
      ':A',
      '\u0000',
      '😀',
      '-',
      'der die das',
      '*:*',
      "'); drop table content.articles; --",
      'a'.repeat(200),
      'ﬁ',
      'İstanbul',
    ])('takes %j without an error', async (q) => {
      expect(await refusal(ak.searchArticles({ query: { q } }))).toBe('ok')
      expect(await refusal(ak.searchArticles({ query: { searchTerms: q } }))).toBe('ok')
      if (q !== '') expect(await refusal(ak.suggestTerms({ query: { q: q.slice(0, 100) } }))).toBe('ok')
    })

    it('R3.6-10 R7.3-13 matches all terms joined by semicolons, at most as many as asked for', async () => {
      const found = await get(ak.searchArticles({ query: { searchTerms: 'meldung;rathaus', offset: 0, limit: 3 } }))
      expect(found.teasers).toHaveLength(3)
      expect(found.total).toBeGreaterThan(20)
      expect(found.teasers.every(({ documentId }) => /^\d+$/.test(documentId))).toBe(true)
      expect((await get(ak.searchArticles({ query: { searchTerms: 'zugspitzbahn;jugend' } }))).total).toBe(0)
    })

    it.each([
      ['the newest first', { order: 'newest' }, ['Notizen', 'Zeppelin über dem Land', 'Zeppelin über der Stadt']],
      ['from a moment on', { since: hoursAgo(24).toISOString() }, ['Zeppelin über dem Land', 'Notizen']],
      ['before a moment', { before: hoursAgo(24).toISOString() }, ['Zeppelin über der Stadt']],
      ['in days without any', { since: hoursAgo(24 * 30).toISOString(), before: hoursAgo(24).toISOString() }, []],
      ['of a section that is none', { section: 'nirgends' }, []],
    ] as const)('S2.1-22 finds %s', async (_what, wanted, titlesFound) => {
      const found = await get(ak.searchArticles({ query: { q: 'Zeppelin', ...wanted } }))
      expect(found.teasers.map(({ title }) => title)).toEqual(titlesFound)
      expect(found.total).toBe(titlesFound.length)
    })

    it('S2.1-22 finds articles in a section or below it, and offers the sections to choose from', async () => {
      const pathsIn = async (section?: string) =>
        (
          await get(ak.searchArticles({ query: { q: 'Meldung', limit: 50, ...(section ? { section } : {}) } }))
        ).teasers.map(({ sectionPath }) => sectionPath)
      const all = await pathsIn()
      for (const section of ['lokales', 'sport'])
        expect((await pathsIn(section)).length).toBe(all.filter((path) => `${path}/`.startsWith(`${section}/`)).length)
      const { sections } = await get(ak.searchArticles({ query: { q: 'Meldung' } }))
      expect(sections?.map(({ path }) => path)).toContain('lokales')
      expect(await refusal(ak.searchArticles({ query: { q: 'a', section: "x' or 1" } }))).not.toBe('ok')
      expect(await refusal(ak.searchArticles({ query: { q: 'a', since: 'gestern' } }))).not.toBe('ok')
    })

    it('pages through all hits without losing or repeating one', async () => {
      const found = new Set<string>()
      let total = 0
      for (let offset = 0; offset < 60; offset += 10) {
        const page = await get(ak.searchArticles({ query: { q: 'Rathaus', offset, limit: 10 } }))
        total = page.total
        for (const id of ids(page.teasers)) expect(found.has(id) ? `again ${id}` : found.add(id)).toBe(found)
      }
      expect(found.size).toBe(total)
      expect((await get(ak.searchArticles({ query: { q: 'Rathaus', offset: 5000 } }))).teasers).toEqual([])
    })

    it.each([
      ['stra', 'tag', 'Straßenbahn', '/strassenbahn'],
      ['STRASSEN', 'tag', 'Straßenbahn', '/strassenbahn'],
      ['fuss', 'section', 'Fußball', '/sport/fussball'],
      ['öz', 'author', 'Tarek Öztürk', '/autor/tarek-oeztuerk-12'],
      ['oezt', 'author', 'Tarek Öztürk', '/autor/tarek-oeztuerk-12'],
      ['ozt', 'author', 'Tarek Öztürk', '/autor/tarek-oeztuerk-12'],
      ['linie', 'topic', 'Linie 7', '/themen/7'],
      ['zugsp', 'article', 'Die Zugspitzbahn fährt wieder', undefined],
    ])('suggests for %s', async (q, kind, label, target) => {
      const { suggestions } = await get(ak.suggestTerms({ query: { q } }))
      const found = suggestions.find((suggestion) => suggestion.label === label)
      expect(found).toMatchObject({ kind, label, ...(target === undefined ? {} : { target }) })
    })
  })

  describe('ingest', () => {
    it('is idempotent by source id and version, and a correction keeps the address', async () => {
      const [created] = await ingest([{ sourceId: 'urn:a', title: 'Erster Stand' }])
      expect(created?.outcome).toBe('created')
      expect(await ingest([{ sourceId: 'urn:a', title: 'Erster Stand' }])).toMatchObject([
        { outcome: 'unchanged', id: created!.id },
      ])
      expect(
        await ingest([{ sourceId: 'urn:a', version: 3, title: 'Dritter Stand', correction: 'Zahl berichtigt' }]),
      ).toMatchObject([{ outcome: 'updated', id: created!.id }])
      expect(await ingest([{ sourceId: 'urn:a', version: 2, title: 'Zweiter Stand' }])).toMatchObject([
        { outcome: 'unchanged' },
      ])
      expect(await get(ak.getArticle({ params: { id: created!.id! } }))).toMatchObject({
        title: 'Dritter Stand',
        correction: 'Zahl berichtigt',
        source: 'Agentur',
      })
      expect(
        (await get(ak.searchArticles({ query: { q: 'Erster Stand' } }))).teasers.map(({ title }) => title),
      ).not.toContain('Erster Stand')
    })

    it('keeps the date of the first version and shows when it was changed', async () => {
      const [created] = await ingest([{ sourceId: 'urn:dated', publishDate: '2026-11-20T08:00:00.000Z' }])
      await ingest([{ sourceId: 'urn:dated', version: 2, publishDate: '2026-11-20T11:30:00.000Z', updateDate: null }])
      expect(await get(ak.getArticle({ params: { id: created!.id! } }))).toMatchObject({
        publishDate: '2026-11-20T08:00:00.000Z',
        updateDate: '2026-11-20T11:30:00.000Z',
      })
    })

    it('keeps caption and credit of a picture that was not fetched', async () => {
      const unfetched = {
        baseUrl: '',
        cropVal: '16:9',
        altText: 'Ein Steg',
        width: 0,
        height: 0,
        credit: 'Foto: Agentur',
        caption: 'Der Steg',
        colour: null,
      }
      const [created] = await ingest([{ sourceId: 'urn:unfetched', kind: 'picture', picture: unfetched }])
      expect(await get(ak.getArticle({ params: { id: created!.id! } }))).toMatchObject({
        img: { baseUrl: '', credit: 'Foto: Agentur', caption: 'Der Steg' },
      })
    })

    it('takes the newest version when a delivery holds several', async () => {
      const results = await ingest([
        { sourceId: 'urn:multi', version: 1, title: 'Eins' },
        { sourceId: 'urn:multi', version: 2, title: 'Zwei' },
      ])
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(['created', 'unchanged'])
      expect((await get(ak.getArticle({ params: { id: results.find(({ id }) => id !== null)!.id! } }))).title).toBe(
        'Zwei',
      )
    })

    it.each(['canceled', 'withheld'] as const)(
      'answers 410 after %s and lets nothing older come back',
      async (status) => {
        const sourceId = `urn:gone-${status}`
        const [created] = await ingest([{ sourceId, title: `Widerruf ${status}`, tags: ['Straßenbahn'] }])
        const id = created!.id!
        expect(await ingest([{ sourceId, version: 2, status }])).toMatchObject([{ outcome: 'removed', id }])
        expect(await refusal(ak.getArticle({ params: { id } }))).toBe('410 GONE')
        expect(await refusal(ak.getTeaser({ params: { id } }))).toBe('410 GONE')
        expect(await refusal(internal.getFullArticle({ params: { id } }))).toBe('410 GONE')
        expect((await get(ak.searchArticles({ query: { q: `Widerruf ${status}` } }))).teasers).toEqual([])
        expect(ids((await get(ak.listTeasers({ query: { ids: id } }))).teasers)).toEqual([])
        expect(ids((await get(ak.listArticlesByTags({ query: { tags: '111', limit: 60 } }))).teasers)).not.toContain(id)
        expect(await ingest([{ sourceId, version: 1 }])).toMatchObject([{ outcome: 'unchanged' }])
        expect(await refusal(ak.getArticle({ params: { id } }))).toBe('410 GONE')
        const { rows } = await sql<{
          text: string
        }>`select article || teaser || coalesce(full_article, '') as text from content.articles where id = ${id}`.execute(
          opened.database.db,
        )
        expect(rows[0]!.text).not.toContain('Dokument')
      },
    )

    it('remembers a withdrawal that arrives before its document', async () => {
      expect(await ingest([{ sourceId: 'urn:early', version: 2, status: 'canceled' }])).toMatchObject([
        { outcome: 'removed', id: null },
      ])
      expect(await ingest([{ sourceId: 'urn:early', version: 1 }])).toMatchObject([{ outcome: 'unchanged' }])
      const [revived] = await ingest([{ sourceId: 'urn:early', version: 3, title: 'Doch wieder da' }])
      expect(await refusal(ak.getArticle({ params: { id: revived!.id! } }))).toBe('ok')
    })

    it('keeps the same source id of two publications apart', async () => {
      const ofFb = createTestClient(CONTENT_INTERNAL, open('fb', { authorization: `Bearer ${KEY}` }))
      const [own] = await ingest([{ sourceId: 'urn:shared', title: 'Vom Kurier' }])
      const { results } = await get(
        ofFb.ingest({
          body: { documents: [incoming('urn:shared', { version: 9, title: 'Vom Boten', status: 'canceled' })] },
        }),
      )
      expect(results[0]?.id).not.toBe(own!.id)
      expect((await get(ak.getArticle({ params: { id: own!.id! } }))).title).toBe('Vom Kurier')
      expect(await refusal(fb.getArticle({ params: { id: own!.id! } }))).toBe('404 NOT_FOUND')
    })

    it('a publication carries a foreign article only if it has the section', async () => {
      const [result] = await ingest([{ sourceId: 'urn:carried', sectionPath: 'politik' }], ['fb', 'la', 'zz'])
      expect(await refusal(fb.getArticle({ params: { id: result!.id! } }))).toBe('ok')
      expect(await refusal(la.getArticle({ params: { id: result!.id! } }))).toBe('404 NOT_FOUND')
    })

    it.each([
      ['sport/fussball', 'sport/fussball'],
      ['sport/curling', 'sport'],
      ['unbekannt', 'panorama'],
      ['hafen', 'panorama'],
    ])('puts section %s to %s', async (sectionPath, expected) => {
      const [result] = await ingest([{ sourceId: `urn:section-${sectionPath}`, sectionPath }])
      expect((await get(ak.getArticle({ params: { id: result!.id! } }))).section.path).toBe(expected)
    })

    it('recognises tags, regions and authors by name, and adds unknown tags', async () => {
      const [result] = await ingest([
        {
          sourceId: 'urn:names',
          tags: ['STRASSENBAHN', '112', 'Gänsemarkt', '?'],
          regions: ['Altstadt', 'Atlantis'],
          authors: ['Tarek  Öztürk', 'Petra von der Heide'],
        },
      ])
      const data = await get(ak.getArticle({ params: { id: result!.id! } }))
      expect(data.tags.map(({ displayName }) => displayName)).toEqual(['Straßenbahn', 'Radverkehr', 'Gänsemarkt'])
      expect(data.tags[2]?.fullPath).toBe('/gaensemarkt')
      expect(data.regions.map(({ id }) => id)).toEqual(['altstadt'])
      expect(data.authors).toMatchObject([
        { id: '12', urlPath: '/autor/tarek-oeztuerk-12' },
        { id: '', prename: 'Petra von der', surname: 'Heide', urlPath: '' },
      ])
      expect(await get(ak.getChannel({ params: { path: 'gaensemarkt' } }))).toMatchObject({ kind: 'tag', total: 1 })
      // Readers choose from curated tags only.
      expect(JSON.stringify(await get(ak.listPersonalTopics({})))).not.toContain('Gänsemarkt')
    })

    it('takes portraits of authors for whom the publication has none', async () => {
      const LENA = (await get(ak.getAuthor({ params: { id: '11' } }))).author.portrait!
      const portrait = (file: string) => ({ ...LENA, baseUrl: `https://bilder.example/${file}.jpg` })
      const authors = ['Lena Vogt', 'Tarek Öztürk', 'Petra von der Heide', 'Otto Ohnebild']
      const portraits = authors.slice(0, 3).map((name, index) => ({ name, picture: portrait(`p${index}`) }))
      const [result] = await ingest([{ sourceId: 'urn:portraits', authors, portraits, isOpinion: true }])
      const { authors: shown } = await get(ak.getArticle({ params: { id: result!.id! } }))
      expect(shown.map(({ id, portrait: own }) => [id, own?.baseUrl ?? null])).toEqual([
        ['11', LENA.baseUrl],
        ['12', 'https://bilder.example/p1.jpg'],
        ['', 'https://bilder.example/p2.jpg'],
        ['', null],
      ])
      const { teasers } = await get(ak.listTeasers({ query: { ids: result!.id! } }))
      expect(teasers[0]?.authors.map(({ portrait: own }) => own?.baseUrl ?? null)).toEqual(
        shown.map(({ portrait: own }) => own?.baseUrl ?? null),
      )
    })

    it('sanitises HTML when it arrives', async () => {
      const [result] = await ingest([
        {
          sourceId: 'urn:dirty',
          teaserTextHtml: '<p onclick="x()">Hallo <b>Welt</b></p><script>alert(1)</script>',
          picture: {
            baseUrl: 'javascript:alert(1)',
            cropVal: '',
            altText: '',
            width: 1,
            height: 1,
            credit: '',
            caption: '',
            colour: 'red',
          },
          contentItems: [
            {
              type: 'paragraph',
              html: '<img src=x onerror=alert(1)>Text <a href="javascript:alert(1)">böse</a> <a href="https://gut.example/x" target="_blank" onclick="x()">gut</a>',
            },
            { type: 'embed', vendor: 'youtube', url: 'http://unsicher.example', title: '' },
          ],
        },
      ])
      const data = await get(ak.getArticle({ params: { id: result!.id! } }))
      expect(data.teaserTextHtml).toBe('Hallo <b>Welt</b>')
      expect(data.teaserText).toBe('Hallo Welt')
      expect(data.img).toBeNull()
      expect(data.contentItems).toEqual([
        { type: 'paragraph', html: 'Text böse <a href="https://gut.example/x" rel="noopener">gut</a>' },
      ])
    })

    it('R3.12-07 S3.12-01 counts the posts of social networks in the full text, of a paid one, too', async () => {
      const embed = (vendor: string) => ({ type: 'embed', vendor, url: 'https://social.example/beitrag/1', title: '' })
      for (const contentRestriction of ['free', 'paid'] as const) {
        const [result] = await ingest([
          {
            sourceId: `urn:social-${contentRestriction}`,
            contentRestriction,
            contentItems: [
              { type: 'paragraph', html: 'Anfang.' },
              embed('instagram'),
              embed('youtube'),
              embed('tiktok'),
            ],
          } as never,
        ])
        const data = await get(ak.getArticle({ params: { id: result!.id! } }))
        expect([data.contentItems.length, data.socialWidgetCount]).toEqual([contentRestriction === 'free' ? 4 : 1, 2])
      }
    })

    it('S3.12-01 says how many pictures and recordings a locked text has, and shows none of them', async () => {
      const { contentItems, pictureCount, recordingCount } = await get(ak.getArticle({ params: { id: PAID_ID } }))
      expect([pictureCount, recordingCount]).toEqual([1, 1])
      expect(contentItems.map(({ type }) => type)).toEqual(['paragraph'])
      expect(await get(ak.getArticle({ params: { id: '101' } }))).not.toHaveProperty('pictureCount')
    })

    it('sanitises rows on the way out that another program wrote', async () => {
      const [result] = await ingest([{ sourceId: 'urn:around', title: 'Hintenherum' }])
      const id = result!.id!
      await sql`update content.articles set article = replace(article, 'Text des Dokuments.', '<script>alert(1)</script><b>Text</b>'), teaser = replace(teaser, 'Kurz gesagt', '<img src=x onerror=alert(1)>kurz') where id = ${id}`.execute(
        opened.database.db,
      )
      expect((await get(ak.getArticle({ params: { id } }))).contentItems).toEqual([
        { type: 'paragraph', html: '<b>Text</b>' },
      ])
      expect((await get(ak.getTeaser({ params: { id } }))).teaserTextHtml).toBe('kurz')
    })

    it('refuses a document that cannot be used and takes the others', async () => {
      const results = await ingest([
        { sourceId: 'urn:bad-date', publishDate: 'gestern' },
        { sourceId: 'urn:blank', title: '  ' },
        { sourceId: 'urn:fine' },
      ])
      expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'created'])
      expect(results[0]?.reason).toBe('publishDate is no date')
    })

    it('answers a document outside of the contract with the fields that are wrong', async () => {
      const response = await raw('/ak/internal/documents', {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ documents: [{ ...incoming('x'), urgency: 42 }] }),
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        code: 'BAD_REQUEST',
        fields: { 'body.documents.0.urgency': expect.any(String) },
      })
    })

    it('notifies listeners and the change log, and says when stored copies must go at once', async () => {
      const heard: string[] = []
      const stop = service.onChange(({ kind, ids: changed }) => heard.push(`${kind} ${changed.join()}`))
      const before = (await get(internal.listChanges({}))).last
      const [result] = await ingest([{ sourceId: 'urn:heard' }])
      const id = result!.id!
      await ingest([{ sourceId: 'urn:heard' }])
      await ingest([{ sourceId: 'urn:heard', version: 2, contentRestriction: 'paid' }])
      await ingest([{ sourceId: 'urn:heard', version: 3, status: 'canceled' }])
      stop()
      const kinds = heard.filter((line) => line.includes(id))
      expect(kinds).toEqual([`article ${id}`, `article ${id}`, `removed ${id}`, `article ${id}`, `removed ${id}`])
      const { changes, last } = await get(internal.listChanges({ query: { after: before } }))
      expect(changes.filter((change) => change.id === id).map(({ kind }) => kind)).toEqual([
        'article',
        'article',
        'removed',
        'removed',
      ])
      expect(last).toBe(changes.at(-1)?.sequence)
      expect((await get(internal.listChanges({ query: { after: last } }))).changes).toEqual([])
    })

    it('notifies listeners when an embargo ends or breaking news is over, as after a write', async () => {
      const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
      const [later] = await ingest([{ sourceId: 'urn:later', embargo: at(10).toISOString() }])
      await ingest([{ sourceId: 'urn:urgent', urgency: 1, publishDate: at(0).toISOString() }])
      const front = { ...NO_FRONT, pinned: [{ article: '101', place: 'top' as const, until: at(20).toISOString() }] }
      await service.savePublication({ ...toFolder(SEED, 'ak'), front })
      const heard: string[] = []
      const stop = service.onChange(({ kind, ids: changed }) => heard.push(`${kind} ${changed.join()}`))
      const hearAt = async (moment: Date): Promise<string[]> => {
        clock = moment
        const isDue = service.timed.isDue()
        if (isDue) await Promise.all([service.timed.settle(), service.timed.settle()])
        expect(service.timed.isDue()).toBe(false)
        return isDue ? heard.splice(0) : []
      }
      const before = (date: Date) => new Date(date.getTime() - 1)
      expect([await hearAt(before(at(10))), await hearAt(at(10))]).toEqual([[], [`article ${later!.id}`]])
      // A moment that a write has reported is not reported again.
      clock = at(12)
      await ingest([{ sourceId: 'urn:now', publishDate: at(11).toISOString() }])
      expect([heard.splice(0).length, service.timed.isDue()]).toEqual([1, false])
      expect([await hearAt(before(at(20))), await hearAt(at(20))]).toEqual([[], ['article ']])
      await hearAt(before(at(360)))
      expect(await hearAt(at(360))).toEqual(['article '])
      stop()
      await service.savePublication(toFolder(SEED, 'ak'))
    })

    it('writes a long delivery in portions, and notifies once for each', async () => {
      const heard: number[] = []
      const stop = service.onChange(({ ids: changed }) => heard.push(changed.length))
      const results = await ingest(Array.from({ length: 60 }, (_unused, index) => ({ sourceId: `urn:long:${index}` })))
      stop()
      expect(results.map(({ outcome }) => outcome)).toEqual(Array(60).fill('created'))
      expect([results.map(({ sourceId }) => sourceId)[59], heard]).toEqual(['urn:long:59', [60]])
    })

    it('every other process sees a write of one process', async () => {
      if (opened.url === null) return
      const database = await openDatabase({ url: opened.url })
      const other = await createContentService({ database, serviceKey: KEY, now: () => clock })
      const client = createTestClient(CONTENT, {
        base: 'http://c/ak',
        fetch: (request) => other.app.fetch(request),
      })
      await get(client.getChannel({ params: { path: 'panorama' } }))
      const heard: string[] = []
      other.onChange(({ kind }) => heard.push(kind))
      const [result] = await ingest([{ sourceId: 'urn:nodes', tags: ['Knotenpunkt'], publishDate: NOW.toISOString() }])
      clock = new Date(NOW.getTime() + 1500)
      expect(ids((await get(client.listNewestArticles({}))).teasers)).toContain(result!.id)
      expect(await get(client.getChannel({ params: { path: 'knotenpunkt' } }))).toMatchObject({ kind: 'tag', total: 1 })
      await expect.poll(() => heard, { timeout: 4000 }).toContain('article')
      await other.close()
      await database.close()
    })
  })

  describe('the door', () => {
    it('R7.3-03 answers version v5 and no other', async () => {
      expect((await raw('/ak/v5/sites')).status).toBe(200)
      const other = await raw('/ak/v6/sites')
      expect(other.status).toBe(404)
      expect(await other.json()).toMatchObject({ code: 'UNKNOWN_VERSION' })
    })

    it.each(['/zz/v5/sites', '/ak/v5/nichts', '/ak', '/', '/ak/v5/', '/ak/v5/internal/articles/101', '/AK/v5/sites'])(
      'knows no %s',
      async (path) => {
        const response = await raw(path)
        expect([400, 404]).toContain(response.status)
        expect(response.headers.get('content-type')).toBe('application/problem+json')
      },
    )

    it('publishes its documents', async () => {
      const document = (await (await raw('/openapi.json')).json()) as { paths: Record<string, unknown> }
      expect(Object.keys(document.paths)).toEqual(
        expect.arrayContaining(['/{version}/articles/{id}', '/{version}/channels/{path}', '/internal/documents']),
      )
      const page = await raw('/docs')
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(await page.text()).toContain('/{version}/pages/home')
    })
  })
})

describe('first start', { timeout: 240_000 }, () => {
  it('begins again after a kill during the first filling', async () => {
    const { database, drop } = await openTestDatabase(ENGINE, createTestDatabase)
    const service = await createContentService({ database, now: () => NOW })
    const broken = {
      ...SEED,
      articles: [
        ...SEED.articles,
        article('140', 'Kaputt', { publications: ['ak'], body: [{ type: 'list' } as never] }),
      ],
    }
    await expect(fillContent(service, broken)).rejects.toThrow(TypeError)
    const client = createTestClient(CONTENT, { base: 'http://c/ak', fetch: (request) => service.app.fetch(request) })
    expect(await client.listNewestArticles({})).toMatchObject({ ok: true, data: { total: 0 } })
    expect(await fillContent(service, SEED)).toBe('saved')
    await service.close()
    await drop()
  })

  it('works without content, and an import creates the sections it needs', async () => {
    const { database, drop } = await openTestDatabase(ENGINE, createTestDatabase)
    const service = await createContentService({ database, serviceKey: KEY, now: () => NOW })
    const options = {
      base: 'http://c/ak',
      fetch: (request: Request) => service.app.fetch(request),
      headers: { authorization: `Bearer ${KEY}` },
    }
    const client = createTestClient(CONTENT, options)
    expect(await client.getHome({})).toMatchObject({ ok: true, data: { blocks: [] } })
    expect(await client.getSite({})).toMatchObject({ ok: true })
    await createTestClient(CONTENT_INTERNAL, options).ingest({
      body: {
        documents: [incoming('urn:1', { sectionPath: 'sport/fussball', contentItems: [paragraph('Tor!') as never] })],
      },
    })
    expect(await client.getChannel({ params: { path: 'sport' } })).toMatchObject({
      ok: true,
      data: { kind: 'channel', displayName: 'Sport', total: 1 },
    })
    await service.close()
    await drop()
  })
})

function toIdsOfBlock(block: Block): string[] {
  if (block.kind === 'lead') return [block.teaser.documentId, ...block.related.map(({ documentId }) => documentId)]
  return 'teasers' in block ? block.teasers.map(({ documentId }) => documentId) : []
}
