/**
 * Turns the stored text of a WordPress post into the HTML its page would show: lines become paragraphs as with the
 * classic editor, galleries and pictures get their files, shortcodes of plug-ins are left out with a note. Blocks of
 * the newer editor are HTML already; blocks that WordPress fills on request are empty and noted.
 */
import { z } from 'zod'
import { expandBuilderCodes } from '../body/builder-codes.ts'
import { escapeHtml } from '../body/house-style.ts'
import { escapeAttribute } from '../body/links.ts'
import { isKnownCode } from '../body/shortcodes.ts'
import { LIBRARY_CAPTION, LIBRARY_CREDIT } from '../formats/feed.ts'

export type Attachment = {
  url: string
  width: number
  height: number
  caption: string
  credit: string
  altText: string
  /** Number of the post it was uploaded to; '' if none. */
  parent: string
}

export type WordpressBody = { html: string; notes: string[] }

export type BodyContext = {
  findAttachment: (id: string) => Attachment | undefined
  /** Finds it by the address of the file, in any size. */
  findByAddress?: (address: string) => Attachment | undefined
  /** The content of a reusable block. */
  findBlock?: (id: string) => string | undefined
  /** Footnotes of the post, JSON of its meta field. */
  footnotes?: string
  /** Pictures of the post itself, for a gallery that names none. */
  listOwn: () => readonly Attachment[]
}

export function toPostHtml(given: string, context: BodyContext): WordpressBody {
  const notes: string[] = []
  const content = insertFootnotes(insertBlocks(given, context, notes, { left: MOST_BLOCKS }), context)
  const isBlocks = content.includes('<!-- wp:')
  const withBlocks = isBlocks ? readBlocks(content, notes) : content
  const withBuilders = expandBuilderCodes(withBlocks, {
    figureOf: (id) => toFigureOf(context.findAttachment(id)),
    note: (reason) => notes.push(reason),
  })
  const withGalleries = expandGalleries(withBuilders, context, notes)
  const withPictures = toOriginals(withGalleries, context)
  const html = dropUnknownCodes(withPictures, notes)
  return { html: isBlocks ? html : toParagraphs(html), notes }
}

const toFigureOf = (attachment: Attachment | undefined): string | null =>
  attachment === undefined ? null : toFigure(attachment)

const REUSED = /<!-- wp:block\s+\{([^<>]{0,4000})\}\s*\/-->/g
/** Characters of all reusable blocks in one post, because a block may contain others, or itself. */
const MOST_BLOCKS = 2_000_000
/** Characters that a block counts at least. */
const LEAST_BLOCK = 20_000

/** Inserts reusable blocks, which are posts of their own in the export. */
function insertBlocks(content: string, context: BodyContext, notes: string[], budget: { left: number }): string {
  if (!content.includes('<!-- wp:block')) return content
  return content.replace(REUSED, (_all, settings: string) => {
    const id = /"ref"\s*:\s*(\d{1,12})/.exec(settings)?.[1] ?? ''
    const block = context.findBlock?.(id)
    budget.left -= Math.max(LEAST_BLOCK, block?.length ?? 0)
    if (block !== undefined && budget.left >= 0) return insertBlocks(block, context, notes, budget)
    notes.push(
      block === undefined ? `a reusable block (number ${id}) is not in the export` : 'too many reusable blocks',
    )
    return ''
  })
}

const Footnotes = z.array(z.object({ id: z.string(), content: z.string() })).max(500)
const FOOTNOTES_BLOCK = /<!-- wp:footnotes(?:\s[^<>]{0,1000})?\/-->/

/** Codes of plug-ins with the words of a footnote. */
const FOOTNOTE_CODE = / ?\[(mfn|modern_footnote|efn_note|footnote|fn|ref)(?:\s[^[\]]{0,200})?\]([^]{1,4000}?)\[\/\1\]/gi

/**
 * Inserts footnotes: of the editor, whose numbers stand in the text and whose words in a field beside it, or of plug-ins,
 * whose words stand in the text.
 */
function insertFootnotes(content: string, { footnotes = '' }: BodyContext): string {
  const words: string[] = []
  const numbered = content.replace(
    FOOTNOTE_CODE,
    (_all, _name: string, text: string) => `<sup>${words.push(text.trim())}</sup>`,
  )
  if (words.length > 0) return numbered + toFootnotes(words)
  if (footnotes === '') return content
  const parsed = Footnotes.safeParse(parseQuietly(footnotes))
  if (!parsed.success || parsed.data.length === 0) return content
  const order = [...content.matchAll(/data-fn="([^"]{1,100})"/g)].map(([, id]) => id)
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  const lines = toFootnotes(
    parsed.data.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)).map(({ content: text }) => text),
  )
  return FOOTNOTES_BLOCK.test(content) ? content.replace(FOOTNOTES_BLOCK, () => lines) : content + lines
}

