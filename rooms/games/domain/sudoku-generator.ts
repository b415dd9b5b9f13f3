/**
 * Creates sudokus with exactly one solution. A full grid is drawn, then digits are removed in opposite pairs while the
 * solution stays unique and the level allows it. The level is the skill that a person needs: singles alone (`leicht`,
 * `mittel` with fewer digits), pairs and locked digits (`schwer`), more than that (`experte`).
 */
import type { Level } from '@lokalteil/domain/games/games'
import { createRandom, type Random } from './random.ts'
import { boxOf, CELLS, columnOf, PEERS, rowOf, type SudokuPuzzle } from './sudoku.ts'

type SudokuLevel = Level<'sudoku'>
/** The hardest technique that a person needs. */
type Skill = 'singles' | 'pairs' | 'more'

const ALL = 0b111111111
const LEAST_GIVENS: Readonly<Record<SudokuLevel, number>> = { leicht: 38, mittel: 30, schwer: 24, experte: 22 }
const SKILL: Readonly<Record<SudokuLevel, Skill>> = {
  leicht: 'singles',
  mittel: 'singles',
  schwer: 'pairs',
  experte: 'more',
}
/** Tries for the right skill; the last one is taken in any case. */
const MOST_TRIES = 40

const UNITS: readonly (readonly number[])[] = [rowOf, columnOf, boxOf].flatMap((unitOf) =>
  Array.from({ length: 9 }, (_, unit) =>
    Array.from({ length: CELLS }, (_unused, cell) => cell).filter((cell) => unitOf(cell) === unit),
  ),
)
const COUNTS = Uint8Array.from({ length: 512 }, (_, mask) => mask.toString(2).replaceAll('0', '').length)

export function createSudoku(seed: string, level: SudokuLevel): SudokuPuzzle {
  const random = createRandom(seed)
  for (let tries = 1; ; tries++) {
    const solution = drawGrid(random)
    const givens = takeAway(solution, level, random)
    if (tries === MOST_TRIES || judge(givens) === SKILL[level])
      return { givens: givens.join(''), solution: solution.join('') }
  }
}

function takeAway(solution: readonly number[], level: SudokuLevel, random: Random): number[] {
  const givens = Array.from(solution)
  let left = CELLS
  for (const cell of random.shuffle(Array.from({ length: 41 }, (_, index) => index))) {
    const pair = cell === 40 ? [40] : [cell, 80 - cell]
    if (left - pair.length < LEAST_GIVENS[level]) continue
    for (const one of pair) givens[one] = 0
    const isFine = SKILL[level] === 'singles' ? judge(givens) === 'singles' : countSolutions(givens) === 1
    if (isFine) left -= pair.length
    else for (const one of pair) givens[one] = solution[one]!
  }
  return givens
}

function drawGrid(random: Random): number[] {
  const cells = Array.from({ length: CELLS }, () => 0)
  // Three boxes that share no row and no column can be filled independently.
  for (const first of [0, 30, 60])
    for (const [index, digit] of random.shuffle([1, 2, 3, 4, 5, 6, 7, 8, 9]).entries())
      cells[first + Math.floor(index / 3) * 9 + (index % 3)] = digit
  const search = createSearch(cells)
  search.run(1, random)
  return search.solution
}

/** Stops at two. */
function countSolutions(cells: readonly number[]): number {
  return createSearch(cells).run(2)
}

