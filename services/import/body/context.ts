/**
 * State of the visitor of a body: the document (options, notes, pictures seen) and the output (finished blocks, the
 * open run of text). A caption, a cell or a list entry is visited with an output of its own (`collect`), so that an
 * element need not know which element it is in.
 */
import type { ChildNode, Element } from 'domhandler'
import { createTypesetter } from './house-style.ts'
import type { Typesetter } from './house-style.ts'
import type { ContentItem, FoundPicture } from '../parsed-document.ts'

export type BodyOptions = {
  language: string
  /** A heading that repeats it is dropped. */
  title?: string
  /** Base of relative links. */
  baseUrl?: string
  /** Finds the picture of an `<img>`; null leaves it out. Absent: all pictures are left out. */
  findPicture?: (image: Readonly<Record<string, string>>) => FoundPicture | null
}

export const MAX_ITEMS = 3000

/** Parts that could not be kept: each reason once, with its count. */
export type Notes = Map<string, number>

const MOST_NOTES = 50
const LONGEST_NOTE = 220

export function addNote(notes: Notes, reason: string) {
  const line = reason.replace(/\s+/g, ' ').trim()
  const short = line.length > LONGEST_NOTE ? `${line.slice(0, LONGEST_NOTE - 1).toWellFormed()}…` : line
  if (notes.has(short) || notes.size < MOST_NOTES) notes.set(short, (notes.get(short) ?? 0) + 1)
}

export function listNotes(notes: Notes): string[] {
  return [...notes].map(([reason, count]) => (count === 1 ? reason : `${reason} (${count} times)`))
}

/** An inline element, written around its text. */
export type Inline = { opening: string; closing: string; kind: 'link' | 'strong' | 'other' }

/** The open run of text, which becomes a paragraph. */
export type Run = {
  html: string
  text: string
  /** `isOwn` false: opened in an earlier block and continued here. */
  open: { inline: Inline; at: number; textAt: number; isOwn: boolean }[]
  /** Number of strong characters in this run. */
  strong: number
}

export type BodyDocument = {
  options: BodyOptions
  notes: Notes
  /** Ids or addresses of the pictures shown in the body. */
  pictures: string[]
  /** A line above the headline that some agencies put into the body. */
  kicker: string
  galleries: number
  /** Nesting depth of open lists. */
  lists: number
  /** Elements already used by another one (captions, credits, attributions). */
  used: Set<ChildNode>
  visit: (context: Context, nodes: readonly ChildNode[]) => void
}

export type Context = {
  document: BodyDocument
  setter: Typesetter
  items: ContentItem[]
  /** Blocks found inside a sentence, which follow its paragraph. */
  waiting: ContentItem[]
  run: Run
  /** Inside a caption, a cell or an entry: there a bold line is no heading and a bare address no embed. */
  isNested: boolean
}

export type Handler = (context: Context, element: Element) => void

export const newRun = (): Run => ({ html: '', text: '', open: [], strong: 0 })

export function createContext(document: BodyDocument, isNested: boolean): Context {
  const setter = createTypesetter(document.options.language)
  return { document, setter, items: [], waiting: [], run: newRun(), isNested }
}

export function note(context: Context, reason: string) {
  addNote(context.document.notes, reason)
}

export function put(context: Context, item: ContentItem) {
  if (context.items.length < MAX_ITEMS) context.items.push(item)
  else note(context, `more than ${MAX_ITEMS} blocks: the rest was left out`)
}

/** Adds a block now, or after the open sentence. */
export function putBeside(context: Context, item: ContentItem) {
  if (context.run.text.trim() === '') put(context, item)
  else context.waiting.push(item)
}

export function visitChildren(context: Context, element: Element) {
  context.document.visit(context, element.children)
}
