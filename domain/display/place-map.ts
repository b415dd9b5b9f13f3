/**
 * A small map of an article's places, drawn from the publication's geodata: no tiles, no other host. Shapes are clipped
 * to the view and bends too small to be seen are dropped, so that a map stays a few kilobytes.
 */

/** Degrees of longitude and latitude (WGS 84). */
export type Position = readonly [number, number]
type GroundKind = 'water' | 'river' | 'road' | 'rail' | 'wood' | 'built'
/** `place`: the id of a place or region. Exactly one of the three geometries is set. */
export type GeoShape = {
  place?: string | undefined
  kind?: GroundKind | undefined
  point?: Position | undefined
  lines?: readonly (readonly Position[])[] | undefined
  areas?: readonly (readonly Position[])[] | undefined
}
export type Geodata = { credit: string; creditUrl?: string | undefined; shapes: readonly GeoShape[] }

/** Paths and points in a view of `width` × `height`. */
export type PlaceMap = {
  width: number
  height: number
  /** Names of the marked places. */
  names: string[]
  outlines: string[]
  ground: { kind: GroundKind; path: string }[]
  points: { x: number; y: number; name: string; isMarked: boolean }[]
  credit: string
  creditUrl?: string | undefined
}
type Place = { id: string; name: string }
type Point = readonly [number, number]

const WIDTH = 320
const HEIGHT = 240
/**
 * Margin around the marked places, as a share of their size; and the smallest visible height, in degrees of latitude
 * (about thirteen kilometres).
 */
const MARGIN = 0.35
const LEAST_LATITUDE = 0.12
/** Lines are drawn this far beyond the edge, so that their ends stay invisible. */
const BLEED = 6
const MOST_OTHERS = 6
/** Names closer than this would overlap. */
const NAME_ROOM = { x: 78, y: 20 }
const TOLERANCES = [1.2, 2.4, 5, 9]
const MOST_LETTERS = 9000
const GROUND_ORDER: readonly GroundKind[] = ['wood', 'built', 'water', 'river', 'rail', 'road']

/** Null: the geodata has none of these places. `others`: places that may be named beside them. */
export function drawPlaceMap(geodata: Geodata, marked: readonly Place[], others: readonly Place[]): PlaceMap | null {
  const ofPlace = new Map<string, GeoShape[]>()
  for (const shape of geodata.shapes)
    if (shape.place !== undefined) ofPlace.set(shape.place, [...(ofPlace.get(shape.place) ?? []), shape])
  const shown = marked.filter(({ id }) => ofPlace.has(id))
  const shapes = shown.flatMap(({ id }) => ofPlace.get(id) ?? [])
  const positions = shapes.flatMap(({ point, areas = [] }) => [...(point ? [point] : []), ...areas.flat()])
  if (positions.length === 0) return null
  const project = toProjection(positions)
  for (const tolerance of TOLERANCES) {
    const map = drawWith(geodata, project, tolerance, { shown, shapes, others, ofPlace })
    const letters = [...map.outlines, ...map.ground.map(({ path }) => path)].join('').length
    if (letters <= MOST_LETTERS) return map
  }
  return null
}

type Drawn = {
  shown: readonly Place[]
  shapes: readonly GeoShape[]
  others: readonly Place[]
  ofPlace: ReadonlyMap<string, readonly GeoShape[]>
}

function drawWith(
  { credit, creditUrl, shapes: all }: Geodata,
  project: (position: Position) => Point,
  tolerance: number,
  { shown, shapes, others, ofPlace }: Drawn,
): PlaceMap {
  const toArea = (ring: readonly Position[]) => toPath(thin(clipArea(ring.map(project)), tolerance), 'Z')
  const toLine = (line: readonly Position[]) =>
    clipLine(line.map(project))
      .map((run) => toPath(thin(run, tolerance), ''))
      .join('')
  const ground = all
    .flatMap(({ kind, lines = [], areas = [] }) => {
      const path = kind === undefined ? '' : [...areas.map(toArea), ...lines.map(toLine)].join('')
      return kind === undefined || path === '' ? [] : [{ kind, path }]
    })
    .toSorted((a, b) => GROUND_ORDER.indexOf(a.kind) - GROUND_ORDER.indexOf(b.kind))
  const points: PlaceMap['points'] = []
  const isFree = ({ x, y }: { x: number; y: number }) =>
    x >= 8 &&
    x <= WIDTH - 8 &&
    y >= 14 &&
    y <= HEIGHT - 8 &&
    points.every((one) => Math.abs(one.x - x) > NAME_ROOM.x || Math.abs(one.y - y) > NAME_ROOM.y)
  const put = ({ id, name }: Place, isMarked: boolean) => {
    const point = ofPlace.get(id)?.find((shape) => shape.point)?.point
    if (point === undefined) return
    const [x, y] = project(point).map(round) as [number, number]
    if (isMarked || isFree({ x, y })) points.push({ x, y, name, isMarked })
  }
  for (const place of shown) put(place, true)
  for (const place of others) if (points.length < shown.length + MOST_OTHERS) put(place, false)
  return {
    width: WIDTH,
    height: HEIGHT,
    names: shown.map(({ name }) => name),
    outlines: shapes.flatMap(({ areas = [] }) => areas.map(toArea)).filter((path) => path !== ''),
    ground,
    points,
    credit,
    creditUrl,
  }
}

