/** Randomly generated publications: none shows anything of another one or of the demo, on any page. */
import { hasRooms } from '@lokalteil/domain/rooms/rooms.testing'
import { toCode } from '@lokalteil/domain/publication/publications'
import { Identity } from '@lokalteil/contracts/publication/identity'
import { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { Rooms } from '@lokalteil/contracts/publication/rooms'
import { fillDocuments } from '@lokalteil/services/publications/documents/fill-documents'
import { toTestOffers } from '@lokalteil/services/commerce/offers/offers.testing'
import fc from 'fast-check'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catalogue } from '@lokalteil/contracts/commerce'
import type { Invoice } from '@lokalteil/domain/commerce/invoices'
import { ROUTES } from '@lokalteil/domain/routing/route-table'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { openOwner } from '@lokalteil/services/commerce/customers/customers'
import { renderInvoicePdf } from '@lokalteil/services/commerce/documents/invoice-pdf'
import { listInvoices } from '@lokalteil/services/commerce/documents/invoice-store'
import { readPdf } from '@lokalteil/tools/read-pdf'
import { TEST_CARDS } from '@lokalteil/services/commerce/payments/payment-providers'
import { toPaper } from '@lokalteil/services/platform/paper.testing'
import { runPublication } from '@lokalteil/services/publications/cli'
import { writeFolder } from '@lokalteil/services/publications/folder/write-folder'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DISCOVERY_FILES } from './discovery/discovery-files.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { outcomeOf, TestReader } from './reader.testing.ts'

// Random publications

type ChancePublication = {
  folder: PublicationFolder
  /** Words that only this publication uses; none may occur at another one. */
  marks: readonly string[]
}

const SYLLABLES = 'bru dör fen gröl hus jöt klem lüf mork nöst pral quen rüst schwol trü vang wörz zeff'.split(' ')
/** Not a German word, and long enough not to occur in another by chance. */
const WORD = fc
  .array(fc.constantFrom(...SYLLABLES), { minLength: 3, maxLength: 4 })
  .map((parts) => parts.join(''))
  .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
const WORDS = fc.uniqueArray(WORD, { minLength: 9, maxLength: 9, selector: (word) => word.slice(0, 7) })
const COLOUR = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 200 })))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
const DIGITS = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 9 }).map((digits) => digits.join(''))
const NAMES: readonly ((first: string, second: string) => string)[] = [
  (first, second) => `${first}-${second}`,
  (first, second) => `${first}er ${second}`,
  (first) => first,
  (first, second) => `Das ${first}-${second}-Tageblatt für alle`.slice(0, 40).trimEnd(),
]

const PUBLICATION = fc.record({
  words: WORDS,
  toName: fc.constantFrom(...NAMES),
  accent: COLOUR,
  vat: DIGITS,
  density: fc.constantFrom('airy', 'regular', 'dense'),
  corners: fc.constantFrom('square', 'slight', 'round'),
  masthead: fc.constantFrom('centred', 'band'),
  variant: fc.constantFrom('first', 'second'),
  sells: fc.boolean(),
})

/** Whether the beginning of a word occurs in the other, which would be a false find. */
const isWithin = (word: string, other: string) => other.toLowerCase().includes(word.slice(0, 7).toLowerCase())

/** Deterministic for a seed. The first publication sells, the last one does not. */
function makePublications(count: number, seed: number): ChancePublication[] {
  const made = fc.sample(
    fc.uniqueArray(PUBLICATION, {
      minLength: count,
      maxLength: count,
      comparator: (a, b) =>
        a.words.some((word) => b.words.some((other) => isWithin(word, other) || isWithin(other, word))),
    }),
    { numRuns: 1, seed },
  )[0]!
  return made.map((one, index) => toPublication({ ...one, sells: index < count - 1 }))
}

type Chance = typeof PUBLICATION extends fc.Arbitrary<infer T> ? T : never

