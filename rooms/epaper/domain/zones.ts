/**
 * Zones: the areas on a page of an issue. All lengths are fractions of the page, 0 to 1 from its upper left corner, so
 * that they fit page pictures of every size.
 */
export const ZONE_KINDS = ['headline', 'text', 'picture', 'advertisement'] as const
type ZoneKind = (typeof ZONE_KINDS)[number]

export type Box = { x: number; y: number; width: number; height: number }
export type Point = readonly [x: number, y: number]

export type Zone = {
  kind: ZoneKind
  /** Key of the article within the issue; null: the zone belongs to no article. */
  articleKey: string | null
  box: Box
  /** The outline if it is not the box; at least three corners. */
  polygon: readonly Point[] | null
}

/** The smallest box around all of them; null for an empty list. */
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
