/**
 * Walks the tree of a body; one small function handles each element. Order of the checks: already used, embed,
 * boilerplate, gallery or figure, meaning of its class, name. An unknown element is read as its contents.
 */
import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { textContent } from 'domutils'
import { escapeHtml, toPlain } from './house-style.ts'
import { toLink } from '@lokalteil/domain/reading/embed-addresses'
import { escapeAttribute } from './links.ts'
import { describeBoilerplate, findBoilerplate } from './boilerplate.ts'
import { note, put, visitChildren } from './context.ts'
import type { Context, Handler } from './context.ts'
import { attribute, findInside, findOwn, hasClass, textOf } from './elements.ts'
import { isSilentFrame, visitEmbed, visitWidget } from './blocks/embeds.ts'
import {
  isFigure,
  isGallery,
  visitFigure,
  visitGallery,
  visitImage,
  visitMediaReference,
  visitNoScript,
  visitPicture,
} from './blocks/figures.ts'
import {
  INLINE_NAMES,
  visitBreak,
  visitHiddenMail,
  visitLink,
  visitMark,
  visitShortQuote,
  visitSpan,
} from './inline.ts'
import { visitDefinitions, visitList } from './blocks/lists.ts'
import { visitAudio, visitObject, visitVideo } from './blocks/media.ts'
import { toPlainForm } from './plain-text.ts'
import { isBlockQuote, visitQuote } from './blocks/quotes.ts'
import { collect, endParagraph, putHeading, toInlineHtml, writeText } from './run.ts'
import { visitTable } from './blocks/tables.ts'

const BLOCKS =
  'p div section article header footer main body html aside address fieldset center dd dt tr td th thead tbody tfoot li summary figcaption hr legend body.content body.head block nitf hl1 media-caption option'.split(
    ' ',
  )

export function visit(context: Context, nodes: readonly ChildNode[]) {
  for (const node of nodes) {
    if (isText(node)) writeText(context, node.data)
    else if (isTag(node)) visitElement(context, node)
    else if ('children' in node) visit(context, node.children)
  }
}

function visitElement(context: Context, element: Element) {
  if (context.document.used.has(element)) return
  if (element.name === 'iframe' && isSilentFrame(element)) return
  if (visitWidget(context, element) || visitEmbed(context, element)) return
  const boilerplate = findBoilerplate(element)
  if (boilerplate !== null) {
    if (boilerplate !== '') note(context, describeBoilerplate(element, boilerplate))
    return
  }
  const handler = findHandler(element)
  handler(context, element)
}

function findHandler(element: Element): Handler {
  if (isGallery(element)) return visitGallery
  const byClass = BY_CLASS.find(([pattern]) => hasClass(element, pattern))
  if (byClass !== undefined) return byClass[1]
  if (isFigure(element)) return visitFigure
  return (Object.hasOwn(BY_NAME, element.name) ? BY_NAME[element.name] : undefined) ?? visitChildren
}

const visitBlock: Handler = (context, element) => {
  endParagraph(context)
  visitChildren(context, element)
  endParagraph(context)
}

const visitHeading: Handler = (context, element) => {
  endParagraph(context)
  const { html, rest } = toInlineHtml(collect(context, element.children))
  const whole = /^(?:<(?:b|strong|i|em)>)*<a href="([^"]*)">((?:(?!<a ).)*)<\/a>(?:<\/(?:b|strong|i|em)>)*$/s.exec(html)
  const text = toPlainForm(context, whole === null ? html : whole[2]!, 'a heading')
  const level = /^(?:h[12]|hl[12])$/.test(element.name) ? 2 : 3
  putHeading(context, text, level, whole?.[1]?.replace(/&amp;/g, '&').replace(/&quot;/g, '"') ?? '')
  for (const item of rest) put(context, item)
}

