/**
 * The crosswords of days before `DENSE_FROM`, with a loose grid: a long word in the middle, then repeatedly the word
 * with the most crossings. A letter may touch others only where words cross, so that no accidental word arises. Of
 * several grids the fullest is taken.
 */
import type { CrosswordPuzzle, CrosswordWord } from './crossword.ts'
import type { Clue } from './game-words.ts'
import { createRandom, type Random } from './random.ts'

const SIZE = 13
const MOST_WORDS = 36
const LEAST_WORDS = 18
const GRIDS = 3
const SAMPLE = 160
/** After this many samples without a fitting word the grid counts as full. */
const MOST_MISSES = 6

type Place = { clue: Clue; row: number; column: number; isAcross: boolean; score: number }
type Grid = { letters: string[]; places: Place[]; score: number }

export function createLooseCrossword(clues: readonly Clue[], seed: string): CrosswordPuzzle {
  const random = createRandom(seed)
  let best: Grid | null = null
  for (let count = 0; count < GRIDS || best!.places.length < LEAST_WORDS; count++) {
    const grid = drawGrid(clues, random)
    if (best === null || grid.score > best.score) best = grid
  }
  return toPuzzle(best!.places)
}

function drawGrid(clues: readonly Clue[], random: Random): Grid {
  const grid: Grid = { letters: Array.from({ length: SIZE * SIZE }, () => ''), places: [], score: 0 }
  const used = new Set<string>()
  const put = (place: Place) => {
    const { clue, row, column, isAcross } = place
    for (const [index, letter] of Array.from(clue.answer).entries())
      grid.letters[(row + (isAcross ? 0 : index)) * SIZE + column + (isAcross ? index : 0)] = letter
    grid.places.push(place)
    grid.score += place.score
    used.add(clue.answer)
  }
  const first = random.pick(clues.filter(({ answer }) => answer.length >= 8 && answer.length <= 11))
  const row = SIZE >> 1
  put({ clue: first, row, column: (SIZE - first.answer.length) >> 1, isAcross: true, score: 0 })
  for (let misses = 0; misses < MOST_MISSES && grid.places.length < MOST_WORDS;) {
    const place = findPlace(grid, clues, random, used)
    if (place === null) misses++
    else put(place)
  }
  return grid
}

function findPlace({ letters }: Grid, clues: readonly Clue[], random: Random, used: ReadonlySet<string>): Place | null {
  const cellsOf = new Map<string, number[]>()
  for (const [cell, letter] of letters.entries())
    if (letter !== '') cellsOf.set(letter, [...(cellsOf.get(letter) ?? []), cell])
  let best: Place | null = null
  for (let count = 0; count < SAMPLE; count++) {
    const clue = random.pick(clues)
    if (used.has(clue.answer)) continue
    for (const [index, letter] of Array.from(clue.answer).entries())
      for (const cell of cellsOf.get(letter) ?? [])
        for (const isAcross of [true, false]) {
          const row = Math.floor(cell / SIZE) - (isAcross ? 0 : index)
          const column = (cell % SIZE) - (isAcross ? index : 0)
          const crossings = countCrossings(letters, clue.answer, row, column, isAcross)
          if (crossings === 0) continue
          const score = crossings * crossings * 10 + clue.answer.length
          if (best === null || score > best.score) best = { clue, row, column, isAcross, score }
        }
  }
  return best
}

/** 0: the word does not fit here. */
function countCrossings(letters: readonly string[], answer: string, row: number, column: number, isAcross: boolean) {
  const start = isAcross ? column : row
  if (start < 0 || start + answer.length > SIZE) return 0
  const at = (along: number, aside: number) => {
    const y = row + (isAcross ? aside : along)
    const x = column + (isAcross ? along : aside)
    return y < 0 || x < 0 || y >= SIZE || x >= SIZE ? '' : letters[y * SIZE + x]!
  }
  if (at(-1, 0) !== '' || at(answer.length, 0) !== '') return 0
  let crossings = 0
  for (let index = 0; index < answer.length; index++) {
    const there = at(index, 0)
    // Two occupied cells in a row belong to a word in the same direction.
    if (there !== '' && at(index - 1, 0) !== '' && index > 0) return 0
    if (there === answer[index]) crossings++
    else if (there !== '' || at(index, -1) !== '' || at(index, 1) !== '') return 0
  }
  return crossings
}

function toPuzzle(places: readonly Place[]): CrosswordPuzzle {
  const top = Math.min(...places.map(({ row }) => row))
  const left = Math.min(...places.map(({ column }) => column))
  const bottom = Math.max(...places.map(({ row, clue, isAcross }) => row + (isAcross ? 1 : clue.answer.length)))
  const right = Math.max(...places.map(({ column, clue, isAcross }) => column + (isAcross ? clue.answer.length : 1)))
  const starts = [...new Set(places.map(({ row, column }) => row * SIZE + column))].toSorted((a, b) => a - b)
  const words = places.map(({ clue, row, column, isAcross }): CrosswordWord => ({
    number: starts.indexOf(row * SIZE + column) + 1,
    direction: isAcross ? 'across' : 'down',
    row: row - top,
    column: column - left,
    ...clue,
  }))
  return {
    width: right - left,
    height: bottom - top,
    words: words.toSorted((a, b) => a.number - b.number || (a.direction < b.direction ? -1 : 1)),
  }
}
