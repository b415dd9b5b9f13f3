import { fileURLToPath } from 'node:url'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT, type Picture, type SitemapEntry } from '@lokalteil/contracts/content'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { isFilePath, matchRoute } from '@lokalteil/domain/routing/routes'
import { createContentService, type ContentService } from '@lokalteil/services/content/app'
import { fillContent, type TestContent } from '@lokalteil/services/content/content.testing'
import type { ArticleSeed } from '@lokalteil/services/content/seed-input'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { ENGINE, openTestDatabase, type TestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { Advertising } from '../rendering/advertising.ts'
import { openDemoLooks } from '../rendering/looks.testing.ts'
import {
  createDiscoveryFiles,
  type DiscoveryFilesOptions,
  DISCOVERY_FILES,
  DISCOVERY_FOLDERS,
} from './discovery-files.ts'
import { toPodcastGuid } from './podcast-feed.ts'
import type { PortalEnv } from '../http/portal-env.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const SECRET = 'Geheimsatz hinter der Schranke'
const ORIGINS: Record<PublicationCode, string> = {
  ak: 'https://www.auenkurier.de',
  fb: 'https://www.flussbote.de',
  ht: 'https://www.huegelland-tageblatt.de',
  la: 'https://www.lokal-aktuell.de',
}
const picture: Picture = {
  baseUrl: '/demo/rathaus.jpg',
  cropVal: '16:9',
  altText: 'Das Rathaus & der „Markt“',
  width: 2400,
  height: 1600,
  credit: 'Jana <Klein>',
  caption: '',
  colour: null,
}

let clock = NOW
let testDatabase: TestDatabase
let service: ContentService
let app: Hono<PortalEnv>
let calls = 0
let isSilent = false

function article(id: string, over: Partial<ArticleSeed> = {}): ArticleSeed {
  return {
    id,
    kind: 'news',
    title: `Artikel ${id}`,
    titlePrefix: '',
    seoTitle: '',
    teaserTextHtml: `Vorspann von ${id}`,
    sectionPath: 'sport',
    authorIds: [],
    source: '',
    publishDate: new Date(NOW.getTime() - Number(id) * HOUR),
    updateDate: null,
    visibleFrom: null,
    contentRestriction: 'free',
    picture: null,
    headerVideo: null,
    tagIds: [],
    regionIds: [],
    publications: ['ak'],
    owner: 'ak',
    isSoldContent: false,
    urgency: 5,
    correction: '',
    aiUse: 'none',
    relatedIds: [],
    views: 0,
    body: [
      { type: 'paragraph', html: `Erster Absatz von ${id}` },
      { type: 'paragraph', html: `${SECRET} ${id}` },
    ],
    ...over,
  }
}

const seed: TestContent = {
  version: 'machine-files-1',
  sections: [
    { path: 'sport', name: 'Sport', seoTitle: '', description: 'Vom Kreispokal an.', publications: ['ak', 'fb'] },
    { path: 'sport/fussball', name: 'Fußball', seoTitle: '', description: '', publications: ['ak'] },
    { path: 'leer', name: 'Leer', seoTitle: '', description: '', publications: ['ak'] },
  ],
  tags: [{ id: '7', slug: 'hafen', name: 'Hafen & Fähre', parentId: null, kind: 'topic' }],
  topics: [
    { id: 'bruecke', title: 'Die neue Brücke', description: '', tagIds: ['7'], picture: null, publications: ['ak'] },
  ],
  regions: [{ id: 'auenburg', label: 'Auenburg', sectionPath: 'sport', parentId: null }],
  authors: [{ id: '11', prename: 'Lena', surname: 'Vogt', role: '', bio: '', email: '', portrait: null }],
  articles: [
    article('1', {
      title: 'Rat sagt „Ja“ & <Nein>\u0007 zur Brücke',
      teaserTextHtml: 'Mehr dazu <a href="/sport">im Sport</a> &amp; anderswo',
      sectionPath: 'sport/fussball',
      contentRestriction: 'paid',
      picture,
      tagIds: ['7'],
      regionIds: ['auenburg'],
      authorIds: ['11'],
      updateDate: new Date(NOW.getTime() - HOUR / 2),
      publications: ['ak', 'fb'],
    }),
    ...Array.from({ length: 30 }, (_, index) => article(String(index + 2))),
    article('40', { isSoldContent: true, title: 'Anzeige: Möbelhaus' }),
    article('47', { title: 'Noch keine zwei Tage alt' }),
    article('49', { title: 'Schon zwei Tage alt' }),
    article('60', {
      title: 'Vom Flussboten',
      owner: 'fb',
      publications: ['ak', 'fb'],
      publishDate: new Date(NOW.getTime() - HOUR),
    }),
    article('61', {
      title: 'Kommt noch',
      publishDate: new Date(NOW.getTime() + HOUR),
      visibleFrom: new Date(NOW.getTime() + HOUR),
    }),
  ],
  testReports: [],
  podcasts: [
    {
      id: '900',
      title: 'Aue & Umland',
      description: 'Gespräche',
      picture,
      publications: ['ak'],
      episodes: [
        {
          id: '901',
          title: 'Folge eins',
          description: 'Wie alles begann.',
          publishDate: new Date(NOW.getTime() - 5 * DAY),
          audio: {
            type: 'audio',
            src: '/assets/demo/media/eins.mp3',
            mimeType: 'audio/mpeg',
            title: 'Folge eins',
            duration: 61.4,
            voiceLabel: 'KI-Stimme',
            chapters: [
              { start: 0, title: 'Anfang' },
              { start: 30.25, title: 'Ende & <Gruß>' },
            ],
          },
          transcript: ['Guten Tag.', 'Auf Wiederhören.'],
          picture: null,
          bytes: 123_456,
        },
        {
          id: '902',
          title: 'Folge null',
          description: 'Noch ohne alles.',
          publishDate: new Date(NOW.getTime() - 6 * DAY),
          audio: {
            type: 'audio',
            src: '/assets/demo/media/null.mp3',
            mimeType: 'audio/mpeg',
            title: 'Folge null',
            duration: 30,
            voiceLabel: '',
          },
          transcript: [],
          picture: null,
          bytes: 1000,
        },
      ],
    },
  ],
  coupons: [],
  newsletters: [],
  documents: [
    {
      publication: 'ak',
      id: 'impressum',
      title: 'Impressum',
      updated: new Date('2026-10-01T00:00:00Z'),
      contentItems: [],
    },
  ],
  menus: [],
  sport: [],
}

const NOTHING_SOLD: ReturnType<Advertising['sellingOf']> = { appAds: null, sellers: [] }
const LOOKS = {
  looks: await openDemoLooks(fileURLToPath(new URL('../../..', import.meta.url))),
  hasBrandFile: () => true,
  advertising: { sellingOf: () => NOTHING_SOLD },
  sitemapsOfRooms: [],
  listOwnPages: async (code: string) => (code === 'ak' ? ['/kalender'] : []),
}

function toConfig(more: Record<string, string> = {}) {
  const { ak, ...others } = ORIGINS
  const result = readConfig({ DEMO: '0', PUBLIC_ORIGIN: ak, PUBLICATION_ORIGINS: JSON.stringify(others), ...more })
  if (!result.ok) throw new Error(result.problems.join('; '))
  return result.config
}

beforeAll(async () => {
  testDatabase = await openTestDatabase(ENGINE, createTestDatabase)
  service = await createContentService({ database: testDatabase.database, now: () => clock })
  await fillContent(service, seed)
  app = createApp()
})
afterAll(async () => {
  await service.close()
  await testDatabase.drop()
})

function createApp(more: Record<string, string> = {}, others: Partial<DiscoveryFilesOptions> = {}): Hono<PortalEnv> {
  const contentOf = (publication: PublicationCode): Client<typeof CONTENT> =>
    createTestClient(CONTENT, {
      base: `http://content.test/${publication}`,
      fetch: (request) => {
        calls++
        return isSilent ? new Response('', { status: 503 }) : service.app.fetch(request)
      },
    })
  return createDiscoveryFiles({ ...LOOKS, config: toConfig(more), contentOf, now: () => clock, ...others })
}

const ask = (path: string, init: RequestInit & { publication?: PublicationCode } = {}, to: Hono<PortalEnv> = app) =>
  Promise.resolve(
    to.request(path, {
      ...init,
      headers: { 'x-publication': init.publication ?? 'ak', ...(init.headers as Record<string, string>) },
    }),
  )

const read = async (path: string, publication: PublicationCode = 'ak', to: Hono<PortalEnv> = app) => {
  const response = await ask(path, { publication }, to)
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ['url', 'sitemap', 'item'].includes(name),
  parseTagValue: false,
})
function parseXml(text: string) {
  expect(XMLValidator.validate(text)).toBe(true)
  return parser.parse(text)
}

