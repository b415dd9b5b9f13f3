/**
 * Turns shortcodes of page builders (WPBakery, Divi, Avada, Enfold, tagDiv, Shortcodes Ultimate and similar) into HTML. Layout
 * codes are dropped; codes with content in attributes (headings, pictures, films, buttons) or encoded content (raw
 * HTML) become elements; other standalone codes are dropped with a note. Linear time.
 */
import { escapeAttribute } from './links.ts'

export type BuilderContext = {
  /** A picture of the library by its number, as a figure; null: not in the export. Absent: there is no library. */
  figureOf?: (id: string) => string | null
  note: (reason: string) => void
}

const PREFIX = '(?:vc|et_pb|fusion|av|su|us|mk|cs|kc|nectar|vcex|dt|tatsu|ultimate|td[bcm]?|ux|x|themify|thb|porto)_'
const CODE = new RegExp(String.raw`\[(\/?)(${PREFIX}\w{1,60})(?=[\s\]/])`, 'gi')
/** Characters of one code with its attributes. */
const LONGEST_CODE = 8000

const BUILDER_NAME = new RegExp(`^${PREFIX}`, 'i')

type Attributes = ReadonlyMap<string, string>
type Code = { name: string; attributes: Attributes; start: number; end: number; isClosing: boolean; partner: number }

export function expandBuilderCodes(html: string, context: BuilderContext): string {
  const codes = pairCodes(findCodes(html))
  const afters = new Map<number, string>()
  let written = ''
  let at = 0
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index]!
    written += html.slice(at, code.start)
    at = code.end
    if (code.isClosing) {
      written += afters.get(code.partner) ?? ''
      continue
    }
    const close = code.partner === -1 ? undefined : codes[code.partner]
    const content = close === undefined ? '' : html.slice(code.end, close.start)
    if (close !== undefined && isWhole(code.name, content)) {
      written += toWhole(code, content, context)
      at = close.end
      index = code.partner
      continue
    }
    const { before, after } = toMarkup(code, content, context)
    written += close === undefined ? before + after : before
    afters.set(index, after)
  }
  return written + html.slice(at)
}

function findCodes(html: string): Code[] {
  const codes: Code[] = []
  CODE.lastIndex = 0
  for (let found = CODE.exec(html); found !== null; found = CODE.exec(html)) {
    const from = found.index + found[0].length
    const end = findEnd(html, from)
    if (end === -1) continue
    const [, slash, name] = found
    const attributes = readAttributes(html.slice(from, end), /^tdm_/i.test(name!))
    codes.push({
      name: name!.toLowerCase(),
      attributes,
      start: found.index,
      end: end + 1,
      isClosing: slash === '/',
      partner: -1,
    })
    CODE.lastIndex = end + 1
  }
  return codes
}

/** The bracket that ends a code: outside of quotation marks if possible, else the next one. */
function findEnd(html: string, from: number): number {
  let quote = ''
  const last = Math.min(html.length, from + LONGEST_CODE)
  for (let at = from; at < last; at += 1) {
    const sign = html.charAt(at)
    if (quote !== '') quote = sign === quote ? '' : quote
    else if ((sign === '"' || sign === "'") && html.charAt(at - 1) === '=') quote = sign
    else if (sign === ']') return at
  }
  const next = html.slice(from, last).indexOf(']')
  return next === -1 ? -1 : from + next
}

const ATTRIBUTE = /([\w-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)'|[“”″]([^“”″]*)[“”″]|([^\s"']+))/g

/** `isPacked`: texts may be base64, as tagDiv writes them. */
function readAttributes(text: string, isPacked: boolean): Attributes {
  const unpack = (value: string) => (isPacked && value.length > 7 ? decodeRaw(value) : value)
  return new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name, double, single, curly, bare]) => [
      name!.toLowerCase(),
      // Builders escape brackets and quotes in attributes: Divi by percent codes, WPBakery by other characters.
      unpack(double ?? single ?? curly ?? bare ?? '')
        .replaceAll('``', '"')
        .replace(/%22/g, '"')
        .replace(/%91|%5b/gi, '[')
        .replace(/%93|%5d/gi, ']')
        .replace(/`\{`/g, '[')
        .replace(/`\}`/g, ']')
        .trim(),
    ]),
  )
}

