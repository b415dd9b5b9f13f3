import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createContentService } from '../content/app.ts'
import type { ContentService } from '../content/app.ts'
import { openEmptyDatabase } from '../platform/database/database.testing.ts'
import type { Database } from '../platform/database.ts'
import { createImportApp, type ImportClients } from './app.ts'

const KEY = 'k'.repeat(40)
const SERVICE_KEY = 's'.repeat(40)
let time = new Date('2026-11-21T09:00:00Z')
let database: Database
let service: ContentService
let content: Client<typeof CONTENT>
let clientsOf: (publication: PublicationCode) => ImportClients
let dataDir: string
let app: Hono

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ingest-'))
  database = await openEmptyDatabase(createTestDatabase)
  service = await createContentService({ database, serviceKey: SERVICE_KEY, now: () => time })
  const fetch = (request: Request) => service.app.fetch(request)
  clientsOf = (code) => ({
    internal: createTestClient(CONTENT_INTERNAL, {
      fetch,
      base: `http://content.local/${code}`,
      headers: { authorization: `Bearer ${SERVICE_KEY}` },
    }),
  })
  content = createTestClient(CONTENT, { fetch, base: 'http://content.local/ak' })
})
beforeEach(() => {
  app = createImportApp({ clientsOf, key: KEY, dataDir, now: () => time })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const post = (body: string | Uint8Array, { key = KEY, type = 'application/json', query = 'publication=ak' } = {}) =>
  app.request(`/documents?${query}`, {
    method: 'POST',
    body: body as never,
    headers: { 'content-type': type, ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
  })

let serial = 0
const wire = (change: object = {}) => ({
  format: 'digitalwires@0.9.1',
  urn: `urn:newsml:agency.example:${(serial += 1)}`,
  version: 1,
  version_created: '2026-11-21T08:00:00Z',
  language: 'de',
  urgency: 4,
  headline: `Meldung Nummer ${serial}`,
  teaser: 'Der Teaser der Meldung.',
  article_html: '<section><p>Der erste Absatz.</p><p>Der zweite.</p></section>',
  creditline: 'dpa',
  categories: [{ type: 'dnltype:desk', name: 'sp', qcode: 'dpacat:sp' }],
  ...change,
})
type Answer = { results: { sourceId: string; outcome: string; id: string | null; reason: string }[]; code?: string }
const send = async (document: object): Promise<Answer['results'][number]> =>
  ((await (await post(JSON.stringify(document))).json()) as Answer).results[0]!

describe('the HTTP endpoint for agencies', () => {
  it('needs its key', async () => {
    for (const key of ['', 'wrong', `${KEY}x`]) {
      const answer = await post('{}', { key })
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('www-authenticate')]).toEqual([
        401,
        'application/problem+json',
        'Bearer',
      ])
    }
    expect(
      (
        await createImportApp({ clientsOf, key: '', dataDir }).request('/documents?publication=ak', {
          method: 'POST',
          body: '{}',
          headers: { authorization: 'Bearer ' },
        })
      ).status,
    ).toBe(401)
  })

  it.each<[string, number, () => Promise<Response> | Response]>([
    ['a body that is too large', 413, () => post(new Uint8Array(5 * 1024 * 1024 + 1).fill(32))],
    ['a type that is no document', 415, () => post('x', { type: 'image/png' })],
    ['an empty body', 400, () => post('')],
    ['a publication that does not exist', 422, () => post('{}', { query: 'publication=xx' })],
    ['no publication', 422, () => post('{}', { query: '' })],
    ['a document of no known kind', 422, () => post('{"a":1}')],
    [
      'an entity',
      422,
      () => post('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><rss>&b;</rss>', { type: 'text/xml' }),
    ],
    ['another method', 405, () => app.request('/documents')],
    ['another address', 404, () => app.request('/nothing')],
  ])('answers %s with %i and a problem', async (_case, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ status, code: expect.any(String), title: expect.any(String) })
  })

  it('counts the bytes, whatever Content-Length says', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
    })
    const answer = await app.request(
      new Request('http://x/documents?publication=ak', {
        method: 'POST',
        body: endless,
        duplex: 'half',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      } as RequestInit),
    )
    expect(answer.status).toBe(413)
  })

  it('follows the rules of the publication: new articles wait for the office', async () => {
    app = createImportApp({ clientsOf, key: KEY, dataDir, now: () => time, rulesOf: () => ({ arrive: 'desk' }) })
    expect(await send(wire())).toMatchObject({ outcome: 'unchanged', id: null, reason: 'it waits for the office' })
  })

  it('limits the requests of a minute and opens again later', async () => {
    app = createImportApp({ clientsOf, key: KEY, dataDir, now: () => time, requestsPerMinute: 2 })
    expect([(await post('{"a":1}')).status, (await post('{"a":1}')).status]).toEqual([422, 422])
    const third = await post('{"a":1}')
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5'])
    time = new Date(time.getTime() + 60_000)
    expect((await post('{"a":1}')).status).toBe(422)
  })

  it('queues sixteen deliveries and asks others to come again in two seconds', async () => {
    const gate = Promise.withResolvers<void>()
    const slow = (publication: PublicationCode): ImportClients => {
      const clients = clientsOf(publication)
      const getMapping: typeof clients.internal.getMapping = async (...given) => {
        await gate.promise
        return clients.internal.getMapping(...given)
      }
      return { internal: { ingest: clients.internal.ingest, getMapping } }
    }
    app = createImportApp({ clientsOf: slow, key: KEY, dataDir, now: () => time })
    const answers = Array.from({ length: 18 }, async () => post('{"a":1}'))
    const refused = await Promise.race(answers)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    gate.resolve()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422).length).toBe(16)
    expect(statuses.filter((status) => status === 503).length).toBe(2)
  })
})

