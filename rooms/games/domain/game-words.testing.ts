import { readFileSync } from 'node:fs'
import { readGameWords } from './game-words.ts'

export const GAME_WORDS = readGameWords((file) => readFileSync(new URL(`lists/${file}`, import.meta.url), 'utf8'))
