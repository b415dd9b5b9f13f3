import { ArticleDraft, createDraft } from '@lokalteil/contracts/content/records'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { CONTENT, CONTENT_INTERNAL, RECORDS } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createContentService, type Change, type ContentService } from './app.ts'
import { EMBARGOED_ID, fillContent, hoursAgo, incoming, NOW, PAID_SECRETS, picture, SEED } from './content.testing.ts'
import { sweepProposals } from './store/proposals.ts'

const KEY = 'a-key-for-tests'
const HOUR = 3_600_000

const draft = (title: string, overrides: Partial<ArticleDraft> = {}): ArticleDraft => ({
  ...createDraft('news', 'lokales/auenburg'),
  title,
  teaserTextHtml: 'Kurz gesagt',
  body: [
    { type: 'paragraph', html: 'Der erste Absatz kostet 12 Euro.' },
    { type: 'heading', level: 2, text: 'Am 24. November' },
    { type: 'paragraph', html: 'Ein GEHEIMNIS.' },
  ],
  ...overrides,
})

describe.each(ENGINES)('articles as they were given on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let clock = NOW
  let content: Client<typeof CONTENT>
  let internal: Client<typeof CONTENT_INTERNAL>
  let records: Client<typeof RECORDS>
  let foreign: Client<typeof RECORDS>
  const heard: Change[] = []

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createContentService({
      database: opened.database,
      serviceKey: KEY,
      now: () => clock,
      checkAnswers: true,
    })
    await fillContent(service, SEED)
    service.onChange((change) => heard.push(change))
    const to = (code: string) => ({
      base: `http://content.local/${code}`,
      headers: { authorization: `Bearer ${KEY}` },
      timeout: 20_000,
      fetch: (request: Request) => service.app.fetch(request),
    })
    content = createTestClient(CONTENT, to('ak'))
    internal = createTestClient(CONTENT_INTERNAL, to('ak'))
    records = createTestClient(RECORDS, to('ak'))
    foreign = createTestClient(RECORDS, to('fb'))
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })

  const codeOf = async (asked: Promise<{ ok: boolean }>) => {
    const answer = (await asked) as { ok: true } | { ok: false; status: number; problem: { code: string } }
    return answer.ok ? 'ok' : answer.problem.code
  }
  const save = (id: string, revision: number, given: ArticleDraft, updated: string | null = null) =>
    records.saveRecord({ params: { id }, body: { revision, draft: given, updated } })
  const create = async (given: ArticleDraft) => {
    const { id } = await get(records.takeArticleId({}))
    const saved = await get(save(id, 1, given))
    return { id, ...saved }
  }
  const read = async (id: string) => {
    const answer = await content.getArticle({ params: { id } })
    return answer.ok ? answer.data : answer.status
  }
  const teaserOf = (id: string) => get(content.getTeaser({ params: { id } }))
  const recordOf = (id: string) => get(records.getRecord({ params: { id } }))
  const deliver = async (sourceId: string, overrides = {}, rules: { arrive?: 'desk'; update?: 'propose' } = {}) => {
    const body = { documents: [incoming(sourceId, overrides)], ...rules }
    return (await get(internal.ingest({ body }))).results[0]!
  }
  const proposalsOf = async (article?: string) =>
    (await get(records.listProposals({ query: article === undefined ? {} : { article } }))).proposals

  it('every seeded article comes back from its draft as it was, with all that readers and machines get', async () => {
    for (const { id } of [...SEED.articles, ...SEED.testReports].filter(({ owner }) => owner === 'ak')) {
      const all = async () => {
        const answers = [
          await content.getArticle({ params: { id } }),
          await content.getTestReport({ params: { id } }),
          await internal.getFullArticle({ params: { id } }),
          await content.getTeaser({ params: { id } }),
        ]
        return answers.map((answer) => (answer.ok ? answer.data : answer.status))
      }
      const [before, record] = [await all(), await recordOf(id)]
      await get(save(id, 1, record.draft, record.updateDate))
      expect([id, await all()]).toEqual([id, before])
      expect(await recordOf(id)).toEqual({ ...record, revision: 1 })
    }
    expect(await read(EMBARGOED_ID)).toBe(404)
  })

  it('says which articles of the publication show a file now, and where lists show it', async () => {
    const [own, other] = ['import/aa/eigen.jpg', 'import/aa/anders.jpg']
    const show = (name: string) => ({ ...picture('x'), baseUrl: `/${name}` })
    const lead = await create(draft('Aufmacher', { picture: show(own) }))
    const inText = await create(
      draft('Bezahlt', {
        contentRestriction: 'paid',
        body: [
          { type: 'paragraph', html: 'Offen.' },
          { type: 'image', picture: show(own) },
          { type: 'gallery', id: 'g', title: '', pictures: [show(other)] },
        ],
      }),
    )
    const ask = (names: string[], more = {}, from = records) => get(from.listMediaUses({ body: { names, ...more } }))
    const uses = [
      { name: own, articleId: lead.id, isLead: true },
      { name: own, articleId: inText.id, isLead: false },
    ]
    expect(await ask([own])).toEqual({ uses, elsewhere: [], next: null })
    expect((await ask([own, other])).uses).toContainEqual({ name: other, articleId: inText.id, isLead: false })
    const first = await ask([own], { limit: 1 })
    expect([first.uses, first.next]).toEqual([uses.slice(0, 1), lead.id])
    expect(await ask([own], { after: lead.id })).toEqual({ uses: uses.slice(1), elsewhere: [], next: null })
    expect((await ask([own], {}, foreign)).uses).toEqual([])

    // Uses of paid texts are kept; the answer looks into the text.
    await get(save(inText.id, 2, draft('Bezahlt', { contentRestriction: 'paid' })))
    await get(internal.withdrawArticle({ params: { id: lead.id }, body: { isForGood: false } }))
    expect((await ask([own, other])).uses).toEqual([])
  })

  it('an imported article comes back with its correction, its unknown authors and their portraits', async () => {
    const given = {
      authors: ['Lena Vogt', 'Ina von der Au'],
      portraits: [{ name: 'Ina von der Au', picture: picture('ina') }],
      tags: ['Radverkehr'],
      correction: 'In einer früheren Fassung stand ein falscher Name.',
      titlePrefix: 'Am 24. November',
      contentRestriction: 'paid' as const,
      contentItems: [
        { type: 'paragraph' as const, html: 'Er kostet <b>12 Euro</b>.' },
        { type: 'heading' as const, level: 2 as const, text: 'Um 10 Uhr' },
      ],
    }
    const { id } = await deliver('urn:given:1', given)
    const before = await get(internal.getFullArticle({ params: { id: id! } }))
    const { draft: found } = await recordOf(id!)
    expect(found).toMatchObject({
      titlePrefix: 'Am 24. November',
      authors: [
        { id: '11', name: 'Lena Vogt' },
        { id: null, name: 'Ina von der Au' },
      ],
      body: given.contentItems,
    })
    await get(save(id!, 1, found, before.updateDate))
    expect(await get(internal.getFullArticle({ params: { id: id! } }))).toEqual(before)
  })

  it('a new article is read, listed and found, with its own headline in lists and for sharing', async () => {
    const { id, path, isNew } = await create(
      draft('Der Deich bei Tannau hält', {
        frontTitle: 'Deich hält',
        shareTitle: 'Hält der Deich?',
        tagIds: ['112'],
        publications: ['fb'],
        authors: [
          { id: null, name: 'Ein Gast' },
          { id: '12', name: 'Tarek Öztürk' },
        ],
      }),
    )
    expect([path, isNew]).toEqual([`/der-deich-bei-tannau-haelt-${id}`, true])
    expect(await read(id)).toMatchObject({
      title: 'Der Deich bei Tannau hält',
      shareTitle: 'Hält der Deich?',
      authors: [
        { id: '', surname: 'Gast' },
        { id: '12', surname: 'Öztürk' },
      ],
    })
    expect((await teaserOf(id)).title).toBe('Deich hält')
    const { teasers } = await get(content.listArticlesByTags({ query: { tags: '112' } }))
    expect(teasers.map(({ title }) => title)).toContain('Deich hält')
    expect((await get(content.searchArticles({ query: { q: 'Tannau' } }))).teasers).toHaveLength(1)
    expect((await recordOf(id)).draft).toMatchObject({ frontTitle: 'Deich hält', publications: ['fb'] })
    const seed = await read('101')
    expect(typeof seed === 'object' && 'shareTitle' in seed).toBe(false)
  })

  it('every field of a draft comes back as it was given, and reaches readers', async () => {
    const tagIds: string[] = []
    for (const part of ['eins', 'zwei']) {
      const tags = Array.from({ length: 8 }, (_one, index) => `Thema ${part} ${index}`)
      const { id } = await deliver(`urn:tags:${part}`, { tags })
      tagIds.push(...(await recordOf(id!)).draft.tagIds)
    }
    expect(tagIds).toHaveLength(16)
    const given: Required<ArticleDraft> = {
      kind: 'report',
      title: 'Ein Rad für alle',
      frontTitle: 'Das Rad',
      seoTitle: 'Lastenrad im Test',
      shareTitle: 'Taugt das Rad?',
      titlePrefix: 'Test',
      teaserTextHtml: 'Es <b>fährt</b>.',
      sectionPath: 'lokales/auenburg',
      tagIds,
      regionIds: ['altstadt', 'nordend'],
      authors: [
        { id: '11', name: 'Lena Vogt' },
        { id: null, name: 'Ein Gast' },
      ],
      source: 'dpa',
      publications: ['fb', 'ht'],
      contentRestriction: 'paid',
      isSoldContent: true,
      picture: { ...picture('rad'), focus: { x: 20, y: 70 } },
      headerVideo: {
        type: 'video',
        src: '/demo/rad.mp4',
        mimeType: 'video/mp4',
        poster: picture('film'),
        caption: 'Das Rad fährt.',
        credit: 'Foto',
        duration: 12,
        captions: [{ src: '/demo/rad.vtt', language: 'de', label: 'Deutsch' }],
      },
      body: [
        { type: 'paragraph', html: 'Es kostet <b>viel</b>.' },
        { type: 'articleReference', articleId: '101' },
        { type: 'document', src: `/_media/import/ab/${'0'.repeat(32)}/plan.pdf`, title: 'Plan', bytes: 2_345_678 },
      ],
      relatedIds: ['102', '103'],
      urgency: 4,
      publishDate: hoursAgo(30).toISOString(),
      embargo: hoursAgo(40).toISOString(),
      comments: 'moderated',
      provenance: { basis: ['Probefahrt'], unclear: 'Wie lange es hält.' },
      aiUse: 'assisted',
      corrections: [{ date: hoursAgo(20).toISOString(), text: 'Der Preis war falsch.' }],
      testResult: {
        product: { name: 'Rad', manufacturer: 'Werk', price: '900 Euro' },
        rating: 3.5,
        verdict: 'Gut.',
        pros: ['leicht'],
        cons: ['teuer'],
        criteria: [{ name: 'Fahren', rating: 4, weight: 60 }],
      },
      isPushed: false,
    }
    // A field that is new in the contract has to be set above.
    expect(Object.keys(given).toSorted()).toEqual(Object.keys(ArticleDraft.shape).toSorted())
    const untouched: Partial<Record<string, unknown>> = createDraft('news', 'lokales')
    for (const [name, value] of Object.entries(given)) expect([name, value]).not.toEqual([name, untouched[name]])
    const { id } = await create(given)
    expect((await recordOf(id)).draft).toEqual(given)
    const full = await get(internal.getFullArticle({ params: { id } }))
    for (const name of ['kind', 'title', 'seoTitle', 'shareTitle', 'titlePrefix', 'source', 'comments'] as const)
      expect([name, full[name]]).toEqual([name, given[name]])
    for (const name of ['provenance', 'aiUse', 'corrections', 'isSoldContent', 'publishDate', 'headerVideo'] as const)
      expect([name, full[name]]).toEqual([name, given[name]])
    expect(full.tags.map((tag) => tag.id)).toEqual(tagIds)
    expect(full.authors.map(({ surname }) => surname)).toEqual(['Vogt', 'Gast'])
    expect((await teaserOf(id)).title).toBe('Das Rad')
    await get(save(id, 2, { ...given, title: 'Ein Rad für viele' }))
    expect((await recordOf(id)).draft).toEqual({ ...given, title: 'Ein Rad für viele' })
    await get(internal.withdrawArticle({ params: { id }, body: { isForGood: false } }))
  })

  it('repeating a revision changes nothing, an older one is refused, a later one is shown', async () => {
    const { id, path, publishDate } = await create(draft('Erste Fassung'))
    heard.length = 0
    expect(await get(save(id, 1, draft('Erste Fassung')))).toEqual({ path, publishDate, isNew: false })
    expect(heard).toEqual([])
    await get(save(id, 3, draft('Dritte Fassung')))
    expect(await codeOf(save(id, 2, draft('Zweite Fassung')))).toBe('LATER_REVISION')
    expect(await read(id)).toMatchObject({ title: 'Dritte Fassung' })
    expect(await recordOf(id)).toMatchObject({ revision: 3, title: 'Dritte Fassung' })
  })

  it('refuses incomplete articles, and ids that are unknown or another publication’s', async () => {
    const { id } = await get(records.takeArticleId({}))
    expect([
      await codeOf(save(id, 1, draft('  '))),
      await codeOf(save(id, 1, draft('Ohne Ressort', { sectionPath: 'gibt/es/nicht' }))),
      await codeOf(save(id, 1, draft('Ohne Tag', { embargo: 'morgen' }))),
      await codeOf(save('99999999999999999999', 1, draft('Fremde Nummer'))),
      await codeOf(save('136', 1, draft('Fremder Artikel'))),
      await codeOf(foreign.getRecord({ params: { id: '101' } })),
      await codeOf(records.getRecord({ params: { id } })),
    ]).toEqual(['NOT_COMPLETE', 'NOT_COMPLETE', 'NOT_COMPLETE', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
  })

  it('keeps the first date, shows an update only where there is one, and waits for the end of an embargo', async () => {
    const { id, publishDate } = await create(draft('Mit Datum'))
    expect(publishDate).toBe(NOW.toISOString())
    clock = new Date(NOW.getTime() + HOUR)
    try {
      await get(save(id, 2, draft('Mit Datum'), clock.toISOString()))
      expect(await read(id)).toMatchObject({ publishDate, updateDate: clock.toISOString() })
      await get(save(id, 3, draft('Mit Datum')))
      expect(await read(id)).toMatchObject({ publishDate, updateDate: null })
      const date = hoursAgo(50).toISOString()
      await get(save(id, 4, draft('Mit Datum', { publishDate: date })))
      expect(await read(id)).toMatchObject({ publishDate: date })
      const embargo = new Date(clock.getTime() + HOUR).toISOString()
      await get(save(id, 5, draft('Mit Datum', { embargo })))
      expect([await read(id), (await recordOf(id)).state]).toEqual([404, 'waiting'])
      await get(save(id, 6, draft('Mit Datum')))
      expect(await read(id)).toMatchObject({ title: 'Mit Datum' })
    } finally {
      clock = NOW
    }
  })

  it('an article that turns paid is announced as removed, and shows its first paragraph', async () => {
    const { id } = await create(draft('Bald nur für Abonnenten'))
    heard.length = 0
    await get(save(id, 2, draft('Bald nur für Abonnenten', { contentRestriction: 'paid' })))
    expect(heard.map(({ kind, ids }) => [kind, ids])).toEqual([
      ['article', [id]],
      ['removed', [id]],
    ])
    expect(JSON.stringify(await read(id))).not.toContain('GEHEIMNIS')
    expect(JSON.stringify(await get(internal.getFullArticle({ params: { id } })))).toContain('GEHEIMNIS')
    const { changes } = await get(internal.listChanges({ query: { after: 0 } }))
    expect(changes.filter((change) => change.id === id).map(({ kind }) => kind)).toEqual([
      'article',
      'article',
      'removed',
    ])
  })

  it('tells the pages that list a changed article', async () => {
    heard.length = 0
    await create(draft('Mit Rad und Bahn', { tagIds: ['112'] }))
    expect(heard[0]!.paths?.toSorted()).toEqual([
      '/lokales',
      '/lokales/auenburg',
      '/radverkehr',
      '/themen/mobil',
      '/verkehr',
    ])
  })

  it('is withdrawn and comes back from the office’s record, or by another revision', async () => {
    const { id, path } = await create(draft('Zurückgezogen', { frontTitle: 'Kurz' }))
    const before = await read(id)
    await get(internal.withdrawArticle({ params: { id }, body: {} }))
    expect([await read(id), (await recordOf(id)).state]).toEqual([410, 'withdrawn'])
    clock = new Date(NOW.getTime() + 40 * 24 * HOUR)
    try {
      expect(await get(internal.restoreArticle({ params: { id } }))).toEqual({ path })
    } finally {
      clock = NOW
    }
    expect([await read(id), (await teaserOf(id)).title]).toEqual([before, 'Kurz'])
    await get(internal.withdrawArticle({ params: { id }, body: {} }))
    await get(save(id, 2, draft('Wieder da')))
    expect(await read(id)).toMatchObject({ title: 'Wieder da', publishDate: NOW.toISOString() })
    await get(internal.withdrawArticle({ params: { id }, body: { isForGood: true } }))
    expect([
      await codeOf(internal.restoreArticle({ params: { id } })),
      await codeOf(records.getRecord({ params: { id } })),
    ]).toEqual(['NO_COPY', 'WITHDRAWN'])
  })

  it('a headline that the command corrects is also in the draft', async () => {
    const { id } = await create(draft('Falscher Titel'))
    const body = { title: 'Richtiger Titel', correction: 'Im Titel stand etwas Falsches.' }
    await get(internal.correctTitle({ params: { id }, body }))
    expect((await recordOf(id)).draft).toMatchObject({
      title: 'Richtiger Titel',
      corrections: [{ text: body.correction }],
    })
  })

  it('a preview equals the result of a save, and stores nothing', async () => {
    const given = draft('Vorschau auf die Bahn', {
      contentRestriction: 'paid',
      tagIds: ['111'],
      regionIds: ['altstadt'],
      relatedIds: ['102'],
      authors: [
        { id: '11', name: 'Lena Vogt' },
        { id: null, name: 'Ina von der Au' },
      ],
    })
    const { id } = await get(records.takeArticleId({}))
    const preview = await get(records.previewRecord({ body: { id, draft: given, at: NOW.toISOString() } }))
    expect(await read(id)).toBe(404)
    await get(save(id, 1, given))
    expect(preview).toEqual({
      open: await read(id),
      full: await get(internal.getFullArticle({ params: { id } })),
      teaser: await teaserOf(id),
    })
    expect(JSON.stringify(preview.open)).not.toContain('GEHEIMNIS')
    expect(await codeOf(records.previewRecord({ body: { id, draft: draft(''), at: NOW.toISOString() } }))).toBe(
      'NOT_COMPLETE',
    )
  })

  it('lists every article once, in pages, and only those asked for', async () => {
    const seen: string[] = []
    for (let after = '', isLast = false; !isLast;) {
      const answer = await get(records.listRecords({ query: { after, limit: 7 } }))
      seen.push(...answer.records.map(({ id }) => id))
      after = answer.records.at(-1)?.id ?? ''
      isLast = answer.isLast
    }
    expect(seen).toEqual([...new Set(seen)].toSorted())
    expect(seen).toEqual(expect.arrayContaining(['101', EMBARGOED_ID, '901']))
    expect(seen).not.toContain('136')
    const { records: some } = await get(records.listRecords({ query: { ids: '138,101,136' } }))
    expect(some.map(({ id, source, tagIds, state }) => [id, source, tagIds, state])).toEqual([
      ['101', '', ['111'], 'shown'],
      ['138', 'Agentur', ['113'], 'shown'],
    ])
  })

  it('an article may ask for no push message', async () => {
    const { id } = await create(draft('Eilmeldung ohne Meldung', { urgency: 1, isPushed: false }))
    expect((await teaserOf(id)).isPushed).toBe(false)
    expect((await get(content.getBreakingNews({}))).item?.title).toBe('Eilmeldung ohne Meldung')
    await get(save(id, 2, draft('Eilmeldung', { urgency: 5 })))
    expect('isPushed' in (await teaserOf(id))).toBe(false)
  })

  it('later versions of a source are proposed for an article that the office wrote', async () => {
    const { id } = await deliver('urn:agency:1', { title: 'Bahn streicht Halte' })
    await get(save(id!, 1, { ...(await recordOf(id!)).draft, title: 'Bahn streicht drei Halte' }))
    heard.length = 0
    expect(await deliver('urn:agency:1', { version: 2, title: 'Bahn streicht vier Halte' })).toMatchObject({
      outcome: 'unchanged',
      id,
      reason: 'it waits for the office',
    })
    expect(heard).toEqual([{ kind: 'proposal', ids: [id] }])
    await deliver('urn:agency:1', { version: 3, title: 'Bahn streicht fünf Halte' })
    expect(await deliver('urn:agency:1', { version: 2 })).toMatchObject({ outcome: 'unchanged', id })
    expect(await read(id!)).toMatchObject({ title: 'Bahn streicht drei Halte' })
    expect(await proposalsOf(id!)).toMatchObject([
      {
        sourceId: 'urn:agency:1',
        version: 3,
        kind: 'update',
        isAutomatic: true,
        draft: { title: 'Bahn streicht fünf Halte' },
      },
    ])
    const body = { sourceId: 'urn:agency:1', version: 3, articleId: id! }
    await get(records.settleProposal({ body }))
    expect([await proposalsOf(id!), (await recordOf(id!)).sourceVersion]).toEqual([[], 3])
    expect(await deliver('urn:agency:1', { version: 3 })).toMatchObject({ outcome: 'unchanged' })
    expect(await proposalsOf(id!)).toEqual([])
    expect(await codeOf(records.settleProposal({ body: { ...body, version: 9 } }))).toBe('NOT_FOUND')
  })

  it('a withdrawal by the source takes its text down at once, but is proposed for an own text', async () => {
    const { id } = await deliver('urn:agency:2')
    await get(save(id!, 1, (await recordOf(id!)).draft))
    expect(await deliver('urn:agency:2', { version: 2, status: 'canceled' })).toMatchObject({ outcome: 'removed' })
    expect([await read(id!), (await recordOf(id!)).state]).toEqual([410, 'withdrawn'])
    await get(internal.restoreArticle({ params: { id: id! } }))
    expect(await read(id!)).toMatchObject({ id })

    const own = await deliver('urn:agency:3')
    await get(save(own.id!, 1, { ...(await recordOf(own.id!)).draft, source: '' }))
    expect(await deliver('urn:agency:3', { version: 2, status: 'withheld' })).toMatchObject({ outcome: 'unchanged' })
    expect(await read(own.id!)).toMatchObject({ id: own.id })
    expect(await proposalsOf(own.id!)).toMatchObject([{ kind: 'withdrawal', version: 2 }])
  })

  it('a source may bring its documents to the desk: nothing is online until the office takes them over', async () => {
    const rules = { arrive: 'desk' } as const
    const given = { title: 'Vom Tisch der Agentur', sectionPath: 'sport', tags: ['Radverkehr', 'Unbekanntes'] }
    expect(await deliver('urn:desk:1', given, rules)).toMatchObject({ outcome: 'unchanged', id: null })
    expect(await deliver('urn:desk:1', given, rules)).toMatchObject({ reason: 'the office has version 1' })
    const proposal = (await proposalsOf()).find(({ sourceId }) => sourceId === 'urn:desk:1')
    expect(proposal).toMatchObject({
      kind: 'new',
      articleId: null,
      document: { title: given.title },
      draft: { title: given.title, sectionPath: 'sport', tagIds: ['112'], source: 'Agentur', publishDate: null },
    })
    expect((await get(content.searchArticles({ query: { q: 'Tisch' } }))).teasers).toEqual([])

    const { id } = await get(records.takeArticleId({}))
    await get(records.settleProposal({ body: { sourceId: 'urn:desk:1', version: 1, articleId: id } }))
    await deliver('urn:desk:1', { ...given, version: 2 }, rules)
    expect(await proposalsOf(id)).toMatchObject([{ kind: 'update', version: 2, articleId: id }])
    await get(save(id, 1, proposal!.draft))
    expect(await recordOf(id)).toMatchObject({ sourceId: 'urn:desk:1', sourceVersion: 1 })
    // The rules may change: the article stays the office's.
    expect(await deliver('urn:desk:1', { ...given, version: 3 })).toMatchObject({ outcome: 'unchanged', id })
    expect(await deliver('urn:desk:1', { version: 4, status: 'canceled' })).toMatchObject({ outcome: 'removed', id })
    expect([await read(id), await proposalsOf(id)]).toEqual([410, []])
  })

  it('a document that waits at the desk goes when its source withdraws it, and stays away when it is dropped', async () => {
    const rules = { arrive: 'desk' } as const
    const idsOf = async () => (await proposalsOf()).map(({ sourceId }) => sourceId)
    await deliver('urn:desk:2', {}, rules)
    await deliver('urn:desk:3', {}, rules)
    expect(await idsOf()).toEqual(expect.arrayContaining(['urn:desk:2', 'urn:desk:3']))
    await deliver('urn:desk:2', { version: 2, status: 'canceled' }, rules)
    await get(records.settleProposal({ body: { sourceId: 'urn:desk:3', version: 1, articleId: null } }))
    await deliver('urn:desk:3', {}, rules)
    expect((await idsOf()).filter((id) => id.startsWith('urn:desk'))).toEqual([])
    await deliver('urn:desk:2', { version: 3 }, rules)
    await deliver('urn:desk:3', { version: 2 }, rules)
    const back = (await proposalsOf()).filter(({ sourceId }) => sourceId.startsWith('urn:desk'))
    expect(back.map(({ sourceId, kind }) => `${sourceId} ${kind}`).toSorted()).toEqual([
      'urn:desk:2 new',
      'urn:desk:3 new',
    ])
    const { id } = await get(records.takeArticleId({}))
    await get(records.settleProposal({ body: { sourceId: 'urn:desk:2', version: 3, articleId: id } }))
    await get(save(id, 1, back.find(({ sourceId }) => sourceId === 'urn:desk:2')!.draft))
    expect(await deliver('urn:desk:2', { version: 4, status: 'canceled' }, rules)).toMatchObject({
      outcome: 'removed',
      id,
    })
  })

  it('a source may have its updates proposed, also for articles that the office never wrote', async () => {
    const rules = { update: 'propose' } as const
    const { id, outcome } = await deliver('urn:propose:1', { title: 'Stand eins' }, rules)
    expect(outcome).toBe('created')
    await deliver('urn:propose:1', { version: 2, title: 'Stand zwei' }, rules)
    expect(await read(id!)).toMatchObject({ title: 'Stand eins' })
    expect(await proposalsOf(id!)).toMatchObject([{ kind: 'update', draft: { title: 'Stand zwei' } }])
    await deliver('urn:propose:1', { version: 3, title: 'Stand drei' })
    expect([await read(id!), await proposalsOf(id!)]).toMatchObject([{ title: 'Stand drei' }, []])
  })

  it('no public answer has a paid sentence after all that', async () => {
    for (const { id } of SEED.articles) {
      const text = JSON.stringify([await read(id), await content.getTeaser({ params: { id } })])
      expect(PAID_SECRETS.filter((secret) => text.includes(secret))).toEqual([])
    }
  })

  it('a document that the desk leaves alone goes in time, and its source does not bring it again', async () => {
    const rules = { arrive: 'desk' } as const
    const isWaiting = async () => (await proposalsOf()).some(({ sourceId }) => sourceId === 'urn:desk:old')
    const sweep = (waiting: Date, known: Date) =>
      opened.database.db.transaction().execute((trx) => sweepProposals(trx, { waiting, known }))
    const later = new Date(clock.getTime() + 1)
    await deliver('urn:desk:old', {}, rules)
    expect(await sweep(clock, clock)).not.toContain('urn:desk:old')
    expect(await isWaiting()).toBe(true)
    expect(await sweep(later, clock)).toContain('urn:desk:old')
    expect(await isWaiting()).toBe(false)
    await deliver('urn:desk:old', {}, rules)
    expect(await isWaiting()).toBe(false)
    await deliver('urn:desk:old', { version: 2 }, rules)
    expect(await isWaiting()).toBe(true)
    await sweep(later, later)
    await deliver('urn:desk:old', { version: 2 }, rules)
    expect(await isWaiting()).toBe(true)
    await sweep(later, later)
  })
})
