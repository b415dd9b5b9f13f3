/**
 * RSS 2.0 (with content, Dublin Core and Media RSS), RSS 1.0 and Atom. An entry becomes an article; when the feed
 * carries only a summary, a link to the original closes it. An entry without id and link cannot be told apart from
 * its next version and is refused; the others come in.
 */
import { createHash } from 'node:crypto'
import type { Chapter } from '@lokalteil/contracts/content'
import { toBlocks, toTeaserHtml, toText, toTextBlocks } from './body-html.ts'
import { readChaptersAddress, readSimpleChapters } from './chapters.ts'
import { openBody } from './lead.ts'
import { toLink } from './links.ts'
import { escapeHtml, setLine, shorten, toAuthors, toLine } from './house-style.ts'
import { toInstant } from './dates.ts'
import { noClasses, toVersion } from './parsed-document.ts'
import type { Classes, ContentItem, FoundPicture, ParseContext, Parsed, ParsedDocument } from './parsed-document.ts'
import { toMediaAddress, toPicture } from './renditions.ts'
import { attributeOf, getChild, listChildren, parseXml, textAt, toNodeText, unwrapRaw } from './xml.ts'
import type { XmlNode } from './xml.ts'

export const FEED_ROOTS = new Set(['rss', 'feed', 'rdf:RDF', 'RDF'])

type Channel = { title: string; link: string; language: string }
type Entry = {
  id: string
  link: string
  title: string
  /** HTML. */
  summary: string
  content: string
  isPlainContent: boolean
  published: string | null
  updated: string | null
  authors: string
  source: string
  categories: string[]
  picture: FoundPicture | null
  audio: Extract<ContentItem, { type: 'audio' }> | null
  chaptersAddress: string
}

export function parseFeed(xml: string, context: ParseContext): Parsed {
  const result: Parsed = { documents: [], refusals: [] }
  const refuse = (reason: string, sourceId = '') =>
    result.refusals.push({ sourceId, reason, raw: xml, extension: 'xml' })
  const isAtom = /<feed[\s>]/.test(xml.slice(0, 4000)) && !/<rss[\s>]/.test(xml.slice(0, 4000))
  const parsed = parseXml(xml, isAtom ? ['content', 'summary', 'title'] : [], { removePrefixes: false })
  if (parsed.kind === 'refused') {
    refuse(parsed.reason)
    return result
  }
  const { root } = parsed
  const channelNode = isAtom ? root : getChild(root, 'channel')
  const channel: Channel = {
    title: toLine(isAtom ? atomText(getChild(root, 'title')) : textAt(channelNode, 'title')),
    link: isAtom ? atomLink(root) : textAt(channelNode, 'link'),
    language:
      (isAtom
        ? attributeOf(root, 'xml:lang')
        : textAt(channelNode, 'language') || textAt(channelNode, 'dc:language')) || 'de',
  }
  const nodes = isAtom
    ? listChildren(root, 'entry')
    : [...listChildren(channelNode, 'item'), ...listChildren(root, 'item')]
  if (nodes.length === 0) refuse('feed: no entries in it')
  nodes.forEach((node, index) => {
    const entry = isAtom ? readAtom(node, channel) : readRss(node, channel)
    if (entry.id === '') refuse(`feed: entry ${index + 1} has neither id nor link`)
    else if (entry.title === '' && entry.summary === '' && entry.content === '')
      refuse(`feed: entry ${index + 1} is empty`, entry.id)
    else result.documents.push(toDocument(entry, channel, context, index))
  })
  return result
}

