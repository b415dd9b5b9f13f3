/** Commands on a text: kinds of blocks, marks, lists, tables, moving and removing blocks. */
import { toggleMark as toggle, setBlockType } from 'prosemirror-commands'
import type { Node } from 'prosemirror-model'
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import type { BodyItem, Picture } from '@lokalteil/contracts/content'
import { formatTime } from '@lokalteil/domain/german'
import { toNode } from './from-items.ts'
import { CONTAINERS, LINES, schema } from './schema.ts'

const NODES = schema.nodes as Record<
  'paragraph' | 'heading' | 'list' | 'listItem' | 'image',
  (typeof schema.nodes)[string]
>
export const { paragraph, heading, list, listItem } = NODES
const { image } = NODES

export type MarkName = 'strong' | 'em' | 'del' | 'ins' | 'mark' | 'sub' | 'sup' | 'code'

export const toggleMark = (name: MarkName): Command => toggle(schema.marks[name]!)

/** Text, heading 2 or heading 3. A line break has no place in a heading. */
export function setKind(level: 0 | 2 | 3): Command {
  return (state, dispatch) => {
    const set = level === 0 ? setBlockType(paragraph) : setBlockType(heading, { level, url: null })
    if (level === 0 || dispatch === undefined) return set(state, dispatch)
    const { $from, $to } = state.selection
    const { tr } = state
    const breaks: number[] = []
    state.doc.nodesBetween($from.start(), $to.end(), (node, pos) => {
      if (node.type.name === 'br') breaks.push(pos)
    })
    for (const pos of breaks.toReversed()) tr.replaceWith(pos, pos + 1, schema.text(' '))
    return set(breaks.length === 0 ? state : state.apply(tr), (second) => {
      if (breaks.length === 0) return dispatch(second)
      for (const step of second.steps) tr.step(step)
      dispatch(tr)
    })
  }
}

/** The innermost node of a kind around the selection. */
export function findAround(
  state: EditorState,
  isWanted: (node: Node) => boolean,
): { node: Node; pos: number; depth: number } | null {
  const { $from } = state.selection
  if (state.selection instanceof NodeSelection && isWanted(state.selection.node))
    return { node: state.selection.node, pos: state.selection.from, depth: $from.depth + 1 }
  for (let depth = $from.depth; depth > 0; depth--)
    if (isWanted($from.node(depth))) return { node: $from.node(depth), pos: $from.before(depth), depth }
  return null
}

export function toggleList(isOrdered: boolean): Command {
  return (state, dispatch) => {
    const around = findAround(state, ({ type }) => type === list)
    if (around === null) return wrapInList(list, { ordered: isOrdered, start: null })(state, dispatch)
    if (around.node.attrs.ordered === isOrdered) return liftListItem(listItem)(state, dispatch)
    dispatch?.(state.tr.setNodeMarkup(around.pos, null, { ordered: isOrdered, start: null }))
    return true
  }
}

export const indent = sinkListItem(listItem)
export const outdent = liftListItem(listItem)

// ── Blocks of the text

/** The block of the text with the selection, and its index. */
export function currentBlock({ selection }: EditorState): { node: Node; pos: number; index: number } | null {
  const { $from } = selection
  const index = $from.index(0)
  const node = $from.node(0).maybeChild(index)
  if (node === null) return null
  return { node, pos: $from.depth === 0 ? $from.pos : $from.before(1), index }
}

/** Behind the block with the selection, or in place of an empty paragraph; the cursor goes into it. */
export function insertBlock(state: EditorState, node: Node): Transaction {
  const here = currentBlock(state)
  const { tr } = state
  if (here === null) return tr.insert(state.doc.content.size, node)
  const isEmpty = here.node.type === paragraph && here.node.content.size === 0
  const pos = isEmpty ? here.pos : here.pos + here.node.nodeSize
  tr.replaceWith(pos, isEmpty ? pos + here.node.nodeSize : pos, node)
  // A text ends with a line to write on.
  if (pos + node.nodeSize === tr.doc.content.size) tr.insert(tr.doc.content.size, schema.node('paragraph'))
  return selectBlock(tr, pos).scrollIntoView()
}