function toPublication({ words, toName, accent, vat, sells, variant, ...look }: Chance): ChancePublication {
  const [first, second, claim, region, company, street, town, section, person] = words as [
    string,
    ...string[],
  ] as string[] & Record<number, string>
  const code = toAscii(company!).slice(0, 16)
  if (toCode(code) === null) throw new Error(`"${code}" is no code`)
  const domain = `${toAscii(first!)}.de`
  const firm = { company: `${company} Verlag GmbH`, street: `${street}weg 3`, postcode: '01234', town: town! }
  const vatId = `DE${vat}`
  const contact = { phone: `+49 351 ${vat.slice(0, 6)}`, email: `post@${domain}` }
  const identity = Identity.parse({
    code,
    name: toName(first!, second!),
    claim: `Was ${claim} bewegt`,
    region: `${region} und Umgebung`,
    hosts: [`www.${domain}`],
    variant,
    publisher: {
      ...firm,
      ...contact,
      ...(sells ? { vatId } : {}),
      representatives: [`Ruth ${person}`],
      register: { court: `Amtsgericht ${town}`, number: 'HRB 4711' },
      responsible: [{ name: `Ruth ${person}` }],
      supervisoryAuthority: 'die Datenschutzbeauftragte des Landes',
      hosting: { company: 'Rechenhaus GmbH', place: 'Leipzig' },
      microEnterprise: true,
    },
    ...(sells
      ? {
          seller: {
            ...firm,
            ...contact,
            country: 'DE',
            vatId,
            directors: `Ruth ${person}`,
            register: `Amtsgericht ${town}, HRB 4711`,
            bank: `Sparkasse ${town}`,
            iban: 'DE02120300000000202051',
            bic: 'BYLADEM1001',
            creditorId: 'DE98ZZZ09999999999',
          },
        }
      : {}),
  })
  const offers = {
    offers: toTestOffers('ak').filter(({ kind }) => kind !== 'epaper' && kind !== 'topic'),
    readerService: { phone: contact.phone, hours: '', email: contact.email },
  }
  const folder = PublicationFolder.parse({
    identity,
    look: { accent, ...look },
    taxonomy: {
      sections: [
        { path: 'lokales', name: 'Lokales' },
        { path: toAscii(section!), name: section },
      ],
    },
    places: { regions: [{ id: toAscii(region!), name: region, places: [{ id: toAscii(town!), name: town }] }] },
    rooms: toRooms({ region: region!, town: town!, domain }),
    front: { ground: ['lokales'] },
    offers,
    documents: fillDocuments(identity, {
      offers,
      rooms: toRooms({ region: region!, town: town!, domain }),
      today: '2026-11-01',
    }).map((document) => ({
      ...document,
      markdown: decide(document.markdown),
    })),
  })
  const marks = [...words, code, domain, vatId].flatMap((word) => [word, toAscii(word)])
  return { folder, marks: [...new Set(marks)] }
}

/** All rooms. */
function toRooms({ region, town, domain }: { region: string; town: string; domain: string }): Rooms {
  return {
    epaper: { editions: [{ id: 'haupt', name: `${region} und ${town}` }], coins: 2 },
    weather: { places: [{ place: toAscii(town), latitude: 51.1, longitude: 10.4 }] },
    games: {},
    horoscope: {},
    sport: {},
    quiz: {},
    radio: { title: `Radio ${region}`, stream: `https://ton.${domain}/live.mp3` },
    notices: {
      prices: {
        sizes: [{ id: 'klein', name: 'Klein', cents: 4900, letters: 250 }],
        extra: { letters: 50, cents: 450 },
        sceneCents: 1900,
        durations: [{ days: 90, cents: 0 }],
      },
    },
    calculator: {},
  } as Rooms
}

/** As if an editor had decided every open point. */
function decide(markdown: string): string {
  return markdown.replace(/\[\[\s*PRÜFEN[^]*?\]\][ \t]*/g, '')
}

function toAscii(word: string): string {
  return word.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss')
}

// Contents of the publications

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)
const MADE = makePublications(3, SEED)
const [, , SILENT] = MADE as [ChancePublication, ChancePublication, ChancePublication]
const codeOf = ({ folder }: ChancePublication) => folder.identity.code
/** Places, papers and codes of the demo. A code alone is not a word. */
const DEMO =
  /auenkurier|flussbote|h(?:ü|ue)gelland|lokal[ -]aktuell|auenburg|hafenrode|talheim|tannau|auental|publication="(?:ak|fb|ht|la)"|\/brand\/(?:ak|fb|ht|la)\/|fallback-(?:ak|fb|ht|la)\b/i
