import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clampView, moveBy, MOST_SCALE, toTurn, WHOLE, zoomAt } from './zooming.ts'

const STAGE = { width: 400, height: 600 }
const SHEET = { width: 400, height: 580 }

it('a point of the page stays under the finger', () => {
  const point = { x: 200, y: 300 }
  const view = zoomAt(WHOLE, 2, point, SHEET, STAGE)
  expect(view.scale).toBe(2)
  expect([(point.x - view.x) / 2, (point.y - view.y) / 2]).toEqual([200, 300])
})

it.each([
  ['a whole page lies where it was', { scale: 1, x: 40, y: -30 }, WHOLE],
  ['smaller than whole is whole', { scale: 0.5, x: 0, y: 0 }, WHOLE],
  ['no further than its edges', { scale: 2, x: 50, y: -2000 }, { scale: 2, x: 0, y: 600 - 1160 }],
  ['no larger than can be read', { scale: 90, x: 0, y: 0 }, { scale: MOST_SCALE, x: 0, y: 0 }],
])('%s', (_what, view, expected) => expect(clampView(view, SHEET, STAGE)).toEqual(expected))

it('a page that is large enough always covers the whole stage', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.record({ factor: fc.double({ min: 0.2, max: 4, noNaN: true }), x: fc.nat(400), y: fc.nat(600) }),
          fc.record({ dx: fc.integer({ min: -900, max: 900 }), dy: fc.integer({ min: -900, max: 900 }) }),
        ),
      ),
      (steps) => {
        let view = WHOLE
        for (const step of steps)
          view =
            'factor' in step
              ? zoomAt(view, step.factor, step, SHEET, STAGE)
              : moveBy(view, step.dx, step.dy, SHEET, STAGE)
        expect(view.scale).toBeGreaterThanOrEqual(1)
        if (view.scale === 1) {
          expect(view).toEqual(WHOLE)
          return
        }
        expect(view.x).toBeLessThanOrEqual(0.001)
        expect(view.x + SHEET.width * view.scale).toBeGreaterThanOrEqual(STAGE.width - 0.001)
      },
    ),
  )
})

it.each([
  ['to the left', { x: -80, y: 10, milliseconds: 200 }, 1],
  ['to the right', { x: 80, y: 10, milliseconds: 200 }, -1],
  ['down', { x: -80, y: 60, milliseconds: 200 }, 0],
  ['too short', { x: -30, y: 0, milliseconds: 100 }, 0],
  ['too slow', { x: -200, y: 0, milliseconds: 1500 }, 0],
])('a swipe %s', (_what, moved, turn) => expect(toTurn(moved)).toBe(turn))
