/**
 * The word mark in mails: a PNG, because mail programs show no SVG, and with a background of its own, because programs
 * with a dark mode do not change pictures.
 */
import sharp from 'sharp'
import type { ResolvedLook } from '../look/resolved-look.ts'
import type { Drawing } from './drawing.ts'

/** In CSS pixels. */
const MOST = { width: 300, height: 38 }
const DENSITY = 2

export function toMailMark({ box }: Drawing, { colours, wordmark }: ResolvedLook) {
  const scale = Math.min(MOST.width / box.width, MOST.height / box.height)
  // A word mark with colours of its own is drawn for the colour of paper.
  const [ground, letters] = wordmark.colour === 'drawn' ? [colours.paper, colours.ink] : [colours.band, colours.onBand]
  return {
    width: Math.round(box.width * scale),
    height: Math.round(box.height * scale),
    ground: ground.light,
    letters: letters.light,
  }
}

export async function drawMailMark(
  { box, parts }: Drawing,
  { width, height, ground, letters }: ReturnType<typeof toMailMark>,
): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * DENSITY}" height="${height * DENSITY}" viewBox="${box.left} ${box.top} ${box.width} ${box.height}" fill="${letters}">${parts.join('')}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: ground }).png({ compressionLevel: 9, palette: true }).toBuffer()
}
