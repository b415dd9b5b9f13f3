/** Words and clues of the games. They are text files (`lists/`), read by the server and by the build. */
import { readListLines } from '@lokalteil/domain/list-lines'

export type Clue = { answer: string; clue: string }

export type GameWords = {
  /** Answers of the word game. */
  answers: readonly string[]
  /** Further words that may be guessed. */
  guesses: readonly string[]
  clues: readonly Clue[]
  shortClues: readonly Clue[]
}

/** `read` gives the text of a file of `lists/`. */
export function readGameWords(read: (file: string) => string): GameWords {
  const lines = (file: string) => readListLines(read(file))
  return {
    answers: lines('answers.txt'),
    guesses: lines('guesses.txt'),
    clues: lines('clues.txt').map(toClue),
    shortClues: lines('short-clues.txt').map(toClue),
  }
}

function toClue(line: string): Clue {
  const end = line.indexOf(' ')
  return { answer: line.slice(0, end), clue: line.slice(end + 1) }
}
