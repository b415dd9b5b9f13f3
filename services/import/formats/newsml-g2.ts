/**
 * IPTC NewsML-G2: a news message or a single news item. Pictures that a package or the text refers to belong to that
 * text; others are documents of their own. An embargo without a date means "until further notice" and withholds the
 * document. Notes for editors (`edNote`) are never shown.
 */
import { afterEmbargo, readEmbargo } from '@lokalteil/domain/reading/embargo'
import { toBlocks, toTeaserHtml, toText, toTextBlocks } from '../body/body-html.ts'
import type { Body } from '../body/body-html.ts'
import { openBody } from '../body/lead.ts'
import { CORRECTED_TEXT, isLogin, setLine, shorten, toAuthors, toLine } from '../body/house-style.ts'
import { toCode } from './ninjs.ts'
import { toInstant } from '../body/dates.ts'
import { noClasses, toStatus, toUrgency, toVersion } from '../parsed-document.ts'
import type { Classes, Classification, ContentItem, FoundPicture, Parsed, ParsedDocument } from '../parsed-document.ts'
import { chooseMedia, toMediaAddress, toPicture, toSeconds } from '../body/renditions.ts'
import type { Rendition } from '../body/renditions.ts'
import { attributeOf, getChild, listChildren, parseXml, textAt, toNodeText, unwrapRaw } from './xml.ts'
import type { XmlNode } from './xml.ts'

export const NEWSML_ROOTS = new Set(['newsMessage', 'newsItem', 'packageItem', 'itemSet'])
/** Calendars and vocabularies for editors, not for readers. */
export const NEWSML_PLANS = new Set(['planningItem', 'conceptItem', 'knowledgeItem', 'catalogItem'])
const RAW = ['inlineXML', 'inlineData']

export function parseNewsMl(xml: string): Parsed {
  const refuse = (reason: string, sourceId = '', outcome?: 'put-aside'): Parsed => ({
    documents: [],
    refusals: [{ sourceId, reason, raw: xml, extension: 'xml', outcome }],
  })
  const putAside = (kind: string, node: XmlNode) =>
    refuse(`for editors: a ${kind} of NewsML-G2, not an article`, attributeOf(node, 'guid'), 'put-aside')
  const parsed = parseXml(xml, RAW, { removePrefixes: true })
  if (parsed.kind === 'refused') return refuse(parsed.reason)
  const { name, root } = parsed
  if (NEWSML_PLANS.has(name)) return putAside(name, root)
  const sets = name === 'newsMessage' ? listChildren(root, 'itemSet') : name === 'itemSet' ? [root] : []
  const items = name === 'newsItem' ? [root] : sets.flatMap((set) => listChildren(set, 'newsItem'))
  const packages = sets.flatMap((set) => listChildren(set, 'packageItem'))
  const plans = sets.flatMap((set) =>
    [...NEWSML_PLANS].flatMap((kind) => listChildren(set, kind).map((node) => ({ kind, node }))),
  )
  if (items.length === 0 && plans.length > 0) return putAside(plans[0]!.kind, plans[0]!.node)
  if (items.length === 0)
    return refuse('NewsML-G2: no news item in it', name === 'packageItem' ? attributeOf(root, 'guid') : '')

  const byId = new Map(items.map((item) => [attributeOf(item, 'guid'), item]))
  /** Pictures by text, from the packages that contain both. */
  const companions = new Map<string, string[]>()
  for (const pack of packages) {
    const members = listChildren(getChild(pack, 'groupSet'), 'group')
      .flatMap((group) => listChildren(group, 'itemRef'))
      .map((reference) => attributeOf(reference, 'residref'))
    for (const text of members.filter((id) => classOf(byId.get(id)) === 'text')) {
      companions.set(text, [
        ...(companions.get(text) ?? []),
        ...members.filter((id) => id !== text && byId.has(id) && classOf(byId.get(id)) !== 'text'),
      ])
    }
  }
  const owned = new Set<string>()
  const result: Parsed = { documents: [], refusals: [] }
  const rest: XmlNode[] = []
  for (const item of items) {
    if (classOf(item) !== 'text') {
      rest.push(item)
      continue
    }
    const id = attributeOf(item, 'guid')
    const related = [...(companions.get(id) ?? []), ...listReferences(item, byId)].map((other) => byId.get(other)!)
    for (const other of related) owned.add(attributeOf(other, 'guid'))
    add(result, item, related, xml)
  }
  for (const item of rest) if (!owned.has(attributeOf(item, 'guid'))) add(result, item, [], xml)
  return result
}

