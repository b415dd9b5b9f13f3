/** Text as it lies on a page: pieces of lines, before anybody knows what belongs together. */
import type { Box } from './zones.ts'

/** A piece of one line in one size. The box is in fractions of the page. */
export type PageRun = Box & {
  text: string
  /** Of the letters, in points. */
  size: number
  isBold: boolean
}

/** A letter as a PDF has it: edges in points from the upper left corner. */
export type PageChar = {
  text: string
  left: number
  right: number
  top: number
  bottom: number
  size: number
  isBold: boolean
}

/** Wider than a blank of justified text, narrower than the gap between columns. */
const GAP = 1.4
const BLANK = 0.16

/**
 * Letters of a line become a piece; a wide gap, another line or another size begins a new one. `null` in the letters is where
 * the PDF itself ends a line.
 */
export function joinChars(chars: readonly (PageChar | null)[], page: { width: number; height: number }): PageRun[] {
  const runs: PageRun[] = []
  let current: PageChar[] = []
  let text = ''
  const end = () => {
    const shown = text.replace(/\s+/g, ' ').trim()
    if (shown !== '') runs.push(toRun(shown, current, page))
    current = []
    text = ''
  }
  for (const char of chars) {
    if (char === null) {
      end()
      continue
    }
    const last = current.at(-1)
    if (char.text.trim() === '') {
      if (last !== undefined) text += ' '
      continue
    }
    if (last !== undefined) {
      const gap = char.left - last.right
      const isSameLine = Math.min(char.bottom, last.bottom) - Math.max(char.top, last.top) > -0.35 * last.size
      const isSameSize = Math.abs(char.size - last.size) <= 0.12 * Math.max(char.size, last.size)
      if (!isSameLine || !isSameSize || gap > GAP * char.size || gap < -2 * char.size) end()
      else if (gap > BLANK * char.size && !text.endsWith(' ')) text += ' '
    }
    current.push(char)
    text += char.text
  }
  end()
  return runs
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