/** `<summary>` is the heading of a fold-out. */
const visitSummary: Handler = (context, element) => {
  endParagraph(context)
  const { html, rest } = toInlineHtml(collect(context, element.children))
  putHeading(context, toPlainForm(context, html, 'a heading'), 3)
  for (const item of rest) put(context, item)
}

/** Poems keep their lines; program text and ASCII tables keep their columns, too. */
const visitPreformatted: Handler = (context, element) => {
  endParagraph(context)
  const isVerse = hasClass(element, /^wp-block-verse$/)
  const lines = toPlain(textContent(element).replace(/\r\n?/g, '\n')).replace(/\t/g, '    ').split('\n')
  const kept = lines.map((line) =>
    escapeHtml(line.trimEnd()).replace(/^ +| {2,}/g, (gap) => '\u00a0'.repeat(gap.length)),
  )
  const html = kept.join('<br>').replace(/^(?:<br>)+|(?:<br>)+$/g, '')
  if (html.replace(/<br>/g, '').trim() === '') return
  if (isVerse || /<(?:a|b|i|em|strong)\b/.test(html) || hasMarks(element)) return visitVerse(context, element)
  put(context, { type: 'paragraph', html: `<code>${html}</code>` })
}

const hasMarks = (element: Element): boolean =>
  findInside(element, ({ name }) => /^(?:a|b|i|em|strong)$/.test(name)) !== null

function visitVerse(context: Context, element: Element) {
  const walk = (nodes: readonly ChildNode[]) => {
    for (const node of nodes) {
      if (isText(node)) node.data = node.data.replace(/\r\n?/g, '\n')
      else if ('children' in node) walk(node.children)
    }
  }
  walk(element.children)
  visitLines(context, element)
  endParagraph(context)
}

function visitLines(context: Context, element: Element) {
  for (const node of element.children) {
    if (!isText(node)) {
      context.document.visit(context, [node])
      continue
    }
    node.data.split('\n').forEach((line, index) => {
      if (index > 0) visitBreak(context, element)
      writeText(context, line)
    })
  }
}

/** Some agencies put a kicker into the body, beside their own name. */
const visitDateline: Handler = (context, element) => {
  endParagraph(context)
  const kicker = findInside(element, (inner) => hasClass(inner, /^vignette$/))
  if (kicker !== null) visitKicker(context, kicker)
}

const visitKicker: Handler = (context, element) => {
  const { html } = toInlineHtml(collect(context, element.children))
  if (context.document.kicker === '')
    context.document.kicker = toPlainForm(context, html, 'the line above the headline')
}

const visitInfoBox: Handler = (context, element) => {
  endParagraph(context)
  const items = collect(context, element.children)
  const [first, ...others] = items
  const isTitled =
    first?.type === 'heading' ||
    (first?.type === 'paragraph' && /^<(?:b|strong)>[^<]{2,120}<\/(?:b|strong)>$/.test(first.html))
  const title = !isTitled
    ? 'Hintergrund'
    : first.type === 'heading'
      ? first.text
      : toPlainForm(context, first.html, 'a title')
  const inside = (isTitled ? others : items).flatMap((item) =>
    item.type === 'paragraph' || item.type === 'list' || item.type === 'heading' ? [item] : [],
  )
  if (inside.length > 0) put(context, { type: 'infoBox', title, items: inside })
  for (const item of items)
    if (item !== first || !isTitled) if (!inside.includes(item as (typeof inside)[number])) put(context, item)
}