/** The cursor at the beginning of a block; a closed block is selected as a whole. */
export function selectBlock(tr: Transaction, pos: number): Transaction {
  const node = tr.doc.nodeAt(pos)
  if (node === null) return tr
  if (node.isAtom && !node.isTextblock) return tr.setSelection(NodeSelection.create(tr.doc, pos))
  return tr.setSelection(Selection.near(tr.doc.resolve(pos + 1), 1))
}

export function moveBlock(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const here = currentBlock(state)
    const other = here === null ? null : state.doc.maybeChild(here.index + direction)
    if (here === null || other === null) return false
    if (dispatch === undefined) return true
    const { selection } = state
    const by = direction * other.nodeSize
    const tr = state.tr.delete(here.pos, here.pos + here.node.nodeSize).insert(here.pos + by, here.node)
    if (selection instanceof NodeSelection && selection.from === here.pos)
      tr.setSelection(NodeSelection.create(tr.doc, here.pos + by))
    else
      tr.setSelection(TextSelection.between(tr.doc.resolve(selection.anchor + by), tr.doc.resolve(selection.head + by)))
    dispatch(tr.scrollIntoView())
    return true
  }
}

export const removeBlock: Command = (state, dispatch) => {
  const here = currentBlock(state)
  if (here === null) return false
  if (dispatch === undefined) return true
  const { tr } = state
  const to = here.pos + here.node.nodeSize
  if (state.doc.childCount === 1) tr.replaceWith(here.pos, to, schema.node('paragraph'))
  else tr.delete(here.pos, to)
  dispatch(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(here.pos, tr.doc.content.size)), 1)).scrollIntoView())
  return true
}

// ── New blocks

export function newQuote(): Node {
  return schema.node('quote', null, [schema.node('paragraph'), schema.node('attribution')])
}

export function newBox(role: 'keyPoints' | null): Node {
  const body =
    role === null
      ? schema.node('paragraph')
      : schema.node('list', null, [schema.node('listItem', null, [schema.node('paragraph')])])
  return schema.node('infoBox', { role }, [schema.node('boxTitle'), body])
}

export function newQuestion(): Node {
  return schema.node('question', null, [schema.node('ask'), schema.node('paragraph')])
}

export function newTable(columns = 3, rows = 3): Node {
  const row = (type: string) =>
    schema.node(
      'tableRow',
      null,
      Array.from({ length: columns }, () => schema.node(type, null, [schema.node('paragraph')])),
    )
  return schema.node('tableBox', null, [
    schema.node('tableCaption'),
    schema.node('table', null, [row('tableHead'), ...Array.from({ length: rows - 1 }, () => row('tableCell'))]),
  ])
}

export function newLiveEntry(now: Date, id: string): Node {
  const entry = {
    id,
    label: `${formatTime(now).replace(':', '.')} Uhr`,
    time: now.toISOString(),
    isImportant: false,
  }
  return schema.node('liveEntry', { entry }, [schema.node('entryHeadline'), schema.node('paragraph')])
}

export function newImage(picture: Picture): Node {
  return toNode({ type: 'image', picture })
}

export function newClosed(item: BodyItem): Node {
  return toNode(item)
}

// ── Keys

/**
 * Enter in a line goes to the text below it, or behind the block. In an empty last paragraph of a block it leaves the
 * block.
 */
export const enter: Command = (state, dispatch) => {
  const { selection } = state
  const { $from, $to, empty } = selection
  if (!(selection instanceof TextSelection) || !$from.sameParent($to)) return false
  const { parent } = $from
  if (LINES.has(parent.type.name)) {
    const depth = parent.type === image ? $from.depth : $from.depth - 1
    const container = $from.node(depth)
    const isLast = parent.type === image || $from.index(depth) === container.childCount - 1
    if (isLast) return leave(state, $from.after(depth), dispatch)
    dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve($from.after()), 1)).scrollIntoView())
    return true
  }
  const depth = $from.depth - 1
  const container = $from.node(depth)
  if (!empty || parent.type !== paragraph || parent.content.size > 0 || !CONTAINERS.has(container.type.name))
    return false
  const index = $from.index(depth)
  const next = container.maybeChild(index + 1)
  const isLastText = next === null || LINES.has(next.type.name)
  const hasOthers = container.childCount > 2
  if (!isLastText || !hasOthers || !container.canReplace(index, index + 1)) return false
  if (dispatch === undefined) return true
  const { tr } = state
  tr.delete($from.before(), $from.after())
  const after = tr.mapping.map($from.after(depth))
  tr.insert(after, schema.node('paragraph'))
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1), 1)).scrollIntoView())
  return true
}