const KEY = 'a-key-of-the-agency-that-is-long-enough'
const NOW = new Date('2026-11-21T12:00:00Z')
const DAY = '2026-11-21'
/** The first page of every room and one below it. */
const ROOM_PAGES = [
  '/wetter',
  '/spiele',
  '/spiele/sudoku',
  '/spiele/kreuzwortraetsel',
  '/spiele/wortraten',
  '/horoskop',
  '/horoskop/widder',
  '/quiz',
  '/quiz/kennen-sie',
  '/ergebnisse',
  '/ergebnisse/kreisliga',
  '/ergebnisse/spiel/kreisliga/1-eins-zwei',
  '/ergebnisse/verein/kreisliga/eins',
  '/epaper',
  '/epaper/haupt',
  `/epaper/haupt/${DAY}`,
  '/radio',
  '/rechner',
]

/** Words of another publication or of the demo in a text. */
function listForeign(text: string, own: ChancePublication): string[] {
  const lower = text.toLowerCase()
  const others = MADE.filter((one) => one !== own).flatMap(({ marks }) => marks)
  const demo = DEMO.exec(text)?.[0]
  return [...others.filter((mark) => lower.includes(mark.toLowerCase())), ...(demo === undefined ? [] : [demo])]
}

describe('the search for foreign words', () => {
  const [first, second] = MADE as [ChancePublication, ChancePublication]

  it.each([
    ['a name', () => second.folder.identity.name.toUpperCase()],
    ['a company', () => second.folder.identity.publisher.company.split(' ')[0]!],
    ['a host', () => second.folder.identity.hosts[0]!],
    ['a code', () => `/assets/brand/${codeOf(second)}/favicon.svg`],
    ['a number for VAT', () => SILENT.marks.find((mark) => /^DE\d/.test(mark))!],
    ['a town of the demo', () => 'In Auenburg'],
    ['a mark of the demo', () => '<html data-publication="ak">'],
  ])('finds %s in the middle of a text', (_what, toForeign) => {
    expect(listForeign(`<p>vorher${toForeign()}nachher</p>`, first)).not.toEqual([])
  })

  it('finds nothing in its own words, and all of them in those of another', () => {
    const own = first.marks.join(' ')
    expect(listForeign(own, first)).toEqual([])
    expect(listForeign(own, second).toSorted()).toEqual(first.marks.toSorted())
  })
})

/** Each publication has some of all rooms. */
const isWhole = hasRooms(
  'weather',
  'games',
  'horoscope',
  'sport',
  'quiz',
  'epaper',
  'notices',
  'push',
  'homes',
  'jobs',
  'calculator',
  'shop',
)

