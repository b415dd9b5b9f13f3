/**
 * Quizzes in the office. The content service keeps them, drafts too; the office says who may, in which publication, writes
 * the audit and tells other tabs.
 */
import type { QuizRecord, RECORDS } from '@lokalteil/contracts/content'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { OFFICE_QUIZZES } from '@lokalteil/contracts/office'
import type { ActName } from '@lokalteil/domain/office/acts'
import { AUTO_REVISION_MINUTES } from '@lokalteil/domain/office/states'
import { findPublication } from '@lokalteil/domain/publication/publications'
import { created, isRefusal, problem, type BoundHandlers, type Refusal } from '../../platform/serve.ts'
import { noContent, refuseSection } from '../articles/answers.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'
import { emit } from '../events.ts'

type Handlers = BoundHandlers<OfficeContext, typeof OFFICE_QUIZZES, DeskCaller>
type Records = Client<typeof RECORDS>

const MINUTE = 60_000
const PASSED_ON: ReadonlySet<number> = new Set([404, 409, 422])

function toData<T>(result: Result<T>): T | Refusal {
  if (result.ok) return result.data
  const { status, problem: told } = result
  return PASSED_ON.has(status) ? problem(status, told.code, told.title) : noContent()
}

/** A publication without the room has no quizzes. */
function recordsOf(office: OfficeContext, { publication }: DeskCaller): Records | Refusal {
  const rooms: readonly string[] = findPublication(publication)?.rooms ?? []
  return rooms.includes('quiz')
    ? office.recordsOf(publication)
    : problem(404, 'NOT_FOUND', 'The publication has no quizzes')
}

/** An act on a quiz in a section of the person. `isNoted`: whether it is worth an entry of the audit; absent: it is. */
async function change(
  office: OfficeContext,
  caller: DeskCaller,
  slug: string,
  act: ActName,
  work: (records: Records, by: string) => Promise<Result<QuizRecord>>,
  isNoted: (before: QuizRecord) => boolean = () => true,
): Promise<QuizRecord | Refusal> {
  const records = recordsOf(office, caller)
  if (isRefusal(records)) return records
  const before = toData(await records.getQuizRecord({ params: { slug } }))
  if (isRefusal(before)) return before
  const refused = refuseSection(caller, act, before.draft.sectionPath)
  if (refused !== null) return refused
  const after = toData(await work(records, caller.person.name))
  if (isRefusal(after) || after.revision === before.revision) return after
  await tell(office, caller, slug, isNoted(before) ? { act, before: toNote(before), after: toNote(after) } : null)
  return after
}

/** Null: an event for other tabs, but no entry of the audit. */
async function tell(
  office: OfficeContext,
  caller: DeskCaller,
  slug: string,
  entry: { act: ActName; before?: unknown; after: unknown } | null,
): Promise<void> {
  const { publication } = caller
  await office.db.transaction().execute(async (trx) => {
    if (entry !== null) await office.log(caller, { ...entry, publication, target: `Quiz ${slug}` }, trx)
    await emit(trx, { publication, kind: 'quiz', id: slug })
  })
}

function toNote({ title, state, published, revision }: QuizRecord) {
  return { title, state, published, revision }
}

export const QUIZ_HANDLERS: Handlers = {
  async listQuizzes(office, { query, context }) {
    const records = recordsOf(office, context)
    return isRefusal(records) ? records : toData(await records.listQuizRecords({ query }))
  },

  async getQuiz(office, { params, context }) {
    const records = recordsOf(office, context)
    return isRefusal(records) ? records : toData(await records.getQuizRecord({ params }))
  },

  async createQuiz(office, { body, context }) {
    const records = recordsOf(office, context)
    if (isRefusal(records)) return records
    const quiz = toData(await records.createQuizRecord({ body: { ...body, by: context.person.name } }))
    if (isRefusal(quiz)) return quiz
    await tell(office, context, quiz.slug, { act: 'createQuiz', after: toNote(quiz) })
    return created(quiz)
  },

  saveQuiz(office, { params, body, context }) {
    // Of automatic saves of one person the first of five minutes, as for articles.
    const isFirst = ({ changedBy, changedAt }: QuizRecord) =>
      changedBy !== context.person.name ||
      office.now().getTime() - Date.parse(changedAt ?? '') > AUTO_REVISION_MINUTES * MINUTE
    const save = (records: Records, by: string) => records.saveQuizRecord({ params, body: { ...body, by } })
    return change(office, context, params.slug, 'saveQuiz', save, isFirst)
  },

  publishQuiz: (office, { params, body, context }) =>
    change(office, context, params.slug, 'publishQuiz', (records, by) =>
      records.publishQuizRecord({ params, body: { ...body, by } }),
    ),
  withdrawQuiz: (office, { params, context }) =>
    change(office, context, params.slug, 'withdrawQuiz', (records, by) =>
      records.withdrawQuizRecord({ params, body: { by } }),
    ),
  dropQuiz: (office, { params, body, context }) =>
    change(office, context, params.slug, 'dropQuiz', (records, by) =>
      records.dropQuizRecord({ params, body: { ...body, by } }),
    ),
  settleQuiz: (office, { params, body, context }) =>
    change(office, context, params.slug, 'settleQuiz', (records, by) =>
      records.settleQuizUpdate({ params, body: { ...body, by } }),
    ),
}
