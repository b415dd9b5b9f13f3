/** The word mark as a file, as a share picture, and the placeholder for missing pictures. */
import sharp from 'sharp'
import { toHex, toTone } from '../look/colour.ts'
import type { ResolvedLook } from '../look/resolved-look.ts'
import type { Drawing } from './drawing.ts'

const SHARE = { width: 1200, height: 630 }

export function toWordmarkSvg({ box, parts }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.left} ${box.top} ${box.width} ${box.height}" fill="currentColor">${parts.join('')}</svg>`
}

/** 16:9, the icon on the band's colour. */
export function toPlaceholderSvg(icon: string, { colours }: ResolvedLook): string {
  const { lightness, chroma, hue } = toTone(colours.band.light)
  const lighter = toHex({ lightness: lightness + 0.14, chroma, hue })
  const inner = icon.replace('<svg ', '<svg x="640" y="290" width="320" height="320" ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900"><defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${lighter}"/><stop offset="1" stop-color="${colours.band.light}"/></linearGradient></defs><rect width="1600" height="900" fill="url(#ground)"/>${inner}</svg>`
}

/**
 * A share picture of the folder is cropped to size; without one the word mark is drawn on the band, with the claim
 * below.
 */
export async function drawShare(
  drawing: Drawing,
  claim: Drawing | null,
  { colours }: ResolvedLook,
  picture: Uint8Array | undefined,
): Promise<Uint8Array> {
  const { width, height } = SHARE
  const { band, onBand, onBandSoft, bandAccent } = colours
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${band.light}"/><rect y="${height - 18}" width="${width}" height="18" fill="${bandAccent.light}"/><g fill="${onBand.light}">${place(drawing, { x: width / 2, y: claim === null ? 300 : 265, width: 900, height: 190 })}</g>${claim === null ? '' : `<g fill="${onBandSoft.light}">${place(claim, { x: width / 2, y: 430, width: 900, height: 54 })}</g>`}</svg>`
  const source = picture === undefined ? sharp(Buffer.from(svg)) : sharp(picture, { limitInputPixels: 50_000_000 })
  return source
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

type Place = { x: number; y: number; width: number; height: number }

/** Places a drawing in the middle of an area, as large as it fits. */
function place({ box, parts }: Drawing, { x, y, width, height }: Place): string {
  const scale = Math.min(width / box.width, height / box.height)
  const left = x - (box.left + box.width / 2) * scale
  const top = y - (box.top + box.height / 2) * scale
  return `<g transform="translate(${left.toFixed(1)} ${top.toFixed(1)}) scale(${scale.toFixed(4)})">${parts.join('')}</g>`
}
