/**
 * Turns items of a feed (RSS, Atom, JSON Feed) into documents. If the feed has only a summary, a link to the original
 * is added. An item that is broken, empty, or without id and link is refused; one without a headline or with an
 * unreadable date is put aside; the others are imported. Feeds have no versions: the time of the last change in seconds
 * counts, and a fingerprint of the text reveals a correction that kept its date.
 */
import { createHash } from 'node:crypto'
import { toBlocks, toOwnWords, toTeaserHtml, toText, toTextBlocks } from '../body/body-html.ts'
import { readSimpleChapters } from './chapters.ts'
import { toInstant } from '../body/dates.ts'
import { dropBoilerplate, trimBoilerplate } from './feed-boilerplate.ts'
import { readJsonFeed, readXmlFeed } from './feed-entries.ts'
import type { FeedChannel, FeedEntry, FeedMedia, FeedSound, ReadEntry, ReadFeed } from './feed-entries.ts'
import { escapeHtml, setLine, shorten, toAuthors, toLine } from '../body/house-style.ts'
import { openBody } from '../body/lead.ts'
import { decodeEntities } from '../body/markup-text.ts'
import { toLink } from '@lokalteil/domain/reading/embed-addresses'
import { escapeAttribute } from '../body/links.ts'
import { IS_EMPTY, isEmpty, noClasses, toVersion } from '../parsed-document.ts'
import type { Classes, ContentItem, FoundPicture, ParseContext, Parsed, ParsedDocument } from '../parsed-document.ts'
import { toMediaAddress, toPicture } from '../body/renditions.ts'

export const FEED_ROOTS = new Set(['rss', 'feed', 'RDF'])

/** The reason for an empty feed. */
export const NO_ENTRIES = 'feed: no entries in it'

export const parseFeed = (xml: string, context: ParseContext): Parsed => toParsed(readXmlFeed(xml), xml, 'xml', context)

export const parseJsonFeed = (value: Readonly<Record<string, unknown>>, context: ParseContext): Parsed =>
  toParsed(readJsonFeed(value), JSON.stringify(value, null, 2), 'json', context)

function toParsed(feed: ReadFeed, whole: string, extension: 'xml' | 'json', context: ParseContext): Parsed {
  const result: Parsed = { documents: [], refusals: [] }
  if (feed.kind === 'refused') {
    result.refusals.push({ sourceId: '', reason: feed.reason, raw: whole, extension })
    return result
  }
  const channel = withWholeTitle(feed.channel)
  if (feed.entries.length === 0) result.refusals.push({ sourceId: '', reason: NO_ENTRIES, raw: whole, extension })
  const entries = withOwnIds(feed.entries)
  entries.forEach((read, index) => {
    const refuse = (reason: string, sourceId = '', outcome?: 'put-aside') =>
      result.refusals.push({
        sourceId,
        reason: outcome === undefined ? `feed: entry ${index + 1} ${reason}` : reason,
        raw: feed.alone(read.raw),
        identity: read.raw,
        extension,
        outcome,
      })
    if (read.kind === 'broken') return refuse(`cannot be read (${read.reason})`)
    const made = toEntryDocument(read.entry, channel, context, index)
    if (made.kind === 'document') result.documents.push(made.document)
    else refuse(made.reason, made.sourceId, made.outcome)
  })
  return result
}

/** A title with a broken character would refuse every entry, because they name it as their source. */
const withWholeTitle = (channel: FeedChannel): FeedChannel =>
  channel.title.includes('\ufffd') ? { ...channel, title: '' } : channel

/** Attributes in which an archive passes on the library's caption and credit of a picture in the text. */
export const LIBRARY_CAPTION = 'data-library-caption'
export const LIBRARY_CREDIT = 'data-library-credit'

/** If several items with different addresses share a guid ("N/A"), the address is added to it. */
function withOwnIds(entries: readonly ReadEntry[]): ReadEntry[] {
  const links = new Map<string, Set<string>>()
  for (const read of entries)
    if (read.kind === 'entry') {
      const { id, link } = read.entry
      links.set(id, (links.get(id) ?? new Set()).add(withoutTracking(link)))
    }
  return entries.map((read) =>
    read.kind === 'entry' && read.entry.link !== '' && links.get(read.entry.id)!.size > 1
      ? { ...read, entry: { ...read.entry, id: withoutTracking(read.entry.link) } }
      : read,
  )
}

/** The address at the source, as a second identity of the article. */
export const toLinkOf = (link: string): Pick<ParsedDocument, 'link'> =>
  /^https?:\/\//i.test(link) && link.length <= 1000 && URL.canParse(link) ? { link } : {}

