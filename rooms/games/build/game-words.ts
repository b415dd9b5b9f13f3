/** The words and clues of the games, from their text files; for the build and the server. */
import { readFileSync } from 'node:fs'
import { readGameWords } from '../domain/game-words.ts'

const LISTS = new URL('../domain/lists/', import.meta.url)

export const openGameWords = () => readGameWords((file) => readFileSync(new URL(file, LISTS), 'utf8'))
