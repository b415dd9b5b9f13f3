/**
 * Creates kakuros with exactly one solution. Black cells are drawn in opposite pairs and the white ones filled at
 * random. While a solver finds a second solution, the digits in which the two differ are drawn again. Cells that stay
 * ambiguous are given. The solver narrows sets of digits, kept as bits, by the combinations that a sum allows.
 */
import type { Level } from '@lokalteil/domain/games/games'
import { BLACK, listCombinations, listRuns, type KakuroPuzzle } from './kakuro.ts'
import { createRandom, type Random } from './random.ts'

type KakuroLevel = Level<'kakuro'>
type Shape = { size: number; longest: number; black: number }
type Line = { cells: readonly number[]; sum: number }

const SHAPES: Readonly<Record<KakuroLevel, Shape>> = {
  leicht: { size: 6, longest: 4, black: 0.2 },
  mittel: { size: 8, longest: 5, black: 0.25 },
  schwer: { size: 10, longest: 5, black: 0.3 },
}
const MOST_CHANGES = 120
const MOST_STEPS = 250
/** Tries for a puzzle that needs no given digit; the best one is taken. */
const MOST_TRIES = 4
const ALL = 0b111111111
const COUNTS = Uint8Array.from({ length: 512 }, (_, mask) => mask.toString(2).replaceAll('0', '').length)
/** Sets of digits as bits, by length and sum. */
const COMBINATIONS: readonly (readonly (readonly number[])[])[] = Array.from({ length: 10 }, (_, length) =>
  Array.from({ length: 46 }, (_unused, sum) =>
    listCombinations(length, sum).map((digits) => digits.reduce((mask, digit) => mask | (1 << (digit - 1)), 0)),
  ),
)

export function createKakuro(seed: string, level: KakuroLevel): KakuroPuzzle {
  const random = createRandom(seed)
  let best = drawKakuro(level, random)
  for (let tries = 1; tries < MOST_TRIES && countGivens(best) > 0; tries++) {
    const next = drawKakuro(level, random)
    if (countGivens(next) < countGivens(best)) best = next
  }
  return best
}