function leave(state: EditorState, after: number, dispatch?: (tr: Transaction) => void): boolean {
  if (dispatch === undefined) return true
  const { tr } = state
  const next = state.doc.nodeAt(after)
  if (next?.type !== paragraph) tr.insert(after, schema.node('paragraph'))
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1), 1)).scrollIntoView())
  return true
}

export const lineBreak: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type !== paragraph) return false
  const marks = state.storedMarks ?? $from.marks()
  dispatch?.(state.tr.replaceSelectionWith(schema.node('br', null, undefined, marks), false).scrollIntoView())
  return true
}

/** Nothing is joined with a line; an empty block goes away as a whole. */
export const backspace: Command = (state, dispatch) => {
  const { selection } = state
  const { $from, empty } = selection
  if (!(selection instanceof TextSelection) || !empty || $from.parentOffset > 0) return false
  const around = findAround(state, ({ type }) => CONTAINERS.has(type.name) || type === image)
  if (around === null) return false
  if (around.node.type !== image && isBlank(around.node)) {
    if (dispatch === undefined) return true
    const { tr } = state
    tr.replaceWith(around.pos, around.pos + around.node.nodeSize, schema.node('paragraph'))
    dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(around.pos + 1), 1)).scrollIntoView())
    return true
  }
  if (LINES.has($from.parent.type.name)) return true
  const depth = around.depth
  if ($from.depth !== depth + 1) return false
  const before = around.node.maybeChild($from.index(depth) - 1)
  if (before === null || !LINES.has(before.type.name)) return false
  const index = $from.index(depth)
  if (dispatch === undefined) return true
  const { tr } = state
  if ($from.parent.content.size === 0 && around.node.canReplace(index, index + 1))
    tr.delete($from.before(), $from.after())
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve($from.before() - 1), -1)))
  return true
}

export const forwardDelete: Command = (state) => {
  const { selection } = state
  const { $from, empty } = selection
  if (!(selection instanceof TextSelection) || !empty || $from.parentOffset < $from.parent.content.size) return false
  if (LINES.has($from.parent.type.name)) return true
  const next = $from.depth > 1 ? $from.node(-1).maybeChild($from.index(-1) + 1) : null
  return next !== null && LINES.has(next.type.name)
}

function isBlank(node: Node): boolean {
  let isFound = true
  node.descendants((child) => {
    if (child.isText || child.type.name === 'br') isFound = false
    return isFound
  })
  return isFound
}

// ── Links

/** The selected words, or the link around the cursor. */
export function linkRange(state: EditorState): { from: number; to: number; href: string } {
  const { selection } = state
  const { from, to, empty, $from } = selection
  const type = schema.marks.link!
  const mark = type.isInSet($from.marks()) ?? type.isInSet($from.nodeAfter?.marks ?? [])
  const href = (mark?.attrs.href as string | undefined) ?? ''
  if (!empty || mark === undefined) return { from, to, href }
  const [base, parent] = [$from.start(), $from.parent]
  let [start, end] = [from, from]
  parent.forEach((node, offset) => {
    const [a, b] = [base + offset, base + offset + node.nodeSize]
    if (!mark.isInSet(node.marks)) return
    if (b >= start && a <= start) start = a
    if (a <= end && b >= end) end = b
  })
  return { from: start, to: end, href }
}

/** An empty address removes the link; without selected words the address itself is written. */
export function setLink(state: EditorState, { from, to }: { from: number; to: number }, href: string): Transaction {
  const type = schema.marks.link!
  const { tr } = state
  if (from === to) {
    if (href !== '') tr.insert(from, schema.text(href.replace(/^https?:\/\/(?:www\.)?/, ''), [type.create({ href })]))
    return tr
  }
  tr.removeMark(from, to, type)
  return href === '' ? tr : tr.addMark(from, to, type.create({ href }))
}
