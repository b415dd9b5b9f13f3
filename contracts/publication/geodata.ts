/**
 * `map.geojson` of a publication's folder: the geodata for maps of places (docs/publication-folder.md). GeoJSON (RFC
 * 7946) with a credit. A feature is a place (`place`: an id of places.yaml; a point, an outline or one of each) or
 * ground (`kind`).
 */
import type { GeoShape, Geodata } from '@lokalteil/domain/display/place-map'
import { z } from 'zod'
import { Slug, text } from './values.ts'

export const MOST_GEODATA_BYTES = 2_000_000
const MOST_FEATURES = 3000
const MOST_POSITIONS = 60_000

/** Drops height and rounds to five decimals (about a metre). */
const toShort = (value: number): number => Math.round(value * 1e5) / 1e5
const Position = z
  .tuple([z.number().min(-180).max(180), z.number().min(-85).max(85)], z.number())
  .transform(([longitude, latitude]) => [toShort(longitude), toShort(latitude)] as const)
const Line = z.array(Position).min(2)
const Ring = z.array(Position).min(4)
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.literal('LineString'), coordinates: Line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(Line) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring).min(1)) }),
])
const Properties = z.object({
  place: Slug.optional(),
  kind: z.enum(['water', 'river', 'road', 'rail', 'wood', 'built']).optional(),
})
const Feature = z
  .object({ type: z.literal('Feature'), geometry: Geometry, properties: Properties })
  .refine(({ properties: { place, kind } }) => (place === undefined) !== (kind === undefined), {
    message: 'has neither a "place" nor a "kind", or both',
    path: ['properties'],
  })

export const GeodataFile = z
  .object({
    type: z.literal('FeatureCollection'),
    /** Attribution shown to readers: "© OpenStreetMap-Mitwirkende". */
    credit: text(200),
    creditUrl: z
      .url({ protocol: /^https$/ })
      .max(500)
      .optional(),
    features: z.array(Feature).max(MOST_FEATURES),
  })
  .transform(({ credit, creditUrl, features }): Geodata => ({ credit, creditUrl, shapes: features.map(toShape) }))
  .refine(({ shapes }) => countPositions(shapes) <= MOST_POSITIONS, `has more than ${MOST_POSITIONS} positions`)

function toShape({ geometry, properties }: z.infer<typeof Feature>): GeoShape {
  switch (geometry.type) {
    case 'Point':
      return { ...properties, point: geometry.coordinates }
    case 'LineString':
      return { ...properties, lines: [geometry.coordinates] }
    case 'MultiLineString':
      return { ...properties, lines: geometry.coordinates }
    // Drops holes, which are too small to be seen.
    case 'Polygon':
      return { ...properties, areas: [geometry.coordinates[0]!] }
    case 'MultiPolygon':
      return { ...properties, areas: geometry.coordinates.map((rings) => rings[0]!) }
  }
}

function countPositions(shapes: readonly GeoShape[]): number {
  return shapes.reduce((sum, { lines = [], areas = [] }) => sum + 1 + [...lines, ...areas].flat().length, 0)
}
