/**
 * Turns HTML of agencies and sites into our blocks: paragraphs, headings, lists, tables, quotes, pictures, galleries,
 * sound, film, embeds. The output is built from an allow-list, never passed through, so tags and attributes that
 * `body/` does not name cannot survive. No word, link or embed is lost silently: parts that cannot be kept are in
 * `notes`. Never throws; linear time. Each kind of element has its function in `body/`.
 */
import { DomHandler, hasChildren, isTag, isText } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { Parser } from 'htmlparser2'
import { findBoilerplate } from './boilerplate.ts'
import { MAX_ITEMS, addNote, createContext, listNotes } from './context.ts'
import type { BodyDocument, BodyOptions, Notes } from './context.ts'
import { toText } from './plain-text.ts'
import { endParagraph } from './run.ts'
import { expandShortcodes } from './shortcodes.ts'
import { toTeaserMarks } from './teaser.ts'
import { visit } from './visit.ts'
import { createTypesetter, escapeHtml, toLine } from './house-style.ts'
import { toHtml } from './links.ts'
import type { ContentItem } from '../parsed-document.ts'

export { toText }
export type { BodyOptions }

export type Body = {
  items: ContentItem[]
  /** A line above the headline that some agencies put into the body. */
  kicker: string
  /** Ids or addresses of the pictures shown in the body. */
  pictures: string[]
  /** Parts that could not be kept, in English, for the report. */
  notes: string[]
}

/** Bounds recursion; no real page is nested so deep. */
const MAX_DEPTH = 400

const TOO_DEEP = new RangeError('HTML nested too deeply')

export function toBlocks(html: string, options: BodyOptions): Body {
  const notes: Notes = new Map()
  const document: BodyDocument = {
    options,
    notes,
    pictures: [],
    kicker: '',
    galleries: 0,
    lists: 0,
    used: new Set(),
    visit,
  }
  const context = createContext(document, false)
  visit(context, parseTree(expandShortcodes(html, notes), notes))
  endParagraph(context)
  return { items: context.items, kicker: document.kicker, pictures: document.pictures, notes: listNotes(notes) }
}

class BoundedHandler extends DomHandler {
  private depth = 0
  override onopentag(name: string, attributes: Record<string, string>) {
    this.depth += 1
    if (this.depth > MAX_DEPTH) throw TOO_DEEP
    super.onopentag(name, attributes)
  }
  override onclosetag() {
    this.depth -= 1
    super.onclosetag()
  }
}

function parseTree(html: string, notes: Notes): ChildNode[] {
  const handler = new BoundedHandler()
  // Feeds are often XHTML, where `<div/>` is closed.
  const parser = new Parser(handler, { decodeEntities: true, recognizeSelfClosing: true })
  try {
    parser.end(html)
  } catch (error) {
    if (error !== TOO_DEEP) throw error
    addNote(notes, `nested deeper than ${MAX_DEPTH} levels: the rest was left out`)
  }
  return handler.root.children
}

/** The words of a body without boilerplate, whatever markup is between them. */
export function toOwnWords(html: string): string {
  const words: string[] = []
  const collect = (nodes: readonly ChildNode[]) => {
    for (const node of nodes) {
      if (isText(node)) words.push(node.data)
      else if (hasChildren(node) && !(isTag(node) && findBoilerplate(node) !== null)) collect(node.children)
    }
  }
  collect(parseTree(html, new Map()))
  return toLine(words.join(' '))
}

/** Plain text: paragraphs at blank lines, else at line breaks. */
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

/** A teaser: the allow-list and house style, all blocks on one line. */
export function toTeaserHtml(html: string, language: string): string {
  const parts: string[] = []
  for (const item of toBlocks(html, { language }).items) {
    if (item.type === 'paragraph') parts.push(item.html)
    else if (item.type === 'heading') parts.push(escapeHtml(item.text))
    else if (item.type === 'quote') parts.push(...(item.paragraphs ?? [escapeHtml(item.text)]))
    else if (item.type === 'list') parts.push(...item.items)
  }
  return parts.map(toTeaserMarks).join(' ')
}