/** Pairs each code with its end tag. */
function pairCodes(codes: Code[]): Code[] {
  const open = new Map<string, number[]>()
  codes.forEach((code, index) => {
    const waiting = open.get(code.name) ?? []
    if (code.isClosing) {
      const partner = waiting.pop() ?? -1
      code.partner = partner
      if (partner !== -1) codes[partner]!.partner = index
    } else waiting.push(index)
    open.set(code.name, waiting)
  })
  return codes
}

const isRaw = (name: string): boolean => /(?:_raw_html|_raw_js|_code|_codeblock)$/.test(name)
/** Whether the content is no readable text: encoded, or the address of a picture. */
const isWhole = (name: string, content: string): boolean =>
  isRaw(name) || (/image/.test(name) && /^\s*https?:\/\/\S+\s*$/.test(content))

function toWhole(code: Code, content: string, context: BuilderContext): string {
  if (!isRaw(code.name)) return toPicture(code.attributes, content.trim(), context)
  const html = decodeRaw(content)
  if (/_raw_js$/.test(code.name)) context.note(`code of the source's editor left out: [${code.name}]`)
  return /_raw_js$/.test(code.name) ? '' : `\n\n${html}\n\n`
}

/** WPBakery: base64 of percent-encoded HTML; Avada: base64 of HTML; others: HTML. */
function decodeRaw(content: string): string {
  const text = content.replace(/<!--\s*\[[^\]]{0,60}\]\s*-->/g, '\n').trim()
  const packed = text.replace(/<[^<>]*>|\s+/g, '')
  if (packed === '' || packed.length % 4 === 1 || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return text
  const decoded = Buffer.from(packed, 'base64').toString('utf8')
  if (decoded.includes('\ufffd') || /[\u0000-\u0008\u000e-\u001f]/.test(decoded)) return text
  if (!/%3c|%20/i.test(decoded)) return decoded
  try {
    return decodeURIComponent(decoded)
  } catch {
    return decoded
  }
}

const pick = (attributes: Attributes, names: readonly string[]): string =>
  names.map((name) => attributes.get(name) ?? '').find((value) => value !== '') ?? ''

/** Attributes hold text, sometimes with HTML entities. */
const toSafe = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')

const HEADINGS = [
  'text',
  'heading',
  'title',
  'headline',
  'custom_title',
  'primary_title',
  'main_heading',
  'h2',
  'header',
  'question',
]
const LINES = [
  'subtitle',
  'subheading',
  'sub_heading',
  'subhead',
  'h4',
  'description',
  'desc',
  'content',
  'number',
  'percent',
]
const CAPTIONS = ['caption', 'caption_title', 'caption_text']
const SPEAKERS = ['author', 'name', 'cite', 'job_title', 'position', 'company_name', 'company', 'subname']
const PICTURES = ['src', 'image', 'image_url', 'img', 'portrait_url', 'photo', 'picture']
const NUMBERS = ['image_id', 'attachment', 'attachment_id', 'image', 'img_id', 'img', 'photo', 'picture']
const LISTS = ['images', 'ids', 'image_ids', 'gallery_ids', 'include', 'source']
const MEDIA = ['src', 'link', 'url', 'video', 'video_url', 'mp4', 'video_webm', 'audio', 'mp3', 'file']
const LINKS = ['link', 'url', 'href', 'button_url', 'button_link', 'link_url']
const LABELS = ['button_text', 'label', 'link_text']

const ARRANGES =
  /_(?:row|column|col|section|container|inner|textblock|text|text_block|column_text|group|wrap\w*|tabs?|accordion|toggles?|toggle_container|list|content\w*|box|layer\w*|slider|slideshow|gallery|fullwidth\w*|grid_row|one_\w+|two_\w+|three_\w+|four_\w+|builder_\w+|cell\w*|specialty\w*)(?:_inner)?$/
/** Lists of other articles, whose heading alone says nothing. */
const LISTS_ARTICLES =
  /_(?:(?:recent_|latest_|related_)?posts?(?:_(?:grid|slider|list))?|(?:basic|masonry)_grid|(?:flex_)?block_\d+|blog|magazine)$/
const SILENT = /(?:space|separator|divider|_hr|clear|anchor|zigzag|spacer|line_break\w*|comment)$/
const INLINE = /(?:highlight|tooltip|dropcap|popover|abbr|icon|fontawesome|label|_font|_link|animate)$/
const IMAGE = /\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i

