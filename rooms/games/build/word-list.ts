/**
 * Vite plugin: the five-letter words that may be guessed, concatenated in alphabetical order, from the package
 * an-array-of-german-words (MIT) and our own. A file of its own, which the game loads at the first guess.
 */
import { createRequire } from 'node:module'
import { toWordList } from '../domain/words.ts'
import type { Plugin } from 'vite'
import { openGameWords } from './game-words.ts'

const MODULE = 'virtual:word-list'

export function readWordList(): string {
  const found = createRequire(import.meta.url)('an-array-of-german-words') as string[]
  const { answers, guesses } = openGameWords()
  return toWordList([...found, ...guesses, ...answers])
}

export function wordList(): Plugin {
  return {
    name: 'word-list',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) => (id === `\0${MODULE}` ? `export const WORD_LIST = ${JSON.stringify(readWordList())}` : null),
  }
}