function countGivens({ givens }: KakuroPuzzle): number {
  return givens.replaceAll(/[#0]/g, '').length
}

function drawKakuro(level: KakuroLevel, random: Random): KakuroPuzzle {
  const { size } = SHAPES[level]
  const white = drawShape(SHAPES[level], random)
  const lines = listLines(size, white)
  const given = new Set<number>()
  let cells = fill(size * size, lines, random)
  let differing = listDiffering(lines, cells, given)
  for (let changes = 0; differing.length > 0; changes++) {
    if (changes < MOST_CHANGES) {
      const changed = refill(cells, differing, lines, random)
      const stillDiffering = listDiffering(lines, changed, given)
      if (stillDiffering.length > differing.length + 2) continue
      cells = changed
      differing = stillDiffering
    } else {
      given.add(random.pick(differing))
      differing = listDiffering(lines, cells, given)
    }
  }
  const toText = (digitOf: (cell: number) => number) =>
    white.map((isWhite, cell) => (isWhite ? String(digitOf(cell)) : BLACK)).join('')
  return {
    size,
    givens: toText((cell) => (given.has(cell) ? cells[cell]! : 0)),
    solution: toText((cell) => cells[cell]!),
  }
}

/** True: white. Every white cell is in a run of two or more in both directions, and all white cells are connected. */
function drawShape({ size, longest, black }: Shape, random: Random): boolean[] {
  const all = Array.from({ length: size * size }, (_, cell) => cell >= size && cell % size !== 0)
  const inner = (size - 1) ** 2
  for (;;) {
    let white = all
    for (const cell of random.shuffle([...all.keys()].filter((index) => all[index]))) {
      const opposite = (size - Math.floor(cell / size)) * size + size - (cell % size)
      const next = white.map((isWhite, index) => isWhite && index !== cell && index !== opposite)
      const isEnough = next.filter(Boolean).length < inner * (1 - black)
      const isLong = listLines(size, white).some(({ cells }) => cells.length > longest && cells.includes(cell))
      if (isEnough && !isLong) continue
      if (listLines(size, next).every(({ cells }) => cells.length >= 2) && isConnected(size, next)) white = next
    }
    if (listLines(size, white).every(({ cells }) => cells.length <= longest)) return white
  }
}

function isConnected(size: number, white: readonly boolean[]): boolean {
  const seen = new Set([white.indexOf(true)])
  for (const cell of seen)
    for (const next of [cell - 1, cell + 1, cell - size, cell + size]) if (white[next] === true) seen.add(next)
  return seen.size === white.filter(Boolean).length
}

function listLines(size: number, white: readonly boolean[]): Line[] {
  return listRuns({ size, solution: white.map((isWhite) => (isWhite ? '0' : BLACK)).join('') })
}

function fill(count: number, lines: readonly Line[], random: Random): number[] {
  const cells = Array.from({ length: count }, () => 0)
  return refill(
    cells,
    [...new Set(lines.flatMap((line) => line.cells))].toSorted((a, b) => a - b),
    lines,
    random,
  )
}

/** Puts other digits into these cells, none twice in a run. Low and high digits leave fewer combinations for a sum. */
function refill(before: readonly number[], open: readonly number[], lines: readonly Line[], random: Random): number[] {
  const linesOf = new Map(open.map((cell) => [cell, lines.filter((line) => line.cells.includes(cell))]))
  for (;;) {
    const cells = [...before]
    for (const cell of open) cells[cell] = 0
    let budget = 2000
    const place = (index: number): boolean => {
      const cell = open[index]
      if (cell === undefined) return true
      if (--budget < 0) return false
      const digits = random
        .shuffle([1, 2, 3, 4, 5, 6, 7, 8, 9])
        .toSorted((a, b) => (random.next() < 0.5 ? Math.abs(b - 5) - Math.abs(a - 5) : 0))
      for (const digit of digits) {
        if (linesOf.get(cell)!.some((line) => line.cells.some((other) => cells[other] === digit))) continue
        cells[cell] = digit
        if (place(index + 1)) return true
        cells[cell] = 0
        if (budget < 0) return false
      }
      return false
    }
    if (place(0)) return cells
  }
}

/** Cells in which another solution has other digits; empty: the solution is unique. */
function listDiffering(lines: readonly Line[], cells: readonly number[], given: ReadonlySet<number>): number[] {
  const other = findOther(lines, cells, given)
  return other === null ? [] : cells.flatMap((digit, cell) => (digit === 0 || digit === other[cell] ? [] : [cell]))
}

/** A solution other than the known one; null: the known one is unique. */
function findOther(
  lines: readonly Line[],
  known: readonly number[],
  given: ReadonlySet<number>,
): readonly number[] | null {
  const sums = lines.map(({ cells }) => ({ cells, sum: cells.reduce((sum, cell) => sum + known[cell]!, 0) }))
  const linesOf = known.map((_, cell) => sums.flatMap((line, index) => (line.cells.includes(cell) ? [index] : [])))
  const start = new Uint16Array(known.length)
  for (const { cells } of sums) for (const cell of cells) start[cell] = given.has(cell) ? bitOf(known[cell]!) : ALL

  const narrow = (masks: Uint16Array, dirty: Set<number>): boolean => {
    for (const index of dirty) {
      dirty.delete(index)
      for (const cell of narrowLine(sums[index]!, masks) ?? [-1]) {
        if (cell === -1) return false
        for (const other of linesOf[cell]!) if (other !== index) dirty.add(other)
      }
    }
    return true
  }
  let steps = MOST_STEPS
  const search = (masks: Uint16Array): readonly number[] | null => {
    // Step limit reached: too hard for a person as well, so it counts as ambiguous. The other solution is unknown.
    if (--steps < 0) return known.map(() => -1)
    let best = -1
    for (let cell = 0; cell < masks.length; cell++) {
      const count = COUNTS[masks[cell]!]!
      if (count > 1 && (best === -1 || count < COUNTS[masks[best]!]!)) best = cell
    }
    if (best === -1) {
      const digits = [...masks].map((mask) => (mask === 0 ? 0 : 32 - Math.clz32(mask)))
      return digits.every((digit, cell) => digit === known[cell]) ? null : digits
    }
    for (let digit = 1; digit <= 9; digit++) {
      if ((masks[best]! & bitOf(digit)) === 0) continue
      const next = Uint16Array.from(masks)
      next[best] = bitOf(digit)
      const found = narrow(next, new Set(linesOf[best])) ? search(next) : null
      if (found !== null) return found
    }
    return null
  }
  return narrow(start, new Set(sums.keys())) ? search(start) : null
}

function bitOf(digit: number): number {
  return 1 << (digit - 1)
}

/** Cells whose sets became smaller; null: the line cannot be filled. */
function narrowLine({ cells, sum }: Line, masks: Uint16Array): number[] | null {
  let fixed = 0
  let possible = 0
  for (const cell of cells) {
    const mask = masks[cell]!
    possible |= mask
    if (COUNTS[mask] !== 1) continue
    if ((fixed & mask) !== 0) return null
    fixed |= mask
  }
  let allowed = 0
  let needed = ALL
  for (const combination of COMBINATIONS[cells.length]![sum]!) {
    if ((combination & fixed) !== fixed || (combination & ~possible) !== 0) continue
    allowed |= combination
    needed &= combination
  }
  if (allowed === 0) return null
  const changed: number[] = []
  for (const cell of cells) {
    const mask = masks[cell]!
    let left = COUNTS[mask] === 1 ? mask & allowed : mask & allowed & ~fixed
    if (COUNTS[left]! > 1) {
      let elsewhere = 0
      for (const other of cells) if (other !== cell) elsewhere |= masks[other]!
      // A digit that every combination needs and only this cell can hold.
      const alone = left & needed & ~elsewhere
      if (alone !== 0) left = alone
    }
    if (left === 0) return null
    if (left !== mask) {
      masks[cell] = left
      changed.push(cell)
    }
  }
  return changed
}
