import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestReportSeed } from '@lokalteil/services/content/seed-input'
import { PAID_ID, SEED, article, hoursAgo, type TestContent } from '@lokalteil/services/content/content.testing'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { urls } from '../app/messages/publication/urls.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

/** Enough content for a second page of each list. */
const report = SEED.testReports[0]!
const LONG: TestContent = {
  ...SEED,
  version: 'long',
  articles: [
    ...SEED.articles.map((item) => (Number(item.id) <= 126 ? { ...item, tagIds: ['111'] } : item)),
    article('2025', 'Die Wahl in Zahlen', { sectionPath: 'politik' }),
    article('151', 'Bahn fährt wieder', { titlePrefix: 'Verkehr' }),
    article('150', 'Deich gebrochen', { urgency: 1, publishDate: hoursAgo(1) }),
    article('161', 'Wasserpegel sinkt', { publishDate: hoursAgo(30) }),
    article('162', 'Wasserpegel am Stadion', { publishDate: hoursAgo(40), sectionPath: 'sport/fussball' }),
    article('163', 'Wasserpegel der Aue', { publishDate: hoursAgo(300) }),
    article('164', 'Hafen offen', { teaserTextHtml: 'Der <b>Wasserpegel</b> hilft', publishDate: hoursAgo(20) }),
  ],
  sections: [
    ...SEED.sections,
    { path: 'wahl-77', name: 'Wahl 77', seoTitle: '', description: '', publications: ['ak'] },
  ],
  testReports: [
    ...SEED.testReports,
    ...Array.from({ length: 22 }, (_unused, index): TestReportSeed => ({
      ...report,
      id: String(910 + index),
      title: `Toaster ${910 + index} im Test`,
      titlePrefix: index === 1 ? 'Im Labor' : '',
    })),
  ],
  documents: [
    ...SEED.documents,
    ...(['agb', 'datenschutz', 'accessibility'] as const).map((id) => ({
      publication: 'ak' as const,
      id,
      title: `Titel von ${id}`,
      updated: hoursAgo(1000),
      contentItems: [{ type: 'paragraph' as const, html: `Text von ${id}.` }],
    })),
  ],
}

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: LONG })
})
afterAll(() => portal.close())

const routeOf = (html: string) => /data-route="([^"]*)"/.exec(html)?.[1]
const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))
/** Articles of the list itself, without those beside it. */
const documentsOf = (html: string) => [
  ...new Set(
    [
      ...mainOf(html)
        .replace(/<aside[\s\S]*?<\/aside>/g, '')
        .matchAll(/href="\/[^"/]*-(\d+)"|href="\/testbericht\/[^"]*-(\d+)"/g),
    ].map(([, id, reportId]) => id ?? reportId),
  ),
]
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]

