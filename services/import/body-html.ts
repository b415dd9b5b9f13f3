/**
 * Turns an agency's HTML into our blocks: paragraphs, headings, lists, tables, quotes, pictures, embeds. Nested
 * sections are flattened, empty paragraphs dropped, a bold paragraph becomes a heading. What comes out is written
 * anew from an allow-list (`b i em strong br a[href]`), never passed through: a tag or an attribute that is not named
 * here cannot survive. Links only http(s) or from the root of the site. It never throws and works in linear time.
 */
import { Parser } from 'htmlparser2'
import { createTypesetter, escapeHtml, toLine } from './house-style.ts'
import { escapeAttribute, findVendor, toHtml, toLink } from './links.ts'
import type { ContentItem, FoundPicture } from './parsed-document.ts'

export type BodyOptions = {
  language: string
  /** A heading that only repeats it is dropped. */
  title?: string
  /** Relative links of a feed are completed with it. */
  baseUrl?: string
  /** Finds the picture an `<img>` stands for; null leaves it out. Without it pictures are left out. */
  findPicture?: (image: Readonly<Record<string, string>>) => FoundPicture | null
}

export type Body = {
  items: ContentItem[]
  /** A line above the headline that some agencies put into the body. */
  kicker: string
  /** Ids or addresses of the pictures shown in the body. */
  pictures: string[]
}

const SKIPPED = new Set(
  'script style head title template noscript object embed svg math form button select textarea canvas applet frameset nav audio video picture-source'.split(
    ' ',
  ),
)
const BLOCKS = new Set(
  'p div section article header footer main body html aside address pre dd dt dl details summary center fieldset body.content body.head hl2 block nitf'.split(
    ' ',
  ),
)
const INLINE: Readonly<Record<string, string>> = { b: 'b', strong: 'strong', i: 'i', em: 'em', cite: 'i' }
const MAX_ITEMS = 3000
const MAX_CELLS = 40
/** The parser's own stack makes every further level dearer; behind this the rest is dropped. */
const MAX_DEPTH = 2000

const TOO_DEEP = new RangeError('HTML nested too deeply')

type Sink = {
  html: string
  text: string
  open: { tag: string; closing: string; at: number; textAt: number }[]
  strongText: number
}
type Table = {
  caption: string
  head: string[]
  rows: string[][]
  row: string[] | null
  isHead: boolean
  isStanding: boolean
  span: number
}
type List = { ordered: boolean; items: string[] }

const newSink = (): Sink => ({ html: '', text: '', open: [], strongText: 0 })

const STANDING_HEAD = ['Platz', 'Mannschaft', 'Sp.', 'S', 'U', 'N', 'Diff.', 'Tore', 'Pkt.']

