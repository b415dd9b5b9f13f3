/**
 * Quizzes for an office: read as they were given, written, published, withdrawn. Part of `RECORDS`, behind the service key.
 * Promises: a draft changes nothing for readers until it is published; a save made from an older revision is refused; a quiz
 * that the office published or withdrew is not changed by later deliveries of the source, which wait as an update.
 */
import { z } from 'zod'
import { MOST_ANSWERS, MOST_QUESTIONS, QUIZ_LENGTHS } from '@lokalteil/domain/reading/quizzes'
import { cleanLine } from '@lokalteil/domain/reading/newsletter-issues'
import { contractFor } from '../kernel/endpoint.ts'
import { Picture } from './pictures.ts'
import { QuizSlug } from './quizzes.ts'
import { Count, Instant, paged } from './values.ts'

const Text = (most: number) => z.string().max(most).overwrite(cleanLine)

/** Texts may be empty: a draft is saved at any state of the work. `findQuizGaps` lists the missing parts before publication. */
export const QuizDraft = z.object({
  title: Text(QUIZ_LENGTHS.title),
  /** Plain. */
  teaser: Text(QUIZ_LENGTHS.teaser),
  picture: Picture.nullable(),
  /** When it appears; null: when it is first published. */
  published: Instant.nullable(),
  /** '': in no section. */
  sectionPath: Text(200),
  /** '' for the own newsroom. */
  source: Text(QUIZ_LENGTHS.source),
  questions: z
    .array(
      z.object({
        text: Text(QUIZ_LENGTHS.question),
        picture: Picture.nullable(),
        answers: z.array(Text(QUIZ_LENGTHS.answer)).max(MOST_ANSWERS),
        /** Index of the one that is right; null: none is chosen yet. */
        right: z
          .number()
          .int()
          .min(0)
          .max(MOST_ANSWERS - 1)
          .nullable(),
        /** Inline HTML. */
        explanation: Text(QUIZ_LENGTHS.explanation),
      }),
    )
    .max(MOST_QUESTIONS),
})
export type QuizDraft = z.infer<typeof QuizDraft>

export const QuizSummary = z.object({
  slug: QuizSlug,
  /** Of the draft. '': nothing is left of a quiz that its source withdrew. */
  title: z.string(),
  source: z.string(),
  /** For readers. `waiting`: it appears later. */
  state: z.enum(['never', 'waiting', 'shown', 'withdrawn']),
  /** When it appears or appeared; null: readers do not have it. */
  published: Instant.nullable(),
  /** There is a draft that readers do not have. */
  isChanged: z.boolean(),
  /** A later delivery of the source that the office has not decided about. */
  update: z.object({ version: z.number(), kind: z.enum(['update', 'withdrawal']) }).nullable(),
  /** Of the last change in the office; null: it never wrote it. */
  changedAt: Instant.nullable(),
  changedBy: z.string(),
})
export type QuizSummary = z.infer<typeof QuizSummary>

export const QuizRecord = QuizSummary.extend({
  /** Rises with each change; a save names it as its base. */
  revision: z.number().int(),
  draft: QuizDraft,
})
export type QuizRecord = z.infer<typeof QuizRecord>

export const bySlug = z.object({ slug: QuizSlug })
export const QuizSummaries = z.object({ quizzes: z.array(QuizSummary), page: Count, pages: Count, total: Count })
/** `slug` as wanted: one that another quiz has gets a number. Null: made of the title. It never changes. */
export const NewQuiz = z.object({ title: Text(QUIZ_LENGTHS.title).trim().min(1), slug: QuizSlug.nullable() })
export const SavedQuizDraft = z.object({ base: z.number().int().min(0), draft: QuizDraft })
export const OnQuizRevision = z.object({ revision: z.number().int().min(0) })
/** `isTaken`: the update becomes the draft. A withdrawal is only noted as seen. */
export const SettledUpdate = z.object({ version: z.number(), isTaken: z.boolean() })

/** Name of the person. */
const By = z.object({ by: z.string().max(200) })

export const QUIZ_PROBLEMS = {
  read: { 404: 'NOT_FOUND' },
  save: { 404: 'NOT_FOUND', 409: 'LATER_REVISION' },
  publish: { 404: 'NOT_FOUND', 409: 'LATER_REVISION', 422: 'NOT_COMPLETE' },
} as const

export const QUIZ_RECORDS = contractFor('service-key', {
  listQuizRecords: {
    method: 'GET',
    path: '/internal/quiz-records',
    summary: 'All quizzes of the publication, those changed last first, 20 a page',
    query: paged,
    answer: QuizSummaries,
    problems: QUIZ_PROBLEMS.read,
  },
  createQuizRecord: {
    method: 'POST',
    path: '/internal/quiz-records',
    summary: 'Begins a quiz with its title and address; readers do not have it',
    body: NewQuiz.extend(By.shape),
    answer: QuizRecord,
  },
  getQuizRecord: {
    method: 'GET',
    path: '/internal/quiz-records/{slug}',
    summary: 'A quiz with its draft, or as readers have it if there is none',
    params: bySlug,
    answer: QuizRecord,
    problems: QUIZ_PROBLEMS.read,
  },
  saveQuizRecord: {
    method: 'PUT',
    path: '/internal/quiz-records/{slug}',
    summary: 'Saves a draft made from the revision `base`. Repeating it changes nothing; readers see nothing of it',
    params: bySlug,
    body: SavedQuizDraft.extend(By.shape),
    answer: QuizRecord,
    problems: QUIZ_PROBLEMS.save,
  },
  publishQuizRecord: {
    method: 'POST',
    path: '/internal/quiz-records/{slug}/publish',
    summary: 'Shows the draft to readers, at its time',
    params: bySlug,
    body: OnQuizRevision.extend(By.shape),
    answer: QuizRecord,
    problems: QUIZ_PROBLEMS.publish,
  },
  withdrawQuizRecord: {
    method: 'POST',
    path: '/internal/quiz-records/{slug}/withdraw',
    summary: 'Takes it from readers: its address answers 410. The draft stays, and no delivery brings it back',
    params: bySlug,
    body: By,
    answer: QuizRecord,
    problems: QUIZ_PROBLEMS.read,
  },
  dropQuizRecord: {
    method: 'POST',
    path: '/internal/quiz-records/{slug}/drop',
    summary: 'Drops the draft: what readers have is edited again. A quiz that they never had is deleted',
    params: bySlug,
    body: OnQuizRevision.extend(By.shape),
    answer: QuizRecord,
    problems: QUIZ_PROBLEMS.save,
  },
  settleQuizUpdate: {
    method: 'POST',
    path: '/internal/quiz-records/{slug}/update',
    summary: 'Takes what the source sent as the draft, or drops it: it waits no more',
    params: bySlug,
    body: SettledUpdate.extend(By.shape),
    answer: QuizRecord,
    problems: QUIZ_PROBLEMS.read,
  },
})
