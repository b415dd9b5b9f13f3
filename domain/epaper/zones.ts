/**
 * Zones: what stands where on a page of an issue. All lengths are fractions of the page, 0 to 1 from its upper left corner,
 * so that they fit each of its pictures.
 */
export const ZONE_KINDS = ['headline', 'text', 'picture', 'advertisement'] as const
type ZoneKind = (typeof ZONE_KINDS)[number]

export type Box = { x: number; y: number; width: number; height: number }
export type Point = readonly [x: number, y: number]

export type Zone = {
  kind: ZoneKind
  /** Of the article within the issue; null: it belongs to none. */
  articleKey: string | null
  box: Box
  /** Its outline where that is not the box; at least three corners. */
  polygon: readonly Point[] | null
}

/** The smallest box around all of them; null for none. */
export function unite(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

export function boxOf(corners: readonly Point[]): Box {
  return unite(corners.map(([x, y]) => ({ x, y, width: 0, height: 0 })))!
}

export function sharedAreaOf(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}
