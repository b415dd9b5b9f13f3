import { expect, it } from 'vitest'
import { toStars } from './stars.ts'

it.each([
  [0, '-----'],
  [1, '*----'],
  [2.5, '**h--'],
  [4.24, '****-'],
  [4.25, '****h'],
  [4.75, '*****'],
  [5, '*****'],
  [9, '*****'],
  [-3, '-----'],
  [Number.NaN, '-----'],
])('draws %d as %s', (rating, drawn) => {
  expect(
    toStars(rating)
      .map((star) => ({ 'star-filled': '*', 'star-half': 'h', star: '-' })[star])
      .join(''),
  ).toBe(drawn)
})
