/** Reads the words and clues of the games from their text files; used by the build and the server. */
import { readFileSync } from 'node:fs'
import { readGameWords } from '../domain/game-words.ts'

const LISTS = new URL('../domain/lists/', import.meta.url)

export const openGameWords = () => readGameWords((file) => readFileSync(new URL(file, LISTS), 'utf8'))
