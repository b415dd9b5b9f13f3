import { describe, expect, it } from 'vitest'
import { toCentre, toCrop, toCropRect, toPointInPart, toPointOfWhole, toRegion } from './crop.ts'

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

describe('a part that somebody chooses', () => {
  const MIDDLE = { x: 50, y: 50 }
  it.each([
    [WIDE, 1, MIDDLE, 1, { x: 37.5, y: 0, width: 25, height: 100 }],
    [WIDE, 1, { x: 0, y: 100 }, 1, { x: 0, y: 0, width: 25, height: 100 }],
    [WIDE, 2, { x: 100, y: 0 }, 0.5, { x: 75, y: 0, width: 25, height: 50 }],
    [HIGH, 3 / 2, { x: 50, y: 90 }, 1, { x: 0, y: 77.78, width: 100, height: 22.22 }],
    [HIGH, 1 / 3, { x: 10, y: 10 }, 1, { x: 0, y: 0, width: 100, height: 100 }],
  ])('of %o in the ratio %d around %o, %d of the width, stays inside: %o', (size, ratio, centre, share, part) => {
    expect(toCropRect(size, ratio, centre, share)).toEqual(part)
  })

  it('has its own centre, so that it can be moved from there', () => {
    const part = toCropRect(WIDE, 1, { x: 99, y: 50 })
    expect(toCentre(part)).toEqual({ x: 87.5, y: 50 })
    expect(toCropRect(WIDE, 1, toCentre(part))).toEqual(part)
  })

  it.each([
    [WIDE, { x: 25, y: 0, width: 25, height: 100 }, { left: 200, top: 0, width: 200, height: 200 }],
    [HIGH, { x: 0, y: 77.78, width: 100, height: 22.22 }, { left: 0, top: 700, width: 300, height: 200 }],
    [WIDE, { x: 90, y: 90, width: 100, height: 100 }, { left: 720, top: 180, width: 80, height: 20 }],
    [WIDE, { x: 100, y: 100, width: 1, height: 1 }, { left: 799, top: 199, width: 1, height: 1 }],
  ])('of %o is %o, in pixels %o', (size, part, region) => {
    expect(toRegion(size, part)).toEqual(region)
  })

  const QUARTER = { x: 50, y: 0, width: 50, height: 50 }
  it.each([
    [
      { x: 75, y: 25 },
      { x: 50, y: 50 },
    ],
    [
      { x: 50, y: 0 },
      { x: 0, y: 0 },
    ],
    [{ x: 49, y: 25 }, null],
    [{ x: 75, y: 51 }, null],
  ])('shows the point %o of the whole picture at %o', (point, inner) => {
    expect(toPointInPart(point, QUARTER)).toEqual(inner)
    if (inner !== null) expect(toPointOfWhole(inner, QUARTER)).toEqual(point)
  })
})
