/**
 * R1-34 over the whole demo: crawls every page, feed and data call reachable from the home pages of four publications,
 * as six kinds of reader, and scans for sentences of paid texts. One paid article is planted: its teaser contains a
 * sentence of its own text, and a free article shows one of its pictures. That the scan finds it in every channel
 * proves that it would find others.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT_INTERNAL, type ContentItem, type Picture } from '@lokalteil/contracts/content'
import { CONTENT_PATHS } from '@lokalteil/contracts/content/paths'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import {
  toPublicationCode,
  listPublicationCodes,
  type PublicationCode,
} from '@lokalteil/domain/publication/publications'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { toDemoContent, type DemoContent } from '@lokalteil/demo/demo.testing'
import { listMedia } from '@lokalteil/services/content/media-uses'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { DEMO_TAG_ID } from '@lokalteil/demo/seed/readers'
import { createPaidTextScanner, readBody, type PaidBody, type PaidTextScanner } from './paid-text.testing.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { TestReader } from './reader.testing.ts'

const KEY = 'a-content-key-for-the-scan'
const NOW = new Date('2026-11-21T12:00:00Z')
const KINDS = ['free', 'pur', 'wallet', 'tagsub', 'plus'] as const
/**
 * All kinds of reader where the paywall gives articles for free and where it does not; elsewhere one who may read and
 * one who may not.
 */
const VISITORS = PUBLICATION_CODES.flatMap((publication) =>
  KINDS.filter(
    (kind) =>
      publication === 'ak' ||
      publication === 'fb' ||
      kind === 'plus' ||
      kind === (publication === 'ht' ? 'tagsub' : 'wallet'),
  ).map((kind) => ({ publication, kind })),
)
type Kind = (typeof KINDS)[number] | 'anonymous'
const AT_ONCE = 12
/** Milliseconds, for a machine that runs other tests at the same time. */
const PATIENCE = 400_000

type Leak = { where: string; id: string; words: string }

const seed = toDemoContent(NOW)
const paid = seed.articles.filter(({ contentRestriction }) => contentRestriction === 'paid')
/** The planted article, whose teaser reveals text: one of every publication, with a tag, in a list open to many. */
const planted = paid.find(
  ({ publications, tagIds, kind, sectionPath }) =>
    publications.length === PUBLICATION_CODES.length &&
    tagIds.length > 1 &&
    kind === 'news' &&
    sectionPath === 'lokales/hafenrode',
)!
const plantedPicture: Picture = {
  baseUrl: '/demo/gehoert-nur-zahlenden.jpg',
  cropVal: '16:9',
  altText: 'Ein Bild',
  width: 1600,
  height: 900,
  credit: '',
  caption: '',
  colour: null,
}
/** The free article that shows the planted one's picture. */
const teller = seed.articles.find(
  ({ contentRestriction, publications, kind, body }) =>
    contentRestriction === 'free' &&
    publications.length === PUBLICATION_CODES.length &&
    kind === 'news' &&
    body.length > 1,
)!
const [first] = seed.folders as [DemoContent['folders'][number]]
const tags = first.tags.map(({ slug, id, parent }) => ({ slug, id: id ?? slug, parent }))
const parents = new Map(
  tags.map(({ id, parent }) => [id, tags.find(({ slug }) => slug === parent)?.id ?? null] as const),
)
/** From the demo's taxonomy: tag 131 and its descendants. */
const isSubscribed = (tagId: string | null): boolean =>
  tagId !== null && (tagId === DEMO_TAG_ID || isSubscribed(parents.get(tagId) ?? null))
const ofTag = new Set(paid.filter(({ tagIds }) => tagIds.some(isSubscribed)).map(({ id }) => id))

let portal: TestPortal
let scanner: PaidTextScanner
const readers = new Map<string, TestReader>()
const pathOf = new Map<string, string>()
let pages = 0
let answers = 0

