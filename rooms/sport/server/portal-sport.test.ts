/**
 * Sport through a whole portal: data arrive by the ingest door, are shown on pages and fronts, and a goal appears at
 * once.
 */
import { readFileSync } from 'node:fs'
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '@lokalteil/web/server/portal.testing'

const KEY = 'k'.repeat(40)
const docs = readFileSync(new URL('../../../docs/sport.md', import.meta.url), 'utf8')
const [COMPETITION, MATCH] = [...docs.matchAll(/```json\n([\s\S]*?)```/g)].map(
  (found) => JSON.parse(found[1]!) as { match: object },
)

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({
    seed: SEED,
    env: { INGEST_KEY: KEY, PUBLICATIONS_SERVICE_KEY: KEY },
  })
})
afterAll(() => portal.close())

async function send(document: object | undefined, query = 'publication=ak') {
  const answer = await portal.get(`/api/ingest/documents?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(document),
  })
  return { status: answer.status, body: (await answer.json()) as { results?: object[]; title?: string } }
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

it('R1-25 R2.1-30 R6-16 S2.6-02 the widget shows anonymous readers a table, under one heading and its own title', async () => {
  const html = await portal.html('/sport-widget')
  expect(html).toContain('data-route="sport-widget"')
  expect(textOf(html)).toContain('Regionalliga')
  expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
  expect(/<title>([^<]*)<\/title>/.exec(html)?.[1]).toBe('Regionalliga | Auenkurier – Nachrichten aus der Region')
})

describe('the example from the documentation', () => {
  it('arrives by the ingest door, once', async () => {
    expect((await send(COMPETITION)).body.results).toMatchObject([
      { sourceId: 'sport:kreisliga-nord', outcome: 'created', id: '/ergebnisse/kreisliga-nord' },
    ])
    expect((await send(COMPETITION)).body.results).toMatchObject([{ outcome: 'unchanged' }])
    const stranger = await send({ ...MATCH, competition: 'nobody' })
    expect([stranger.status, stranger.body.title]).toEqual([
      422,
      expect.stringContaining('There is no competition "nobody"'),
    ])
  })

  it.each<[string, string[]]>([
    ['/ergebnisse', ['Kreisliga Nord 2026/27', '2:1']],
    ['/ergebnisse/kreisliga-nord', ['1. Spieltag', 'Nordend', '2:1', 'Schiedsrichtersoll', 'Quelle: Kreisverband']],
    ['/ergebnisse/kreisliga-nord/2', ['2. Spieltag', 'noch nicht gespielt']],
    ['/ergebnisse/verein/kreisliga-nord/nordend', ['SV Auenburg-Nordend', 'Platz 1, 3 Punkte', 'Nächste Spiele']],
    [
      '/ergebnisse/spiel/kreisliga-nord/1-nordend-muehlgraben',
      [
        'Halbzeit 1:0',
        '1:0 Jannis Aukamp',
        'Ole Tannhof (Elfmeter)',
        '90+3.',
        'Aukamp aus zwölf Metern.',
        'Fiete Stoffregg',
        'Gelbe Karte: Till Niehoff',
        'Kalle Immbeck für Jannis Aukamp',
        '140',
      ],
    ],
  ])('%s is rendered completely by the server', async (path, texts) => {
    const text = textOf(await portal.html(path))
    for (const one of texts) expect(text).toContain(one)
  })

  it('has structured data of events, teams and the ticker', async () => {
    const nodes = nodesOf(await portal.html('/ergebnisse/spiel/kreisliga-nord/1-nordend-muehlgraben'))
    expect(nodes.find((node) => node['@type'] === 'SportsEvent')).toMatchObject({
      startDate: '2026-11-22T14:00:00+01:00',
      homeTeam: { '@type': 'SportsTeam', name: 'SV Auenburg-Nordend' },
      location: { name: 'Sportplatz Nordend' },
    })
    expect(nodes.find((node) => node['@type'] === 'LiveBlogPosting')).toMatchObject({
      liveBlogUpdate: [{ headline: 'Tor!', articleBody: 'Aukamp aus zwölf Metern.' }],
    })
    const team = nodesOf(await portal.html('/ergebnisse/verein/kreisliga-nord/nordend'))
    expect(team.some((node) => node['@type'] === 'SportsTeam')).toBe(true)
    expect(await (await portal.get('/sitemaps/pages.xml')).text()).toContain('/ergebnisse</loc>')
  })

  it.each([
    ['/ergebnisse/gibt-es-nicht', 404],
    ['/ergebnisse/kreisliga-nord/3', 404],
    ['/ergebnisse/kreisliga-nord/0', 404],
    ['/ergebnisse/kreisliga-nord/erster', 404],
    ['/ergebnisse/spiel/kreisliga-nord/keins', 404],
    ['/ergebnisse/spiel', 404],
    ['/ergebnisse/verein/kreisliga-nord/keiner', 404],
    ['/ergebnisse/Kreisliga', 404],
    ['/api/sport', 200],
    ['/api/sport/kreisliga-nord/overview', 200],
    ['/api/sport/kreisliga-nord/matchday?matchday=2', 200],
    ['/api/sport/kreisliga-nord/matchday?matchday=7', 404],
    ['/api/sport/kreisliga-nord/teams/nordend', 200],
    ['/api/sport/kreisliga-nord/matches/keins', 404],
    ['/api/sport/Kreisliga/overview', 400],
  ])('%s answers %d', async (path, status) => expect((await portal.get(path)).status).toBe(status))

  it('a goal is on the page and in its API at once', async () => {
    const path = '/ergebnisse/spiel/kreisliga-nord/2-muehlgraben-nordend'
    expect(textOf(await portal.html(path))).toContain('noch nicht gespielt')
    expect((await send(MATCH)).body.results).toMatchObject([{ outcome: 'updated' }])
    const found = await portal.get('/api/sport/kreisliga-nord/matches/2-muehlgraben-nordend')
    expect(await found.json()).toMatchObject({ match: { status: 'live', score: { home: 0, away: 1 } } })
    await expect.poll(async () => textOf(await portal.html(path)), { timeout: 10_000 }).toContain('Live')
    expect(textOf(await portal.html(path))).toContain('20. Emil Vosskuhl')
  })

  it('exists only in the publications it was sent to', async () => {
    expect((await portal.get('/ergebnisse/kreisliga-nord', { publication: 'fb' })).status).toBe(404)
    await send(COMPETITION, 'publication=ak,fb')
    expect((await portal.get('/ergebnisse/kreisliga-nord', { publication: 'fb' })).status).toBe(200)
  })
})

describe('blocks of a front', () => {
  const FOLDER = '/__services/publications/publications/ak'
  const asked = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

  it('show table and fixtures without a script of their own', async () => {
    const { folder } = (await (await portal.get(FOLDER, { headers: asked })).json()) as { folder: object }
    const home = [
      { block: 'lead' },
      { block: 'sport', competition: 'kreisliga-nord', team: 'muehlgraben', count: 1 },
      { block: 'timeline' },
      { block: 'mostRead', count: 1 },
      { block: 'sport', competition: 'gibt-es-nicht' },
    ]
    const articles = [{ section: 'sport', blocks: [{ block: 'sport', competition: 'kreisliga-nord' }] }]
    const body = JSON.stringify({ folder: { ...folder, front: { home, articles } }, prefer: 'folder' })
    const answer = await portal.get(FOLDER, { method: 'PUT', headers: asked, body })
    expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, ''])
    const look = async () => {
      portal.clock.now = new Date(portal.clock.now.getTime() + 200_000)
      return portal.html('/')
    }
    await expect.poll(look, { timeout: 10_000 }).toContain('data-extension="@sport"')
    const html = await portal.html('/')
    const [block = ''] = /<section[^>]*data-extension="@sport"[^]*?<\/section>/.exec(html) ?? []
    expect(block).toContain('SpVgg Mühlgraben')
    expect(block).not.toContain('SV Auenburg-Nordend')
    expect(html.match(/data-extension="@sport"/g)).toHaveLength(1)
    expect(html).not.toMatch(/<link[^>]*modulepreload[^>]*SportBlock/)
    const article = await portal.html('/138')
    expect(article).toMatch(/<\/article>[^]*data-extension="@sport"[^]*Kreisliga Nord[^]*SV Auenburg-Nordend/)
    expect(article).not.toContain('SportBlock')
    expect(await portal.html('/101')).not.toContain('@sport')
  })
})
