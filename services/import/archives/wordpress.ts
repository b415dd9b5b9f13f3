/**
 * Reads a WordPress export (WXR) twice: first the records that posts refer to (authors, categories, pictures), then the
 * posts. A post becomes an article as an entry of a feed does; drafts, pages and other types are put aside with the
 * reason. Every article brings its former addresses. Comments are not imported.
 */
import { toFormerAddress } from '@lokalteil/domain/routing/former-addresses'
import { splitCredit } from '../body/blocks/figures.ts'
import { isLogin } from '../body/house-style.ts'
import { toPlainLine } from '../body/markup-text.ts'
import type { FeedChannel, FeedEntry, FeedMedia } from '../formats/feed-entries.ts'
import { wrapMarkup } from '../formats/feed-markup.ts'
import { toEntryDocument, toLinkOf } from '../formats/feed.ts'
import type { ParseResult } from '../formats/parse.ts'
import { noClasses } from '../parsed-document.ts'
import type { Classes, Classification, ParseContext, ParsedDocument, Refusal } from '../parsed-document.ts'
import { attributeOf, decodeXml, escapeAmpersands, listChildren, parseXml, textAt } from '../formats/xml.ts'
import type { XmlNode } from '../formats/xml.ts'
import { toOneLanguage, toPostHtml, toUploadKey } from './wordpress-body.ts'
import type { Attachment } from './wordpress-body.ts'
import { readExport, surveyEncoding } from './wordpress-items.ts'
import type { ExportEncoding, ExportPart } from './wordpress-items.ts'

const FORMAT = 'WordPress export'
const AT_ONCE = 50
/** More pictures than any paper has; a bound all the same. */
const MOST_ATTACHMENTS = 1_000_000

/** The records that posts refer to. */
type Library = {
  channel: FeedChannel
  authors: Map<string, string>
  categories: Map<string, { name: string; parent: string }>
  /** Nicename of a category by its number. */
  terms: Map<string, string>
  attachments: Map<string, Attachment>
  byPost: Map<string, Attachment[]>
  /** Attachments by the key of their file (`toUploadKey`). */
  byFile: Map<string, Attachment>
  /** Reusable blocks by number. */
  blocks: Map<string, string>
  /** Names of guest authors (Co-Authors Plus) by login and by the name of their post. */
  guests: Map<string, string>
  /** Guids that several posts share, with the number of the post that keeps it. */
  guids: Map<string, string>
  /** Numbers of posts that are published. */
  published: Set<string>
  /** Groups of translations of one article. */
  translations: Map<string, Translations>
}

/** `number`: of the post that is imported; `addresses`: of all translations. */
type Translations = { number: string; rank: number; addresses: string[] }

type Part = ParseResult & { bytes: number }

export async function* readWordpress(path: string, context: ParseContext): AsyncGenerator<Part> {
  const encoding = await surveyEncoding(path)
  const library = await readLibrary(path, encoding, context.articleTypes ?? [])
  if (typeof library === 'string') {
    yield { ...emptyPart(0), refusals: [{ sourceId: '', reason: library, raw: path, extension: 'txt' }] }
    return
  }
  const left = new Map<string, number>()
  const readings = new Map<string, number>()
  let comments = 0
  let index = 0
  let part = emptyPart(0)
  for await (const found of readExport(path, encoding)) {
    if (found.kind === 'head') continue
    part.bytes += found.bytes
    index += 1
    const item = found.kind === 'item' ? readItem(found.xml) : `post ${index}: ${found.reason}`
    if (typeof item === 'string') {
      const raw = found.kind === 'item' ? found.xml : found.raw
      part.refusals.push({ sourceId: '', reason: item, raw, extension: 'xml' })
    } else if (found.kind === 'item') {
      comments += listChildren(item, 'wp:comment').length
      if (found.note !== '' && !found.isBroken) readings.set(found.note, (readings.get(found.note) ?? 0) + 1)
      take(item, found)
    }
    if (part.documents.length + part.refusals.length < AT_ONCE) continue
    yield part
    part = emptyPart(0)
  }
  yield { ...part, remarks: [...toRemarks(left, comments), ...[...readings].map(toReading)] }

  function take(item: XmlNode, { xml, note, isBroken }: Extract<ExportPart, { kind: 'item' }>): void {
    const type = textAt(item, 'wp:post_type')
    if (isInternalType(type) && !context.articleTypes?.includes(type)) left.set(type, (left.get(type) ?? 0) + 1)
    else {
      const made = toPost(item, xml, library as Library, context, index)
      if ('reason' in made) part.refusals.push(made)
      else part.documents.push(isBroken ? { ...made, notes: [...(made.notes ?? []), note] } : made)
    }
  }
}

