import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { expect, it } from 'vitest'
import { checkGeodata, toGeodata } from './check-geodata.ts'

const folder = {
  places: { regions: [{ id: 'aue', name: 'Aue', places: [{ id: 'tannau', name: 'Tannau', places: [] }] }] },
} as unknown as PublicationFolder
const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const feature = (properties: object, geometry: object) => ({ type: 'Feature', properties, geometry })
const point = (...coordinates: number[]) => ({ type: 'Point', coordinates })
const collection = (...features: object[]) => ({ type: 'FeatureCollection', credit: '© Amt', features })
const RING = [
  [11, 51],
  [11.1, 51],
  [11.1, 51.1],
  [11, 51],
]

it('reads points, lines and areas of places and landscape, rounded to a metre', () => {
  const given = collection(
    feature({ place: 'tannau', name: 'Tannau' }, point(11.1234567, 51.1, 312)),
    feature({ place: 'aue' }, { type: 'MultiPolygon', coordinates: [[RING, RING], [RING]] }),
    feature({ kind: 'river' }, { type: 'LineString', coordinates: RING }),
  )
  expect(checkGeodata(folder, bytes(given))).toEqual([])
  expect(toGeodata(bytes(given))).toEqual({
    credit: '© Amt',
    shapes: [
      { place: 'tannau', point: [11.12346, 51.1] },
      { place: 'aue', areas: [RING, RING] },
      { kind: 'river', lines: [RING] },
    ],
  })
  expect([checkGeodata(folder, undefined), toGeodata(null)]).toEqual([[], null])
})

it.each([
  ['no JSON', 'x', /is no JSON/],
  ['too many bytes', ' '.repeat(2_000_001), /larger than 2 MB/],
  ['no credit', { type: 'FeatureCollection', features: [] }, /expected string/],
  ['a feature that is nothing', collection(feature({}, point(11, 51))), /neither a "place" nor a "kind"/],
  ['a feature that is both', collection(feature({ place: 'tannau', kind: 'water' }, point(11, 51))), /or both/],
  ['a place beyond the world', collection(feature({ place: 'tannau' }, point(191, 51))), /expected number to be <=180/],
  [
    'an open kind of geometry',
    collection(feature({ place: 'tannau' }, { type: 'Circle', coordinates: [] })),
    /Invalid/,
  ],
  [
    'too many positions',
    collection(
      feature({ kind: 'river' }, { type: 'LineString', coordinates: Array.from({ length: 60_001 }, () => [11, 51]) }),
    ),
    /more than 60000 positions/,
  ],
])('refuses %s, and says why', (_name, given, message) => {
  expect(checkGeodata(folder, bytes(given))[0]).toMatchObject({ level: 'error', file: 'map.geojson' })
  expect(checkGeodata(folder, bytes(given))[0]!.message).toMatch(message)
  expect(toGeodata(bytes(given))).toBeNull()
})

it('warns of a place that places.yaml does not name', () => {
  expect(checkGeodata(folder, bytes(collection(feature({ place: 'nirgends' }, point(11, 51)))))).toMatchObject([
    { level: 'warning', message: 'there is no place "nirgends"' },
  ])
})