/** A card that links to another page, as in Ghost and similar systems. */
const visitBookmark: Handler = (context, element) => {
  endParagraph(context)
  const anchor = findInside(element, ({ name }) => name === 'a') ?? (element.name === 'a' ? element : null)
  const link = anchor === null ? '' : toLink(attribute(anchor, 'href'), context.document.options.baseUrl)
  const pick = (name: RegExp) => {
    const part = findOwn(
      element,
      (inner) => hasClass(inner, name),
      () => false,
    )[0]
    return part === undefined ? '' : textOf(part)
  }
  const title = pick(/^kg-(?:bookmark|file-card)-title$/) || link
  if (link === '') return visitChildren(context, element)
  const more = [
    pick(/^kg-(?:bookmark-description|file-card-caption)$/),
    pick(/^kg-(?:bookmark-(?:author|publisher)|file-card-filename)$/),
    pick(/^kg-file-card-filesize$/),
  ].filter(Boolean)
  const html = `<a href="${escapeAttribute(link)}"><b>${escapeHtml(title)}</b></a>`
  put(context, { type: 'paragraph', html: [html, ...more.map(escapeHtml)].join('<br>') })
}

/** Number and words of a footnote on one line. */
const visitFootnote: Handler = (context, element) => {
  const number = findInside(element, (inner) => hasClass(inner, /^footnote-number$/))
  if (number === null) return visitBlock(context, element)
  endParagraph(context)
  context.document.used.add(number)
  const [first, ...rest] = collect(context, element.children)
  const mark = `<sup>${escapeHtml(textOf(number))}</sup> `
  if (first?.type === 'paragraph') put(context, { ...first, html: mark + first.html })
  else if (first !== undefined) put(context, first)
  for (const item of rest) put(context, item)
}

/** Scripts that are no embed, and drawings: they cannot be shown. */
const visitDrawing: Handler = (context, element) => {
  const words =
    element.name === 'svg'
      ? findOwn(
          element,
          ({ name }) => name === 'text',
          () => false,
        )
          .map(textOf)
          .join(' ')
      : ''
  if (words !== '') note(context, `drawing (svg) left out: "${words.slice(0, 80)}"`)
}

const visitFormula: Handler = (context, element) => {
  const words = attribute(element, 'alttext') || textOf(element)
  if (words === '') return
  note(context, `formula kept as text: ${words.slice(0, 80)}`)
  writeText(context, words)
}

const visitQuotation: Handler = (context, element) =>
  isBlockQuote(element) ? visitQuote(context, element) : visitShortQuote(context, element)

const BY_CLASS: readonly (readonly [RegExp, Handler])[] = [
  [/^dat$/, visitDateline],
  [/^vignette$/, visitKicker],
  [/^(?:info-?box|fact-?box|infokasten|faktenkasten)$/i, visitInfoBox],
  [/^kg-(?:bookmark|file)-card$/, visitBookmark],
  [/^pullquote$/, visitQuote],
  [/^footnote$/, visitFootnote],
]

const each = (names: readonly string[], handler: Handler): [string, Handler][] => names.map((name) => [name, handler])

const BY_NAME: Readonly<Record<string, Handler>> = Object.fromEntries([
  ...each(BLOCKS, visitBlock),
  ...each(INLINE_NAMES, visitMark),
  ...each(['span', 'font'], visitSpan),
  ...each(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hl2'], visitHeading),
  ...each(['ul', 'ol', 'menu', 'dir'], visitList),
  ...each(['img', 'amp-img'], visitImage),
  ...each(['audio', 'amp-audio'], visitAudio),
  ...each(['video', 'amp-video'], visitVideo),
  ...each(['object', 'embed'], visitObject),
  ...each(['pre', 'listing', 'xmp'], visitPreformatted),
  ...each(['summary'], visitSummary),
  ...each(['details'], visitBlock),
  ...each(['dl'], visitDefinitions),
  ...each(['table'], visitTable),
  ...each(['blockquote'], visitQuote),
  ...each(['q'], visitQuotation),
  ...each(['a'], visitLink),
  ...each(['br'], visitBreak),
  ...each(['picture'], visitPicture),
  ...each(['noscript'], visitNoScript),
  ...each(['media-reference'], visitMediaReference),
  ...each(['joomla-hidden-mail'], visitHiddenMail),
  ...each(['svg'], visitDrawing),
  ...each(['math'], visitFormula),
])
