/**
 * The word mark as every document carries it once, outside React's tree: one SVG symbol per part, from which `Logo`
 * draws it. So it is visible at the first paint, also in print, and needs no script. Its sizes follow from its width.
 */
import { type Box, type Drawing } from './drawing.ts'
import { UNITS_PER_EM } from './lettering.ts'

export type Wordmark = {
  /** The SVG symbols `wordmark-1` and `wordmark-2`. */
  symbols: string
  /** CSS custom properties for its sizes. */
  style: string
  /** Where its two parts are stacked. */
  stack: 'never' | 'phone' | 'bar' | 'always'
}

/** In rem. `width`: the room in the bar of a 360 px phone beside menu, search, account and subscription. */
const PHONE = { width: 6.063, most: 1.4, stacked: 0.92, least: 0.75 }
/** In rem, for the bar on wide screens, beside the sections. */
const BAR = { width: 13, most: 1.32, stacked: 0.92, least: 0.8 }

export function toWordmark({ box, parts, breakAt }: Drawing, scale: number, isOneWord = false): Wordmark {
  const boxes = toBoxes(box, breakAt)
  // An SVG of the folder has no letters to measure: its height counts as that of capitals with their ascenders.
  const em = isLettering(box) ? UNITS_PER_EM : box.height / 0.75
  const symbols = boxes.map(
    ({ left, top, width, height }, index) =>
      `<symbol id="wordmark-${index + 1}" viewBox="${[left, top, width, height].map(round).join(' ')}">${(breakAt === null ? parts.join('') : parts[index]!).replaceAll(/ d="([^"]*)"/g, (_, path: string) => ` d="${toRelative(path)}"`)}</symbol>`,
  )
  const widths = boxes.map(({ width }) => width / em)
  const whole = widths.reduce((sum, width) => sum + width, 0)
  const widest = Math.max(...widths)
  const fit = ({ width, most, stacked, least }: typeof PHONE) => {
    const inLine = Math.min(most, width / whole)
    const isStacked = widths.length > 1 && (isOneWord || inLine < least)
    return { isStacked, size: (isStacked ? Math.min(stacked, width / widest) : inLine) * scale }
  }
  const [phone, bar] = [fit(PHONE), fit(BAR)]
  const toEm = (value: number) => `${round(value)}em`
  return {
    symbols: symbols.join(''),
    style: [
      `--wordmark-height:${toEm(box.height / em)}`,
      ...widths.map((width, index) => `--wordmark-${index + 1}:${toEm(width)}`),
      `--wordmark-width:${round(isOneWord ? widest : whole)}`,
      `--wordmark-bar:${round(bar.size)}rem`,
      `--wordmark-phone:${round(phone.size)}rem`,
      ...(scale === 1 ? [] : [`--wordmark-scale:${round(scale)}`]),
    ].join(';'),
    stack: isOneWord && widths.length > 1 ? 'always' : bar.isStacked ? 'bar' : phone.isStacked ? 'phone' : 'never',
  }
}

/** Letters drawn at `UNITS_PER_EM` stand on the line at 0, like the outlines of text. */
function isLettering({ top, height }: Box): boolean {
  return top < 0 && top + height >= 0 && height < 1.3 * UNITS_PER_EM && height > 0.5 * UNITS_PER_EM
}

function toBoxes(box: Box, breakAt: number | null): Box[] {
  if (breakAt === null) return [box]
  const first = breakAt - box.left
  return [
    { ...box, width: first },
    { ...box, left: breakAt, width: box.width - first },
  ]
}

function round(value: number): number {
  return Number(value.toFixed(3))
}

/**
 * Rewrites the path with relative commands, which takes half the bytes; a path with other commands than M, L, Q, C and
 * Z is returned unchanged.
 */
export function toRelative(path: string): string {
  if (/[^MLQCZz\d\s.,-]/.test(path)) return path
  let [x, y] = [0, 0]
  let [startX, startY] = [0, 0]
  let out = ''
  for (const [, command, numbers] of path.matchAll(/([MLQCZz])([^MLQCZz]*)/g)) {
    const values = [...numbers!.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(([text]) => Number(text))
    if (command === 'Z' || command === 'z') {
      out += 'z'
      ;[x, y] = [startX, startY]
      continue
    }
    const size = { M: 2, L: 2, Q: 4, C: 6 }[command as 'M' | 'L' | 'Q' | 'C']
    if (values.length !== size) return path
    const [endX, endY] = values.slice(-2) as [number, number]
    const relative = values.map((value, index) => value - (index % 2 === 0 ? x : y))
    if (command === 'M') out += `M${join(values)}`
    else if (command === 'Q' || command === 'C') out += command.toLowerCase() + join(relative)
    else if (endX !== x || endY !== y)
      out +=
        endY === y ? `h${join([endX - x])}` : endX === x ? `v${join([endY - y])}` : `l${join([endX - x, endY - y])}`
    ;[x, y] = [endX, endY]
    if (command === 'M') [startX, startY] = [x, y]
  }
  return out
}

function join(values: readonly number[]): string {
  return values
    .map((value) => String(Number(value.toFixed(1))).replace(/^(-?)0\./, '$1.'))
    .reduce((line, value) => line + (line === '' || value.startsWith('-') ? '' : ' ') + value, '')
}