beforeAll(async () => {
  portal = await openTestPortal({ seed: toPlantedSeed(seed), now: NOW, env: { DEMO: '1', CONTENT_SERVICE_KEY: KEY } })
  const internal = createTestClient(CONTENT_INTERNAL, {
    fetch: (request) => fetch(request),
    base: `http://127.0.0.1:${portal.port}/__services/content/ak`,
    headers: { authorization: `Bearer ${KEY}` },
  })
  const bodies: PaidBody[] = []
  for (const { id } of paid) {
    const full = await internal.getFullArticle({ params: { id } })
    if (!full.ok) throw new Error(`The text of ${id} cannot be read: ${full.status}`)
    bodies.push({ id, contentItems: full.data.contentItems })
    pathOf.set(id, full.data.path)
  }
  scanner = createPaidTextScanner(bodies, JSON.stringify(toPublicSeed(seed)))
  await forEachAtOnce(
    VISITORS,
    async ({ publication, kind }) => {
      const reader = new TestReader(portal, publication)
      const { status } = await reader.login(toDemoEmail(kind))
      if (status !== 200) throw new Error(`${kind} cannot log in at ${publication} (status ${status})`)
      readers.set(`${publication} ${kind}`, reader)
    },
    2,
  )
}, PATIENCE)
afterAll(() => portal.close())

describe('the scanner', () => {
  it('knows nearly every sentence of every paid text, and the addresses of media that only they show', () => {
    expect(scanner.counts.size).toBe(paid.length)
    for (const [id, { all, secret }] of scanner.counts)
      expect([id, all > 60, secret / all > 0.6]).toEqual([id, true, true])
    expect(scanner.addresses.length).toBeGreaterThan(3)
  })

  it('finds them behind markup, escapes, entities and percent-encoding, and nothing in public texts', () => {
    const words = sentenceOf(planted.id)
    const split = words.split(' ')
    const forms = [
      words,
      words.toUpperCase(),
      `<p>${split.join(' <b>&shy;</b> ')}</p>`,
      `<meta content="${words}">`,
      JSON.stringify({ html: `<p>${split.join('</p>\n<p>')}` }),
      JSON.stringify(`<i>${split.join('</i> ')}`).replaceAll('<', '\\u003c'),
      split.join('&nbsp;'),
      `&lt;p&gt;${split.join('&lt;br&gt;')}`,
      `href="mailto:?body=${encodeURIComponent(words)}"`,
      `<!-- ${split.join(' – ')} -->`,
    ]
    expect(forms.filter((form) => !scanner.scan(form).has(planted.id))).toEqual([])
    expect(scanner.scan(scanner.addresses[0]!).size).toBe(1)
    expect([...scanner.scan(JSON.stringify(toPublicSeed(seed))), ...scanner.scan(split.slice(0, 5).join(' '))]).toEqual(
      [],
    )
  })
})