type Url = {
  loc: string
  lastmod?: string
  'news:news'?: Record<string, never>
  'image:image'?: { 'image:loc': string }
}
const urlsOf = (text: string) => (parseXml(text).urlset.url ?? []) as Url[]

describe('robots.txt', () => {
  /** Parses as RFC 9309 says: groups by user agent, each with its rules. */
  function toGroups(text: string): Map<string, string[]> {
    const groups = new Map<string, string[]>()
    let agents: string[] = []
    let isNaming = false
    for (const line of text.split('\n')) {
      const [, name = '', value = ''] = /^([A-Za-z-]+):\s*(.+)$/.exec(line) ?? []
      if (name === 'User-agent') {
        if (!isNaming) agents = []
        agents.push(value.toLowerCase())
        isNaming = true
        groups.set(value.toLowerCase(), groups.get(value.toLowerCase()) ?? [])
      } else if (name === 'Allow' || name === 'Disallow') {
        isNaming = false
        for (const agent of agents) groups.get(agent)!.push(`${name} ${value}`)
      }
    }
    return groups
  }

  /** The longest matching rule wins. */
  function isOpen(rules: readonly string[], path: string): boolean {
    const matching = rules.filter((rule) => {
      const pattern = rule
        .replace(/^(?:Disallow|Allow) /, '')
        .replace(/[.?+^(){}|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*')
      return new RegExp(`^${pattern}`).test(path)
    })
    const lengthOf = (rule: string) => rule.slice(rule.indexOf(' ')).length
    return matching.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]?.startsWith('Allow') ?? true
  }

  it('S2.1-21 law-and-search B.11 closes calls, the personal area, the account, orders and the search, but neither an article nor the offers', async () => {
    const groups = toGroups(await read('/robots.txt'))
    const closed = [
      '/api/settings',
      '/__mein-portal/bookmarks',
      '/account',
      '/account/abo',
      '/order/checkout',
      '/order/onepage-checkout',
      '/order/code',
      '/order/invite',
      '/order/haushalt',
      '/suche?',
      '/suche?q=hafen',
      '/suche/2?q=hafen',
      '/suggest?q=a',
    ]
    const open = [
      '/',
      '/sport',
      '/suche',
      '/suche-nach-vermisster-frau-12',
      '/account-gehackt-was-tun-13',
      '/order/abo',
      '/_ipx/w_640/a.jpg',
      '/rss',
      '/sitemap.xml',
      '/themen/hafen',
    ]
    for (const agent of ['*', 'googlebot-news']) {
      const rules = groups.get(agent)!
      expect(closed.filter((path) => isOpen(rules, path))).toEqual([])
      expect(open.filter((path) => !isOpen(rules, path))).toEqual([])
    }
  })

  it('closes everything to robots that train models', async () => {
    const groups = toGroups(await read('/robots.txt'))
    for (const agent of ['google-extended', 'gptbot', 'claudebot', 'ccbot', 'perplexitybot'])
      expect(groups.get(agent)).toEqual(['Disallow /'])
    expect(groups.get('googlebot-news')).not.toContain('Disallow /')
  })

  it.each(PUBLICATION_CODES)(
    'law-and-search B.11 names the sitemaps and the licence of %s under its own address',
    async (publication) => {
      const text = await read('/robots.txt', publication)
      expect((await ask('/robots.txt', { publication })).headers.get('link')).toBe(
        `<${ORIGINS[publication]}/license.xml>; rel="license"; type="application/rsl+xml"`,
      )
      expect(text).toContain(`\nSitemap: ${ORIGINS[publication]}/sitemap.xml\n`)
      expect(text).toContain(`\nSitemap: ${ORIGINS[publication]}/news-sitemap.xml\n`)
      expect(text).toContain(`\n# License: ${ORIGINS[publication]}/license.xml\n`)
    },
  )
})

describe('sitemaps', () => {
  it('S2.1-21 lists in its index only files that exist, each with the date of its newest entry', async () => {
    const sitemaps = parseXml(await read('/sitemap.xml')).sitemapindex.sitemap as { loc: string; lastmod: string }[]
    expect(sitemaps.map(({ loc }) => loc.slice(`${ORIGINS.ak}/sitemaps/`.length)).sort()).toEqual([
      'articles-1.xml',
      'authors.xml',
      'pages.xml',
      'podcasts.xml',
      'sections.xml',
      'tags.xml',
      'topics.xml',
    ])
    for (const { loc, lastmod } of sitemaps) {
      const urls = urlsOf(await read(new URL(loc).pathname))
      expect(urls.length).toBeGreaterThan(0)
      expect(lastmod).toBe(
        urls
          .map((url) => url.lastmod!)
          .sort()
          .at(-1),
      )
    }
  })

  it('law-and-search B.5 contains only articles that the publication owns, with true dates and pictures', async () => {
    const urls = urlsOf(await read('/sitemaps/articles-1.xml'))
    const paid = urls.find(({ loc }) => loc.endsWith('-1'))!
    expect(paid.lastmod).toBe(new Date(NOW.getTime() - HOUR / 2).toISOString())
    expect(paid['image:image']!['image:loc']).toBe(`${ORIGINS.ak}/_ipx/w_1280,h_720,f_jpeg,q_75/demo/rathaus.jpg`)
    expect(urls.some(({ loc }) => loc.endsWith('-60'))).toBe(false)
    expect(urls.some(({ loc }) => loc.endsWith('-61'))).toBe(false)
    expect(urlsOf(await read('/sitemaps/articles-1.xml', 'fb')).map(({ loc }) => loc)).toEqual([
      `${ORIGINS.fb}/vom-flussboten-60`,
    ])
  })

  it('answers 404 for unknown files', async () => {
    for (const path of [
      '/sitemaps/articles-2.xml',
      '/sitemaps/articles-0.xml',
      '/sitemaps/toString.xml',
      '/sitemaps/constructor.xml',
      '/sitemaps/nope.xml',
      '/sitemaps/articles-1',
      '/sitemaps/',
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, path.endsWith('/') ? 301 : 404])
    }
  })
})

