/** Puts the strings of a clipboard into the text. Fetched on demand. */
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type EditorState, NodeSelection, type Transaction } from 'prosemirror-state'
import { handlePaste, isInTable } from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import { findBareEmbed } from '@lokalteil/domain/reading/embed-addresses'
import { toNode } from './from-items.ts'
import { toSafeLink } from './inline-html.ts'
import { joinLines, MOST_PASTED, readHtml, readText, toParagraphs, toSlice, toText } from './paste.ts'
import { LINES, schema } from './schema.ts'

/** A clipboard answers only within its event. */
export type Clip = { html: string; text: string }
type Pasted = 'done' | 'nothing' | 'too-large'

export function paste(view: EditorView, { html, text }: Clip): Pasted {
  if (html.length > MOST_PASTED || text.length > MOST_PASTED) return 'too-large'
  const fromHtml = html === '' ? [] : readHtml(html)
  const isAddress = /^https?:\/\/\S+$/.test(text.trim())
  if (isAddress && pasteAddress(view, text.trim())) return 'done'
  const blocks = fromHtml.length > 0 ? fromHtml : readText(text)
  if (blocks.length === 0) return 'nothing'
  const { state } = view
  if (isInTable(state) && pasteCells(view, blocks, text)) return 'done'
  view.dispatch(insertBlocks(state, blocks).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
  return 'done'
}

/** On words: their link. Alone in a paragraph: an embed, if it is a film or post of a known provider. */
function pasteAddress(view: EditorView, address: string): boolean {
  const { state } = view
  const { from, to, empty, $from } = state.selection
  const href = toSafeLink(address)
  if (href === null) return false
  if (!empty && $from.sameParent(state.selection.$to) && $from.parent.type.allowsMarkType(schema.marks.link!)) {
    view.dispatch(state.tr.addMark(from, to, schema.mark('link', { href })))
    return true
  }
  const embed = $from.depth === 1 && $from.parent.content.size === 0 ? findBareEmbed(address) : null
  if (embed === null) return false
  const node = toNode(embed)
  view.dispatch(
    state.tr.replaceWith($from.before(1), $from.after(1), [node, schema.node('paragraph')]).scrollIntoView(),
  )
  return true
}

/** A table in a table fills its cells from here on; a spreadsheet may give plain text with tabs. */
function pasteCells(view: EditorView, blocks: readonly Node[], text: string): boolean {
  const only = blocks.length === 1 && blocks[0]!.type.name === 'tableBox' ? blocks[0]!.lastChild : null
  const table = only ?? (text.includes('\t') ? toTable(text) : null)
  if (table === null) return false
  const event = new Event('paste') as ClipboardEvent
  return handlePaste(view, event, new Slice(Fragment.from(table), 0, 0))
}

function toTable(text: string): Node {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .slice(0, 1000)
    .map((line) => line.split('\t').slice(0, 40))
  const cell = (value: string) => {
    const clean = value.trim()
    return schema.node('tableCell', null, [
      schema.node('paragraph', null, clean === '' ? undefined : schema.text(clean)),
    ])
  }
  return schema.node(
    'table',
    null,
    rows.map((row) => schema.node('tableRow', null, row.map(cell))),
  )
}

/** Puts blocks at the selection, in the form that its place allows. */
function insertBlocks(state: EditorState, blocks: readonly Node[]): Transaction {
  const { $from } = state.selection
  if (state.selection instanceof NodeSelection || !$from.parent.isTextblock)
    return state.tr.replaceSelection(toSlice(blocks))
  if (LINES.has($from.parent.type.name)) return state.tr.insertText(toText(blocks))
  if ($from.depth > 1) return state.tr.replaceSelection(fit(state, blocks))
  // One block of text in a heading stays one line.
  if ($from.parent.type === schema.nodes.heading && blocks.length === 1 && blocks[0]!.isTextblock)
    return state.tr.insertText(toText(blocks))
  return state.tr.replaceSelection(toSlice(blocks))
}

/** Inside of another block. */
function fit({ selection: { $from } }: EditorState, blocks: readonly Node[]): Slice {
  const names = new Set(Array.from({ length: $from.depth }, (_, depth) => $from.node(depth).type.name))
  if (names.has('tableCell') || names.has('tableHead')) {
    const paragraph = schema.node('paragraph', null, joinLines(toParagraphs(blocks)))
    return new Slice(Fragment.from(paragraph), 1, 1)
  }
  if (names.has('listItem')) {
    const items = blocks.flatMap((block) => (block.type === schema.nodes.list ? block.children : toItems(block)))
    return new Slice(Fragment.from(schema.node('list', null, items)), 3, items.at(-1)!.childCount > 1 ? 1 : 3)
  }
  const isAllowed = (node: Node) =>
    names.has('infoBox')
      ? ['paragraph', 'heading', 'list'].includes(node.type.name)
      : node.type === schema.nodes.paragraph
  return toSlice(blocks.flatMap((block) => (isAllowed(block) ? [block] : toParagraphs([block]))))
}

const toItems = (block: Node) => toParagraphs([block]).map((paragraph) => schema.node('listItem', null, [paragraph]))
