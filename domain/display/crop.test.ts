import { expect, it } from 'vitest'
import { toCrop } from './crop.ts'

const WIDE = { width: 800, height: 200 }
const HIGH = { width: 300, height: 900 }

it.each([
  [WIDE, { width: 100, height: 100 }, { x: 0, y: 50 }, { left: 0, top: 0, width: 200, height: 200 }],
  [WIDE, { width: 100, height: 100 }, { x: 100, y: 50 }, { left: 600, top: 0, width: 200, height: 200 }],
  [WIDE, { width: 1600, height: 400 }, { x: 10, y: 90 }, { left: 0, top: 0, width: 800, height: 200 }],
  [HIGH, { width: 160, height: 90 }, { x: 50, y: 25 }, { left: 0, top: 183, width: 300, height: 169 }],
  [
    { width: 1, height: 1 },
    { width: 320, height: 180 },
    { x: 50, y: 50 },
    { left: 0, top: 0, width: 1, height: 1 },
  ],
])('of %o a crop for %o around %o is %o', (original, target, focus, crop) => {
  expect(toCrop(original, target, focus)).toEqual(crop)
})
