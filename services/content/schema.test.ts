import { afterEach, expect, it } from 'vitest'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { fromMask, toMask } from './schema.ts'

afterEach(() => setPublications(TEST_PUBLICATIONS))

it('gives each publication a bit of its own, and none to what no bit is left for', () => {
  const codes = Array.from({ length: 70 }, (_, position) => `paper${position}`)
  setPublications(codes.map((code, position) => ({ ...TEST_PUBLICATIONS[0]!, code, position })))
  const masks = codes.map((code) => toMask([code]))
  expect(masks.slice(31)).toEqual(Array(39).fill(0))
  expect(masks.slice(0, 31).every((mask) => mask > 0)).toBe(true)
  expect(new Set(masks.slice(0, 31)).size).toBe(31)
  expect(codes.map((code) => fromMask(toMask([code])))).toEqual([
    ...codes.slice(0, 31).map((code) => [code]),
    ...codes.slice(31).map(() => []),
  ])
  expect(fromMask(toMask(['paper0', 'paper30', 'nobody']))).toEqual(['paper0', 'paper30'])
})