export function toBlocks(html: string, options: BodyOptions): Body {
  const items: ContentItem[] = []
  const pictures: string[] = []
  const setter = createTypesetter(options.language)
  let kicker = ''
  let sink = newSink()
  /** What the sink is for; a paragraph when nothing else is open. */
  let mode:
    | 'flow'
    | 'heading'
    | 'item'
    | 'cell'
    | 'quote'
    | 'attribution'
    | 'figcaption'
    | 'credit'
    | 'caption'
    | 'kicker'
    | 'drop' = 'flow'
  let headingLevel: 2 | 3 = 2
  let skipped = 0
  let skippedTag = ''
  const lists: List[] = []
  const tables: Table[] = []
  let quote: { parts: string[]; attribution: string } | null = null
  let figure: { image: Record<string, string> | null; caption: string; credit: string } | null = null
  /** Classes of open blocks, to know where a marked block ends. */
  let standingDepth = 0
  let depth = 0

  const put = (item: ContentItem) => {
    if (items.length < MAX_ITEMS) items.push(item)
  }

  const closeInline = (index: number) => {
    while (sink.open.length > index) {
      const inline = sink.open.pop()!
      if (sink.text.length === inline.textAt) sink.html = sink.html.slice(0, inline.at)
      else {
        sink.html += inline.closing
        if (inline.tag === 'strong' || inline.tag === 'b') sink.strongText += sink.text.length - inline.textAt
      }
    }
  }

  /** Ends the open run of text and gives it back, the sink is fresh afterwards. */
  const take = (): { html: string; text: string; isStrong: boolean } => {
    closeInline(0)
    const taken = {
      html: sink.html.replace(/^(?:\s|<br>)+/, '').replace(/(?:\s|<br>)+$/, ''),
      text: sink.text.trim(),
      isStrong: sink.strongText > 0 && sink.strongText >= sink.text.trim().length,
    }
    sink = newSink()
    setter.nextBlock()
    return taken
  }

  const putHeading = (text: string, level: 2 | 3) => {
    if (text !== '' && text !== options.title) put({ type: 'heading', level, text })
  }

  const flush = () => {
    const { html: inner, text, isStrong } = take()
    if (text === '') return
    if (mode === 'quote') {
      quote?.parts.push(text)
    } else if (isStrong && text.length <= 120 && !/[.!]$/.test(text)) {
      putHeading(text, 3)
    } else {
      put({ type: 'paragraph', html: inner })
    }
  }

  /** A finished run goes where its mode says. */
  const end = () => {
    if (mode === 'flow' || mode === 'quote') return flush()
    const { html: inner, text } = take()
    if (mode === 'heading') putHeading(text, headingLevel)
    else if (mode === 'item' && text !== '') lists.at(-1)?.items.push(inner)
    else if (mode === 'cell') tables.at(-1)?.row?.push(text)
    else if (mode === 'attribution' && quote) quote.attribution = text
    else if (mode === 'figcaption' && figure) figure.caption = text
    else if (mode === 'credit' && figure) figure.credit = text
    else if (mode === 'caption' && tables.length > 0) tables.at(-1)!.caption = text
    else if (mode === 'kicker' && kicker === '') kicker = text
  }

  const endList = () => {
    const list = lists.pop()
    if (!list || list.items.length === 0) return
    const outer = lists.at(-1)
    if (outer) outer.items.push(...list.items)
    else put({ type: 'list', ordered: list.ordered, items: list.items })
  }

  const endTable = () => {
    const table = tables.pop()
    if (!table) return
    const rows = table.rows.filter((row) => row.some((cell) => cell !== ''))
    const width = Math.min(MAX_CELLS, Math.max(table.head.length, ...rows.map((row) => row.length)))
    if (rows.length === 0 || tables.length > 0) return
    if (width === 1 && table.head.length === 0) {
      for (const row of rows) put({ type: 'paragraph', html: escapeHtml(row[0] ?? '') })
      return
    }
    // "6. Spieltag:" above a table is its caption.
    const above = items.at(-1)
    let caption = table.caption
    if (
      caption === '' &&
      above?.type === 'paragraph' &&
      above.html.length <= 80 &&
      above.html.endsWith(':') &&
      !above.html.includes('<')
    ) {
      caption = toLine(above.html.slice(0, -1).replaceAll('&amp;', '&').replaceAll('&quot;', '"'))
      items.pop()
    }
    const isStanding = table.isStanding && table.head.length === 0 && width === STANDING_HEAD.length
    if (isStanding && caption === '') caption = 'Tabelle'
    const fit = (row: string[]) => Array.from({ length: width }, (_unused, index) => row[index] ?? '')
    put({
      type: 'table',
      caption,
      head: isStanding ? STANDING_HEAD : table.head.length > 0 ? fit(table.head) : [],
      rows: rows.map(fit),
    })
  }

  const putPicture = (image: Record<string, string>, caption: string, credit: string) => {
    const found = options.findPicture?.(image) ?? null
    if (found === null || pictures.includes(found.baseUrl)) return
    pictures.push(found.baseUrl)
    // What stands beside the picture in the text is nearer to the truth than its metadata.
    put({
      type: 'image',
      picture: {
        ...found,
        caption: caption || found.caption,
        credit: credit || found.credit,
        altText: found.altText || toLine(image.alt ?? ''),
      },
    })
  }

  const putEmbed = (address: string, title: string) => {
    const url = toLink(address.startsWith('//') ? `https:${address}` : address)
    if (!/^https:\/\//i.test(url)) return
    const vendor = findVendor(url)
    if (vendor) put({ type: 'embed', vendor, url, title: toLine(title).slice(0, 200) })
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > MAX_DEPTH) throw TOO_DEEP
        if (skipped > 0) {
          if (name === skippedTag) skipped += 1
          return
        }
        const classes = attributes.class ?? ''
        if (SKIPPED.has(name)) {
          skipped = 1
          skippedTag = name
          return
        }
        if (name in INLINE || name === 'a') {
          const link = name === 'a' ? toLink(attributes.href ?? '', options.baseUrl) : ''
          if (name === 'a' && link === '') return
          if (name === 'a' && sink.open.some((inline) => inline.tag === 'a')) return
          const at = sink.html.length
          const tag = name === 'a' ? 'a' : INLINE[name]!
          sink.open.push({ tag: name, closing: `</${tag}>`, at, textAt: sink.text.length })
          sink.html += name === 'a' ? `<a href="${escapeAttribute(link)}">` : `<${tag}>`
          return
        }
        if (name === 'br') {
          if (mode === 'flow' && sink.html.endsWith('<br>')) flush()
          else if (sink.text !== '') {
            sink.html += '<br>'
            sink.text += ' '
          }
          return
        }
        if (name === 'img') {
          if (figure) figure.image ??= attributes
          else if (mode === 'flow') {
            flush()
            putPicture(attributes, '', '')
          }
          return
        }
        if (name === 'iframe') {
          end()
          putEmbed(attributes.src ?? '', attributes.title ?? '')
          skipped = 1
          skippedTag = name
          return
        }
        if (name === 'span' && /\bvignette\b/.test(classes)) {
          end()
          mode = 'kicker'
          return
        }
        if (/\bdat\b/.test(classes) && name === 'div') {
          end()
          mode = 'drop'
          return
        }
        if (/^(?:h[1-6]|hl2)$/.test(name)) {
          if (mode !== 'flow' && mode !== 'heading') return
          end()
          mode = 'heading'
          headingLevel = name <= 'h2' || name === 'hl2' ? 2 : 3
        } else if (name === 'ul' || name === 'ol') {
          if (tables.length > 0) return
          end()
          lists.push({ ordered: name === 'ol', items: [] })
          mode = 'flow'
        } else if (name === 'li') {
          if (lists.length === 0) return
          end()
          mode = 'item'
        } else if (name === 'table') {
          end()
          tables.push({
            caption: '',
            head: [],
            rows: [],
            row: null,
            isHead: false,
            isStanding: standingDepth > 0 || /\bstanding\b/.test(classes),
            span: 1,
          })
          mode = 'drop'
        } else if (tables.length > 0 && (name === 'tr' || name === 'td' || name === 'th' || name === 'caption')) {
          const table = tables.at(-1)!
          take()
          if (name === 'tr') {
            table.row = []
            table.isHead = true
          } else if (name === 'caption') mode = 'caption'
          else {
            table.row ??= []
            if (name === 'td') table.isHead = false
            const span = /^\d{1,3}$/.test(attributes.colspan ?? '') ? Number(attributes.colspan) : 1
            table.span = Math.min(MAX_CELLS, Math.max(1, span))
            mode = 'cell'
          }
        } else if (name === 'blockquote' || (name === 'q' && mode === 'flow' && sink.text === '')) {
          if (mode !== 'flow') return
          end()
          if (/\b(?:twitter-tweet|instagram-media|tiktok-embed)\b/.test(classes) && attributes.cite)
            putEmbed(attributes.cite, '')
          quote = { parts: [], attribution: '' }
          mode = 'quote'
        } else if (quote && (name === 'footer' || name === 'figcaption')) {
          end()
          mode = 'attribution'
        } else if (name === 'figure' || name === 'media') {
          if (mode !== 'flow') return
          end()
          figure = { image: null, caption: '', credit: '' }
          mode = 'drop'
        } else if (figure && (name === 'figcaption' || name === 'media-caption')) {
          take()
          mode = 'figcaption'
        } else if (figure && (/\b(?:byline|credit|copyright)\b/.test(classes) || name === 'media-producer')) {
          if (mode === 'figcaption') end()
          take()
          mode = 'credit'
        } else if (figure && name === 'media-reference' && attributes.source) {
          figure.image ??= { ...attributes, src: attributes.source }
        } else if (BLOCKS.has(name)) {
          if (mode === 'flow' || mode === 'quote') flush()
          else if (sink.text !== '' && !sink.text.endsWith(' ')) {
            sink.text += ' '
            sink.html += ' '
          }
          if (/\bstanding\b/.test(classes)) standingDepth = depth
        }
      },
      ontext(data) {
        if (skipped > 0 || mode === 'drop') return
        let text = data.replace(/[ \t\r\n\f]+/g, ' ')
        if (
          text === '' ||
          (text.startsWith(' ') && (sink.text === '' || sink.text.endsWith(' ')) && (text = text.slice(1)) === '')
        )
          return
        text = setter.set(toLineKeepingEnds(text))
        sink.text += text
        sink.html += toHtml(text, !sink.open.some((inline) => inline.tag === 'a'))
      },
      onclosetag(name) {
        if (standingDepth === depth) standingDepth = 0
        depth -= 1
        if (skipped > 0) {
          if (name === skippedTag) skipped -= 1
          return
        }
        if (name in INLINE || name === 'a') {
          const index = sink.open.findLastIndex((inline) => inline.tag === name)
          if (index >= 0) closeInline(index)
          return
        }
        if (mode === 'kicker' && name === 'span') {
          end()
          mode = 'drop'
        } else if (mode === 'drop' && name === 'div' && !figure && tables.length === 0) {
          take()
          mode = 'flow'
        } else if (mode === 'heading' && /^(?:h[1-6]|hl2)$/.test(name)) {
          end()
          mode = 'flow'
        } else if (name === 'li' && lists.length > 0) {
          end()
          mode = 'flow'
        } else if (name === 'ul' || name === 'ol') {
          if (lists.length === 0) return
          end()
          endList()
          mode = lists.length > 0 ? 'item' : 'flow'
        } else if (tables.length > 0 && /^(?:td|th|tr|table|caption)$/.test(name)) {
          const table = tables.at(-1)!
          if (name === 'td' || name === 'th') {
            if (mode !== 'cell') return
            end()
            for (let index = 1; index < table.span && (table.row?.length ?? 0) < MAX_CELLS; index += 1)
              table.row?.push('')
            table.span = 1
            mode = 'drop'
          } else if (name === 'caption') {
            if (mode === 'caption') end()
            mode = 'drop'
          } else {
            if (mode === 'cell') end()
            if (table.row && table.row.length > 0) {
              if (table.isHead && table.head.length === 0 && table.rows.length === 0) table.head = table.row
              else if (table.rows.length < MAX_ITEMS) table.rows.push(table.row)
            }
            table.row = null
            if (name === 'tr') return
            take()
            endTable()
            mode = tables.length > 0 ? 'cell' : figure ? 'drop' : 'flow'
          }
        } else if (quote && (name === 'footer' || name === 'figcaption') && mode === 'attribution') {
          end()
          mode = 'quote'
        } else if (quote && (name === 'blockquote' || name === 'q')) {
          end()
          const text = quote.parts.join(' ')
          if (text !== '')
            put({ type: 'quote', text: trimQuotes(text), attribution: quote.attribution.replace(/^[–—-]\s*/, '') })
          quote = null
          mode = 'flow'
        } else if (figure && (name === 'figure' || name === 'media')) {
          if (mode === 'figcaption' || mode === 'credit') end()
          take()
          if (figure.image) putPicture(figure.image, figure.caption, figure.credit)
          figure = null
          mode = 'flow'
        } else if (
          figure &&
          (mode === 'figcaption' || mode === 'credit') &&
          /^(?:figcaption|media-caption|media-producer|div|span|p)$/.test(name)
        ) {
          if (mode === 'figcaption' && !/caption$/.test(name)) return
          end()
          mode = 'drop'
        } else if (BLOCKS.has(name)) {
          if (mode === 'flow' || mode === 'quote') flush()
        }
      },
    },
    { decodeEntities: true },
  )
  try {
    parser.end(html)
  } catch (error) {
    if (error !== TOO_DEEP) throw error
  }
  end()
  while (lists.length > 0) endList()
  while (tables.length > 0) endTable()
  return { items, kicker, pictures }
}

