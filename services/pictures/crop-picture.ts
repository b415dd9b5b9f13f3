/**
 * The part of a picture that a crop shows: the one around its focal point, else the one that catches the eye. The point
 * lies as far from the edges of the crop as from those of the picture, as `object-position` has it in pages.
 */
import type { Sharp } from 'sharp'

export type FocalPoint = { x: number; y: number }
type Size = { width: number; height: number }

/** `image`: not turned yet; `original`: its measures as it is seen. Percent of width and height, from the top left. */
export function cropAround(image: Sharp, original: Size, target: Size, focus: FocalPoint): Sharp {
  const scale = Math.min(original.width / target.width, original.height / target.height)
  const width = Math.min(original.width, Math.max(1, Math.round(target.width * scale)))
  const height = Math.min(original.height, Math.max(1, Math.round(target.height * scale)))
  const left = Math.round(((original.width - width) * focus.x) / 100)
  const top = Math.round(((original.height - height) * focus.y) / 100)
  return image
    .rotate()
    .extract({ left, top, width, height })
    .resize({ ...target, fit: 'fill' })
}
