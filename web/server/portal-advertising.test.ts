/** Advertising from the folder to the page: places, the publication's own advertisements, the files for buyers. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_FOLDERS } from '@lokalteil/demo/publications-folder'
import { article, paragraph, SEED, type TestContent } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTE_META, type RouteName } from '@lokalteil/domain/routing/routes'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const HOUSE = `house:
  - id: baeckerei
    advertiser: Bäckerei Jessen
    heading: Noch warm
    text: Brot am Kai
    target: https://baeckerei.example/
    picture: { file: pictures/shop-tasse.webp, alt: Ein Brot }
    sections: [lokales]
  - { id: frueher, advertiser: A, heading: B, text: C, target: /gutscheine, until: 2026-11-20 }
  - { id: spaeter, advertiser: A, heading: B, text: C, target: /gutscheine, from: 2026-11-22 }
`

/** Enough harmless articles of one section for a place in a list; their tags and texts are not all harmless. */
const CONTENT: TestContent = {
  ...SEED,
  tags: [
    ...SEED.tags,
    { id: '200', slug: 'ausflug', name: 'Ausflug', parentId: null, kind: 'topic' },
    { id: '201', slug: 'unfall', name: 'Unfall', parentId: null, kind: 'topic' },
    { id: '202', slug: 'strasse', name: 'Straße', parentId: '201', kind: 'topic' },
  ],
  topics: [
    ...SEED.topics,
    ...[
      ['Ausflüge', '200'],
      ['Unfälle am Hafen', '200'],
      ['Am Hafen', '201'],
    ].map(([title, tag], index) => ({
      id: `t${index}`,
      title: title!,
      description: '',
      tagIds: [tag!],
      picture: null,
      publications: ['ak'],
    })),
  ],
  documents: [
    ...SEED.documents,
    ...['agb', 'accessibility', 'datenschutz', 'kontakt'].map((id) => ({
      ...SEED.documents[0]!,
      publication: 'ak',
      id,
    })),
  ],
  articles: [
    ...SEED.articles,
    ...Array.from({ length: 45 }, (_, index) =>
      article(String(300 + index), `Ausflug ${index}`, {
        sectionPath: 'leben',
        tagIds: ['200', '201', '202'],
        body: [paragraph('Vom Mord am Kai erzählt die Wirtin.')],
      }),
    ),
  ],
}

let portal: TestPortal
let place: string
const ADVERTISING: Readonly<Record<string, string>> = {
  ak: HOUSE,
  fb: HOUSE.replace(/ {2}- id: baeckerei[^]*?(?= {2}- \{)/, ''),
  ht: `${HOUSE}sensitive: { sections: [leben] }\n`,
  la: HOUSE,
}
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'lokalteil-advertising-'))
  for (const [code, file] of Object.entries(ADVERTISING)) {
    cpSync(join(DEMO_FOLDERS.publications, code), join(place, code), { recursive: true })
    writeFileSync(join(place, code, 'advertising.yaml'), file)
  }
  portal = await openTestPortal({ seed: CONTENT, env: { PUBLICATIONS_DIR: place } })
})
afterAll(async () => {
  await portal.close()
  rmSync(place, { recursive: true })
})

const listPlaces = (html: string) => [...html.matchAll(/data-ad-slot="([^"]+)"/g)].map(([, name]) => name)

describe('places', () => {
  it.each([
    ['/', ['home-1']],
    ['/themen', ['page-end']],
    ['/impressum', []],
    ['/account', []],
    ['/order/abo', []],
  ])('%s has %j, each with its height', async (path, expected) => {
    const html = await portal.html(path)
    expect(listPlaces(html).slice(0, 1)).toEqual(expected)
    expect(html.match(/--phone:\d+px;--tablet:\d+px;--desk:\d+px/g)?.length ?? 0).toBe(listPlaces(html).length)
  })

  it.each([
    ['fb', 'nothing is booked today'],
    ['la', 'a local edition has no advertising'],
  ])('none in %s: %s', async (publication) => {
    const html = await portal.html('/', { publication })
    expect([listPlaces(html), html.includes('"advertising":{')]).toEqual([[], false])
  })

  it('R4.8-15 none in the native app', async () => {
    const html = await portal.html('/', {
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) NewsPortalApp/1.0' },
    })
    expect(listPlaces(html)).toEqual([])
  })
})

