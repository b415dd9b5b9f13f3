import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createContentService, type ContentService } from './app.ts'
import { fillContent, incoming, NOW, SEED, toFolder } from './content.testing.ts'

const KEY = 'a-key-for-tests'

describe.each(ENGINES)('addresses of a former site on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let clock = NOW
  const clientsOf = (code: string) => {
    const to = {
      base: `http://content.local/${code}`,
      headers: { authorization: `Bearer ${KEY}` },
      timeout: 20_000,
      fetch: (request: Request) => service.app.fetch(request),
    }
    return { content: createTestClient(CONTENT, to), internal: createTestClient(CONTENT_INTERNAL, to) }
  }
  let ak: { content: Client<typeof CONTENT>; internal: Client<typeof CONTENT_INTERNAL> }

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createContentService({
      database: opened.database,
      serviceKey: KEY,
      now: () => clock,
      checkAnswers: true,
    })
    await fillContent(service, SEED)
    ak = clientsOf('ak')
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })

  const deliver = async (...documents: Parameters<typeof incoming>[]) => {
    const answer = await ak.internal.ingest({ body: { documents: documents.map((given) => incoming(...given)) } })
    if (!answer.ok) throw new Error(answer.problem.title)
    return answer.data.results
  }
  const find = async (address: string, code = 'ak') => {
    const answer = await clientsOf(code).content.getRedirect({ query: { address } })
    return answer.ok ? answer.data : answer.status
  }

  it('lead to the article, in every spelling, and only in the publication that owned the site', async () => {
    const [result] = await deliver([
      'urn:alt:1',
      { formerAddresses: ['/2019/05/markt/', '/?p=4711', 'https://alt.example/müll'] },
    ])
    const target = `/dokument-urn-alt-1-${result!.id}`
    for (const address of [
      '/2019/05/markt',
      'https://www.alt.example/2019/05/markt/?utm_source=x',
      '/?p=4711',
      '/m%C3%BCll/',
    ])
      expect(await find(address)).toEqual({ status: 301, target, named: [] })
    expect(await find('/2019/05/markt', 'fb')).toBe(404)
    expect(await find('/2019/05')).toBe(404)
  })

  it('are added to an article that exists, and move to the article that brings them last', async () => {
    const [first] = await deliver(['urn:alt:2', {}])
    const [again] = await deliver(['urn:alt:2', { formerAddresses: ['/zwei'] }])
    expect([again!.outcome, await find('/zwei')]).toEqual([
      'unchanged',
      { status: 301, target: `/dokument-urn-alt-2-${first!.id}`, named: [] },
    ])
    const [other] = await deliver(['urn:alt:3', { formerAddresses: ['/zwei', '/drei'] }])
    expect(await find('/zwei')).toEqual({ status: 301, target: `/dokument-urn-alt-3-${other!.id}`, named: [] })
  })

  it('follow a new headline, wait for an embargo, and are gone with a withdrawn article', async () => {
    const [result] = await deliver(['urn:alt:4', { formerAddresses: ['/vier'] }])
    await deliver(['urn:alt:4', { version: 2, title: 'Neuer Titel', formerAddresses: ['/vier'] }])
    expect(await find('/vier')).toEqual({ status: 301, target: `/neuer-titel-${result!.id}`, named: [] })
    await deliver(['urn:alt:4', { version: 3, status: 'canceled' }])
    expect(await find('/vier')).toEqual({ status: 410, target: null, named: [] })

    const later = new Date(NOW.getTime() + 3_600_000)
    await deliver(['urn:alt:5', { embargo: later.toISOString(), formerAddresses: ['/fuenf'] }])
    expect(await find('/fuenf')).toBe(404)
    clock = later
    expect(await find('/fuenf')).toMatchObject({ status: 301 })
    clock = NOW
  })

  it('may occur twice in one delivery', async () => {
    const results = await deliver(
      ['urn:alt:6', { formerAddresses: ['/sechs'] }],
      ['urn:alt:7', { formerAddresses: ['/sechs/'] }],
    )
    expect(await find('/sechs')).toEqual({ status: 301, target: `/dokument-urn-alt-7-${results[1]!.id}`, named: [] })
  })

  it("follow the lines and patterns of the publication's folder to an article in one step", async () => {
    const [result] = await deliver(['urn:alt:8', { formerAddresses: ['/2018/01/der-acht'] }])
    const target = `/dokument-urn-alt-8-${result!.id}`
    await service.savePublication({
      ...toFolder(SEED, 'ak'),
      redirects: [
        { from: '/acht', to: '/2018/01/der-acht', status: 301 },
        { from: '/news/:slug.html', to: 'article:slug', status: 301 },
        { from: '/news/*', to: '/lokales', status: 301 },
        { from: '/forum/*', to: '', status: 410 },
        { from: '/2018/01/der-acht', to: '/extra', status: 301 },
      ],
    })
    expect(await find('/acht')).toEqual({ status: 301, target, named: [] })
    expect(await find('/news/der-acht.html')).toEqual({ status: 301, target, named: [] })
    expect(await find('/news/unbekannt.html')).toEqual({ status: 301, target: '/lokales', named: [] })
    expect(await find('/forum/a/b')).toEqual({ status: 410, target: null, named: [] })
    // The publisher's own lines win over addresses that came with articles.
    expect(await find('/2018/01/der-acht')).toEqual({ status: 301, target: '/extra', named: [] })
    expect(await find('/acht', 'fb')).toBe(404)
    await service.savePublication(toFolder(SEED, 'ak'))
    expect(await find('/forum/a/b')).toBe(404)
  })

  describe('the same article', () => {
    const link = (name: string) => `https://quelle.example/${name}`
    const at = (hour: number) => new Date(NOW.getTime() - hour * 3_600_000).toISOString()
    const outcomes = async (...documents: Parameters<typeof incoming>[]) =>
      (await deliver(...documents)).map(({ sourceId, outcome, id }) => ({ sourceId, outcome, id }))

    it('is recognised by its address when its id changes', async () => {
      const more = { link: link('strasse'), publishDate: at(5), title: 'Gesperrt', version: 7 }
      const [first] = await outcomes(['guid:a1', more])
      expect(await outcomes(['guid:a2', more])).toEqual([{ sourceId: 'guid:a2', outcome: 'unchanged', id: first!.id }])
      expect(await outcomes(['guid:a3', { ...more, version: 8 }])).toEqual([
        { sourceId: 'guid:a3', outcome: 'updated', id: first!.id },
      ])
      // Many items of a town may have the same page as their address.
      for (const other of [{ publishDate: at(1) }, { title: 'Offen' }])
        expect(await outcomes([`guid:${JSON.stringify(other)}`, { ...more, ...other }])).toMatchObject([
          { outcome: 'created' },
        ])
    })

    it('is another one under the same id when address, headline and date all differ', async () => {
      const bath = { link: link('bad'), publishDate: at(4), title: 'Bad' }
      const council = { link: link('rat'), publishDate: at(3), title: 'Rat' }
      const [first] = await outcomes(['feed#N/A', bath])
      const [second] = await outcomes(['feed#N/A', council])
      expect([second!.outcome, second!.id === first!.id]).toEqual(['created', false])
      expect(await outcomes(['feed#N/A', bath])).toMatchObject([{ outcome: 'unchanged', id: first!.id }])
      expect(await outcomes([council.link, { ...council, version: 2 }])).toMatchObject([
        { outcome: 'updated', id: second!.id },
      ])
      // A headline and its address are corrected together.
      const moved = { ...bath, link: link('freibad'), title: 'Freibad', version: 2 }
      expect(await outcomes(['feed#N/A', moved])).toMatchObject([{ outcome: 'updated', id: first!.id }])
    })

    it('replaces the one it evolved from, and is found by both ids', async () => {
      const [first] = await outcomes(['urn:f1', { version: 1 }])
      const second = { version: 1000, replaces: 'urn:f1', title: 'Ausgebucht' }
      expect(await outcomes(['urn:f2', second])).toEqual([{ sourceId: 'urn:f2', outcome: 'updated', id: first!.id }])
      expect(await outcomes(['urn:f2', second], ['urn:f1', { version: 2 }])).toMatchObject([
        { outcome: 'unchanged' },
        { outcome: 'unchanged' },
      ])
      const third = await outcomes(['urn:f3', { ...second, version: 2000, replaces: 'urn:f2' }])
      expect(third).toMatchObject([{ outcome: 'updated', id: first!.id }])
      const end = { version: 3, status: 'canceled' } as const
      expect(await outcomes(['urn:f3', { ...end, version: 2001 }])).toMatchObject([{ id: first!.id }])

      // A withdrawal of the first one also withdraws its replacement, unless that is newer.
      const seconds = Math.floor(NOW.getTime() / 1000)
      const [fourth] = await outcomes(['urn:f4', { version: 1 }])
      await outcomes(['urn:f5', { version: seconds, replaces: 'urn:f4' }])
      const before = new Date(NOW.getTime() - 60_000).toISOString()
      const later = new Date(NOW.getTime() + 1000).toISOString()
      expect(await outcomes(['urn:f4', { ...end, updateDate: before }])).toMatchObject([{ outcome: 'unchanged' }])
      expect(await outcomes(['urn:f4', { ...end, updateDate: later }])).toMatchObject([
        { outcome: 'removed', id: fourth!.id },
      ])
    })
  })
})
