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

function areaOf({ width, height }: Box): number {
  return width * height
}

function isInBox({ x, y, width, height }: Box, [px, py]: Point): boolean {
  return px >= x && px <= x + width && py >= y && py <= y + height
}

/** Even-odd rule. */
export function isInPolygon(corners: readonly Point[], [px, py]: Point): boolean {
  let isIn = false
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const [xi, yi] = corners[i]!
    const [xj, yj] = corners[j]!
    if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) isIn = !isIn
  }
  return isIn
}

function isInZone({ box, polygon }: Pick<Zone, 'box' | 'polygon'>, point: Point): boolean {
  return isInBox(box, point) && (polygon === null || isInPolygon(polygon, point))
}

/** What a reader means who points there: the smallest zone around the point. Null: nothing. */
export function findZone<Z extends Pick<Zone, 'box' | 'polygon'>>(zones: readonly Z[], point: Point): Z | null {
  let found: Z | null = null
  for (const zone of zones)
    if (isInZone(zone, point) && (found === null || areaOf(zone.box) < areaOf(found.box))) found = zone
  return found
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

/** Area of both over area of either, 0 to 1. */
export function overlapOf(a: Box, b: Box): number {
  const shared = sharedAreaOf(a, b)
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared)
}

export function sharedAreaOf(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}
