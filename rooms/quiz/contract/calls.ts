/** Same-origin calls of quiz pages, with the same answers for all readers. */
import { Quiz, QuizPage } from '@lokalteil/contracts/content/quizzes'
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { MOST_SLUG, QUIZ_SLUG } from '@lokalteil/domain/reading/quizzes'
import { z } from 'zod'

export const QUIZ_CALLS = contract({
  listQuizzes: {
    method: 'GET',
    path: '/api/quizzes',
    summary: 'The publication’s quizzes, newest first, 20 a page; the same for all',
    query: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
    answer: QuizPage,
    problems: { 404: 'NOT_FOUND' },
  },
  getQuiz: {
    method: 'GET',
    path: '/api/quizzes/{slug}',
    summary: 'A quiz with its solution, which is no secret; the same for all',
    params: z.object({
      slug: z.string().max(MOST_SLUG).regex(QUIZ_SLUG),
    }),
    answer: Quiz,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
})
