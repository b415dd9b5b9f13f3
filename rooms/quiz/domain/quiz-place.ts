import { MOST_SLUG, QUIZ_SLUG } from '@lokalteil/domain/reading/quizzes'

/** `/quiz` is the list, `/quiz/2` its second page, `/quiz/{slug}` a quiz: a slug never consists of digits only. */
export type QuizPlace = { kind: 'list'; page: number } | { kind: 'quiz'; slug: string } | null

/** Null: there is no such path. */
export function toQuizPlace(entry: string | null): QuizPlace {
  if (entry === null) return { kind: 'list', page: 1 }
  if (/^[1-9]\d{0,3}$/.test(entry)) return { kind: 'list', page: Number(entry) }
  return entry.length <= MOST_SLUG && QUIZ_SLUG.test(entry) ? { kind: 'quiz', slug: entry } : null
}
