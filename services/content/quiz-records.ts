/**
 * Quizzes as the office writes them. Each function takes the row as it is and answers the row after the act, so that
 * `routes/quiz-records.ts` stores it under the lock of the change log; a refusal changes nothing.
 */
import type { QuizDraft, QuizRecord, QuizSummary } from '@lokalteil/contracts/content'
import { findQuizGaps } from '@lokalteil/domain/reading/quizzes'
import { toExact } from '../platform/exact.ts'
import { problem, type Refusal } from '../platform/serve.ts'
import type { QuizRow, StoredQuiz } from './store/quizzes.ts'
import { createQuizRow, toStored } from './take-quiz.ts'

/** Who, and when. */
export type ByPerson = { by: string; at: Date }

const EMPTY: QuizDraft = {
  title: '',
  teaser: '',
  picture: null,
  published: null,
  sectionPath: '',
  source: '',
  questions: [],
}

export function beginQuiz(publication: string, slug: string, title: string, { by, at }: ByPerson): QuizRow {
  return {
    ...createQuizRow(publication, `office:${slug}`, slug),
    draft: { ...EMPTY, title },
    revision: 1,
    isNew: true,
    published: at,
    changedBy: by,
    changedAt: at,
  }
}

/** A repeated save finds its own draft and changes nothing. */
export function saveDraft(row: QuizRow, base: number, draft: QuizDraft, act: ByPerson): QuizRow | Refusal {
  if (toExact(draft) === toExact(toDraft(row))) return row
  return base === row.revision ? change(row, { draft }, act) : laterRevision()
}

export function publishQuiz(row: QuizRow, revision: number, act: ByPerson): QuizRow | Refusal {
  if (revision !== row.revision) return laterRevision()
  if (row.draft === null) return row
  const { questions, ...draft } = row.draft
  const gaps = findQuizGaps(row.draft)
  if (gaps.length > 0) return problem(422, 'NOT_COMPLETE', gaps.map(({ at, what }) => `${at}: ${what}`).join(', '))
  const published = toTime(row, act)
  const body = toStored({
    ...draft,
    title: draft.title.trim(),
    published: published.toISOString(),
    updated: isShown(row, act.at) && published < act.at ? act.at.toISOString() : null,
    // Without gaps each has its right answer.
    questions: questions.map(({ text, answers, right, ...question }) => ({
      ...question,
      text: text.trim(),
      answers: answers.map((answer) => answer.trim()),
      right: right!,
    })),
  })
  return change(row, { body, published, draft: null, isNew: false, isOurs: true }, act)
}

/** The draft stays, and can be published again. */
export function withdrawQuiz(row: QuizRow, act: ByPerson): QuizRow {
  if (row.body === null) return row
  return change(row, { body: null, draft: toDraft(row), isOurs: true }, act)
}

export function dropDraft(row: QuizRow, revision: number, act: ByPerson): QuizRow | Refusal {
  if (revision !== row.revision) return laterRevision()
  // A withdrawn quiz has only its draft left, which is kept.
  const isAll = row.body === null && !row.isNew
  return row.draft === null || isAll ? row : change(row, { draft: null }, act)
}

export function settleUpdate(
  row: QuizRow,
  { version, isTaken }: { version: number; isTaken: boolean },
  act: ByPerson,
): QuizRow {
  const { proposal } = row
  // Another person decided it meanwhile, or a later version replaced it.
  if (proposal === null || proposal.version !== version) return row
  const isDraft = isTaken && proposal.body !== null
  return change(row, { proposal: null, ...(isDraft ? { draft: draftOf(proposal.body!) } : {}) }, act)
}

/** Applies the change and counts the revision. A draft equal to the published text is dropped. */
function change(row: QuizRow, changes: Partial<QuizRow>, { by, at }: ByPerson): QuizRow {
  const next = { ...row, ...changes, revision: row.revision + 1, changedBy: by, changedAt: at }
  const isSame = next.body !== null && next.draft !== null && toExact(next.draft) === toExact(draftOf(next.body))
  return isSame ? { ...next, draft: null } : next
}

/** The time that the draft says; else a published quiz keeps its time. */
function toTime(row: QuizRow, { at }: ByPerson): Date {
  const said = row.draft?.published ?? null
  if (said !== null) return new Date(said)
  return isShown(row, at) ? row.published : at
}

/** Whether readers have it now. */
export function isShown({ body, published }: QuizRow, now: Date): boolean {
  return body !== null && published <= now
}

export function toRecord(row: QuizRow, now: Date): QuizRecord {
  return { ...toSummary(row, now), revision: row.revision, draft: toDraft(row) }
}

export function toSummary(row: QuizRow, now: Date): QuizSummary {
  const { title, source } = toDraft(row)
  const { slug, body, proposal, published, draft, changedAt, changedBy } = row
  return {
    slug,
    title,
    source,
    changedBy,
    state: row.isNew ? 'never' : body === null ? 'withdrawn' : isShown(row, now) ? 'shown' : 'waiting',
    published: body === null ? null : published.toISOString(),
    isChanged: body !== null && draft !== null,
    update:
      proposal === null ? null : { version: proposal.version, kind: proposal.body === null ? 'withdrawal' : 'update' },
    changedAt: changedAt?.toISOString() ?? null,
  }
}

function toDraft({ draft, body }: QuizRow): QuizDraft {
  return draft ?? (body === null ? EMPTY : draftOf(body))
}

function draftOf({ updated: _updated, ...body }: StoredQuiz): QuizDraft {
  return body
}

const laterRevision = () => problem(409, 'LATER_REVISION', 'The quiz was changed meanwhile')
