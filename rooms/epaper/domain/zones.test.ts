import { expect, it } from 'vitest'
import { boxOf, sharedAreaOf, unite, type Point } from './zones.ts'

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const L: Point[] = [
  [0, 0],
  [0.6, 0],
  [0.6, 0.2],
  [0.2, 0.2],
  [0.2, 0.6],
  [0, 0.6],
]
it.each([
  ['the same', box(0.1, 0.1, 0.2, 0.2), 0.04],
  ['half of it', box(0.1, 0.1, 0.1, 0.2), 0.02],
  ['beside', box(0.3, 0.1, 0.2, 0.2), 0],
])('the overlap of two boxes: %s', (_what, other, area) =>
  expect(sharedAreaOf(box(0.1, 0.1, 0.2, 0.2), other)).toBeCloseTo(area, 9),
)

it('the smallest box around several', () => {
  expect(unite([])).toBeNull()
  expect(unite([box(0.5, 0.25, 0.25, 0.25), box(0, 0.5, 0.25, 0.5)])).toEqual(box(0, 0.25, 0.75, 0.75))
  expect(boxOf(L)).toEqual(box(0, 0, 0.6, 0.6))
})
