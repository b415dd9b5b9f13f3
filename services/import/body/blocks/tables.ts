/**
 * Tables: head, rows of equal width, caption. Cells are plain text unless one contains a link or markup; then all are
 * HTML. A layout table (one column, a table inside, role "presentation") is read as its contents.
 */
import { isTag } from 'domhandler'
import type { Element, ParentNode } from 'domhandler'
import type { ContentItem } from '../../parsed-document.ts'
import { MAX_ITEMS, note, put } from '../context.ts'
import type { Context, Handler } from '../context.ts'
import { attribute, findInside, findOwn, hasClass } from '../elements.ts'
import { toPlainForm, toText } from '../plain-text.ts'
import { collect, endParagraph, toInlineHtml } from '../run.ts'

const MAX_CELLS = 40
const LONGEST_CAPTION_LINE = 80
const STANDING_HEAD = ['Platz', 'Mannschaft', 'Sp.', 'S', 'U', 'N', 'Diff.', 'Tore', 'Pkt.']

type Row = { cells: string[]; isHead: boolean }

const isTable = ({ name }: Element): boolean => name === 'table'
const isCell = ({ name }: Element): boolean => name === 'td' || name === 'th'

export const visitTable: Handler = (context, element) => {
  endParagraph(context)
  const rows = findOwn(element, ({ name }) => name === 'tr', isTable)
  if (isLayout(element, rows)) return visitLayout(context, element)
  const rest: ContentItem[] = []
  const grid = readRows(context, rows, rest).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const headRow = grid.length > 1 && isHeadRow(grid[0]!) ? grid.shift()! : null
  const width = Math.min(MAX_CELLS, Math.max(headRow?.cells.length ?? 0, ...grid.map(({ cells }) => cells.length)))
  const caption = readCaption(context, element)
  if (grid.length > 0 && width > 0) {
    const fit = ({ cells }: Row) => Array.from({ length: width }, (_unused, index) => cells[index] ?? '')
    putTable(context, element, { caption, head: headRow === null ? [] : fit(headRow), rows: grid.map(fit), width })
  } else if (caption !== '') put(context, { type: 'paragraph', html: caption })
  for (const item of rest) put(context, item)
}

function isLayout(element: Element, rows: readonly Element[]): boolean {
  if (/^(?:presentation|none)$/.test(attribute(element, 'role'))) return true
  if (findInside(element, isTable) !== null) return true
  const hasHead = findOwn(element, ({ name }) => name === 'th', isTable).length > 0
  return !hasHead && rows.every((row) => findOwn(row, isCell, isTable).length <= 1)
}

/** Reads each cell of a layout table as separate content. */
function visitLayout(context: Context, element: Element) {
  for (const cell of findOwn(element, (inner) => isCell(inner) || inner.name === 'caption', isTable)) {
    context.document.visit(context, cell.children)
    endParagraph(context)
  }
}

/** Cells that span columns or rows leave empty cells behind, so that the others stay in their column. */
function readRows(context: Context, elements: readonly Element[], rest: ContentItem[]): Row[] {
  const rows: Row[] = []
  /** By column: rows still covered by a cell from above. */
  let covered: number[] = []
  for (const element of elements.slice(0, MAX_ITEMS)) {
    const cells: string[] = []
    const found = findOwn(element, isCell, isTable)
    const skipCovered = () => {
      while ((covered[cells.length] ?? 0) > 0) {
        covered[cells.length]! -= 1
        cells.push('')
      }
    }
    for (const cell of found) {
      skipCovered()
      const { html, rest: more } = toInlineHtml(collect(context, cell.children))
      rest.push(...more)
      const down = toSpan(attribute(cell, 'rowspan'), MAX_ITEMS)
      for (let over = toSpan(attribute(cell, 'colspan'), MAX_CELLS), part = 0; part < over; part += 1) {
        if (cells.length >= MAX_CELLS) break
        if (down > 1) covered[cells.length] = down - 1
        cells.push(part === 0 ? html : '')
      }
    }
    skipCovered()
    if (found.length > MAX_CELLS) note(context, `table with more than ${MAX_CELLS} columns: the others were left out`)
    if (found.length === 0) covered = covered.map((count) => Math.max(0, count - 1))
    const isHead = found.length > 0 && found.every(({ name }) => name === 'th')
    if (found.length > 0) rows.push({ cells, isHead })
  }
  if (elements.length > MAX_ITEMS) note(context, `table with more than ${MAX_ITEMS} rows: the others were left out`)
  return rows
}

const toSpan = (value: string, most: number): number =>
  /^\d{1,4}$/.test(value) ? Math.min(most, Math.max(1, Number(value))) : 1

/** HTML of the table's caption, or of the line above if it ends in a colon. */
function readCaption(context: Context, element: Element): string {
  const caption = findOwn(element, ({ name }) => name === 'caption', isTable)[0]
  if (caption !== undefined) return toInlineHtml(collect(context, caption.children)).html
  const above = context.items.at(-1)
  if (above?.type !== 'paragraph' || above.html.includes('<') || above.html.length > LONGEST_CAPTION_LINE) return ''
  if (!above.html.endsWith(':')) return ''
  context.items.pop()
  return above.html.slice(0, -1).trimEnd()
}

type Grid = { caption: string; head: string[]; rows: string[][]; width: number }

function putTable(context: Context, element: Element, { caption, head, rows, width }: Grid) {
  const isStanding = head.length === 0 && width === STANDING_HEAD.length && hasStandingClass(element)
  const title = toPlainForm(context, caption, 'the caption of a table') || (isStanding ? 'Tabelle' : '')
  const bare = head.map(unwrapBold)
  const isMarked = [bare, ...rows].some((row) => row.some((cell) => cell.includes('<')))
  const toCell = (cell: string) => (isMarked ? cell : toText(cell))
  put(context, {
    type: 'table',
    caption: title,
    head: isStanding ? STANDING_HEAD : bare.map(toCell),
    rows: rows.map((row) => row.map(toCell)),
    ...(isMarked ? { cells: 'html' as const } : {}),
  })
}

const BOLD_CELL = /^<(b|strong)>((?:(?!<\/\1>).)*)<\/\1>$/

/** A head is bold anyway. */
const unwrapBold = (cell: string): string => BOLD_CELL.exec(cell)?.[2] ?? cell

/** Editors without header cells set the header row bold. */
const isHeadRow = ({ cells, isHead }: Row): boolean =>
  isHead || (cells.length > 1 && cells.every((cell) => BOLD_CELL.test(cell)))

function hasStandingClass(element: Element): boolean {
  for (let node: ParentNode | null = element; node !== null && isTag(node); node = node.parent)
    if (hasClass(node, /^standing$/)) return true
  return false
}
