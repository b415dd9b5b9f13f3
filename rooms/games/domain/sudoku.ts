/** The rules of a sudoku. A grid is 81 digits, row by row; 0 is an empty cell. */

export type SudokuPuzzle = { givens: string; solution: string }

export const SIZE = 9
export const CELLS = 81

/** For each cell the other twenty cells in its row, column and box. */
export const PEERS: readonly (readonly number[])[] = Array.from({ length: CELLS }, (_, cell) =>
  Array.from({ length: CELLS }, (_unused, other) => other).filter(
    (other) => other !== cell && seeEachOther(cell, other),
  ),
)

function seeEachOther(a: number, b: number): boolean {
  return rowOf(a) === rowOf(b) || columnOf(a) === columnOf(b) || boxOf(a) === boxOf(b)
}

export function rowOf(cell: number): number {
  return Math.floor(cell / SIZE)
}

export function columnOf(cell: number): number {
  return cell % SIZE
}

export function boxOf(cell: number): number {
  return Math.floor(rowOf(cell) / 3) * 3 + Math.floor(columnOf(cell) / 3)
}

/** Cells whose digit stands twice in a row, column or box. */
export function listConflicts(cells: readonly number[]): Set<number> {
  const found = new Set<number>()
  for (const [cell, digit] of cells.entries())
    if (digit !== 0 && PEERS[cell]!.some((peer) => cells[peer] === digit)) found.add(cell)
  return found
}

export function toCells(grid: string): number[] {
  return Array.from(grid).map(Number)
}