describe('sitemaps of more than one page', () => {
  const toEntry = (kind: SitemapEntry['kind'], path: string, day: number, isOwn = true): SitemapEntry => {
    const at = new Date(NOW.getTime() - day * DAY).toISOString()
    return { kind, path, isOwn, title: path, lastModified: at, publishDate: at, picture: null, keywords: [] }
  }
  const pages = [
    [toEntry('section', '/sport', 1), toEntry('tag', '/hafen', 9)],
    [toEntry('tag', '/faehre', 3), toEntry('article', '/a-1', 1)],
    [toEntry('testReport', '/testbericht/b-2', 2), toEntry('article', '/c-3', 1, false)],
    [toEntry('article', '/d-4', 1, false)],
  ]
  const paged = (failing: number | null) => {
    const listSitemapEntries = async ({ query }: { query: { page: number } }) =>
      query.page === failing
        ? { ok: false, status: 404 }
        : pages[query.page - 1] === undefined
          ? { ok: false, status: 404 }
          : { ok: true, data: { entries: pages[query.page - 1], page: query.page, pages: pages.length } }
    return createDiscoveryFiles({
      ...LOOKS,
      config: toConfig(),
      contentOf: () => ({ listSitemapEntries }) as unknown as Client<typeof CONTENT>,
      now: () => clock,
    })
  }
  const pathsOf = async (path: string) =>
    urlsOf(await read(path, 'ak', paged(null))).map(({ loc }) => new URL(loc).pathname)

  it('names a file for every page with own articles, and collects a kind over all its pages', async () => {
    const sitemaps = parseXml(await read('/sitemap.xml', 'ak', paged(null))).sitemapindex.sitemap as {
      loc: string
      lastmod: string
    }[]
    expect(sitemaps.map(({ loc, lastmod }) => [new URL(loc).pathname, lastmod])).toEqual([
      ['/sitemaps/sections.xml', pages[0]![0]!.lastModified],
      ['/sitemaps/tags.xml', pages[1]![0]!.lastModified],
      ['/sitemaps/articles-2.xml', pages[1]![1]!.lastModified],
      ['/sitemaps/articles-3.xml', pages[2]![0]!.lastModified],
    ])
    expect(await pathsOf('/sitemaps/tags.xml')).toEqual(['/hafen', '/faehre'])
    expect(await pathsOf('/sitemaps/articles-3.xml')).toEqual(['/testbericht/b-2'])
  })

  it('law-and-search B.5 names at most 50,000 addresses in a file of 50 MB', async () => {
    const tags = Array.from({ length: 10_000 }, (_unused, index) =>
      toEntry('tag', `/ein-langes-schlagwort-${index}-${'x'.repeat(400)}`, 1),
    )
    const listSitemapEntries = async ({ query }: { query: { page: number } }) => ({
      ok: true,
      data: { entries: tags, page: query.page, pages: 6 },
    })
    const many = createDiscoveryFiles({
      ...LOOKS,
      config: toConfig(),
      contentOf: () => ({ listSitemapEntries }) as unknown as Client<typeof CONTENT>,
      now: () => clock,
    })
    const text = await read('/sitemaps/tags.xml', 'ak', many)
    expect([text.split('<url>').length - 1, Buffer.byteLength(text) < 50 * 1024 * 1024]).toEqual([50_000, true])
  })

  it('answers 503 when a page in the middle cannot be read', async () => {
    for (const path of ['/sitemap.xml', '/sitemaps/tags.xml'])
      expect([path, (await ask(path, {}, paged(2))).status]).toEqual([path, 503])
    expect((await ask('/sitemaps/articles-5.xml', {}, paged(null))).status).toBe(404)
  })
})

