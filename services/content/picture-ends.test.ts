import { createTestDatabase } from '@lokalteil/tools/postgres'
import { CONTENT, CONTENT_INTERNAL, RECORDS, type ArticleDraft } from '@lokalteil/contracts/content'
import { createDraft } from '@lokalteil/contracts/content/records'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createContentService, type Change, type ContentService } from './app.ts'
import { fillContent, NOW, picture, SEED } from './content.testing.ts'
import { dropPictures } from './picture-ends.ts'

const ended = picture('ende')
const kept = picture('bleibt')
const text = { type: 'paragraph', html: 'Text.' }
const film = { type: 'video', src: '/media/film.mp4' }
const entry = { type: 'liveEntry', id: '1', paragraphs: ['Text.'] }

describe('a picture whose rights have ended', () => {
  type Case = [where: string, value: unknown, without: unknown]
  it.each<Case>([
    ['of a teaser', { title: 'T', img: ended }, { title: 'T', img: null }],
    [
      'in a block',
      [text, { type: 'image', picture: ended }, { type: 'image', picture: kept }],
      [text, { type: 'image', picture: kept }],
    ],
    [
      'of a gallery',
      [{ type: 'gallery', id: 'g', pictures: [ended, kept] }],
      [{ type: 'gallery', id: 'g', pictures: [kept] }],
    ],
    ['that is alone in a gallery', [text, { type: 'gallery', id: 'g', pictures: [ended, ended] }], [text]],
    ['on a film', [{ ...film, poster: ended }], [{ ...film, poster: null }]],
    ['of an entry', [{ ...entry, picture: ended }], [entry]],
    ['deep inside', { blocks: [{ teasers: [{ img: ended }] }] }, { blocks: [{ teasers: [{ img: null }] }] }],
    ['written in another way', { img: { ...ended, baseUrl: 'demo/Ende.jpg' } }, { img: null }],
    ['as the whole answer', ended, null],
  ])('%s is dropped', (_where, value, without) => {
    expect(dropPictures(value, (name) => name === 'demo/ende.jpg')).toEqual(without)
  })

  it('leaves everything else the same object', () => {
    const value = { img: kept, blocks: [text, { type: 'gallery', id: 'g', pictures: [] }], none: null }
    expect(dropPictures(value, (name) => name === 'demo/ende.jpg')).toBe(value)
    const list = [{ img: ended }, { img: kept }]
    expect(dropPictures(list, (name) => name === 'demo/ende.jpg')[1]).toBe(list[1])
  })
})

const HOUR = 3_600_000
const KEY = 'a-key-for-tests'
const NAME = 'demo/ende.jpg'

