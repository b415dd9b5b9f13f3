/** The rules of a crossword: words that cross on a grid, each with its number and clue. Umlauts are spelt out, ß is SS. */

export type CrosswordWord = {
  /** Number of the clue, counted row by row over the cells where words begin. */
  number: number
  direction: 'across' | 'down'
  row: number
  column: number
  answer: string
  clue: string
}

/** If every word of a grid begins after a cell without a letter, the clues stand in these cells (`listClueCells`). */
export type CrosswordPuzzle = { width: number; height: number; words: readonly CrosswordWord[] }

/** A cell that belongs to no word. */
export const BLOCK = '#'
export const EMPTY = '.'

export function listCells({ width }: CrosswordPuzzle, { row, column, direction, answer }: CrosswordWord): number[] {
  const step = direction === 'across' ? 1 : width
  return Array.from(answer, (_, index) => row * width + column + index * step)
}

/** The cells row by row: `#` or the letter. */
export function toSolution(puzzle: CrosswordPuzzle): string[] {
  const cells = Array.from({ length: puzzle.width * puzzle.height }, () => BLOCK)
  for (const word of puzzle.words)
    for (const [index, cell] of listCells(puzzle, word).entries()) cells[cell] = word.answer[index]!
  return cells
}

/**
 * The words whose clue stands in a cell, the across one first; null: the grid has no clue cells, and numbers stand in
 * the letter cells.
 */
export function listClueCells(puzzle: CrosswordPuzzle): ReadonlyMap<number, readonly CrosswordWord[]> | null {
  const solution = toSolution(puzzle)
  const found = new Map<number, CrosswordWord[]>()
  for (const word of puzzle.words) {
    const { direction, row, column } = word
    const [clueRow, clueColumn] = direction === 'across' ? [row, column - 1] : [row - 1, column]
    const cell = clueRow * puzzle.width + clueColumn
    if (clueRow < 0 || clueColumn < 0 || solution[cell] !== BLOCK) return null
    found.set(
      cell,
      [...(found.get(cell) ?? []), word].toSorted((a, b) => (a.direction < b.direction ? -1 : 1)),
    )
  }
  return found
}

/** The letters that a key writes: Ä becomes A and E. '' for other keys. */
export function toLetters(key: string): string {
  const spelt: Readonly<Record<string, string>> = { ä: 'AE', ö: 'OE', ü: 'UE', ß: 'SS' }
  const letter = key.toLocaleLowerCase('de')
  return spelt[letter] ?? (/^[a-z]$/.test(letter) ? letter.toUpperCase() : '')
}

/** Words through a cell, the across one first. */
export function listWordsAt(puzzle: CrosswordPuzzle, cell: number): CrosswordWord[] {
  return puzzle.words.filter((word) => listCells(puzzle, word).includes(cell))
}