describe('news sitemap', () => {
  const titles = (text: string) =>
    urlsOf(text).map((url) => (url['news:news'] as unknown as { 'news:title': string })['news:title'])

  it('S2.1-21 contains the own articles of the last 48 hours and drops them as time passes', async () => {
    const first = titles(await read('/news-sitemap.xml'))
    expect(first).toContain('Noch keine zwei Tage alt')
    expect(first).not.toContain('Schon zwei Tage alt')
    expect(first).not.toContain('Vom Flussboten')
    expect(first).not.toContain('Kommt noch')
    expect(first).toHaveLength(32)
    clock = new Date(NOW.getTime() + 2 * HOUR)
    try {
      const later = titles(await read('/news-sitemap.xml', 'ak', createApp()))
      expect(later).not.toContain('Noch keine zwei Tage alt')
      expect(later).toContain('Kommt noch')
    } finally {
      clock = NOW
    }
  })

  it('law-and-search B.5 contains no paid advertising', async () => {
    expect(titles(await read('/news-sitemap.xml'))).not.toContain('Anzeige: Möbelhaus')
  })

  it('law-and-search B.5 contains name, language, date and title of each, with markup in titles as text', async () => {
    const url = urlsOf(await read('/news-sitemap.xml')).find(({ loc }) => loc.endsWith('-1'))!
    expect(url['news:news']).toEqual({
      'news:publication': { 'news:name': 'Auenkurier', 'news:language': 'de' },
      'news:publication_date': '2026-11-20T12:00:00+01:00',
      'news:title': 'Rat sagt „Ja“ & <Nein> zur Brücke',
    })
  })
})

