/**
 * Parts of a picture. A crop of another shape shows the section around the focal point, which keeps its relative position, as with
 * CSS `object-position`; somebody at the office chooses a part for good.
 */

/** In percent of width and height, from the top left. */
export type FocalPoint = { x: number; y: number }
type Size = { width: number; height: number }

/** `original`: its size as displayed (after rotation). */
export function toCrop(original: Size, target: Size, focus: FocalPoint): Size & { left: number; top: number } {
  const scale = Math.min(original.width / target.width, original.height / target.height)
  const width = Math.min(original.width, Math.max(1, Math.round(target.width * scale)))
  const height = Math.min(original.height, Math.max(1, Math.round(target.height * scale)))
  const left = Math.round(((original.width - width) * focus.x) / 100)
  const top = Math.round(((original.height - height) * focus.y) / 100)
  return { left, top, width, height }
}

/** A part of a picture: percent of its width and height, from the top left. */
export type CropRect = { x: number; y: number; width: number; height: number }

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), Math.max(most, 0))
const toHundredths = (percent: number): number => Math.round(percent * 100) / 100

/**
 * The part with this ratio of width to height around `centre`, moved so that it stays inside. `share`: its width as a part of the
 * largest one's, more than 0 and at most 1.
 */
export function toCropRect({ width, height }: Size, ratio: number, centre: FocalPoint, share = 1): CropRect {
  const wide = Math.min(width, height * ratio) * share
  const part = { width: toHundredths((wide / width) * 100), height: toHundredths((wide / ratio / height) * 100) }
  const place = (middle: number, length: number) => toHundredths(within(middle - length / 2, 100 - length))
  return { x: place(centre.x, part.width), y: place(centre.y, part.height), ...part }
}

export function toCentre({ x, y, width, height }: CropRect): FocalPoint {
  return { x: x + width / 2, y: y + height / 2 }
}

/** The part in whole pixels, inside the picture and never empty. */
export function toRegion(size: Size, { x, y, width, height }: CropRect): Size & { left: number; top: number } {
  const span = (length: number, from: number, part: number) => {
    const start = within(Math.round((length * from) / 100), length - 1)
    return { start, length: Math.max(1, Math.min(length - start, Math.round((length * part) / 100))) }
  }
  const [across, down] = [span(size.width, x, width), span(size.height, y, height)]
  return { left: across.start, top: down.start, width: across.length, height: down.length }
}

/** A point of the whole picture as a point of the part; null: it lies outside. */
export function toPointInPart({ x, y }: FocalPoint, part: CropRect): FocalPoint | null {
  const inner = { x: ((x - part.x) / part.width) * 100, y: ((y - part.y) / part.height) * 100 }
  const isInside = [inner.x, inner.y].every((at) => at >= 0 && at <= 100)
  return isInside ? { x: toHundredths(inner.x), y: toHundredths(inner.y) } : null
}

/** The reverse. */
export function toPointOfWhole({ x, y }: FocalPoint, part: CropRect): FocalPoint {
  return {
    x: toHundredths(within(part.x + (x * part.width) / 100, 100)),
    y: toHundredths(within(part.y + (y * part.height) / 100, 100)),
  }
}
