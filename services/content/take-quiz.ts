/**
 * Takes one quiz into the store of one publication. Idempotent by source id, version and digest: an older state changes
 * nothing, a newer one keeps the address, a withdrawal lasts until something newer comes. If the office published or withdrew
 * the quiz, the delivery waits as a proposal (`quiz-records.ts`).
 */
import type { CONTENT_INTERNAL, IncomingQuiz } from '@lokalteil/contracts/content'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { slugOf } from '@lokalteil/domain/german-text'
import { MOST_SLUG, toFreeSlug } from '@lokalteil/domain/reading/quizzes'
import { sanitiseHtml, sanitisePicture, toSafeText } from './sanitise.ts'
import type { Trx } from './schema.ts'
import * as quizStore from './store/quizzes.ts'
import type { QuizRow, StoredQuiz } from './store/quizzes.ts'

export type QuizOutcome = AnswerOf<(typeof CONTENT_INTERNAL)['ingestQuizzes']>['results'][number]

export async function takeQuiz(trx: Trx, code: string, quiz: IncomingQuiz): Promise<QuizOutcome> {
  const { sourceId, version, digest, status } = quiz
  const known = await quizStore.getQuizOfSource(trx, code, sourceId)
  const isSame = known !== null && known.version === version && known.digest === digest
  if (known !== null && (known.version > version || isSame))
    return { sourceId, outcome: 'unchanged', id: known.slug, reason: `version ${known.version} is stored` }
  const body = status === 'usable' ? toStored(quiz) : null
  if (known !== null && known.isOurs) {
    await quizStore.saveQuiz(trx, { ...known, version, digest, proposal: { version, body } })
    return { sourceId, outcome: 'unchanged', id: known.slug, reason: 'it waits for the office' }
  }
  const row = known ?? createQuizRow(code, sourceId, await findSlug(trx, code, quiz))
  const isEdited = row.draft !== null
  await quizStore.saveQuiz(trx, {
    ...row,
    version,
    digest,
    body,
    published: new Date(quiz.published),
    // A draft in the office was made from the older text: the newer one waits beside it.
    proposal: isEdited ? { version, body } : null,
    revision: isEdited ? row.revision : row.revision + 1,
  })
  if (body === null) return { sourceId, outcome: 'removed', id: row.slug, reason: status }
  return { sourceId, outcome: known === null ? 'created' : 'updated', id: row.slug, reason: '' }
}

/** A quiz of which nothing is known but where it stands. */
export function createQuizRow(publication: string, sourceId: string, slug: string): QuizRow {
  return {
    publication,
    sourceId,
    slug,
    version: 0,
    digest: '',
    published: new Date(0),
    body: null,
    revision: 0,
    draft: null,
    proposal: null,
    isNew: false,
    isOurs: false,
    changedBy: '',
    changedAt: null,
  }
}

/** A slug never changes, whatever the title becomes. */
export async function findSlug(
  trx: Trx,
  code: string,
  { slug, title }: Pick<IncomingQuiz, 'slug' | 'title'>,
): Promise<string> {
  const wanted = slug ?? slugOf(title, MOST_SLUG)
  return toFreeSlug(wanted, await quizStore.listSlugs(trx, code, toFreeSlug(wanted, new Set())))
}

/** Sanitised again: not every sender is our own importer, and the office writes as well. */
export function toStored(quiz: StoredQuiz): StoredQuiz {
  const { title, teaser, picture, published, updated, sectionPath, source, questions } = quiz
  return {
    title,
    teaser: toSafeText(teaser),
    picture: sanitisePicture(picture),
    published,
    updated,
    sectionPath,
    source,
    questions: questions.map((question) => ({
      ...question,
      picture: sanitisePicture(question.picture),
      explanation: sanitiseHtml(question.explanation),
    })),
  }
}
