/**
 * Reads the items of RSS 0.9x, 2.0 and 1.0, Atom and JSON Feed 1.0 and 1.1 into one shape. `feedsmith` knows the
 * formats and their namespaces under any prefix; its input has passed our XML check. Each item is read alone and only
 * its texts are taken; `feed.ts` makes the article.
 */
import { parseAtomFeed, parseJsonFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import { splitFeed } from './feed-markup.ts'
import type { FeedKind } from './feed-markup.ts'
import { escapeHtml } from '../body/house-style.ts'
import { decodeEntities, toPlainLine } from '../body/markup-text.ts'

export type FeedMedia = {
  url: string
  width: number
  height: number
  caption: string
  credit: string
  altText: string
  /** Gives way to a larger picture in the text. */
  isPreview?: boolean
}
export type FeedSound = { url: string; mimeType: string; seconds: number }
export type FeedEntry = {
  id: string
  link: string
  /** Base of relative addresses (`xml:base`); '' if the item has none. */
  base: string
  /** Plain text. */
  title: string
  summaryHtml: string
  content: string
  isPlainContent: boolean
  /** Dates as written, the best first; preferred to `updated`. */
  published: string[]
  updated: string[]
  authors: string[]
  /** Addresses of portraits by name of the author. */
  portraits?: ReadonlyMap<string, string>
  source: string
  categories: string[]
  picture: FeedMedia | null
  sound: FeedSound | null
  chapters: { start: string; title: string }[]
  chaptersAddress: string
}

export type FeedChannel = {
  title: string
  link: string
  /** Base of relative addresses for the whole feed; '' if it has none. */
  base: string
  language: string
  /** Build date of the feed, as written. */
  built: string[]
}

export type ReadEntry =
  | { kind: 'entry'; entry: FeedEntry; raw: string }
  | { kind: 'broken'; reason: string; raw: string }
export type ReadFeed =
  | {
      kind: 'feed'
      channel: FeedChannel
      entries: ReadEntry[]
      /** Wraps an item into a feed of its own, so that a kept item can be read again. */
      alone: (raw: string) => string
    }
  | { kind: 'refused'; reason: string }

const NO_CHANNEL: FeedChannel = { title: '', link: '', base: '', language: 'de', built: [] }

// Typed by their calls, because feedsmith exports no types for them.
const readRss = (xml: string) => parseRssFeed(xml)
const readRdf = (xml: string) => parseRdfFeed(xml)
const readAtom = (xml: string) => parseAtomFeed(xml)
const readJson = (value: unknown) => parseJsonFeed(value)

export function readXmlFeed(xml: string): ReadFeed {
  const parts = splitFeed(xml)
  if (parts.kind === 'refused') return parts
  const channel = readChannel(parts.kind, parts.head)
  const entries = parts.items.map((item): ReadEntry => {
    if (item.kind === 'broken') return item
    const entry = guard(() => readItem(parts.kind, item.xml, item.raw))
    if (entry === null) return { kind: 'broken', reason: 'no item of a feed', raw: item.raw }
    return { kind: 'entry', entry, raw: item.raw }
  })
  return { kind: 'feed', channel, entries, alone: parts.alone }
}

/** feedsmith throws for input that is no feed. */
function guard<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

type Texts = readonly (string | undefined)[]
const present = (...texts: Texts): string[] =>
  texts.filter((text) => text !== undefined && text.trim() !== '') as string[]
const first = (...texts: Texts): string => present(...texts)[0]?.trim() ?? ''

function readChannel(kind: FeedKind, head: string): FeedChannel {
  const read = guard((): FeedChannel => {
    if (kind === 'atom') {
      const feed = readAtom(head)
      return {
        title: toAtomLine(feed.title),
        link: toAtomLink(feed.links),
        base: feed.xml?.base ?? '',
        language: first(feed.xml?.lang, feed.dc?.languages?.[0]) || 'de',
        built: present(feed.updated),
      }
    }
    const feed = kind === 'rss' ? readRss(head) : readRdf(head)
    const rss = kind === 'rss' ? (feed as ReturnType<typeof readRss>) : null
    return {
      title: toPlainLine(first(feed.title, feed.dc?.titles?.[0])),
      link: first(feed.link, toAtomLink(feed.atom?.links)),
      base: feed.xml?.base ?? '',
      language: first(rss?.language, feed.dc?.languages?.[0], feed.xml?.lang) || 'de',
      built: present(rss?.lastBuildDate, rss?.pubDate, feed.dc?.dates?.[0], feed.atom?.updated),
    }
  })
  return read ?? { ...NO_CHANNEL, title: toPlainLine(/<title>([^<]{1,300})<\/title>/.exec(head)?.[1] ?? '') }
}

/** `raw`: the item's XML, for elements that feedsmith ignores. */
function readItem(kind: FeedKind, xml: string, raw: string): FeedEntry | null {
  if (kind === 'rss') {
    const item = readRss(xml).items?.[0]
    return item === undefined ? null : toRssEntry(item, raw)
  }
  if (kind === 'rdf') {
    const item = readRdf(xml).items?.[0]
    return item === undefined ? null : toRdfEntry(item, raw)
  }
  const entry = readAtom(xml).entries?.[0]
  return entry === undefined ? null : toAtomEntry(entry, raw)
}

type RssItem = NonNullable<ReturnType<typeof readRss>['items']>[number]
type RdfItem = NonNullable<ReturnType<typeof readRdf>['items']>[number]
type AtomEntry = NonNullable<ReturnType<typeof readAtom>['entries']>[number]
type Media = RssItem['media']

function toRssEntry(item: RssItem, raw: string): FeedEntry {
  const enclosures = item.enclosures ?? []
  const permalink =
    item.guid?.isPermaLink === false || !/^https?:\/\//.test(item.guid?.value ?? '') ? '' : item.guid?.value
  const sound = enclosures.find(
    ({ type, url }) => /^audio\//i.test(type ?? '') || (!type && /\.(?:mp3|m4a|ogg)(?:\?|$)/i.test(url ?? '')),
  )
  return {
    ...toCommon(item, raw),
    link: first(findOriginalLink(raw), item.link, toAtomLink(item.atom?.links), permalink),
    id: first(item.guid?.value),
    title: toPlainLine(first(item.title, item.dc?.titles?.[0], item.itunes?.title, item.media?.title?.value)),
    summaryHtml: first(
      item.description,
      item.dc?.descriptions?.[0],
      item.itunes?.summary,
      item.media?.description?.value,
    ),
    published: present(
      item.pubDate,
      item.dc?.dates?.[0],
      item.dcterms?.issued?.[0],
      item.dcterms?.created?.[0],
      item.atom?.published,
    ),
    authors: toNames([...(item.dc?.creators ?? []), ...(item.authors ?? []).map(({ name }) => name)]),
    source: toPlainLine(first(item.source?.title)),
    categories: [...(item.categories ?? []).map(({ name }) => name), ...(item.dc?.subjects ?? [])]
      .map(toName)
      .filter(Boolean),
    picture: toPicture(item.media, [
      ...enclosures.filter(isImage),
      { url: findImageElement(raw) },
      { url: item.itunes?.image },
    ]),
    sound:
      sound === undefined
        ? null
        : { url: first(sound.url), mimeType: first(sound.type) || 'audio/mpeg', seconds: item.itunes?.duration ?? 0 },
    chapters: toChapters(item.psc),
    chaptersAddress: first(item.podcast?.chapters?.url),
  }
}

function toRdfEntry(item: RdfItem, raw: string): FeedEntry {
  return {
    ...toCommon(item, raw),
    id: first(item.rdf?.about, item.dc?.identifiers?.[0]),
    link: first(item.link, item.rdf?.about),
    title: toPlainLine(first(item.title, item.dc?.titles?.[0])),
    summaryHtml: first(item.description, item.dc?.descriptions?.[0]),
    published: present(item.dc?.dates?.[0], item.dcterms?.issued?.[0], item.dcterms?.created?.[0]),
    authors: toNames(item.dc?.creators ?? []),
    source: '',
    categories: (item.dc?.subjects ?? []).map(toName).filter(Boolean),
    picture: toPicture(item.media, [{ url: findImageElement(raw) }]),
    sound: null,
    chapters: [],
    chaptersAddress: '',
  }
}

function toCommon(
  item: RssItem | RdfItem,
  raw: string,
): Pick<FeedEntry, 'link' | 'base' | 'content' | 'isPlainContent' | 'updated'> {
  return {
    link: first(item.link, toAtomLink(item.atom?.links)),
    base: findBase(raw),
    content: first(item.content?.encoded),
    isPlainContent: false,
    updated: present(item.atom?.updated, item.dcterms?.modified?.[0]),
  }
}

function toAtomEntry(entry: AtomEntry, raw: string): FeedEntry {
  const { content } = entry
  const type = content?.type ?? 'text'
  const enclosures = (entry.links ?? []).filter(({ rel }) => rel === 'enclosure')
  const sound = enclosures.find(({ type: mime }) => /^audio\//i.test(mime ?? ''))
  return {
    id: first(entry.id),
    link: first(findOriginalLink(raw), toAtomLink(entry.links)),
    base: findBase(raw),
    title: toAtomLine(entry.title),
    summaryHtml: toAtomHtml(entry.summary),
    content: content?.value?.trim() ?? '',
    // Some feeds declare markup as text.
    isPlainContent:
      (type === 'text' || type === 'text/plain') && !/<(?:p|div|br|a|img|ul|h\d)[\s/>]/i.test(content?.value ?? ''),
    published: present(entry.published, entry.dc?.dates?.[0]),
    updated: present(entry.updated),
    authors: toNames([...(entry.authors ?? []).map(({ name }) => name), ...(entry.dc?.creators ?? [])]),
    source: toAtomLine(entry.source?.title),
    categories: (entry.categories ?? []).map(({ label, term }) => toName(label ?? term)).filter(Boolean),
    picture: toPicture(
      entry.media,
      enclosures.map(({ href, type: mime }) => ({ url: href, type: mime })).filter(isImage),
    ),
    sound:
      sound === undefined
        ? null
        : { url: first(sound.href), mimeType: first(sound.type), seconds: entry.itunes?.duration ?? 0 },
    chapters: toChapters(entry.psc),
    chaptersAddress: '',
  }
}

type AtomText = { value?: string; type?: string } | undefined

function toAtomHtml(text: AtomText): string {
  const value = text?.value ?? ''
  return text?.type === 'html' || text?.type === 'xhtml' || text?.type === 'text/html' ? value : escapeHtml(value)
}

const toAtomLine = (text: AtomText): string => toPlainLine(toAtomHtml(text))

function toAtomLink(links: readonly { href?: string; rel?: string; type?: string }[] | undefined): string {
  const alternates = (links ?? []).filter(({ rel }) => (rel ?? 'alternate') === 'alternate')
  return first((alternates.find(({ type }) => (type ?? 'text/html') === 'text/html') ?? alternates[0])?.href)
}

const toName = (name: string | undefined): string => toPlainLine(name ?? '')
const toNames = (names: Texts): string[] => [...new Set(names.map(toName).filter(Boolean))]

const toChapters = (psc: RssItem['psc']): FeedEntry['chapters'] =>
  (psc?.chapters ?? []).map(({ start, title }) => ({ start: start ?? '', title: decodeEntities(title ?? '') }))

/** The original link that FeedBurner and similar services replaced. */
const findOriginalLink = (raw: string): string =>
  decodeEntities(/<(?:\w+:)?origLink\b[^<>]*>\s*(?:<!\[CDATA\[)?(https?:\/\/[^\s<\]]{1,2000})/i.exec(raw)?.[1] ?? '')

/** `xml:base` of the item, then of its content. */
function findBase(raw: string): string {
  const [, outer = '', inner = ''] =
    /^<[\w:.-]+(?:\s[^<>]*?\bxml:base\s*=\s*["']([^"'<>]{1,2000})["'])?[^<>]*>(?:[^]*?<content\b[^<>]*?\bxml:base\s*=\s*["']([^"'<>]{1,2000})["'])?/.exec(
      raw,
    ) ?? []
  if (inner === '' || outer === '') return decodeEntities(inner || outer)
  return URL.canParse(inner, outer) ? new URL(decodeEntities(inner), decodeEntities(outer)).href : decodeEntities(outer)
}

/** `<image>` in an item, with an address as text, as `<url>` or as an attribute: no standard has it, many feeds do. */
const findImageElement = (raw: string): string =>
  decodeEntities(
    /<(?:image|thumbnail)>\s*(?:<!\[CDATA\[)?\s*(https?:\/\/[^\s<\]]{1,2000})/i.exec(raw)?.[1] ??
      /<image>(?:(?!<\/image>)[^]){0,2000}?<url>\s*(?:<!\[CDATA\[)?\s*(https?:\/\/[^\s<\]]{1,2000})/i.exec(raw)?.[1] ??
      /<image\s[^<>]*?\b(?:url|href|src)\s*=\s*["']([^"'<>]{1,2000})["']/i.exec(raw)?.[1] ??
      '',
  )

const IMAGE = /\.(?:jpe?g|png|webp|avif|gif)(?:[?#]|$)/i

/** By its type; if that says nothing, by the extension of its address. */
const isImage = ({ type = '', url = '' }: { type?: string | undefined; url?: string | undefined }): boolean =>
  /^image(?:\/|$)/i.test(type) ||
  (/^(?:|application\/(?:octet-stream|force-download|x-download|download)|binary\/.*)$/i.test(type) && IMAGE.test(url))

type MediaContent = NonNullable<NonNullable<Media>['contents']>[number]
type Said = Pick<MediaContent, 'description' | 'credits' | 'copyright' | 'title'>
type Candidate = {
  url?: string | undefined
  width?: number | undefined
  height?: number | undefined
  /** Bytes, for pictures of unknown width. */
  length?: number | undefined
  fileSize?: number | undefined
  /** Captions and credits, the nearest first. */
  said?: readonly (Said | undefined)[]
}

/** Without a type, a size or the file extension marks a picture; films and sound have a type. */
const isPicture = ({ medium, type, url = '', width, height, duration }: MediaContent): boolean =>
  medium === 'image' ||
  (medium === undefined &&
    (isImage({ type, url }) ||
      (!type &&
        duration === undefined &&
        !/\.(?:mp[34]|m4[av]|webm|ogg|html?|php)(?:[?#]|$)/i.test(url) &&
        (width ?? 0) > 0 &&
        (height ?? 0) > 0)))

/** Pixels; a narrower picture is a preview. */
const WIDEST_PREVIEW = 400

/** As the feed says, else as a resized copy of WordPress has it in its name (`markt-150x150.jpg`). */
const widthOf = ({ width, url = '' }: Candidate): number =>
  width ?? Number(/-(\d{2,4})x\d{2,4}\.\w{3,4}(?:[?#]|$)/.exec(url)?.[1] ?? 0)

const bytesOf = ({ length, fileSize }: Candidate): number => length ?? fileSize ?? 0

/** The largest picture that a feed offers; Media RSS first, small previews last. */
function toPicture(media: Media, others: readonly Candidate[]): FeedMedia | null {
  const groups = media?.groups ?? []
  const contents: Candidate[] = [
    ...(media?.contents ?? []).filter(isPicture).map((content) => ({ ...content, said: [content, media] })),
    ...groups.flatMap((group) =>
      (group.contents ?? []).filter(isPicture).map((content) => ({ ...content, said: [content, group, media] })),
    ),
  ]
  const previews: Candidate[] = [
    ...(media?.thumbnails ?? []).map((preview) => ({ ...preview, said: [media] })),
    ...groups.flatMap((group) => (group.thumbnails ?? []).map((preview) => ({ ...preview, said: [group, media] }))),
    ...(media?.contents ?? []).flatMap((content) =>
      (content.thumbnails ?? []).map((preview) => ({ ...preview, said: [content, media] })),
    ),
  ]
  const usable = [contents, others, previews]
    .map((list) => list.filter(({ url }) => first(url) !== ''))
    .find((list) => list.length > 0)
  const [found] = usable?.toSorted((a, b) => widthOf(b) - widthOf(a) || bytesOf(b) - bytesOf(a)) ?? []
  if (found === undefined) return null
  const said = found.said ?? [media]
  const pick = (read: (one: Said) => string | undefined): string =>
    toPlainLine(first(...said.map((one) => (one === undefined ? undefined : read(one)))))
  const width = Math.max(0, Math.round(widthOf(found)))
  return {
    url: first(found.url),
    width,
    height: Math.max(0, Math.round(found.height ?? 0)),
    caption: pick(({ description }) => description?.value),
    credit: pick(({ credits, copyright }) => credits?.[0]?.value ?? copyright?.value).replace(
      /^(?:Foto|Bild|Credit)s?:\s*(?=\S)/i,
      '',
    ),
    altText: pick(({ title }) => title?.value),
    isPreview: width > 0 && width < WIDEST_PREVIEW,
  }
}

/** `{"version": "https://jsonfeed.org/version/1.1", "items": […]}` */
export function isJsonFeed(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.version === 'string' && /^https?:\/\/(?:www\.)?jsonfeed\.org\/version\//.test(value.version)
}

export function readJsonFeed(value: Readonly<Record<string, unknown>>): ReadFeed {
  if (!Array.isArray(value.items)) return { kind: 'refused', reason: 'JSON Feed: no items in it' }
  const rest = { ...value, items: [] }
  const head = guard(() => readJson({ ...rest, title: typeof value.title === 'string' ? value.title : 'Feed' }))
  const channel: FeedChannel = {
    title: typeof value.title === 'string' ? toPlainLine(value.title) : '',
    link: first(head?.home_page_url, head?.feed_url),
    base: first(head?.feed_url, head?.home_page_url),
    language: first(head?.language) || 'de',
    built: [],
  }
  const shared = head?.authors ?? []
  const entries = value.items.map((item: unknown): ReadEntry => {
    const raw = JSON.stringify(item)
    const entry = guard(() => readJson({ ...rest, title: 'Feed', items: [item] }).items?.[0])
    if (!entry) return { kind: 'broken', reason: 'no item of a JSON Feed', raw }
    return { kind: 'entry', entry: toJsonEntry(entry, shared), raw }
  })
  const alone = (raw: string) => JSON.stringify({ ...value, items: [JSON.parse(raw) as unknown] }, null, 2)
  return { kind: 'feed', channel, entries, alone }
}

type JsonAuthor = { name?: string; avatar?: string }
type JsonItem = NonNullable<ReturnType<typeof readJson>['items']>[number]

function toJsonEntry(item: JsonItem, shared: readonly JsonAuthor[]): FeedEntry {
  const sound = (item.attachments ?? []).find(({ mime_type: type }) => /^audio\//i.test(type ?? ''))
  const authors = item.authors === undefined || item.authors.length === 0 ? shared : item.authors
  const isHtml = item.content_html !== undefined && item.content_html !== ''
  return {
    id: first(item.id),
    link: first(item.url, item.external_url),
    base: '',
    title: toPlainLine(item.title ?? ''),
    summaryHtml: escapeHtml(item.summary ?? ''),
    content: isHtml ? item.content_html! : (item.content_text ?? ''),
    isPlainContent: !isHtml,
    published: present(item.date_published),
    updated: present(item.date_modified),
    authors: toNames(authors.map(({ name }) => name)),
    portraits: new Map(
      authors.flatMap(({ name, avatar }) => (avatar ? toNames([name]).map((own) => [own, avatar]) : [])),
    ),
    source: '',
    categories: (item.tags ?? []).map(toName).filter(Boolean),
    picture: toPicture(undefined, [{ url: item.image ?? item.banner_image }]),
    sound:
      sound === undefined
        ? null
        : { url: first(sound.url), mimeType: first(sound.mime_type), seconds: sound.duration_in_seconds ?? 0 },
    chapters: [],
    chaptersAddress: '',
  }
}
