/** Inline elements: emphasis, links, line breaks, short quotations. */
import type { Element } from 'domhandler'
import { escapeHtml } from './house-style.ts'
import { escapeAttribute, toReaderLink } from './links.ts'
import { note, putBeside, visitChildren } from './context.ts'
import type { Context, Handler, Inline } from './context.ts'
import { attribute, findInside, firstTextOf, hasClass, isInside, textOf } from './elements.ts'
import { isGallery } from './blocks/figures.ts'
import { closeInline, isInLink, openInline, writeBreak, writeText } from './run.ts'

const mark = (tag: string, kind: Inline['kind'] = 'other'): Inline => ({
  opening: `<${tag}>`,
  closing: `</${tag}>`,
  kind,
})

const MARKS: Readonly<Record<string, Inline>> = {
  b: mark('b', 'strong'),
  strong: mark('strong', 'strong'),
  i: mark('i'),
  em: mark('em'),
  cite: mark('i'),
  dfn: mark('i'),
  var: mark('i'),
  sup: mark('sup'),
  sub: mark('sub'),
  del: mark('del'),
  s: mark('s'),
  strike: mark('s'),
  ins: mark('ins'),
  mark: mark('mark'),
  code: mark('code'),
  kbd: mark('code'),
  samp: mark('code'),
  tt: mark('code'),
}

/** Inline styles that editors use instead of elements. */
const STYLES: readonly (readonly [RegExp, Inline])[] = [
  [/font-weight:\s*(?:bold|[6-9]00)/i, MARKS.b!],
  [/font-style:\s*italic/i, MARKS.i!],
  [/text-decoration[\w-]*:\s*line-through/i, MARKS.s!],
  [/vertical-align:\s*super/i, MARKS.sup!],
  [/vertical-align:\s*sub\b/i, MARKS.sub!],
]

function visitWithin(context: Context, element: Element, inline: Inline) {
  // Nested bold is still bold; repeated nesting would exceed the depth limit of the sanitiser.
  if (context.run.open.some((open) => open.inline.opening === inline.opening)) return visitChildren(context, element)
  openInline(context, inline)
  visitChildren(context, element)
  closeInline(context)
}

export const visitMark: Handler = (context, element) => visitWithin(context, element, MARKS[element.name]!)

export const visitSpan: Handler = (context, element) => {
  const style = attribute(element, 'style')
  const found = style === '' ? undefined : STYLES.find(([pattern]) => pattern.test(style))
  if (found === undefined) visitChildren(context, element)
  else visitWithin(context, element, found[1])
}

export const visitBreak: Handler = (context) => writeBreak(context)

/** `<q>`: adds the quotation marks that a browser would show. */
export const visitShortQuote: Handler = (context, element) => {
  const isMarked = /^[„“"«»]/.test(firstTextOf(element))
  if (!isMarked) writeText(context, '„')
  visitChildren(context, element)
  if (!isMarked) writeText(context, '“')
}

export const visitLink: Handler = (context, element) => {
  const href = attribute(element, 'href')
  const hidden = readHiddenMail(element)
  if (hidden !== null) return writeMail(context, hidden)
  // The number of a footnote, beside a word.
  if (hasClass(element, /^footnote-anchor$/)) return visitWithin(context, element, MARKS.sup!)
  const link = toReaderLink(href, context.document.options.baseUrl)
  // The link back from a footnote.
  if (href.startsWith('#') && /^[↩↑^\s\ufe0e\ufe0f]+$/.test(firstTextOf(element))) return
  if (link === '') {
    if (/mailto/i.test(href) || attribute(element, 'data-mailto-token') !== '')
      note(context, `mail link made by a script became text: ${textOf(element)}`)
    else if (href.trim() !== '' && !/^\s*(?:#|javascript:|data:|vbscript:)/i.test(href))
      note(context, `link that leads nowhere here left out: ${href}`)
    return visitChildren(context, element)
  }
  if (isInLink(context.run)) return visitChildren(context, element)
  if (firstTextOf(element) === '') return visitPictureLink(context, element, link)
  visitWithin(context, element, { opening: `<a href="${escapeAttribute(link)}">`, closing: '</a>', kind: 'link' })
}

/** A link around a picture: dropped if it leads to the large file, else it follows the picture. */
function visitPictureLink(context: Context, element: Element, link: string) {
  const image = findInside(element, ({ name }) => name === 'img' || name === 'amp-img')
  const before = context.items.length + context.waiting.length
  visitChildren(context, element)
  const hasPut = context.items.length + context.waiting.length > before
  if (image === null || !hasPut || isOfPicture(link, element, context)) return
  const name = attribute(image, 'alt') || attribute(element, 'title') || link.replace(/^https?:\/\/(?:www\.)?/, '')
  putBeside(context, { type: 'paragraph', html: `<a href="${escapeAttribute(link)}">${escapeHtml(name.trim())}</a>` })
}

function isOfPicture(link: string, element: Element, context: Context): boolean {
  return (
    /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)(?:[?#]|$)/i.test(link) ||
    /\b(?:attachment|lightbox|gallery|fancybox)\b/i.test(
      `${attribute(element, 'rel')} ${attribute(element, 'class')}`,
    ) ||
    /googleusercontent\.com|bp\.blogspot\.com|substackcdn\.com|tx_cms_showpic/i.test(link) ||
    /[?&]attachment_id=\d/.test(link) ||
    isInside(element, isGallery) ||
    hasClass(element, /^(?:image-link|image2|lightbox.*|modal.*)$/) ||
    link.replace(/[?#].*$/, '') === (context.document.options.baseUrl ?? '').replace(/[?#].*$/, '')
  )
}

function writeMail(context: Context, address: string) {
  const link = toReaderLink(`mailto:${address}`)
  if (link === '') return writeText(context, address)
  openInline(context, { opening: `<a href="${escapeAttribute(link)}">`, closing: '</a>', kind: 'link' })
  writeText(context, address)
  closeInline(context)
}

/** A mail address hidden from robots by the source's CDN (Cloudflare) or CMS (Joomla). */
function readHiddenMail(element: Element): string | null {
  const inner = findInside(element, ({ attribs }) => attribs['data-cfemail'] !== undefined)
  const code = attribute(element, 'data-cfemail') || (inner === null ? '' : attribute(inner, 'data-cfemail'))
  if (/^(?:[0-9a-f]{2}){4,200}$/i.test(code)) {
    const bytes = Buffer.from(code, 'hex')
    const address = Buffer.from(bytes.subarray(1).map((byte) => byte ^ bytes[0]!)).toString('utf8')
    if (address.includes('@')) return address
  }
  if (element.name !== 'joomla-hidden-mail') return null
  const decode = (name: string) => Buffer.from(attribute(element, name), 'base64').toString('utf8')
  const address = `${decode('first')}@${decode('last')}`
  return address.length > 3 ? address : null
}

/** Joomla's own element, and Cloudflare's span without a link. */
export const visitHiddenMail: Handler = (context, element) => {
  const address = readHiddenMail(element)
  if (address !== null) return writeMail(context, address)
  if (textOf(element) !== '') note(context, 'mail address hidden by the source could not be read')
  visitChildren(context, element)
}

export const INLINE_NAMES: readonly string[] = Object.keys(MARKS)
