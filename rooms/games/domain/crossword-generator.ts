/**
 * Fills a crossword in the style of German newspapers: letters beside letters, with clue cells between. Backtracking
 * search, cell by cell: it places a letter if both words through the cell can still be completed, or a clue cell if
 * both words end there; otherwise it goes back. Of several grids the one with the longest words is taken. A border of
 * clue cells lies above and to the left, so that each word begins after one.
 */
import type { CrosswordPuzzle, CrosswordWord } from './crossword.ts'
import type { Clue, GameWords } from './game-words.ts'
import { createLooseCrossword } from './loose-crossword.ts'
import { createRandom, type Random } from './random.ts'

/**
 * Earlier days keep loose grids, so that readers can finish the puzzles they began. Can be removed a month later,
 * together with that generator.
 */
export const DENSE_FROM = '2026-11-28'

const COLUMNS = 10
const ROWS = 12
const CELLS = COLUMNS * ROWS
const GRIDS = 16
/** Steps of the search until a grid is given up. */
const MOST_STEPS = 12_000
/** Largest share of clue cells among the cells so far, plus a few at the beginning. */
const MOST_CLUE_CELLS = 0.31
const EARLY_CLUE_CELLS = 3
/** Most words of two and three letters: they hold a grid together but are boring. */
const MOST_OF_LENGTH: Readonly<Record<number, number>> = { 2: 7, 3: 13 }
const LETTERS_TRIED = 8

const CLUE_CELL = 26
const UNKNOWN = -1
const A = 65

/** A node of the prefix tree (trie) of all words. */
type Node = {
  next: (Node | undefined)[]
  isWord: boolean
  /** Letters until the nearest end of a word. */
  rest: number
  /** Higher if many long words continue here. */
  weight: number
}

const toNode = (): Node => ({ next: [], isWord: false, rest: Infinity, weight: 0 })
const MOST_WEIGHT = 6000

function toTree(clues: readonly Clue[]): Node {
  const root = toNode()
  for (const { answer } of clues) {
    let node = root
    for (let index = 0; ; index++) {
      node.rest = Math.min(node.rest, answer.length - index)
      node.weight = Math.min(MOST_WEIGHT, node.weight + answer.length * answer.length)
      if (index === answer.length) break
      node = node.next[answer.charCodeAt(index) - A] ??= toNode()
    }
    node.isWord = true
  }
  return root
}

export function createCrosswords(words: Pick<GameWords, 'clues' | 'shortClues'>) {
  const all = [...words.clues, ...words.shortClues]
  const clueOf = new Map(all.map(({ answer, clue }) => [answer, clue]))
  let tree: Node | null = null
  return (seed: string, day: string): CrosswordPuzzle => {
    if (day < DENSE_FROM) return createLooseCrossword(words.clues, seed)
    const root = (tree ??= toTree(all))
    const random = createRandom(seed)
    let best: readonly Found[] = []
    let most = 0
    for (let count = 0; count < GRIDS || best.length === 0; count++) {
      const cells = fillGrid(root, random)
      if (cells === null) continue
      const found = listWords(cells)
      const score = found.reduce((sum, { answer }) => sum + answer.length - 2, 0)
      if (score > most && isConnected(found)) [best, most] = [found, score]
    }
    return toPuzzle(best, clueOf)
  }
}

/** A word under construction: its node in the tree and its length. */
type Run = { node: Node; length: number }