describe('feeds', () => {
  it('S2.1-21 writes /rss as RSS with the content of the teasers', async () => {
    const feed = parseRssFeed(await read('/rss'))
    expect(feed).toMatchObject({
      title: 'Auenkurier',
      link: `${ORIGINS.ak}/`,
      language: 'de',
      description: publicationOf('ak').claim,
    })
    expect(feed.atom?.links).toEqual([{ href: `${ORIGINS.ak}/rss`, rel: 'self', type: 'application/rss+xml' }])
    const item = feed.items!.find(({ link }) => link?.endsWith('-1'))!
    expect(item).toMatchObject({
      title: 'Rat sagt „Ja“ & <Nein> zur Brücke',
      guid: { value: `${ORIGINS.ak}/1`, isPermaLink: true },
      description: 'Mehr dazu im Sport & anderswo',
      dc: { creators: ['Lena Vogt'] },
      categories: [{ name: 'Fußball' }, { name: 'Hafen & Fähre' }, { name: 'Auenburg' }],
    })
    expect(new Date(item.pubDate!)).toEqual(new Date(NOW.getTime() - HOUR))
    expect(item.media?.contents?.[0]).toMatchObject({
      url: `${ORIGINS.ak}/_ipx/w_1280,h_720,f_jpeg,q_75/demo/rathaus.jpg`,
      width: 1280,
      height: 720,
      credits: [{ value: 'Jana <Klein>' }],
    })
    expect(item.content?.encoded).toContain(`<a href="${ORIGINS.ak}/sport">im Sport</a>`)
    expect(item.content?.encoded).toContain('Jana &lt;Klein&gt;')
  })

  it('writes the same as Atom and as JSON Feed 1.1', async () => {
    const rss = parseRssFeed(await read('/rss'))
    const atom = parseAtomFeed(await read('/atom'))
    const json = JSON.parse(await read('/feed.json')) as { version: string }
    expect(json.version).toBe('https://jsonfeed.org/version/1.1')
    const feed = parseJsonFeed(json)
    const ids = rss.items!.map((item) => item.guid!.value)
    expect(atom.entries!.map(({ id }) => id)).toEqual(ids)
    expect(feed.items!.map(({ id }) => id)).toEqual(ids)
    expect(atom.entries![0]).toMatchObject({
      title: { value: rss.items![0]!.title },
      summary: { value: rss.items![0]!.description },
    })
    expect(new Date(atom.updated!)).toEqual(new Date(NOW.getTime() - HOUR / 2))
    expect(feed).toMatchObject({ feed_url: `${ORIGINS.ak}/feed.json`, home_page_url: `${ORIGINS.ak}/`, language: 'de' })
    expect(feed.items!.find(({ id }) => id === `${ORIGINS.ak}/1`)).toMatchObject({
      date_modified: new Date(NOW.getTime() - HOUR / 2).toISOString(),
      authors: [{ name: 'Lena Vogt', url: `${ORIGINS.ak}/autor/lena-vogt-11` }],
    })
  })

  it('sorts the newest first and leaves out paid advertising', async () => {
    const { items } = parseRssFeed(await read('/rss/sport'))
    const dates = items!.map(({ pubDate }) => new Date(pubDate!).getTime())
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    expect(items).toHaveLength(20)
    expect((await read('/rss')).includes('Möbelhaus')).toBe(false)
  })

  it.each([
    ['/rss/sport', 'Sport – Auenkurier', '/sport', 20],
    ['/atom/sport/fussball', 'Fußball – Auenkurier', '/sport/fussball', 1],
    ['/rss/leer', 'Leer – Auenkurier', '/leer', 0],
    ['/rss/tag/hafen', 'Hafen & Fähre – Auenkurier', '/hafen', 1],
    ['/feed/themen/bruecke.json', 'Die neue Brücke – Auenkurier', '/themen/bruecke', 1],
    ['/rss/region/auenburg', 'Auenburg – Auenkurier', '/sport', 1],
    ['/atom/autor/11', 'Lena Vogt – Auenkurier', '/autor/lena-vogt-11', 1],
  ])('has a feed at %s', async (path, title, page, count) => {
    const text = await read(path)
    const link = ORIGINS.ak + page
    if (path.startsWith('/rss')) {
      const feed = parseRssFeed(text)
      expect([feed.title, feed.link, feed.items?.length ?? 0]).toEqual([title, link, count])
    } else if (path.startsWith('/atom')) {
      const feed = parseAtomFeed(text)
      expect([
        feed.title?.value,
        feed.links?.find(({ rel }) => rel === 'alternate')?.href,
        feed.entries?.length,
      ]).toEqual([title, link, count])
    } else {
      const feed = parseJsonFeed(JSON.parse(text))
      expect([feed.title, feed.home_page_url, feed.items?.length]).toEqual([title, link, count])
    }
  })

  it('answers 404 for a section, tag, topic, region or author that this publication does not have', async () => {
    for (const path of [
      '/rss/nirgends',
      '/rss/sport/2',
      '/rss/sport/nirgends',
      '/rss/tag/nix',
      '/rss/themen/nix',
      '/rss/region/nix',
      '/rss/autor/99',
      '/feed/nix.json',
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    }
    expect((await ask('/rss/sport/fussball', { publication: 'la' })).status).toBe(404)
  })

  it('redirects other spellings of a feed to its one address', async () => {
    const moved: [string, string][] = [
      ['/rss/', '/rss'],
      ['/rss/sport/', '/rss/sport'],
      ['/rss/%73port', '/rss/sport'],
      ['/rss/hafen', '/rss/tag/hafen'],
      ['/podcast-feed/901.xml', '/podcast-feed/900.xml'],
    ]
    for (const [from, to] of moved) {
      const response = await ask(from)
      expect([from, response.status, response.headers.get('location')]).toEqual([from, 301, to])
    }
  })
})

it('law-and-search B.6 never puts a sentence of a body into a file for machines', async () => {
  const paths = [
    '/rss',
    '/atom',
    '/feed.json',
    '/rss/sport/fussball',
    '/atom/tag/hafen',
    '/feed/themen/bruecke.json',
    '/rss/region/auenburg',
    '/rss/autor/11',
    '/sitemaps/articles-1.xml',
    '/news-sitemap.xml',
    '/suggest?q=Geheimsatz',
  ]
  for (const path of paths) expect([path, (await read(path)).includes('Geheimsatz hinter')]).toEqual([path, false])
})

describe('podcast feed', () => {
  it('contains the fields for players: file and size, length, transcript, guid, lock', async () => {
    const feed = parseRssFeed(await read('/podcast-feed/900.xml'))
    expect(feed).toMatchObject({
      title: 'Aue & Umland',
      itunes: {
        author: 'Auenkurier',
        explicit: false,
        image: `${ORIGINS.ak}/_ipx/w_1536,h_1536,f_jpeg,q_70/demo/rathaus.jpg`,
        categories: [{ text: 'News', categories: [{ text: 'Daily News' }] }],
      },
      podcast: {
        guid: toPodcastGuid(`${ORIGINS.ak}/podcast-feed/900.xml`),
        locked: { value: true, owner: 'redaktion@auenkurier.example' },
      },
    })
    expect(feed.items).toHaveLength(2)
    expect(feed.items![0]).toMatchObject({
      enclosures: [{ url: `${ORIGINS.ak}/assets/demo/media/eins.mp3`, length: 123_456, type: 'audio/mpeg' }],
      itunes: { duration: 61 },
      podcast: {
        transcripts: [{ url: `${ORIGINS.ak}/podcast-feed/900/901.txt`, type: 'text/plain', language: 'de' }],
        chapters: { url: `${ORIGINS.ak}/podcast-feed/900/901.json`, type: 'application/json+chapters' },
      },
      psc: {
        chapters: [
          { start: '00:00:00.000', title: 'Anfang' },
          { start: '00:00:30.250', title: 'Ende & <Gruß>' },
        ],
      },
      description: 'Wie alles begann. · KI-Stimme',
    })
    expect(await read('/podcast-feed/900/901.txt')).toBe('Folge eins\n\nGuten Tag.\n\nAuf Wiederhören.\n')
  })

  it('law-and-search B.6 puts the chapters of an episode into a file of their own, readable from other origins', async () => {
    const response = await ask('/podcast-feed/900/901.json')
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('access-control-allow-origin'),
    ]).toEqual([200, 'application/json+chapters', '*'])
    expect(await response.json()).toEqual({
      version: '1.2.0',
      author: 'Auenkurier',
      podcastName: 'Aue & Umland',
      title: 'Folge eins',
      chapters: [
        { startTime: 0, title: 'Anfang' },
        { startTime: 30.25, title: 'Ende & <Gruß>' },
      ],
    })
  })

  it('law-and-search B.6 names neither transcript nor chapters of an episode without them', async () => {
    const plain = parseRssFeed(await read('/podcast-feed/900.xml')).items![1]!
    expect([plain.title, plain.podcast, plain.psc]).toEqual(['Folge null', undefined, undefined])
  })

  it('law-and-search B.6 has every element that directories require of a feed and of an episode', async () => {
    const { channel } = parseXml(await read('/podcast-feed/900.xml')).rss
    expect(channel.item[0]['psc:chapters']['@_version']).toBe('1.2')
    expect(Object.keys(channel)).toEqual(
      expect.arrayContaining([
        'title',
        'link',
        'description',
        'language',
        'itunes:image',
        'itunes:category',
        'itunes:explicit',
        'itunes:author',
        'itunes:owner',
      ]),
    )
    expect(channel['itunes:explicit']).toBe('false')
    for (const item of channel.item) {
      expect(Object.keys(item)).toEqual(
        expect.arrayContaining([
          'title',
          'enclosure',
          'guid',
          'pubDate',
          'description',
          'itunes:duration',
          'itunes:explicit',
        ]),
      )
      expect([item['itunes:explicit'], Object.keys(item.enclosure)]).toEqual(['false', ['@_url', '@_length', '@_type']])
    }
  })

  it('computes the same guid as every directory', () => {
    // The example of the Podcasting 2.0 specification.
    expect(toPodcastGuid('https://mp3s.nashownotes.com/pc20rss.xml')).toBe('917393e3-1b1e-5cef-ace4-edaa54e1f810')
  })

  it('answers 404 for an unknown podcast and a missing transcript', async () => {
    for (const path of [
      '/podcast-feed/1.xml',
      '/podcast-feed/abc.xml',
      '/podcast-feed/900/1.txt',
      '/podcast-feed/901/901.txt',
      '/podcast-feed/900/1.json',
      '/podcast-feed/901/901.json',
      '/podcast-feed/900/902.txt',
      '/podcast-feed/900/902.json',
      '/podcast-feed/900/901.xml',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    expect((await ask('/podcast-feed/900.xml', { publication: 'la' })).status).toBe(404)
  })
})

describe('files that describe the site', () => {
  it.each(PUBLICATION_CODES)('has a web manifest for %s that browsers accept as installable', async (publication) => {
    const response = await ask('/manifest.webmanifest', { publication })
    expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const manifest = (await response.json()) as {
      icons: { sizes: string; purpose: string; src: string }[]
      short_name: string
      shortcuts: { url: string }[]
    }
    expect(manifest).toMatchObject({
      id: '/',
      name: publicationOf(publication).name,
      start_url: '/',
      scope: '/',
      display: 'standalone',
      lang: 'de',
      categories: ['news'],
    })
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    expect(manifest.icons.every(({ src }) => src.startsWith(`/assets/brand/${publication}/`))).toBe(true)
    for (const { url } of manifest.shortcuts) expect([url, matchRoute(url).kind]).toEqual([url, 'route'])
  })

  it.each(PUBLICATION_CODES)(
    'law-and-search B.13 the manifest of %s shows screenshots for phone and desktop, and its files have the declared sizes',
    async (publication) => {
      const { screenshots } = JSON.parse(await read('/manifest.webmanifest', publication)) as {
        screenshots: { src: string; sizes: string; type: string; form_factor: string; label: string }[]
      }
      expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'wide'])
      for (const { src, sizes, type, label } of screenshots) {
        const { width, height, format } = await sharp(
          new URL(`../../../demo${src.replace('/assets', '')}`, import.meta.url).pathname,
        ).metadata()
        expect([src, `${width}x${height}`, `image/${format}`]).toEqual([src, sizes, type])
        // Limits of browsers: 320 to 3,840 pixels, no side more than 2.3 times the other.
        expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3)
        expect(label).toContain(publicationOf(publication).name)
      }
    },
  )

  it('law-and-search B.13 a link shared by another app is stored on the device', async () => {
    const { share_target } = JSON.parse(await read('/manifest.webmanifest')) as {
      share_target: { action: string; method: string; params: Record<string, string> }
    }
    expect([share_target, matchRoute(share_target.action)]).toMatchObject([
      { method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
      { kind: 'route', route: { name: 'offline-ausgabe' } },
    ])
  })

  it.each(PUBLICATION_CODES)(
    'law-and-search B.14 describes the search of %s within the limits of OpenSearch',
    async (publication) => {
      const response = await ask('/opensearch.xml', { publication })
      expect(response.headers.get('content-type')).toMatch(/^application\/opensearchdescription\+xml/)
      const description = parseXml(await response.text()).OpenSearchDescription
      expect(description.ShortName.length).toBeLessThanOrEqual(16)
      const templates = description.Url.map((url: Record<string, string>) => url['@_template'])
      expect(templates).toContain(`${ORIGINS[publication]}/suche?q={searchTerms}`)
      expect(templates).toContain(`${ORIGINS[publication]}/suggest?q={searchTerms}`)
    },
  )

  it('completes a search term', async () => {
    const response = await ask('/suggest?q=%20Br%C3%BC%20')
    expect(response.headers.get('content-type')).toMatch(/^application\/x-suggestions\+json/)
    const [term, labels] = (await response.json()) as [string, string[]]
    expect(term).toBe('Brü')
    expect(labels).toContain('Die neue Brücke')
    expect(await (await ask('/suggest')).json()).toEqual(['', []])
    expect((await ask(`/suggest?q=${'a'.repeat(5000)}`)).status).toBe(200)
  })

  it('law-and-search B.11 reserves text and data mining in every form', async () => {
    const [reservation] = JSON.parse(await read('/.well-known/tdmrep.json')) as [Record<string, unknown>]
    expect(reservation).toMatchObject({ location: '/', 'tdm-reservation': 1 })
    const policy = JSON.parse(await read(new URL(String(reservation['tdm-policy'])).pathname)) as {
      permission: unknown
    }
    expect(policy.permission).toEqual([
      { target: `${ORIGINS.ak}/`, action: 'tdm:mine', duty: [{ action: 'obtainConsent' }] },
    ])
    const { license, copyright } = parseXml(await read('/license.xml')).rsl.content
    expect([license.permits['#text'], license.prohibits['#text']]).toEqual(['search', 'ai-all'])
    expect(copyright['#text']).toBe('Auenkurier')
    expect(await read('/.well-known/trust.txt')).toContain('datatrainingallowed=no')
  })

  it('law-and-search B.15 has a security contact that is valid for nearly a year from any day', async () => {
    const [, expires = ''] = /^Expires: (.+)$/m.exec(await read('/.well-known/security.txt')) ?? []
    const days = (Date.parse(expires) - NOW.getTime()) / DAY
    expect(days).toBeGreaterThan(350)
    expect(days).toBeLessThan(365)
    expect((await ask('/security.txt')).headers.get('location')).toBe('/.well-known/security.txt')
  })

  it('redirects to the dialog for a new password', async () => {
    const response = await ask('/.well-known/change-password')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/#change-password'])
  })

  it.each(['/age.xml', '/age-de.xml'])('labels the age in %s', async (path) => {
    expect(parseXml(await read(path))['age-declaration']['ageblock-labeltype']['default-age']).toBe('12')
  })

  it.each(['/ads.txt', '/app-ads.txt'])(
    'law-and-search B.12 declares in %s that it has no authorised sellers',
    async (path) => {
      const records = (await read(path)).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
      expect(records).toEqual([
        'placeholder.example.com, placeholder, DIRECT, placeholder',
        'OWNERDOMAIN=auenkurier.de',
        'CONTACT=redaktion@auenkurier.example',
      ])
    },
  )

  it.each([
    '/llms.txt',
    '/.well-known/ai-catalog.json',
    '/.well-known/assetlinks.json',
    '/.well-known/apple-app-site-association',
    '/.well-known/nodeinfo',
  ])('answers an empty 404 at %s', async (path) => {
    const response = await ask(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain'])
  })
})