describe('pages of the public route table', () => {
  it.each([
    ['R2.1-01', '/', 'home', 'Meldung 101 aus dem Rathaus'],
    ['R2.1-03', '/101', 'article', '<h1'],
    ['R2.1-04', '/irgendein-titel-101', 'article', 'Meldung 101 aus dem Rathaus'],
    ['R2.1-08', '/autor/lena-vogt-11', 'author', 'Lena Vogt'],
    ['R2.1-09', '/autoren', 'authors', 'href="/autor/lena-vogt-11"'],
    ['R2.1-12', '/themen', 'topics', 'href="/themen/7"'],
    ['R2.1-13', '/themen/7', 'topic', 'Linie 7'],
    ['R2.1-14', '/sport', 'channel', 'Sport</h1>'],
    ['R2.1-14', '/sport/fussball', 'channel', 'Talheim siegt'],
    ['R2.1-17', '/schlagzeilen', 'headlines', 'Meldung 102 aus dem Rathaus'],
    ['the newsletters', '/newsletter-anmeldung', 'newsletter-registration', 'href="/newsletter-anmeldung/morgen"'],
    ['R2.1-19', '/newsletter-anmeldung/morgen', 'newsletter-detail', 'Der Morgen'],
    ['R2.1-21 R2.1-39', '/agb', 'agb-document', 'Text von agb.'],
    ['R2.1-22', '/accessibility', 'accessibility-document', 'Text von accessibility.'],
    ['R2.1-23 R2.1-40', '/datenschutz', 'datenschutz-document', 'Text von datenschutz.'],
    ['R1-25 R2.1-24 R2.1-41', '/impressum', 'impressum-document', 'Verlag'],
    ['R2.1-25', '/testberichte', 'testberichte-feed', 'Toaster 931 im Test'],
    ['R2.1-27', '/testbericht/lastenrad-901', 'testbericht', 'Lastenrad Modell 901 im Test'],
    ['R2.1-31', '/meineregion', 'meineregion', 'Auenburg'],
    ['R2.1-33', '/podcasts', 'podcasts', 'Auengespräch'],
    ['R2.1-34', '/podcast/auengespraech-700', 'podcast-detail', 'Folge eins'],
    ['R2.1-35', '/neueste-artikel', 'newest-articles', 'Meldung 101 aus dem Rathaus'],
    ['R2.1-36', '/deine-regionen', 'bookmarks-region', '<h1'],
    ['R1-25', '/suche', 'search', 'type="search"'],
    ['the coupons', '/gutscheine', 'coupons', 'Radhaus'],
    ['R6-17 bookmarks', '/bookmarks', 'bookmarks', '<h1'],
    ['R6-17 read articles', '/read-articles', 'read-articles', '<h1'],
    ['R2.2-19', '/__mein-portal/bookmarks', '__mein-portal/bookmarks', '<h1'],
    ['R2.2-20', '/__mein-portal/read-articles', '__mein-portal/read-articles', '<h1'],
    ['the feed of topics', '/deine-themen', 'bookmarks-feed', '<h1'],
    ['an account error', '/error/login-failed', 'error', 'Die Anmeldung ist fehlgeschlagen'],
  ])('R6-16 R1-13 %s: %s is the page %s for an anonymous reader', async (_ids, path, name, text) => {
    const response = await portal.get(path)
    const html = await response.text()
    expect([response.status, routeOf(html)]).toEqual([200, name])
    expect(mainOf(html).includes(text), path).toBe(true)
  })

  it.each([
    ['R2.1-08', '/autor/lena-vogt-11'],
    ['R2.1-13', '/themen/7'],
    ['R2.1-16', '/strassenbahn'],
    ['R2.1-17', '/schlagzeilen'],
    ['R2.1-25', '/testberichte'],
    ['R2.1-35', '/neueste-artikel'],
  ])('%s: the second page of %s lists others than the first, and links lead back and forth', async (_ids, path) => {
    const [first, second] = await Promise.all([portal.html(path), portal.html(`${path}/2`)])
    const [ones, twos] = [documentsOf(first), documentsOf(second)]
    expect(ones.length).toBeGreaterThan(10)
    expect(twos.length).toBeGreaterThan(0)
    expect(twos.filter((id) => ones.includes(id))).toEqual([])
    expect(mainOf(first).includes(`href="${path}/2"`), path).toBe(true)
    expect(mainOf(second).includes(`href="${path}"`), path).toBe(true)
    expect(canonicalOf(second)?.endsWith(`${path}/2`)).toBe(true)
  })

  it.each([
    '/schlagzeilen/99',
    '/strassenbahn/99',
    '/autor/lena-vogt-11/99',
    '/themen/7/99',
    '/testberichte/99',
    '/neueste-artikel/99',
    '/schlagzeilen/0',
    '/strassenbahn/0',
  ])('S2.1-08 has no page %s', async (path) => {
    expect((await portal.get(path)).status).toBe(404)
  })

  it('R2.1-35 lists the newest first', async () => {
    // Days are headings above the articles; their own times have hours.
    const dates = [
      ...mainOf(await portal.html('/neueste-artikel')).matchAll(/<time[^>]*dateTime="([^"]+T[^"]+)"/g),
    ].map(([, date]) => Date.parse(date!))
    expect(dates.length).toBeGreaterThan(10)
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
  })

  it('R2.1-03 R2.1-04 is the same article under every slug, with one canonical address', async () => {
    const pages = await Promise.all(['/101', '/-101', '/falscher-titel-101', '/00101'].map((path) => portal.get(path)))
    expect(pages.slice(0, 3).map((page) => page.status)).toEqual([200, 200, 200])
    const texts = await Promise.all(pages.slice(0, 3).map((page) => page.text()))
    expect(new Set(texts.map((html) => canonicalOf(html)))).toEqual(
      new Set(['http://localhost:3000/meldung-101-aus-dem-rathaus-101']),
    )
    expect(new Set(texts.map(mainOf)).size).toBe(1)
  })

  it('S2.1-06 shows a section whose name ends in a number if no article has that id, else the article', async () => {
    expect(mainOf(await portal.html('/wahl-77')).includes('Wahl 77</h1>'), 'page').toBe(true)
    expect(mainOf(await portal.html('/wahl-2025')).includes('Die Wahl in Zahlen'), 'page').toBe(true)
  })

  it('S2.1-07 shows the first page of a tag under its own path and redirects its number there', async () => {
    const [own, numbered] = await Promise.all([portal.html('/strassenbahn'), portal.html('/strassenbahn/1')])
    expect(documentsOf(numbered)).toEqual(documentsOf(own))
    expect(canonicalOf(numbered)).toBe('http://localhost:3000/strassenbahn')
  })

  it.each([
    ['/newsletter-anmeldung/gibt-es-nicht', 'R2.1-19'],
    ['/themen/gibt-es-nicht', 'an unknown topic'],
    ['/autor/niemand-999', 'an unknown author'],
    ['/testbericht/nichts-999', 'an unknown test report'],
    ['/podcast/nichts-999', 'an unknown podcast'],
  ])('answers 404 for %s (%s)', async (path) => {
    expect((await portal.get(path)).status).toBe(404)
  })

  it.each([
    ['/', true],
    ['/101', true],
    ['/gibt-es-nicht', true],
    ['/__mein-portal/bookmarks', false],
  ])('%s is first drawn with its whole header, if it has one', async (path, hasHeader) => {
    const html = await portal.html(path)
    const [, awaited] = /<link rel="expect" href="#(\w+)" blocking="render">/.exec(html) ?? []
    // Drawing begins with the start tag of the named element.
    const isWhole =
      html.lastIndexOf('</header>', html.indexOf(` id="${awaited}"`)) > html.indexOf('<header id="header"')
    expect([awaited !== undefined, html.includes('<header id="header"'), isWhole]).toEqual(
      hasHeader ? [true, true, true] : [false, false, false],
    )
  })

  it('S2.2-06 answers the two framed pages without header and footer, with the canonical address of the public ones', async () => {
    const html = await portal.html('/__mein-portal/bookmarks')
    expect(html.includes('<footer'), 'page').toBe(false)
    expect(html.includes('<header id="header"'), 'page').toBe(false)
  })

  it('R8-49 shows the text of each account error key and never the key of an address', async () => {
    const general = 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.'
    const cases: [string, string][] = [
      ['login-failed', 'Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.'],
      ['registration-failed', 'Die Registrierung konnte nicht abgeschlossen werden.'],
      ['session-expired', 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.'],
      ['email-not-verified', 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.'],
      ['invalid-code', 'Dieser Link ist ungültig oder wurde bereits verwendet.'],
      ['expired-code', 'Dieser Link ist abgelaufen. Bitte fordern Sie einen neuen an.'],
      ['no-subscription-session', 'Ihr Abo-Konto konnte nicht geladen werden. Bitte versuchen Sie es später erneut.'],
      ['no-access', 'Für diesen Bereich fehlt Ihnen die Berechtigung.'],
      ['social-login-failed', 'Die Anmeldung über den gewählten Anbieter ist fehlgeschlagen.'],
      ['404', general],
      ['__proto__', general],
      ['Ihr-Konto-ist-gesperrt', general],
    ]
    for (const [key, text] of cases) {
      const response = await portal.get(`/error/${key}`)
      const html = await response.text()
      expect([key, response.status, response.headers.get('cache-control')]).toEqual([key, 200, 'private, no-store'])
      expect(mainOf(html).includes(text), key).toBe(true)
      expect(html.includes('<meta name="robots" content="noindex'), key).toBe(true)
      expect(mainOf(html).includes('gesperrt'), key).toBe(false)
    }
  })

  it('R7.3-14 has a content path for the data of every page kind', async () => {
    const paths = [
      'sites',
      'pages/home',
      'channels/sport',
      'channels/sport/fussball',
      'channels/strassenbahn',
      'articles/101',
      'articles/101/teaser',
      'articles/search?q=rathaus',
      'authors',
      'authors/11',
      'topics',
      'topics/7',
      'headlines',
      'newest-articles',
      'most-read',
      'test-reports',
      'test-reports/901',
      'podcasts',
      'podcasts/700',
      'coupons',
      'newsletters',
      'newsletters/morgen',
      'documents/impressum',
      'breaking-news',
      'sport-widget',
      'personal-feeds/regions',
      'personal-feeds/topics',
      'tags/111',
      'tags/111/hierarchy',
    ]
    const answers = await Promise.all(
      paths.map(async (path) => [path, (await portal.get(`/__proxy_content_api/v5/${path}`)).status]),
    )
    expect(answers.filter(([, status]) => status !== 200)).toEqual([])
  })
})

describe('parts of every page', () => {
  it.each([
    ['R2.6-02', '/101', 'Meldung 101 aus dem Rathaus'],
    ['R2.6-05', '/autor/lena-vogt-11', 'Lena Vogt | Auenkurier'],
    ['R2.6-06', '/lokales', 'Lokales aus der Region'],
    ['R2.6-07', '/sport/fussball', 'Fußball'],
    ['R2.6-08', '/themen', 'Themen | Auenkurier'],
    ['R2.6-09', '/schlagzeilen', 'Schlagzeilen | Auenkurier'],
    ['R2.6-09', '/schlagzeilen/2', 'Schlagzeilen – Seite 2 | Auenkurier'],
    ['R2.6-06', '/lokales/auenburg/2', 'Auenburg – Seite 2'],
    ['R2.6-10', '/themen/7', 'Alle Artikel zum Thema Linie 7 | Auenkurier'],
    ['R2.6-11', '/', 'Auenkurier – Nachrichten aus der Region'],
    ['R2.6-01', '/151', 'Verkehr: Bahn fährt wieder'],
    ['R2.6-03', '/testbericht/901', 'Lastenrad Modell 901 im Test'],
    ['R2.6-03', '/testbericht/911', 'Im Labor: Toaster 911 im Test'],
  ])('%s titles %s with %j', async (_ids, path, title) => {
    expect(/<title>([^<]*)<\/title>/.exec(await portal.html(path))?.[1]).toBe(title)
  })

  it.each([
    ['/autoren', 'Autorinnen und Autoren'],
    ['/strassenbahn/2', 'Straßenbahn – Seite 2'],
    ['/suche', 'Suche'],
    ['/suche?q=Meldung', 'Suche: Meldung'],
    ['/suche/2?q=Meldung', 'Suche: Meldung – Seite 2'],
    ['/neueste-artikel', 'Neueste Artikel'],
    ['/podcasts', 'Podcasts'],
    ['/podcast/auengespraech-700', 'Auengespräch'],
    ['/gutscheine', 'Gutscheine'],
    ['/newsletter-anmeldung', 'Newsletter'],
    ['/impressum', 'Impressum'],
    ['/kuendigen', 'Verträge hier kündigen'],
    ['/widerrufen', 'Vertrag widerrufen'],
    ['/bookmarks', 'Merkliste'],
    ['/read-articles', 'Gelesene Artikel'],
    ['/meineregion', 'Meine Region'],
    ['/deine-themen', 'Ihre Themen'],
    ['/deine-regionen', 'Ihre Regionen'],
    ['/order', 'Bestellen'],
    ['/order/abo', 'Abo bestellen'],
    ['/order/checkout', 'Bestellung abschließen'],
    ['/order/haushalt', 'Mein Haushalt'],
    ['/error/invalid-code', 'Das hat leider nicht geklappt'],
  ])('S2.6-02 %s has its own heading before the title of the site', async (path, heading) => {
    const title = /<title>([^<]*)<\/title>/.exec(await portal.html(path))?.[1]
    expect(title).toBe(`${heading} | Auenkurier – Nachrichten aus der Region`)
  })

  it('R2.1-34 a podcast has its own name as heading and title, an episode has the episode’s', async () => {
    const headsOf = async (path: string) => {
      const html = await portal.html(path)
      return [/<h1[^>]*>([^<]*)/.exec(html)?.[1], /<title>([^|<]*) \|/.exec(html)?.[1]]
    }
    const episode = /href="(\/podcast\/folge-eins-\d+)"/.exec(await portal.html('/podcast/auengespraech-700'))?.[1]
    expect(await headsOf('/podcast/auengespraech-700')).toEqual(['Auengespräch', 'Auengespräch'])
    expect(await headsOf(episode!)).toEqual(['Folge eins', 'Folge eins'])
  })

  it.each(PUBLICATION_CODES)('R1-01 R1-04 R1-06 R9-06 is in German and has its own name in %s', async (publication) => {
    const html = await portal.html('/', { publication })
    expect(html.includes(`<html lang="de" dir="ltr" data-publication="${publication}"`), 'page').toBe(true)
    expect(html.includes('<meta property="og:locale" content="de_DE">'), 'page').toBe(true)
  })

  it('shows an article and a section only in the publications that have them', async () => {
    expect((await portal.get('/136', { publication: 'fb' })).status).toBe(200)
    expect((await portal.get('/136')).status).toBe(404)
    expect((await portal.get('/hafen', { publication: 'fb' })).status).toBe(200)
    expect((await portal.get('/hafen')).status).toBe(404)
  })

  it('R2.1-37 R2.1-38 takes the addresses of bookmarks and newsletters in links from the message catalogue', async () => {
    expect(urls.bookmarks).toBe('/bookmarks')
    expect(urls.newsletters).toBe('/newsletters')
    const before = urls.bookmarks
    try {
      Object.assign(urls, { bookmarks: '/gemerkt' })
      const html = await portal.html('/autoren?nocache=1')
      expect(html.includes('href="/gemerkt"'), 'page').toBe(true)
      expect(html.includes('href="/bookmarks"'), 'page').toBe(false)
    } finally {
      Object.assign(urls, { bookmarks: before })
    }
  })

  it('R2.8-12 is the same below the language prefix, and remembers the language for a year', async () => {
    const [plain, prefixed] = await Promise.all([portal.html('/sport'), portal.get('/de/sport')])
    expect(mainOf(await prefixed.text())).toBe(mainOf(plain))
    expect(prefixed.headers.get('set-cookie')).toBe('locale=de; Path=/; Max-Age=31536000; SameSite=Lax')
  })

  it('R9-11 stores the locale cookie for 365 days with SameSite lax', async () => {
    const cookie = (await portal.get('/de')).headers.get('set-cookie') ?? ''
    expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBe(365 * 86_400)
    expect(cookie).toMatch(/^locale=de;.*SameSite=Lax/)
  })

  it('R2.13-11 shows breaking news on pages, except legal ones', async () => {
    expect((await portal.html('/sport')).includes('aria-label="Eilmeldung"'), '/sport').toBe(true)
    const html = await portal.html('/impressum')
    expect(html.includes('aria-label="Eilmeldung"'), '/impressum').toBe(false)
  })

  it('R2.1-06 shows the utility bar at home and hides it on articles and test reports', async () => {
    const bar = 'aria-label="Service"'
    expect((await portal.html('/')).includes(bar), 'page').toBe(true)
    expect((await portal.html('/101')).includes(bar), 'page').toBe(false)
    expect((await portal.html('/testbericht/901')).includes(bar), 'page').toBe(false)
  })

  it.each(['/', '/lokales', '/101', '/testbericht/901'])(
    'preloads the picture %s begins with, at the same addresses that the page uses',
    async (path) => {
      const html = await portal.html(path)
      const [, preloaded, preloadedFor] =
        /<link rel="preload" as="image"[^>]* imagesrcset="([^"]+)" imagesizes="([^"]+)"/.exec(html) ?? []
      const [first] = mainOf(html).split(/<img [^>]*fetchPriority="high"/)
      const [, drawn, drawnFor] =
        [...first!.matchAll(/<source type="image\/avif" srcSet="([^"]+)" sizes="([^"]+)"/g)].at(-1) ?? []
      expect(preloaded).toBeDefined()
      expect([preloaded, preloadedFor]).toEqual([drawn, drawnFor])
    },
  )

  it('marks paid articles in the structured data and in the page, with a lock on the teaser', async () => {
    const html = await portal.html(`/${PAID_ID}`)
    const [graph] = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json!) as Record<string, unknown>,
    )
    expect(JSON.stringify(graph)).toContain('"isAccessibleForFree":false')
    expect(JSON.stringify(graph)).not.toContain('articleBody')
  })

  it('S2.1-22 keeps personal pages and search results out of indexes', async () => {
    for (const path of [
      '/suche?q=rathaus',
      '/suche/2?q=rathaus',
      '/suche/2',
      '/bookmarks',
      '/read-articles',
      '/error/x',
    ]) {
      const response = await portal.get(path)
      expect([path, response.headers.get('x-robots-tag')]).toEqual([path, 'noindex, follow'])
    }
    for (const path of ['/101', '/suche'])
      expect([path, (await portal.get(path)).headers.get('x-robots-tag')]).toEqual([path, null])
    expect(await portal.html('/suche')).toContain('<meta name="robots" content="max-image-preview:large')
  })

  it('has exactly one main heading on every page', async () => {
    for (const path of [
      '/',
      '/101',
      '/sport',
      '/strassenbahn',
      '/themen',
      '/themen/7',
      '/autoren',
      '/autor/11',
      '/schlagzeilen',
      '/neueste-artikel',
      '/testberichte',
      '/testbericht/901',
      '/podcasts',
      '/podcast/700',
      '/gutscheine',
      '/suche',
      '/suche?q=rathaus',
      '/impressum',
      '/newsletter-anmeldung',
      '/newsletter-anmeldung/morgen',
      '/meineregion',
      '/bookmarks',
      '/read-articles',
      '/deine-themen',
      '/deine-regionen',
      '/gibt-es-nicht',
    ]) {
      const html = await portal.html(path)
      expect([path, [...html.matchAll(/<h1[\s>]/g)].length]).toEqual([path, 1])
    }
  })

  describe('the search page', () => {
    const read = async (path: string) => mainOf(await portal.html(path))
    /** Of a list of choices: text, address and whether it is the chosen one. */
    const choicesOf = (html: string, label: string) =>
      [
        ...new RegExp(`<nav[^>]*aria-label="${label}"[^>]*>(.*?)</nav>`, 's')
          .exec(html)![1]!
          .matchAll(/<a href="([^"]*)"([^>]*)>([^<]*)/g),
      ].map(([, href, rest, text]) => [text, href!.replaceAll('&amp;', '&'), rest!.includes('aria-current="true"')])

    it('S2.1-22 finds by order, period and section', async () => {
      // The menu in the page names the section "wahl-77".
      const hits = async (query: string) =>
        documentsOf(await read(`/suche?q=Wasserpegel${query}`)).filter((id) => id !== '77')
      const [best, newest, week, sport, all] = await Promise.all([
        hits(''),
        hits('&sortierung=neueste'),
        hits('&zeitraum=woche'),
        hits('&ressort=sport'),
        hits('&sortierung=neueste&zeitraum=woche&ressort=lokales'),
      ])
      // A hit in the headline counts more than one in the text.
      expect([...best].toSorted((a, b) => Number(a) - Number(b))).toEqual(['161', '162', '163', '164'])
      expect(best.at(0)).not.toBe('164')
      expect(newest).toEqual(['164', '161', '162', '163'])
      expect([...week].toSorted((a, b) => Number(a) - Number(b))).toEqual(['161', '162', '164'])
      expect(sport).toEqual(['162'])
      expect(all).toEqual(['164', '161'])
    })

    it('links every order, period and section, and keeps the rest of the search', async () => {
      const html = await read('/suche?q=Wasserpegel&sortierung=neueste&zeitraum=woche&ressort=lokales')
      expect(choicesOf(html, 'Sortieren nach')).toEqual([
        ['Relevanz', '/suche?q=Wasserpegel&zeitraum=woche&ressort=lokales', false],
        ['Neueste zuerst', '/suche?q=Wasserpegel&sortierung=neueste&zeitraum=woche&ressort=lokales', true],
      ])
      expect(choicesOf(html, 'Zeitraum').map(([text, , isChosen]) => [text, isChosen])).toEqual([
        ['Beliebig', false],
        ['24 Stunden', false],
        ['1 Woche', true],
        ['1 Monat', false],
        ['1 Jahr', false],
      ])
      expect(choicesOf(html, 'Ressort')).toEqual(
        expect.arrayContaining([
          ['Alle', '/suche?q=Wasserpegel&sortierung=neueste&zeitraum=woche', false],
          ['Lokales', '/suche?q=Wasserpegel&sortierung=neueste&zeitraum=woche&ressort=lokales', true],
          ['Sport', '/suche?q=Wasserpegel&sortierung=neueste&zeitraum=woche&ressort=sport', false],
        ]),
      )
      expect(html).toContain('Filter (2)')
      // The form for days works without scripts and keeps order and section.
      const form = html.slice(html.lastIndexOf('<form', html.indexOf(`name="von"`)), html.indexOf(`name="bis"`) + 20)
      expect([...form.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual([
        'q',
        'sortierung',
        'ressort',
        'von',
        'bis',
      ])
    })

    it('marks the hits in headlines and texts', async () => {
      const html = await read('/suche?q=wasserpegel')
      expect(html).toContain('<mark>Wasserpegel</mark> sinkt')
      expect(html).toMatch(/Der <b><mark>Wasserpegel<\/mark><\/b> hilft/)
      expect(await read('/suche?q=Hafen')).not.toContain('<mark>Wasserpegel')
    })

    it('offers a search without filters where they leave nothing', async () => {
      const html = await read('/suche?q=Wasserpegel&zeitraum=tag&ressort=sport')
      expect(html).toContain('Mit diesen Filtern gibt es keine Treffer für „Wasserpegel“.')
      expect(html).toMatch(/href="\/suche\?q=Wasserpegel"[^>]*>Filter zurücksetzen/)
    })
  })
})