function add(result: Parsed, item: XmlNode, related: readonly XmlNode[], xml: string) {
  const document = parseItem(item, related)
  if ('reason' in document)
    result.refusals.push({ sourceId: attributeOf(item, 'guid'), raw: xml, extension: 'xml', ...document })
  else result.documents.push(document)
}

function classOf(item: XmlNode | undefined): string {
  const itemClass = getChild(item, 'itemMeta', 'itemClass')
  return (attributeOf(itemClass, 'qcode') || attributeOf(itemClass, 'uri')).replace(/^.*[:/]/, '')
}

/** Pictures named in the text's markup or links. */
function listReferences(item: XmlNode, byId: ReadonlyMap<string, XmlNode>): string[] {
  const markup = RAW.flatMap((tag) => listChildren(getChild(item, 'contentSet'), tag))
    .map(toNodeText)
    .join(' ')
  const linked = listChildren(getChild(item, 'itemMeta'), 'link').map((link) => attributeOf(link, 'residref'))
  const named = [...markup.matchAll(/data-uri="([^"]{1,500})"/g)].map((match) => match[1]!)
  return [...linked, ...named].filter((id) => byId.has(id) && classOf(byId.get(id)) !== 'text')
}

function parseItem(
  item: XmlNode,
  related: readonly XmlNode[],
): ParsedDocument | { reason: string; outcome?: 'put-aside' } {
  const guid = attributeOf(item, 'guid')
  if (guid === '') return { reason: 'NewsML-G2: a news item without guid' }
  const meta = getChild(item, 'itemMeta')
  const content = getChild(item, 'contentMeta')
  const language =
    attributeOf(getChild(content, 'language'), 'tag') ||
    attributeOf(item, 'xml:lang') ||
    attributeOf(item, 'lang') ||
    'de'
  const dates = readDates(meta, content)
  if ('reason' in dates) return dates
  const { status, changed, embargo, publishDate } = dates

  const title = setLine(toNodeText(chooseHeadline(meta, content)), language)
  const pictures = related
    .filter(isImage)
    .map((other) => ({ id: attributeOf(other, 'guid'), picture: toItemPicture(other, language) }))
  const own = isImage(item) ? toItemPicture(item, language) : null
  const caption = describe(content, /caption$/)
  if (title === '' && (own === null || caption === '') && status === 'usable')
    return { reason: 'NewsML-G2: no headline' }

  const body = readBody(
    item,
    language,
    title,
    (image) => pictures.find((entry) => entry.id === image['data-uri'])?.picture ?? null,
  )
  if (body.foreign !== '' && body.items.length === 0 && status === 'usable')
    return { reason: `its content is <${body.foreign}>, which is no text for readers`, outcome: 'put-aside' }
  const picture = asInBody(own ?? pictures[0]?.picture ?? null, body)
  const written = body.items.filter((block) => block.type !== 'image' || block.picture.baseUrl !== picture?.baseUrl)
  const kind = written.length > 0 ? 'news' : toKind(item, own)
  const { items, teaser } =
    kind === 'news'
      ? toNews(content, written, body.lead, caption, language)
      : { items: written, teaser: asTeaser(picture?.caption || caption, language) }
  for (const source of [item, ...related]) addMedium(items, source, picture, title, language)
  for (const entry of pictures.slice(1))
    if (!body.pictures.includes(entry.picture.baseUrl)) items.push({ type: 'image', picture: entry.picture })

  const source = toSource(item)
  return {
    sourceId: guid,
    version: toVersion(attributeOf(item, 'version'), changed),
    status,
    embargo,
    publishDate,
    updateDate: changed > publishDate ? changed : null,
    language,
    urgency: toUrgency(textAt(content, 'urgency')),
    kind,
    title: shorten(title || caption || guid, 300),
    titlePrefix: shorten(body.kicker, 150),
    teaserTextHtml: teaser,
    authors: readAuthors(content, body.byline).filter((name) => name !== source),
    source,
    correction: isCorrection(meta) ? CORRECTED_TEXT : '',
    picture,
    contentItems: items,
    classes: toClasses(content),
    notes: body.notes,
  }
}