const toFootnotes = (words: readonly string[]): string =>
  words
    .map((text, index) => `<div class="footnote"><span class="footnote-number">${index + 1}</span> ${text}</div>`)
    .join('')

function parseQuietly(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

const LANGUAGE = /\[:([a-z]{2})?\]|<!--:([a-z]{2})?-->|\{:([a-z]{2})?\}/g
const OWN_LANGUAGE = 'de'

/** For a text in several languages (qTranslate): the German part, else the first, and the parts without a language. */
export function toOneLanguage(text: string): string {
  const marks = [...text.matchAll(LANGUAGE)].map((mark) => ({
    language: mark[1] ?? mark[2] ?? mark[3] ?? '',
    start: mark.index,
    end: mark.index + mark[0].length,
  }))
  const languages = marks.map(({ language }) => language).filter((language) => language !== '')
  if (languages.length === 0) return text
  const chosen = languages.includes(OWN_LANGUAGE) ? OWN_LANGUAGE : languages[0]!
  const parts = marks.map(({ language, end }, index) =>
    language === '' || language === chosen ? text.slice(end, marks[index + 1]?.start) : '',
  )
  return text.slice(0, marks[0]!.start) + parts.join('')
}

/** Blocks that only divide or space the text. */
const SILENT_BLOCKS = /^(?:core\/)?(?:more|nextpage|spacer|separator)$/

function readBlocks(content: string, notes: string[]): string {
  return content
    .replace(/<!-- wp:freeform[^<>]{0,1000}-->([^]*?)<!-- \/wp:freeform -->/g, (_all, inner: string) =>
      toParagraphs(inner),
    )
    .replace(/<!-- wp:([a-z][\w/-]{0,80})\s[^<>]{0,4000}\/-->/g, (_all, name: string) => {
      if (!SILENT_BLOCKS.test(name)) notes.push(`block that WordPress fills itself left out: ${name}`)
      return ''
    })
}

const GALLERY = /\[gallery((?:\s[^[\]]{0,2000})?)\]/g

function expandGalleries(html: string, { findAttachment, listOwn }: BodyContext, notes: string[]): string {
  return html.replace(GALLERY, (_all, attributes: string) => {
    const named = /\b(?:ids|include)\s*=\s*["'”“]?([\d,\s]+)/.exec(attributes)?.[1]
    const ids = named?.split(',').map((id) => id.trim())
    const pictures = ids === undefined ? listOwn() : ids.flatMap((id) => findAttachment(id) ?? [])
    const missing = (ids?.length ?? 0) - pictures.length
    if (pictures.length === 0) notes.push('gallery without pictures in the export left out')
    else if (ids !== undefined && missing > 0) notes.push(`${missing} pictures of a gallery are not in the export`)
    return pictures.length === 0 ? '' : `\n\n<div class="gallery">${pictures.map(toFigure).join('')}</div>\n\n`
  })
}

function toFigure({ url, altText, caption, credit }: Attachment): string {
  const credited = credit === '' || caption.includes(credit) ? '' : `<span class="credit">${escapeHtml(credit)}</span>`
  return `<figure><img src="${escapeAttribute(url)}" alt="${escapeAttribute(altText)}"/><figcaption>${escapeHtml(caption)}${credited}</figcaption></figure>`
}

/**
 * Replaces a resized copy (`strand-1024x683.jpg`) by the original in the library (`strand.jpg`), with the library's
 * caption and credit.
 */
function toOriginals(html: string, { findAttachment, findByAddress }: BodyContext): string {
  return html.replace(/<img\b[^<>]{0,4000}>/g, (image) => {
    const id = /\bwp-image-(\d{1,12})\b|\sdata-(?:attachment-)?id=["'](\d{1,12})["']/.exec(image)
    const source = /\ssrc\s*=\s*["']([^"']+)["']/.exec(image)
    if (source === null) return image
    const named = id === null ? undefined : findAttachment(id[1] ?? id[2]!)
    // On another site the number belongs to another picture.
    const original = named !== undefined && isSameFile(source[1]!, named.url) ? named : findByAddress?.(source[1]!)
    if (original === undefined) return image
    const full = image.replace(source[0], ` src="${escapeAttribute(original.url)}"`).replace(/\ssrcset="[^"]*"/, '')
    const alt = /\salt\s*=/.test(full) ? '' : original.altText
    return full.replace(
      /^<img/,
      () =>
        `<img${toAttribute('alt', alt)}${toAttribute(LIBRARY_CAPTION, original.caption)}${toAttribute(LIBRARY_CREDIT, original.credit)}`,
    )
  })
}

const toAttribute = (name: string, value: string): string =>
  value === '' ? '' : ` ${name}="${escapeAttribute(value)}"`

const toStem = (url: string): string =>
  (url.split(/[?#]/, 1)[0] ?? '')
    .replace(/^.*\//, '')
    .replace(/(?:-(?:\d+x\d+|scaled|rotated|e\d{10,}))+(?=\.\w+$)/, '')

const isSameFile = (one: string, other: string): boolean => toStem(one) === toStem(other)

/** The path below `uploads` without the size: equal for the same file on any host. */
export function toUploadKey(url: string): string {
  const folder = /\/uploads\/(.*\/)?[^/]*$/.exec(url.split(/[?#]/, 1)[0] ?? '')?.[1]
  return folder === undefined ? '' : `${folder}${toStem(url)}`
}

const CODE = /\[(\/?)([A-Za-z][\w-]{1,60})((?:\s[^[\]<>]{0,2000})?)(\/?)\]/g

const POST_CODE = /^(?:instagram|facebook|twitter|tweet|tiktok)$/i
const FRAME_CODE =
  /^(?:iframe|soundcloud|spotify|mixcloud|podigee|googlemaps?|gmaps?|osm_map|datawrapper|flourish|issuu)$/i

/** Codes for content of other sites, by its address; '' if the code has none. */
function toMedia(name: string, attributes: string): string {
  const address = /(?:^|[\s=])["'“”]?(https?:\/\/[^\s"'“”]+)/.exec(attributes)?.[1] ?? ''
  if (address === '') return ''
  if (POST_CODE.test(name)) return `\n\n<p>${address}</p>\n\n`
  return FRAME_CODE.test(name) ? `\n\n<iframe src="${escapeAttribute(address)}"></iframe>\n\n` : ''
}

/** Words in brackets are text; a shortcode has attributes, an end tag or an underscore in its name. */
function dropUnknownCodes(html: string, notes: string[]): string {
  const closed = new Set([...html.matchAll(/\[\/([A-Za-z][\w-]{1,60})\]/g)].map(([, name]) => name!.toLowerCase()))
  const dropped = new Map<string, number>()
  const rest = html.replace(CODE, (whole, slash: string, name: string, attributes: string, end: string) => {
    const isCode =
      slash !== '' || end !== '' || /=/.test(attributes) || closed.has(name.toLowerCase()) || name.includes('_')
    if (!isCode || isKnownCode(name)) return whole
    const media = slash === '' ? toMedia(name, attributes) : ''
    if (media !== '') return media
    if (slash === '') dropped.set(name, (dropped.get(name) ?? 0) + 1)
    return ''
  })
  for (const [name, count] of dropped)
    notes.push(`code of the source's editor left out: [${name}]${count === 1 ? '' : ` (${count} times)`}`)
  return rest
}

/** Elements whose lines stay as they are. */
const WHOLE = new Set('ul ol table dl pre figure h1 h2 h3 h4 h5 h6 script style form iframe video audio'.split(' '))
const BLOCK_TAG =
  /<(\/?)(ul|ol|table|dl|pre|figure|h[1-6]|script|style|form|iframe|video|audio|p|div|blockquote|section|article|aside|center|address|details|summary|hr)\b[^<>]{0,4000}>/gi

/** The classic editor stores no paragraphs: a blank line starts one, a single line break stays a break. */
export function toParagraphs(text: string): string {
  const source = text.replace(/\r\n?/g, '\n')
  let html = ''
  let at = 0
  let inside = { name: '', depth: 0 }
  for (const tag of source.matchAll(BLOCK_TAG)) {
    const name = tag[2]!.toLowerCase()
    if (inside.depth > 0) {
      if (name !== inside.name) continue
      inside.depth += tag[1] === '/' ? -1 : 1
      if (inside.depth > 0) continue
      html += source.slice(at, tag.index + tag[0].length)
      at = tag.index + tag[0].length
      continue
    }
    html += wrapLines(source.slice(at, tag.index))
    at = tag.index
    if (tag[1] === '' && WHOLE.has(name) && !tag[0].endsWith('/>')) inside = { name, depth: 1 }
    else {
      html += tag[0]
      at += tag[0].length
    }
  }
  return html + (inside.depth > 0 ? source.slice(at) : wrapLines(source.slice(at)))
}

function wrapLines(text: string): string {
  return text
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replace(/\n/g, '<br>')}</p>`)
    .join('\n')
}