describe('values set by the publisher', () => {
  const FINGERPRINT = Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, '0').toUpperCase()).join(
    ':',
  )

  it('names the hub in every feed and in its header', async () => {
    const withHub = createApp({ WEBSUB_HUB: 'https://hub.example/publish' })
    expect(await read('/rss/sport', 'ak', withHub)).toContain('<atom:link href="https://hub.example/publish" rel="hub"')
    expect(await read('/atom/sport', 'ak', withHub)).toContain('<link href="https://hub.example/publish" rel="hub"')
    expect(JSON.parse(await read('/feed/sport.json', 'ak', withHub))).toMatchObject({
      hubs: [{ type: 'WebSub', url: 'https://hub.example/publish' }],
    })
    expect((await ask('/rss/sport', {}, withHub)).headers.get('link')).toBe(
      '<https://hub.example/publish>; rel="hub", <https://www.auenkurier.de/rss/sport>; rel="self"',
    )
    expect((await ask('/rss/sport')).headers.get('link')).toBeNull()
  })

  it('names the apps that open its links', async () => {
    const withApps = createApp({
      ANDROID_APPS: `de.auenkurier.app=${FINGERPRINT}`,
      IOS_APPS: 'ABCDE12345.de.auenkurier.app',
    })
    expect(JSON.parse(await read('/.well-known/assetlinks.json', 'ak', withApps))).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'de.auenkurier.app',
          sha256_cert_fingerprints: [FINGERPRINT],
        },
      },
    ])
    const { applinks } = JSON.parse(await read('/.well-known/apple-app-site-association', 'ak', withApps)) as {
      applinks: { details: { appIDs: string[]; components: unknown[] }[] }
    }
    expect(applinks.details[0]!.appIDs).toEqual(['ABCDE12345.de.auenkurier.app'])
    expect(applinks.details[0]!.components.at(-1)).toEqual({ '/': '/*' })
  })

  it('law-and-search B.12 names the authorised sellers of each publication', async () => {
    const records = ['ads.example, 1234, DIRECT, abc123', 'other.example, 9, RESELLER', 'MANAGERDOMAIN=sales.example']
    const withSellers = createApp({ ADS_RECORDS: JSON.stringify({ ak: records, fb: ['OWNERDOMAIN=verlag.example'] }) })
    for (const path of ['/ads.txt', '/app-ads.txt'])
      expect((await read(path, 'ak', withSellers)).trim().split('\n')).toEqual([
        ...records,
        'OWNERDOMAIN=auenkurier.de',
        'CONTACT=redaktion@auenkurier.example',
      ])
    const withoutSellers = (await read('/ads.txt', 'fb', withSellers))
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
    expect(withoutSellers).toEqual([
      'placeholder.example.com, placeholder, DIRECT, placeholder',
      'OWNERDOMAIN=verlag.example',
      'CONTACT=redaktion@flussbote.example',
    ])
  })

  it('has lines of its own for the app, and sellers.json only where sellers are named', async () => {
    const selling: ReturnType<Advertising['sellingOf']> = {
      appAds: ['ads.example, 99, DIRECT'],
      sellers: [
        { id: '1', name: 'Verlag', domain: 'verlag.example', type: 'PUBLISHER', isConfidential: false },
        { id: '2', name: 'Geheim', domain: 'geheim.example', type: 'BOTH', isConfidential: true },
      ],
    }
    const withFolder = createApp({}, { advertising: { sellingOf: () => selling } })
    expect((await read('/app-ads.txt', 'ak', withFolder)).split('\n')[0]).toBe('ads.example, 99, DIRECT')
    expect(await read('/ads.txt', 'ak', withFolder)).not.toContain('ads.example, 99')
    expect(JSON.parse(await read('/sellers.json', 'ak', withFolder))).toEqual({
      contact_email: 'redaktion@auenkurier.example',
      contact_address: expect.stringContaining('Auenburg') as unknown,
      version: '1.0',
      sellers: [
        { seller_id: '1', seller_type: 'PUBLISHER', name: 'Verlag', domain: 'verlag.example', is_confidential: 0 },
        { seller_id: '2', seller_type: 'BOTH', is_confidential: 1 },
      ],
    })
    expect((await ask('/sellers.json')).status).toBe(404)
  })

  it('law-and-search B.13 names its apps in the manifest, and none that do not exist', async () => {
    const appsOf = async (env: Record<string, string>) =>
      (JSON.parse(await read('/manifest.webmanifest', 'ak', createApp(env))) as { related_applications?: unknown })
        .related_applications
    expect(await appsOf({ ANDROID_APPS: `de.auenkurier.app=${FINGERPRINT}` })).toEqual([
      {
        platform: 'play',
        id: 'de.auenkurier.app',
        url: 'https://play.google.com/store/apps/details?id=de.auenkurier.app',
      },
    ])
    expect(await appsOf({})).toBeUndefined()
  })

  it.each([
    ['ADS_RECORDS', '{"ak":["ads.example, 1234"]}'],
    ['ADS_RECORDS', '{"ak":["ads.example, 1234, DIRECT\\nevil.example, 1, DIRECT"]}'],
    ['ADS_RECORDS', '{"x-y":[]}'],
    ['ADS_RECORDS', 'ads.example, 1234, DIRECT'],
    ['FEDIVERSE_ACCOUNTS', '{"ak":"auenkurier"}'],
    ['APP_STORES', '{"ak":{"apple":"https://evil.example/app"}}'],
    ['APP_STORES', '{"ak":{"huawei":"https://apps.apple.com/de/"}}'],
    ['WEBSUB_HUB', 'hub.example'],
    ['ANDROID_APPS', 'de.auenkurier.app'],
    ['ANDROID_APPS', 'de.auenkurier.app=AA:BB'],
    ['IOS_APPS', 'de.auenkurier.app'],
  ])('refuses to start with %s=%s', (name, value) => {
    expect(readConfig({ [name]: value }).ok).toBe(false)
  })
})