type Node = XmlNode | undefined
type Dates = Pick<ParsedDocument, 'status' | 'embargo' | 'publishDate'> & { changed: string }

function readDates(meta: Node, content: Node): Dates | { reason: string } {
  const statusNode = getChild(meta, 'pubStatus')
  const status = toStatus(attributeOf(statusNode, 'qcode') || attributeOf(statusNode, 'uri'))
  if (status === null) return { reason: 'NewsML-G2: unknown pubStatus' }
  const changed =
    toInstant(textAt(meta, 'versionCreated')) ??
    toInstant(textAt(content, 'contentModified')) ??
    toInstant(textAt(content, 'contentCreated'))
  if (changed === null) return { reason: 'NewsML-G2: versionCreated is missing or no date' }
  const embargoText = getChild(meta, 'embargoed') === undefined ? null : textAt(meta, 'embargoed')
  const embargo = readEmbargo(embargoText, toInstant)
  if (embargo === undefined) return { reason: 'NewsML-G2: embargoed is no date' }
  const first = toInstant(textAt(meta, 'firstCreated')) ?? changed
  return {
    status: embargoText === '' && status === 'usable' ? 'withheld' : status,
    changed,
    embargo,
    publishDate: afterEmbargo(first, embargo),
  }
}

function chooseHeadline(meta: Node, content: Node): Node {
  const headlines = listChildren(content, 'headline')
  return (
    (headlines.find((node) => /main$/.test(attributeOf(node, 'role'))) ?? headlines[0]) ||
    getChild(meta, 'title') ||
    getChild(content, 'slugline')
  )
}

function isImage(item: XmlNode): boolean {
  return /^(?:picture|graphic)$/.test(classOf(item))
}

function toKind(item: XmlNode, own: FoundPicture | null): ParsedDocument['kind'] {
  if (own !== null) return 'picture'
  const itemClass = classOf(item)
  return itemClass === 'audio' || itemClass === 'video' ? itemClass : 'news'
}

/** The lead picture with the caption it has in the text. */
function asInBody(lead: FoundPicture | null, body: Body): FoundPicture | null {
  const shown = body.items.findLast((block) => block.type === 'image' && block.picture.baseUrl === lead?.baseUrl)
  return shown?.type === 'image' ? shown.picture : lead
}

function toNews(content: Node, written: ContentItem[], lead: string, caption: string, language: string) {
  const summary = describe(content, /(?:summary|abstract|teaser)$/) || lead
  const opened = openBody(written.length === 0 && caption !== '' ? toTextBlocks(caption, language) : written, {
    teaser: summary === '' ? '' : asTeaser(summary, language),
    dateline: textAt(content, 'dateline'),
  })
  return { items: opened.items, teaser: opened.teaserTextHtml }
}

/** The film or sound of an item that is one. */
function addMedium(
  items: ContentItem[],
  source: XmlNode,
  poster: FoundPicture | null,
  title: string,
  language: string,
): void {
  const type = classOf(source)
  if (type !== 'audio' && type !== 'video') return
  const best = chooseMedia(toRenditions(source), type)
  const src = best === null ? '' : toMediaAddress(best.href)
  const duration = best === null ? 0 : toSeconds(best)
  if (type === 'audio')
    items.unshift({
      type,
      src,
      mimeType: best?.mimeType.toLowerCase() ?? 'audio/mpeg',
      title: setLine(textAt(source, 'contentMeta', 'headline') || title, language),
      duration,
      voiceLabel: '',
    })
  else if (best)
    items.unshift({
      type,
      src,
      mimeType: best.mimeType,
      poster,
      caption: describe(getChild(source, 'contentMeta'), /caption$/),
      credit: textAt(source, 'contentMeta', 'creditline'),
      duration,
    })
}

