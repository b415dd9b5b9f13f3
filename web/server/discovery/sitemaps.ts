/**
 * Sitemaps of one publication: an index, files by kind, and the news sitemap of the last two days. They contain only
 * what the publication owns, because a shared article's canonical address is its owner's. Dates are those of the
 * content, never of the build. If not everything can be read, the answer is "unavailable": an incomplete sitemap would
 * remove pages from the index.
 */
import type { SitemapEntry } from '@lokalteil/contracts/content'
import { listRoomPaths, roomOfPath } from '@lokalteil/domain/rooms/rooms'
import { toBerlinIso } from '@lokalteil/domain/german'
import {
  newestOf,
  toAbsolute,
  toPictureAddress,
  toRefused,
  type DiscoveryFile,
  type RoomSitemap,
  type Site,
} from './site.ts'
import { element, textElement, XML_HEAD } from './xml.ts'

const XML = 'application/xml; charset=utf-8'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGE_NAMESPACE = 'http://www.google.com/schemas/sitemap-image/1.1'
const NEWS_NAMESPACE = 'http://www.google.com/schemas/sitemap-news/0.9'
const NEWS_MS = 2 * 86_400_000
const NEWS_MOST = 1000
/** Most addresses of one file. */
const MOST = 50_000
/** 10,000 entries a page: ten million addresses, far more than an index may name. */
const MAX_PAGES = 1000

/** File → kinds of its entries; articles have numbered files. */
const FILES = {
  sections: ['section'],
  topics: ['topic'],
  authors: ['author'],
  tags: ['tag'],
  podcasts: ['podcast', 'episode'],
  pages: ['page'],
} as const satisfies Record<string, readonly SitemapEntry['kind'][]>
type FileName = keyof typeof FILES

const ARTICLE_KINDS: ReadonlySet<SitemapEntry['kind']> = new Set(['article', 'testReport'])

type Page = { entries: readonly SitemapEntry[]; pages: number }

async function readPage({ content }: Site, page: number): Promise<Page | DiscoveryFile> {
  const result = await content.listSitemapEntries({ params: {}, query: { kind: 'all', page } })
  if (!result.ok) return toRefused(result)
  return { entries: result.data.entries.filter(({ isOwn }) => isOwn), pages: result.data.pages }
}

/** `/sitemap.xml` */
export async function buildSitemapIndex(site: Site): Promise<DiscoveryFile> {
  const files = new Map<string, Date>()
  const note = (name: string, entries: readonly SitemapEntry[]) => {
    const newest = newestOf([
      ...entries.map(({ lastModified }) => lastModified),
      ...(files.has(name) ? [files.get(name)!] : []),
    ])
    if (newest !== null && entries.length > 0) files.set(name, newest)
  }
  for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
    const read = await readPage(site, page)
    // Even "missing" counts as unavailable: the page before promised this one, so the list changed while it was read.
    if ('kind' in read) return { kind: 'unavailable' }
    pages = read.pages
    for (const [name, kinds] of Object.entries(FILES))
      note(
        name,
        read.entries.filter(({ kind }) => (kinds as readonly string[]).includes(kind)),
      )
    note(
      `articles-${page}`,
      read.entries.filter(({ kind }) => ARTICLE_KINDS.has(kind)),
    )
  }
  for (const sitemap of site.sitemapsOfRooms) {
    const listed = await listOfRoom(site, sitemap)
    // A service that is down must not remove addresses that search engines know.
    if (listed === null) return { kind: 'unavailable' }
    const newest = newestOf(listed.map(({ modified }) => modified))
    if (newest !== null) files.set(sitemap.name, newest)
  }
  const lines = [...files].map(([name, date]) =>
    element('sitemap', {}, [
      textElement('loc', `${site.origin}/sitemaps/${name}.xml`),
      textElement('lastmod', date.toISOString()),
    ]),
  )
  return {
    kind: 'body',
    type: XML,
    body: `${XML_HEAD}\n${element('sitemapindex', { xmlns: NAMESPACE }, ['\n', ...lines.map((line) => `${line}\n`)])}\n`,
    lastModified: newestOf([...files.values()]),
  }
}

/** `/sitemaps/{name}.xml` */
export async function buildSitemap(site: Site, name: string): Promise<DiscoveryFile> {
  const number = /^articles-([1-9]\d{0,3})$/.exec(name)?.[1]
  if (number !== undefined) {
    if (Number(number) > MAX_PAGES) return { kind: 'missing' }
    const read = await readPage(site, Number(number))
    return 'kind' in read
      ? read
      : toSitemap(
          read.entries.filter(({ kind }) => ARTICLE_KINDS.has(kind)),
          site,
        )
  }
  const ofRoom = site.sitemapsOfRooms.find((sitemap) => sitemap.name === name)
  if (ofRoom !== undefined) return buildRoomSitemap(site, ofRoom)
  if (!Object.hasOwn(FILES, name)) return { kind: 'missing' }
  const kinds: readonly SitemapEntry['kind'][] = FILES[name as FileName]
  const entries: SitemapEntry[] = []
  for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
    const read = await readPage(site, page)
    if ('kind' in read) return { kind: 'unavailable' }
    entries.push(...read.entries.filter(({ kind }) => kinds.includes(kind)))
    // The service lists everything else before the articles.
    if (read.entries.some(({ kind }) => ARTICLE_KINDS.has(kind))) break
    pages = read.pages
  }
  if (name !== 'pages') return toSitemap(entries.slice(0, MOST), site)
  const own = await listOwnPages(site, entries)
  const { rooms } = site.publication
  const isOpen = ({ path }: SitemapEntry) => {
    const room = roomOfPath(path)
    return room === null || rooms.includes(room)
  }
  return toSitemap([...entries.filter(isOpen), ...own].slice(0, MOST), site, listRoomPaths(rooms))
}