/** Takes the cell with the fewest candidates first; sets of digits are bits. */
function createSearch(start: readonly number[]) {
  const cells = [...start]
  const rows = new Uint16Array(9)
  const columns = new Uint16Array(9)
  const boxes = new Uint16Array(9)
  const solution: number[] = []
  const empty: number[] = []
  for (const [cell, digit] of cells.entries()) {
    if (digit === 0) empty.push(cell)
    else mark(cell, 1 << (digit - 1))
  }

  function mark(cell: number, bit: number) {
    rows[rowOf(cell)]! ^= bit
    columns[columnOf(cell)]! ^= bit
    boxes[boxOf(cell)]! ^= bit
  }

  function run(most: number, random?: Random): number {
    let best = -1
    let bestMask = 0
    let fewest = 10
    for (let index = 0; index < empty.length; index++) {
      const cell = empty[index]!
      const mask = ALL & ~(rows[rowOf(cell)]! | columns[columnOf(cell)]! | boxes[boxOf(cell)]!)
      const count = COUNTS[mask]!
      if (count < fewest) {
        best = index
        bestMask = mask
        fewest = count
        if (count <= 1) break
      }
    }
    if (best === -1) {
      if (solution.length === 0) solution.push(...cells)
      return 1
    }
    if (fewest === 0) return 0
    const cell = empty[best]!
    empty[best] = empty.at(-1)!
    empty.pop()
    let found = 0
    const digits = listDigits(bestMask)
    for (const digit of random === undefined ? digits : random.shuffle(digits)) {
      const bit = 1 << (digit - 1)
      cells[cell] = digit
      mark(cell, bit)
      found += run(most - found, random)
      mark(cell, bit)
      if (found >= most) break
    }
    cells[cell] = 0
    if (best < empty.length) {
      empty.push(empty[best]!)
      empty[best] = cell
    } else empty.push(cell)
    return found
  }

  return { run, solution }
}

function listDigits(mask: number): number[] {
  const digits: number[] = []
  for (let digit = 1; digit <= 9; digit++) if ((mask & (1 << (digit - 1))) !== 0) digits.push(digit)
  return digits
}

/** Solves like a person, always with the simplest step that works. */
function judge(givens: readonly number[]): Skill {
  const masks = new Uint16Array(CELLS).fill(ALL)
  let open = CELLS
  const place = (cell: number, bit: number) => {
    masks[cell] = 0
    open--
    for (const peer of PEERS[cell]!) masks[peer]! &= ~bit
  }
  for (const [cell, digit] of givens.entries()) if (digit !== 0) place(cell, 1 << (digit - 1))
  let skill: Skill = 'singles'
  while (open > 0) {
    if (placeSingles(masks, place)) continue
    if (!removeByPairs(masks)) return 'more'
    skill = 'pairs'
  }
  return skill
}

function placeSingles(masks: Uint16Array, place: (cell: number, bit: number) => void): boolean {
  let hasPlaced = false
  for (let cell = 0; cell < CELLS; cell++) {
    if (COUNTS[masks[cell]!] !== 1) continue
    place(cell, masks[cell]!)
    hasPlaced = true
  }
  for (const unit of UNITS) {
    let once = 0
    let twice = 0
    for (const cell of unit) {
      twice |= once & masks[cell]!
      once |= masks[cell]!
    }
    once &= ~twice
    if (once === 0) continue
    for (const cell of unit) {
      const bit = masks[cell]! & once
      if (COUNTS[bit] !== 1) continue
      place(cell, bit)
      hasPlaced = true
    }
  }
  return hasPlaced
}

/** Naked pairs, and locked candidates: digits confined to one line of a box or one box of a line. */
function removeByPairs(masks: Uint16Array): boolean {
  let hasRemoved = false
  const remove = (cell: number, mask: number) => {
    if ((masks[cell]! & mask) === 0) return
    masks[cell]! &= ~mask
    hasRemoved = true
  }
  for (const unit of UNITS) {
    for (const [index, a] of unit.entries()) {
      if (COUNTS[masks[a]!] !== 2) continue
      for (const b of unit.slice(index + 1))
        if (masks[a] === masks[b]) for (const cell of unit) if (cell !== a && cell !== b) remove(cell, masks[a]!)
    }
    for (let bit = 1; bit <= ALL; bit <<= 1) {
      const holders = unit.filter((cell) => (masks[cell]! & bit) !== 0)
      if (holders.length < 2 || holders.length > 3) continue
      for (const other of UNITS)
        if (other !== unit && holders.every((cell) => other.includes(cell)))
          for (const cell of other) if (!holders.includes(cell)) remove(cell, bit)
    }
  }
  return hasRemoved
}