/** Without a byline, the creator is often the login of the editor who sent the item. */
function readAuthors(content: Node, byline: string): string[] {
  const creators = listChildren(content, 'creator')
    .map((node) => textAt(node, 'name'))
    .filter((name) => !isLogin(name))
  return toAuthors(toLine(textAt(content, 'by')) || byline || creators.join(', '))
}

function isCorrection(meta: Node): boolean {
  return listChildren(meta, 'signal').some((signal) =>
    /correction$/.test(attributeOf(signal, 'qcode') || attributeOf(signal, 'uri')),
  )
}

function asTeaser(text: string, language: string): string {
  return toTeaserHtml(`<p>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`, language)
}

function describe(content: XmlNode | undefined, role: RegExp): string {
  return toLine(toNodeText(listChildren(content, 'description').find((node) => role.test(attributeOf(node, 'role')))))
}

function readBody(
  item: XmlNode,
  language: string,
  title: string,
  findPicture: (image: Readonly<Record<string, string>>) => FoundPicture | null,
): ItemBody {
  const none = { ...NO_HEADER, foreign: '' }
  const set = getChild(item, 'contentSet')
  const inline = listChildren(set, 'inlineXML').map((node) => unwrapRaw(toNodeText(node)).text)
  const texts = inline.filter((markup) => TEXT_ROOTS.has(rootOf(markup)))
  if (inline.length > 0 && texts.length === 0)
    return { ...none, items: [], kicker: '', pictures: [], notes: [], foreign: rootOf(inline[0]!) }
  if (texts.length > 0) {
    // NITF's head repeats headline and byline, which the item has in its own fields.
    const markup = texts.sort((a, b) => b.length - a.length)[0]!.replace(/<body\.head[\s>][^]*?<\/body\.head>/g, '')
    const { text, header } = takeHeader(markup)
    return { ...toBlocks(text, { language, title, findPicture }), ...header, foreign: '' }
  }
  const data = listChildren(set, 'inlineData').map((node) => ({
    type: attributeOf(node, 'contenttype'),
    ...unwrapRaw(toNodeText(node)),
  }))
  const html = data.find((entry) => /html/i.test(entry.type) || entry.isMarkup)
  if (html) {
    const { text, header } = takeHeader(html.text)
    return { ...toBlocks(text, { language, title, findPicture }), ...header, foreign: '' }
  }
  return { ...none, items: data[0] ? toTextBlocks(data[0].text, language) : [], kicker: '', pictures: [], notes: [] }
}

type Header = { byline: string; lead: string }
/** `foreign`: root element of content that is no text (a table of results, a plan); '' for text. */
type ItemBody = Body & Header & { foreign: string }
const NO_HEADER: Header = { byline: '', lead: '' }

const TEXT_ROOTS = new Set(
  'html body nitf body.content div section article main p block h1 h2 h3 h4 ul ol table blockquote figure text'.split(
    ' ',
  ),
)

/** Name of the first element without its prefix; 'text' if there is none. */
const rootOf = (markup: string): string =>
  (/^(?:\s+|<\?[^>]*>|<!--[^]*?-->|<![^>]*>)*<([A-Za-z_][\w:.-]*)/.exec(markup)?.[1] ?? 'text')
    .replace(/^.*:/, '')
    .toLowerCase()

const HEADER = /<header\b[^<>]*>([^]*?)<\/header>/i

/**
 * dpa's header repeats fields of the item (keywords, date, genre, headline), but byline and lead may be there only. The
 * kicker is read by the body.
 */
