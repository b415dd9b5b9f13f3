import { expect, it } from 'vitest'
import { afterEmbargo, readEmbargo } from './embargo.ts'

const toInstant = (given: unknown) => (given === 'noon' ? '2026-11-28T12:00:00.000Z' : null)

it.each([
  ['noon', '2026-11-28T12:00:00.000Z'],
  ['tonight', undefined],
  [{}, undefined],
  ['', null],
  [null, null],
  [undefined, null],
])('reads %j as %j', (given, embargo) => expect(readEmbargo(given, toInstant)).toBe(embargo))

it('an article is published at its own time or when its embargo ends, whichever is later', () => {
  const [early, late] = ['2026-11-28T06:00:00.000Z', '2026-11-28T12:00:00.000Z']
  expect(afterEmbargo(early, null)).toBe(early)
  expect(afterEmbargo(early, late)).toBe(late)
  expect(afterEmbargo(late, early)).toBe(late)
  expect(afterEmbargo(new Date(early), new Date(late))).toEqual(new Date(late))
})
