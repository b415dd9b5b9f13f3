/**
 * Block quotations: words, speaker, source. One sentence without markup is plain text; longer ones keep paragraphs,
 * links and markup.
 */
import type { Element } from 'domhandler'
import type { ContentItem } from '../../parsed-document.ts'
import { toLink } from '@lokalteil/domain/reading/embed-addresses'
import { put, visitChildren } from '../context.ts'
import type { Context, Handler } from '../context.ts'
import { attribute, findInside, findOwn, hasClass } from '../elements.ts'
import { toPlainForm, toText } from '../plain-text.ts'
import { collect, endParagraph, toInlineHtml } from '../run.ts'

const SPEAKER_CLASS =
  /^(?:attribution|quote-author|author|quotee|cite|wp-block-pullquote__citation|zitat-autor|quote__author)$/
const LONGEST_SPEAKER = 100

export const visitQuote: Handler = (context, element) => {
  // Another post of the same site: its link is running text.
  if (hasClass(element, /^wp-embedded-content$/)) return visitChildren(context, element)
  endParagraph(context)
  const speaker = findSpeaker(element)
  const said = speaker === null ? '' : toInlineHtml(collect(context, [speaker])).html
  if (speaker !== null) context.document.used.add(speaker)
  const { paragraphs, rest } = toParagraphs(collect(context, element.children))
  let attribution = said
  const last = paragraphs.at(-1)
  if (attribution === '' && paragraphs.length > 1 && last !== undefined && isSpeakerLine(last)) {
    attribution = last
    paragraphs.pop()
  }
  putQuote(context, element, paragraphs, attribution)
  for (const item of rest) put(context, item)
}

/** A `<cite>` inside a sentence names a work; one of its own at the end names the speaker. */
function findSpeaker(element: Element): Element | null {
  const isOther = ({ name }: Element) => name === 'blockquote'
  const named = findOwn(
    element,
    (inner) => inner.name === 'footer' || inner.name === 'figcaption' || hasClass(inner, SPEAKER_CLASS),
    isOther,
  )
  const cites = findOwn(element, ({ name }) => name === 'cite', isOther).filter(isAtEnd)
  return named.at(-1) ?? cites.at(-1) ?? null
}

function isAtEnd(element: Element): boolean {
  for (let next = element.next; next !== null; next = next.next) if (toTextOf(next) !== '') return false
  if (element.parent === null || (element.parent as Element).name === 'blockquote') return true
  const stands = element.prev === null || toTextOf(element.prev).trim() === ''
  // At the end of a paragraph, after the sentence: "… <br><cite>Name</cite>".
  return (stands || (element.prev as Element).name === 'br') && isAtEnd(element.parent as Element)
}

const toTextOf = (node: NonNullable<Element['next']>): string =>
  'data' in node ? node.data.trim() : 'children' in node ? node.children.map(toTextOf).join('') : ''

const isSpeakerLine = (html: string): boolean =>
  /^(?:<[a-z]+>)*\s*[–—]\s*\S/.test(html) && toText(html).length <= LONGEST_SPEAKER

function toParagraphs(items: readonly ContentItem[]): { paragraphs: string[]; rest: ContentItem[] } {
  const paragraphs: string[] = []
  const rest: ContentItem[] = []
  for (const item of items) {
    const { html, rest: more } = toInlineHtml([item])
    if (item.type === 'list') paragraphs.push(...item.items)
    else if (html !== '') paragraphs.push(html)
    rest.push(...more)
  }
  return { paragraphs, rest }
}

function putQuote(context: Context, element: Element, paragraphs: readonly string[], attribution: string) {
  const speaker = toSpeaker(context, attribution)
  if (paragraphs.length === 0) {
    if (attribution !== '') put(context, { type: 'paragraph', html: attribution })
    return
  }
  const url = linkOf(attribution) || toLink(attribute(element, 'cite'), context.document.options.baseUrl)
  const isPlain = paragraphs.length === 1 && !paragraphs[0]!.includes('<')
  put(context, {
    type: 'quote',
    text: trimQuotes(paragraphs.map((html) => toText(html)).join(' ')),
    attribution: speaker,
    ...(isPlain ? {} : { paragraphs: paragraphs.length === 1 ? [...paragraphs] : [...paragraphs] }),
    ...(/^https?:\/\//i.test(url) ? { url } : {}),
  })
}

/** A link around the speaker is kept beside the name; further ones are noted. */
function toSpeaker(context: Context, html: string): string {
  const first = /<a href="[^"]*">/.exec(html)?.[0]
  const rest = first === undefined ? html : html.replace(first, '')
  return toPlainForm(context, rest, 'the name of a speaker').replace(/^[–—-]\s*/, '')
}

const linkOf = (html: string): string =>
  /<a href="([^"]*)"/
    .exec(html)?.[1]
    ?.replace(/&amp;/g, '&')
    .replace(/&quot;/g, '"') ?? ''

function trimQuotes(text: string): string {
  return /^„[^„“]*“$/.test(text) ? text.slice(1, -1) : text
}

/** `<q>` on its own line is a block quotation; inside a sentence it becomes quotation marks. */
export function isBlockQuote(element: Element): boolean {
  const parent = element.parent as Element | null
  const isAlone = (node: Element['next']) => node === null || toTextOf(node) === ''
  return (
    parent !== null &&
    !['p', 'li', 'td', 'span', 'a', 'b', 'i', 'em', 'strong'].includes(parent.name) &&
    isAlone(element.prev) &&
    isAlone(element.next) &&
    findInside(element, ({ name }) => name === 'p') !== null
  )
}
