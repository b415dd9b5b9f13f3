import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT, CONTENT_INTERNAL, MENU_HANDLES, type ContentItem } from '@lokalteil/contracts/content'
import { findPictureFile } from '../pictures/catalogue.ts'
import { type PublicationCode } from '@lokalteil/domain/publication/publications'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@lokalteil/services/platform/database'
import { openEmptyDatabase } from '@lokalteil/services/platform/database/database.testing'
import { createContentService, type ContentService } from '@lokalteil/services/content/app'
import { fillContent } from '@lokalteil/services/content/content.testing'
import { DEMO_FOLDERS, toDemoContent } from '../demo.testing.ts'
import { toContentSeed } from './content.ts'

const KEY = 'a-key-for-tests'
const NOW = new Date('2026-11-21T09:00:00Z')

describe('the demo in the content service', () => {
  let database: Database
  let service: ContentService
  let outcome: string
  const open = (publication: PublicationCode, headers: Record<string, string> = {}) => ({
    base: `http://content.local/${publication}`,
    headers,
    timeout: 20_000,
    fetch: (request: Request) => service.app.fetch(request),
  })
  const ask = (publication: PublicationCode = 'ak') => createTestClient(CONTENT, open(publication))
  const askInside = () => createTestClient(CONTENT_INTERNAL, open('ak', { authorization: `Bearer ${KEY}` }))
  beforeAll(async () => {
    database = await openEmptyDatabase(createTestDatabase)
    // Answers are checked against the contract, so a seed that breaks it fails here.
    service = await createContentService({ database, serviceKey: KEY, now: () => NOW, checkAnswers: true })
    outcome = await fillContent(service, toDemoContent(NOW))
  })
  afterAll(async () => {
    await service.close()
    await database.close()
  })

  it('is saved once, whenever it is started again', async () => {
    expect(outcome).toBe('saved')
    expect(await service.saveContent(toContentSeed(new Date(NOW.getTime() + 7 * 24 * 3_600_000)))).toBe('unchanged')
  })

  it('saves nothing if it is interrupted, and everything at the next start', { timeout: 240_000 }, async () => {
    const other = await openEmptyDatabase(createTestDatabase)
    const cut = await createContentService({ database: other, now: () => NOW })
    const broken = toDemoContent(NOW)
    // The database refuses the last article: those written before must be rolled back.
    const articles = [
      ...broken.articles.slice(0, -1),
      { ...broken.articles.at(-1)!, title: 'Ein Zeichen, das keines ist: \u0000' },
    ]
    await expect(fillContent(cut, { ...broken, articles })).rejects.toThrow(/0x00|null character|unicode/i)
    const before = await cut.app.fetch(new Request('http://content.local/ak/v5/headlines'))
    expect(await before.json()).toMatchObject({ total: 0 })
    expect(await cut.saveContent(toContentSeed(NOW))).toBe('saved')
    const after = await cut.app.fetch(new Request('http://content.local/ak/v5/headlines'))
    expect(((await after.json()) as { total: number }).total).toBeGreaterThan(100)
    await cut.close()
    await other.close()
  })

  it.each(PUBLICATION_CODES)(
    'fills %s: home page, headlines, every section, topic and document',
    { timeout: 30_000 },
    async (code) => {
      const client = ask(code)
      const { blocks } = await get(client.getHome({}))
      expect(blocks.length).toBeGreaterThan(10)
      expect(new Set(blocks.map(({ kind }) => kind)).size).toBeGreaterThan(8)
      expect((await get(client.listHeadlines({}))).total).toBeGreaterThanOrEqual(60)
      for (const { path } of DEMO_FOLDERS.find((folder) => folder.code === code)!.sections) {
        const channel = await get(client.getChannel({ params: { path } }))
        expect(channel.kind === 'channel' && channel.total, path).toBeGreaterThan(0)
      }
      const { topics } = await get(client.listTopics({}))
      expect(topics.length).toBeGreaterThan(7)
      for (const { id, articleCount } of topics) expect(articleCount, id).toBeGreaterThan(0)
      for (const id of ['agb', 'accessibility', 'datenschutz', 'impressum', 'eigentuemer'] as const)
        expect((await get(client.getDocument({ params: { id } }))).contentItems.length, id).toBeGreaterThan(5)
      const { menus, menuHandles } = await get(client.getSite({}))
      for (const handle of MENU_HANDLES) expect(menus[menuHandles[handle]]?.length, handle).toBeGreaterThan(0)
      expect((await get(client.getSportWidget({}))).table).toHaveLength(18)
    },
  )

  it('serves every article and test report to the public, paid ones cut', { timeout: 240_000 }, async () => {
    const seed = toContentSeed(NOW)
    for (const { id, publications, contentRestriction } of seed.articles) {
      const article = await get(ask(publications[0]).getArticle({ params: { id } }))
      if (contentRestriction === 'paid') expect(article.contentItems.length, id).toBeLessThanOrEqual(1)
      else expect(article.contentItems.length, id).toBeGreaterThan(0)
    }
    for (const { id, publications } of seed.testReports)
      expect((await get(ask(publications[0]).getTestReport({ params: { id } }))).criteria.length, id).toBeGreaterThan(2)
  })

  it('loses no block of an article on the way', { timeout: 240_000 }, async () => {
    const seed = toContentSeed(NOW)
    const kinds = new Set<ContentItem['type']>()
    for (const { id, publications, body } of seed.articles) {
      if (!publications.includes('ak')) continue
      const { contentItems } = await get(askInside().getFullArticle({ params: { id } }))
      const expected = body.filter(
        (item) =>
          item.type !== 'articleReference' ||
          seed.articles.some((article) => article.id === item.articleId && article.publications.includes('ak')),
      )
      expect(
        contentItems.map(({ type }) => type),
        id,
      ).toEqual(expected.map(({ type }) => (type === 'articleReference' ? 'articleTeaser' : type)))
      for (const { type } of contentItems) kinds.add(type)
    }
    expect([...kinds].toSorted()).toEqual([
      'articleTeaser',
      'audio',
      'embed',
      'gallery',
      'heading',
      'image',
      'infoBox',
      'list',
      'liveEntry',
      'match',
      'paragraph',
      'people',
      'question',
      'quote',
      'table',
      'timeline',
      'video',
    ])
  })

  it('dates articles backwards from the first start and opens breaking news', async () => {
    const article = await get(ask().getArticle({ params: { id: '10003' } }))
    // At ten in the morning: written between midnight and noon, shown between the newsroom's opening and now.
    expect(article.publishDate).toBe('2026-11-21T08:44:36.000Z')
    for (const code of PUBLICATION_CODES)
      expect((await get(ask(code).getBreakingNews({}))).item?.target, code).toMatch(/-10003$/)
  })

  it('labels live entries with the minute in a match and with the time elsewhere, newest first', async () => {
    const entries = async (id: string) =>
      (await get(ask().getArticle({ params: { id } }))).contentItems.filter((item) => item.type === 'liveEntry')
    const match = await entries('30031')
    expect(match.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['90. Minute + 3', '1. Minute', 'Abpfiff', 'Halbzeit']),
    )
    const council = await entries('10002')
    expect(council[0]).toMatchObject({ label: '09:51 Uhr · Vor dem Rathaus', time: '2026-11-21T08:51:18.000Z' })
    for (const list of [match, council]) {
      expect(list.map(({ time }) => time)).toEqual(
        list
          .map(({ time }) => time)
          .toSorted()
          .toReversed(),
      )
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
    }
  })

  it('R2.1-25 has a second page of test reports, R2.1-08 of an author, R2.1-16 of a tag', async () => {
    const first = await get(ask().listTestReports({ query: { page: 1 } }))
    const second = await get(ask().listTestReports({ query: { page: 2 } }))
    expect([first.teasers.length, second.teasers.length]).toEqual([20, 4])
    const author = async (page: number) =>
      (await get(ask().getAuthor({ params: { id: '11' }, query: { page } }))).teasers.map(
        ({ documentId }) => documentId,
      )
    expect(await author(2)).not.toEqual([])
    expect((await author(2)).filter(Boolean)).not.toEqual(await author(1))
    const tag = await get(ask().getTagArticles({ params: { slug: 'umwelt-und-klima' }, query: { page: 2 } }))
    expect(tag.kind === 'tag' && tag.page === 2 && tag.teasers.length).toBeGreaterThan(0)
  })

  it('R2.1-27 answers the test report with the id 77 under its name', async () => {
    expect(await get(ask().getTestReport({ params: { id: '77' } }))).toMatchObject({
      path: '/testbericht/kaffeemaschine-77',
      rating: 4,
      authors: [{ surname: 'Cordes' }],
    })
  })

  it('lists podcasts with their files, coupons that are valid, newsletters with a sample', async () => {
    const { podcasts, episodes } = await get(ask().listPodcasts({}))
    expect(podcasts.map(({ title }) => title).toSorted()).toEqual(['Auengespräch', 'Hafenlicht'])
    for (const { audio } of episodes)
      expect(audio).toMatchObject({
        src: expect.stringMatching(/^\/assets\/demo\/media\/[a-z0-9-]+\.mp3$/),
        voiceLabel: 'KI-Stimme',
      })
    const coupons = (
      await Promise.all(PUBLICATION_CODES.map(async (code) => (await get(ask(code).listCoupons({}))).coupons))
    ).flat()
    expect(new Set(coupons.map(({ id }) => id)).size).toBe(8)
    expect(coupons.every(({ code, validUntil }) => code === null && new Date(validUntil) > NOW)).toBe(true)
    for (const { sample, slug } of (await get(ask().listNewsletters({}))).newsletters)
      expect(sample.length, slug).toBeGreaterThan(2)
  })

  it('finds the demo by words, in other forms and spellings than written', async () => {
    for (const q of ['Straßenbahn', 'strassenbahn', 'Hochwasserschutz', 'Behlendorf'])
      expect((await get(ask().searchArticles({ query: { q } }))).total, q).toBeGreaterThan(0)
  })

  it('uses only pictures that are shipped', () => {
    const paths = [...JSON.stringify(toDemoContent(NOW)).matchAll(/"baseUrl":"([^"]*)"/g)].map((match) => match[1]!)
    expect(new Set(paths).size).toBeGreaterThan(150)
    expect(paths.filter((path) => findPictureFile(path.slice(1)) === null)).toEqual([])
  })
})
