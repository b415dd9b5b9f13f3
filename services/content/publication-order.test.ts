/**
 * Two publishers in one process: each has a taxonomy of its own under the same addresses and ids, and sees nothing of
 * the other's.
 */
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT, CONTENT_INTERNAL, type IncomingDocument } from '@lokalteil/contracts/content'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { runStatement } from '../platform/database/statements.testing.ts'
import { createContentService, type ContentService } from './app.ts'
import { incoming, NOW, picture } from './content.testing.ts'
import { NO_FRONT } from './fronts/usual-fronts.ts'
import type { PublicationContent } from './save-publication.ts'

const KEY = 'a-key-for-tests'

/** All its names contain the publisher's word; addresses and ids are the same for both. */
const toContent = (code: string, word: string): PublicationContent => ({
  code,
  front: NO_FRONT,
  redirects: [],
  sections: [
    { path: 'lokales', name: `${word} vor Ort`, seoTitle: `${word} im Netz`, description: `${word} erzählt` },
    { path: 'lokales/altstadt', name: `${word} Altstadt`, seoTitle: '', description: '' },
    { path: word.toLowerCase(), name: `${word} allein`, seoTitle: '', description: '' },
  ],
  tags: [
    { id: '100', slug: 'verkehr', name: `${word} Verkehr`, parent: null, kind: 'topic' },
    { id: '101', slug: `${word.toLowerCase()}-bahn`, name: `${word} Bahn`, parent: 'verkehr', kind: 'topic' },
  ],
  topics: [
    { id: '7', title: `${word} Umgehung`, description: '', tags: ['verkehr'], picture: picture(`${word}-thema`) },
  ],
  regions: [
    { id: 'kreis', label: `${word} Kreis`, sectionPath: 'lokales', parentId: null },
    { id: 'dorf', label: `${word} Dorf`, sectionPath: 'lokales/altstadt', parentId: 'kreis' },
  ],
  people: [
    {
      id: '11',
      prename: word,
      surname: 'Vogt',
      shortname: null,
      role: `Chefin von ${word}`,
      bio: `Kennt ${word}.`,
      email: `vogt@${word.toLowerCase()}.example`,
      portrait: picture(`${word}-vogt`),
    },
  ],
  coupons: [
    {
      id: 'c1',
      partner: `${word} Radhaus`,
      title: 'Zehn Prozent',
      description: '',
      discount: '10 %',
      code: `${word}-10`,
      validUntil: '2027-01-01T00:00:00.000Z',
      target: '/gutscheine',
    },
  ],
  newsletters: [
    {
      slug: 'morgen',
      title: `${word} am Morgen`,
      description: 'Früh informiert',
      rhythm: 'werktags um 6 Uhr',
      sender: word,
      picture: picture(`${word}-brief`),
      sampleSections: [],
    },
  ],
  mapping: null,
  documents: [{ id: 'impressum', title: `Impressum ${word}`, updated: NOW, contentItems: [] }],
  menus: [],
})

/** The second halves of the names. */
const NAMES = 'vor Ort,Altstadt,Verkehr,Bahn,Neues,Umgehung,Kreis,Dorf,Vogt,Radhaus,am Morgen,meldet'.split(',')

