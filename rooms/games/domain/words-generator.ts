/** The word of a day. Each publication goes through all answers in its own order before a word repeats. */
import { toDayNumber } from '@lokalteil/domain/games/games'
import { createRandom } from './random.ts'
import type { WordPuzzle } from './words.ts'

export function createWord(answers: readonly string[], publication: string, day: string): WordPuzzle {
  const number = toDayNumber(day)
  const round = Math.floor(number / answers.length)
  const order = createRandom(`${publication}|wortraten|${round}`).shuffle(answers)
  return { answer: order[number % answers.length]! }
}
