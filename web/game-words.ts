/** The words and clues of the games, from their text files; for the build and the server. */
import { readFileSync } from 'node:fs'
import { readGameWords } from '@lokalteil/domain/games/game-words'

const LISTS = new URL('../domain/games/lists/', import.meta.url)

export const openGameWords = () => readGameWords((file) => readFileSync(new URL(file, LISTS), 'utf8'))