/** Query parameters for analytics only. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|mc_cid|mc_eid|at_\w+|wt_\w+|pk_\w+|mtm_\w+)$/i

function withoutTracking(link: string): string {
  if (!link.includes('?') || !URL.canParse(link)) return link
  const url = new URL(link)
  const counted = [...url.searchParams.keys()].filter((name) => TRACKING.test(name))
  if (counted.length === 0) return link
  for (const name of counted) url.searchParams.delete(name)
  return url.href
}

export type EntryDocument =
  | { kind: 'document'; document: ParsedDocument }
  | { kind: 'refused'; sourceId: string; reason: string; outcome?: 'put-aside' }

/** Parses one entry. `index`: its position, which orders entries without a date. */
export function toEntryDocument(
  read: FeedEntry,
  channel: FeedChannel,
  context: ParseContext,
  index: number,
): EntryDocument {
  const entry = completeAddresses(read, channel, context)
  const id = toId(entry, channel)
  if (id === '') return { kind: 'refused', sourceId: '', reason: 'has neither id nor link' }
  const putAside = (reason: string): EntryDocument => ({ kind: 'refused', sourceId: id, reason, outcome: 'put-aside' })
  if (entry.title === '' && entry.summaryHtml === '' && entry.content === '')
    return { kind: 'refused', sourceId: id, reason: 'is empty' }
  if (entry.title === '') return putAside('it has no headline')
  const dates = readDates(entry, channel, context, index)
  if (dates.kind === 'unreadable') return putAside(`its date "${shorten(dates.text, 60)}" cannot be read`)
  const document = toDocument({ ...entry, id }, channel, dates, context)
  return isEmpty(document) ? putAside(IS_EMPTY) : { kind: 'document', document }
}

/** Markup that was escaped twice: "&lt;p&gt;" instead of tags, and no real tag. */
const ESCAPED = /&lt;\/?(?:p|br|div|a|b|strong|em|i|ul|li|img|h[1-6]|span|figure)\b[^]*?&gt;/i

const unescapeTwice = (html: string): string =>
  !/<[a-z]/i.test(html) &&
  ESCAPED.test(html) &&
  /&lt;\/(?:p|div|a|b|strong|em|i|ul|li|h[1-6]|span)&gt;|&lt;(?:p|br)\b/i.test(html)
    ? decodeEntities(html)
    : html

/** Resolves links and pictures of an item against the address of its feed. */
function completeAddresses(entry: FeedEntry, channel: FeedChannel, context: ParseContext): FeedEntry {
  const outer = [channel.base, channel.link, context.address ?? ''].find((base) => toLink(base) !== '') ?? ''
  const own = entry.base === '' ? '' : toLink(entry.base, outer)
  const feedBase = own || outer
  const link = withoutTracking(toLink(entry.link, feedBase))
  const base = own || link || feedBase
  const complete = (url: string): string => (base === '' ? url : toLink(url, base) || url)
  return {
    ...entry,
    summaryHtml: unescapeTwice(entry.summaryHtml),
    content: entry.isPlainContent ? entry.content : unescapeTwice(entry.content),
    // Without a base a path would lead into this site.
    link: /^https?:/i.test(link) ? link : '',
    base: own,
    picture: entry.picture === null ? null : { ...entry.picture, url: complete(entry.picture.url) },
    sound: entry.sound === null ? null : { ...entry.sound, url: complete(entry.sound.url) },
    portraits: new Map([...(entry.portraits ?? [])].map(([name, url]) => [name, complete(url)])),
  }
}

/** A non-unique id ("4711") gets the feed's address as a prefix. */
function toId(entry: FeedEntry, channel: FeedChannel): string {
  const own = entry.id || entry.link
  if (own === '') return ''
  const unique = /^[a-z][a-z0-9+.-]*:/i.test(own) ? own : `${channel.link || channel.title}#${own}`
  return unique.length <= 400 ? unique : `sha256:${createHash('sha256').update(unique).digest('hex')}`
}

type Dates =
  | { kind: 'dates'; published: string; updated: string | null; version: number; takenAt: string; note: string }
  | { kind: 'unreadable'; text: string }

const readFirst = (texts: readonly string[]): string | null =>
  texts.map(toInstant).find((instant) => instant !== null) ?? null

/**
 * The written date counts. An item without any gets that of the feed, else that of its file; items of one feed keep
 * their order, the newest first.
 */
