/** The word of a day: each publication goes through all answers in an order of its own before one comes again. */
import { toDayNumber } from './games.ts'
import { createRandom } from './random.ts'
import { ANSWERS } from './word-answers.ts'
import type { WordPuzzle } from './words.ts'

export function createWord(publication: string, day: string): WordPuzzle {
  const number = toDayNumber(day)
  const round = Math.floor(number / ANSWERS.length)
  const order = createRandom(`${publication}|wortraten|${round}`).shuffle(ANSWERS)
  return { answer: order[number % ANSWERS.length]! }
}
