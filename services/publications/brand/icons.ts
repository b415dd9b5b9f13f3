/** The icon of a publication in every size and shape that systems ask for. */
import sharp from 'sharp'
import { readable } from '../look/colour.ts'
import type { ResolvedLook } from '../look/resolved-look.ts'
import type { Drawing } from './drawing.ts'

const SIZE = 512
const CORNERS: Readonly<Record<ResolvedLook['corners'], number>> = {
  square: 0,
  crisp: 48,
  slight: 88,
  soft: 112,
  round: 160,
}
/** Share of the width: every shape of a maskable icon shows at least a circle of four fifths. */
const SAFE = 0.7

/** Draws the first letter of the name on the paper's own colour. */
export function drawIcon(initial: Drawing, { brand, corners }: ResolvedLook): string {
  const { box, parts } = initial
  const capitals = Math.min(box.height, box.width * 1.6)
  const scale = (SIZE * 0.56) / Math.max(capitals * 0.72, box.width)
  // The letter stands on the line at 0 and capitals are some 0.7 em high; their middle is put in the middle of the
  // icon.
  const x = SIZE / 2 - (box.left + box.width / 2) * scale
  const y = SIZE / 2 + 69 * scale
  return toSvg(
    `<rect width="${SIZE}" height="${SIZE}" rx="${CORNERS[corners]}" fill="${brand}"/><g fill="${readable('#ffffff', [brand], 3)}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})">${parts.join('')}</g>`,
  )
}

/** Puts the drawing into a square, whatever its own shape. */
export function toIconSvg({ box, parts }: Drawing): string {
  const side = Math.max(box.width, box.height)
  const left = box.left - (side - box.width) / 2
  const top = box.top - (side - box.height) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${side} ${side}">${parts.join('')}</svg>`
}

function toSvg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${content}</svg>`
}

export async function drawPng(svg: string, size: number): Promise<Uint8Array> {
  return render(svg, size).png({ compressionLevel: 9, palette: true }).toBuffer()
}

/**
 * Systems that round icons themselves need opaque corners: they are filled with the colour at the icon's upper edge.
 */
export async function drawOpaque(svg: string, size: number): Promise<Uint8Array> {
  return render(svg, size)
    .flatten({ background: await edgeColour(svg) })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

export async function drawMaskable(svg: string, size: number): Promise<Uint8Array> {
  const background = await edgeColour(svg)
  const inner = Math.round(size * SAFE)
  const icon = await render(svg, inner).png().toBuffer()
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: icon }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

function render(svg: string, size: number) {
  return sharp(Buffer.from(svg), { density: 96 }).resize(size, size, { fit: 'contain', background: '#0000' })
}

async function edgeColour(svg: string): Promise<string> {
  const { data, info } = await render(svg, 64).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (2 * info.width + info.width / 2) * info.channels
  const [red = 255, green = 255, blue = 255, alpha = 0] = data.subarray(at, at + 4)
  if (alpha < 250) return '#ffffff'
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

const ICO_SIZES = [16, 32, 48]

/** Packs PNGs into the container format ICO. */
export async function toIco(svg: string): Promise<Uint8Array> {
  const pictures = await Promise.all(ICO_SIZES.map((size) => drawPng(svg, size)))
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.byteLength
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(ICO_SIZES[index]!, at)
    head.writeUInt8(ICO_SIZES[index]!, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(picture.byteLength, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += picture.byteLength
  }
  return Buffer.concat([head, ...pictures])
}