describe.each(ENGINES)('two publishers on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  const options = (code: string) => ({
    base: `http://content.local/${code}`,
    headers: { authorization: `Bearer ${KEY}` },
    fetch: (request: Request) => service.app.fetch(request),
  })
  const of = (code: string): Client<typeof CONTENT> => createTestClient(CONTENT, options(code))
  async function bringIn(code: string, document: Partial<IncomingDocument>, carriers: string[] = []): Promise<string> {
    const { results } = await get(
      createTestClient(CONTENT_INTERNAL, options(code)).ingest({
        body: {
          documents: [incoming(document.sourceId ?? 'urn:1', { sectionPath: 'lokales', ...document })],
          publications: carriers,
        },
      }),
    )
    return results[0]!.id!
  }
  /** Every public question that needs no more than the publication's own names. */
  async function askAll(code: string): Promise<string> {
    const content = of(code)
    const answers = await Promise.all([
      content.getSite({}),
      content.getHome({}),
      content.listNewestArticles({}),
      content.listHeadlines({}),
      content.listMostRead({}),
      content.getChannel({ params: { path: 'lokales' } }),
      content.getChannel({ params: { path: 'verkehr' } }),
      content.getTagArticles({ params: { slug: 'verkehr' } }),
      content.getTag({ params: { id: '100' } }),
      content.getTagHierarchy({ params: { id: '101' } }),
      content.listArticlesByTags({ query: { tags: '100', regions: 'kreis' } }),
      content.listTopics({}),
      content.getTopic({ params: { id: '7' } }),
      content.listAuthors({}),
      content.getAuthor({ params: { id: '11' } }),
      content.listPersonalRegions({}),
      content.listPersonalTopics({}),
      content.listCoupons({}),
      content.listNewsletters({}),
      content.getNewsletter({ params: { slug: 'morgen' } }),
      content.listSitemapEntries({}),
      content.getDocument({ params: { id: 'impressum' } }),
      ...['alpha', 'beta', 'verkehr', 'vor ort', 'vogt', 'umgehung'].flatMap((q) => [
        content.suggestTerms({ query: { q } }),
        content.searchArticles({ query: { q } }),
      ]),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ ok: true })
    return JSON.stringify(answers)
  }

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createContentService({
      database: opened.database,
      serviceKey: KEY,
      now: () => NOW,
      checkAnswers: true,
    })
    await service.savePublication(toContent('ak', 'Alpha'))
    await service.savePublication(toContent('fb', 'Beta'))
    for (const [code, word] of [
      ['ak', 'Alpha'],
      ['fb', 'Beta'],
    ] as const)
      await bringIn(code, {
        sourceId: `urn:${word}`,
        title: `${word} meldet`,
        teaserTextHtml: word,
        source: word,
        tags: [`${word} Bahn`, `${word} Neues`],
        regions: [`${word} Dorf`],
        authors: [`${word} Vogt`],
      })
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })

  it.each([
    ['ak', 'Alpha', /beta/i],
    ['fb', 'Beta', /alpha/i],
  ])('%s shows what it names and nothing of the other', async (code, word, other) => {
    const said = await askAll(code)
    for (const name of NAMES) expect(said).toMatch(new RegExp(`${word}[ "a-z:,-]*${name}`))
    // Suggestions only repeat words that this test typed.
    expect(said.replaceAll(/"suggestion":"[^"]*"/g, '')).not.toMatch(other)
  })

  it('has no page for names that only the other has', async () => {
    for (const path of ['beta', 'beta-bahn', 'beta-neues'])
      expect(await of('ak').getChannel({ params: { path } })).toMatchObject({ ok: false, status: 404 })
  })

  it('lists an article under its tag and region, and under those above', async () => {
    const ak = of('ak')
    expect(await get(ak.getChannel({ params: { path: 'verkehr' } }))).toMatchObject({ kind: 'tag', total: 1 })
    expect(await get(ak.listArticlesByTags({ query: { regions: 'kreis' } }))).toMatchObject({ total: 1 })
    expect((await get(ak.getAuthor({ params: { id: '11' } }))).total).toBe(1)
  })

  it('shows an article of one in the other under the other’s names', async () => {
    const id = await bringIn(
      'ak',
      {
        sourceId: 'urn:both',
        title: 'Für beide',
        tags: ['Alpha Verkehr', 'Alpha Bahn', 'Gänsemarkt'],
        regions: ['Alpha Dorf'],
        authors: ['Alpha Vogt', 'Petra Gast'],
      },
      ['fb'],
    )
    const [own, shared] = await Promise.all(['ak', 'fb'].map((code) => get(of(code).getArticle({ params: { id } }))))
    expect(own).toMatchObject({ section: { displayName: 'Alpha vor Ort' }, maintag: { displayName: 'Alpha Verkehr' } })
    expect(shared).toMatchObject({
      section: { path: 'lokales', displayName: 'Beta vor Ort' },
      breadcrumb: [{ displayName: 'Beta vor Ort' }],
      maintag: { displayName: 'Beta Verkehr' },
      relatedArticles: { topicName: 'Beta Verkehr, Beta Bahn' },
    })
    expect(shared!.tags.map(({ displayName }) => displayName)).toEqual(['Beta Verkehr', 'Beta Bahn', 'Gänsemarkt'])
    expect(shared!.authors.at(-1)).toMatchObject({ surname: 'Gast', urlPath: '' })
    const [teaser] = (await get(of('fb').listTeasers({ query: { ids: id } }))).teasers
    expect(teaser).toMatchObject({ sectionName: 'Beta vor Ort', tagIds: ['100', '101', expect.any(String)] })
    // The import made the tag for both, with one id.
    for (const code of ['ak', 'fb'])
      expect(await get(of(code).getChannel({ params: { path: 'gaensemarkt' } }))).toMatchObject({ total: 1 })
  })

  it('the same folder again writes nothing, and new entries leave the other publication alone', async () => {
    expect(await service.savePublication(toContent('ak', 'Alpha'))).toBe('unchanged')
    const before = await get(of('fb').getChannel({ params: { path: 'lokales' } }))
    const renamed = toContent('ak', 'Alpha')
    expect(
      await service.savePublication({
        ...renamed,
        sections: renamed.sections.map((section) => ({ ...section, name: section.name.replace('Alpha', 'Gamma') })),
      }),
    ).toBe('saved')
    expect(await get(of('ak').getChannel({ params: { path: 'lokales' } }))).toMatchObject({
      displayName: 'Gamma vor Ort',
    })
    expect(await get(of('fb').getChannel({ params: { path: 'lokales' } }))).toEqual(before)
    const { teasers } = await get(of('ak').listNewestArticles({}))
    expect(teasers[0]?.sectionName).toBe('Gamma vor Ort')
  })

  it('drops entries that the folder drops; those with articles stay reachable, but unlisted', async () => {
    const whole = toContent('fb', 'Beta')
    await service.savePublication({
      ...whole,
      sections: whole.sections.filter(({ path }) => path === 'lokales'),
      tags: whole.tags.filter(({ slug }) => slug === 'verkehr'),
      regions: [],
      people: [],
      topics: [],
      coupons: [],
      newsletters: [],
    })
    const fb = of('fb')
    expect(await get(fb.listAuthors({}))).toEqual({ authors: [] })
    expect(await get(fb.getAuthor({ params: { id: '11' } }))).toMatchObject({ author: { surname: 'Vogt' } })
    expect(await get(fb.listPersonalRegions({}))).toEqual([])
    expect(JSON.stringify(await get(fb.listPersonalTopics({})))).not.toContain('Bahn')
    expect(await get(fb.getChannel({ params: { path: 'beta-bahn' } }))).toMatchObject({ kind: 'tag' })
    expect(await get(fb.listTopics({}))).toEqual({ topics: [] })
    expect(await get(fb.listCoupons({}))).toEqual({ coupons: [] })
    expect(await get(fb.listNewsletters({}))).toEqual({ newsletters: [] })
    expect(await fb.getChannel({ params: { path: 'lokales/altstadt' } })).toMatchObject({ status: 404 })
    expect(await fb.getChannel({ params: { path: 'beta' } })).toMatchObject({ status: 404 })
    expect(await get(of('ak').listCoupons({}))).toMatchObject({ coupons: [{ partner: 'Alpha Radhaus' }] })
    expect(await service.savePublication(toContent('fb', 'Beta'))).toBe('saved')
    expect((await get(fb.listAuthors({}))).authors).toHaveLength(1)
  })

  it('lists articles anew when the folder moves a tag or a region', async () => {
    const content = toContent('fb', 'Beta')
    const count = async (slug: string) => {
      const found = await of('fb').getChannel({ params: { path: slug } })
      return found.ok && 'total' in found.data ? found.data.total : null
    }
    const before = await count('verkehr')
    await service.savePublication({
      ...content,
      tags: [
        { id: '102', slug: 'schiene', name: 'Beta Schiene', parent: null, kind: 'topic' },
        ...content.tags.map((tag) => (tag.id === '101' ? { ...tag, parent: 'schiene' } : tag)),
      ],
      regions: content.regions.map((region) => ({ ...region, parentId: null })),
    })
    expect(await count('schiene')).toBe(1)
    expect(await count('verkehr')).toBe(before! - 1)
    expect(await get(of('fb').listArticlesByTags({ query: { regions: 'kreis' } }))).toMatchObject({ total: 1 })
    await service.savePublication(content)
    expect([await count('schiene'), await count('verkehr')]).toEqual([null, before])
  })

  it('gives a tag made by an import the id of the folder, and keeps its articles', async () => {
    const content = toContent('ak', 'Alpha')
    await service.savePublication({
      ...content,
      tags: [
        ...content.tags,
        { id: '500', slug: 'alpha-neues', name: 'Alpha Aktuelles', parent: 'verkehr', kind: 'topic' },
      ],
    })
    expect(await get(of('ak').getChannel({ params: { path: 'alpha-neues' } }))).toMatchObject({
      tag: { id: '500', displayName: 'Alpha Aktuelles' },
      total: 1,
    })
    const { suggestions } = await get(of('ak').suggestTerms({ query: { q: 'Alpha Aktuelles' } }))
    expect(suggestions.filter(({ kind }) => kind === 'tag')).toHaveLength(1)
  })

  it('takes over entries that the version before wrote', async () => {
    await runStatement(
      opened.database,
      `insert into content.sections (path, position, name, seo_title, description, publications) values ('frueher', 1, 'Früher', '', '', 2)`,
    )
    await runStatement(
      opened.database,
      `insert into content.tags (id, position, slug, name, parent_id, curated) values ('9001', 1, 'alt', 'Alt', null, false), ('9002', 1, 'leer', 'Leer', null, false)`,
    )
    await runStatement(
      opened.database,
      `insert into content.lists (list, shown, article_id, publications) select 't:9001', shown, id, 2 from content.articles where owner = 'fb'`,
    )
    const later = await createContentService({ database: opened.database, serviceKey: KEY, now: () => NOW })
    const at = (code: string, path: string) =>
      createTestClient(CONTENT, { ...options(code), fetch: (request) => later.app.fetch(request) }).getChannel({
        params: { path },
      })
    expect(await at('fb', 'frueher')).toMatchObject({ ok: true, data: { displayName: 'Früher' } })
    expect(await at('fb', 'alt')).toMatchObject({ ok: true, data: { kind: 'tag' } })
    expect(await at('fb', 'leer')).toMatchObject({ status: 404 })
    for (const path of ['frueher', 'alt']) expect(await at('ak', path)).toMatchObject({ status: 404 })
    await later.close()
  })
})

