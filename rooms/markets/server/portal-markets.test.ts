/** Homes and jobs through a whole portal: feeds by the ingest door, pages, forms without script, structured data. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createTestDatabase, findPostgres } from '@lokalteil/tools/postgres'
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLEAN_PHOTO, readTraces, svgNamedJpeg, takePhoto } from '@lokalteil/web/server/photo.testing'
import { openTestPortal, type TestPortal } from '@lokalteil/web/server/portal.testing'
import { TestReader } from '@lokalteil/web/server/reader.testing'

const KEY = 'k'.repeat(40)
const docs = readFileSync(new URL('../../../docs/markets.md', import.meta.url), 'utf8')
const [OPENIMMO = '', JOB_FEED = ''] = [...docs.matchAll(/```xml\n([\s\S]*?)```/g)].map((found) => found[1]!)
const [TABLE = ''] = [...docs.matchAll(/```csv\n([\s\S]*?)```/g)].map((found) => found[1]!)

let portal: TestPortal
let home: string
let job: string
beforeAll(async () => {
  portal = await openTestPortal({
    seed: SEED,
    now: new Date('2026-11-24T12:00:00Z'),
    env: {
      INGEST_KEY: KEY,
      PUBLICATIONS_SERVICE_KEY: KEY,
      COMMERCE_SERVICE_KEY: KEY,
      COMMUNITY_SECRET: KEY,
      DEMO: '1',
    },
  })
  home = (await send(OPENIMMO, 'application/xml')).results![0]!.id
  job = (await send(JOB_FEED, 'application/xml')).results![0]!.id
})
afterAll(() => portal.close())

type Sent = { results?: { outcome: string; id: string; sourceId: string }[]; title?: string }
async function send(body: string, type: string, query = 'publication=ak'): Promise<Sent> {
  const answer = await portal.get(`/api/ingest/documents?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': type },
    body,
  })
  return (await answer.json()) as Sent
}
const textOf = (html: string) =>
  (/<main[^]*<\/main>/.exec(html)?.[0] ?? '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
const nodesOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    (match) => JSON.parse(match[1]!) as Record<string, unknown>,
  )
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  portal.get(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

describe('feeds', () => {
  it('R1-80 R1-81 arrive by the ingest door, once; a table beside them', async () => {
    expect([home, job]).toEqual([
      expect.stringMatching(/^\/immobilien\/angebot\/helle-3-zimmer-wohnung-mit-balkon-\d+$/),
      expect.stringMatching(/^\/jobs\/angebot\/elektroniker-fuer-gebaeudetechnik-m-w-d-\d+$/),
    ])
    expect((await send(OPENIMMO, 'application/xml')).results).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'unchanged' },
    ])
    expect((await send(TABLE, 'text/csv')).results).toMatchObject([{ outcome: 'created', sourceId: 'tabelle:T-1' }])
    expect((await send('<openimmo><anbieter/></openimmo>', 'application/xml')).title).toContain('without homes')
  })
})

describe('pages', () => {
  it.each<[string, string[], string[]]>([
    ['/immobilien', ['2 Angebote', '740 € kalt', '289.000 €', 'Wohnung', 'Auenburg, Nordend'], []],
    ['/immobilien?angebot=kaufen', ['Ein Angebot', 'Reihenhaus mit Garten'], ['740']],
    ['/immobilien?ort=tannau&umkreis=5', ['Ein Angebot', 'Reihenhaus'], ['Helle 3']],
    ['/immobilien?ort=hafenrode&umkreis=50', ['2 Angebote', 'Helle 3-Zimmer', '(21 km)', '(45 km)'], []],
    ['/immobilien?q=aufzug&preis-bis=100', ['Kein Angebot gefunden', 'Alle Filter zurücksetzen'], []],
    ['/jobs', ['Eine Stelle', 'Elektroniker für Gebäudetechnik (m/w/d)', '3.100–3.600 € im Monat'], []],
  ])('%s is rendered completely by the server', async (path, texts, missing) => {
    const text = textOf(await portal.html(path))
    for (const one of texts) expect(text).toContain(one)
    for (const one of missing) expect(text.split('Reihenfolge')[1]).not.toContain(one)
  })

  it('a market without listings shows a text with next steps, and no filter', async () => {
    const html = await portal.html('/immobilien', { publication: 'ht' })
    const text = textOf(html)
    for (const one of ['Noch sind hier keine Immobilien', 'sobald das erste Angebot da ist', 'Immobilie inserieren'])
      expect(text).toContain(one)
    expect(/<main[^]*<\/main>/.exec(html)![0]).not.toMatch(/type="checkbox"|<select|role="search"/)
  })

  it('a listing shows legally required facts, and no address or number', async () => {
    const html = await portal.html(home)
    const text = textOf(html)
    for (const one of [
      'Verbrauchsausweis',
      '98 kWh/(m²·a)',
      'Erdgas',
      '1974',
      'Effizienzklasse',
      'Anbieter anschreiben',
    ])
      expect(text).toContain(one)
    expect(html).not.toMatch(/0171|aukamp\.example|Lindenweg/)
    expect(textOf(await portal.html(job))).toContain('Beim Arbeitgeber bewerben')
    expect(await portal.html(job)).not.toContain('bewerbung@')
  })

  it('has structured data for jobs with their end, for homes, and none for searches', async () => {
    const posting = nodesOf(await portal.html(job)).find((node) => node['@type'] === 'JobPosting')
    expect(posting).toMatchObject({
      title: 'Elektroniker für Gebäudetechnik',
      validThrough: '2026-12-31T23:00:00+01:00',
      employmentType: ['FULL_TIME'],
      jobLocation: { address: { addressLocality: 'Auenburg', postalCode: '06990' } },
      baseSalary: { value: { minValue: 3100, maxValue: 3600, unitText: 'MONTH' } },
    })
    expect(nodesOf(await portal.html(home)).find((node) => node['@type'] === 'RealEstateListing')).toMatchObject({
      about: { '@type': 'Apartment', numberOfRooms: 3, floorSize: { value: 72.5 } },
      offers: { price: 740, businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut' },
    })
    expect(await portal.html('/immobilien?angebot=mieten')).toContain('noindex')
    expect(await (await portal.get('/sitemaps/pages.xml')).text()).toContain('/immobilien</loc>')
    expect(await (await portal.get('/sitemaps/markets.xml')).text()).toContain(`${home}</loc>`)
    expect(await (await portal.get('/sitemap.xml')).text()).toContain('/sitemaps/markets.xml')
  })

  it('every spelling of a search is the same cached page', async () => {
    await portal.stored('/immobilien?art=wohnung&angebot=mieten')
    const again = await portal.get('/immobilien?utm_source=x&angebot=mieten&preis-ab=&art=wohnung')
    expect([again.headers.get('x-cache'), again.headers.get('cache-control')]).toEqual([
      expect.stringMatching(/HIT|STALE/),
      expect.stringContaining('s-maxage=60'),
    ])
  })

  it.each([
    ['/immobilien/2', 404],
    ['/immobilien/angebot/nichts-999999', 404],
    ['/jobs/angebot/falscher-markt-1', 404],
    ['/immobilien/angebot/ohne-zahl', 404],
    ['/immobilien/link/gibtesnichtgibtesnicht', 200],
    ['/immobilien/inserieren', 200],
    ['/jobs/inserieren', 200],
    ['/api/markets/home/search?query=angebot%3Dmieten', 200],
    ['/api/markets/home/search?page=51', 400],
    ['/api/markets/home/listings/999999', 404],
    ['/api/markets/home/packages', 200],
    ['/api/mein/markets', 401],
    ['/account/suchen', 302],
    ['/__services/markets/ak/internal/moderation/ads', 401],
  ])('%s answers %d', async (path, status) => expect((await portal.get(path)).status).toBe(status))
})

describe('forms, without script', () => {
  const message = {
    name: 'Ada Lorenz',
    email: 'ada@reader.example',
    telefon: '',
    nachricht: 'Ist die Wohnung noch frei? Wir sind zu zweit.',
  }

  it('a guest’s message waits for its confirmation; faults are returned with the typed text', async () => {
    const wrong = await post(home, { ...message, nachricht: 'kurz', name: '"><script>alert(1)</script>' })
    const html = await wrong.text()
    expect(wrong.status).toBe(422)
    expect(html).toContain('mindestens 20 Zeichen')
    expect(html).toContain('&lt;script&gt;alert(1)')
    expect(html).not.toContain('<script>alert(1)')
    const sent = await post(home, message)
    expect([sent.status, sent.headers.get('cache-control'), textOf(await sent.text())]).toEqual([
      200,
      expect.stringContaining('no-store'),
      expect.stringContaining('Bitte bestätigen Sie'),
    ])
    expect(textOf(await portal.html(home))).toContain('Nachricht senden')
  })

  it.each([
    ['of another site', home, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['that is no form', home, { 'content-type': 'application/json' }, 415],
    ['of nothing', '/immobilien/angebot/x-999999', {}, 404],
    ['at no form’s address', '/immobilien/angebot', {}, 405],
    ['with a path behind a form’s address', '/immobilien/angebot/a/b', {}, 405],
    ['with a link that is too short', '/jobs/link/ab', {}, 405],
  ])('one %s is refused', async (_what, path, headers, status) =>
    expect((await post(path || home, message, headers)).status).toBe(status),
  )

  it('a robot that fills in the hidden field (honeypot) gets the usual answer', async () => {
    const answer = await post(home, { ...message, nachricht: 'Billige Kredite für alle, sofort!', website: 'x' })
    expect([answer.status, textOf(await answer.text())]).toEqual([200, expect.stringContaining('Bitte bestätigen Sie')])
  })

  it.each([
    ['/immobilien', { suche: 'angebot=mieten', aktion: 'merken' }, 401, 'Dafür brauchen Sie ein Konto'],
    ['/immobilien/inserieren', { aktion: 'vorschau', titel: 'x' }, 401, 'Dafür brauchen Sie ein Konto'],
    ['/jobs/link/gibtesnichtgibtesnicht', { aktion: 'bestaetigen' }, 404, 'Dieser Link gilt nicht mehr'],
  ])('%s with %j answers %d', async (path, fields, status, text) => {
    const answer = await post(path, fields)
    expect([answer.status, textOf(await answer.text())]).toEqual([status, expect.stringContaining(text)])
  })

  it('one-click unsubscribe needs no session, and accepts only its own links', async () => {
    const click = (token: string) => portal.get(`/api/markets/unsubscribe?token=${token}`, { method: 'POST' })
    expect((await click('x'.repeat(32))).status).toBe(404)
    expect((await portal.get(`/api/markets/unsubscribe?token=${'x'.repeat(32)}`)).headers.get('location')).toBe(
      `/immobilien/link/${'x'.repeat(32)}`,
    )
  })
})

describe('pictures of an advertisement', () => {
  const FIELDS = [
    ['aktion', 'vorschau'],
    ['angebot', 'mieten'],
    ['art', 'zimmer'],
    ['plz', '06990'],
    ['ort', 'Auenburg'],
    ['preis', '320'],
    ['flaeche', '20'],
    ['titel', 'Zimmer mit Fensterbank'],
    ['text', 'Ein ruhiges Zimmer mit breiter Fensterbank, in dem man morgens lange in der Sonne sitzen kann.'],
    ['paket', 'monat'],
  ] as const
  const call = async (path: string, body?: object, method = body === undefined ? 'GET' : 'POST') => {
    const answer = await portal.get(`/__services/markets/ak/internal${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect([path, answer.ok ? '' : await answer.text()]).toEqual([path, ''])
    return answer.status === 204 ? null : ((await answer.json()) as never)
  }
  const idsOf = (html: string) => [
    ...new Set([...html.matchAll(/\/api\/mein\/markets\/pictures\/([0-9a-f]{32})/g)].map(([, id]) => id!)),
  ]
  let reader: TestReader
  beforeAll(async () => {
    reader = new TestReader(portal)
    await reader.login('plus@demo.example')
  })

  it('R1-80 are sent with the plain form, are hidden before approval, and are deleted with the advertisement', async () => {
    const original = await takePhoto()
    expect(original.includes('Geheimkamera')).toBe(true)
    const first = await reader.send('/immobilien/inserieren', [...FIELDS, ['bilder', new Blob([original])]])
    const html = await first.text()
    const [id = ''] = idsOf(html)
    expect([first.status, first.headers.get('cache-control'), textOf(html)]).toEqual([
      200,
      expect.stringContaining('no-store'),
      expect.stringContaining('So erscheint Ihre Anzeige'),
    ])
    // The number of an advertisement is assigned when it is published.
    expect(textOf(html)).not.toMatch(/· Anzeige/)
    const own = await reader.ask(`/api/mein/markets/pictures/${id}`)
    const bytes = Buffer.from(await own.arrayBuffer())
    expect([own.headers.get('content-type'), own.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      'private, no-store',
    ])
    expect(await readTraces(bytes)).toEqual(CLEAN_PHOTO)
    const other = new TestReader(portal)
    await other.login('free@demo.example')
    const shown = `/_ipx/w_320,f_webp,q_75/readers/${id.slice(0, 2)}/${id}.jpg`
    expect([
      (await other.ask(`/api/mein/markets/pictures/${id}`)).status,
      (await portal.get(`/api/mein/markets/pictures/${id}`)).status,
      (await portal.get(shown)).status,
    ]).toEqual([404, 401, 404])

    const ad = /basket=([\w-]{36})/.exec(html)![1]!
    const changed = await reader.send('/immobilien/inserieren', [
      ...FIELDS,
      ['entwurf', ad],
      ['bild', id],
      ['bildtext', 'Fensterbank mit Kissen'],
    ])
    expect(await changed.text()).toContain('alt="Fensterbank mit Kissen"')
    const { sub } = reader.claims()
    await call('/purchases/A-2026-AAAA-0001/reservation', { reference: ad, sub }, 'PUT')
    await call(
      '/purchases/A-2026-AAAA-0001/settlement',
      {
        payment: 'paid',
        sub,
        email: 'x@demo.example',
        recipient: null,
      },
      'PUT',
    )
    expect(await call(`/moderation/pictures/${id}`)).toMatchObject({ width: 480, height: 640 })
    expect((await portal.get(shown)).status).toBe(404)
    const { listing } = (await call(`/moderation/ads/${ad}`, { decision: 'publish' })) as unknown as { listing: string }
    const page = `/immobilien/angebot/zimmer-mit-fensterbank-${listing}`
    expect(await portal.html(page)).toContain('alt="Fensterbank mit Kissen"')
    await expect.poll(() => portal.html('/immobilien?art=zimmer')).toContain(id)
    const seen = await portal.get(shown)
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
    const ended = await reader.ask(`/api/mein/markets/ads/${ad}`, {
      method: 'DELETE',
      headers: { origin: reader.origin },
    })
    expect(ended.status).toBe(204)
    await expect.poll(async () => (await portal.get(shown)).status).toBe(404)
    await expect.poll(async () => (await portal.get(page)).status).toBe(410)
    expect((await reader.ask(`/api/mein/markets/pictures/${id}`)).status).toBe(404)
  })

  it('a file that is not a picture is refused by its content, and the rest is stored', async () => {
    const svg = svgNamedJpeg()
    const answer = await reader.send('/immobilien/inserieren', [
      ['aktion', 'bilder'],
      ['titel', 'Halb fertig'],
      ['bilder', svg],
      ['bilder', new Blob([await takePhoto()])],
    ])
    const html = await answer.text()
    expect([answer.status, textOf(html), html.includes('value="Halb fertig"'), idsOf(html).length]).toEqual([
      422,
      expect.stringContaining('Das ist kein Bild, das wir lesen können.'),
      true,
      1,
    ])
    expect(
      (
        await new TestReader(portal).send('/jobs/inserieren', [
          ['aktion', 'bilder'],
          ['bilder', svg],
        ])
      ).status,
    ).toBe(401)
  })
})

it('an ended listing is gone, and another publication has none of it', async () => {
  expect((await portal.get('/immobilien', { publication: 'fb' })).status).toBe(200)
  expect((await portal.get(home, { publication: 'fb' })).status).toBe(404)
  await send(
    OPENIMMO.replace('<aktion/>', '<aktion aktionart="DELETE"/>').replace('2026-11-23T10', '2026-11-24T10'),
    'application/xml',
  )
  await expect.poll(async () => (await portal.get(home)).status, { timeout: 10_000 }).toBe(410)
})

describe('a reported listing', () => {
  it('is reported without account or script; the documented call decides, the advertiser complains by the link', async () => {
    const sold = await send(OPENIMMO.replace('A-17', 'A-99').replace('AUKAMP', 'ANDERS'), 'application/xml')
    const address = sold.results![0]!.id
    const id = /(\d+)$/.exec(address)![1]!
    const path = `/melden/listing/${id}`
    expect(await portal.html(address)).toContain(`href="${path}"`)
    expect(textOf(await portal.html(path))).toContain('Immobilienanzeige „Helle 3-Zimmer-Wohnung')
    const whole = { ground: 'law', explanation: 'Die gibt es nicht.', email: 'melderin@example.org', faith: '1' }
    const foreign = await post(path, whole, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
    const missing = await post(path, { ...whole, faith: '' })
    expect([foreign.status, missing.status, (await missing.text()).includes('Die gibt es nicht.')]).toEqual([
      403,
      422,
      true,
    ])
    const sent = await post(path, whole)
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')])
    expect(await sent.text()).toMatch(/Vorgang M-[0-9A-F]{12}/)

    const [, example = ''] = /-d '(\{[^']*"kind": "listing"[^']*\})'/.exec(docs)!
    const decided = await portal.get('/__services/markets/ak/moderation/decisions', {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: example.replace('"17"', `"${id}"`),
    })
    const decision = (await decided.json()) as { statements: { id: string }[] }
    expect(decision).toMatchObject({ state: 'removed', reports: [{ isOpen: false }] })
    expect((await portal.get(address)).status).toBe(410)

    // Built like the mail's link (services/markets/app.test.ts).
    const statement = decision.statements[0]!.id
    const mac = createHmac('sha256', KEY).update(`complaint\nak\n${statement}`).digest('base64url')
    const link = `/widerspruch/listing/${statement}.${mac}`
    const page = textOf(await portal.html(link))
    for (const one of ['Rechtswidriger Inhalt', '§ 263 StGB', 'Helle 3-Zimmer-Wohnung']) expect(page).toContain(one)
    expect((await portal.get(`${link}x`)).status).toBe(404)
    const short = await post(link, { text: 'Nein' })
    expect([short.status, (await short.text()).includes('Nein')]).toEqual([422, true])
    const complained = await post(link, { text: 'Doch, hier ist der Grundbuchauszug.' })
    expect(textOf(await complained.text())).toContain('Ihre Beschwerde liegt uns vor')
    expect((await post(link, { text: 'Und noch einmal das Gleiche.' })).status).toBe(409)
  })
})

it.skipIf(findPostgres() === null)(
  'a removed listing disappears from the pages of every process on the same database',
  async () => {
    const database = await createTestDatabase()
    const env = { INGEST_KEY: KEY, COMMUNITY_SECRET: KEY, SSO_SECRET: KEY, DATABASE_URL: database.url }
    const open = () => openTestPortal({ seed: SEED, now: new Date('2026-11-24T12:00:00Z'), env })
    const first = await open()
    const second = await open()
    try {
      const sent = await first.get('/api/ingest/documents?publication=ak', {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/xml' },
        body: OPENIMMO,
      })
      const address = ((await sent.json()) as Sent).results![0]!.id
      expect([(await second.get(address)).status, (await second.get('/immobilien')).status]).toEqual([200, 200])
      await expect.poll(async () => (await second.get(address)).headers.get('x-cache'), { timeout: 8000 }).toBe('HIT')
      const decided = await first.get('/__services/markets/ak/moderation/decisions', {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          target: { kind: 'listing', id: /(\d+)$/.exec(address)![1] },
          decision: { action: 'remove', ground: 'law', facts: 'Betrug.', by: 'M' },
        }),
      })
      expect(decided.status).toBe(200)
      // The clock stands still, so that only invalidation can remove the old page.
      await expect.poll(async () => (await second.get(address)).status, { timeout: 8000 }).toBe(410)
      expect(await second.html('/immobilien')).not.toContain(address)
      expect((await first.get(address)).status).toBe(410)
    } finally {
      await Promise.all([first.close(), second.close()])
      await database.drop()
    }
  },
)
