import { expect, it } from 'vitest'
import { createKakuro } from './kakuro-generator.ts'
import { listCombinations, listConflicts, listRuns, toCells, type KakuroPuzzle } from './kakuro.ts'

/**
 * An independent solver: fills run after run with every order of digits that its sum allows. Stops at two solutions.
 */
function countSolutions({ size, givens, solution }: KakuroPuzzle): number {
  const runs = listRuns({ size, solution }).map(({ cells, sum }) => ({ cells, sum }))
  const domains = new Map<number, ReadonlySet<number>>()
  for (const { cells } of runs)
    for (const cell of cells)
      domains.set(cell, new Set(givens[cell] === '0' ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [Number(givens[cell])]))

  /** The digits of each cell that occur in some filling of the run. */
  const support = (given: ReadonlyMap<number, ReadonlySet<number>>, cells: readonly number[], sum: number) => {
    const found = cells.map(() => new Set<number>())
    const used: number[] = []
    const walk = (index: number, left: number): boolean => {
      if (index === cells.length) return left === 0
      let isFilled = false
      for (const digit of given.get(cells[index]!)!) {
        if (digit > left || used.includes(digit)) continue
        used.push(digit)
        if (walk(index + 1, left - digit)) {
          found[index]!.add(digit)
          isFilled = true
        }
        used.pop()
      }
      return isFilled
    }
    walk(0, sum)
    return found
  }
  const settle = (given: Map<number, ReadonlySet<number>>, first: Iterable<number>): boolean => {
    const queue = new Set(first)
    for (const index of queue) {
      queue.delete(index)
      const { cells, sum } = runs[index]!
      for (const [position, digits] of support(given, cells, sum).entries()) {
        const cell = cells[position]!
        if (digits.size === 0) return false
        if (digits.size === given.get(cell)!.size) continue
        given.set(cell, digits)
        for (const [other, run] of runs.entries()) if (other !== index && run.cells.includes(cell)) queue.add(other)
      }
    }
    return true
  }
  const search = (given: Map<number, ReadonlySet<number>>, most: number): number => {
    const open = [...given].filter(([, digits]) => digits.size > 1).toSorted(([, a], [, b]) => a.size - b.size)[0]
    if (open === undefined) return 1
    let found = 0
    for (const digit of open[1]) {
      const next = new Map(given).set(open[0], new Set([digit]))
      const touched = [...runs.entries()].filter(([, run]) => run.cells.includes(open[0])).map(([index]) => index)
      if (settle(next, touched)) found += search(next, most - found)
      if (found >= most) break
    }
    return found
  }
  return settle(domains, runs.keys()) ? search(domains, 2) : 0
}

it('the independent solver recognises none, one and two solutions', () => {
  const square = (solution: string) => ({ size: 3, givens: '####00#00', solution })
  expect(countSolutions(square('####12#21'))).toBe(2)
  expect(countSolutions({ ...square('####12#21'), givens: '####10#00' })).toBe(1)
  expect(countSolutions({ ...square('####12#21'), givens: '####90#00' })).toBe(0)
})

it.each([
  ['leicht', 600],
  ['mittel', 350],
  ['schwer', 50],
  ['schwer', 8],
] as const)('R1-71 every kakuro has one solution: %s, %d seeds', (level, seeds) => {
  let given = 0
  for (let seed = 0; seed < seeds; seed++) {
    const puzzle = createKakuro(`ak|${seed}|${level}`, level)
    expect(countSolutions(puzzle), `${level} ${seed}`).toBe(1)
    const runs = listRuns(puzzle)
    expect(listConflicts(runs, toCells(puzzle.solution)).size).toBe(0)
    expect(runs.every(({ cells }) => cells.length >= 2)).toBe(true)
    given += puzzle.givens.replaceAll(/[#0]/g, '').length
  }
  // Given digits are the exception.
  expect(given / seeds).toBeLessThan(0.5)
})

it('a seed gives the same puzzle again', () => {
  expect(createKakuro('a', 'mittel')).toEqual(createKakuro('a', 'mittel'))
  expect(createKakuro('a', 'mittel')).not.toEqual(createKakuro('b', 'mittel'))
})

it('finds contradicting cells', () => {
  const puzzle = { size: 3, givens: '####00#00', solution: '####12#29' }
  const runs = listRuns(puzzle)
  expect(runs.map(({ direction, head, sum }) => [direction, head, sum])).toEqual([
    ['across', 3, 3],
    ['across', 6, 11],
    ['down', 1, 3],
    ['down', 2, 11],
  ])
  expect([...listConflicts(runs, [0, 0, 0, 0, 1, 1, 0, 0, 0])]).toEqual([4, 5])
  expect([...listConflicts(runs, [0, 0, 0, 0, 4, 0, 0, 0, 0])]).toEqual([4])
  expect([...listConflicts(runs, [0, 0, 0, 0, 1, 0, 0, 0, 0])]).toEqual([])
})

it('lists the combinations of a sum', () => {
  expect(listCombinations(2, 4)).toEqual([[1, 3]])
  expect(listCombinations(2, 16)).toEqual([[7, 9]])
  expect(listCombinations(3, 8)).toEqual([
    [1, 2, 5],
    [1, 3, 4],
  ])
  expect(listCombinations(2, 18)).toEqual([])
})
