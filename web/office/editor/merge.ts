/**
 * Writes a text from outside (another person's save, an agency's update) into the open editor, block by block: equal blocks
 * keep their nodes, the cursor keeps its place, and text typed since stays.
 */
import { Fragment, type Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { type Mapping, Transform } from 'prosemirror-transform'

/** Blocks `from` to `to` of the one document are `start` to `end` of the other. */
type Hunk = { from: number; to: number; start: number; end: number }

/** Longer differences are replaced as a whole. */
const MOST_COMPARED = 400

/** `isWhole` false: some changes are where something was typed since; these were left out, the typed words stay. */
export type Merged = { tr: Transaction | null; isWhole: boolean }

/**
 * Brings the changes from `base` to `theirs` into the state. `since` maps positions of `base` to the state, if something was
 * typed since.
 */
export function mergeDoc(state: EditorState, base: Node, theirs: Node, since: Mapping | null): Merged {
  if (base.eq(theirs)) return { tr: null, isWhole: true }
  const { tr } = state
  const touched = since === null ? [] : findTouched(since)
  let isWhole = true
  // From the end to the beginning: a step never moves the ones after it.
  for (const step of toSteps(base, theirs).steps) {
    const isTouched = touched.some(({ from, to }) => {
      let overlaps = false
      step.getMap().forEach((start, end) => (overlaps ||= from < end && to > start))
      return overlaps
    })
    const mapped = isTouched ? null : since === null ? step : step.map(since)
    if (mapped === null || tr.maybeStep(mapped).failed !== null) isWhole = false
  }
  if (!tr.docChanged) return { tr: null, isWhole }
  return { tr: tr.setMeta('addToHistory', false).setMeta('merge', true), isWhole }
}

/** Where something changed, in positions of the base. */
function findTouched(since: Mapping): { from: number; to: number }[] {
  return since.maps.flatMap((map, index) => {
    const found: { from: number; to: number }[] = []
    const back = since.slice(0, index).invert()
    map.forEach((from, to) => found.push({ from: back.map(from, -1), to: back.map(to, 1) }))
    return found
  })
}

/** From the end to the beginning, so that each difference has the positions of `base`. */
function toSteps(base: Node, theirs: Node): Transform {
  const transform = new Transform(base)
  for (const { from, to, start, end } of findHunks(base, theirs).toReversed()) {
    const [oldFrom, oldTo] = [offsetOf(base, from), offsetOf(base, to)]
    const [newFrom, newTo] = [offsetOf(theirs, start), offsetOf(theirs, end)]
    const before = Fragment.from(base.content.cut(oldFrom, oldTo))
    const after = Fragment.from(theirs.content.cut(newFrom, newTo))
    const isPair = to - from === end - start
    const first = isPair ? before.findDiffStart(after) : null
    const last = isPair ? before.findDiffEnd(after) : null
    if (first === null || last === null) {
      transform.replaceWith(oldFrom, oldTo, after)
      continue
    }
    const overlap = Math.max(0, first - Math.min(last.a, last.b))
    try {
      transform.replace(
        oldFrom + first,
        oldFrom + last.a + overlap,
        theirs.slice(newFrom + first, newFrom + last.b + overlap),
      )
    } catch {
      transform.replaceWith(oldFrom, oldTo, after)
    }
  }
  return transform
}

function offsetOf(doc: Node, index: number): number {
  let offset = 0
  for (let at = 0; at < index; at++) offset += doc.child(at).nodeSize
  return offset
}

function findHunks(base: Node, theirs: Node): Hunk[] {
  let head = 0
  const most = Math.min(base.childCount, theirs.childCount)
  while (head < most && base.child(head).eq(theirs.child(head))) head++
  let tail = 0
  while (tail < most - head && base.child(base.childCount - 1 - tail).eq(theirs.child(theirs.childCount - 1 - tail)))
    tail++
  const [rows, columns] = [base.childCount - head - tail, theirs.childCount - head - tail]
  const whole = { from: head, to: head + rows, start: head, end: head + columns }
  if (rows === 0 || columns === 0 || rows > MOST_COMPARED || columns > MOST_COMPARED) return [whole]
  return findInner(base, theirs, whole)
}

/** Longest common subsequence of the blocks. */
function findInner(base: Node, theirs: Node, { from, to, start, end }: Hunk): Hunk[] {
  const [rows, columns] = [to - from, end - start]
  const same = (row: number, column: number) => base.child(from + row).eq(theirs.child(start + column))
  const lengths = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1))
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      lengths[row]![column] = same(row, column)
        ? lengths[row + 1]![column + 1]! + 1
        : Math.max(lengths[row + 1]![column]!, lengths[row]![column + 1]!)
  const hunks: Hunk[] = []
  let open: Hunk | null = null
  let [row, column] = [0, 0]
  while (row < rows || column < columns) {
    if (row < rows && column < columns && same(row, column)) {
      if (open !== null) hunks.push(open)
      open = null
      row++
      column++
      continue
    }
    open ??= { from: from + row, to: from + row, start: start + column, end: start + column }
    const isRemoved = row < rows && (column === columns || lengths[row + 1]![column]! >= lengths[row]![column + 1]!)
    if (isRemoved) open.to = from + ++row
    else open.end = start + ++column
  }
  if (open !== null) hunks.push(open)
  return hunks
}
