/**
 * What the visitor of a body carries along: the document it works for (options, notes, pictures seen) and the place it
 * writes to (finished blocks, the open run of text). A caption, a cell, an entry of a list is visited into a place of its
 * own (`collect`), so that no element has to know inside which other it stands.
 */
import type { ChildNode, Element } from 'domhandler'
import { createTypesetter } from './house-style.ts'
import type { Typesetter } from './house-style.ts'
import type { ContentItem, FoundPicture } from '../parsed-document.ts'

export type BodyOptions = {
  language: string
  /** A heading that only repeats it is dropped. */
  title?: string
  /** Relative links of a feed are completed with it. */
  baseUrl?: string
  /** Finds the picture an `<img>` stands for; null leaves it out. Without it pictures are left out. */
  findPicture?: (image: Readonly<Record<string, string>>) => FoundPicture | null
}

export const MAX_ITEMS = 3000

/** What could not be kept, each reason once with how often. */
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

/** An element of running text that is written around it. */
export type Inline = { opening: string; closing: string; kind: 'link' | 'strong' | 'other' }

/** The open run of text: a paragraph in the making. */
export type Run = {
  html: string
  text: string
  /** `isOwn` false: opened in a block before and only taken up again. */
  open: { inline: Inline; at: number; textAt: number; isOwn: boolean }[]
  /** Characters set strong inside this run. */
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
  /** Lists that are open around the place. */
  lists: number
  /** Elements that another one has already used (captions, credits, attributions). */
  used: Set<ChildNode>
  visit: (context: Context, nodes: readonly ChildNode[]) => void
}

export type Context = {
  document: BodyDocument
  setter: Typesetter
  items: ContentItem[]
  /** Blocks that stood inside a sentence and follow its paragraph. */
  waiting: ContentItem[]
  run: Run
  /** Inside a caption, a cell, an entry: bold lines are no headings there, bare addresses no embeds. */
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

/** Puts a block at once, or behind the sentence that is open. */
export function putBeside(context: Context, item: ContentItem) {
  if (context.run.text.trim() === '') put(context, item)
  else context.waiting.push(item)
}

export function visitChildren(context: Context, element: Element) {
  context.document.visit(context, element.children)
}
