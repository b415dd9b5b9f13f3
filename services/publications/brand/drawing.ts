/**
 * Reads an SVG of a folder and keeps an allow-list: outlines, shapes and gradients. Anything that could load, run or
 * refer to something elsewhere is refused with a remedy; harmless but useless parts are left out.
 */
import { Parser } from 'htmlparser2'
import type { Finding } from '@lokalteil/contracts/publication/publication-folder'

export type Box = { left: number; top: number; width: number; height: number }
export type Drawing = {
  box: Box
  /** The markup: one part, or two if the element with the id "second" lies directly in the drawing. */
  parts: readonly string[]
  /** Left edge of the second part; null: there is one part. */
  breakAt: number | null
}

const MOST_BYTES = 200_000
const MOST_ELEMENTS = 2000
const MOST_DEPTH = 20

const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']
const CONTAINERS = ['g', 'defs', 'linearGradient', 'radialGradient', 'stop', 'clipPath']
const ELEMENTS: ReadonlySet<string> = new Set([...SHAPES, ...CONTAINERS])
/** Elements that editors write and browsers do not show. */
const SILENT: ReadonlySet<string> = new Set(['title', 'desc', 'metadata', 'sodipodi:namedview'])
const PAINT =
  'fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-dasharray opacity clip-path clip-rule stop-color stop-opacity'.split(
    ' ',
  )
const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...PAINT,
  ...'id d x y width height rx ry cx cy r x1 y1 x2 y2 fx fy points transform offset gradientUnits gradientTransform clipPathUnits'.split(
    ' ',
  ),
])
const REMEDIES: Readonly<Record<string, string>> = {
  text: 'Convert letters to outlines before exporting.',
  style: 'Export with attributes in place of a style sheet ("presentation attributes").',
  image: 'Draw it as outlines; pictures cannot be in it.',
  use: 'Export without symbols, everything written out.',
}

export type DrawingResult = { drawing: Drawing; problem: null } | { drawing: null; problem: Problem }
type Problem = { message: string; remedy: string }
class Refused extends Error {
  readonly remedy: string
  constructor(message: string, remedy: string) {
    super(message)
    this.remedy = remedy
  }
}

/**
 * `prefix`: put in front of ids, so that two drawings can be in one page. `keepsPaint`: false for a drawing of a single
 * colour.
 */
export function readDrawing(bytes: Uint8Array, prefix: string, keepsPaint: boolean): DrawingResult {
  try {
    return { drawing: parse(bytes, prefix, keepsPaint), problem: null }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { drawing: null, problem: { message: error.message, remedy: error.remedy } }
  }
}

export function checkDrawing(file: string, bytes: Uint8Array): Finding[] {
  const { problem } = readDrawing(bytes, '', true)
  return problem === null ? [] : [{ level: 'error', file, line: null, field: '', ...problem }]
}

function parse(bytes: Uint8Array, prefix: string, keepsPaint: boolean): Drawing {
  if (bytes.byteLength > MOST_BYTES)
    throw new Refused(`is ${Math.round(bytes.byteLength / 1000)} kB`, 'Simplify it to less than 200 kB.')
  const open: string[] = []
  const parts = ['', '']
  let root: Readonly<Record<string, string>> | null = null
  let silent = 0
  let count = 0
  let part = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (silent > 0 || SILENT.has(name)) return void silent++
        if (++count > MOST_ELEMENTS || open.length >= MOST_DEPTH)
          throw new Refused('has too many elements', `Simplify it to less than ${MOST_ELEMENTS}, not nested deeply.`)
        if (root === null) {
          if (name !== 'svg') throw new Refused('is no SVG', 'Export it as SVG.')
          root = attributes
        } else {
          if (!ELEMENTS.has(name))
            throw new Refused(`has <${name}> in it`, REMEDIES[name] ?? 'Export it as plain outlines.')
          if (open.length === 1) part = attributes.id === 'second' ? 1 : 0
          parts[part] += `<${name}${toAttributes(attributes, prefix, keepsPaint)}>`
        }
        open.push(name)
      },
      onclosetag(name) {
        if (silent > 0) return void silent--
        open.pop()
        if (open.length > 0) parts[part] += `</${name}>`
      },
    },
    { xmlMode: true },
  )
  parser.end(new TextDecoder().decode(bytes))
  if (root === null) throw new Refused('is no SVG', 'Export it as SVG.')
  const breakAt = Number((root as Record<string, string>)['data-break'] ?? Number.NaN)
  return {
    box: toBox(root),
    parts: parts
      .filter((text) => text !== '')
      .map((text) => text.replaceAll(/><\/(?:path|rect|circle|ellipse|line|polyline|polygon|stop)>/g, '/>')),
    breakAt: Number.isFinite(breakAt) && parts[1] !== '' ? breakAt : null,
  }
}

function toAttributes(attributes: Readonly<Record<string, string>>, prefix: string, keepsPaint: boolean): string {
  const { style, ...rest } = attributes
  const styled = (style ?? '').split(';').flatMap((declaration): [string, string][] => {
    const [name, value] = declaration.split(':', 2).map((part) => part.trim())
    return name !== undefined && value !== undefined && PAINT.includes(name) ? [[name, value]] : []
  })
  let text = ''
  for (const [name, value] of [...Object.entries(rest), ...styled]) {
    if (/^on|href$/i.test(name)) throw new Refused(`has ${name}="…" in it`, 'Remove it: nothing in it may load or run.')
    const isShape = name.startsWith('fill-rule') || name.startsWith('clip')
    if (!ATTRIBUTES.has(name) || (!keepsPaint && PAINT.includes(name) && !isShape && value !== 'none')) continue
    if (/url\((?!#[\w-]+\))/i.test(value) || /[<>\\]|javascript:|expression\(|@import/i.test(value))
      throw new Refused(`refers to something elsewhere in ${name}`, 'Remove it: nothing in it may load or run.')
    const own = name === 'id' ? prefix + value.replaceAll(/[^\w-]/g, '_') : value.replaceAll('url(#', `url(#${prefix}`)
    text += ` ${name}="${own.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  }
  return text
}

function toBox(root: Readonly<Record<string, string>>): Box {
  const numbers = (root.viewBox ?? `0 0 ${Number.parseFloat(root.width ?? '')} ${Number.parseFloat(root.height ?? '')}`)
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [left, top, width, height] = numbers
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width! <= 0 || height! <= 0)
    throw new Refused('has no viewBox', 'Give <svg> a viewBox="0 0 WIDTH HEIGHT" around the drawing.')
  return { left: left!, top: top!, width: width!, height: height! }
}