/** HTML for the code and for its end. */
function toMarkup(code: Code, content: string, context: BuilderContext): { before: string; after: string } {
  const { name, attributes } = code
  if (INLINE.test(name)) return { before: '', after: '' }
  if (LISTS_ARTICLES.test(name) && content.trim() === '') {
    context.note(`code of the source's editor left out: [${name}]`)
    return { before: '', after: '' }
  }
  // Older versions contain the picture itself.
  const media = /<img\b/i.test(content) ? '' : toMedia(code, context)
  const lines = media === '' ? [...LINES, ...CAPTIONS] : LINES
  const link = isButton(name) && content.trim() !== '' ? toLink(pick(attributes, LINKS)) : ''
  if (link !== '') return { before: `\n\n<p><a href="${escapeAttribute(link)}">`, after: '</a></p>\n\n' }
  const own = [
    toHeading(code),
    media,
    ...lines.map((key) => toParagraph(attributes.get(key) ?? '')),
    toButton(code),
  ].join('')
  const speaker = SPEAKERS.map((key) => attributes.get(key) ?? '')
    .filter((part) => part !== '')
    .map(toSafe)
    .join(', ')
  const hasNamedPicture = findNumber(attributes) !== undefined
  const isLost =
    own === '' &&
    !hasNamedPicture &&
    speaker === '' &&
    content.trim() === '' &&
    !ARRANGES.test(name) &&
    !SILENT.test(name)
  if (isLost) context.note(`code of the source's editor left out: [${name}]`)
  if (/quote|testimonial/.test(name))
    return {
      before: `\n\n${own}<blockquote>`,
      after: `${speaker === '' ? '' : `<footer>${speaker}</footer>`}</blockquote>\n\n`,
    }
  const isTitle = /_(?:title|heading|headline)$/.test(name) && content.trim() !== '' && !own.startsWith('\n\n<h')
  const level = levelOf(attributes)
  return isTitle
    ? { before: `\n\n${own}<${level}>`, after: `</${level}>\n\n` }
    : { before: `\n\n${own}${speaker === '' ? '' : toParagraph(speaker)}`, after: '\n\n' }
}

const toParagraph = (text: string): string => (/\p{L}|\d/u.test(text) ? `\n\n<p>${toSafe(text)}</p>\n\n` : '')

function levelOf(attributes: Attributes): string {
  const written = [...attributes].find(([name]) =>
    /^(?:tag|size|level|title_tag|header_level|heading_tag|font_container)$/.test(name),
  )
  return Number(/(?:^|h)([1-6])\b/.exec(written?.[1] ?? '')?.[1] ?? 3) <= 2 ? 'h2' : 'h3'
}

const isButton = (name: string): boolean => /(?:button|btn)/.test(name)

function toHeading({ name, attributes }: Code): string {
  const text = isButton(name) ? '' : pick(attributes, HEADINGS)
  if (!/\p{L}|\d/u.test(text) || /^https?:/.test(text)) return ''
  const level = levelOf(attributes)
  const link = toLink(pick(attributes, LINKS))
  const words = toSafe(text)
  return `\n\n<${level}>${link === '' || /video|image/.test(name) ? words : `<a href="${escapeAttribute(link)}">${words}</a>`}</${level}>\n\n`
}

/** `https://…`, or as WPBakery writes it: `url:https%3A%2F%2F…|title:…`; Enfold: `manually,https://…`. */
function toLink(value: string): string {
  const packed = /(?:^|\|)url:([^|]*)/.exec(value)?.[1]
  if (packed === undefined) return /^(?:manually,)?((?:https?:\/\/|\/)\S+)$/.exec(value)?.[1] ?? ''
  try {
    return decodeURIComponent(packed)
  } catch {
    return packed
  }
}

function toButton({ name, attributes }: Code): string {
  const link = toLink(pick(attributes, LINKS))
  if (link === '') return ''
  const named = /(?:^|\|)title:([^|]*)/.exec(pick(attributes, LINKS))?.[1] ?? ''
  const label = pick(attributes, isButton(name) ? [...LABELS, ...HEADINGS] : LABELS) || (isButton(name) ? named : '')
  return label === '' ? '' : `\n\n<p><a href="${escapeAttribute(link)}">${toSafe(label)}</a></p>\n\n`
}