describe.each(ENGINES)('rights of pictures on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let clock = NOW
  let id: string
  const heard: Change[] = []

  const open = () =>
    createContentService({ database: opened.database, serviceKey: KEY, now: () => clock, checkAnswers: true })
  const at = (code: string) => {
    const where = {
      base: `http://content.local/${code}`,
      headers: { authorization: `Bearer ${KEY}` },
      timeout: 20_000,
      fetch: (request: Request) => service.app.fetch(request),
    }
    return {
      content: createTestClient(CONTENT, where),
      internal: createTestClient(CONTENT_INTERNAL, where),
      records: createTestClient(RECORDS, where),
    }
  }
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await open()
    await fillContent(service, SEED)
    service.onChange((change) => heard.push(change))
    const draft: ArticleDraft = {
      ...createDraft('news', 'lokales/auenburg'),
      title: 'Leuchtturmwärter gesucht',
      teaserTextHtml: 'Kurz gesagt',
      picture: ended,
      publications: ['fb'],
      body: [
        { type: 'paragraph', html: 'Der erste Absatz.' },
        { type: 'image', picture: ended },
        { type: 'gallery', id: 'g', title: '', pictures: [ended, kept] },
      ],
    }
    const { records } = at('ak')
    id = (await get(records.takeArticleId({}))).id
    await get(records.saveRecord({ params: { id }, body: { revision: 1, draft, updated: null } }))
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })

  /** Answers of a publication that name the file. */
  async function listDoors(code: string): Promise<string[]> {
    const { content, internal } = at(code)
    const answers: Record<string, Promise<unknown>> = {
      article: get(content.getArticle({ params: { id } })),
      whole: get(internal.getFullArticle({ params: { id } })),
      teaser: get(content.getTeaser({ params: { id } })),
      teasers: get(content.listTeasers({ query: { ids: id } })),
      newest: get(content.listNewestArticles({})),
      headlines: get(content.listHeadlines({})),
      section: get(content.getChannel({ params: { path: 'lokales/auenburg' } })),
      home: get(content.getHome({})),
      search: get(content.searchArticles({ query: { q: 'Leuchtturmwärter' } })),
      sitemap: get(content.listSitemapEntries({})),
    }
    const found = await Promise.all(
      Object.entries(answers).map(async ([name, answer]) =>
        JSON.stringify(await answer).includes(NAME) ? [name] : [],
      ),
    )
    return found.flat()
  }
  const setEnd = (code: string, until: Date | null) =>
    get(at(code).records.setPictureEnds({ body: { ends: [{ name: NAME, until: until?.toISOString() ?? null }] } }))
  /** On PostgreSQL a look at the change log may tell of earlier changes besides. */
  function expectTold(times: number): void {
    const told = heard.splice(0).filter(({ kind, ids }) => kind === 'article' && ids.includes(id)).length
    if (engine === 'embedded') expect(told).toBe(times)
    else expect(told).toBeGreaterThanOrEqual(times)
  }

  it('end in one publication: none of its answers has the picture, the other publication keeps it', async () => {
    const usual = ['article', 'whole', 'teaser', 'teasers', 'newest', 'section', 'search', 'sitemap']
    const before = { ak: await listDoors('ak'), fb: await listDoors('fb') }
    for (const doors of Object.values(before)) expect(doors).toEqual(expect.arrayContaining(usual))
    heard.length = 0

    const until = new Date(NOW.getTime() + HOUR)
    await setEnd('fb', until)
    expect(await listDoors('fb')).toEqual(before.fb)
    expectTold(0)
    expect(await service.findPictureEnd('fb' as PublicationCode, NAME)).toEqual(until)
    expect(await service.findPictureEnd('ak' as PublicationCode, NAME)).toBeNull()

    clock = new Date(until.getTime() - 1)
    await service.timed.settle()
    expect(await listDoors('fb')).toEqual(before.fb)
    heard.length = 0
    clock = until
    // Listeners hear of it, so that no stored page goes on showing it.
    expect(service.timed.isDue()).toBe(true)
    await service.timed.settle()
    expectTold(1)
    expect([await listDoors('fb'), await listDoors('ak')]).toEqual([[], before.ak])
    const article = await get(at('fb').content.getArticle({ params: { id } }))
    expect(article).toMatchObject({
      img: null,
      contentItems: [{ type: 'paragraph' }, { type: 'gallery', pictures: [{ baseUrl: kept.baseUrl }] }],
    })

    await setEnd('ak', new Date(clock.getTime() - HOUR))
    expect(await listDoors('ak')).toEqual([])
    expectTold(1)
    await setEnd('ak', new Date(clock.getTime() - HOUR))
    expectTold(0)
  })

  it('are known after a restart, and give the picture back when they are longer', async () => {
    await service.close()
    service = await open()
    service.onChange((change) => heard.push(change))
    expect([await listDoors('ak'), await listDoors('fb')]).toEqual([[], []])
    await setEnd('ak', new Date(clock.getTime() + HOUR))
    expect(await listDoors('ak')).toContain('article')
    await setEnd('fb', null)
    expect(await listDoors('fb')).toContain('article')
    expectTold(2)
    expect(await service.findPictureEnd('fb' as PublicationCode, NAME)).toBeNull()
  })

  it('hold for documents that come later as well', async () => {
    await setEnd('ak', clock)
    const { records } = at('ak')
    const later = (await get(records.takeArticleId({}))).id
    const draft = { ...createDraft('news', 'lokales/auenburg'), title: 'Noch ein Turm', picture: ended }
    draft.body = [{ type: 'paragraph', html: 'Ein Absatz.' }]
    await get(records.saveRecord({ params: { id: later }, body: { revision: 1, draft, updated: null } }))
    expect((await get(at('ak').content.getTeaser({ params: { id: later } }))).img).toBeNull()
    // The office still gets its own picture.
    expect((await get(records.getRecord({ params: { id: later } }))).draft.picture?.baseUrl).toBe(ended.baseUrl)
  })

  it.each([
    ['a time that is none', { ends: [{ name: NAME, until: 'bald' }] }],
    ['no file', { ends: [] }],
  ])('are refused with %s', async (_what, body) => {
    expect(await at('ak').records.setPictureEnds({ body })).toMatchObject({ ok: false, status: 400 })
  })
})
