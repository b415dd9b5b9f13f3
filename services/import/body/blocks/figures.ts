/**
 * Pictures, galleries and figures; each gets the caption and the credit beside it. A figure may hold a picture, a
 * table, a quotation, a film or an embed, and the caption goes to the matching field.
 */
import type { ChildNode, Element } from 'domhandler'
import { escapeHtml, toLine } from '../house-style.ts'
import type { ContentItem, FoundPicture } from '../../parsed-document.ts'
import { note, put, putBeside } from '../context.ts'
import type { Context, Handler } from '../context.ts'
import { attribute, findInside, findOwn, hasClass, isInside, largestOf, sourceOf, textOf } from '../elements.ts'
import { toPlainForm, toText } from '../plain-text.ts'
import { collect, endParagraph, toInlineHtml, writeText } from '../run.ts'

const FIGURE_CLASS =
  /^(?:wp-caption|gallery-item|img_caption|tr-caption-container|captioned-image-container|blocks-gallery-item|kg-audio-card|kg-video-card)$/
const CAPTION_CLASS =
  /^(?:wp-caption-text|wp-element-caption|tr-caption|gallery-caption|blocks-gallery-caption|image-caption|kg-audio-title|field__label)$/
const CREDIT_CLASS =
  /^(?:byline|credit|credits|copyright|image-credit|media-credit|photo-credit|bildnachweis|caption-credit|source|quelle|field--name-field-(?:credit|copyright|bildnachweis|fotograf))$/
const GALLERY_CLASS =
  /^(?:gallery|wp-block-gallery|blocks-gallery-grid|tiled-gallery|wp-block-jetpack-(?:tiled-gallery|slideshow)|jetpack-slideshow|kg-gallery-card|image-gallery-embed|image-gallery|ce-gallery|flexslider|slideshow|swiper-wrapper|paragraph--type--(?:gallery|galerie|image-gallery)|field--name-field-(?:gallery|galerie|bildergalerie|images|media-images|bilder)|sigplus-gallery|phocagallery|ngg-galleryoverview)$/

export const isFigure = (element: Element): boolean =>
  element.name === 'figure' ||
  element.name === 'media' ||
  (element.name !== 'p' && element.name !== 'img' && hasClass(element, FIGURE_CLASS))

export const isGallery = (element: Element): boolean => element.name !== 'img' && hasClass(element, GALLERY_CLASS)

const isCaption = (element: Element): boolean =>
  element.name === 'figcaption' ||
  element.name === 'media-caption' ||
  (element.name === 'p' && hasClass(element, /^img_caption$/)) ||
  hasClass(element, CAPTION_CLASS)

const isCredit = (element: Element): boolean => element.name === 'media-producer' || hasClass(element, CREDIT_CLASS)

type Beside = { caption: string; credit: string; html: string }

export const visitFigure: Handler = (context, element) => {
  endParagraph(context)
  const beside = takeBeside(context, element)
  // A bare address in a figure is an embed that its site has not expanded yet.
  const items = collect(context, element.children, false)
  const [main] = items
  if (main !== undefined) attach(context, main, items, beside)
  for (const item of items) put(context, item)
  if (main === undefined) leaveBeside(context, element, beside)
}

/** A caption without its picture would read like a part of the text, so it is noted instead. */
function leaveBeside(context: Context, element: Element, { html, credit }: Beside) {
  if (html === '' && credit === '') return
  const isOfPicture = findInside(element, ({ name }) => /^(?:img|amp-img|media-reference)$/.test(name)) !== null
  if (isOfPicture)
    note(context, `caption of a picture that was left out: "${toText(html)}"${credit === '' ? '' : ` (${credit})`}`)
  else put(context, { type: 'paragraph', html: [html, escapeHtml(credit)].filter(Boolean).join('<br>') })
}