describe('R1-34 R1-35 no sentence of a paid text where the decision says locked', () => {
  const leaks: Leak[] = []

  it.each(PUBLICATION_CODES)(
    'in any page, feed, sitemap or file that an anonymous reader finds in %s',
    async (publication) => {
      const { seen, dead } = await crawl(publication, leaks)
      expect(foreign(leaks)).toEqual([])
      expect(dead).toEqual([])
      expect(seen.size).toBeGreaterThan(250)
      // The crawl has reached every paid article.
      expect(
        paid.filter(({ id, publications }) => publications.includes(publication) && !seen.has(pathOf.get(id)!)),
      ).toEqual([])
    },
    PATIENCE,
  )

  it('finds the planted sentence in every channel', () => {
    const channels = new Set(
      leaks.filter(({ id }) => id === planted.id).map(({ where }) => where.replace(/^(\w+) (\w+) /, '')),
    )
    const path = pathOf.get(planted.id)!
    for (const channel of [
      path,
      `/de${path}`,
      `/${planted.sectionPath}`,
      `/rss/${planted.sectionPath}`,
      '/rss',
      '/atom',
      '/feed.json',
    ])
      expect([channel, channels.has(channel)]).toEqual([channel, true])
  })

  it(
    'for any of the other five kinds of reader, except texts they may read',
    async () => {
      const found: Leak[] = []
      const opened = new Map<Kind, Set<string>>()
      const metered = new Set<string>()
      await forEachAtOnce(listVisits(), async ({ publication, kind, path }) => {
        const allowed = (id: string) => kind === 'plus' || (kind === 'tagsub' && ofTag.has(id))
        // Pages rendered for a single reader ask the paywall service, and the Flussbote's gives two articles for free.
        const isMetered = (id: string) =>
          publication === 'fb' &&
          kind === 'tagsub' &&
          id !== planted.id &&
          pathOf.get(id) === path &&
          metered.add(id).size <= 2
        const { response, ids } = await look(publication, kind, path, found, (id) => allowed(id) || isMetered(id))
        if (
          ids.size > 0 &&
          kind !== 'free' &&
          kind !== 'pur' &&
          kind !== 'wallet' &&
          !ids.has(planted.id) &&
          response.headers.get('cache-control') !== 'private, no-store'
        )
          found.push({
            where: `${publication} ${kind} ${path}`,
            id: 'kept',
            words: response.headers.get('cache-control') ?? '',
          })
        opened.set(kind, new Set([...(opened.get(kind) ?? []), ...ids.keys()].filter(allowed)))
      })
      expect(foreign(found)).toEqual([])
      // The same scan finds all of them in the pages of entitled readers.
      expect(opened.get('plus')!.size).toBe(paid.length)
      expect([...opened.get('tagsub')!].sort()).toEqual([...ofTag].sort())
    },
    PATIENCE,
  )

  it(
    'after subscribers have read the same addresses, with any method, encoding, agent or address',
    async () => {
      const found: Leak[] = []
      const agents = [
        'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
        'facebookexternalhit/1.1',
        'NewsPortalApp/3 Flutter (iPhone)',
      ]
      const variants: { headers?: Record<string, string>; method?: string; query?: string }[] = [
        {},
        { headers: { 'accept-encoding': 'br' } },
        { headers: { 'accept-encoding': 'gzip' } },
        { method: 'HEAD' },
        { headers: { range: 'bytes=0-999999' } },
        { headers: { 'if-none-match': 'W/"x"', 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' } },
        { query: '?nocache=1763726400000' },
        { query: '?link-token=eyJhbGciOiJub25lIn0.eyJzY29wZSI6Im5vX3BheXdhbGwifQ.' },
        { query: '?gaa_at=g&gaa_n=abc&gaa_sig=def&gaa_ts=6740f000' },
        { query: '?print=1&amp=1' },
        ...agents.map((agent) => ({ headers: { 'user-agent': agent } })),
      ]
      // Every variant for every sixth article, the publications in turn.
      const asked = variants.flatMap((variant, at) =>
        paid.flatMap(({ id }, index) =>
          index % 6 === at % 6 ? [{ publication: PUBLICATION_CODES[index % 4]!, variant, path: pathOf.get(id)! }] : [],
        ),
      )
      await forEachAtOnce(
        asked,
        async ({ publication, variant, path }) =>
          void (await look(publication, 'anonymous', path + (variant.query ?? ''), found, () => false, variant)),
      )
      expect(foreign(found)).toEqual([])
    },
    PATIENCE,
  )

  it(
    'in data calls: bodies for every kind of reader, searches, suggestions, lists of the content API',
    async () => {
      const found: Leak[] = []
      const given = new Map<string, Set<string>>()
      const askers = [
        ...PUBLICATION_CODES.map((publication) => ({ publication, kind: 'anonymous' as Kind })),
        ...VISITORS,
      ]
      const bodies = askers.flatMap(({ publication, kind }) =>
        (publication === 'ak' ? paid : paid.slice(0, 6)).map(({ id }) => ({ publication, kind, id })),
      )
      const askFor = async ({ publication, kind, id }: (typeof bodies)[number]) => {
        const mayRead = kind === 'plus' || (kind === 'tagsub' && ofTag.has(id))
        // The Flussbote gives two articles a month to readers with a confirmed address.
        const isMetered = publication === 'fb' && kind !== 'anonymous'
        const { ids } = await look(
          publication,
          kind,
          `/api/articles/${id}/body`,
          found,
          (one) => one === id && (mayRead || isMetered),
        )
        if (ids.has(id) && !mayRead)
          given.set(`${publication} ${kind}`, (given.get(`${publication} ${kind}`) ?? new Set()).add(id))
        if (mayRead !== ids.has(id) && !isMetered)
          found.push({ where: `${publication} ${kind} body`, id, words: 'not what the decision says' })
      }
      // Two at once: a question that waits longer than its time on a busy machine opens nothing.
      await forEachAtOnce(bodies, askFor, 2)
      expect(foreign(found)).toEqual([])
      expect([...given].map(([who, ids]) => [who, ids.size])).toEqual(
        expect.arrayContaining([
          ['fb free', 2],
          ['fb pur', 2],
          ['fb wallet', 2],
        ]),
      )
      expect([...given.values()].every((ids) => ids.size <= 2)).toBe(true)

      const calls = listDataCalls().map((path, index) => ({
        publication: PUBLICATION_CODES[index % 7 === 0 ? index % 4 : 0]!,
        path,
      }))
      let good = 0
      await forEachAtOnce(calls, async ({ publication, path }) => {
        const { response } = await look(publication, 'anonymous', path, leaks, () => false)
        if (response.status === 200) good++
      })
      expect(foreign(leaks)).toEqual([])
      const channels = leaks.filter(({ id }) => id === planted.id).map(({ where }) => where.split(' ')[2]!)
      for (const channel of [
        `/__proxy_content_api/v5/articles/${planted.id}`,
        `/__proxy_content_api/v5/articles/${planted.id}/teaser`,
        `/__services/content/ak/v5/articles/${planted.id}`,
        '/suche?',
      ])
        expect([channel, channels.some((one) => one.startsWith(channel))]).toEqual([channel, true])
      expect(good).toBeGreaterThan(500)
    },
    PATIENCE,
  )

  it('in a picture of a paid gallery: its metadata are removed', async () => {
    const words = sentenceOf(planted.id)
    const folder = join(portal.dataDir, 'pictures', 'paid')
    mkdirSync(folder, { recursive: true })
    const source = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#456' } })
      .withExif({ IFD0: { ImageDescription: words } })
      .jpeg()
      .toBuffer()
    writeFileSync(join(folder, 'gallery.jpg'), source)
    expect(scanner.scan(source.toString('latin1')).has(planted.id)).toBe(true)
    for (const format of ['jpeg', 'webp', 'avif']) {
      const response = await portal.get(`/_ipx/w_640,f_${format}/paid/gallery.jpg`)
      expect([
        response.status,
        scanner.scan(Buffer.from(await response.arrayBuffer()).toString('latin1')).size,
      ]).toEqual([200, 0])
    }
  })

  it(
    'S7.7-03 R7.7-03 in pictures and films of paid texts, which are never served unsigned and are signed for entitled readers',
    async () => {
      const media = await listPaidMedia()
      expect(new Set(media.map(({ id }) => id)).size).toBeGreaterThan(6)
      const known = new Map<string, string>()
      // Public files are recognised by their bytes, from any address.
      await forEachAtOnce(
        media,
        async ({ id, addresses }) => {
          for (const address of addresses) {
            const { status, digest, kept } = await lookAtMedia('ak', 'plus', address)
            expect([address, status, id === planted.id || kept?.startsWith('private, max-age=')]).toEqual([
              address,
              200,
              true,
            ])
            known.set(digest, id)
          }
        },
        2,
      )
      const found: Leak[] = []
      const askers = [
        ...PUBLICATION_CODES.map((publication) => ({ publication, kind: 'anonymous' as Kind })),
        ...VISITORS,
      ]
      const asked = media.flatMap(({ id, addresses }) =>
        askers.flatMap(({ publication, kind }, index) =>
          toUnsigned(addresses[index % addresses.length]!).map((address) => ({ publication, kind, id, address })),
        ),
      )
      await forEachAtOnce(asked, async ({ publication, kind, id, address }) => {
        const { status, digest, kept } = await lookAtMedia(publication, kind, address)
        if (status < 400 || known.has(digest) || kept !== 'no-store')
          found.push({
            where: `${publication} ${kind} ${address}`,
            id: known.get(digest) ?? id,
            words: `status ${status}, ${kept}`,
          })
      })
      expect(foreign(found)).toEqual([])
      // The planted article’s picture is public at its plain address, and the scan found it for every kind of reader.
      expect(new Set(found.map(({ where }) => where.split(' ')[1]))).toEqual(new Set(['anonymous', ...KINDS]))
      expect(asked.length).toBeGreaterThan(600)
    },
    PATIENCE,
  )

  it('searched at least 2,000 pages', () => {
    expect(pages).toBeGreaterThanOrEqual(2000)
    expect(answers).toBeGreaterThan(pages + 1500)
  })
})

// --- The crawl

/** All addresses found from the home page of one publication by links, feeds and sitemaps, and the dead ones. */
async function crawl(publication: PublicationCode, leaks: Leak[]): Promise<{ seen: Set<string>; dead: string[] }> {
  const seen = new Set<string>()
  const linked = new Set<string>()
  const dead: string[] = []
  let next = [
    '/',
    '/sitemap.xml',
    '/news-sitemap.xml',
    '/rss',
    '/atom',
    '/feed.json',
    '/robots.txt',
    '/opensearch.xml',
    '/manifest.webmanifest',
    '/llms.txt',
    '/suche?q=Hochwasser',
    '/read-articles',
    '/meineregion',
    '/gibt-es-nicht-130',
    ...first.sections.flatMap(({ path }) => [`/${path}`, `/rss/${path}`]),
  ]
  const add = (path: string) => {
    if (seen.has(path) || seen.size > 900 || /^\/(?:_ipx|assets|order|api)\b/.test(path)) return
    seen.add(path)
    next.push(path)
  }
  const beginnings = next
  next = []
  beginnings.forEach(add)
  while (next.length > 0) {
    const level = next
    next = []
    await forEachAtOnce(level, async (path) => {
      const { text, response } = await look(publication, 'anonymous', path, leaks, () => false)
      const links = response.status === 200 ? listLinks(text, publication) : []
      for (const link of links) {
        linked.add(link)
        add(link)
      }
      const location = response.headers.get('location')
      if (response.status !== 200 && !(response.status === 302 && location?.startsWith('/') === true))
        dead.push(`${response.status} ${path}`)
      if (location !== null) listLinks(`href="${location}"`, publication).forEach(add)
    })
  }
  const local = paid
    .filter((_one, index) => index % 8 === listPublicationCodes().indexOf(publication) || _one.id === planted.id)
    .map(({ id }) => `/de${pathOf.get(id)}`)
  await forEachAtOnce(
    ['/de', ...local],
    async (path) => void (await look(publication, 'anonymous', path, leaks, () => false)),
  )
  return { seen, dead: dead.filter((path) => linked.has(path)) }
}

/** Links of pages, sitemaps and feeds, as paths of this publication. */
function listLinks(text: string, publication: PublicationCode): string[] {
  const found: string[] = []
  for (const [, address = ''] of text.matchAll(/(?:href="|<loc>|<link>|"url":\s*"(?!url"))([^"<]{1,600})/g)) {
    const url = URL.parse(address.replaceAll('&amp;', '&'), `http://${publication}.localhost:3000`)
    if (url === null || url.protocol !== 'http:') continue
    const owner = toPublicationCode(url.hostname.split('.')[0]!) ?? (url.hostname === 'localhost' ? 'ak' : null)
    if (owner === publication) found.push(url.pathname + url.search)
  }
  return found
}

function listVisits(): { publication: PublicationCode; kind: Kind; path: string }[] {
  return VISITORS.flatMap(({ publication, kind }) => {
    const articles = paid
      .filter(
        ({ publications }, index) => publications.includes(publication) && (publication === 'ak' || index % 12 === 0),
      )
      .map(({ id }) => pathOf.get(id)!)
    return [
      '/',
      `/${planted.sectionPath}`,
      '/suche?q=Hochwasser',
      '/schlagzeilen',
      '/read-articles',
      '/account',
      ...articles,
    ].map((path) => ({ publication, kind, path }))
  })
}

function listDataCalls(): string[] {
  const base = '/__proxy_content_api'
  const values: Readonly<Record<string, readonly string[]>> = {
    id: [
      ...tags.slice(0, 6).map(({ id }) => id),
      ...first.topics.slice(0, 3).map(({ id }) => id),
      ...first.people.slice(0, 3).map(({ id }) => id),
      ...seed.testReports.slice(0, 2).map(({ id }) => id),
      'impressum',
    ],
    slug: [...tags.slice(0, 8).map(({ slug }) => slug), 'morgen'],
    'path+': first.sections.slice(0, 12).map(({ path }) => path),
  }
  const lists = Object.values(CONTENT_PATHS).flatMap((template) => {
    const path = template.replace('{version}', 'v5')
    const [whole, name] = /\{([^}]+)\}/.exec(path) ?? []
    return whole === undefined ? [path] : values[name!]!.map((value) => path.replace(whole, value))
  })
  const articles = paid.flatMap(({ id }) => [
    `${base}/v5/articles/${id}`,
    `${base}/v5/articles/${id}/teaser`,
    `/__services/content/ak/v5/articles/${id}`,
    `/api/articles/${id}/access`,
  ])
  // Fewer words than the scanner looks for, because a search page repeats its query.
  const searches = paid.flatMap(({ id }) => {
    const some = encodeURIComponent(sentenceOf(id).split(' ').slice(0, 4).join(' '))
    return [`${base}/v5/articles/search?searchTerms=${some}`, `/suggest?q=${some}`, `/suche?q=${some}`]
  })
  return [
    ...lists.flatMap((path) => [base + path, `${base + path}?full=1&populate=*&fields=body&limit=100`]),
    ...articles,
    ...searches,
    `/suche?q=${encodeURIComponent(planted.title)}`,
  ]
}

/**
 * Media files of this site that only paid texts show, and the planted picture, with the addresses their reader gets.
 */
async function listPaidMedia(): Promise<{ id: string; addresses: string[] }[]> {
  const open = new Set(listMedia(toPublicSeed(seed)))
  const folder = join(portal.dataDir, 'pictures', 'demo')
  mkdirSync(folder, { recursive: true })
  const all: { id: string; addresses: string[] }[] = []
  for (const { id } of paid) {
    const { contentItems } = (await (await readers.get('ak plus')!.ask(`/api/articles/${id}/body`)).json()) as {
      contentItems: ContentItem[]
    }
    for (const item of contentItems) {
      const pictures =
        item.type === 'image'
          ? [item.picture]
          : item.type === 'gallery'
            ? item.pictures
            : item.type === 'video' && item.poster !== null
              ? [item.poster]
              : []
      if (
        (item.type === 'video' || item.type === 'audio') &&
        listMedia(item).some((name) => !open.has(name) && name.startsWith('assets/'))
      )
        all.push({ id, addresses: [item.src] })
      for (const picture of pictures.filter((one) => listMedia(one).some((name) => !open.has(name)))) {
        const noise = sharp(randomBytes(320 * 180 * 3), { raw: { width: 320, height: 180, channels: 3 } })
        writeFileSync(join(folder, picture.baseUrl.split('/').at(-1)!), await noise.jpeg().toBuffer())
        const plain = [320, 640].map((width) => imageAddress(picture.baseUrl, { width }))
        all.push({
          id,
          addresses:
            picture.sources === undefined
              ? plain
              : [picture.sources.fallback, picture.sources.share, picture.sources.avif.split(' ')[0]!],
        })
      }
    }
  }
  return all
}

/** Without a signature, with another one, in another size, on a gift card. */
function toUnsigned(address: string): string[] {
  const [path, query = ''] = address.split('?')
  const other = query.replace(/s=./, (start) => (start === 's=0' ? 's=1' : 's=0'))
  return [
    path!,
    ...(query === '' ? [] : [`${path}?${other}`]),
    ...(path!.startsWith('/_ipx/')
      ? [
          `${path!.replace(/w_\d+/, 'w_480')}${query === '' ? '' : `?${query}`}`,
          path!.replace(/^\/_ipx\/[^/]+/, '/_ipx/gift'),
        ]
      : []),
  ]
}

async function lookAtMedia(
  publication: PublicationCode,
  kind: Kind,
  address: string,
): Promise<{ status: number; digest: string; kept: string | null }> {
  const reader = readers.get(`${publication} ${kind}`)
  const response = reader === undefined ? await portal.get(address, { publication }) : await reader.ask(address)
  answers++
  return {
    status: response.status,
    digest: createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex'),
    kept: response.headers.get('cache-control'),
  }
}

/** Requests, reads and scans; a forbidden find is a leak. */
async function look(
  publication: PublicationCode,
  kind: Kind,
  path: string,
  leaks: Leak[],
  isAllowed: (id: string) => boolean,
  how: { headers?: Record<string, string>; method?: string } = {},
): Promise<{ response: Response; text: string; ids: ReadonlyMap<string, string> }> {
  const reader = readers.get(`${publication} ${kind}`)
  const headers = { 'accept-encoding': 'br', ...how.headers }
  const response =
    reader === undefined
      ? await portal.get(path, { publication, headers, ...(how.method === undefined ? {} : { method: how.method }) })
      : await reader.ask(path, { headers })
  const text = await readBody(response)
  answers++
  if (response.status === 200 && response.headers.get('content-type')?.startsWith('text/html')) pages++
  const ids = scanner.scan(text + JSON.stringify([...response.headers]))
  for (const [id, words] of ids) if (!isAllowed(id)) leaks.push({ where: `${publication} ${kind} ${path}`, id, words })
  return { response, text, ids }
}

async function forEachAtOnce<T>(list: readonly T[], work: (one: T) => Promise<void>, atOnce = AT_ONCE): Promise<void> {
  const rest = list[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of rest) await work(one)
    }),
  )
}