/** Places of a page of each route, its address first; null: this portal has no page of it, and the route alone says it. */
const NONE: readonly string[] = []
const END = ['page-end']
const PLACES: Readonly<Record<string, readonly [path: string | null, places: readonly string[]]>> = {
  home: ['/', ['home-1', 'home-2']],
  article: ['/meldung-101', ['article-end']],
  author: ['/autor/lena-vogt-11', ['list-1']],
  authors: ['/autoren', END],
  search: ['/suche?q=Ausflug', ['list-1']],
  topics: ['/themen', END],
  topic: ['/themen/t0', ['list-1']],
  channel: ['/leben', ['channel-1']],
  tag: ['/leben/2', ['list-1']],
  headlines: ['/schlagzeilen', END],
  'newest-articles': ['/neueste-artikel', END],
  briefing: ['/in-fuenf-minuten', END],
  'newsletter-registration': ['/newsletter-anmeldung', END],
  'newsletter-detail': ['/newsletter-anmeldung/morgen', NONE],
  'bookmarks-feed': ['/deine-themen', NONE],
  'bookmarks-region': ['/deine-regionen', NONE],
  meineregion: ['/meineregion', NONE],
  'agb-document': ['/agb', NONE],
  'accessibility-document': ['/accessibility', NONE],
  'datenschutz-document': ['/datenschutz', NONE],
  'impressum-document': ['/impressum', NONE],
  document: ['/kontakt', NONE],
  'extension-page': [null, NONE],
  'testberichte-feed': ['/testberichte', END],
  testbericht: ['/testbericht/lastenrad-901', ['article-end']],
  podcasts: ['/podcasts', END],
  'podcast-detail': ['/podcast/auengespraech-700', END],
  coupons: ['/gutscheine', END],
  kuendigen: ['/kuendigen', NONE],
  widerrufen: ['/widerrufen', NONE],
  'offline-ausgabe': ['/offline-ausgabe', NONE],
  bookmarks: ['/bookmarks', NONE],
  'read-articles': ['/read-articles', NONE],
  '__mein-portal/bookmarks': ['/__mein-portal/bookmarks', NONE],
  '__mein-portal/read-articles': ['/__mein-portal/read-articles', NONE],
  '__mein-portal-auth-account': ['/account', NONE],
  '__mein-portal-auth-account-abo': ['/account/abo', NONE],
  '__mein-portal-auth-account-coins': ['/account/coins', NONE],
  '__mein-portal-auth-account-plus-verification': ['/account/plus-verification', NONE],
  '__mein-portal-auth-deine-themen-verwalten': ['/deine-themen-verwalten', NONE],
  '__mein-portal-auth-newsletters': ['/newsletters', NONE],
  '__mein-portal-auth-kommentare': ['/deine-kommentare', NONE],
  '__mein-portal-auth-regions': ['/regions', NONE],
  '__mein-portal-auth-markets': ['/account/suchen', NONE],
  '__mein-portal/dialog-flow/login': ['/__mein-portal/dialog-flow/login', NONE],
  '__mein-portal/dialog-flow/registration': ['/__mein-portal/dialog-flow/registration', NONE],
  '__mein-portal/dialog-flow/forgot-password': ['/__mein-portal/dialog-flow/forgot-password', NONE],
  '__mein-portal/dialog-flow/change-password': ['/__mein-portal/dialog-flow/change-password', NONE],
  '__mein-portal/dialog-flow/complete-registration': ['/__mein-portal/dialog-flow/complete-registration', NONE],
  error: ['/error/login-failed', NONE],
  'change-password': ['/change-password/abc', NONE],
  order: ['/order', NONE],
  'order/abo': ['/order/abo', NONE],
  'order/code': ['/order/code', NONE],
  'order/invite': ['/order/invite', NONE],
  'order/haushalt': ['/order/haushalt', NONE],
  'order/checkout': ['/order/checkout', NONE],
  'order/kauf': ['/order/kauf', NONE],
  'order/onepage-checkout': ['/order/onepage-checkout', NONE],
  kommentare: ['/kommentare/300', NONE],
  melden: [null, NONE],
  widerspruch: [null, NONE],
  'kommentare/abmelden': ['/kommentare/abmelden', NONE],
  radio: ['/radio', END],
  rechner: ['/rechner', END],
  epaper: ['/epaper', END],
  'epaper/suche': ['/epaper/suche', NONE],
  'epaper/ausgabe': [null, NONE],
  spiele: ['/spiele', END],
  'spiele/sudoku': ['/spiele/sudoku', END],
  'spiele/kakuro': ['/spiele/kakuro', END],
  'spiele/wortraten': ['/spiele/wortraten', END],
  'spiele/schiffe-versenken': ['/spiele/schiffe-versenken', END],
  'spiele/kreuzwortraetsel': ['/spiele/kreuzwortraetsel', END],
  'spiele/puzzle': ['/spiele/puzzle', END],
  'spiele/segelboot': ['/spiele/segelboot', END],
  horoskop: ['/horoskop', END],
  immobilien: ['/immobilien', END],
  'immobilien/angebot': [null, END],
  'immobilien/inserieren': ['/immobilien/inserieren', NONE],
  'immobilien/link': [null, NONE],
  jobs: ['/jobs', END],
  'jobs/angebot': [null, END],
  'jobs/inserieren': ['/jobs/inserieren', NONE],
  'jobs/link': [null, NONE],
  trauer: ['/trauer', NONE],
  'trauer/seite': ['/trauer/seite/1', NONE],
  'trauer/suche': ['/trauer/suche', NONE],
  'trauer/person': [null, NONE],
  'trauer/anzeige': [null, NONE],
  'trauer/kondolenz': [null, NONE],
  'trauer/aufgeben': ['/trauer/aufgeben', NONE],
  'trauer/erinnerung': ['/trauer/erinnerung', NONE],
  mitteilungen: ['/mitteilungen', NONE],
  quiz: ['/quiz', END],
  shop: ['/shop', END],
  'shop/produkt': [null, NONE],
  'shop/warenkorb': ['/shop/warenkorb', NONE],
  'sport-widget': ['/sport-widget', NONE],
  ergebnisse: ['/ergebnisse', END],
  'ergebnisse/spiel': [null, END],
  'ergebnisse/verein': [null, END],
  wetter: ['/wetter', END],
}