describe.each(ENGINES)('more publications than a mask holds, on %s', (engine) => {
  const codes = Array.from({ length: 70 }, (_, position) => `paper${position}`)
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  const options = (code: string) => ({
    base: `http://content.local/${code}`,
    headers: { authorization: `Bearer ${KEY}` },
    fetch: (request: Request) => service.app.fetch(request),
  })
  const open = () =>
    createContentService({ database: opened.database, serviceKey: KEY, now: () => NOW, checkAnswers: true })
  const ingest = (documents: Partial<IncomingDocument>[], carriers: string[]) =>
    createTestClient(CONTENT_INTERNAL, options('paper40')).ingest({
      body: {
        documents: documents.map((document) =>
          incoming('urn:spaet', {
            title: 'Quastenflosser im Hafen',
            sectionPath: 'lokales',
            tags: ['Fang'],
            ...document,
          }),
        ),
        publications: carriers,
      },
    })

  beforeAll(async () => {
    setPublications(codes.map((code, position) => ({ ...TEST_PUBLICATIONS[0]!, code, position })))
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await open()
    for (const code of ['paper2', 'paper40', 'paper41', 'paper42', 'paper69'])
      await service.savePublication(toContent(code, code.replace('paper', 'Blatt')))
    await ingest([{}], ['paper2', 'paper69'])
  })
  afterAll(async () => {
    setPublications(TEST_PUBLICATIONS)
    await service.close()
    await opened.drop()
  })

  const shownIn = async (code: string) => {
    const content = createTestClient(CONTENT, options(code))
    const answers = await Promise.all([
      content.getChannel({ params: { path: 'lokales' } }),
      content.listNewestArticles({}),
      content.searchArticles({ query: { q: 'Quastenflosser' } }),
      content.suggestTerms({ query: { q: 'Quastenfl' } }),
      content.listSitemapEntries({ query: { kind: 'article' } }),
      content.getTagArticles({ params: { slug: 'fang' } }),
      content.getHome({}),
    ])
    return answers.map((answer) => JSON.stringify(answer).includes('Quastenflosser im Hafen'))
  }

  it('shows an article where it is carried and nowhere else', async () => {
    for (const code of ['paper2', 'paper40', 'paper69'])
      expect([code, ...(await shownIn(code))]).toEqual([code, true, true, true, true, true, true, expect.any(Boolean)])
    for (const code of ['paper41', 'paper42']) expect(await shownIn(code)).toEqual(Array(7).fill(false))
  })

  it('has documents of each', async () => {
    for (const [code, word] of [
      ['paper2', 'Blatt2'],
      ['paper69', 'Blatt69'],
    ] as const)
      expect(await createTestClient(CONTENT, options(code)).getDocument({ params: { id: 'impressum' } })).toMatchObject(
        {
          data: { title: `Impressum ${word}` },
        },
      )
  })

  it('a correction and a withdrawal reach all of them', async () => {
    await ingest([{ version: 2, title: 'Quastenflosser im Hafen, berichtigt' }], [])
    for (const code of ['paper2', 'paper69']) expect((await shownIn(code))[1]).toBe(true)
    await ingest([{ version: 3, status: 'canceled' }], [])
    for (const code of ['paper2', 'paper40', 'paper69']) expect(await shownIn(code)).toEqual(Array(7).fill(false))
    await ingest([{ version: 4 }], [])
    expect((await shownIn('paper40'))[1]).toBe(true)
  })

  it('restores all lists after the version before wrote there', async () => {
    await runStatement(opened.database, 'update content.lists set later = null')
    await runStatement(opened.database, 'update content.search set later = null')
    await service.close()
    service = await open()
    expect((await shownIn('paper40')).slice(0, 6)).toEqual(Array(6).fill(true))
  })
})
