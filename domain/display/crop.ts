/**
 * The section of a picture that a crop of another shape shows around the focal point. The point keeps its relative
 * position, as with CSS `object-position`.
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
