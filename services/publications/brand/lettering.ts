/** Draws a name in a face: letters as outlines, so that the word mark is visible before any font has loaded. */
import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { create as createFont, type Font } from 'fontkit'
// @ts-expect-error The package brings no types.
import subsetFontUntyped from 'subset-font'
import type { FontFamily } from '@lokalteil/domain/publication/font-families'
import type { Box, Drawing } from './drawing.ts'

type SubsetFont = (
  source: Uint8Array,
  text: string,
  options: { targetFormat: 'sfnt'; variationAxes?: Record<string, number> },
) => Promise<Uint8Array>
const subsetFont = subsetFontUntyped as SubsetFont
const require = createRequire(import.meta.url)

const FACES: Readonly<Record<FontFamily, { file: string; isVariable: boolean }>> = {
  newsreader: { file: '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2', isVariable: true },
  'source-serif': {
    file: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    isVariable: true,
  },
  'source-sans': {
    file: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    isVariable: true,
  },
  'libre-franklin': {
    file: '@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2',
    isVariable: true,
  },
  'barlow-semi-condensed': {
    file: '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-600-normal.woff2',
    isVariable: false,
  },
}

/** Units of a drawing per em, as in the word marks of the demo. */
export const UNITS_PER_EM = 200

export type Face = { bytes: Uint8Array; weight: number | null }

export async function shippedFace(family: FontFamily, weight: number): Promise<Face> {
  const { file, isVariable } = FACES[family]
  return { bytes: await readFile(require.resolve(file)), weight: isVariable ? weight : null }
}

/** Null: the face lacks a letter, or the bytes are no font. */
export async function drawName(
  name: string,
  face: Face,
  tracking: number,
  mostLines: 1 | 2 = 2,
): Promise<Drawing | null> {
  const lines = mostLines === 1 ? [name] : breakName(name)
  const font = await openFace(face, lines.join(''))
  if (font === null) return null
  let left = 0
  const parts: string[] = []
  const breaks: number[] = []
  for (const line of lines) {
    const run = font.layout(line)
    if (run.glyphs.some(({ id }) => id === 0)) return null
    const scale = UNITS_PER_EM / font.unitsPerEm
    let path = ''
    for (const [index, glyph] of run.glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = run.positions[index]!
      path += glyph.path
        .scale(scale, -scale)
        .translate(left + xOffset * scale, -yOffset * scale)
        .toSVG()
      left += xAdvance * scale + tracking * UNITS_PER_EM
    }
    parts.push(`<path d="${round(path)}"/>`)
    breaks.push(left)
  }
  const { ascent, descent, unitsPerEm } = font
  return {
    box: toBox(left, ascent / unitsPerEm, descent / unitsPerEm, font),
    parts,
    breakAt: parts.length > 1 ? breaks[0]! : null,
  }
}

/** From the tallest capital with an umlaut to the lowest descender, instead of the line height of the face. */
function toBox(width: number, ascent: number, descent: number, font: Font): Box {
  const top = Math.min(ascent, (font.capHeight / font.unitsPerEm || 0.7) + 0.2)
  const height = top + Math.min(-descent, 0.25)
  return { left: 0, top: -top * UNITS_PER_EM, width, height: height * UNITS_PER_EM }
}

/** Null: the bytes are no font. */
export async function openFace({ bytes, weight }: Face, text: string): Promise<Font | null> {
  try {
    // The A is added because a subset without any letter that the face has would lack the table to look letters up in.
    const plain = await subsetFont(bytes, `${text}A`, {
      targetFormat: 'sfnt',
      ...(weight === null ? {} : { variationAxes: { wght: weight } }),
    })
    return createFont(Buffer.from(plain)) as Font
  } catch {
    return null
  }
}

const LONG = 13
const UNBREAKABLE = 22

/** Breaks a long name into two lines: at a blank or hyphen, a single very long word near its middle. */
export function breakName(name: string): string[] {
  if (name.length <= LONG) return [name]
  const places = [...name.matchAll(/[ –-]/g)].map(({ index }) => index + 1)
  const middle = name.length / 2
  const [place] = places.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  if (place !== undefined) return [name.slice(0, place), name.slice(place)]
  if (name.length <= UNBREAKABLE) return [name]
  // A consonant before a vowel: a good enough guess of a syllable's beginning.
  const syllables = [...name.matchAll(/[bcdfghjklmnpqrstvwxyzß](?=[aeiouäöüy])/gi)].map(({ index }) => index)
  const [syllable = Math.floor(middle)] = syllables
    .filter((index) => index > 2)
    .toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return [`${name.slice(0, syllable)}-`, name.slice(syllable)]
}

/** True if the two lines form one word and therefore must not be shown side by side. */
export function isHyphenated(name: string): boolean {
  const lines = breakName(name)
  return lines.length > 1 && lines.join('') !== name
}

function round(path: string): string {
  return path.replaceAll(/-?\d+\.\d+/g, (value) => String(Number(Number(value).toFixed(1))))
}
