/**
 * Notices through a whole portal: they arrive by the ingest door and have pages; readers' entries wait for approval.
 */
import { readFileSync } from 'node:fs'
import type { ObituariesService } from '../service/app.ts'
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLEAN_PHOTO, readTraces, svgNamedJpeg, takePhoto } from '@lokalteil/web/server/photo.testing'
import { openTestPortal, type TestPortal } from '@lokalteil/web/server/portal.testing'
import { outcomeOf, TestReader } from '@lokalteil/web/server/reader.testing'

const KEY = 'k'.repeat(40)
const docs = readFileSync(new URL('../../../docs/notices.md', import.meta.url), 'utf8')
const OBITUARY = JSON.parse(/```json\n([\s\S]*?)```/.exec(docs)![1]!) as Record<string, unknown>
const SCRIPT = '<script>alert("x")</script>'

let portal: TestPortal
let person = ''
beforeAll(async () => {
  portal = await openTestPortal({
    seed: SEED,
    now: new Date('2026-11-24T12:00:00Z'),
    env: { INGEST_KEY: KEY, DEMO: '1' },
  })
})
afterAll(() => portal.close())

const keyed = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
async function send(document: object) {
  const answer = await portal.get('/api/ingest/documents?publication=ak', {
    method: 'POST',
    headers: keyed,
    body: JSON.stringify(document),
  })
  return (await answer.json()) as { results?: { outcome: string; id: string }[] }
}
async function office<T>(path: string, method = 'GET', body?: object): Promise<T> {
  const answer = await portal.get(`/__services/notices/ak/internal${path}`, {
    method,
    headers: keyed,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as T
}
const mainOf = (html: string) => /<main[^]*<\/main>/.exec(html)?.[0] ?? ''
const textOf = (html: string) =>
  mainOf(html)
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
const nodesOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    (match) => JSON.parse(match[1]!) as Record<string, unknown>,
  )

describe('a notice from the documentation', () => {
  it('arrives by the ingest door, once; a script in it stays text', async () => {
    const document = { ...OBITUARY, picture: null, text: `Sein Platz bleibt leer. ${SCRIPT}` }
    expect((await send(document)).results).toMatchObject([
      { outcome: 'created', id: '/trauer/anzeige/anz-2026-004711' },
    ])
    expect((await send(document)).results).toMatchObject([{ outcome: 'unchanged' }])
    const html = await portal.html('/trauer/anzeige/anz-2026-004711')
    expect(html).not.toContain('alert("x")</script>')
    person = /\/trauer\/person\/([a-z0-9-]+)/.exec(html)![1]!
    expect(person).toMatch(/^karl-heinz-auenwald-[0-9a-f]{8}$/)
  })

  it.each<[string, string[]]>([
    ['/trauer', ['Traueranzeigen', 'Karl-Heinz Auenwald', '12. März 1941', 'Auenburg']],
    ['/trauer/suche?name=auenwald+heinz&ort=auenburg&zeit=7', ['Eine Anzeige gefunden', 'Karl-Heinz Auenwald']],
    ['/trauer/suche?name=niemand', ['Keine Anzeige gefunden']],
    ['/trauer/person/PERSON', ['Wir nehmen Abschied von', 'Sein Platz bleibt leer.', 'Noch brennt keine Kerze']],
    ['/trauer/anzeige/anz-2026-004711', ['Hanna Auenwald', 'Erschienen am']],
    ['/trauer/kondolenz/PERSON', ['Kondolenzbuch', 'Noch hat niemand']],
    ['/trauer/aufgeben', ['Traueranzeige aufgeben', '030 23125-441']],
    ['/trauer/erinnerung?beenden=unknown-unknown-unknown', ['bekommen diese Erinnerung nicht mehr']],
  ])('%s is rendered completely by the server, without advertising', async (path, texts) => {
    const html = await portal.html(path.replace('PERSON', person))
    for (const one of texts) expect(textOf(html)).toContain(one)
    expect(html).not.toMatch(/data-ad-slot|aria-label="Eilmeldung"/)
  })

  it('has structured data about the person and nothing of the book', async () => {
    const page = await portal.get(`/trauer/person/${person}`)
    const html = await page.text()
    expect([page.headers.get('x-robots-tag'), /<meta name="robots"[^>]*noindex/.test(html)]).toEqual([null, false])
    expect(nodesOf(html).find((node) => node['@type'] === 'WebPage')).toMatchObject({
      about: { '@type': 'Person', name: 'Karl-Heinz Auenwald', birthDate: '1941-03-12', deathDate: '2026-11-18' },
    })
    const book = await portal.get(`/trauer/kondolenz/${person}`)
    expect(book.headers.get('cache-control')).toContain('no-store')
    expect(await book.text()).toMatch(/<meta name="robots"[^>]*noindex/)
    const sitemap = await (await portal.get('/sitemaps/notices.xml')).text()
    expect(sitemap).toContain(`/trauer/person/${person}</loc>`)
    expect(sitemap).not.toContain('kondolenz')
    expect(await (await portal.get('/sitemap.xml')).text()).toContain('/sitemaps/notices.xml')
  })

  it.each([
    ['/trauer/person/gibt-es-nicht', 404],
    ['/trauer/person/Karl', 404],
    ['/trauer/anzeige/keine', 404],
    ['/trauer/seite/2', 404],
    ['/trauer/kondolenz/gibt-es-nicht', 404],
    ['/api/notices?page=1', 200],
    ['/api/notices/facets', 200],
    ['/api/notices/persons/Karl', 400],
    ['/api/notices/persons/karl/own', 401],
  ])('%s answers %d', async (path, status) => expect((await portal.get(path)).status).toBe(status))
})

describe('a book of condolence', () => {
  let reader: TestReader
  let entry = ''
  const entries = () => `/api/notices/persons/${person}/entries`
  const body = { kind: 'condolence', name: `Familie ${SCRIPT}`, text: `Wir trauern. ${SCRIPT}` }

  beforeAll(async () => {
    reader = new TestReader(portal)
    await reader.login('free@demo.example')
  })

  it('accepts entries only from readers with a confirmed address', async () => {
    expect(await outcomeOf(new TestReader(portal).post(entries(), body))).toBe('401 NOT_LOGGED_IN')
    const unverified = new TestReader(portal)
    await unverified.login('unverified@demo.example')
    expect(await outcomeOf(unverified.post(entries(), body))).toBe('403 EMAIL_NOT_VERIFIED')
    expect(await outcomeOf(reader.post(entries(), body, { origin: 'https://boese.example' }))).toBe('403 FORBIDDEN')
    // A body cannot claim another author: the session decides.
    const sent = await reader.post(entries(), { ...body, reader: 'somebody', address: 'x@example.com' })
    expect(sent.status).toBe(200)
    entry = ((await sent.json()) as { id: string }).id
    const waiting = await office<{ entries: { id: string; reader: string }[] }>('/entries')
    expect(waiting.entries).toMatchObject([{ id: entry, reader: reader.claims().sub }])
  })

  it('shows nothing before approval, and then text as text', async () => {
    const paths = [`/trauer/kondolenz/${person}`, `/trauer/person/${person}`, `/api/notices/persons/${person}/book`]
    for (const path of paths) expect(await portal.html(path)).not.toContain('Wir trauern')
    await office(`/entries/${entry}/decision`, 'POST', { action: 'approve', ground: null, facts: '', by: 'T' })
    const html = await portal.html(`/trauer/kondolenz/${person}`)
    expect(textOf(html)).toContain('Wir trauern. &lt;script&gt;')
    expect(html).not.toContain('alert("x")</script>')
    expect(html).not.toContain('free@demo.example')
    // The person's page contains only the number of entries.
    await expect.poll(() => portal.html(`/trauer/person/${person}`), { timeout: 10_000 }).toContain('Ein Eintrag')
    expect(await portal.html(`/trauer/person/${person}`)).not.toContain('Wir trauern')
  })

  it('can be reported and asked to be closed by everybody, with a receipt for each', async () => {
    const anybody = new TestReader(portal)
    const target = { kind: 'entry', id: entry }
    const report = {
      ground: 'insult',
      explanation: 'Das ist nicht wahr.',
      name: 'Otto Ohr',
      email: 'otto@example.com',
      isGoodFaith: true,
    }
    const sent = await anybody.post('/api/reports', { target, report })
    expect(await sent.json()).toMatchObject({ number: expect.stringMatching(/^M-[0-9A-F]{12}$/) })
    expect(textOf(await portal.html(`/melden/entry/${entry}`))).toContain('im Kondolenzbuch für')
    const wish = { wish: 'close', name: 'Hanna', relation: 'Tochter', contact: '0341 1234567' }
    const asked = await anybody.post(`/api/notices/persons/${person}/requests`, wish)
    const { receipt } = (await asked.json()) as { receipt: string }
    expect(await portal.html(`/trauer/kondolenz/${person}`)).not.toContain('0341')
    await office(`/requests/${receipt}/decision`, 'POST', { outcome: 'done' })
    expect(await outcomeOf(reader.post(entries(), { ...body, text: 'Noch etwas.' }))).toBe('409 BOOK_CLOSED')
    expect(textOf(await portal.html(`/trauer/kondolenz/${person}`))).toContain('von weiteren Einträgen abzusehen')
  })

  it('sends a reminder on request; its link shows a page, whose button ends it without a login', async () => {
    const on = await reader.post(`/api/notices/persons/${person}/reminder`, { isWanted: true })
    expect(await on.json()).toMatchObject({ hasReminder: true })
    portal.clock.now = new Date('2027-11-18T07:00:00Z')
    expect(await (portal.runtime.rooms.get('notices') as ObituariesService).runDue()).toBe(1)
    await expect.poll(() => portal.html('/__services/mail/mails.json?to=free@demo.example')).toContain('anniversary')
    const mails = JSON.parse(await portal.html('/__services/mail/mails.json?to=free@demo.example')) as {
      template: string
      text: string
      headers: Record<string, string>
    }[]
    const mail = mails.find(({ template }) => template === 'anniversary')!
    const path = /\/trauer\/erinnerung\?beenden=[\w-]+/.exec(mail.text)![0]
    expect(mail.text).toContain('zum 1. Mal')
    expect(textOf(await portal.html(path))).toContain('Karl-Heinz Auenwald')
    const oneClick = new URL(/<(.*)>/.exec(mail.headers['List-Unsubscribe']!)![1]!)
    const ended = await portal.get(oneClick.pathname + oneClick.search, {
      method: 'POST',
      headers: { accept: 'text/html' },
    })
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/trauer/erinnerung'])
    expect(textOf(await portal.html(path))).toContain('bekommen diese Erinnerung nicht mehr')
    portal.clock.now = new Date('2026-11-24T12:00:00Z')
  })
})

it('an ordered notice is sold by the checkout’s rules at the price of the table', async () => {
  const guest = new TestReader(portal)
  const draft = {
    kind: 'death',
    person: { name: 'Lotte Klein', birthName: '', born: null, died: '2026-11-20', place: 'Tannau' },
    set: { layout: 'scenic', symbol: 'sea', quote: '', intro: '', text: '', mourners: '', ceremony: '', remark: '' },
    size: 'klein',
    days: 90,
    isBookClosed: false,
  }
  const saved = await guest.post('/api/notices/drafts', { draft, reference: null, cents: 1 })
  const { reference, cents } = (await saved.json()) as { reference: string; cents: number }
  expect(cents).toBe(4900 + 1900)
  const basket = await guest.post('/api/purchase/quote', { seller: 'notices', reference })
  expect([basket.status, await basket.text()]).toEqual([200, expect.stringContaining('Lotte Klein')])
  const wrong = await guest.post('/api/notices/drafts', {
    draft: { ...draft, person: { ...draft.person, name: 'Ruft 0151 2345 6789' } },
    reference: null,
  })
  expect(await outcomeOf(wrong)).toBe('422 INVALID_FIELDS')
})

describe('the portrait of an ordered notice', () => {
  const NUMBER = 'A-2026-AAAA-0001'
  const draft = {
    kind: 'death',
    person: { name: 'Alma Sand', birthName: '', born: '1940-02-01', died: '2026-11-21', place: 'Auenburg' },
    set: { layout: 'classic', symbol: 'cross', quote: '', intro: '', text: '', mourners: '', ceremony: '', remark: '' },
    size: 'klein',
    days: 90,
    isBookClosed: false,
  }
  let reader: TestReader
  beforeAll(async () => {
    reader = new TestReader(portal)
    await reader.login('plus@demo.example')
  })
  const upload = (file: Blob, by = reader) => by.send('/api/notices/portraits', [['bild', file]])

  it('R1-79 is stored without camera data, is hidden before approval, and is deleted with the notice', async () => {
    const original = await takePhoto()
    expect(original.includes('Geheimkamera')).toBe(true)
    const sent = await upload(new Blob([original]))
    const portrait = (await sent.json()) as { id: string }
    expect([sent.status, portrait]).toMatchObject([200, { id: expect.stringMatching(/^[0-9a-f]{32}$/), width: 480 }])
    const own = await reader.ask(`/api/notices/portraits/${portrait.id}`)
    expect([own.headers.get('content-type'), own.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      'private, no-store',
    ])
    expect(await readTraces(Buffer.from(await own.arrayBuffer()))).toEqual(CLEAN_PHOTO)
    const saved = await reader.post('/api/notices/drafts', { draft, reference: null, portrait: portrait.id })
    const { reference } = (await saved.json()) as { reference: string }
    const { sub } = reader.claims()
    const purchase = `/__services/notices/ak/internal/purchases/${NUMBER}`
    const put = async (path: string, body: object) =>
      expect(
        (await portal.get(`${purchase}${path}`, { method: 'PUT', headers: keyed, body: JSON.stringify(body) })).ok,
      ).toBe(true)
    await put('/reservation', { reference, sub })
    await put('/settlement', { payment: 'paid', sub, email: 'x@demo.example', recipient: null })

    const other = new TestReader(portal)
    await other.login('free@demo.example')
    const shown = `/_ipx/w_320,f_webp,q_75/readers/${portrait.id.slice(0, 2)}/${portrait.id}.jpg`
    expect([
      (await other.ask(`/api/notices/portraits/${portrait.id}`)).status,
      (await portal.get(`/api/notices/portraits/${portrait.id}`)).status,
      (await portal.get(shown)).status,
      await office(`/orders/portraits/${portrait.id}`),
    ]).toMatchObject([404, 404, 404, { width: 480, height: 640 }])
    await office(`/orders/${NUMBER}/decision`, 'POST', { outcome: 'published' })
    expect((await portal.get(shown)).headers.get('cache-control')).toBe('public, max-age=3600')
    const page = `/trauer/anzeige/${NUMBER.toLowerCase()}`
    for (const path of [page, '/trauer/suche?name=sand'])
      expect(await portal.html(path)).toMatch(new RegExp(`${portrait.id}[^>]* alt="Porträt von Alma Sand"`))

    await put('/release', { reason: 'withdrawn', lines: null })
    await expect.poll(async () => (await portal.get(shown)).status).toBe(404)
    await expect.poll(async () => (await portal.get(page)).status).toBe(410)
    expect((await reader.ask(`/api/notices/portraits/${portrait.id}`)).status).toBe(404)
  })

  it.each<[string, () => Promise<Response>, string]>([
    ['a drawing with a script that is named like a photo', () => upload(svgNamedJpeg()), '422 NO_PICTURE'],
    ['no picture at all', () => reader.send('/api/notices/portraits', [['bild', 'text']]), '422 NO_PICTURE'],
    ['more than a camera makes', () => upload(new Blob([new Uint8Array(12_000_001)])), '413 TOO_LARGE'],
    ['no form', () => reader.post('/api/notices/portraits', {}), '415 UNSUPPORTED_MEDIA_TYPE'],
    [
      'what another site sends',
      async () => {
        const foreign = new FormData()
        foreign.append('bild', new Blob([new Uint8Array(await takePhoto())]))
        const form = new Response(foreign)
        return reader.ask('/api/notices/portraits', {
          method: 'POST',
          body: new Uint8Array(await form.arrayBuffer()),
          headers: { origin: 'https://boese.example', 'content-type': form.headers.get('content-type') ?? '' },
        })
      },
      '403 FORBIDDEN',
    ],
  ])('refuses %s', async (_what, sending, outcome) => expect(await outcomeOf(sending())).toBe(outcome))
})

it.each(['fb', 'ht', 'la'] as const)('%s has the room, too, with its own notices only', async (publication) => {
  expect(textOf(await portal.html('/trauer', { publication }))).toContain('Zurzeit gibt es keine Anzeigen')
  expect((await portal.get(`/trauer/person/${person}`, { publication })).status).toBe(404)
})
