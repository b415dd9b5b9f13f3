/** Text as it lies on a page: pieces of lines, before they are grouped into columns and articles. */
import type { Box } from './zones.ts'

/** A piece of one line in one size. The box is in fractions of the page. */
export type PageRun = Box & {
  text: string
  /** Font size in points. */
  size: number
  isBold: boolean
}

/** A letter of a PDF: edges in points from the upper left corner. */
export type PageChar = {
  text: string
  left: number
  right: number
  top: number
  bottom: number
  size: number
  isBold: boolean
}

/** Wider than most blanks of justified text, narrower than the gap between columns. */
const GAP = 1.4
/** Widest blank of justified text in a narrow column. */
const WIDEST_BLANK = 6
const BLANK = 0.16
/** Running text is at most this much larger than most letters of the page; larger type is never justified. */
const RUNNING = 1.2
/** Tolerance within which lines of a column have the same left edge, in parts of the font size. */
const SAME_EDGE = 0.25

/** `isBehindGap`: on the same line as the piece before it, after a wide gap. */
type Piece = { text: string; chars: PageChar[]; isBehindGap: boolean }

/**
 * Joins the letters of a line to a piece. A wide gap, another line or another size begins a new piece. `null` marks
 * where the PDF itself ends a line.
 */
export function joinChars(chars: readonly (PageChar | null)[], page: { width: number; height: number }): PageRun[] {
  const pieces: Piece[] = []
  let current: Piece = { text: '', chars: [], isBehindGap: false }
  const end = (isBehindGap: boolean) => {
    const text = current.text.replace(/\s+/g, ' ').trim()
    if (text !== '') pieces.push({ ...current, text })
    current = { text: '', chars: [], isBehindGap }
  }
  for (const char of chars) {
    if (char === null) {
      end(false)
      continue
    }
    const last = current.chars.at(-1)
    if (char.text.trim() === '') {
      if (last !== undefined) current.text += ' '
      continue
    }
    if (last !== undefined) {
      const gap = char.left - last.right
      const isSameLine = Math.min(char.bottom, last.bottom) - Math.max(char.top, last.top) > -0.35 * last.size
      const isSameSize = Math.abs(char.size - last.size) <= 0.12 * Math.max(char.size, last.size)
      if (!isSameLine || !isSameSize || gap < -2 * char.size) end(false)
      else if (gap > GAP * char.size) end(true)
      else if (gap > BLANK * char.size && !current.text.endsWith(' ')) current.text += ' '
    }
    current.chars.push(char)
    current.text += char.text
  }
  end(false)
  return joinStretched(pieces).map((piece) => toRun(piece.text, piece.chars, page))
}

/**
 * A wide gap in running text separates columns only if other lines begin at the same edge above or below; otherwise it
 * is a stretched blank.
 */
function joinStretched(pieces: readonly Piece[]): Piece[] {
  const starts = pieces.map(({ chars }) => chars[0]!.left).toSorted((a, b) => a - b)
  const isShared = (left: number, reach: number) => {
    const first = starts.findIndex((start) => start >= left - reach)
    return starts[first + 1] !== undefined && starts[first + 1]! <= left + reach
  }
  const running = sizeOfMost(pieces) * RUNNING
  const joined: Piece[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    const { left, size } = piece.chars[0]!
    if (
      before !== undefined &&
      piece.isBehindGap &&
      size <= running &&
      left - before.chars.at(-1)!.right <= WIDEST_BLANK * size &&
      !isShared(left, SAME_EDGE * size)
    ) {
      before.text += ` ${piece.text}`
      before.chars = [...before.chars, ...piece.chars]
    } else joined.push({ ...piece })
  }
  return joined
}

function sizeOfMost(pieces: readonly Piece[]): number {
  const counts = new Map<number, number>()
  for (const { chars } of pieces)
    for (const { size } of chars) {
      const rounded = Math.round(size * 4) / 4
      counts.set(rounded, (counts.get(rounded) ?? 0) + 1)
    }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

function toRun(text: string, chars: readonly PageChar[], page: { width: number; height: number }): PageRun {
  const left = Math.min(...chars.map((char) => char.left))
  const right = Math.max(...chars.map((char) => char.right))
  const top = Math.min(...chars.map((char) => char.top))
  const bottom = Math.max(...chars.map((char) => char.bottom))
  const clamp = (value: number) => Math.min(Math.max(value, 0), 1)
  const [x, y] = [clamp(left / page.width), clamp(top / page.height)]
  const bold = chars.filter(({ isBold }) => isBold).length
  return {
    text,
    x,
    y,
    width: clamp(right / page.width) - x,
    height: clamp(bottom / page.height) - y,
    size: chars.reduce((sum, char) => sum + char.size, 0) / chars.length,
    isBold: bold * 2 > chars.length,
  }
}