describe.runIf(isWhole)(`random publications, TEST_SEED=${SEED}`, { timeout: 240_000 }, () => {
  let portal: TestPortal
  let place: string
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'chance-'))
    for (const { folder } of MADE) await writeFolder(join(place, folder.identity.code), folder, new Map())
    portal = await openTestPortal({
      seed: (now) => ({ ...NOTHING, version: now.toISOString() }),
      now: NOW,
      env: {
        DEMO: '1',
        PUBLICATIONS_DIR: place,
        INGEST_KEY: KEY,
        EPAPER_SERVICE_KEY: KEY,
        SUBSCRIPTION_SERVICE_KEY: KEY,
      },
    })
    for (const one of MADE) await publish(one)
  })
  afterAll(async () => {
    await portal.close()
    await rm(place, { recursive: true })
  })

  /** Publishes an article, a quiz, a league with a match and an issue of the e-paper, each in words of its own. */
  async function publish(one: ChancePublication): Promise<void> {
    const { name: word } = one.folder.taxonomy.sections.at(-1)!
    const time = new Date(NOW.getTime() - 60_000).toISOString()
    await send(one, {
      uri: `urn:newsml:agency.example:20261121:${codeOf(one)}`,
      version: '1',
      versioncreated: time,
      pubstatus: 'usable',
      language: 'de',
      headlines: [{ role: 'main', value: `${word} baut eine Brücke` }],
      bodies: [
        { role: 'html', contenttype: 'text/html', value: '<p>Der Rat hat zugestimmt.</p><p>Sie kostet viel.</p>' },
      ],
    })
    const answers = [{ text: word, right: true }, { text: 'Anderswo' }]
    await send(one, {
      format: 'quiz@1',
      id: `quiz-${codeOf(one)}`,
      title: `Kennen Sie ${word}?`,
      slug: 'kennen-sie',
      published: time,
      updated: time,
      questions: [{ text: 'Wo steht die Brücke?', answers }],
    })
    await send(one, {
      format: 'sport@1',
      kind: 'competition',
      id: 'kreisliga',
      name: `Kreisliga ${word}`,
      sport: 'football',
      season: '2026/27',
      updated: time,
      teams: [
        { id: 'eins', name: `SV ${word}` },
        { id: 'zwei', name: `FC ${word} II` },
      ],
      matches: [
        {
          id: '1-eins-zwei',
          matchday: 1,
          kickoff: time,
          home: 'eins',
          away: 'zwei',
          status: 'finished',
          score: { home: 2, away: 1 },
        },
      ],
    })
    const base = `http://127.0.0.1:${portal.port}/__services/epaper/${codeOf(one)}/internal/issues/haupt/${DAY}`
    const headers = { authorization: `Bearer ${KEY}` }
    const text = `In ${word} wird gebaut. ${'Der Rat hat am Abend darüber beraten, was die Brücke kostet. '.repeat(12)}`
    const pages = [1, 2].map((page) => ({ title: `${word} baut, Teil ${page}`, text }))
    const body = new Uint8Array(await toPaper(pages))
    const given = await fetch(base, { method: 'PUT', headers: { ...headers, 'content-type': 'application/pdf' }, body })
    expect([given.status, codeOf(one)]).toEqual([202, codeOf(one)])
    await vi.waitUntil(
      async () => {
        const state = await (await fetch(`${base}/state`, { headers })).json()
        return (state as { standing: object | null }).standing !== null
      },
      { timeout: 90_000, interval: 200 },
    )
  }

  async function send(one: ChancePublication, document: object): Promise<void> {
    const answer = await portal.get(`/api/ingest/documents?publication=${codeOf(one)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      body: JSON.stringify(document),
    })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"created"')])
  }

  describe.each(MADE.map((one) => [one.folder.identity.name, one] as const))('%s', (name, own) => {
    const publication = codeOf(own)
    const ask = (path: string) => portal.get(path, { publication })

    it('every page, file for machines and address linked from them is its own', async () => {
      const statics = Object.values(ROUTES).flatMap(({ path }) => (/[:*]/.test(path) ? [] : [path]))
      const wellKnown = ['security.txt', 'tdmrep.json', 'tdm-policy.json', 'trust.txt', 'gpc.json']
      const waiting = [
        ...ROOM_PAGES,
        ...statics,
        ...DISCOVERY_FILES,
        ...wellKnown.map((file) => `/.well-known/${file}`),
      ]
      const seen = new Set<string>()
      /** The page on which a link was found first. */
      const ledFrom = new Map<string, string>()
      const wrong: string[] = []
      const kinds = new Map<string, number>()
      while (waiting.length > 0 && seen.size < 260) {
        const path = waiting.shift()!
        if (seen.has(path)) continue
        seen.add(path)
        const response = await ask(path)
        if (response.status === 404 && ledFrom.has(path))
          wrong.push(`${ledFrom.get(path)}: leads to ${path}, which is not there`)
        const type = response.headers.get('content-type') ?? ''
        if (!/text|json|xml/.test(type)) continue
        const text = await response.text()
        const headers = [...response.headers].map(([header, value]) => `${header}: ${value}`).join('\n')
        if (response.status >= 500 || (ROOM_PAGES.includes(path) && response.status !== 200))
          wrong.push(`${path}: ${response.status}`)
        for (const word of listForeign(`${headers}\n${text}`, own)) wrong.push(`${path}: ${word}`)
        const kind = type.split(';')[0]!
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
        if (!type.startsWith('text/html') || response.status !== 200) continue
        const paths = [...text.matchAll(/(?:href|src)="(\/[^"#?]*)/g)].map(([, found]) => found!)
        for (const found of paths) {
          if (found.startsWith('/assets/') && !found.startsWith('/assets/brand/')) continue
          if (!ledFrom.has(found)) ledFrom.set(found, path)
          waiting.push(found)
        }
      }
      expect(wrong).toEqual([])
      expect(kinds.get('text/html')).toBeGreaterThan(40)
      expect(kinds.size).toBeGreaterThan(6)
    })

    it('names itself in structured data, manifest, search, feed and security contact', async () => {
      const { publisher } = own.folder.identity
      const html = await (await ask('/')).text()
      const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) => json)
      expect(data.join('\n')).toContain(name)
      const manifest = (await (await ask('/manifest.webmanifest')).json()) as {
        name: string
        theme_color: string
        icons: { src: string }[]
        screenshots: { src: string }[]
      }
      const theme = /<meta name="theme-color" content="(#\w+)"/.exec(html)?.[1]
      expect([manifest.name, manifest.theme_color]).toEqual([name, theme])
      for (const { src } of [...manifest.icons, ...manifest.screenshots])
        expect([src, (await ask(src)).status]).toEqual([src, 200])
      expect(await (await ask('/opensearch.xml')).text()).toContain(`<LongName>${name}</LongName>`)
      const feed = await (await ask('/rss')).text()
      expect(feed).toContain(name)
      expect(feed).toContain('baut eine Brücke')
      expect(await (await ask('/.well-known/security.txt')).text()).toContain(`mailto:${publisher.email}`)
      expect(await (await ask('/robots.txt')).text()).toContain(`https://${own.folder.identity.hosts[0]}/sitemap.xml`)
      expect(await (await ask('/impressum')).text()).toContain(publisher.company)
    })

    it('writes mails and invoices in its own name, or sells nothing', async () => {
      const reader = new TestReader(portal, publication)
      const registered = await reader.post('/api/mein/oauth2/registration', {
        firstName: 'Eva',
        lastName: 'Ost',
        email: `eva.${publication}@mail.test`,
        password: 'korrekt-pferd-batterie-7',
        terms: true,
      })
      expect(registered.status).toBe(200)
      const form = new URLSearchParams({
        name: 'Eva',
        email: `eva.${publication}@mail.test`,
        contract: 'Plus',
      }).toString()
      const key = /name="key" value="([0-9a-f]{32})"/.exec(await (await ask('/kuendigen')).text())![1]!
      const cancelled = await portal.get('/kuendigen', {
        publication,
        method: 'POST',
        body: `${form}&kind=ordinary&key=${key}`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': String(`${form}&kind=ordinary&key=${key}`.length),
          'sec-fetch-site': 'same-origin',
        },
      })
      expect(cancelled.status).toBeLessThan(400)

      const buyer = new TestReader(portal, publication)
      expect(await outcomeOf(buyer.login(toDemoEmail('free')))).toBe('200')
      const order = await buyer.post('/api/order', {
        offerId: 'plus-jahr',
        confirmedCents: 9900,
        idempotencyKey: `order-at-${publication}-${SEED}`,
        buyer: {
          salutation: '',
          firstName: 'Eva',
          lastName: 'Ost',
          company: 'Ost GmbH',
          vatId: 'DE136695976',
          street: 'Am Ring 3',
          postcode: '01234',
          city: 'Neustadt',
        },
        payment: { kind: 'card', number: TEST_CARDS.paid },
        consents: { terms: true },
      })
      if (own === SILENT) {
        expect(await outcomeOf(order)).toBe('409 NOT_SELLING')
        expect(await buyIssue(buyer)).toBe('409 NOT_SELLING')
        expect(await outcomeOf(buyer.post('/api/order/quote', { offerId: 'coins-5' }))).toBe('409 NOT_SELLING')
        for (const path of ['/order/abo', '/order/checkout?offer=plus-jahr']) {
          const html = await (await ask(path)).text()
          expect(html).toContain('Zurzeit kann hier nichts bestellt werden.')
          expect(html).not.toMatch(/Weiter mit|\d,\d\d\s*€/)
        }
      } else {
        expect(await outcomeOf(order)).toBe('200')
        expect(await buyIssue(buyer)).toBe('200')
        expect((await (await ask('/order/abo')).text()).includes('Weiter mit Plus Jahr')).toBe(true)
        await checkInvoice(buyer)
      }
      const templates = ['confirm-email', 'cancellation-received', ...(own === SILENT ? [] : ['order-confirmed'])]
      await expect
        .poll(async () => (await listMails()).map(({ template }) => template), { timeout: 10_000 })
        .toEqual(expect.arrayContaining(templates))
      for (const mail of await listMails()) {
        expect([mail.template, listForeign(JSON.stringify(mail), own)]).toEqual([mail.template, []])
        expect([mail.template, mail.from, mail.html]).toEqual([
          mail.template,
          expect.stringContaining(name),
          expect.stringContaining(name),
        ])
      }
    })

    it.each(own === SILENT ? [] : [own])('sells and opens as configured within two seconds of an apply', async () => {
      const listPrices = async () =>
        ((await (await ask('/api/plenigo/offers')).json()) as Catalogue).offers.map(
          ({ id, priceCents }) => `${id} ${priceCents}`,
        )
      const { context } = portal.runtime.commerce!
      const contracts = async () =>
        context.db
          .selectFrom('subscription.subscriptions')
          .select('price_cents')
          .where('mandator', '=', publication)
          .orderBy('id')
          .execute()
      const [before, held] = [await listPrices(), await contracts()]
      const [first, ...rest] = own.folder.offers!.offers
      const folder = join(place, publication)
      await writeFile(
        join(folder, 'offers.yaml'),
        JSON.stringify({ offers: [{ ...first, priceCents: 1111 }, ...rest.slice(1)] }),
      )
      const said: string[] = []
      const environment = { DATA_DIR: portal.dataDir, PORT: String(portal.port), INIT_CWD: place }
      const terminal = { out: (text: string) => said.push(text), err: (text: string) => said.push(text) }
      expect([await runPublication(['apply', folder], environment, terminal), said.at(-1)]).toEqual([
        0,
        expect.stringContaining('is in force'),
      ])
      const expected = before
        .filter((offer) => !offer.startsWith(`${rest[0]!.id} `))
        .map((offer) => offer.replace(/^plus-monat .*/, 'plus-monat 1111'))
      await expect.poll(listPrices, { timeout: 2000 }).toEqual(expected)
      expect(await contracts()).toEqual(held)
    })

    /** Coins are given, because some publications sell none. */
    async function buyIssue(reader: TestReader): Promise<string> {
      const given = await portal.get(
        `/__services/plenigo/${publication}/internal/customers/${String(reader.claims().sub)}/coins`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
          body: JSON.stringify({ count: 3, reason: 'Kulanz', idempotencyKey: `given-${SEED}`, expiresOn: null }),
        },
      )
      expect([given.status, publication]).toEqual([200, publication])
      const order = { coins: 2, idempotencyKey: `issue-of-${publication}-${SEED}` }
      return outcomeOf(reader.post(`/api/epaper/issues/haupt/${DAY}/purchase`, order))
    }

    type Mail = { mandator: string; template: string; from: string; html: string }
    const listMails = async () =>
      ((await (await portal.get('/__services/mail/mails.json?limit=200')).json()) as Mail[]).filter(
        ({ mandator: code }) => code === publication,
      )

    async function checkInvoice(buyer: TestReader): Promise<void> {
      const { context } = portal.runtime.commerce!
      const sub = buyer.claims().sub as string
      const [invoice] = await listInvoices(await openOwner(context, publication, sub), context.db)
      const { seller } = own.folder.identity
      expect((invoice as Invoice).seller).toEqual(seller)
      const text = readPdf(await renderInvoicePdf(invoice!, context.colourOf(publication), { isPlain: true }))
      const papers = [text, await (await buyer.ask(`/api/mein/account/documents/${invoice!.number}/xrechnung`)).text()]
      for (const paper of papers) {
        expect(paper).toContain(seller!.company)
        expect(listForeign(paper, own)).toEqual([])
      }
    }
  })
})

/** An empty start: everything comes from the folders and the agency. */
const NOTHING = {
  folders: [],
  sections: [],
  tags: [],
  topics: [],
  regions: [],
  authors: [],
  articles: [],
  testReports: [],
  podcasts: [],
  coupons: [],
  newsletters: [],
  documents: [],
  menus: [],
  sport: [],
}
