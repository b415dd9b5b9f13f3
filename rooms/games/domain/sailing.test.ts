import { expect, it } from 'vitest'
import { createSailing } from './sailing-generator.ts'
import {
  banksAt,
  driveAt,
  hasArrived,
  sail,
  startBoat,
  tack,
  toResult,
  toTurn,
  windAt,
  type Boat,
  type SailingPuzzle,
} from './sailing.ts'

/** Sails close to the wind and tacks before each bank. */
function sailUp(puzzle: SailingPuzzle): Boat {
  let boat = startBoat(puzzle)
  for (let step = 0; step < 20 * 240 && !hasArrived(puzzle, boat); step++) {
    const [left, right] = banksAt(puzzle, boat.y + 6)
    const isNear = (boat.x < left + 12 && boat.heading < 0) || (boat.x > right - 12 && boat.heading > 0)
    if (boat.tackTo === null && isNear) boat = tack(puzzle, boat)
    const off = toTurn(boat.heading - windAt(puzzle, boat.y))
    const wanted = off >= 0 ? 46 : -46
    const helm = boat.tackTo !== null || Math.abs(off - wanted) < 4 ? 0 : off < wanted ? 1 : -1
    boat = sail(puzzle, boat, helm, 1 / 20)
  }
  return boat
}

it('R1-74 every river of 200 seeds can be sailed up by tacking, in a reasonable time', () => {
  for (let seed = 0; seed < 200; seed++) {
    const puzzle = createSailing(`ak|${seed}`)
    const boat = sailUp(puzzle)
    expect(hasArrived(puzzle, boat), String(seed)).toBe(true)
    expect(toResult(boat)).toBeGreaterThan(30)
    expect(toResult(boat)).toBeLessThan(200)
  }
})

it('R1-74 in any wind of a day, a boat left alone moves forward', () => {
  for (let seed = 0; seed < 200; seed++) {
    const puzzle = createSailing(`ak|${seed}`)
    let boat = startBoat(puzzle)
    for (let step = 0; step < 40; step++) boat = sail(puzzle, boat, 0, 1 / 20)
    expect([seed, boat.speed > 3, boat.y > 2]).toEqual([seed, true, true])
  }
})

it('R1-74 a boat without steering never gets up the river', () => {
  for (let seed = 0; seed < 200; seed++) {
    const puzzle = createSailing(String(seed))
    let boat = startBoat(puzzle)
    for (let step = 0; step < 20 * 120; step++) boat = sail(puzzle, boat, 0, 1 / 20)
    expect(hasArrived(puzzle, boat)).toBe(false)
    const [left, right] = banksAt(puzzle, boat.y)
    expect(boat.x).toBeGreaterThanOrEqual(left)
    expect(boat.x).toBeLessThanOrEqual(right)
  }
})

it.each([
  [0, 0],
  [30, 0],
  [-30, 0],
  [90, 1],
  [-90, 1],
  [330, 0],
  [180, 0.65],
])('at %d degrees to the wind the speed factor is %f', (angle, drive) => expect(driveAt(angle)).toBeCloseTo(drive))

it('R1-74 the helm turns the boat, a tack ends on the other side of the wind, running aground costs time', () => {
  const puzzle = createSailing('helm')
  const boat = startBoat(puzzle)
  expect(sail(puzzle, boat, 1, 0.1).heading).toBeGreaterThan(boat.heading)
  expect(sail(puzzle, boat, -1, 0.1).heading).toBeLessThan(boat.heading)
  let tacking = tack(puzzle, boat)
  for (let step = 0; step < 60; step++) tacking = sail(puzzle, tacking, 0, 0.05)
  expect(tacking.tackTo).toBe(null)
  const sideOf = ({ heading, y }: Boat) => Math.sign(toTurn(heading - windAt(puzzle, y)))
  expect(sideOf(tacking)).toBe(-sideOf(boat))
  expect(toResult({ ...boat, seconds: 10, bumps: 2 })).toBe(16)
})