/** Takes caption and credit out of the figure, so that they are not visited again. */
function takeBeside(context: Context, element: Element): Beside {
  const captions = findOwn(element, isCaption, isFigure)
  const credits = [
    ...captions.flatMap((caption) => findOwn(caption, isCredit, () => false)),
    ...findOwn(element, (inner) => isCredit(inner) && !isInside(inner, isCaption), isFigure),
  ]
  const credit = credits
    .map((found) => readText(context, [found], 'a credit'))
    .filter(Boolean)
    .join(' / ')
  for (const found of credits) context.document.used.add(found)
  const html = captions
    .map((caption) => toInlineHtml(collect(context, [caption])).html)
    .filter(Boolean)
    .join('<br>')
  for (const found of captions) context.document.used.add(found)
  return { caption: html, credit: credit.replace(/^(?:Credit|Foto|Bild):\s*(?=\S)/i, ''), html }
}

const readText = (context: Context, nodes: readonly ChildNode[], place: string): string =>
  toPlainForm(context, toInlineHtml(collect(context, nodes)).html, place)

/** Puts the caption into the field of its block. */
function attach(context: Context, main: ContentItem, items: ContentItem[], beside: Beside) {
  if (beside.html === '' && beside.credit === '') return
  const plain = () => toPlainForm(context, beside.html, 'a caption')
  switch (main.type) {
    case 'image': {
      const split = beside.credit === '' ? splitCredit(plain()) : { caption: plain(), credit: beside.credit }
      const caption = split.caption || main.picture.caption
      items[0] = { ...main, picture: { ...main.picture, caption, credit: split.credit || main.picture.credit } }
      return
    }
    case 'table':
      items[0] = { ...main, caption: main.caption || plain() }
      return
    case 'quote':
      items[0] = { ...main, attribution: main.attribution || plain().replace(/^[–—-]\s*/, '') }
      return
    case 'gallery':
      items[0] = { ...main, title: main.title || plain() }
      return
    case 'video':
      items[0] = { ...main, caption: plain() || main.caption, credit: beside.credit || main.credit }
      return
    case 'audio':
      items[0] = { ...main, title: plain() || main.title }
      return
    case 'embed':
      items[0] = { ...main, title: plain() || main.title }
      return
    default:
      if (beside.html !== '') items.push({ type: 'paragraph', html: beside.html })
      if (beside.credit !== '') items.push({ type: 'paragraph', html: escapeHtml(beside.credit) })
  }
}

const CREDIT_AT_END =
  /^(.*?)[\s|/–-]*[([]?\s*(?:(?:Alle|Sämtliche)\s+)?(?:Fotos?|Bild(?:er|quelle)?|Grafik|Quelle)\s?:\s*([^()[\]:]{2,90}?)\s*[)\]]?\.?$/s

/** "Das Haus. (Foto: Eva Ort)" → caption and credit. */
export function splitCredit(text: string): { caption: string; credit: string } {
  const [, caption, credit] = CREDIT_AT_END.exec(text) ?? []
  return credit === undefined ? { caption: text, credit: '' } : { caption: caption!.trim(), credit: credit.trim() }
}

export const visitGallery: Handler = (context, element) => {
  endParagraph(context)
  const beside = takeBeside(context, element)
  const { galleries } = context.document
  const pictures: FoundPicture[] = []
  const rest: ContentItem[] = []
  for (const item of collect(context, element.children)) {
    if (item.type === 'image') pictures.push(item.picture)
    else if (item.type === 'gallery') pictures.push(...item.pictures)
    else rest.push(item)
  }
  if (pictures.length > 1) {
    // Galleries inside were taken apart.
    context.document.galleries = galleries + 1
    // "Alle Fotos: …" below a gallery applies to pictures without a credit of their own.
    const split = splitCredit(toPlainForm(context, beside.html, 'the title of a gallery'))
    const credit = beside.credit || split.credit
    const credited = pictures.map((picture) => (picture.credit === '' ? { ...picture, credit } : picture))
    put(context, {
      type: 'gallery',
      id: `galerie-${context.document.galleries}`,
      title: split.caption,
      pictures: credited,
    })
  } else {
    for (const picture of pictures) put(context, { type: 'image', picture })
    if (beside.html !== '') put(context, { type: 'paragraph', html: beside.html })
  }
  for (const item of rest) put(context, item)
}

