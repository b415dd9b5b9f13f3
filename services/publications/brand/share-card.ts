/**
 * The picture of an article in link previews (Open Graph): its picture, its headline in the face of headlines, the word
 * mark; 1200 × 630 pixels. Letters are drawn as outlines, so that no font has to be installed. It receives only teaser
 * data.
 */
import { toCrop, type FocalPoint } from '@lokalteil/domain/display/crop'
import sharp from 'sharp'
import type { Font } from 'fontkit'
import type { ResolvedLook } from '../look/resolved-look.ts'
import type { Drawing } from './drawing.ts'
import { type Face, openFace } from './lettering.ts'

export type ShareCard = {
  title: string
  titlePrefix: string
  /** A file or its bytes; null: the headline is set on the publication's colour. */
  picture: string | Uint8Array | null
  focus?: FocalPoint | undefined
}

const WIDTH = 1200
const HEIGHT = 630
const EDGE = 60
const PICTURE_HEIGHT = 330
const MOST_PIXELS = 25_000_000
const MOST_LETTERS = 220
const LEADING = 1.14
/** Height of the word mark with the line below it, in pixels. */
const FOOT = 96
const SIZES = [60, 54, 48, 43] as const

export async function drawShareCard(
  { title, titlePrefix, picture, focus }: ShareCard,
  { wordmark, face, look }: { wordmark: Drawing; face: Face; look: ResolvedLook },
): Promise<Buffer> {
  const { colours, headlines } = look
  const text = title.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_LETTERS)
  const kicker = titlePrefix.replaceAll(/\s+/g, ' ').trim().slice(0, 60)
  const font = await openFace(face, `${text}${kicker}… `)
  const hasPicture = picture !== null
  const ground = hasPicture ? colours.paper.light : colours.band.light
  const ink = hasPicture ? colours.ink.light : colours.onBand.light
  const top = hasPicture ? PICTURE_HEIGHT : 0
  const parts = [`<rect y="${top}" width="${WIDTH}" height="${HEIGHT - top}" fill="${ground}"/>`]
  let y = top + (hasPicture ? 24 : 110)
  if (font !== null && kicker !== '') {
    y += 30
    const colour = hasPicture ? colours.accentStrong.light : colours.bandAccent.light
    parts.push(`<path fill="${colour}" d="${toOutline(font, kicker, { x: EDGE, y, size: 28 }, 0)}"/>`)
  }
  if (font !== null) {
    const { lines, size } = fitLines(font, text, HEIGHT - FOOT - y, headlines.tracking)
    for (const line of lines) {
      y += size * LEADING
      parts.push(`<path fill="${ink}" d="${toOutline(font, line, { x: EDGE, y, size }, headlines.tracking)}"/>`)
    }
  }
  parts.push(placeWordmark(wordmark, hasPicture ? colours.ink.light : colours.onBand.light))
  parts.push(`<rect y="${HEIGHT - 10}" width="${WIDTH}" height="10" fill="${colours.accent.light}"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${parts.join('')}</svg>`
  const card = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: ground } })
  const above = hasPicture
    ? [
        {
          input: await cropPicture(picture, focus),
          left: 0,
          top: 0,
        },
      ]
    : []
  return card
    .composite([...above, { input: Buffer.from(svg), left: 0, top: 0 }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

async function cropPicture(picture: string | Uint8Array, focus: FocalPoint | undefined): Promise<Buffer> {
  const target = { width: WIDTH, height: PICTURE_HEIGHT }
  const image = sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  if (focus !== undefined) {
    const { autoOrient } = await image.metadata()
    return image
      .rotate()
      .extract(toCrop(autoOrient, target, focus))
      .resize({ ...target, fit: 'fill' })
      .toBuffer()
  }
  return image
    .rotate()
    .resize({ ...target, fit: 'cover', position: sharp.strategy.attention })
    .toBuffer()
}

/**
 * Uses the largest size at which the text fits into the height; at the smallest size the rest is cut with an ellipsis.
 */
function fitLines(font: Font, text: string, height: number, tracking: number) {
  for (const size of SIZES) {
    const lines = breakLines(font, text, (WIDTH - 2 * EDGE) / size, tracking)
    const most = Math.floor(height / (size * LEADING))
    if (lines.length <= most) return { lines, size }
    if (size === SIZES.at(-1)) {
      const last = lines[most - 1] ?? ''
      return { lines: [...lines.slice(0, most - 1), `${last.replace(/[\s,;:–-]*\S{0,3}$/, '')} …`], size }
    }
  }
  return { lines: [], size: SIZES[0] }
}

/** `width` in em. */
function breakLines(font: Font, text: string, width: number, tracking: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/ (?! )/)) {
    const joined = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && measure(font, joined, tracking) <= width) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines
}

function measure(font: Font, line: string, tracking: number): number {
  const { glyphs, positions } = font.layout(line)
  return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / font.unitsPerEm + tracking * glyphs.length
}

function toOutline(font: Font, line: string, at: { x: number; y: number; size: number }, tracking: number): string {
  const scale = at.size / font.unitsPerEm
  const { glyphs, positions } = font.layout(line)
  let left = at.x
  let path = ''
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance, xOffset, yOffset } = positions[index]!
    // A letter that the face lacks is left out instead of drawn as an empty box.
    if (glyph.id !== 0)
      path += glyph.path
        .scale(scale, -scale)
        .translate(left + xOffset * scale, at.y - yOffset * scale)
        .toSVG()
    left += xAdvance * scale + tracking * at.size
  }
  return path.replaceAll(/-?\d+\.\d+/g, (value) => String(Number(Number(value).toFixed(1))))
}

function placeWordmark({ box, parts }: Drawing, colour: string): string {
  const scale = Math.min(420 / box.width, 38 / box.height)
  const x = EDGE - box.left * scale
  const y = HEIGHT - 34 - (box.top + box.height) * scale
  return `<g fill="${colour}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${parts.join('')}</g>`
}
