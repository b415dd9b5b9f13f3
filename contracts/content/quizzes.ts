/**
 * Quizzes (R1-75) as the room `quiz` shows them and as importers deliver them. The solution is part of the public answer: it is
 * no secret, and answering works without a connection.
 */
import { z } from 'zod'
import {
  FEWEST_ANSWERS,
  MOST_ANSWERS,
  MOST_QUESTIONS,
  MOST_SLUG,
  QUIZ_LENGTHS,
  QUIZ_SLUG,
} from '@lokalteil/domain/reading/quizzes'
import { contract } from '../kernel/endpoint.ts'
import { Picture } from './pictures.ts'
import { Count, inVersion, Instant, paged, version } from './values.ts'

const Line = (most: number) => z.string().trim().min(1).max(most)
export const QuizSlug = z.string().max(MOST_SLUG).regex(QUIZ_SLUG)

export const QuizQuestion = z
  .object({
    text: Line(QUIZ_LENGTHS.question),
    picture: Picture.nullable(),
    answers: z.array(Line(QUIZ_LENGTHS.answer)).min(FEWEST_ANSWERS).max(MOST_ANSWERS),
    /** Index of the one that is right. */
    right: z.number().int().min(0),
    /** Inline HTML of the allow-list of paragraphs; '' when there is nothing to say. */
    explanation: z.string().max(QUIZ_LENGTHS.explanation),
  })
  .refine(({ right, answers }) => right < answers.length, { path: ['right'], error: 'is no answer' })
export type QuizQuestion = z.infer<typeof QuizQuestion>

const Head = {
  title: Line(QUIZ_LENGTHS.title),
  /** Plain. */
  teaser: z.string().max(QUIZ_LENGTHS.teaser),
  picture: Picture.nullable(),
  published: Instant,
}

export const QuizTeaser = z.object({ slug: QuizSlug, ...Head, questionCount: Count })
export type QuizTeaser = z.infer<typeof QuizTeaser>

export const Quiz = z.object({
  slug: QuizSlug,
  ...Head,
  updated: Instant.nullable(),
  /** A section that the publication has, or null. */
  section: z.object({ path: z.string(), name: z.string() }).nullable(),
  /** Who wrote it; '' for the own editorial office. */
  source: z.string().max(QUIZ_LENGTHS.source),
  questions: z.array(QuizQuestion).min(1).max(MOST_QUESTIONS),
})
export type Quiz = z.infer<typeof Quiz>

export const QuizPage = z.object({ quizzes: z.array(QuizTeaser), page: Count, pages: Count, total: Count })
export type QuizPage = z.infer<typeof QuizPage>

/** Already cleaned. A quiz that is withdrawn needs no more than its id and its version. */
export const IncomingQuiz = z.object({
  sourceId: z.string().min(1).max(500),
  version: z.number().int().nonnegative(),
  /** Tells states of one version apart. */
  digest: z.string().min(1).max(100),
  status: z.enum(['usable', 'canceled', 'withheld']),
  ...Head,
  /** As wanted; one that another quiz has gets a number. null: made of the title. */
  slug: QuizSlug.nullable(),
  updated: Instant.nullable(),
  sectionPath: z.string().max(200),
  source: z.string().max(QUIZ_LENGTHS.source),
  questions: z.array(QuizQuestion).max(MOST_QUESTIONS),
})
export type IncomingQuiz = z.infer<typeof IncomingQuiz>

/** Beside the content's own; a content service that does not know them has no quizzes. */
export const QUIZZES = contract({
  listQuizzes: {
    method: 'GET',
    path: '/{version}/quizzes',
    summary: 'Quizzes that have appeared, newest first, 20 a page',
    params: inVersion,
    query: paged,
    answer: QuizPage,
  },
  getQuiz: {
    method: 'GET',
    path: '/{version}/quizzes/{slug}',
    summary: 'A quiz with its solution; 410 when it was withdrawn',
    params: z.object({ version, slug: QuizSlug }),
    answer: Quiz,
    problems: { 404: 'NOT_FOUND', 410: 'GONE' },
  },
})
