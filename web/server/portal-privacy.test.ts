/**
 * Addresses and telephone numbers of readers who write, advertise, report or ask: a crawl of every page, feed and
 * answer linked from the rooms, as a stranger and as another reader, searches for them. It also searches for a public
 * name and sentence: finding these proves that the rest would be found.
 */
import { hasRooms } from '@lokalteil/domain/rooms/rooms.testing'
import { readFileSync } from 'node:fs'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { outcomeOf, TestReader } from './reader.testing.ts'

const KEY = 'k'.repeat(40)
const read = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8')
const [OPENIMMO = '', JOB_FEED = ''] = [...read('markets').matchAll(/```xml\n([\s\S]*?)```/g)].map(([, text]) => text!)
const NOTICE = JSON.parse(/```json\n([\s\S]*?)```/.exec(read('notices'))![1]!) as Record<string, unknown>
const { id: ARTICLE } = SEED.articles.find(
  ({ contentRestriction, publications }) => contentRestriction === 'free' && publications.includes('ak'),
)!
const MOST_PAGES = 120

/** Each is typed into another field below. */
const SECRETS = [
  toDemoEmail('plus'),
  '0151 22334455',
  'chef@werkstatt.example',
  '0341 998877',
  'bewerbung@stadtwerke.example',
  '0171 2345678',
  'ines@aukamp.example',
  'Lindenweg',
  'melderin@reader.example',
  'ada@reader.example',
  '0160 5566778',
  'tochter@reader.example',
]
const SHOWN = ['Elbkind', 'Das Vorhaben gefällt mir.', 'Sie warten unsere Anlagen.', 'Ruhig gelegen']

let portal: TestPortal
let home = ''
let job = ''
let person = ''

async function ingest(body: string, type: string): Promise<string> {
  const answer = await portal.get('/api/ingest/documents?publication=ak', {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': type },
    body,
  })
  const { results } = (await answer.json()) as { results: { id: string }[] }
  return results[0]!.id
}

/** The rooms in which readers write. */
const isWhole = hasRooms('homes', 'jobs', 'notices', 'shop')

beforeAll(async () => {
  if (!isWhole) return
  portal = await openTestPortal({
    seed: SEED,
    now: new Date('2026-11-24T12:00:00Z'),
    env: { INGEST_KEY: KEY, DEMO: '1' },
  })
  home = await ingest(OPENIMMO, 'application/xml')
  job = await ingest(
    JOB_FEED.replace('<p>Sie warten', '<p>Fragen: Tel. 0341 998877 oder chef@werkstatt.example.</p><p>Sie warten'),
    'application/xml',
  )
  const notice = await ingest(JSON.stringify({ ...NOTICE, picture: null }), 'application/json')
  person = /\/trauer\/(?:person|kondolenz)\/([^"/?#]+)/.exec(await portal.html(notice))![1]!
}, 240_000)
afterAll(() => portal?.close())

it.runIf(isWhole)('a text that would show one is refused; separate contact fields are accepted', async () => {
  const writer = new TestReader(portal)
  await writer.login(toDemoEmail('plus'))
  expect(await outcomeOf(writer.post('/api/community/member', { name: 'Elbkind' }))).toBe('200')
  const comment = (text: string) =>
    outcomeOf(writer.post(`/api/community/articles/${ARTICLE}/comments`, { text, replyTo: null }))
  expect(await comment('Rufen Sie an: 0151 22334455')).toBe('422 TEXT_CONTACT')
  expect(await comment(`Schreiben Sie an ${toDemoEmail('plus')}`)).toBe('422 TEXT_CONTACT')
  expect(await comment('Das Vorhaben gefällt mir.')).toBe('200')
  const condolence = { kind: 'condolence', name: 'Eva', text: 'Wir trauern. Tel. 0151 22334455' }
  expect(await outcomeOf(writer.post(`/api/notices/persons/${person}/entries`, condolence))).toMatch(/^422 /)

  const guest = new TestReader(portal)
  const list = await guest.ask(`/api/community/articles/${ARTICLE}/comments`)
  const { threads } = (await list.json()) as { threads: { id: string }[] }
  const report = {
    ground: 'insult',
    explanation: 'Das ist nicht wahr.',
    name: 'Otto Ohr',
    email: 'melderin@reader.example',
    isGoodFaith: true,
  }
  const reported = { target: { kind: 'comment', id: threads[0]!.id }, report }
  expect(await outcomeOf(guest.post('/api/reports', reported))).toBe('200')
  const wish = { wish: 'close', name: 'Hanna', relation: 'Tochter', contact: 'tochter@reader.example' }
  expect(await outcomeOf(guest.post(`/api/notices/persons/${person}/requests`, wish))).toBe('200')
  const message = {
    name: 'Ada Lorenz',
    email: 'ada@reader.example',
    telefon: '0160 5566778',
    nachricht: 'Ist die Wohnung noch frei? Wir sind zu zweit.',
  }
  const sent = await guest.ask(home, {
    method: 'POST',
    body: new URLSearchParams(message).toString(),
    headers: { origin: guest.origin, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(sent.status).toBe(200)
})

it.runIf(isWhole).each(['a stranger', 'another reader'])('none is in anything that %s can open', async (who) => {
  const reader = new TestReader(portal)
  if (who === 'another reader') await reader.login(toDemoEmail('free'))
  const queue = [
    home,
    job,
    `/kommentare/${ARTICLE}`,
    `/trauer/person/${person}`,
    `/trauer/kondolenz/${person}`,
    `/api/community/articles/${ARTICLE}/comments`,
    `/api/notices/persons/${person}/book`,
    '/immobilien',
    '/jobs',
    '/trauer',
    '/shop',
    '/rss',
    '/feed.json',
    '/sitemap.xml',
    '/suche?q=Aukamp',
    '/',
  ]
  const seen = new Set(queue)
  const found: string[] = []
  const shown = new Set<string>()
  for (let index = 0; index < Math.min(queue.length, MOST_PAGES); index++) {
    const path = queue[index]!
    const answer = await reader.ask(path)
    const text = plain(await answer.text())
    for (const secret of SECRETS) if (text.includes(plain(secret))) found.push(`${path}: ${secret}`)
    for (const one of SHOWN) if (text.includes(plain(one))) shown.add(one)
    for (const [, link = ''] of text.matchAll(
      /(?:href="|<loc>https?:\/\/[^/]+)(\/(?!_ipx|assets|api\/mein|icons)[^"#<]*)/g,
    ))
      if (!seen.has(link) && /^\/(?:immobilien|jobs|trauer|shop|kommentare|melden|rss|atom|sitemap)/.test(link)) {
        seen.add(link)
        queue.push(link)
      }
  }
  expect(found).toEqual([])
  expect([...shown].toSorted()).toEqual(SHOWN.toSorted())
  expect(queue.length).toBeGreaterThan(30)
})

/** Text without the escapes of HTML, JSON and addresses. */
function plain(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('%40', '@').replaceAll('&nbsp;', ' ').replaceAll('\u00a0', ' ')
}