/** Like `toLine`, but a blank at an end joins two runs of text and stays. */
function toLineKeepingEnds(text: string): string {
  const line = toLine(text)
  return `${text.startsWith(' ') && line !== '' ? ' ' : ''}${line}${text.endsWith(' ') ? ' ' : ''}`
}

function trimQuotes(text: string): string {
  return /^„[^„“]*“$/.test(text) ? text.slice(1, -1) : text
}

/** Plain text: blank lines, else line breaks, part its paragraphs. */
export function toTextBlocks(text: string, language: string): ContentItem[] {
  const setter = createTypesetter(language)
  const items: ContentItem[] = []
  const parts = /\n[ \t]*\r?\n/.test(text) ? text.split(/\n[ \t]*\r?\n/) : text.split('\n')
  for (const part of parts.slice(0, MAX_ITEMS)) {
    const line = toLine(part)
    if (line === '') continue
    setter.nextBlock()
    items.push({ type: 'paragraph', html: toHtml(setter.set(line), true) })
  }
  return items
}

const TAG = /<[^<>]*>/g
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The words of a block's own HTML. */
export function toText(html: string): string {
  return html
    .replace(TAG, ' ')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A teaser: the allow-list and house style, all blocks in one line. */
export function toTeaserHtml(html: string, language: string): string {
  const parts: string[] = []
  for (const item of toBlocks(html, { language }).items) {
    if (item.type === 'paragraph') parts.push(item.html)
    else if (item.type === 'heading' || item.type === 'quote') parts.push(escapeHtml(item.text))
    else if (item.type === 'list') parts.push(...item.items)
  }
  return parts.join(' ')
}
