/** Quizzes as they were given, for the office, behind the service key. */
import type { QuizRecord } from '@lokalteil/contracts/content'
import { isRefusal, type Refusal } from '../../platform/serve.ts'
import { notFound, PAGE_SIZE, type ContentContext, type PublicationContext, type RecordHandler } from '../context.ts'
import {
  beginQuiz,
  dropDraft,
  isShown,
  publishQuiz,
  saveDraft,
  settleUpdate,
  toRecord,
  toSummary,
  withdrawQuiz,
  type ByPerson,
} from '../quiz-records.ts'
import * as quizStore from '../store/quizzes.ts'
import type { QuizRow } from '../store/quizzes.ts'
import { findSlug } from '../take-quiz.ts'
import { writeQuizzes } from './quizzes.ts'

const NONE = 'The publication has no such quiz'

export const listQuizRecords: RecordHandler<'listQuizRecords'> = async (content, { query, context }) => {
  const { page } = query
  if (page < 1) return notFound('No such page')
  const offset = (page - 1) * PAGE_SIZE
  const { rows, total } = await quizStore.listAllQuizzes(content.db, context.publication.code, PAGE_SIZE, offset)
  const pages = Math.ceil(total / PAGE_SIZE)
  return { quizzes: rows.map((row) => toSummary(row, content.now())), page, pages, total }
}

export const getQuizRecord: RecordHandler<'getQuizRecord'> = async (content, { params, context }) => {
  const row = await quizStore.getQuiz(content.db, context.publication.code, params.slug)
  return row === null ? notFound(NONE) : toRecord(row, content.now())
}

export const createQuizRecord: RecordHandler<'createQuizRecord'> = async (content, { body, context }) => {
  const { code } = context.publication
  const { title, by } = body
  const row = await writeQuizzes(content, async (trx) => {
    const begun = beginQuiz(code, await findSlug(trx, code, body), title, { by, at: content.now() })
    await quizStore.saveQuiz(trx, begun)
    return { answer: begun, effect: null }
  })
  return toRecord(row, content.now())
}

export const saveQuizRecord: RecordHandler<'saveQuizRecord'> = (content, { params, body, context }) =>
  changeQuiz(content, context, params.slug, body, (row, act) => saveDraft(row, body.base, body.draft, act))

export const publishQuizRecord: RecordHandler<'publishQuizRecord'> = (content, { params, body, context }) =>
  changeQuiz(content, context, params.slug, body, (row, act) => publishQuiz(row, body.revision, act))

export const withdrawQuizRecord: RecordHandler<'withdrawQuizRecord'> = (content, { params, body, context }) =>
  changeQuiz(content, context, params.slug, body, withdrawQuiz)

export const settleQuizUpdate: RecordHandler<'settleQuizUpdate'> = (content, { params, body, context }) =>
  changeQuiz(content, context, params.slug, body, (row, act) => settleUpdate(row, body, act))

export const dropQuizRecord: RecordHandler<'dropQuizRecord'> = (content, { params, body, context }) =>
  changeQuiz(content, context, params.slug, body, (row, act) => dropDraft(row, body.revision, act))

/** `work` answers the row after the act, or itself if nothing changes. One that neither readers nor the office have is deleted. */
async function changeQuiz(
  content: ContentContext,
  { publication }: PublicationContext,
  slug: string,
  { by }: { by: string },
  work: (row: QuizRow, act: ByPerson) => QuizRow | Refusal,
): Promise<QuizRecord | Refusal> {
  const at = content.now()
  return writeQuizzes<QuizRecord | Refusal>(content, async (trx) => {
    const row = await quizStore.getQuiz(trx, publication.code, slug)
    const next = row === null ? notFound(NONE) : work(row, { by, at })
    if (row === null || isRefusal(next)) return { answer: next as Refusal, effect: null }
    if (next.isNew && next.draft === null) await quizStore.deleteQuiz(trx, next)
    else if (next !== row) await quizStore.saveQuiz(trx, next)
    const isHidden = isShown(row, at) && !isShown(next, at)
    return { answer: toRecord(next, at), effect: isHidden ? 'hidden' : next.body === row.body ? null : 'shown' }
  })
}