/** Tracking pixels and spacers; nothing is lost with them. */
const isPixel = ({ attribs }: Element, source: string): boolean =>
  /^[01](?:px)?$/.test(attribs.width ?? '') ||
  /^[01](?:px)?$/.test(attribs.height ?? '') ||
  /vgwort\.de|\/\/pixel\.|feedburner\.com\/~|medium\.com\/_\/stat|\/tracking?[-_/]?pixel|facebook\.com\/tr\?/i.test(
    source,
  )

const isEmoji = (element: Element): boolean => hasClass(element, /^(?:emoji|wp-smiley|emoticon)$/)

export const visitImage: Handler = (context, element) => {
  const { findPicture, baseUrl } = context.document.options
  const source = sourceOf(element)
  if (isEmoji(element)) return writeText(context, attribute(element, 'alt'))
  if (findPicture === undefined || isPixel(element, source)) return
  // Agencies may refer to their pictures by attributes other than an address.
  const found = findPicture({ ...element.attribs, ...(source === '' ? {} : { src: source }) })
  const alt = toLine(attribute(element, 'alt'))
  if (found === null || found.baseUrl === '') {
    if (!isEmbeddedData(element))
      note(context, `picture without usable address left out: ${source || alt || baseUrl || 'no address'}`)
    return
  }
  putPicture(context, { ...found, altText: found.altText || alt })
}

const isEmbeddedData = (element: Element): boolean =>
  /^data:image\/(?:gif|svg)/i.test(attribute(element, 'src')) && sourceOf(element) === ''

function putPicture(context: Context, picture: FoundPicture) {
  if (context.document.pictures.includes(picture.baseUrl)) return
  context.document.pictures.push(picture.baseUrl)
  putBeside(context, { type: 'image', picture })
}

/** `<picture>`: its `<img>`, or its largest source if the `<img>` is only a placeholder. */
export const visitPicture: Handler = (context, element) => {
  const image = findInside(element, ({ name }) => name === 'img' || name === 'amp-img')
  if (image === null) return
  if (sourceOf(image) === '') {
    const source = findInside(element, ({ name, attribs }) => name === 'source' && 'srcset' in attribs)
    const late = findInside(element, ({ name, attribs }) => name === 'source' && 'data-srcset' in attribs)
    image.attribs.src =
      largestOf(source === null ? '' : attribute(source, 'srcset')) ||
      largestOf(late === null ? '' : attribute(late, 'data-srcset'))
  }
  visitImage(context, image)
}

/** NITF: `<media><media-reference source="…"/><media-caption>…`. */
export const visitMediaReference: Handler = (context, element) => {
  const source = attribute(element, 'source') || attribute(element, 'data-location')
  if (source !== '') {
    const found = context.document.options.findPicture?.({ ...element.attribs, src: source }) ?? null
    if (found !== null && found.baseUrl !== '') {
      const altText = found.altText || toLine(attribute(element, 'alternate-text'))
      putPicture(context, { ...found, altText })
    } else note(context, `picture that is not part of the delivery left out: ${source}`)
  }
  context.document.visit(context, element.children)
}

/** `<noscript>`: used only if the element before it is a lazy placeholder without an address. */
export const visitNoScript: Handler = (context, element) => {
  const useful = findInside(element, ({ name }) => name === 'img' || name === 'iframe')
  if (useful === null) return
  const source = sourceOf(useful)
  if (source === '' || context.document.pictures.some((known) => isSamePicture(known, source))) return
  if (textOf(element) === '') context.document.visit(context, element.children)
}

const isSamePicture = (known: string, source: string): boolean =>
  known.replace(/^https?:/i, '').replace(/[?#].*$/, '') === source.replace(/^https?:/i, '').replace(/[?#].*$/, '')