describe('every page of the portal', () => {
  const names = Object.keys(ROUTE_META) as RouteName[]
  it('is in the table of places', () => {
    expect(names.filter((name) => !Object.hasOwn(PLACES, name))).toEqual([])
  })

  it.each(names.flatMap((name) => (PLACES[name] === undefined ? [] : [[name, ...PLACES[name]] as const])))(
    'R1-44 %s, at %s, has the places %j',
    async (name, path, expected) => {
      expect(ROUTE_META[name].endsWithAd === true).toBe(expected === END)
      if (path === null) return
      const response = await portal.get(path)
      expect([name, response.status < 404, listPlaces(await response.text())]).toEqual([name, true, expected])
    },
  )
})

describe('a page about a sensitive topic has no places', () => {
  it.each([
    ['the section', 'ak', '/leben/2', ['list-1']],
    ['a section that the publication lists', 'ht', '/leben/2', []],
    ['its front', 'ht', '/leben', []],
    ['a tag', 'ak', '/ausflug', ['list-1']],
    ['a sensitive tag', 'ak', '/unfall', []],
    ['a tag below it', 'ak', '/strasse', []],
    ['a topic', 'ak', '/themen/t0', ['list-1']],
    ['a sensitive topic', 'ak', '/themen/t1', []],
    ['a topic with a sensitive tag', 'ak', '/themen/t2', []],
    ['a search', 'ak', '/suche?q=Ausflug', ['list-1']],
    ['a sensitive search', 'ak', '/suche?q=Mord', []],
  ])('%s in %s', async (_what, publication, path, expected) => {
    const html = await portal.html(path, { publication })
    expect(html.match(/Ausflug \d/g)?.length).toBeGreaterThan(18)
    expect(listPlaces(html)).toEqual(expected)
  })
})

describe("the publication's own advertisements", () => {
  it('those that are booked today, with a picture of the picture store', async () => {
    const answer = await portal.get('/api/advertising')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(await answer.json()).toEqual({
      ads: [
        expect.objectContaining({
          id: 'baeckerei',
          advertiser: 'Bäckerei Jessen',
          target: 'https://baeckerei.example/',
          sections: ['lokales'],
          places: [],
          picture: expect.objectContaining({ altText: 'Ein Brot', cropVal: '4:3', baseUrl: expect.any(String) }),
        }),
      ],
    })
  })
})

describe('AD_FRAME', () => {
  it('at a host that a publication names shows no frames there, and the log says so', async () => {
    const folders = mkdtempSync(join(tmpdir(), 'lokalteil-frames-'))
    for (const code of ['ak', 'fb'])
      cpSync(join(DEMO_FOLDERS.publications, code), join(folders, code), { recursive: true })
    const file = join(folders, 'fb', 'publication.yaml')
    writeFileSync(file, `${readFileSync(file, 'utf8')}hosts: [fb.bote.example]\n`)
    writeFileSync(join(folders, 'ak', 'advertising.yaml'), 'server: { kind: gpt, unit: "/1/ak/{place}" }\n')
    const own = await openTestPortal({
      seed: SEED,
      env: {
        PUBLICATIONS_DIR: folders,
        AD_FRAME: 'https://{mandator}.bote.example/platz',
        BIDDING_SCRIPT: 'https://bids.example/p.js',
      },
    })
    const isFramed = async (publication: string) =>
      (await own.html('/', { publication })).includes(`https://${publication}.bote.example/platz`)
    expect([await isFramed('ak'), await isFramed('fb')]).toEqual([true, false])
    const told = own.logged().flatMap((line) => {
      const { event, publication, message } = JSON.parse(line) as Record<string, string>
      return event === 'advertising-without-effect' ? [`${publication ?? 'all'}: ${message}`] : []
    })
    expect(told.toSorted()).toEqual([
      'ak: has no effect with AD_FRAME, whose frames are no Google tag',
      'all: BIDDING_SCRIPT has no effect: no publication names bidders in its advertising.yaml',
      'fb: AD_FRAME has no effect: it is at a host of the publication, where its scripts would reach the pages',
    ])
    await own.close()
    rmSync(folders, { recursive: true })
  })
})
