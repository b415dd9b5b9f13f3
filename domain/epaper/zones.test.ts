import { expect, it } from 'vitest'
import { boxOf, findZone, isInPolygon, overlapOf, unite, type Point, type Zone } from './zones.ts'

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const L: Point[] = [
  [0, 0],
  [0.6, 0],
  [0.6, 0.2],
  [0.2, 0.2],
  [0.2, 0.6],
  [0, 0.6],
]
const zone = (name: string, change: Partial<Zone> = {}): Zone & { name: string } => ({
  name,
  kind: 'text',
  articleKey: null,
  box: box(0, 0, 0.6, 0.6),
  polygon: null,
  ...change,
})

it.each<[string, Point, string | null]>([
  ['in the corner of the L', [0.1, 0.5], 'L'],
  ['in what the L leaves out', [0.4, 0.4], 'inside'],
  ['where only the L is', [0.5, 0.1], 'L'],
  ['in nothing', [0.5, 0.55], null],
  ['outside', [0.9, 0.9], null],
])('the zone %s', (_what, point, name) => {
  const zones = [zone('L', { polygon: L }), zone('inside', { box: box(0.3, 0.3, 0.2, 0.2) })]
  expect(findZone(zones, point)?.name ?? null).toBe(name)
})

it('the smallest of several zones wins, whatever their order', () => {
  const small = zone('small', { box: box(0.1, 0.1, 0.1, 0.1) })
  const names = [
    [zone('large'), small],
    [small, zone('large')],
  ].map((zones) => findZone(zones, [0.15, 0.15])?.name)
  expect(names).toEqual(['small', 'small'])
})

it.each<[Point, boolean]>([
  [[0.1, 0.1], true],
  [[0.4, 0.4], false],
  [[-0.1, 0.1], false],
])('%j in an L: %s', (point, is) => expect(isInPolygon(L, point)).toBe(is))

it.each([
  ['the same', box(0.1, 0.1, 0.2, 0.2), 1],
  ['half of it', box(0.1, 0.1, 0.1, 0.2), 0.5],
  ['beside', box(0.3, 0.1, 0.2, 0.2), 0],
])('overlap: %s', (_what, other, overlap) => expect(overlapOf(box(0.1, 0.1, 0.2, 0.2), other)).toBeCloseTo(overlap, 9))

it('unites boxes', () => {
  expect(unite([])).toBeNull()
  expect(unite([box(0.5, 0.25, 0.25, 0.25), box(0, 0.5, 0.25, 0.5)])).toEqual(box(0, 0.25, 0.75, 0.75))
  expect(boxOf(L)).toEqual(box(0, 0, 0.6, 0.6))
})
