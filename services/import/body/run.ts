/**
 * Running text: white space collapses as in a browser (no-break and thin spaces stay), quotation marks follow house
 * style, and inline elements are reopened after a block that stood inside them.
 */
import type { ChildNode } from 'domhandler'
import { escapeHtml, toPlain } from './house-style.ts'
import { toHtml } from './links.ts'
import type { ContentItem } from '../parsed-document.ts'
import { createContext, newRun, put } from './context.ts'
import type { Context, Inline, Run } from './context.ts'
import { findBareEmbed } from '@lokalteil/domain/reading/embed-addresses'

const SPACES = /[ \t\r\n\f]+/g
const LONGEST_BOLD_HEADING = 120

export function writeText(context: Context, data: string) {
  const { run } = context
  let text = toPlain(data).replace(SPACES, ' ')
  if (text.startsWith(' ') && (run.text === '' || run.text.endsWith(' '))) text = text.slice(1)
  if (text === '') return
  text = context.setter.set(text)
  run.text += text
  run.html += toHtml(text, !isInLink(run))
}

/** A line break; two of them end the paragraph. */
export function writeBreak(context: Context) {
  const { run } = context
  if (run.text.trim() === '') return
  if (!context.isNested && /<br>\s*$/.test(run.html.slice(-12))) return endParagraph(context)
  run.html += '<br>'
  run.text += ' '
}

export function isInLink(run: Run): boolean {
  return run.open.some(({ inline }) => inline.kind === 'link')
}

export function openInline({ run }: Context, inline: Inline) {
  run.open.push({ inline, at: run.html.length, textAt: run.text.length, isOwn: true })
  run.html += inline.opening
}

export function closeInline({ run }: Context) {
  closeLast(run)
}

function closeLast(run: Run) {
  const last = run.open.pop()
  if (last === undefined) return
  if (run.text.length === last.textAt) {
    run.html = run.html.slice(0, last.at)
    return
  }
  run.html += last.inline.closing
  if (last.inline.kind === 'strong' && last.isOwn) run.strong += run.text.length - last.textAt
}

export type FinishedRun = { html: string; text: string; isStrong: boolean }

/** Ends the open run and returns it; inline elements that were open are reopened in the next run. */
function takeRun(context: Context): FinishedRun {
  const { run } = context
  const around = run.open.map(({ inline }) => inline)
  while (run.open.length > 0) closeLast(run)
  const text = run.text.trim()
  context.run = newRun()
  context.setter.nextBlock()
  for (const inline of around) {
    openInline(context, inline)
    context.run.open.at(-1)!.isOwn = false
  }
  return { html: trimHtml(run.html), text, isStrong: run.strong > 0 && run.strong >= text.length }
}

/** Ends the open paragraph, if any, and adds the blocks that waited for its end. */
export function endParagraph(context: Context) {
  const { html, text, isStrong } = takeRun(context)
  if (text !== '') putRun(context, { html, text, isStrong })
  for (const item of context.waiting.splice(0)) put(context, item)
}

function putRun(context: Context, { html, text, isStrong }: FinishedRun) {
  const embed = context.isNested ? null : findBareEmbed(text)
  if (embed !== null) return put(context, embed)
  const isHeading =
    isStrong &&
    !context.isNested &&
    text.length <= LONGEST_BOLD_HEADING &&
    !/[.!]$/.test(text) &&
    !/<(?:a|del|s|sup|sub|code)[ >]/.test(html)
  if (isHeading) putHeading(context, text, 3)
  else put(context, { type: 'paragraph', html })
}

export function putHeading(context: Context, text: string, level: 2 | 3, url = '') {
  if (text === '' || text === context.document.options.title) return
  put(context, { type: 'heading', level, text, ...(url === '' ? {} : { url }) })
}

/** Visits nodes with an output of their own and returns the blocks. */
export function collect(context: Context, nodes: readonly ChildNode[], isNested = true): ContentItem[] {
  const inner = createContext(context.document, isNested)
  context.document.visit(inner, nodes)
  endParagraph(inner)
  return inner.items
}

/** Blocks as one run of inline HTML; `rest` has the blocks that cannot be part of it. */
export function toInlineHtml(items: readonly ContentItem[]): { html: string; rest: ContentItem[] } {
  const parts: string[] = []
  const rest: ContentItem[] = []
  for (const item of items) {
    if (item.type === 'paragraph') parts.push(item.html)
    else if (item.type === 'heading') parts.push(`<b>${escapeHtml(item.text)}</b>`)
    else if (item.type === 'list') parts.push(...item.items)
    else if (item.type === 'quote') parts.push(...toQuoteLines(item))
    else rest.push(item)
  }
  return { html: parts.join('<br>'), rest }
}

function toQuoteLines(quote: Extract<ContentItem, { type: 'quote' }>): string[] {
  const lines = quote.paragraphs ?? [`„${escapeHtml(quote.text)}“`]
  return quote.attribution === '' ? [...lines] : [...lines, escapeHtml(`– ${quote.attribution}`)]
}

/** Trims spaces and breaks at both ends, also before closing tags. */
function trimHtml(html: string): string {
  let inner = html
  for (;;) {
    const start = inner.trimStart()
    if (!start.startsWith('<br>')) {
      inner = start
      break
    }
    inner = start.slice(4)
  }
  const closing = /(?:<\/[a-z]+>)*$/.exec(inner)?.[0] ?? ''
  inner = inner.slice(0, inner.length - closing.length)
  for (;;) {
    const end = inner.trimEnd()
    if (!end.endsWith('<br>')) return end + closing
    inner = end.slice(0, -4)
  }
}