function readDates(entry: FeedEntry, channel: FeedChannel, context: ParseContext, index: number): Dates {
  const built = readFirst(channel.built)
  const now = context.now.toISOString()
  const takenAt = built !== null && built <= now ? built : minimum(context.fallbackDate.toISOString(), now)
  const published = readFirst(entry.published) ?? readFirst(entry.updated)
  if (published !== null) {
    const updated = readFirst(entry.updated)
    const changed = updated !== null && updated > published ? updated : published
    return { kind: 'dates', published, updated, version: toVersion('', changed), takenAt, note: '' }
  }
  const written = entry.published[0] ?? entry.updated[0]
  if (written !== undefined) return { kind: 'unreadable', text: written }
  return {
    kind: 'dates',
    published: new Date(Date.parse(takenAt) - index * 60_000).toISOString(),
    updated: null,
    version: 0,
    takenAt,
    note: `it has no date and is dated by ${built === null ? 'its file' : 'its feed'}`,
  }
}

const minimum = (a: string, b: string): string => (a < b ? a : b)

function toDocument(
  entry: FeedEntry,
  channel: FeedChannel,
  dates: Extract<Dates, { kind: 'dates' }>,
  context: ParseContext,
): ParsedDocument {
  const { language } = channel
  const source = entry.source || channel.title
  const title = setLine(entry.title, language)
  const notes: string[] = dates.note === '' ? [] : [dates.note]
  const lead = entry.picture === null ? null : toLeadPicture(entry.picture, channel)
  const text = readText(entry, channel, context, title, notes)
  const first = findFirstPicture(text.full.length > 0 ? text.full : text.summary) ?? text.pictures[0] ?? null
  const picture = chooseLead(lead, first, entry.picture ?? {}, channel)
  const hasFull = text.full.some((item) => item.type !== 'image')
  const body = (hasFull ? text.full : text.summary).filter(
    (item) => item.type !== 'image' || item.picture.baseUrl !== picture?.baseUrl,
  )
  const given = hasFull && entry.summaryHtml !== '' ? toTeaser(entry.summaryHtml, language) : ''
  const repeats = given !== '' && body[0]?.type === 'paragraph' && sameStart(body[0].html, given)
  const opened = openBody(body, { teaser: repeats ? '' : given, dateline: '' })
  const items = opened.items
  if (!hasFull && entry.link !== '')
    items.push({
      type: 'paragraph',
      html: `<a href="${escapeAttribute(entry.link)}">Zum Originalbeitrag${source === '' ? '' : ` bei ${escapeHtml(toLine(source))}`}</a>`,
    })
  const audio = entry.sound === null ? null : toAudio(entry.sound, title, entry)
  if (audio) items.unshift(audio)
  const { published, updated, version, takenAt } = dates
  return {
    sourceId: entry.id,
    ...toLinkOf(entry.link),
    version,
    fingerprint: { digest: toDigest(entry), takenAt },
    status: 'usable',
    embargo: null,
    publishDate: published,
    updateDate: updated !== null && updated > published ? updated : null,
    language,
    urgency: 5,
    kind: audio && !hasFull ? 'audio' : 'news',
    title: shorten(title, 300),
    titlePrefix: '',
    teaserTextHtml: opened.teaserTextHtml,
    authors: toAuthors(entry.authors.join(', ')),
    ...toPortraits(entry, channel),
    source: toLine(source).slice(0, 100),
    correction: '',
    picture,
    contentItems: items,
    classes: toClasses(entry.categories),
    ...(notes.length === 0 ? {} : { notes }),
    ...(audio !== null && audio.chapters === undefined && entry.chaptersAddress !== ''
      ? { chaptersAddress: entry.chaptersAddress }
      : {}),
  }
}

/** Portraits of names that are authors, in their spelling. */
function toPortraits({ portraits }: FeedEntry, channel: FeedChannel): Pick<ParsedDocument, 'portraits'> {
  const found = [...(portraits ?? [])].flatMap(([given, address]) => {
    const [name, ...others] = toAuthors(given)
    const picture = toLeadPicture({ url: address, width: 0, height: 0, caption: '', credit: '', altText: '' }, channel)
    return name === undefined || others.length > 0 || picture === null ? [] : [{ name, picture }]
  })
  return found.length === 0 ? {} : { portraits: found.slice(0, 12) }
}

/** The picture of the entry; in place of a preview the larger picture in the text, with the texts of both. */
function chooseLead(
  lead: FoundPicture | null,
  first: FoundPicture | null,
  { isPreview = false }: Partial<FeedMedia>,
  channel: FeedChannel,
): FoundPicture | null {
  if (lead === null || first === null || !isPreview) return lead ?? first
  if (first.width > 0 && first.width <= lead.width) return lead
  const credit = first.credit === channel.title ? lead.credit : first.credit
  return { ...first, caption: first.caption || lead.caption, credit }
}