function toMedia(code: Code, context: BuilderContext): string {
  const { name, attributes } = code
  const list = LISTS.map((key) => attributes.get(key) ?? '').find((value) =>
    /^(?:media:\s*)?\d+(?:\s*,\s*\d+)*$/.test(value),
  )
  if (list !== undefined) return toGallery(list.match(/\d+/g)!, context)
  if (/(?:youtube|vimeo|video|audio|player|sound|gmaps|map$|embed|iframe)/.test(name)) return toFilm(code)
  const address = [...PICTURES, ...(/slide/.test(name) ? ['background_image'] : [])]
    .map((key) => attributes.get(key) ?? '')
    .find((value) => /^https?:\/\//.test(value) && (IMAGE.test(value) || /image|photo/.test(name)))
  const numbered = /_(?:slide\w*|image|img)$/.test(name) ? withNumber(attributes) : attributes
  return address === undefined && findNumber(numbered) === undefined ? '' : toPicture(numbered, address ?? '', context)
}

function toPicture(attributes: Attributes, address: string, { figureOf, note }: BuilderContext): string {
  const id = findNumber(attributes)
  const known = id === undefined ? null : (figureOf?.(id) ?? null)
  // On another site the number belongs to another picture.
  const isSame = known !== null && (address === '' || stemOf(known) === stemOf(address))
  if (!isSame && address === '') {
    note(`a picture (number ${id ?? '?'}) is not in the export`)
    return ''
  }
  const alt = escapeAttribute(attributes.get('alt') ?? '')
  const figure = isSame
    ? known
    : `<figure><img src="${escapeAttribute(address)}" alt="${alt}"/><figcaption></figcaption></figure>`
  const caption = toSafe(pick(attributes, CAPTIONS))
  const link = toLink(pick(attributes, LINKS))
  const captioned = caption === '' ? figure : figure.replace(/<figcaption>[^<]*/, () => `<figcaption>${caption}`)
  const linked =
    link === '' || IMAGE.test(link)
      ? captioned
      : captioned.replace(/<img\b[^<>]*>/, (image) => `<a href="${escapeAttribute(link)}">${image}</a>`)
  return `\n\n${linked}\n\n`
}

/** Enfold stores the number of a slide's picture as `id`. */
const withNumber = (attributes: Attributes): Attributes =>
  attributes.has('attachment') || !/^\d+$/.test(attributes.get('id') ?? '')
    ? attributes
    : new Map([...attributes, ['attachment', attributes.get('id')!]])

const findNumber = (attributes: Attributes): string | undefined =>
  NUMBERS.map((key) => /^(\d+)(?:\|[\w-]+)?$/.exec(attributes.get(key) ?? '')?.[1]).find((id) => id !== undefined)

/** Stem of the file name, of an address or of the first picture in a figure. */
const stemOf = (text: string): string =>
  (/\/([^/"?#]*)\.\w{3,4}(?:["?#]|$)/.exec(text)?.[1] ?? text).replace(/-(?:\d+x\d+|scaled)$/, '')

function toGallery(ids: readonly string[], { figureOf, note }: BuilderContext): string {
  const figures = ids.slice(0, 500).flatMap((id) => figureOf?.(id) ?? [])
  if (figures.length < ids.length) note(`${ids.length - figures.length} pictures of a gallery are not in the export`)
  return figures.length === 0 ? '' : `\n\n<div class="gallery">${figures.join('')}</div>\n\n`
}

function toFilm({ name, attributes }: Code): string {
  const id = attributes.get('id') ?? attributes.get('video_id') ?? ''
  const encoded = [...attributes.values()].find((value) => value.startsWith('#E-8_'))
  if (encoded !== undefined) return `\n\n${decodeRaw(encoded.slice(5))}\n\n`
  const given = pick(attributes, MEDIA)
  const address = /^https?:\/\//.test(given)
    ? given
    : /youtube/.test(name) && /^[\w-]{6,20}$/.test(id)
      ? `https://www.youtube.com/watch?v=${id}`
      : /vimeo/.test(name) && /^\d{5,15}$/.test(id)
        ? `https://vimeo.com/${id}`
        : id.startsWith('http')
          ? id
          : ''
  if (address === '') return ''
  const kind = /\.(?:mp3|m4a|ogg|wav)(?:[?#]|$)/i.test(address)
    ? 'audio'
    : /\.(?:mp4|webm|m4v|mov)(?:[?#]|$)/i.test(address)
      ? 'video'
      : ''
  if (kind === '' && /youtu|vimeo/.test(address)) return `\n\n<p>${toSafe(address)}</p>\n\n`
  if (kind === '') return `\n\n<iframe src="${escapeAttribute(address)}"></iframe>\n\n`
  return `\n\n<${kind} src="${escapeAttribute(address)}"></${kind}>\n\n`
}

/** Whether `expandBuilderCodes` knows the name. */
export const isBuilderCode = (name: string): boolean => BUILDER_NAME.test(name)
