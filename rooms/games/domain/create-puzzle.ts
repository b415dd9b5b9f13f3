/** Creates the puzzle of a publication, game, day and level. Server only: pages must not load the generators. */
import { createCrosswords } from './crossword-generator.ts'
import type { GameWords } from './game-words.ts'
import { toSeed, type Game, type Level } from '@lokalteil/domain/games/games'
import { createJigsaw } from './jigsaw-generator.ts'
import { createKakuro } from './kakuro-generator.ts'
import type { PuzzleOf } from './puzzles.ts'
import { createSailing } from './sailing-generator.ts'
import { createShips } from './ships-generator.ts'
import { createSudoku } from './sudoku-generator.ts'
import { createWord } from './words-generator.ts'

type Create<G extends Game> = (publication: string, day: string, level: Level<G>) => PuzzleOf<G>

/** `level`: of `toLevel`; '' for a game without levels. */
type CreatePuzzle = <G extends Game>(publication: string, game: G, day: string, level: Level<G> | '') => PuzzleOf<G>

export function openPuzzles(words: GameWords): CreatePuzzle {
  const createCrossword = createCrosswords(words)
  const create: { readonly [G in Game]: Create<G> } = {
    sudoku: (publication, day, level) => createSudoku(toSeed(publication, 'sudoku', day, level), level),
    kakuro: (publication, day, level) => createKakuro(toSeed(publication, 'kakuro', day, level), level),
    wortraten: (publication, day) => createWord(words.answers, publication, day),
    'schiffe-versenken': (publication, day) => createShips(toSeed(publication, 'schiffe-versenken', day)),
    kreuzwortraetsel: (publication, day) => createCrossword(toSeed(publication, 'kreuzwortraetsel', day), day),
    puzzle: (publication, day, level) => createJigsaw(toSeed(publication, 'puzzle', day, level), level),
    segelboot: (publication, day) => createSailing(toSeed(publication, 'segelboot', day)),
  }
  return <G extends Game>(publication: string, game: G, day: string, level: Level<G> | '') =>
    create[game](publication, day, level as Level<G>)
}
