import { expect, it } from 'vitest'
import { createShips } from './ships-generator.ts'
import {
  countShips,
  FLEET,
  isFleetSunk,
  judgeShots,
  listKnownWater,
  listNeighbours,
  listShips,
  WATER,
  type ShipsPuzzle,
} from './ships.ts'

it('R1-72 every fleet of 500 seeds is complete, and its ships are straight and do not touch', () => {
  const seen = new Set<string>()
  for (let seed = 0; seed < 500; seed++) {
    const puzzle = createShips(`ak|${seed}`)
    seen.add(puzzle.fleet)
    const ships = listShips(puzzle)
    expect(puzzle.fleet).toHaveLength(100)
    expect(ships.map((ship) => ship.length)).toEqual(FLEET)
    for (const ship of ships) {
      const steps = new Set(ship.slice(1).map((cell, index) => cell - ship[index]!))
      expect([...steps].every((step) => step === 1 || step === 10) && steps.size <= 1).toBe(true)
      expect(new Set(ship.map((cell) => Math.floor(cell / 10))).size === 1 || !steps.has(1)).toBe(true)
      for (const cell of ship)
        for (const near of listNeighbours(cell)) expect(ship.includes(near) || puzzle.fleet[near] === WATER).toBe(true)
    }
    expect(countShips(puzzle).rows.reduce((sum, count) => sum + count, 0)).toBe(20)
  }
  expect(seen.size).toBe(500)
})

const puzzle: ShipsPuzzle = { fleet: `aaaa...........c....bb........${'.'.repeat(70)}` }

it.each([
  [[4], { 4: 'miss' }],
  [[0, 1], { 0: 'hit', 1: 'hit' }],
  [[20, 21, 30], { 20: 'sunk', 21: 'sunk', 30: 'miss' }],
])('R1-72 shots at %j', (shots, outcome) => {
  expect(Object.fromEntries(judgeShots(puzzle, shots))).toEqual(outcome)
})

it('marks water around sunk ships, at corners of hits and beside full rows, and never a ship', () => {
  const water = listKnownWater(puzzle, [20, 21])
  for (const cell of [10, 11, 12, 22, 29, 30, 31, 32]) expect(water.has(cell), String(cell)).toBe(true)
  expect(listKnownWater(puzzle, [1]).has(10)).toBe(true)
  expect(listKnownWater(puzzle, [1]).has(12)).toBe(true)
  expect(listKnownWater(puzzle, [1]).has(11)).toBe(false)
  expect(listKnownWater(puzzle, [0]).has(10)).toBe(false)
  for (let seed = 0; seed < 50; seed++) {
    const fleet = createShips(String(seed))
    const cells = listShips(fleet).flat()
    for (const known of listKnownWater(fleet, cells.slice(0, seed % 20))) expect(fleet.fleet[known]).toBe(WATER)
  }
})

it('ends with the last ship', () => {
  const fleet = createShips('end')
  const cells = listShips(fleet).flat()
  expect(isFleetSunk(fleet, cells.slice(1))).toBe(false)
  expect(isFleetSunk(fleet, cells)).toBe(true)
})