/** Centres the marked places with a margin. A degree of longitude gets its length at that latitude. */
function toProjection(positions: readonly Position[]): (position: Position) => Point {
  const longitudes = positions.map(([longitude]) => longitude)
  const latitudes = positions.map(([, latitude]) => latitude)
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  const middle = (south + north) / 2
  const shrink = Math.max(0.1, Math.cos((middle * Math.PI) / 180))
  const high = Math.max((north - south) * (1 + 2 * MARGIN), LEAST_LATITUDE)
  const wide = (east - west) * shrink * (1 + 2 * MARGIN)
  const scale = Math.min(HEIGHT / high, wide === 0 ? Infinity : WIDTH / wide)
  const centre = (west + east) / 2
  return ([longitude, latitude]) => [
    WIDTH / 2 + (longitude - centre) * shrink * scale,
    HEIGHT / 2 - (latitude - middle) * scale,
  ]
}

type Edge = { at: number; axis: 0 | 1; isInside: (value: number) => boolean }
const EDGES: readonly Edge[] = [
  { at: -BLEED, axis: 0, isInside: (value) => value >= -BLEED },
  { at: WIDTH + BLEED, axis: 0, isInside: (value) => value <= WIDTH + BLEED },
  { at: -BLEED, axis: 1, isInside: (value) => value >= -BLEED },
  { at: HEIGHT + BLEED, axis: 1, isInside: (value) => value <= HEIGHT + BLEED },
]

/** Sutherland–Hodgman clipping: against one edge of the view after the other. */
function clipArea(ring: readonly Point[]): Point[] {
  let points = [...ring]
  for (const edge of EDGES) {
    const kept: Point[] = []
    for (const [index, point] of points.entries()) {
      const before = points.at(index - 1)!
      const isIn = edge.isInside(point[edge.axis])
      if (isIn !== edge.isInside(before[edge.axis])) kept.push(cross(before, point, edge))
      if (isIn) kept.push(point)
    }
    points = kept
  }
  return points
}

/** The visible parts of a line. */
function clipLine(line: readonly Point[]): Point[][] {
  const runs: Point[][] = []
  for (const [index, end] of line.entries()) {
    const start = line[index - 1]
    if (start === undefined) continue
    let piece: [Point, Point] | null = [start, end]
    for (const edge of EDGES) piece = piece && cutPiece(piece, edge)
    if (piece === null) continue
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last !== undefined && last[0] === piece[0][0] && last[1] === piece[0][1])
      run.push(piece[1])
    else runs.push([...piece])
  }
  return runs
}

function cutPiece([start, end]: [Point, Point], edge: Edge): [Point, Point] | null {
  const isIn = [edge.isInside(start[edge.axis]), edge.isInside(end[edge.axis])]
  if (!isIn[0] && !isIn[1]) return null
  return [isIn[0] ? start : cross(start, end, edge), isIn[1] ? end : cross(start, end, edge)]
}

function cross(start: Point, end: Point, { at, axis }: Edge): Point {
  const share = (at - start[axis]) / (end[axis] - start[axis])
  const other = axis === 0 ? 1 : 0
  const value = start[other] + (end[other] - start[other]) * share
  return axis === 0 ? [at, value] : [value, at]
}

/** Drops points nearer than `tolerance` to the one before. */
function thin(points: readonly Point[], tolerance: number): Point[] {
  const kept: Point[] = []
  for (const [index, point] of points.entries()) {
    const last = kept.at(-1)
    const isFar = last === undefined || Math.hypot(point[0] - last[0], point[1] - last[1]) >= tolerance
    if (isFar || index === points.length - 1) kept.push(point)
  }
  return kept
}

const round = (value: number): number => Math.round(value * 10) / 10

function toPath(points: readonly Point[], end: '' | 'Z'): string {
  if (points.length < (end === '' ? 2 : 3)) return ''
  return `M${points.map((point) => point.map(round).join(' ')).join('L')}${end}`
}
