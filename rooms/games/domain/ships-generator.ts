/** Places a fleet at random, the largest ship first. Starts again when a ship has no free place. */
import { createRandom } from './random.ts'
import { FLEET, listNeighbours, SEA, WATER, type ShipsPuzzle } from './ships.ts'

export function createShips(seed: string): ShipsPuzzle {
  const random = createRandom(seed)
  for (;;) {
    const sea: string[] = Array.from({ length: SEA * SEA }, () => WATER)
    const isPlaced = FLEET.every((length, index) => {
      const places = listPlaces(length).filter((cells) =>
        cells.every((cell) => [cell, ...listNeighbours(cell)].every((near) => sea[near] === WATER)),
      )
      if (places.length === 0) return false
      for (const cell of random.pick(places)) sea[cell] = String.fromCodePoint(97 + index)
      return true
    })
    if (isPlaced) return { fleet: sea.join('') }
  }
}

function listPlaces(length: number): number[][] {
  const places: number[][] = []
  for (let line = 0; line < SEA; line++)
    for (let start = 0; start + length <= SEA; start++) {
      const steps = Array.from({ length }, (_, step) => start + step)
      places.push(steps.map((step) => line * SEA + step))
      if (length > 1) places.push(steps.map((step) => step * SEA + line))
    }
  return places
}
