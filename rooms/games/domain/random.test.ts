import { expect, it } from 'vitest'
import { createRandom } from './random.ts'

it('the same seed gives the same numbers, evenly distributed', () => {
  const a = createRandom('ak')
  const b = createRandom('ak')
  const drawn = Array.from({ length: 6000 }, () => a.below(6))
  expect(drawn).toEqual(Array.from({ length: 6000 }, () => b.below(6)))
  for (let side = 0; side < 6; side++) expect(drawn.filter((value) => value === side).length).toBeGreaterThan(850)
  expect(createRandom('fb').next()).not.toBe(createRandom('ak').next())
  expect(a.shuffle([1, 2, 3, 4]).toSorted((x, y) => x - y)).toEqual([1, 2, 3, 4])
})