function readRss(item: XmlNode, channel: Channel): Entry {
  const link = textAt(item, 'link') || attributeOf(item, 'rdf:about')
  const guid = textAt(item, 'guid')
  const content = textAt(item, 'content:encoded')
  const enclosure = listChildren(item, 'enclosure')
  const media = [
    ...listChildren(item, 'media:content'),
    ...listChildren(getChild(item, 'media:group'), 'media:content'),
  ]
  const image = media.find(
    (node) =>
      attributeOf(node, 'medium') === 'image' ||
      /^image\//.test(attributeOf(node, 'type')) ||
      /\.(?:jpe?g|png|webp|avif)(?:\?|$)/i.test(attributeOf(node, 'url')),
  )
  const enclosedImage = enclosure.find((node) => /^image\//.test(attributeOf(node, 'type')))
  const thumbnail = getChild(item, 'media:thumbnail')
  const picture = image ?? enclosedImage ?? thumbnail
  const sound = enclosure.find((node) => /^audio\//.test(attributeOf(node, 'type')))
  return {
    id: toId(guid, link, channel),
    link,
    title: textAt(item, 'title') || textAt(item, 'dc:title'),
    summary: textAt(item, 'description') || textAt(item, 'dc:description'),
    content,
    isPlainContent: false,
    published: toInstant(textAt(item, 'pubDate')) ?? toInstant(textAt(item, 'dc:date')),
    updated: toInstant(textAt(item, 'atom:updated')) ?? toInstant(textAt(item, 'dcterms:modified')),
    authors: textAt(item, 'dc:creator') || textAt(item, 'author').replace(/^[^\s@]+@[^\s(]+\s*\(([^()]*)\)$/, '$1'),
    source: textAt(item, 'source') || channel.title,
    categories: [...listChildren(item, 'category'), ...listChildren(item, 'dc:subject')].map((node) =>
      toLine(toNodeText(node)),
    ),
    picture: picture === undefined ? null : readMedia(picture, item, channel),
    audio:
      sound === undefined
        ? null
        : toAudio(
            attributeOf(sound, 'url'),
            attributeOf(sound, 'type'),
            textAt(item, 'title'),
            textAt(item, 'itunes:duration'),
            readSimpleChapters(item),
          ),
    chaptersAddress: readChaptersAddress(item),
  }
}

function readMedia(node: XmlNode, item: XmlNode, channel: Channel): FoundPicture {
  const at = (name: string) => textAt(node, name) || textAt(item, name)
  const number = (name: string) => Math.max(0, Math.round(Number(attributeOf(node, name))) || 0)
  const rendition = {
    href: attributeOf(node, 'url'),
    mimeType: '',
    width: number('width'),
    height: number('height'),
    title: '',
    seconds: 0,
    bytes: 0,
  }
  return toPicture(
    {
      renditions: [rendition],
      caption: toText(at('media:description')),
      credit: at('media:credit') || channel.title,
      altText: toText(at('media:title')),
    },
    channel.language,
  )
}

function readAtom(entry: XmlNode, channel: Channel): Entry {
  const link = atomLink(entry)
  const content = getChild(entry, 'content')
  const raw = content === undefined ? { text: '', isMarkup: false } : unwrapRaw(toNodeText(content))
  const enclosures = listChildren(entry, 'link').filter((node) => attributeOf(node, 'rel') === 'enclosure')
  const image = enclosures.find((node) => /^image\//.test(attributeOf(node, 'type')))
  const sound = enclosures.find((node) => /^audio\//.test(attributeOf(node, 'type')))
  const published = toInstant(textAt(entry, 'published'))
  const updated = toInstant(textAt(entry, 'updated'))
  return {
    id: toId(textAt(entry, 'id'), link, channel),
    link,
    title: atomText(getChild(entry, 'title')),
    summary: atomHtml(getChild(entry, 'summary')),
    content: raw.text,
    isPlainContent: content !== undefined && (attributeOf(content, 'type') || 'text') === 'text' && !raw.isMarkup,
    published: published ?? updated,
    updated,
    authors: listChildren(entry, 'author')
      .map((node) => textAt(node, 'name'))
      .join(', '),
    source: textAt(entry, 'source', 'title') || channel.title,
    categories: listChildren(entry, 'category').map((node) =>
      toLine(attributeOf(node, 'label') || attributeOf(node, 'term')),
    ),
    picture: image === undefined ? null : readMedia({ '@url': attributeOf(image, 'href') }, entry, channel),
    audio:
      sound === undefined
        ? null
        : toAudio(
            attributeOf(sound, 'href'),
            attributeOf(sound, 'type'),
            atomText(getChild(entry, 'title')),
            '',
            readSimpleChapters(entry),
          ),
    chaptersAddress: readChaptersAddress(entry),
  }
}

function atomHtml(node: XmlNode | undefined): string {
  if (node === undefined) return ''
  const { text, isMarkup } = unwrapRaw(toNodeText(node))
  return isMarkup || attributeOf(node, 'type') === 'html' ? text : escapeHtml(text)
}

const atomText = (node: XmlNode | undefined): string => toText(atomHtml(node))

function atomLink(node: XmlNode): string {
  const links = listChildren(node, 'link')
  return attributeOf(
    links.find((link) => (attributeOf(link, 'rel') || 'alternate') === 'alternate') ?? links[0],
    'href',
  )
}

/** An id that is not unique by itself ("4711") is made so by its feed. */
function toId(id: string, link: string, channel: Channel): string {
  const own = id || link
  if (own === '') return ''
  const unique = /^[a-z][a-z0-9+.-]*:/i.test(own) ? own : `${channel.link || channel.title}#${own}`
  return unique.length <= 400 ? unique : `sha256:${createHash('sha256').update(unique).digest('hex')}`
}

function toAudio(
  href: string,
  mimeType: string,
  title: string,
  duration: string,
  chapters: readonly Chapter[],
): Entry['audio'] {
  const seconds = /^\d{1,3}(?::\d{1,2}){0,2}$/.test(duration)
    ? duration.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    : Number(duration) || 0
  return {
    type: 'audio',
    src: toMediaAddress(href),
    mimeType: mimeType.toLowerCase(),
    title: toLine(title),
    duration: seconds,
    voiceLabel: '',
    ...(chapters.length === 0 ? {} : { chapters: [...chapters] }),
  }
}

function toDocument(entry: Entry, channel: Channel, context: ParseContext, index: number): ParsedDocument {
  const { language } = channel
  const title = setLine(toText(entry.title), language)
  const summaryItems = toBlocks(entry.summary, { language, baseUrl: entry.link }).items
  const inText: FoundPicture[] = []
  const findPicture = (image: Readonly<Record<string, string>>): FoundPicture | null => {
    const href = toLink(image.src ?? '', entry.link)
    if (href === '' || image.width === '1') return null
    const picture = toPicture(
      {
        renditions: [
          {
            href,
            mimeType: '',
            width: Number(image.width) || 0,
            height: Number(image.height) || 0,
            title: '',
            seconds: 0,
            bytes: 0,
          },
        ],
        caption: '',
        credit: channel.title,
        altText: image.alt ?? '',
      },
      language,
    )
    if (picture.baseUrl === '') return null
    inText.push(picture)
    return picture
  }
  const full: ContentItem[] =
    entry.content === ''
      ? []
      : entry.isPlainContent
        ? toTextBlocks(entry.content, language)
        : toBlocks(entry.content, { language, title, baseUrl: entry.link, findPicture }).items
  const hasFull = full.some((item) => item.type !== 'image')
  const picture = entry.picture ?? inText[0] ?? null
  const body = (hasFull ? full : summaryItems).filter(
    (item) => item.type !== 'image' || item.picture.baseUrl !== picture?.baseUrl,
  )
  const given = hasFull && entry.summary !== '' ? shortenTeaser(entry.summary, language) : ''
  const repeats = given !== '' && body[0]?.type === 'paragraph' && sameStart(body[0].html, given)
  const opened = openBody(body, { teaser: repeats ? '' : given, dateline: '' })
  const items = opened.items
  const link = toLink(entry.link)
  if (!hasFull && link !== '')
    items.push({
      type: 'paragraph',
      html: `<a href="${link.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}">Zum Originalbeitrag${entry.source === '' ? '' : ` bei ${escapeHtml(toLine(entry.source))}`}</a>`,
    })
  if (entry.audio) items.unshift(entry.audio)

  // Entries without a date keep the order of the feed: newest first.
  const published =
    entry.published ?? entry.updated ?? new Date(context.fallbackDate.getTime() - index * 60_000).toISOString()
  const changed = entry.updated ?? published
  const classes: Classes = {
    ...noClasses(),
    ressorts: entry.categories
      .filter(Boolean)
      .slice(0, 50)
      .map((name) => ({ code: '', name: name.slice(0, 100) })),
  }
  classes.keywords = classes.ressorts
  return {
    sourceId: entry.id,
    version: entry.published === null && entry.updated === null ? 0 : toVersion('', changed),
    status: 'usable',
    embargo: null,
    publishDate: published,
    updateDate: changed > published ? changed : null,
    language,
    urgency: 5,
    kind: entry.audio && !hasFull ? 'audio' : 'news',
    title: shorten(title || toText(opened.teaserTextHtml) || entry.id, 300),
    titlePrefix: '',
    teaserTextHtml: opened.teaserTextHtml,
    authors: toAuthors(entry.authors),
    source: toLine(entry.source).slice(0, 100),
    correction: '',
    picture,
    contentItems: items,
    classes,
    ...(entry.audio !== null && entry.audio.chapters === undefined && entry.chaptersAddress !== ''
      ? { chaptersAddress: entry.chaptersAddress }
      : {}),
  }
}

/** A summary that is half the article is no teaser. */
function shortenTeaser(summary: string, language: string): string {
  const teaser = toTeaserHtml(summary, language)
  return toText(teaser).length > 500 ? escapeHtml(shorten(toText(teaser), 320)) : teaser
}

function sameStart(html: string, teaser: string): boolean {
  const words = toText(teaser)
    .replace(/\s*(?:…|\.\.\.|\[…\])$/, '')
    .slice(0, 80)
  return words !== '' && toText(html).startsWith(words)
}
