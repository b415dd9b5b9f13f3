import { expect, it } from 'vitest'
import { GAMES } from '@lokalteil/domain/games/games'
import { createSudoku } from './sudoku-generator.ts'
import { listConflicts, toCells } from './sudoku.ts'

/**
 * An independent solver: Knuth's algorithm X over the exact cover of a sudoku, with plain sets. Stops at two solutions.
 */
function countCovers(givens: string): number {
  const options = new Map<number, readonly string[]>()
  const open = new Map<string, Set<number>>()
  for (let cell = 0; cell < 81; cell++) {
    const row = Math.floor(cell / 9)
    const column = cell % 9
    const box = Math.floor(row / 3) * 3 + Math.floor(column / 3)
    for (let digit = 1; digit <= 9; digit++) {
      const given = Number(givens[cell])
      if (given !== 0 && given !== digit) continue
      const option = cell * 10 + digit
      const covered = [`c${cell}`, `r${row}=${digit}`, `s${column}=${digit}`, `b${box}=${digit}`]
      options.set(option, covered)
      for (const need of covered) open.set(need, (open.get(need) ?? new Set()).add(option))
    }
  }
  const search = (most: number): number => {
    if (open.size === 0) return 1
    let fewest: Set<number> | null = null
    for (const choices of open.values()) if (fewest === null || choices.size < fewest.size) fewest = choices
    let found = 0
    for (const option of Array.from(fewest!)) {
      const removed = options.get(option)!.map((need) => {
        const choices = open.get(need)!
        for (const other of choices)
          for (const otherNeed of options.get(other)!) if (otherNeed !== need) open.get(otherNeed)?.delete(other)
        open.delete(need)
        return [need, choices] as const
      })
      found += search(most - found)
      for (const [need, choices] of removed.toReversed()) {
        open.set(need, choices)
        for (const other of choices)
          for (const otherNeed of options.get(other)!) if (otherNeed !== need) open.get(otherNeed)?.add(other)
      }
      if (found >= most) break
    }
    return found
  }
  return search(2)
}

it('the independent solver recognises none, one and several solutions', () => {
  const { givens, solution } = createSudoku('counts', 'leicht')
  expect([countCovers(givens), countCovers(solution), countCovers('0'.repeat(81))]).toEqual([1, 1, 2])
  expect(countCovers(`11${'0'.repeat(79)}`)).toBe(0)
})

it.each([
  ['leicht', 500],
  ['mittel', 350],
  ['schwer', 50],
  ['experte', 100],
] as const)('R1-68 every sudoku has one solution: %s, %d seeds', (level, seeds) => {
  for (let seed = 0; seed < seeds; seed++) {
    const { givens, solution } = createSudoku(`ak|${seed}|${level}`, level)
    expect(countCovers(givens), `${level} ${seed}`).toBe(1)
    expect(solution).toMatch(/^[1-9]{81}$/)
    expect(listConflicts(toCells(solution)).size).toBe(0)
    expect(Array.from(givens).every((digit, cell) => digit === '0' || digit === solution[cell])).toBe(true)
  }
})

it('a seed gives the same puzzle again, another seed another one, and an easy puzzle shows more digits', () => {
  expect(createSudoku('a', 'mittel')).toEqual(createSudoku('a', 'mittel'))
  expect(createSudoku('a', 'mittel')).not.toEqual(createSudoku('b', 'mittel'))
  const counts = GAMES.sudoku.map((level) => createSudoku('a', level).givens.replaceAll('0', '').length)
  expect(counts[0]).toBeGreaterThan(counts[1]!)
  expect(counts[1]).toBeGreaterThan(counts[2]!)
})

it('finds contradicting cells', () => {
  const cells = Array.from({ length: 81 }, () => 0)
  cells[0] = 5
  cells[8] = 5
  cells[10] = 5
  cells[80] = 5
  expect([...listConflicts(cells)]).toEqual([0, 8, 10, 80])
  cells[8] = 0
  cells[10] = 0
  expect(listConflicts(cells).size).toBe(0)
})