describe('from the agency to the reader', () => {
  it('is idempotent by version: created, unchanged, updated, never older', async () => {
    const first = wire()
    const created = await send(first)
    expect(created.outcome).toBe('created')
    expect((await send(first)).outcome).toBe('unchanged')
    const second = {
      ...first,
      version: 2,
      headline: 'Berichtigt',
      signal: 'sig:correction',
      ednotes: [{ role: 'dpaednoterole:correctionshort', ednote: 'Es waren drei.', is_publishable: true }],
    }
    expect(await send(second)).toMatchObject({ outcome: 'updated', id: created.id })
    expect((await send(first)).outcome).toBe('unchanged')
    const article = await content.getArticle({ params: { id: created.id! } })
    expect(article.ok && article.data).toMatchObject({
      title: 'Berichtigt',
      correction: 'Es waren drei.',
      source: 'dpa',
      section: { path: 'sport' },
    })
  })

  it('names pictures at other hosts, which it does not fetch', async () => {
    const document = {
      guid: 'urn:push:picture',
      type: 'text',
      versioncreated: '2026-11-21T08:00:00Z',
      headline: 'Die Fähre fährt',
      language: 'de',
      body_html: '<p>Sie fährt seit Freitag wieder über die Aue.</p>',
      associations: {
        main: {
          type: 'picture',
          renditions: { original: { href: 'https://sd.example/1.jpg?w=2', mimetype: 'image/jpeg' } },
        },
      },
    }
    expect(await send(document)).toMatchObject({
      outcome: 'created',
      notes: ['without picture https://sd.example/1.jpg: pictures at other hosts are not fetched'],
    })
  })

  it('keeps every part of a body that readers can use, and reports the rest', async () => {
    const body =
      '<p>Am Ufer stehen 620&nbsp;Bäume auf 25&nbsp;m<sup>2</sup>, <del>5</del> neue.</p><ul><li>eins<ul><li>innen</li></ul></li></ul><iframe src="https://datawrapper.dwcdn.net/a1B2c/2/" title="Bäume"></iframe>'
    const answer = await post(JSON.stringify(wire({ article_html: body })))
    const { results } = (await answer.json()) as { results: { id: string; notes: string[] }[] }
    expect(results[0]!.notes).toEqual(['content of Datawrapper became a link: https://datawrapper.dwcdn.net/a1B2c/'])
    const article = await content.getArticle({ params: { id: results[0]!.id } })
    expect(article.ok && article.data.contentItems).toEqual([
      {
        type: 'paragraph',
        html: expect.stringContaining('620\u00a0Bäume auf 25\u00a0m<sup>2</sup>, <del>5</del> neue.'),
      },
      { type: 'list', ordered: false, items: ['eins<ul><li>innen</li></ul>'] },
      {
        type: 'embed',
        vendor: 'other',
        provider: 'Datawrapper',
        url: 'https://datawrapper.dwcdn.net/a1B2c/',
        title: 'Bäume',
      },
    ])
  })

  it('withdraws an article that the agency cancels: 410', async () => {
    const first = wire()
    const { id } = await send(first)
    expect((await content.getArticle({ params: { id: id! } })).ok).toBe(true)
    expect((await send({ ...first, version: 2, pubstatus: 'canceled' })).outcome).toBe('removed')
    expect(await content.getArticle({ params: { id: id! } })).toMatchObject({ ok: false, status: 410 })
  })

  it('keeps an embargo until its time', async () => {
    const { id } = await send(wire({ embargoed: new Date(time.getTime() + 3_600_000).toISOString() }))
    expect(await content.getArticle({ params: { id: id! } })).toMatchObject({ ok: false, status: 404 })
    time = new Date(time.getTime() + 3_600_001)
    expect((await content.getArticle({ params: { id: id! } })).ok).toBe(true)
  })

  it('opens breaking news with a flash', async () => {
    const { id } = await send(wire({ urgency: 1, headline: 'Blitzmeldung', version_created: time.toISOString() }))
    time = new Date(time.getTime() + 60_000)
    const news = await content.getBreakingNews({})
    expect(news.ok && news.data.item).toMatchObject({ title: 'Blitzmeldung', target: expect.stringContaining(id!) })
  })

  it('shows a picture alone as a picture, even if the file cannot be fetched', async () => {
    const { id } = await send(
      wire({
        article_html: null,
        teaser: null,
        headline: 'Eine Taufe',
        associations: [
          {
            type: 'image',
            rank: 1,
            is_featureimage: true,
            caption: 'Zu sehen ist ein Schiff.',
            creditline: 'Eva Foto/dpa',
            renditions: [{ width: 2048, height: 1365, mimetype: 'image/jpeg', url: 'https://pictures.example/1.jpg' }],
          },
        ],
      }),
    )
    const article = await content.getArticle({ params: { id: id! } })
    expect(article.ok && article.data).toMatchObject({ kind: 'picture', teaserText: 'Zu sehen ist ein Schiff.' })
  })

  it('shows a sound alone as a sound', async () => {
    const { id } = await send(
      wire({
        article_html: null,
        headline: '1583/Kursbeben / 7.30 N',
        associations: [
          {
            type: 'audio',
            rank: 1,
            caption: 'KURSBEBEN\nEin Bericht.\n- 7.30 N',
            renditions: [{ mimetype: 'audio/mp3', url: 'https://sounds.example/1.mp3' }],
          },
        ],
      }),
    )
    const article = await content.getArticle({ params: { id: id! } })
    expect(article.ok && article.data).toMatchObject({
      kind: 'audio',
      title: 'Kursbeben',
      contentItems: [
        { type: 'audio', src: 'https://sounds.example/1.mp3', mimeType: 'audio/mpeg' },
        { type: 'paragraph', html: 'Ein Bericht.' },
      ],
    })
  })

  it('takes the good documents of a delivery, names the others and sets them aside', async () => {
    const answer = await post(
      [wire(), wire({ embargoed: 'bald' }), { a: 1 }].map((document) => JSON.stringify(document)).join('\n'),
      { type: 'application/x-ndjson' },
    )
    expect(answer.status).toBe(200)
    const { results } = (await answer.json()) as Answer
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'refused', 'refused'])
    const kept = readdirSync(join(dataDir, 'import', 'rejected'))
    const reasons = kept
      .filter((name) => name.endsWith('.reason.txt'))
      .map((name) => readFileSync(join(dataDir, 'import', 'rejected', name), 'utf8'))
    expect(
      reasons.some((reason) =>
        reason.startsWith('digitalwires: embargoed is no date\nsource: POST ak\ndocument: urn:newsml'),
      ),
    ).toBe(true)
    for (const name of kept)
      if (name.endsWith('.json'))
        expect(existsSync(join(dataDir, 'import', 'rejected', name.replace(/json$/, 'reason.txt')))).toBe(true)
  })

  it('puts notes for editors aside: understood, not refused, with the reason', async () => {
    const note = wire({ headline: 'dpa-Tagesvorschau Politik, 21. November' })
    const answer = await post(JSON.stringify(note))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      results: [
        {
          sourceId: note.urn,
          outcome: 'put-aside',
          id: null,
          reason: 'for editors: a preview or schedule of an agency ("dpa-Tagesvorschau Politik, 21. November")',
          notes: [],
        },
      ],
    })
    const kept = readdirSync(join(dataDir, 'import', 'put-aside'))
    expect(kept.map((name) => name.replace(/^[^.]*/, '')).toSorted()).toEqual(['.json', '.reason.txt'])
    const found = await content.searchArticles({ query: { q: 'Tagesvorschau' } })
    expect(found.ok && found.data.total).toBe(0)
  })

  it('names for each document the parts that were left out', async () => {
    const contacts = '<h3>Kontakt der Redaktion</h3><p>Redaktion: Eva Muster, +49 30 1234 567</p>'
    const result = await send(wire({ article_html: `<p>Der erste Absatz.</p><p>Der zweite.</p>${contacts}` }))
    expect(result).toMatchObject({
      outcome: 'created',
      notes: ['block for editors left out: "Kontakt der Redaktion" and 1 more'],
    })
    const article = await content.getArticle({ params: { id: result.id! } })
    expect(JSON.stringify(article.ok && article.data.contentItems)).not.toMatch(/Kontakt|1234/)
  })

  it('answers 503 while the content service is away, so that the agency tries again', async () => {
    const refuse = async () => ({
      ok: false as const,
      status: 507,
      headers: new Headers(),
      problem: { status: 507, code: 'DISK_FULL', title: 'the disk is full' },
    })
    const away = { ingest: refuse, getMapping: refuse }
    app = createImportApp({ clientsOf: () => ({ internal: away }), key: KEY, dataDir, now: () => time })
    const answer = await post(JSON.stringify(wire()))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE', title: 'the disk is full' })
  })

  it('asks for a publication’s mapping once in two seconds, not for each document', async () => {
    const asked: string[] = []
    const counting = (publication: PublicationCode): ImportClients => {
      const clients = clientsOf(publication)
      const getMapping: typeof clients.internal.getMapping = (...given) => {
        asked.push(publication)
        return clients.internal.getMapping(...given)
      }
      return { ...clients, internal: { ...clients.internal, getMapping } }
    }
    let clock = time.getTime()
    app = createImportApp({ clientsOf: counting, key: KEY, dataDir, now: () => new Date(clock) })
    await post(JSON.stringify(wire()))
    await post(JSON.stringify(wire()))
    await post(JSON.stringify(wire()), { query: 'publication=fb' })
    expect(asked).toEqual(['ak', 'fb'])
    clock += 2000
    await post(JSON.stringify(wire()))
    expect(asked).toEqual(['ak', 'fb', 'ak'])
  })

  it('lets no active content into an article', async () => {
    const { id } = await send(
      wire({
        teaser: '<img src=x onerror=alert(1)>Teaser',
        article_html:
          '<p onclick="alert(1)">Eins<script>alert(1)</script> <a href="javascript:alert(1)">zwei</a></p><svg onload=alert(1)>',
      }),
    )
    const article = await content.getArticle({ params: { id: id! } })
    expect(JSON.stringify(article.ok && article.data.contentItems)).toBe('[{"type":"paragraph","html":"Eins zwei"}]')
    expect(article.ok && article.data.teaserTextHtml).toBe('Teaser')
  })
})