const toReading = ([note, count]: readonly [string, number]): string =>
  `${count} ${count === 1 ? 'post' : 'posts'} ${note}`

const emptyPart = (bytes: number): Part => ({
  documents: [],
  refusals: [],
  format: FORMAT,
  isDocument: true,
  bytes,
})

/** Returns a text, the reason, if the file cannot be read at all. */
async function readLibrary(
  path: string,
  encoding: ExportEncoding,
  articleTypes: readonly string[],
): Promise<Library | string> {
  const library: Library = {
    channel: { title: '', link: '', base: '', language: 'de', built: [] },
    authors: new Map(),
    categories: new Map(),
    terms: new Map(),
    attachments: new Map(),
    byPost: new Map(),
    byFile: new Map(),
    blocks: new Map(),
    guests: new Map(),
    guids: new Map(),
    published: new Set(),
    translations: new Map(),
  }
  for await (const found of readExport(path, encoding)) {
    if (found.kind === 'head') {
      const reason = readHead(found.xml, library)
      if (reason !== null) return reason
    } else if (found.kind === 'item') addReferred(found.xml, library, articleTypes)
  }
  return library
}

const REFERRED = /<wp:post_type>(?:<!\[CDATA\[)?(attachment|wp_block|guest-author)\b/

function addReferred(xml: string, library: Library, articleTypes: readonly string[]): void {
  const type = REFERRED.exec(xml)?.[1]
  if (type === undefined) {
    addGuid(xml, library)
    if (TRANSLATED.test(xml)) addTranslation(readItem(xml), library, articleTypes)
    return
  }
  const item = readItem(xml)
  if (typeof item === 'string') return
  if (type === 'attachment') addAttachment(item, library)
  else if (type === 'wp_block') library.blocks.set(textAt(item, 'wp:post_id'), textIn(item, 'content:encoded'))
  else addGuest(item, library)
}

/** For published posts. Of several with one guid, the post whose number the guid names keeps it, else the first. */
function addGuid(xml: string, { guids, published }: Library): void {
  const of = (name: string) =>
    new RegExp(`<${name}\\b[^<>]*>(?:<!\\[CDATA\\[)?([^<\\]]{1,2000})`).exec(xml)?.[1]?.trim() ?? ''
  const guid = decodeXml(of('guid'))
  const number = of('wp:post_id')
  if (of('wp:post_type') === 'page' || !/^(?:publish|future)$/.test(of('wp:status'))) return
  published.add(number)
  if (guid === '') return
  const isNamed = new RegExp(`[?&](?:p|page_id)=${number}$`).test(guid)
  if (!guids.has(guid) || isNamed) guids.set(guid, number)
}

/** Marks of Polylang, of WPML's own export, of copies made by WPML, and of Bogo. */
const TRANSLATED = /post_translations|_wpml_import_translation_group|_icl_lang_duplicate_of|_original_post/

function addTranslation(item: XmlNode | string, library: Library, articleTypes: readonly string[]): void {
  if (typeof item === 'string' || findReasonAside(item, articleTypes) !== null) return
  const { group, language, original } = findTranslation(item)
  if (group === '' || original !== '') return
  const number = textAt(item, 'wp:post_id')
  const address = toFormerAddress(textAt(item, 'link'))
  const rank = isGerman(language) ? 0 : language === library.channel.language ? 1 : 2
  const known = library.translations.get(group)
  const addresses = [...(known?.addresses ?? []), ...(address === null ? [] : [address])].slice(0, MOST_LANGUAGES)
  const isKept = known !== undefined && known.rank <= rank
  library.translations.set(group, isKept ? { ...known, addresses } : { number, rank, addresses })
}

/** `en-GB` of `en_GB`; '' if the plug-in has a name of its own. */
const toLanguageTag = (language: string): string =>
  /^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/i.test(language) ? language.replace('_', '-') : ''

const MOST_LANGUAGES = 10
const isGerman = (language: string): boolean => /^(?:de(?:[-_]|$)|deutsch|german)/i.test(language)

/** `group`: '' if the post is in one language. `original`: number of the post that WPML copied, or ''. */
function findTranslation(item: XmlNode): { group: string; language: string; original: string } {
  const terms = listChildren(item, 'category')
  const nicenameIn = (domain: string) => {
    const term = terms.find((one) => attributeOf(one, 'domain') === domain)
    return term === undefined ? '' : attributeOf(term, 'nicename')
  }
  const metaOf = (...keys: string[]) => keys.flatMap((key) => listMeta(item, key))[0] ?? ''
  return {
    group: nicenameIn('post_translations') || metaOf('_wpml_import_translation_group', '_original_post'),
    language: nicenameIn('language') || metaOf('_wpml_import_language_code', '_locale'),
    original: metaOf('_icl_lang_duplicate_of'),
  }
}

function addGuest(item: XmlNode, { guests }: Library): void {
  const name = toOneLanguage(listMeta(item, 'cap-display_name')[0] || textAt(item, 'title'))
  for (const key of [
    listMeta(item, 'cap-user_login')[0],
    listMeta(item, 'cap-linked_account')[0],
    textAt(item, 'wp:post_name'),
  ])
    if (key) guests.set(toLogin(key), toPlainLine(name))
}

const toLogin = (text: string): string => text.trim().toLowerCase().replace(/^cap-/, '')

function readHead(xml: string, library: Library): string | null {
  const closed = xml.includes('</channel>') ? xml : `${xml}</channel></rss>`
  const parsed = parseXml(closed, [], { removePrefixes: false })
  if (parsed.kind === 'refused') return `WordPress export: ${parsed.reason}`
  const channel = listChildren(parsed.root, 'channel')[0] ?? {}
  const link = textAt(channel, 'wp:base_blog_url') || textAt(channel, 'link')
  const base = link === '' ? '' : `${link.replace(/\/+$/, '')}/`
  // The paper's own articles name no source.
  library.channel = {
    title: '',
    link: base,
    base,
    language: textAt(channel, 'language') || 'de',
    built: [textAt(channel, 'pubDate')],
  }
  for (const author of listChildren(channel, 'wp:author'))
    library.authors.set(textAt(author, 'wp:author_login'), toUserName(author))
  for (const category of listChildren(channel, 'wp:category')) {
    const nicename = textAt(category, 'wp:category_nicename')
    const name = toPlainLine(toOneLanguage(textAt(category, 'wp:cat_name')))
    library.categories.set(nicename, { name, parent: textAt(category, 'wp:category_parent') })
    library.terms.set(textAt(category, 'wp:term_id'), nicename)
  }
  return null
}

/** WordPress shows users who never chose a name under their login; then first and last name are used. */
function toUserName(author: XmlNode): string {
  const shown = toPlainLine(textIn(author, 'wp:author_display_name'))
  const full = ['first', 'last'].map((part) => toPlainLine(textAt(author, `wp:author_${part}_name`)))
  return isLogin(shown) && full.every((part) => part !== '') ? full.join(' ') : shown
}

/** Fields in which plug-ins write markup without CDATA. */
const TEXTS = ['excerpt:encoded', 'wp:meta_value', 'wp:comment_content', 'wp:comment_author']

/** Returns a text, the reason, if the item cannot be read. */
function readItem(xml: string): XmlNode | string {
  // Editors paste characters that XML does not allow, and WordPress exports them.
  const clean = xml.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
  const mended = escapeAmpersands(clean)
  const first = parseXml(`<rss>${mended}</rss>`, [], { removePrefixes: false })
  const parsed =
    first.kind === 'root' ? first : parseXml(`<rss>${wrapMarkup(mended, TEXTS)}</rss>`, [], { removePrefixes: false })
  if (parsed.kind === 'refused') return first.kind === 'refused' ? first.reason : parsed.reason
  return listChildren(parsed.root, 'item')[0] ?? 'XML: no item'
}

const textIn = (item: XmlNode, name: string): string => toOneLanguage(textAt(item, name))

function listMeta(item: XmlNode, key: string): string[] {
  return listChildren(item, 'wp:postmeta')
    .filter((meta) => textAt(meta, 'wp:meta_key') === key)
    .map((meta) => textAt(meta, 'wp:meta_value'))
}

function addAttachment(item: XmlNode, { attachments, byPost, byFile }: Library): void {
  const url = textAt(item, 'wp:attachment_url') || textAt(item, 'guid')
  if (!/\.(?:jpe?g|png|webp|avif|gif|tiff?|heic)(?:\?|$)/i.test(url) || attachments.size >= MOST_ATTACHMENTS) return
  const data = listMeta(item, '_wp_attachment_metadata')[0] ?? ''
  const { caption, credit } = splitCredit(toPlainLine(textIn(item, 'excerpt:encoded')))
  const parent = textAt(item, 'wp:post_parent')
  const attachment: Attachment = {
    url,
    width: readSerialisedNumber(data, 'width'),
    height: readSerialisedNumber(data, 'height'),
    caption,
    credit: credit || readSerialisedText(data, 'credit') || readSerialisedText(data, 'copyright'),
    altText: toPlainLine(toOneLanguage(listMeta(item, '_wp_attachment_image_alt')[0] ?? '')),
    parent: parent === '0' ? '' : parent,
  }
  attachments.set(textAt(item, 'wp:post_id'), attachment)
  const key = toUploadKey(url)
  if (key !== '') byFile.set(key, attachment)
  if (attachment.parent !== '') byPost.set(attachment.parent, [...(byPost.get(attachment.parent) ?? []), attachment])
}

/** A number in PHP's serialisation, `s:5:"width";i:1200;`; the first one is that of the original. */
function readSerialisedNumber(data: string, name: string): number {
  return Number(new RegExp(`s:\\d+:"${name}";(?:i:|s:\\d+:")(\\d{1,6})`).exec(data)?.[1] ?? 0)
}

function readSerialisedText(data: string, name: string): string {
  return toPlainLine(new RegExp(`s:\\d+:"${name}";s:\\d+:"([^"]{1,200})"`).exec(data)?.[1] ?? '')
}

/** Post types for internal use of WordPress and its plug-ins. */
function isInternalType(type: string): boolean {
  return /^(?:attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|acf-.*|guest-author|elementor_.*|wpcf7_.*|et_.*|vc_.*)$/.test(
    type,
  )
}

function toRemarks(left: ReadonlyMap<string, number>, comments: number): string[] {
  return [
    ...[...left].map(([type, count]) =>
      type === 'attachment'
        ? `${count} files of the library: pictures come with the articles that show them`
        : `${count} of the type ${type}, which belong to WordPress alone, left out`,
    ),
    ...(comments > 0 ? [`${comments} comments are not imported`] : []),
  ]
}

function toPost(
  item: XmlNode,
  raw: string,
  library: Library,
  context: ParseContext,
  index: number,
): ParsedDocument | Refusal {
  const number = textAt(item, 'wp:post_id')
  const sourceId = toSourceId(item, number, library)
  const reason = findReasonAside(item, context.articleTypes ?? [])
  if (reason !== null) return { sourceId, reason, raw, extension: 'xml', outcome: 'put-aside' }
  const { group, language, original } = findTranslation(item)
  const translations = library.translations.get(group)
  const kept = library.published.has(original) ? original : (translations?.number ?? number)
  if (kept !== number) {
    const title = toPlainLine(textIn(item, 'title')).slice(0, 80)
    const named = language === '' ? '' : ` (${language.slice(0, 20)})`
    const translated = `"${title}"${named} is post ${kept} in another language, which comes in`
    return { sourceId, reason: translated, raw, extension: 'xml', outcome: 'put-aside' }
  }
  const { html, notes } = toPostHtml(textIn(item, 'content:encoded'), {
    findAttachment: (id) => library.attachments.get(id),
    findByAddress: (address) => library.byFile.get(toUploadKey(address)),
    findBlock: (id) => library.blocks.get(id),
    footnotes: listMeta(item, 'footnotes')[0] ?? '',
    listOwn: () => library.byPost.get(number) ?? [],
  })
  const { picture, missing } = findFeatured(item, library)
  const { names, unknown } = listAuthors(item, library)
  const entry = toEntry(item, sourceId, html, picture, names)
  const channel = { ...library.channel, language: toLanguageTag(language) || library.channel.language }
  const made = toEntryDocument(entry, channel, context, index)
  if (made.kind === 'refused') return { ...made, reason: `post ${number} ${made.reason}`, raw, extension: 'xml' }
  const { document } = made
  const link = textAt(item, 'link')
  const isPinned = textAt(item, 'wp:is_sticky') === '1'
  const found = [
    ...(document.notes ?? []),
    ...notes,
    ...missing,
    ...unknown.map((login) => `the author "${login}" is a login without a name in the export and left out`),
    ...(isPinned ? ['it was pinned to the front ("sticky"), which is yours to do here'] : []),
  ]
  return {
    ...document,
    ...(textAt(item, 'wp:status') === 'future' ? { embargo: document.publishDate } : {}),
    classes: toClasses(item, library),
    formerAddresses: listFormerAddresses(item, sourceId, translations?.addresses ?? []),
    ...toLinkOf(link),
    ...(found.length === 0 ? {} : { notes: found }),
  }
}

/** Why the item is put aside; null: it was or will be published. */
function findReasonAside(item: XmlNode, articleTypes: readonly string[]): string | null {
  const type = textAt(item, 'wp:post_type')
  const title = toPlainLine(textIn(item, 'title')).slice(0, 80)
  const isArticle = type === 'post' || articleTypes.includes(type)
  if (type === 'page' && !isArticle)
    return `"${title}" is a page, not an article: what of it is still needed becomes a document of the publication`
  if (!isArticle)
    return `"${title}" is of the type ${type.slice(0, 40) || 'unknown'}, not an article (where it is one: --types ${type.slice(0, 40)})`
  const status = textAt(item, 'wp:status')
  if (status !== 'publish' && status !== 'future') return `not published in WordPress (${status.slice(0, 40)})`
  return textAt(item, 'wp:post_password') === '' ? null : 'readable with a password only'
}

function toEntry(item: XmlNode, id: string, content: string, picture: FeedMedia | null, authors: string[]): FeedEntry {
  return {
    id,
    // The article replaces its former address, so a link to that would lead to itself.
    link: '',
    base: '',
    title: toPlainLine(textIn(item, 'title')),
    summaryHtml: textIn(item, 'excerpt:encoded'),
    content,
    isPlainContent: false,
    published: listDates(item, 'wp:post_date'),
    updated: listDates(item, 'wp:post_modified'),
    authors,
    source: '',
    categories: [],
    picture,
    sound: null,
    chapters: [],
    chaptersAddress: '',
  }
}

/** After a copy of a database several posts may share a guid; all but one get their number added. */
function toSourceId(item: XmlNode, number: string, { channel, guids }: Library): string {
  const guid = textAt(item, 'guid')
  if (guid === '') return `${channel.link}?p=${number}`
  return (guids.get(guid) ?? number) === number ? guid : `${guid}#${number}`
}

/** Co-Authors Plus names its terms after logins; the real names are in the users and the guest authors. */
function listAuthors(item: XmlNode, { authors, guests }: Library): { names: string[]; unknown: string[] } {
  const terms = listChildren(item, 'category').filter((term) => attributeOf(term, 'domain') === 'author')
  const written =
    terms.length > 0
      ? terms.map((term) => ({ text: toPlainLine(textAt(term)), slug: toLogin(attributeOf(term, 'nicename')) }))
      : [{ text: textAt(item, 'dc:creator'), slug: '' }]
  const names: string[] = []
  const unknown: string[] = []
  for (const { text, slug } of written) {
    const known = [guests.get(toLogin(text)), guests.get(slug), authors.get(text), authors.get(slug)].find(Boolean)
    if (known !== undefined) names.push(known)
    else if (isLogin(text)) unknown.push(text)
    else names.push(text)
  }
  return { names, unknown }
}

/** In UTC if WordPress stored it, else local time of the paper. */
function listDates(item: XmlNode, name: string): string[] {
  const utc = textAt(item, `${name}_gmt`)
  const local = textAt(item, name)
  return [utc === '' ? '' : `${utc.replace(' ', 'T')}Z`, local].filter(
    (date) => date !== '' && !date.startsWith('0000'),
  )
}

function findFeatured(item: XmlNode, { attachments }: Library): { picture: FeedMedia | null; missing: string[] } {
  const id = listMeta(item, '_thumbnail_id')[0] ?? ''
  if (id === '' || id === '0') return { picture: null, missing: [] }
  const found = attachments.get(id)
  return found === undefined
    ? { picture: null, missing: [`its lead picture (number ${id}) is not in the export`] }
    : { picture: found, missing: [] }
}

/** The main category as stored by SEO plug-ins, then the most specific (deepest) ones. */
function toClasses(item: XmlNode, library: Library): Classes {
  const { categories, terms } = library
  const termsOf = (domain: string) =>
    listChildren(item, 'category')
      .filter((term) => attributeOf(term, 'domain') === domain)
      .map((term) => ({ nicename: attributeOf(term, 'nicename'), name: toPlainLine(toOneLanguage(textAt(term))) }))
  const main = terms.get(
    listMeta(item, '_yoast_wpseo_primary_category')[0] || listMeta(item, 'rank_math_primary_category')[0] || '',
  )
  const found = termsOf('category').map(({ nicename, name }) => ({
    isMain: nicename === main,
    ressort: { code: '', name: name.slice(0, 100), under: listNamesAbove(nicename, categories) },
  }))
  const ressorts: Classification[] = found
    .toSorted((a, b) => Number(b.isMain) - Number(a.isMain) || b.ressort.under.length - a.ressort.under.length)
    .map(({ ressort }) => ressort)
  // Their name before WXR 1.1.
  const tags = [...termsOf('post_tag'), ...termsOf('tag')].map(({ name }) => ({ code: '', name: name.slice(0, 100) }))
  return {
    ...noClasses(),
    ressorts: ressorts.slice(0, 20),
    keywords: [...tags, ...ressorts.map(({ name }) => ({ code: '', name }))].slice(0, 50),
  }
}

/** Names of the parent categories, from the top. */
function listNamesAbove(nicename: string, categories: Library['categories']): string[] {
  const names: string[] = []
  let parent = categories.get(nicename)?.parent ?? ''
  // A section has at most two levels; this also ends a circle.
  while (parent !== '' && names.length < 2) {
    const above = categories.get(parent)
    if (above === undefined) break
    names.unshift(above.name)
    parent = above.parent
  }
  return names
}

function listFormerAddresses(item: XmlNode, sourceId: string, others: readonly string[]): string[] {
  const link = toFormerAddress(textAt(item, 'link'))
  const number = textAt(item, 'wp:post_id')
  const renamed = listMeta(item, '_wp_old_slug').flatMap((slug) =>
    link === null || link.startsWith('/?') ? [] : (toFormerAddress(link.replace(/[^/]+$/, slug)) ?? []),
  )
  // Otherwise the guid names another post.
  const guid = sourceId.endsWith(`#${number}`) ? null : toFormerAddress(sourceId)
  const found = [link, toFormerAddress(`/?p=${number}`), guid, ...renamed, ...others]
  return [...new Set(found.filter((address) => address !== null))].slice(0, 20)
}
