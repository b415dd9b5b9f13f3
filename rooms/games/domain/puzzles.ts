/** The puzzle of each game, in the form that its page receives. */
import type { CrosswordPuzzle } from './crossword.ts'
import type { Game } from '@lokalteil/domain/games/games'
import type { JigsawPuzzle } from './jigsaw.ts'
import type { KakuroPuzzle } from './kakuro.ts'
import type { SailingPuzzle } from './sailing.ts'
import type { ShipsPuzzle } from './ships.ts'
import type { SudokuPuzzle } from './sudoku.ts'
import type { WordPuzzle } from './words.ts'

type Puzzles = {
  sudoku: SudokuPuzzle
  kakuro: KakuroPuzzle
  wortraten: WordPuzzle
  'schiffe-versenken': ShipsPuzzle
  kreuzwortraetsel: CrosswordPuzzle
  puzzle: JigsawPuzzle
  segelboot: SailingPuzzle
}
export type PuzzleOf<G extends Game> = Puzzles[G]
