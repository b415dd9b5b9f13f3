/**
 * The publication's name as it is drawn, from the outlines in `brand/{code}/wordmark.svg`: never letters of a font that may
 * not be there. It stands once in every document, beside React's tree, and `Logo` draws it from there; so it is there with
 * the first frame, in print too, and costs no script.
 */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import ak from './brand/ak/wordmark.svg?raw'
import fb from './brand/fb/wordmark.svg?raw'
import ht from './brand/ht/wordmark.svg?raw'
import la from './brand/la/wordmark.svg?raw'

/** `breakAt`: where the name has a second part, which may have another colour or stand below the first. */
const SOURCES: Readonly<Record<Mandator, { svg: string; breakAt?: number }>> = {
  ak: { svg: ak },
  fb: { svg: fb },
  ht: { svg: ht, breakAt: 1068 },
  la: { svg: la, breakAt: 593 },
}
/** The outlines were drawn at this size of letters. */
const UNITS_PER_EM = 200

export type Wordmark = {
  /** One symbol a part, `wordmark-1` and `wordmark-2`. */
  symbols: string
  /** Custom properties with the sizes of the parts, in em. */
  style: string
}

const wordmarks = new Map<Mandator, Wordmark>()

export function getWordmark(code: Mandator): Wordmark {
  const known = wordmarks.get(code)
  if (known !== undefined) return known
  const { svg, breakAt } = SOURCES[code] ?? { svg: ak }
  const [left, top, width, height] = /viewBox="([^"]*)"/.exec(svg)![1]!.split(' ').map(Number) as Box
  const contours = /<path d="([^"]*)"/.exec(svg)![1]!.split(/(?=M)/)
  const end = left + width
  const split = breakAt ?? end
  const parts = [
    { from: left, to: split },
    { from: split, to: end },
  ].filter(({ from, to }) => to > from)
  const symbols = parts.map(({ from, to }, index) => {
    const drawn = contours.filter((contour) => startOf(contour) > split === index > 0)
    return `<symbol id="wordmark-${index + 1}" viewBox="${from} ${top} ${to - from} ${height}"><path d="${toRelative(drawn.join(''))}"/></symbol>`
  })
  const toEm = (units: number) => `${Number((units / UNITS_PER_EM).toFixed(3))}em`
  const style = [
    `--wordmark-height:${toEm(height)}`,
    ...parts.map(({ from, to }, index) => `--wordmark-${index + 1}:${toEm(to - from)}`),
  ].join(';')
  const wordmark = { symbols: symbols.join(''), style }
  wordmarks.set(code, wordmark)
  return wordmark
}

type Box = [left: number, top: number, width: number, height: number]

const startOf = (contour: string) => Number(/^M(-?[\d.]+)/.exec(contour)![1])

/** The same drawing in half of the bytes. */
export function toRelative(path: string): string {
  let [x, y] = [0, 0]
  let out = ''
  for (const [, command, numbers] of path.matchAll(/([MLQ])([^MLQ]*)/g)) {
    const values = [...numbers!.matchAll(/-?[\d.]+/g)].map(([text]) => Number(text))
    const [endX, endY] = values.slice(-2) as [number, number]
    if (command === 'M') out += `M${join(values)}`
    else if (command === 'Q') out += `q${join(values.map((value, index) => value - (index % 2 === 0 ? x : y)))}`
    else if (endX !== x || endY !== y)
      out +=
        endY === y ? `h${join([endX - x])}` : endX === x ? `v${join([endY - y])}` : `l${join([endX - x, endY - y])}`
    ;[x, y] = [endX, endY]
  }
  return out
}

function join(values: readonly number[]): string {
  return values
    .map((value) => String(Number(value.toFixed(1))).replace(/^(-?)0\./, '$1.'))
    .reduce((line, value) => line + (line === '' || value.startsWith('-') ? '' : ' ') + value, '')
}
