/**
 * A quiz: questions of which each has one right answer. The solution stands in the page, as that of a puzzle does: nothing
 * is won, and answering works without a connection.
 */
import { MOST_QUESTIONS } from '@lokalteil/domain/reading/quizzes'

type Solution = { right: number }
/** The index of the answer that was chosen; null: none. */
export type Choices = readonly (number | null)[]

/** Of the form that is sent without scripts: `f1` is the first question, its value the answer's index. */
export const QUIZ_FIELDS: readonly string[] = Array.from({ length: MOST_QUESTIONS }, (_, index) => toField(index))

export function toField(index: number): string {
  return `f${index + 1}`
}

export function isAnswered(query: Pick<URLSearchParams, 'has'>): boolean {
  return QUIZ_FIELDS.some((name) => query.has(name))
}

/** What was sent; null: nothing was. What is no answer of its question counts as none. */
export function readChoices(
  query: Pick<URLSearchParams, 'get' | 'has'>,
  questions: readonly { answers: readonly unknown[] }[],
): Choices | null {
  if (!isAnswered(query)) return null
  return questions.map(({ answers }, index) => {
    const typed = query.get(toField(index)) ?? ''
    return /^\d$/.test(typed) && Number(typed) < answers.length ? Number(typed) : null
  })
}

export function countRight(questions: readonly Solution[], choices: Choices): number {
  return questions.filter(({ right }, index) => choices[index] === right).length
}

/** Ten a line, so that forty do not run out of a message. */
export function toSquares(questions: readonly Solution[], choices: Choices): string {
  const squares = questions.map(({ right }, index) => (choices[index] === right ? '🟩' : '⬜'))
  const lines: string[] = []
  for (let start = 0; start < squares.length; start += 10) lines.push(squares.slice(start, start + 10).join(''))
  return lines.join('\n')
}

/** How well it went: the words of the result hang on it. */
export function toGrade(right: number, total: number): 'all' | 'most' | 'half' | 'few' {
  if (right === total) return 'all'
  if (right / total >= 0.7) return 'most'
  return right / total >= 0.4 ? 'half' : 'few'
}
