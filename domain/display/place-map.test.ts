import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawPlaceMap, type Geodata, type Position } from './place-map.ts'

const square = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]
const GEODATA: Geodata = {
  credit: '© Landesvermessung',
  shapes: [
    { place: 'tannau', point: [10.5, 51] },
    { place: 'tannau', areas: [square(10.4, 50.95, 0.2)] },
    { place: 'moorbeck', point: [10.46, 51.04] },
    { place: 'fern', point: [12, 53] },
    {
      kind: 'river',
      lines: [
        [
          [9, 51.01],
          [12, 51.01],
        ],
      ],
    },
    { kind: 'water', areas: [square(0, 40, 30)] },
    {
      kind: 'road',
      lines: [
        [
          [9, 40],
          [12, 41],
        ],
      ],
    },
  ],
}
const TANNAU = { id: 'tannau', name: 'Tannau' }
const OTHERS = [
  { id: 'moorbeck', name: 'Moorbeck' },
  { id: 'fern', name: 'Fern' },
  { id: 'nirgends', name: 'Nirgends' },
]
const numbers = (path: string) => path.match(/-?[\d.]+/g)!.map(Number)

it('marks the place in the middle with its outline, and names places nearby', () => {
  const map = drawPlaceMap(GEODATA, [TANNAU], OTHERS)!
  expect(map).toMatchObject({ names: ['Tannau'], credit: '© Landesvermessung', width: 320, height: 240 })
  expect(map.points.map(({ name, isMarked }) => [name, isMarked])).toEqual([
    ['Tannau', true],
    ['Moorbeck', false],
  ])
  const [{ x, y } = { x: 0, y: 0 }] = map.points
  expect([x, y]).toEqual([160, expect.closeTo(180, -2)])
  expect(map.outlines).toHaveLength(1)
})

it('cuts off invisible parts: a lake around everything fills the view, a far road is left out', () => {
  const map = drawPlaceMap(GEODATA, [TANNAU], [])!
  expect(map.ground.map(({ kind }) => kind)).toEqual(['water', 'river'])
  for (const { path } of map.ground)
    for (const [index, value] of numbers(path).entries())
      expect([value >= -6, value <= (index % 2 === 0 ? 326 : 246)]).toEqual([true, true])
})

it.each([
  ['no place', []],
  ['a place without geodata', [{ id: 'nirgends', name: 'Nirgends' }]],
])('%s has no map', (_name, marked) => expect(drawPlaceMap(GEODATA, marked, OTHERS)).toBeNull())

it('a single point is shown with a few kilometres around it', () => {
  const map = drawPlaceMap(GEODATA, [{ id: 'moorbeck', name: 'Moorbeck' }], [TANNAU])!
  expect(map.points.map(({ name }) => name)).toEqual(['Moorbeck', 'Tannau'])
})

it('stays small and within its view, for any geodata', () => {
  const position = fc.tuple(fc.double({ min: 5, max: 15, noNaN: true }), fc.double({ min: 47, max: 55, noNaN: true }))
  const positions = fc.array(position, { minLength: 2, maxLength: 3000 })
  fc.assert(
    fc.property(
      fc.array(positions, { maxLength: 3 }),
      fc.array(positions, { maxLength: 3 }),
      position,
      (lines, areas, point) => {
        const shapes = [
          { place: 'a', point },
          { kind: 'road' as const, lines },
          { kind: 'wood' as const, areas },
        ]
        const map = drawPlaceMap({ credit: '', shapes }, [{ id: 'a', name: 'A' }], [])
        const paths = map?.ground.map(({ path }) => path).join('') ?? ''
        expect(paths.length).toBeLessThan(9001)
        expect(paths).toMatch(/^[MLZ\d. -]*$/)
        expect(numbers(`${paths} 0`).every((value) => value >= -6.1 && value <= 326.1)).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
})