/** The function is long because placing, closing and undoing a step belong together. Null: given up. */
function fillGrid(root: Node, random: Random): Int8Array | null {
  const cells = new Int8Array(CELLS).fill(UNKNOWN)
  const across: Run[] = []
  const down: Run[] = []
  /** Letters without a crossing word, by the missing direction. */
  const isAlone = { across: new Uint8Array(CELLS), down: new Uint8Array(CELLS) }
  const used = new Set<string>()
  const counts: Record<number, number> = {}
  let clueCells = 0
  let steps = 0

  const isLetter = (cell: number) => cells[cell] !== CLUE_CELL && cells[cell] !== UNKNOWN
  /** Ends the word whose last letter is `cell`; false: it must not end here. `undo` collects the steps to take back. */
  const close = (direction: 'across' | 'down', cell: number, undo: (() => void)[]): boolean => {
    const { node, length } = (direction === 'across' ? across : down)[cell]!
    if (length === 1) {
      const row = Math.floor(cell / COLUMNS)
      const column = cell % COLUMNS
      const other = direction === 'across' ? 'down' : 'across'
      // Refuses a letter in no word, and two uncrossed letters side by side in one word.
      const beside =
        direction === 'across'
          ? [row > 0 ? cell - COLUMNS : -1, row < ROWS - 1 ? cell + COLUMNS : -1]
          : [column > 0 ? cell - 1 : -1, column < COLUMNS - 1 ? cell + 1 : -1]
      if (isAlone[other][cell] === 1) return false
      if (beside.some((near) => near >= 0 && isLetter(near) && isAlone[direction][near] === 1)) return false
      isAlone[direction][cell] = 1
      undo.push(() => (isAlone[direction][cell] = 0))
      return true
    }
    const step = direction === 'across' ? 1 : COLUMNS
    const codes = Array.from({ length }, (_, index) => A + cells[cell - (length - 1 - index) * step]!)
    const word = String.fromCharCode(...codes)
    if (!node.isWord || used.has(word) || (counts[length] ?? 0) >= (MOST_OF_LENGTH[length] ?? Infinity)) return false
    used.add(word)
    counts[length] = (counts[length] ?? 0) + 1
    undo.push(() => {
      used.delete(word)
      counts[length]! -= 1
    })
    return true
  }

  const fill = (cell: number): boolean => {
    if (++steps > MOST_STEPS) return false
    const undo: (() => void)[] = []
    const takeBack = () => {
      for (const step of undo.splice(0)) step()
    }
    if (cell === CELLS) {
      for (let last = CELLS - COLUMNS; last < CELLS; last++)
        if (isLetter(last) && !close('down', last, undo)) {
          takeBack()
          return false
        }
      return true
    }
    const row = Math.floor(cell / COLUMNS)
    const column = cell % COLUMNS
    const left = column > 0 && isLetter(cell - 1) ? across[cell - 1]! : null
    const up = row > 0 && isLetter(cell - COLUMNS) ? down[cell - COLUMNS]! : null
    const canEnd = (run: Run | null) => run === null || run.length === 1 || run.node.isWord
    const canClue = canEnd(left) && canEnd(up) && clueCells + 1 <= MOST_CLUE_CELLS * (cell + 1) + EARLY_CLUE_CELLS
    const letters = listLetters(random, left?.node ?? root, up?.node ?? root, {
      across: left === null ? Infinity : COLUMNS - 1 - column,
      down: up === null ? Infinity : ROWS - 1 - row,
    })
    const isBesideClue = (column > 0 && left === null) || (row > 0 && up === null)
    const ends = [left, up].filter((run) => run !== null && run.length >= 4 && run.node.isWord).length
    const wish = isBesideClue ? 0.02 : [0.08, 0.35, 0.8][ends]!
    const choices = !canClue ? letters : random.next() < wish ? [CLUE_CELL, ...letters] : [...letters, CLUE_CELL]
    for (const choice of choices) {
      let isFit = true
      if (choice === CLUE_CELL) {
        isFit =
          (left === null || close('across', cell - 1, undo)) && (up === null || close('down', cell - COLUMNS, undo))
        cells[cell] = choice
        clueCells += 1
      } else {
        cells[cell] = choice
        across[cell] = { node: (left?.node ?? root).next[choice]!, length: (left?.length ?? 0) + 1 }
        down[cell] = { node: (up?.node ?? root).next[choice]!, length: (up?.length ?? 0) + 1 }
        if (column === COLUMNS - 1) isFit = close('across', cell, undo)
      }
      if (isFit && fill(cell + 1)) return true
      takeBack()
      if (choice === CLUE_CELL) clueCells -= 1
      cells[cell] = UNKNOWN
      if (steps > MOST_STEPS) return false
    }
    return false
  }
  return fill(0) ? cells : null
}

/**
 * Letters with which both words can continue and still end within `room`; promising ones first, with some randomness.
 */
function listLetters(random: Random, across: Node, down: Node, room: { across: number; down: number }): number[] {
  const found: { letter: number; score: number }[] = []
  for (let letter = 0; letter < CLUE_CELL; letter++) {
    const [right, below] = [across.next[letter], down.next[letter]]
    if (right === undefined || below === undefined || right.rest > room.across || below.rest > room.down) continue
    found.push({ letter, score: Math.sqrt(right.weight * below.weight) * (0.3 + random.next()) })
  }
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, LETTERS_TRIED)
    .map(({ letter }) => letter)
}

type Found = { answer: string; row: number; column: number; direction: 'across' | 'down' }

function listWords(cells: Int8Array): Found[] {
  const found: Found[] = []
  const read = (direction: Found['direction'], lines: number, length: number) => {
    for (let line = 0; line < lines; line++) {
      let answer = ''
      for (let at = 0; at <= length; at++) {
        const cell = direction === 'across' ? line * COLUMNS + at : at * COLUMNS + line
        if (at < length && cells[cell] !== CLUE_CELL) answer += String.fromCharCode(A + cells[cell]!)
        else {
          const begin = at - answer.length
          const [row, column] = direction === 'across' ? [line, begin] : [begin, line]
          if (answer.length > 1) found.push({ answer, row, column, direction })
          answer = ''
        }
      }
    }
  }
  read('across', ROWS, COLUMNS)
  read('down', COLUMNS, ROWS)
  return found
}

/** Whether all words are connected by crossings. */
function isConnected(found: readonly Found[]): boolean {
  const cellsOf = ({ answer, row, column, direction }: Found) =>
    Array.from(answer, (_, index) =>
      direction === 'across' ? row * COLUMNS + column + index : (row + index) * COLUMNS + column,
    )
  const reached = new Set([found[0]!])
  for (const word of reached) {
    const cells = new Set(cellsOf(word))
    for (const other of found) if (cellsOf(other).some((cell) => cells.has(cell))) reached.add(other)
  }
  return reached.size === found.length
}

/** Numbers count row by row. The border shifts every position by one. */
function toPuzzle(found: readonly Found[], clueOf: ReadonlyMap<string, string>): CrosswordPuzzle {
  const startOf = ({ row, column }: Found) => row * COLUMNS + column
  const starts = [...new Set(found.map(startOf))].toSorted((a, b) => a - b)
  const placed = found.map((word): CrosswordWord => ({
    number: starts.indexOf(startOf(word)) + 1,
    direction: word.direction,
    row: word.row + 1,
    column: word.column + 1,
    answer: word.answer,
    clue: clueOf.get(word.answer)!,
  }))
  return {
    width: COLUMNS + 1,
    height: ROWS + 1,
    words: placed.toSorted((a, b) => a.number - b.number || (a.direction < b.direction ? -1 : 1)),
  }
}