function takeHeader(markup: string): { text: string; header: Header } {
  const header = HEADER.exec(markup)
  if (header === null) return { text: markup, header: NO_HEADER }
  const inner = header[1]!
  const pick = (names: string) => {
    const found = new RegExp(
      `<(\\w+)[^<>]*\\bclass\\s*=\\s*["'][^"'<>]*\\b(?:${names})\\b[^"'<>]*["'][^<>]*>([^]*?)</\\1>`,
      'i',
    ).exec(inner)
    return { whole: found?.[0] ?? '', text: found === null ? '' : toText(found[2]!) }
  }
  const subhead = toText(/<h2\b[^<>]*>([^]*?)<\/h2>/i.exec(inner)?.[1] ?? '')
  return {
    text: markup.replace(HEADER, () => pick('dat|vignette').whole),
    header: {
      byline: pick('byline|author').text,
      lead: pick('teaser|lead|abstract|summary|intro|subhead\\w*').text || subhead,
    },
  }
}

function toRenditions(item: XmlNode): Rendition[] {
  return listChildren(getChild(item, 'contentSet'), 'remoteContent').map((remote) => ({
    href: attributeOf(remote, 'href'),
    mimeType: attributeOf(remote, 'contenttype'),
    width: Math.max(0, Number(attributeOf(remote, 'width')) || 0),
    height: Math.max(0, Number(attributeOf(remote, 'height')) || 0),
    title: listChildren(remote, 'remoteContentExtProperty')
      .map((property) => attributeOf(property, 'literal'))
      .join(' '),
    seconds: Number(attributeOf(remote, 'duration')) || 0,
    bytes: Number(attributeOf(remote, 'size')) || 0,
  }))
}

function toItemPicture(item: XmlNode, language: string): FoundPicture {
  const content = getChild(item, 'contentMeta')
  const credit =
    textAt(content, 'creditline') ||
    [listChildren(content, 'creator').map((node) => textAt(node, 'name'))[0] || textAt(content, 'by'), toSource(item)]
      .filter(Boolean)
      .join('/')
  return toPicture(
    {
      renditions: toRenditions(item),
      caption: describe(content, /caption$/),
      credit,
      altText: textAt(content, 'headline'),
    },
    language,
  )
}

function toSource(item: XmlNode): string {
  const provider = getChild(item, 'itemMeta', 'provider')
  const holder = getChild(item, 'rightsInfo', 'copyrightHolder')
  const named =
    textAt(provider, 'name') || attributeOf(provider, 'literal') || (attributeOf(provider, 'qcode').split(':')[1] ?? '')
  return toLine(
    textAt(item, 'contentMeta', 'creditline') || named || textAt(holder, 'name') || attributeOf(holder, 'literal'),
  ).slice(0, 100)
}

function toClasses(content: XmlNode | undefined): Classes {
  const classes = noClasses()
  const entryOf = (node: XmlNode): Classification => {
    const qcode = attributeOf(node, 'qcode')
    return {
      code: qcode === '' ? toCode(attributeOf(node, 'uri'), attributeOf(node, 'literal')) : toCode(qcode, qcode),
      name: (textAt(node, 'name') || toLine(toNodeText(node))).slice(0, 100),
    }
  }
  for (const subject of listChildren(content, 'subject').slice(0, 200)) {
    const type = attributeOf(subject, 'type')
    const entry = entryOf(subject)
    if (/geo|place|poi/i.test(type)) classes.places.push(entry)
    else if (/person|organi[sz]ation|event/i.test(type)) classes.keywords.push(entry)
    else classes.subjects.push(entry)
  }
  for (const keyword of listChildren(content, 'keyword').slice(0, 100)) classes.keywords.push(entryOf(keyword))
  for (const genre of listChildren(content, 'genre').slice(0, 20)) classes.genres.push(entryOf(genre))
  for (const located of listChildren(content, 'located').slice(0, 20)) classes.places.push(entryOf(located))
  return classes
}
