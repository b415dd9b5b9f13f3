import { NOW, SEED } from '@lokalteil/services/content/content.testing'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const KEY = 'agency-key-of-at-least-sixteen'
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()

/** Documents in the formats and content types of their senders. */
const DELIVERIES: readonly { format: string; type: string; title: string; body: string }[] = [
  {
    format: 'dpa digitalwires',
    type: 'application/json; charset=utf-8',
    title: 'Hafenrode baut die Brücke neu',
    body: JSON.stringify({
      format: 'digitalwires@0.9.1',
      urn: 'urn:newsml:agency.example:20261121:99-1',
      version: 1,
      version_created: minutesAgo(5),
      pubstatus: 'usable',
      language: 'de',
      urgency: 4,
      headline: 'Hafenrode baut die Brücke neu',
      teaser: 'Der Stadtrat hat zugestimmt.',
      article_html:
        '<section class="main"><p>Die Brücke wird neu gebaut.</p><p>Sie kostet 12 Millionen Euro.</p></section>',
      creditline: 'dpa',
      categories: [{ type: 'dnltype:desk', name: 'sp', qcode: 'dpacat:sp' }],
      associations: [],
    }),
  },
  {
    format: 'IPTC ninjs',
    type: 'application/json',
    title: 'Der Fluss führt Hochwasser',
    body: JSON.stringify({
      uri: 'urn:newsml:agency.example:20261121:99-2',
      version: '2',
      versioncreated: minutesAgo(4),
      pubstatus: 'usable',
      language: 'de',
      headlines: [{ role: 'main', value: 'Der Fluss führt Hochwasser' }],
      bodies: [
        {
          role: 'html',
          contenttype: 'text/html',
          value: '<p>Der Pegel steigt weiter, sagt das Landesamt.</p><p>Am Abend soll er fallen.</p>',
        },
      ],
    }),
  },
  {
    format: 'NewsML-G2',
    type: 'application/vnd.iptc.g2.newsitem+xml',
    title: 'Werft stellt hundert Leute ein',
    body: `<?xml version="1.0" encoding="UTF-8"?>
<newsItem xmlns="http://iptc.org/std/nar/2006-10-01/" guid="urn:newsml:agency.example:20261121:99-3" version="1">
  <itemMeta><itemClass qcode="ninat:text"/><provider qcode="nprov:AG"/><versionCreated>${minutesAgo(3)}</versionCreated><pubStatus qcode="stat:usable"/></itemMeta>
  <contentMeta><urgency>4</urgency><language tag="de"/><subject type="cpnat:abstract" qcode="medtop:15000000"><name>Sport</name></subject><headline>Werft stellt hundert Leute ein</headline></contentMeta>
  <contentSet><inlineXML contenttype="text/html"><html><body><p>Die Werft wächst um ein Viertel.</p><p>Gesucht werden Schweißer.</p></body></html></inlineXML></contentSet>
</newsItem>`,
  },
  {
    format: 'RSS',
    type: 'application/rss+xml',
    title: 'Markt zieht auf den Kirchplatz',
    body: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Stadtblatt</title><link>https://stadtblatt.example/</link><description>Nachrichten</description><language>de</language>
<item><title>Markt zieht auf den Kirchplatz</title><link>https://stadtblatt.example/markt</link><guid isPermaLink="false">stadtblatt-99-4</guid><pubDate>${new Date(NOW.getTime() - 120_000).toUTCString()}</pubDate>
<description>Ab Montag stehen die Stände woanders.</description><content:encoded><![CDATA[<p>Ab Montag stehen die Stände auf dem Kirchplatz.</p><p>Der Rathausplatz wird gepflastert.</p>]]></content:encoded></item></channel></rss>`,
  },
]

type Answer = {
  code?: string
  title?: string
  results?: { sourceId: string; outcome: string; id: string | null; reason: string }[]
}

const post = (portal: TestPortal, body: string, more: { key?: string | null; type?: string; query?: string } = {}) => {
  const { key = KEY, type = 'application/json', query = 'publication=ak' } = more
  return portal.get(`/api/ingest/documents${query === '' ? '' : `?${query}`}`, {
    method: 'POST',
    body,
    headers: {
      ...(type === '' ? {} : { 'content-type': type }),
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
  })
}

describe('documents that agencies push', () => {
  let portal: TestPortal

  beforeAll(async () => {
    portal = await openTestPortal({ seed: SEED, now: NOW, env: { INGEST_KEY: KEY } })
  })
  afterAll(() => portal?.close())

  it.each(DELIVERIES)('become articles that a reader can open: $format', async ({ body, type, title }) => {
    const answer = await post(portal, body, { type })
    const { results } = (await answer.json()) as Answer
    expect([answer.status, results?.map(({ outcome }) => outcome)]).toEqual([200, ['created']])
    const page = await portal.get(`/${results![0]!.id}`)
    expect([page.status, (await page.text()).includes(title)]).toEqual([200, true])

    const again = (await (await post(portal, body, { type })).json()) as Answer
    expect(again.results?.map(({ outcome, id }) => [outcome, id])).toEqual([['unchanged', results![0]!.id]])
  })

  it('create the section they name, with its name and in the right publication', async () => {
    const send = async (publication: 'ak' | 'la', document: object) => {
      const answer = await post(portal, JSON.stringify(document), { query: `publication=${publication}` })
      const { results } = (await answer.json()) as Answer
      const article = await portal.get(`/__proxy_content_api/v5/articles/${results?.[0]?.id}`, { publication })
      return ((await article.json()) as { section: { path: string; displayName: string } }).section
    }
    const text = { ressort: 'Musterstadt-Süd', text: 'Im Süden der Stadt wird gebaut.' }
    expect(await send('ak', text)).toEqual({ path: 'musterstadt-sued', displayName: 'Musterstadt-Süd' })
    expect((await portal.get('/musterstadt-sued')).status).toBe(200)
    // politik is a section of ak and not yet of la.
    const politics = {
      ...(JSON.parse(DELIVERIES[0]!.body) as object),
      categories: [{ type: 'dnltype:desk', name: 'pl', qcode: 'dpacat:pl' }],
    }
    expect((await portal.get('/politik', { publication: 'la' })).status).toBe(404)
    expect(await send('la', { ...politics, urn: 'urn:newsml:agency.example:pl-2' })).toMatchObject({ path: 'politik' })
    expect((await portal.get('/politik', { publication: 'la' })).status).toBe(200)
  })

  it('have provenance, keep earlier corrections, and get a card with their headline', async () => {
    const uri = 'urn:newsml:agency.example:20261121:account'
    const send = async (version: number, more: object) => {
      const answer = await post(
        portal,
        JSON.stringify({
          uri,
          version: String(version),
          versioncreated: minutesAgo(30 - version),
          language: 'de',
          headlines: [{ role: 'main', value: 'Die Brücke kostet 12 Millionen Euro' }],
          bodies: [
            { role: 'html', contenttype: 'text/html', value: '<p>Der Rat stimmte um 10 Uhr zu.</p><p>Ende.</p>' },
          ],
          ...more,
        }),
      )
      return ((await answer.json()) as Answer).results![0]!.id!
    }
    const account = { basis: ['Protokoll des Rats'], unclear: 'Wer es bezahlt.', aiuse: 'assisted' }
    const first = { date: minutesAgo(20), text: 'Es sind 12 Millionen, nicht 21.' }
    const id = await send(1, { ...account, keypoints: ['Die Brücke kommt.'], corrections: [first] })
    // A later version without corrections, and another one with a new correction.
    await send(2, account)
    const second = { date: minutesAgo(10), text: 'Der Rat tagte am Montag.' }
    expect(await send(3, { ...account, corrections: [second] })).toBe(id)

    const read = await portal.get(`/__proxy_content_api/v5/articles/${id}`)
    expect(await read.json()).toMatchObject({
      title: 'Die Brücke kostet 12\u00a0Millionen Euro',
      corrections: [second, first],
      provenance: { basis: ['Protokoll des Rats'], unclear: 'Wer es bezahlt.' },
      aiUse: 'assisted',
    })
    const html = await (await portal.get(`/${id}`)).text()
    for (const text of ['Protokoll des Rats', 'Wer es bezahlt.', second.text, first.text, 'künstliche Intelligenz'])
      expect([text, html.replaceAll(/<script[^]*?<\/script>/g, '').includes(text)]).toEqual([text, true])
    expect(html).toContain(`content="http://localhost:3000/_karte/${id}.jpg"`)

    const card = await portal.get(`/_karte/${id}.jpg`)
    const bytes = Buffer.from(await card.arrayBuffer())
    const { width, height } = await sharp(bytes).metadata()
    expect([card.status, card.headers.get('content-type'), width, height]).toEqual([200, 'image/jpeg', 1200, 630])
    expect((await portal.get('/_karte/99999999.jpg')).status).toBe(404)
    expect((await portal.get(`/_karte/${id}.jpg/../../x`)).status).not.toBe(200)
  })

  it('are put aside if they are for editors, and nothing of them is published', async () => {
    const headline = 'dpa-Tagesvorschau Politik, 21. November'
    const note = { ...(JSON.parse(DELIVERIES[0]!.body) as object), urn: 'urn:newsml:agency.example:note', headline }
    const answer = await post(portal, JSON.stringify(note))
    const { results } = (await answer.json()) as Answer
    expect([answer.status, results?.map(({ outcome, id }) => [outcome, id])]).toEqual([200, [['put-aside', null]]])
    expect(await (await portal.get('/')).text()).not.toContain('Tagesvorschau')
  })
})

describe('faults of a delivery are reported', () => {
  let portal: TestPortal
  const good = DELIVERIES[0]!.body

  beforeAll(async () => {
    portal = await openTestPortal({ seed: SEED, now: NOW, env: { INGEST_KEY: KEY } })
  })
  afterAll(() => portal.close())

  it.each<[string, number, string, RegExp, string, Parameters<typeof post>[2]]>([
    ['no key', 401, 'UNAUTHORISED', /missing: send it as "Authorization: Bearer KEY"/, good, { key: null }],
    ['a wrong key', 401, 'UNAUTHORISED', /The ingest key is wrong/, good, { key: 'another-key-of-sixteen' }],
    ['no publication', 422, 'UNKNOWN_PUBLICATION', /names no publication.*ak, fb, ht, la/, good, { query: '' }],
    [
      'a publication that does not exist',
      422,
      'UNKNOWN_PUBLICATION',
      /no publication "xx"/,
      good,
      { query: 'publication=ak,xx' },
    ],
    ['no content type', 415, 'UNSUPPORTED_MEDIA_TYPE', /type is missing; send application\/json/, good, { type: '' }],
    [
      'the content type of a form',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /"application\/x-www-form-urlencoded" is not taken; send application\/json/,
      good,
      { type: 'application/x-www-form-urlencoded' },
    ],
    ['a body that is too large', 413, 'TOO_LARGE', /larger than 5242880 bytes/, ' '.repeat(5 * 1024 * 1024 + 1), {}],
    ['an empty body', 400, 'BAD_REQUEST', /empty/, '', {}],
    ['JSON that is cut off', 422, 'UNUSABLE', /JSON/, good.slice(0, 100), {}],
    ['a document of no known kind', 422, 'UNUSABLE', /\w/, '{"a":1}', {}],
  ])('%s: %i', async (_case, status, code, title, body, more) => {
    const answer = await post(portal, body, more)
    const problem = (await answer.json()) as Answer
    expect([answer.status, answer.headers.get('content-type'), problem.code]).toEqual([
      status,
      'application/problem+json',
      code,
    ])
    expect(problem.title).toMatch(title)
    expect(portal.logged().filter((line) => line.includes('"error"'))).toEqual([])
  })
})