/** With the caption and the credit from the text. */
function findFirstPicture(items: readonly ContentItem[]): FoundPicture | null {
  for (const item of items) {
    if (item.type === 'image') return item.picture
    if (item.type === 'gallery') return item.pictures[0] ?? null
  }
  return null
}

/** Text and summary as blocks, without boilerplate, and the pictures of the text. */
function readText(
  entry: FeedEntry,
  channel: FeedChannel,
  context: ParseContext,
  title: string,
  notes: string[],
): { full: ContentItem[]; summary: ContentItem[]; pictures: FoundPicture[] } {
  const { language } = channel
  const bases = [entry.base, entry.link, channel.base, channel.link, context.address ?? '']
  const baseUrl = bases.find((base) => base !== '') ?? ''
  const pictures: FoundPicture[] = []
  const findPicture = (image: Readonly<Record<string, string>>): FoundPicture | null => {
    const href = toLink(image.src ?? '', baseUrl)
    if (href === '' || image.width === '1') return null
    const size = { width: Number(image.width) || 0, height: Number(image.height) || 0 }
    // The library's caption and credit, if the text has none.
    const { [LIBRARY_CAPTION]: caption = '', [LIBRARY_CREDIT]: credit = '', alt: altText = '' } = image
    const picture = toFoundPicture({ ...size, url: href, caption, credit, altText }, channel)
    if (picture.baseUrl === '') return null
    pictures.push(picture)
    return picture
  }
  // Many sites put the whole text where others put a summary.
  const short = toBlocks(entry.summaryHtml, {
    language,
    baseUrl,
    ...(entry.content === '' ? { title, findPicture } : {}),
  })
  const summary = dropBoilerplate(short.items)
  if (entry.content === '') {
    notes.push(...short.notes)
    return { full: [], summary, pictures }
  }
  if (entry.isPlainContent) return { full: dropBoilerplate(toTextBlocks(entry.content, language)), summary, pictures }
  const body = toBlocks(entry.content, {
    language,
    title,
    baseUrl,
    findPicture,
  })
  notes.push(...body.notes)
  return { full: dropBoilerplate(body.items), summary, pictures }
}

function toFoundPicture(
  { url, caption, credit, altText, width, height }: FeedMedia,
  channel: FeedChannel,
): FoundPicture {
  const rendition = { href: url, mimeType: '', width, height, title: '', seconds: 0, bytes: 0 }
  return toPicture({ renditions: [rendition], caption, credit: credit || channel.title, altText }, channel.language)
}

function toLeadPicture(media: FeedMedia, channel: FeedChannel): FoundPicture | null {
  const picture = toFoundPicture(media, channel)
  return picture.baseUrl === '' ? null : picture
}

type Audio = Extract<ContentItem, { type: 'audio' }>

function toAudio(sound: FeedSound, title: string, entry: FeedEntry): Audio {
  const chapters = readSimpleChapters(entry.chapters)
  return {
    type: 'audio',
    src: toMediaAddress(sound.url),
    mimeType: sound.mimeType.toLowerCase(),
    title,
    duration: Math.max(0, sound.seconds),
    voiceLabel: '',
    ...(chapters.length === 0 ? {} : { chapters }),
  }
}

/** A feed's categories serve as sections and as tags. */
function toClasses(categories: readonly string[]): Classes {
  const named = categories.slice(0, 50).map((name) => ({ code: '', name: shorten(name, 100) }))
  return { ...noClasses(), ressorts: named, keywords: named }
}

/** A summary as long as half an article is shortened. */
function toTeaser(summaryHtml: string, language: string): string {
  const teaser = trimBoilerplate(toTeaserHtml(summaryHtml, language))
  return toText(teaser).length > 500 ? escapeHtml(shorten(toText(teaser), 320)) : teaser
}

function sameStart(html: string, teaser: string): boolean {
  const words = toText(teaser)
    .replace(/\s*(?:…|\.\.\.|\[…\])$/, '')
    .slice(0, 80)
  return words !== '' && toText(html).startsWith(words)
}

/**
 * Fingerprint of the words only: markup, buttons and changing parameters are no correction. Computed from the source,
 * not from our blocks, so that a newer version of this program changes nothing.
 */
function toDigest(entry: FeedEntry): string {
  const parts = [
    entry.title,
    toOwnWords(entry.summaryHtml),
    entry.isPlainContent ? toLine(entry.content) : toOwnWords(entry.content),
    entry.authors.join(),
    (entry.picture?.url ?? '').replace(/[?#].*$/, ''),
    entry.sound?.url.replace(/[?#].*$/, '') ?? '',
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)
}
