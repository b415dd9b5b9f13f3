/**
 * Every field that a reader can fill in, tested with hostile input: scripts, markup that closes its surroundings, text
 * direction and invisible characters, and oversized text. Each is refused with a code, or stored as text that no page,
 * mail or structured data shows as anything else.
 */
import { hasRooms } from '@lokalteil/domain/rooms/rooms.testing'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SEED } from '@lokalteil/services/content/content.testing'
import { TEST_CARDS } from '@lokalteil/services/commerce/payments/payment-providers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takePhoto } from './photo.testing.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { TestReader } from './reader.testing.ts'

const KEY = 'k'.repeat(40)
const MARKUP = `"'></script></title></textarea><script>alert(1)</script><img src=x onerror=alert(2)>`
const SHORT_MARKUP = `"'><img src=x onerror=alert(2)>`
const TURNED = 'Haus\u202Ehell\u202C am\u200B Fluss\u0000\u2066'
const HOSTILE: Readonly<Record<string, (usual: string) => string>> = {
  markup: (usual) => `${usual} ${MARKUP}`,
  unseen: (usual) => `${TURNED} ${usual}`,
  endless: (usual) => `${usual} ${'Über alle Maßen lang. '.repeat(1200)}`,
}
/** Signs that MARKUP was interpreted as markup. */
const RAW = /<script>alert\(|<img src=x|<\/title><\/textarea>/
const UNSEEN = /[\u202A-\u202E\u2066-\u2069\u200B\u0000]|\\u(?:202[a-e]|206[6-9]|200b|0000)/i

type Body = { readonly [name: string]: unknown }
/** One form or call: a usual body, and which of its fields are text. */
type Door = {
  /** Sends from a browser without cookies. */
  send: (body: Body, reader: TestReader) => Promise<Response>
  usual: Body
  texts: readonly string[]
  as?: string
  /** Names end here: a legal form asks for them, and they are not shown to others. */
  isPlain?: boolean
  /** Its texts are labels: longer markup would only test their length limit. */
  isShort?: boolean
}

let portal: TestPortal
let article: { id: string; path: string }
let person = ''
let home = ''
let entry = ''
let household = ''
let caption = ''
let shown = 0

/** Their doors are in one table. */
const isWhole = hasRooms('homes', 'jobs', 'notices', 'shop', 'epaper', 'push')

beforeAll(async () => {
  if (!isWhole) return
  portal = await openTestPortal({
    seed: SEED,
    now: new Date('2026-11-24T12:00:00Z'),
    env: {
      DEMO: '1',
      INGEST_KEY: KEY,
      COMMUNITY_SECRET: KEY,
      COMMUNITY_SERVICE_KEY: KEY,
      SUBSCRIPTION_SERVICE_KEY: KEY,
      TRUST_PROXY: '127.0.0.1',
    },
  })
  const free = SEED.articles.find(
    ({ contentRestriction, publications }) => contentRestriction === 'free' && publications.includes('ak'),
  )
  article = (await (await portal.get(`/__proxy_content_api/v5/articles/${free?.id}`)).json()) as typeof article
  const [notice, homes] = ['notices', 'markets'].map((name) =>
    readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'),
  )
  const sentNotice = await ingest(
    JSON.stringify({ ...JSON.parse(/```json\n([\s\S]*?)```/.exec(notice!)![1]!), picture: null }),
    'application/json',
  )
  const page = await portal.html(sentNotice)
  person = /\/trauer\/person\/([a-z0-9-]+)/.exec(page)![1]!
  home = await ingest(/```xml\n([\s\S]*?)```/.exec(homes!)![1]!, 'application/xml')
  const plus = await logIn('plus')
  await plus.post('/api/community/member', { name: 'Elbkind' })
  await (await logIn('free')).post('/api/community/member', { name: 'Uferlos' })
  const condolence = { kind: 'condolence', name: 'Jens Sand', text: 'Wir denken an Sie.' }
  await (await logIn('epaper')).post(`/api/notices/persons/${person}/entries`, condolence)
  const { entries } = await office<{ entries: { id: string }[] }>('notices/ak/internal/entries')
  entry = entries[0]!.id
  await approve(entry)
  const { owned } = (await (await plus.ask('/api/mein/household')).json()) as { owned: { subscriptionId: string }[] }
  household = owned[0]!.subscriptionId
  caption = await sendPicture(plus)
  const batches = { COIN: { kind: 'coins', count: 1 }, BONS: { kind: 'voucher', voucher: TENTH } }
  for (const [batch, grants] of Object.entries(batches))
    await office('plenigo/ak/internal/codes', 'POST', { batch, grants, count: 1, uses: 9, code: `FEST-2026-${batch}` })
})
afterAll(() => portal?.close())

/** A new login, because the clock of these tests outruns a session. */
async function logIn(name: string): Promise<TestReader> {
  const reader = new TestReader(portal)
  expect((await reader.login(`${name}@demo.example`)).status).toBe(200)
  return reader
}
const comeAs = (name: string | undefined) =>
  name === undefined ? Promise.resolve(new TestReader(portal)) : logIn(name)

async function ingest(body: string, type: string): Promise<string> {
  const answer = await portal.get('/api/ingest/documents?publication=ak', {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': type },
    body,
  })
  return ((await answer.json()) as { results: { id: string }[] }).results[0]!.id
}

/** Calls a service as the publisher's office does. */
async function office<Answer>(path: string, method = 'GET', body?: object): Promise<Answer> {
  const answer = await portal.get(`/__services/${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect([path, answer.ok ? '' : text]).toEqual([path, ''])
  return JSON.parse(text || 'null') as Answer
}
const approve = (id: string) =>
  office(`notices/ak/internal/entries/${id}/decision`, 'POST', { action: 'approve', ground: null, facts: '', by: 'T' })

/** Removes the subject, so that its author may complain; afterwards restores it. */
async function whileRemoved<Answer>(
  [service, kind, id]: readonly [string, string, string],
  act: (statement: string) => Promise<Answer>,
): Promise<Answer> {
  type Case = { statements: { id: string; action: string; complaint: unknown }[] }
  const decide = (action: string) =>
    office<Case>(`${service}/ak/moderation/decisions`, 'POST', {
      target: { kind, id },
      decision: { action, ground: 'insult', facts: 'Das beschimpft jemanden.', by: 'T' },
    })
  const { statements } = await decide('remove')
  const answer = await act(statements.find(({ action, complaint }) => action === 'remove' && complaint === null)!.id)
  await decide('restore')
  return answer
}
const COMMENT = ['community', 'comment', '1'] as const
const toLink = (statement: string) =>
  `${statement}.${createHmac('sha256', KEY).update(`complaint\nak\n${statement}`).digest('base64url')}`

const call = (path: string) => (body: Body, reader: TestReader) => reader.post(path, body)
const form = (path: string) => (body: Body, reader: TestReader) =>
  reader.ask(path, {
    method: 'POST',
    body: new URLSearchParams(body as Record<string, string>).toString(),
    headers: { origin: reader.origin, 'content-type': 'application/x-www-form-urlencoded' },
  })
const withFiles =
  (path: string) =>
  (body: Body, reader: TestReader, files: readonly (readonly [string, Blob])[] = []) =>
    reader.send(path, [...Object.entries(body as Record<string, string>), ...files])

async function sendPicture(reader: TestReader): Promise<string> {
  const photo = [['bilder', new Blob([await takePhoto()])]] as const
  const answer = await withFiles('/immobilien/inserieren')({ aktion: 'bilder' }, reader, photo)
  return /markets\/pictures\/([0-9a-f]{32})/.exec(await answer.text())![1]!
}

const ADDRESS = { street: 'Am Fluss 3', postcode: '00412', city: 'Auenburg' }
const DRAFT = {
  kind: 'death',
  person: { name: 'Lotte Klein', birthName: 'Sand', born: null, died: '2026-11-20', place: 'Tannau' },
  set: {
    layout: 'scenic',
    symbol: 'sea',
    quote: 'Alles hat seine Zeit.',
    intro: 'Wir nehmen Abschied',
    text: 'Sie fehlt uns sehr.',
    mourners: 'Hanna Klein',
    ceremony: 'Die Feier ist am Freitag.',
    remark: 'Von Blumen bitten wir abzusehen.',
  },
  size: 'klein',
  days: 90,
  isBookClosed: false,
}
const ENQUIRY = {
  name: 'Ada Lorenz',
  email: 'ada@reader.example',
  telefon: '',
  nachricht: 'Ist die Wohnung noch frei? Wir sind zu zweit.',
}
const HOME = {
  aktion: 'vorschau',
  angebot: 'mieten',
  art: 'zimmer',
  plz: '06990',
  ort: 'Auenburg',
  ortsteil: 'Nordend',
  preis: '320',
  flaeche: '20',
  etage: 'Dachgeschoss',
  kaution: 'zwei Mieten',
  provision: 'keine',
  'frei-ab': 'sofort',
  energietraeger: 'Erdgas',
  anbieter: 'Familie Sand',
  titel: 'Zimmer mit Fensterbank',
  text: 'Ein ruhiges Zimmer mit breiter Fensterbank, in dem man morgens lange in der Sonne sitzen kann.',
  paket: 'monat',
}
const JOB = {
  aktion: 'vorschau',
  feld: 'handwerk',
  vertrag: 'unbefristet',
  homeoffice: 'nein',
  zeit: 'vollzeit',
  beginn: 'ab sofort',
  tarif: 'nach Tarif',
  plz: '06990',
  ort: 'Auenburg',
  ortsteil: 'Nordend',
  anbieter: 'Tischlerei Sand',
  titel: 'Tischlerin oder Tischler',
  text: 'Wir bauen Fenster und Treppen für alte Häuser und suchen jemanden, der dabei gern genau arbeitet.',
  paket: 'monat',
}
const REPORT = {
  ground: 'insult',
  explanation: 'Das ist nicht wahr.',
  name: 'Otto Ohr',
  email: 'otto@example.com',
  isGoodFaith: true,
}
const DECLARATION = {
  name: 'Kim Sand',
  email: 'kim@reader.example',
  contract: 'Plus Monat',
  kind: 'extraordinary',
  reason: 'Ich ziehe weg.',
  end: 'date',
  endDate: '2026-12-31',
}
const TENTH = { kind: 'percent', value: 10, periods: 1 }
const NO_SEAT = 'A'.repeat(24)
const homeId = () => /(\d+)$/.exec(home)![1]!
let keys = 0

async function order(change: Body, reader: TestReader): Promise<Response> {
  const items = [{ sku: 'tasse:eine', quantity: 1 }]
  const cart = (await (await reader.post('/api/shop/cart', { items })).json()) as { dueCents: number }
  const basket = await reader.post('/api/shop/baskets', { items, confirmedCents: cart.dueCents })
  const { reference } = (await basket.json()) as { reference: string }
  return reader.post('/api/purchase', {
    seller: 'shop',
    reference,
    confirmedCents: cart.dueCents,
    idempotencyKey: `hostile-texts-order-${++keys}`,
    payment: { kind: 'card', number: TEST_CARDS.paid },
    consents: { terms: true },
    ...change,
  })
}

const DOORS: Readonly<Record<string, () => Door>> = {
  'a comment': () => ({
    as: 'plus',
    send: call(`/api/community/articles/${article.id}/comments`),
    usual: { text: 'Das finde ich richtig.', replyTo: null },
    texts: ['text'],
  }),
  'a display name': () => ({
    as: 'wallet',
    send: call('/api/community/member'),
    usual: { name: 'Marktfrau' },
    texts: ['name'],
  }),
  'a review': () => ({
    as: 'free',
    send: call('/api/community/articles/901/reviews'),
    usual: { stars: 4, text: 'Fährt sich gut.' },
    texts: ['text'],
  }),
  'a review by form': () => ({
    as: 'free',
    send: form('/kommentare/901'),
    usual: { aktion: 'bewerten', sterne: '4', text: 'Fährt sich gut.' },
    texts: ['text'],
  }),
  'a condolence': () => ({
    as: 'free',
    send: call(`/api/notices/persons/${person}/entries`),
    usual: { kind: 'condolence', name: 'Familie Sand', text: 'Wir trauern mit Ihnen.' },
    texts: ['name', 'text'],
  }),
  'the wish to close a book': () => ({
    send: call(`/api/notices/persons/${person}/requests`),
    usual: { wish: 'close', name: 'Hanna', relation: 'Tochter', contact: 'hanna@example.com' },
    texts: ['name', 'relation', 'contact'],
  }),
  'a notice': () => ({
    send: (draft, reader) => reader.post('/api/notices/drafts', { draft, reference: null }),
    usual: DRAFT,
    texts: [
      ...['name', 'birthName', 'place'].map((name) => `person.${name}`),
      ...['quote', 'intro', 'text', 'mourners', 'ceremony', 'remark'].map((name) => `set.${name}`),
    ],
  }),
  'a report': () => ({
    send: (report, reader) => reader.post('/api/reports', { target: { kind: 'comment', id: '1' }, report }),
    usual: REPORT,
    texts: ['explanation', 'name', 'email'],
  }),
  'a report by form': () => ({
    send: form('/melden/comment/1'),
    usual: { ground: 'insult', explanation: REPORT.explanation, name: REPORT.name, email: REPORT.email, faith: 'on' },
    texts: ['explanation', 'name', 'email'],
  }),
  'a report of a home by form': () => ({
    send: (report, reader) => form(`/melden/listing/${homeId()}`)(report, reader),
    usual: { ground: 'insult', explanation: REPORT.explanation, name: REPORT.name, email: REPORT.email, faith: 'on' },
    texts: ['ground', 'explanation', 'name', 'email'],
  }),
  'a report of a condolence': () => ({
    send: (report, reader) => reader.post('/api/reports', { target: { kind: 'entry', id: entry }, report }),
    usual: REPORT,
    texts: ['ground', 'explanation', 'name', 'email'],
  }),
  'a question to who offers': () => ({
    send: form(home),
    usual: ENQUIRY,
    texts: ['name', 'email', 'telefon', 'nachricht'],
  }),
  'a home': () => ({
    as: 'plus',
    send: withFiles('/immobilien/inserieren'),
    usual: HOME,
    texts: ['titel', 'text', 'anbieter', 'ort', 'ortsteil', 'plz', 'preis', 'etage', 'kaution', 'provision', 'frei-ab'],
  }),
  'a job': () => ({
    as: 'plus',
    send: withFiles('/jobs/inserieren'),
    usual: JOB,
    texts: ['titel', 'text', 'anbieter', 'ort', 'ortsteil', 'beginn', 'tarif'],
  }),
  'a search that is kept': () => ({
    as: 'plus',
    send: (body, reader) =>
      form('/immobilien')(
        { suche: new URLSearchParams(body as Record<string, string>).toString(), aktion: 'merken' },
        reader,
      ),
    usual: { q: 'balkon', ort: 'Auenburg' },
    texts: ['q', 'ort'],
  }),
  'an order of the shop': () => ({
    as: 'free',
    isPlain: true,
    send: (buyer, reader) => order({ buyer }, reader),
    usual: { salutation: '', firstName: 'Eva', lastName: 'Sommer', company: 'Sand GmbH', ...ADDRESS },
    texts: ['firstName', 'lastName', 'company', 'street', 'postcode', 'city'],
  }),
  'where a parcel goes': () => ({
    as: 'free',
    isPlain: true,
    send: (recipient, reader) =>
      order({ buyer: { firstName: 'Eva', lastName: 'Sommer', ...ADDRESS }, recipient }, reader),
    usual: { name: 'Otto Feld', ...ADDRESS },
    texts: ['name', 'street', 'postcode', 'city'],
  }),
  'a name of the account': () => ({
    as: 'wallet',
    isPlain: true,
    send: call('/api/mein/account'),
    usual: { firstName: 'Eva', lastName: 'Sommer' },
    texts: ['firstName', 'lastName'],
  }),
  'what a picture of an advertisement shows': () => ({
    as: 'plus',
    send: withFiles('/immobilien/inserieren'),
    usual: { ...HOME, bild: caption, bildtext: 'Fensterbank mit Kissen' },
    texts: ['bildtext', 'bild'],
  }),
  'a code': () => ({
    as: 'wallet',
    send: call('/api/mein/codes'),
    usual: { code: 'FEST-2026-COIN' },
    texts: ['code'],
  }),
  'a code of an order': () => ({
    send: call('/api/order/quote'),
    usual: { offerId: 'plus-monat', voucherCode: 'FEST-2026-BONS' },
    texts: ['offerId', 'voucherCode'],
  }),
  'a voucher of the shop': () => ({
    send: (body, reader) => reader.post('/api/shop/cart', { items: [{ sku: 'tasse:eine', quantity: 1 }], ...body }),
    usual: { voucher: 'ABCD-EFGH-JKLM' },
    texts: ['voucher'],
  }),
  'an invitation of friends': () => ({
    as: 'plus',
    send: ({ email }, reader) => reader.post('/api/mein/invitation/mails', { emails: [email] }),
    usual: { email: 'freundin@reader.example' },
    texts: ['email'],
  }),
  'a seat of a household': () => ({
    as: 'plus',
    isShort: true,
    send: (body, reader) => reader.post('/api/mein/household/seats', { subscriptionId: household, ...body }),
    usual: { label: 'Oma' },
    texts: ['label'],
  }),
  'the link of a seat': () => ({
    as: 'free',
    send: async (body, reader) => {
      const answer = await reader.post('/api/mein/household/accept', body)
      return body['token'] === NO_SEAT && answer.status === 422 ? new Response('{}') : answer
    },
    usual: { token: NO_SEAT },
    texts: ['token'],
  }),
  ...Object.fromEntries(
    (['/kuendigen', '/widerrufen', '/api/contracts/cancellation', '/api/contracts/withdrawal'] as const).map((path) => [
      `a declaration at ${path}`,
      (): Door => ({
        isPlain: true,
        send: (values, reader) =>
          path.startsWith('/api/')
            ? reader.post(path, { key: `hostile-declaration-${++keys}`, values })
            : form(path)(values, reader),
        // A mailbox gets at most six receipts a day.
        usual: { ...DECLARATION, email: `kim${++keys}@reader.example` },
        // The other fields exist only for a cancellation.
        texts: Object.keys(DECLARATION).slice(0, /cancellation|kuendigen/.test(path) ? undefined : 3),
      }),
    ]),
  ),
  'a complaint by account': () => ({
    as: 'plus',
    send: (body, reader) =>
      whileRemoved(COMMENT, (statement) => reader.post('/api/community/complaints', { statement, ...body })),
    usual: { text: 'Das war gar nicht so gemeint.' },
    texts: ['text'],
  }),
  'a complaint by the link of a mail': () => ({
    send: (body, reader) =>
      whileRemoved(COMMENT, (statement) => form(`/widerspruch/comment/${toLink(statement)}`)(body, reader)),
    usual: { text: 'Das war gar nicht so gemeint.' },
    texts: ['text'],
  }),
  'a complaint about a home': () => ({
    send: (body, reader) =>
      whileRemoved(['markets', 'listing', homeId()], (statement) =>
        form(`/widerspruch/listing/${toLink(statement)}`)(body, reader),
      ),
    usual: { text: 'Die Wohnung gibt es wirklich.' },
    texts: ['text'],
  }),
}

function put(body: Body, path: string, value: string): Body {
  const [name = '', ...rest] = path.split('.')
  return { ...body, [name]: rest.length === 0 ? value : put(body[name] as Body, rest.join('.'), value) }
}
const at = (body: Body, path: string) =>
  String(path.split('.').reduce<unknown>((value, name) => (value as Body)[name], body))

describe.runIf(isWhole).each(Object.entries(DOORS))('%s', (_what, open) => {
  it('accepts its usual body', async () => {
    const { send, usual, as } = open()
    const answer = await send(usual, await comeAs(as))
    expect([answer.status, answer.ok || (await answer.text()).replace(/^[^]*<main/, '').slice(0, 2000)]).toEqual([
      expect.any(Number),
      true,
    ])
  })

  it.each(Object.keys(HOSTILE))(
    'with %s in any of its fields is refused with a code or stored as text',
    async (kind) => {
      const { send, usual, texts, as, isPlain, isShort } = open()
      const spoil = isShort === true && kind === 'markup' ? (text: string) => `${text} ${SHORT_MARKUP}` : HOSTILE[kind]!
      const faults: string[] = []
      const known = as === undefined ? null : await logIn(as)
      for (const field of texts) {
        // Avoids the rate limits: time passes, and a visitor without an account gets a new address each time.
        portal.clock.now = new Date(portal.clock.now.getTime() + 61_000)
        const reader = known ?? new TestReader(portal)
        const answer = await send(put(usual, field, spoil(at(usual, field))), reader)
        const text = await answer.text()
        const isPage = (answer.headers.get('content-type') ?? '').startsWith('text/html')
        const say = (fault: string) => faults.push(`${field}: ${fault} (${answer.status} ${text.slice(0, 200)})`)
        if (answer.status >= 500 || [401, 404, 429].includes(answer.status)) say('is not answered')
        if (isPage && RAW.test(text)) say('stands in the page as markup')
        if (answer.status >= 400 && !(isPage ? text.includes('<main') : /"code":"\w+"/.test(text))) say('has no reason')
        if (kind === 'endless' && answer.ok && !isPage) say('is kept at any length')
        if (kind === 'unseen' && answer.ok && isPlain !== true && UNSEEN.test(text))
          say('comes back with what cannot be seen')
        shown++
      }
      expect(faults).toEqual([])
    },
  )
})

describe.runIf(isWhole)('afterwards', () => {
  const spoil = (body: Body, texts: readonly string[]) =>
    texts.reduce((spoilt, field) => put(spoilt, field, `${at(spoilt, field)} ${SHORT_MARKUP}`), body)
  const buy = async (service: string, number: string, reference: string, sub: unknown) => {
    const purchase = `${service}/ak/internal/purchases/${number}`
    await office(`${purchase}/reservation`, 'PUT', { reference, sub })
    await office(`${purchase}/settlement`, 'PUT', { payment: 'paid', sub, email: 'x@demo.example', recipient: null })
  }

  it('bought and approved texts show markup as plain characters', async () => {
    const reader = await logIn('plus')
    const { sub } = reader.claims()
    const texts = ['titel', 'text', 'anbieter', 'ort', 'ortsteil', 'etage', 'kaution', 'provision', 'frei-ab']
    const sent = { ...HOME, bild: await sendPicture(reader), bildtext: 'Fensterbank' }
    const preview = await withFiles('/immobilien/inserieren')(spoil(sent, [...texts, 'bildtext']), reader)
    const ad = /basket=([\w-]{36})/.exec(await preview.text())![1]!
    await buy('markets', 'A-2026-AAAA-0001', ad, sub)
    type Listed = { listing: string }
    const decision = { decision: 'publish' }
    const { listing } = await office<Listed>(`markets/ak/internal/moderation/ads/${ad}`, 'POST', decision)
    const draft = spoil(DRAFT, DOORS['a notice']!().texts)
    const saved = await reader.post('/api/notices/drafts', { draft, reference: null })
    const { reference } = (await saved.json()) as { reference: string }
    await buy('notices', 'A-2026-AAAA-0002', reference, sub)
    await office('notices/ak/internal/orders/A-2026-AAAA-0002/decision', 'POST', { outcome: 'published' })

    const notice = '/trauer/anzeige/a-2026-aaaa-0002'
    const [, shownPerson = ''] = /\/trauer\/person\/([a-z0-9-]+)/.exec(await portal.html(notice))!
    const pages: readonly [string, number][] = [
      [`/immobilien/angebot/x-${listing}`, 8],
      ['/immobilien?art=zimmer', 2],
      [notice, 6],
      [`/trauer/person/${shownPerson}`, 6],
      ['/trauer', 1],
      [`/trauer/kondolenz/${shownPerson}`, 1],
    ]
    for (const [path, most] of pages) {
      let answer = await portal.get(path)
      if (answer.status === 301) answer = await portal.get(answer.headers.get('location')!)
      const html = await answer.text()
      expect([path, answer.status, RAW.test(html)]).toEqual([path, 200, false])
      expect(html.split('&lt;img src=x').length, path).toBeGreaterThan(most)
      for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g))
        JSON.parse(json)
    }
  })

  it('no page has markup, a reversed line or broken structured data', async () => {
    expect(shown).toBeGreaterThan(150)
    const { entries } = await office<{ entries: { id: string }[] }>('notices/ak/internal/entries')
    for (const { id } of entries) await approve(id)
    expect(entries.length).toBeGreaterThan(2)
    const own = await logIn('plus')
    const pages: readonly (readonly [string, TestReader | null])[] = [
      [`/kommentare/${article.id}`, null],
      ['/kommentare/901', null],
      [`/trauer/kondolenz/${person}`, null],
      [home, null],
      ['/account/suchen', own],
      ['/deine-kommentare', own],
      ['/api/community/member/texts', own],
      ['/api/mein/markets', own],
      [`/suche?q=${encodeURIComponent(MARKUP)}`, null],
      [`/trauer/suche?name=${encodeURIComponent(MARKUP)}&ort=${encodeURIComponent(MARKUP)}`, null],
      [`/immobilien?q=${encodeURIComponent(MARKUP)}&ort=${encodeURIComponent(MARKUP)}`, null],
      [`/order/code?code=${encodeURIComponent(MARKUP)}`, null],
      [`/anmelden?email=${encodeURIComponent(MARKUP)}`, null],
      ['/account', await logIn('wallet')],
      ['/account/vertraege', await logIn('free')],
      ['/order/haushalt', own],
      ['/api/mein/household', own],
    ]
    const faults: string[] = []
    for (const [path, reader] of pages) {
      const answer = reader === null ? await portal.get(path) : await reader.ask(path)
      const text = await answer.text()
      if ((answer.headers.get('content-type') ?? '').startsWith('text/html') && RAW.test(text))
        faults.push(`${path}: markup`)
      if (!path.includes('?') && !path.startsWith('/account') && UNSEEN.test(text)) faults.push(`${path}: unseen`)
      for (const [, json = ''] of text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g))
        JSON.parse(json)
    }
    expect(faults).toEqual([])
  })

  it('no mail has markup, or a header written by a reader', async () => {
    type Mail = { template: string; subject: string; html?: string; headers: Record<string, string> }
    const mails = (await (await portal.get('/__services/mail/mails.json?limit=200')).json()) as Mail[]
    expect(mails.length).toBeGreaterThan(3)
    for (const { template, subject, html = '', headers } of mails) {
      expect([template, RAW.test(html)]).toEqual([template, false])
      for (const line of [subject, ...Object.values(headers)]) expect(line).not.toMatch(/[\r\n\u0000]/)
    }
    expect(RAW.test(await portal.html('/__services/mail'))).toBe(false)
  })
})
