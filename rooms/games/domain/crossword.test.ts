import { describe, expect, it } from 'vitest'
import { createCrosswords, DENSE_FROM } from './crossword-generator.ts'
import {
  BLOCK,
  listCells,
  listClueCells,
  listWordsAt,
  toLetters,
  toSolution,
  type CrosswordPuzzle,
} from './crossword.ts'
import { addDays } from '@lokalteil/domain/games/games'
import { GAME_WORDS } from './game-words.testing.ts'

const CLUES = [...GAME_WORDS.clues, ...GAME_WORDS.shortClues]
const createCrossword = createCrosswords(GAME_WORDS)

it('R1-69 has enough clues: each answer once, spelt out, and no clue twice or with its answer in it', () => {
  expect(CLUES.length).toBeGreaterThanOrEqual(2200)
  expect(new Set(CLUES.map(({ answer }) => answer)).size).toBe(CLUES.length)
  const clues = CLUES.map(({ clue }) => clue)
  expect(clues.filter((clue, index) => clues.indexOf(clue) !== index)).toEqual([])
  for (const { answer, clue } of CLUES) {
    expect(answer).toMatch(/^[A-Z]{2,12}$/)
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

const sorted = (words: readonly string[]) => words.toSorted((a, b) => (a < b ? -1 : 1))
/** Of two papers; each takes a tenth of a second. */
const SEEDS = ['ak', 'fb'].flatMap((code) => Array.from({ length: 6 }, (_, seed) => `${code}|${seed}`))
const DENSE = SEEDS.map((seed) => createCrossword(seed, DENSE_FROM))
const LOOSE = SEEDS.map((seed) => createCrossword(seed, addDays(DENSE_FROM, -1)))

describe.each([
  ['dense, from now on', DENSE_FROM, DENSE, { words: 30, width: 11, height: 13 }],
  ['loose, of days before', addDays(DENSE_FROM, -1), LOOSE, { words: 18, width: 13, height: 13 }],
] as const)('a grid %s', (_what, day, puzzles, least) => {
  it('R1-69 is connected, numbered in order, and has no word by accident', () => {
    for (const puzzle of puzzles) {
      const answers = puzzle.words.map(({ answer }) => answer)
      expect(answers.length).toBeGreaterThanOrEqual(least.words)
      expect(new Set(answers).size).toBe(answers.length)
      expect(sorted(readRuns(puzzle))).toEqual(sorted(answers))
      expect(puzzle.width).toBeLessThanOrEqual(least.width)
      expect(puzzle.height).toBeLessThanOrEqual(least.height)

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

  it('a seed gives the same grid again, another seed another grid', () => {
    expect(createCrossword(SEEDS[0]!, day)).toEqual(puzzles[0])
    expect(puzzles[0]).not.toEqual(puzzles[1])
  })
})

describe('a grid in newspaper style', () => {
  it('R1-69 is dense: four in five cells have a letter or a clue, within the border two in three a letter', () => {
    for (const puzzle of DENSE) {
      const letters = toSolution(puzzle).filter((letter) => letter !== BLOCK).length
      const clues = listClueCells(puzzle)!.size
      expect((letters + clues) / (puzzle.width * puzzle.height)).toBeGreaterThanOrEqual(0.8)
      expect(letters / ((puzzle.width - 1) * (puzzle.height - 1))).toBeGreaterThanOrEqual(0.66)
    }
  })

  it('R1-69 each word is crossed at least at every second letter', () => {
    for (const puzzle of DENSE)
      for (const word of puzzle.words) {
        const crossed = listCells(puzzle, word).map((cell) => listWordsAt(puzzle, cell).length === 2)
        expect(
          crossed.some((is, index) => !is && crossed[index + 1] === false),
          word.answer,
        ).toBe(false)
      }
  })

  it('words are not too short: few of two letters, more than three and a half on average', () => {
    for (const { words } of DENSE) {
      expect(words.filter(({ answer }) => answer.length === 2).length).toBeLessThanOrEqual(7)
      expect(words.reduce((sum, { answer }) => sum + answer.length, 0) / words.length).toBeGreaterThanOrEqual(3.6)
    }
  })

  it('a clue cell stands before the first letter of its words, at most one word in each direction', () => {
    for (const puzzle of DENSE) {
      const cells = listClueCells(puzzle)!
      expect([...cells.values()].flat()).toHaveLength(puzzle.words.length)
      for (const [cell, words] of cells) {
        expect(toSolution(puzzle)[cell]).toBe(BLOCK)
        expect(new Set(words.map(({ direction }) => direction)).size).toBe(words.length)
        for (const word of words)
          expect(listCells(puzzle, word)[0]! - cell).toBe(word.direction === 'across' ? 1 : puzzle.width)
      }
    }
  })

  it('a loose grid has no clue cells', () => {
    expect(LOOSE.map(listClueCells)).toEqual(LOOSE.map(() => null))
  })
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
