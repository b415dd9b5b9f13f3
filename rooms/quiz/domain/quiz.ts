/**
 * A quiz: questions with one right answer each. The page contains the solution, so that it works offline; there is nothing to
 * win, so no harm in it.
 */
import { MOST_QUESTIONS } from '@lokalteil/domain/reading/quizzes'

type Solution = { right: number }
/** Index of the chosen answer for each question; null: none. */
export type Choices = readonly (number | null)[]

/** Field names of the form without scripts: `f1` is the first question, its value the index of the answer. */
export const QUIZ_FIELDS: readonly string[] = Array.from({ length: MOST_QUESTIONS }, (_, index) => toField(index))

export function toField(index: number): string {
  return `f${index + 1}`
}

export function isAnswered(query: Pick<URLSearchParams, 'has'>): boolean {
  return QUIZ_FIELDS.some((name) => query.has(name))
}

/** The answers in a form; null: none was sent. An invalid answer counts as none. */
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

/** Ten squares per line, so that forty fit into a message. */
export function toSquares(questions: readonly Solution[], choices: Choices): string {
  const squares = questions.map(({ right }, index) => (choices[index] === right ? '🟩' : '⬜'))
  const lines: string[] = []
  for (let start = 0; start < squares.length; start += 10) lines.push(squares.slice(start, start + 10).join(''))
  return lines.join('\n')
}

/** The grade, which selects the text of the result. */
export function toGrade(right: number, total: number): 'all' | 'most' | 'half' | 'few' {
  if (right === total) return 'all'
  if (right / total >= 0.7) return 'most'
  return right / total >= 0.4 ? 'half' : 'few'
}