/** All but the planted article. */
function foreign(leaks: readonly Leak[]): Leak[] {
  return leaks.filter(({ id }) => id !== planted.id).slice(0, 20)
}

// --- Secrets

/** A long sentence of the text after the preview. */
function sentenceOf(id: string): string {
  const { body } = paid.find((article) => article.id === id)!
  const texts = body
    .slice(1)
    .flatMap((item) => (item.type === 'paragraph' ? [item.html] : item.type === 'question' ? item.answer : []))
  const words = texts
    .map(
      (html) =>
        html
          .replace(/<[^>]*>/g, ' ')
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu) ?? [],
    )
    .sort((left, right) => right.length - left.length)[0]!
  return words.slice(0, 12).join(' ')
}

function toPlantedSeed(content: DemoContent): DemoContent {
  const image = { type: 'image' as const, picture: plantedPicture }
  return {
    ...content,
    articles: content.articles.map((article) =>
      article.id === planted.id
        ? { ...article, teaserTextHtml: `Vorab: ${sentenceOf(planted.id)}.`, body: [...article.body, image] }
        : article.id === teller.id
          ? { ...article, body: [...article.body, image] }
          : article,
    ),
  }
}

/**
 * The public part (part C): of a paid article everything but the text after its first paragraph and the film above it.
 */
function toPublicSeed(content: DemoContent): DemoContent {
  return {
    ...content,
    articles: content.articles.map((article) =>
      article.contentRestriction === 'paid'
        ? { ...article, headerVideo: null, body: article.body.slice(0, 1).filter(({ type }) => type === 'paragraph') }
        : article,
    ),
  }
}