describe('delivery', () => {
  it('builds a feed once for parallel requests (single flight), and again after a minute', async () => {
    const fresh = createApp()
    await read('/rss/sport', 'ak', fresh)
    calls = 0
    await Promise.all(Array.from({ length: 20 }, () => read('/rss/sport?x=1', 'ak', fresh)))
    expect(calls).toBe(0)
    const other = createApp()
    await Promise.all(Array.from({ length: 20 }, () => read('/rss/sport', 'ak', other)))
    // One call for the section, two for the names of tags and regions.
    expect(calls).toBe(3)
    clock = new Date(NOW.getTime() + 61_000)
    try {
      expect((await ask('/rss/sport', {}, other)).headers.get('x-cache')).toBe('STALE')
      await expect.poll(async () => (await ask('/rss/sport', {}, other)).headers.get('x-cache')).toBe('HIT')
      expect(calls).toBe(6)
    } finally {
      clock = NOW
    }
  })

  it('keeps the publications apart', async () => {
    expect(await read('/rss', 'fb')).toContain('<title>Flussbote</title>')
    expect(await read('/rss', 'ak')).toContain('<title>Auenkurier</title>')
  })

  it('compresses, and answers 304 if the client has the file', async () => {
    const plain = await ask('/rss')
    const etag = plain.headers.get('etag')!
    expect(plain.headers.get('cache-control')).toContain('s-maxage=60')
    expect(plain.headers.get('last-modified')).toBe(new Date(NOW.getTime() - HOUR / 2).toUTCString())
    for (const encoding of ['br', 'gzip']) {
      const response = await ask('/rss', { headers: { 'accept-encoding': encoding } })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')))
    }
    for (const known of [etag, `"other", ${etag.replace('W/', '')}`, '*']) {
      const response = await ask('/rss', { headers: { 'if-none-match': known } })
      expect([known, response.status, await response.text()]).toEqual([known, 304, ''])
    }
    expect((await ask('/rss', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('answers HEAD like GET without a body, and refuses other methods', async () => {
    const head = await ask('/rss', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
      '',
    ])
    for (const path of ['/rss', '/robots.txt', '/sitemaps/tags.xml', '/suggest', '/.well-known/security.txt'])
      expect([path, (await ask(path, { method: 'POST' })).status]).toEqual([path, 405])
  })

  it('while the content service is down it answers the old copy or 503, never an empty list', async () => {
    const stored = createApp()
    const before = await read('/news-sitemap.xml', 'ak', stored)
    isSilent = true
    try {
      const cold = createApp()
      for (const path of [
        '/sitemap.xml',
        '/sitemaps/articles-1.xml',
        '/sitemaps/tags.xml',
        '/news-sitemap.xml',
        '/rss',
        '/rss/sport',
        '/feed/tag/hafen.json',
        '/rss/region/auenburg',
        '/atom/autor/11',
        '/podcast-feed/900.xml',
        '/podcast-feed/900/901.txt',
        '/podcast-feed/900/901.json',
        '/suggest?q=Hafen',
      ]) {
        const response = await ask(path, {}, cold)
        expect([
          path,
          response.status,
          response.headers.get('retry-after'),
          response.headers.get('cache-control'),
        ]).toEqual([path, 503, '30', 'no-store'])
      }
      expect((await ask('/robots.txt', {}, cold)).status).toBe(200)
      clock = new Date(NOW.getTime() + 10 * 60_000)
      const response = await ask('/news-sitemap.xml', {}, stored)
      expect([response.status, response.headers.get('x-cache'), await response.text()]).toEqual([200, 'STALE', before])
    } finally {
      isSilent = false
      clock = NOW
    }
  })
})

it('S2.9-02 leaves links to every file for machines to the browser', () => {
  const quiet = new Set(['/suggest', '/llms.txt'])
  const paths = [
    ...DISCOVERY_FILES.filter((path) => !quiet.has(path)),
    ...DISCOVERY_FOLDERS.map((folder) => `/${folder}/a`),
  ]
  expect(paths.filter((path) => !isFilePath(path))).toEqual([])
})

it('S2.1-21 addresses of files for machines never become pages', () => {
  const paths = [...DISCOVERY_FILES, ...DISCOVERY_FOLDERS.map((folder) => `/${folder}/a`)]
  expect(paths.filter((path) => matchRoute(path).kind === 'route' && !isFilePath(path))).toEqual([])
})
