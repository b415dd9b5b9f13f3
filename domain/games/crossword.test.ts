import { expect, it } from 'vitest'
import { CLUES } from './crossword-clues.ts'
import { createCrossword } from './crossword-generator.ts'
import { BLOCK, listCells, listWordsAt, toLetters, toSolution, type CrosswordPuzzle } from './crossword.ts'

it('R1-69 has clues enough: each answer once, spelt out, and no clue twice or with its answer in it', () => {
  expect(CLUES.length).toBeGreaterThanOrEqual(1200)
  expect(new Set(CLUES.map(({ answer }) => answer)).size).toBe(CLUES.length)
  expect(new Set(CLUES.map(({ clue }) => clue)).size).toBe(CLUES.length)
  for (const { answer, clue } of CLUES) {
    expect(answer).toMatch(/^[A-Z]{3,12}$/)
    expect(clue.length, answer).toBeGreaterThanOrEqual(3)
    expect(clue.length, answer).toBeLessThanOrEqual(60)
    expect(spell(clue).split(/[^A-Z]+/), answer).not.toContain(answer)
  }
})

function spell(text: string): string {
  return Array.from(text, (letter) => toLetters(letter) || letter).join('')
}

/** Every run of two or more letters, read from the grid alone. */
function readRuns({ width, height, ...rest }: CrosswordPuzzle): string[] {
  const cells = toSolution({ width, height, ...rest })
  const rows = Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width))
  const columns = Array.from({ length: width }, (_, column) => rows.map((row) => row[column]!))
  return [...rows, ...columns].flatMap((line) =>
    line
      .join('')
      .split(BLOCK)
      .filter((run) => run.length > 1),
  )
}

it('R1-69 every grid of 60 seeds is connected, numbered in order, and has no word by accident', () => {
  for (let seed = 0; seed < 60; seed++) {
    const puzzle = createCrossword(`ak|${seed}`)
    const answers = puzzle.words.map(({ answer }) => answer)
    expect(answers.length).toBeGreaterThanOrEqual(18)
    expect(new Set(answers).size).toBe(answers.length)
    expect(readRuns(puzzle).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(answers.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(Math.max(puzzle.width, puzzle.height)).toBeLessThanOrEqual(13)

    const reached = new Set([puzzle.words[0]!])
    for (const word of reached)
      for (const cell of listCells(puzzle, word)) for (const other of listWordsAt(puzzle, cell)) reached.add(other)
    expect(reached.size).toBe(puzzle.words.length)

    const starts = new Map(puzzle.words.map(({ row, column, number }) => [row * puzzle.width + column, number]))
    const inOrder = [...starts].toSorted(([a], [b]) => a - b).map(([, number]) => number)
    expect(inOrder).toEqual(inOrder.map((_, index) => index + 1))
    for (const { row, column, number } of puzzle.words) expect(starts.get(row * puzzle.width + column)).toBe(number)
  }
})

it('a seed gives the same grid again, another one another', () => {
  expect(createCrossword('a')).toEqual(createCrossword('a'))
  expect(createCrossword('a')).not.toEqual(createCrossword('b'))
})

it.each([
  ['a', 'A'],
  ['Z', 'Z'],
  ['ä', 'AE'],
  ['Ü', 'UE'],
  ['ß', 'SS'],
  ['1', ''],
  ['Enter', ''],
  ['', ''],
])('the key %s writes "%s"', (key, letters) => expect(toLetters(key)).toBe(letters))