async function buildRoomSitemap(site: Site, sitemap: RoomSitemap): Promise<DiscoveryFile> {
  const found = await listOfRoom(site, sitemap)
  if (found === null) return { kind: 'unavailable' }
  const lines = found.map(({ path, modified }) =>
    element('url', {}, [textElement('loc', toAbsolute(path, site.origin)), textElement('lastmod', modified)]),
  )
  return {
    kind: 'body',
    type: XML,
    body: toUrlset(lines, {}),
    lastModified: newestOf(found.map(({ modified }) => modified)),
  }
}

/** Null: the service is unavailable. */
async function listOfRoom(
  { publication }: Site,
  { list }: RoomSitemap,
): Promise<{ path: string; modified: string }[] | null> {
  const found: { path: string; modified: string }[] = []
  for (let page = 1, pages = 1; page <= pages && found.length < MOST; page++) {
    const read = await list(publication.code, page)
    if (read === null) return null
    found.push(...read.entries)
    pages = read.pages
  }
  return found.slice(0, MOST)
}

/** These pages are made of articles, so they change when the home page does. */
async function listOwnPages(site: Site, entries: readonly SitemapEntry[]): Promise<SitemapEntry[]> {
  const home = entries.find(({ path }) => path === '/')
  return home === undefined ? [] : (await site.listOwnPages()).map((path) => ({ ...home, path }))
}

/** `more`: pages whose time of change is unknown. */
function toSitemap(
  entries: readonly Pick<SitemapEntry, 'path' | 'lastModified' | 'picture'>[],
  { origin }: Site,
  more: readonly string[] = [],
): DiscoveryFile {
  const lines = [
    ...entries.map((entry) =>
      element('url', {}, [
        textElement('loc', toAbsolute(entry.path, origin)),
        textElement('lastmod', new Date(entry.lastModified).toISOString()),
        ...(entry.picture === null
          ? []
          : [element('image:image', {}, [textElement('image:loc', toPictureAddress(entry.picture, origin).url)])]),
      ]),
    ),
    ...more.map((path) => element('url', {}, [textElement('loc', toAbsolute(path, origin))])),
  ]
  return {
    kind: 'body',
    type: XML,
    body: toUrlset(lines, { 'xmlns:image': IMAGE_NAMESPACE }),
    lastModified: newestOf(entries.map(({ lastModified }) => lastModified)),
  }
}

/** `/news-sitemap.xml`: a fixed address; articles of the last two days, at most a thousand, without advertising. */
export async function buildNewsSitemap(site: Site): Promise<DiscoveryFile> {
  const { content, publication, origin, now } = site
  const since = new Date(now.getTime() - NEWS_MS)
  const fresh: SitemapEntry[] = []
  for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES) && fresh.length < NEWS_MOST; page++) {
    const result = await content.listSitemapEntries({
      params: {},
      query: { kind: 'article', since: since.toISOString(), page },
    })
    if (!result.ok) return { kind: 'unavailable' }
    fresh.push(
      ...result.data.entries.filter(
        (entry) => entry.isOwn && new Date(entry.publishDate) >= since && new Date(entry.publishDate) <= now,
      ),
    )
    pages = result.data.pages
  }
  fresh.sort((a, b) => Date.parse(b.publishDate) - Date.parse(a.publishDate))
  const sold = await listSold(site, fresh)
  if (sold === null) return { kind: 'unavailable' }
  const entries = fresh.filter(({ path }) => !sold.has(path)).slice(0, NEWS_MOST)
  const lines = entries.map((entry) =>
    element('url', {}, [
      textElement('loc', toAbsolute(entry.path, origin)),
      element('news:news', {}, [
        element('news:publication', {}, [
          textElement('news:name', publication.name),
          textElement('news:language', 'de'),
        ]),
        textElement('news:publication_date', toBerlinIso(new Date(entry.publishDate))),
        textElement('news:title', entry.title),
      ]),
      ...(entry.picture === null
        ? []
        : [element('image:image', {}, [textElement('image:loc', toPictureAddress(entry.picture, origin).url)])]),
    ]),
  )
  const body = toUrlset(lines, { 'xmlns:news': NEWS_NAMESPACE, 'xmlns:image': IMAGE_NAMESPACE })
  return { kind: 'body', type: XML, body, lastModified: newestOf(entries.map(({ lastModified }) => lastModified)) }
}

/** Paths of paid advertising, which must not pass for news; only teasers mark it. Null: the service is unavailable. */
async function listSold({ content }: Site, entries: readonly SitemapEntry[]): Promise<Set<string> | null> {
  const ids = entries.flatMap(({ path }) => /(\d{1,40})$/.exec(path)?.[1] ?? [])
  const sold = new Set<string>()
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const result = await content.listTeasers({
      params: {},
      query: { ids: ids.slice(start, start + IDS_AT_ONCE).join(',') },
    })
    if (!result.ok) return null
    for (const teaser of result.data.teasers) if (teaser.isSoldContent) sold.add(teaser.targetPathOrUrl)
  }
  return sold
}

/** Ids of forty digits still fit into the 4,000 characters that the service accepts. */
const IDS_AT_ONCE = 90

function toUrlset(lines: readonly string[], namespaces: Readonly<Record<string, string>>): string {
  return `${XML_HEAD}\n${element('urlset', { xmlns: NAMESPACE, ...namespaces }, ['\n', ...lines.map((line) => `${line}\n`)])}\n`
}
