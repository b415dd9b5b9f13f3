/**
 * The rules of a kakuro: digits 1 to 9 in the white cells; each run across or down adds up to its sum without repeating
 * a digit. A grid is a string, row by row: `#` is black, every other character white. The first row and column are
 * black and hold sums.
 */

export type KakuroPuzzle = {
  /** Cells of a row, including the black border; the grid is square. */
  size: number
  /** `#` black, `0` to be filled, else a given digit. */
  givens: string
  /** `#` black, else the digit. */
  solution: string
}

export type Run = {
  direction: 'across' | 'down'
  /** The black cell that holds the sum. */
  head: number
  cells: readonly number[]
  sum: number
}

export const BLACK = '#'

export function listRuns({ size, solution }: Pick<KakuroPuzzle, 'size' | 'solution'>): Run[] {
  return [...readRuns(size, solution, 'across'), ...readRuns(size, solution, 'down')]
}

function readRuns(size: number, solution: string, direction: Run['direction']): Run[] {
  const runs: Run[] = []
  for (let line = 0; line < size; line++) {
    let cells: number[] = []
    let head = -1
    for (let step = 0; step <= size; step++) {
      const cell = direction === 'across' ? line * size + step : step * size + line
      if (step < size && solution[cell] !== BLACK) cells.push(cell)
      else {
        if (cells.length > 0) {
          const sum = cells.reduce((total, filled) => total + Number(solution[filled]), 0)
          runs.push({ direction, head, cells, sum })
        }
        cells = []
        head = cell
      }
    }
  }
  return runs
}

/** Cells of runs that repeat a digit, exceed their sum, or are full with another sum. */
export function listConflicts(runs: readonly Run[], cells: readonly number[]): Set<number> {
  const found = new Set<number>()
  for (const { cells: run, sum } of runs) {
    const digits = run.map((cell) => cells[cell]!)
    const filled = digits.filter((digit) => digit !== 0)
    const total = filled.reduce((whole, digit) => whole + digit, 0)
    const isWrong = total > sum || (filled.length === run.length && total !== sum)
    for (const [index, cell] of run.entries()) {
      const digit = digits[index]!
      if (digit !== 0 && (isWrong || digits.indexOf(digit) !== digits.lastIndexOf(digit))) found.add(cell)
    }
  }
  return found
}

/** 0 for black and empty cells. */
export function toCells(grid: string): number[] {
  return Array.from(grid).map((cell) => (cell === BLACK ? 0 : Number(cell)))
}

/** Every set of `length` different digits with this sum, e.g. `[[1, 2], …]`, as help for the player. */
export function listCombinations(length: number, sum: number, least = 1): number[][] {
  if (length === 0) return sum === 0 ? [[]] : []
  const found: number[][] = []
  for (let digit = least; digit <= 9 && digit <= sum; digit++)
    for (const rest of listCombinations(length - 1, sum - digit, digit + 1)) found.push([digit, ...rest])
  return found
}
