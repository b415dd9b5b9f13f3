/**
 * The rules of battleships for one player: ten ships lie hidden on ten times ten cells and do not touch, not even at a
 * corner. The numbers beside the grid count the ship cells of each row and column, so that the player can reason. A
 * shot hits, misses, or sinks; once all ships are sunk, the shots are counted.
 */

export type ShipsPuzzle = {
  /** A hundred characters, row by row: `.` water, else the letter of a ship. */
  fleet: string
}

export type Shot = 'miss' | 'hit' | 'sunk'

export const SEA = 10
export const WATER = '.'
/** Lengths, the largest first. */
export const FLEET: readonly number[] = [4, 3, 3, 2, 2, 2, 1, 1, 1, 1]

export function listShips({ fleet }: ShipsPuzzle): number[][] {
  const ships = new Map<string, number[]>()
  for (const [cell, letter] of Array.from(fleet).entries())
    if (letter !== WATER) ships.set(letter, [...(ships.get(letter) ?? []), cell])
  return [...ships.values()].toSorted((a, b) => b.length - a.length)
}

export function countShips({ fleet }: ShipsPuzzle): { rows: number[]; columns: number[] } {
  const rows = Array.from({ length: SEA }, () => 0)
  const columns = Array.from({ length: SEA }, () => 0)
  for (const [cell, letter] of Array.from(fleet).entries()) {
    if (letter === WATER) continue
    rows[Math.floor(cell / SEA)]!++
    columns[cell % SEA]!++
  }
  return { rows, columns }
}

/** The result of each shot. */
export function judgeShots(puzzle: ShipsPuzzle, shots: readonly number[]): Map<number, Shot> {
  const shot = new Set(shots)
  const outcome = new Map<number, Shot>(
    shots.map((cell) => [cell, puzzle.fleet[cell] === WATER ? 'miss' : 'hit'] as const),
  )
  for (const ship of listShips(puzzle))
    if (ship.every((cell) => shot.has(cell))) for (const cell of ship) outcome.set(cell, 'sunk')
  return outcome
}

export function listSunk(puzzle: ShipsPuzzle, shots: readonly number[]): number[][] {
  return listShips(puzzle).filter((ship) => ship.every((cell) => shots.includes(cell)))
}

export function isFleetSunk(puzzle: ShipsPuzzle, shots: readonly number[]): boolean {
  return listSunk(puzzle, shots).length === FLEET.length
}

/** Cells that must be water: around sunk ships, at the corners of hits, in rows and columns whose ships are all found. */
export function listKnownWater(puzzle: ShipsPuzzle, shots: readonly number[]): Set<number> {
  const outcome = judgeShots(puzzle, shots)
  const isShip = (cell: number) => outcome.has(cell) && outcome.get(cell) !== 'miss'
  const { rows, columns } = countShips(puzzle)
  const all = Array.from({ length: SEA * SEA }, (_, cell) => cell)
  const foundIn = (lineOf: (cell: number) => number, line: number) =>
    all.filter((cell) => lineOf(cell) === line && isShip(cell)).length
  const full = (lineOf: (cell: number) => number, counts: readonly number[]) =>
    new Set(counts.flatMap((count, line) => (foundIn(lineOf, line) === count ? [line] : [])))
  const fullRows = full((cell) => Math.floor(cell / SEA), rows)
  const fullColumns = full((cell) => cell % SEA, columns)
  return new Set(
    all.filter((cell) => {
      if (outcome.has(cell)) return false
      if (fullRows.has(Math.floor(cell / SEA)) || fullColumns.has(cell % SEA)) return true
      return listNeighbours(cell).some((other) => {
        if (!isShip(other)) return false
        const isCorner = other % SEA !== cell % SEA && Math.floor(other / SEA) !== Math.floor(cell / SEA)
        return isCorner || outcome.get(other) === 'sunk'
      })
    }),
  )
}

export function listNeighbours(cell: number): number[] {
  const row = Math.floor(cell / SEA)
  const column = cell % SEA
  const found: number[] = []
  for (let y = Math.max(0, row - 1); y <= Math.min(SEA - 1, row + 1); y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(SEA - 1, column + 1); x++)
      if (y !== row || x !== column) found.push(y * SEA + x)
  return found
}
