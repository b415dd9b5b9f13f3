/**
 * Takes one quiz into the store of one publication. Idempotent by source id, version and digest: an older state changes
 * nothing, a newer one keeps the address, a withdrawal lasts until something newer comes.
 */
import type { CONTENT_INTERNAL, IncomingQuiz } from '@lokalteil/contracts/content'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { slugOf } from '@lokalteil/domain/german-text'
import { MOST_SLUG, toFreeSlug } from '@lokalteil/domain/reading/quizzes'
import { sanitiseHtml, sanitisePicture, toSafeText } from './sanitise.ts'
import type { Trx } from './schema.ts'
import * as quizStore from './store/quizzes.ts'
import type { StoredQuiz } from './store/quizzes.ts'

export type QuizOutcome = AnswerOf<(typeof CONTENT_INTERNAL)['ingestQuizzes']>['results'][number]

export async function takeQuiz(trx: Trx, code: string, quiz: IncomingQuiz): Promise<QuizOutcome> {
  const { sourceId, version, digest, status } = quiz
  const known = await quizStore.getKnownQuiz(trx, code, sourceId)
  const isSame = known !== null && known.version === version && known.digest === digest
  if (known !== null && (known.version > version || isSame))
    return { sourceId, outcome: 'unchanged', id: known.slug, reason: `version ${known.version} is stored` }
  const isWithdrawn = status !== 'usable'
  const slug = known?.slug ?? (await findSlug(trx, code, quiz))
  await quizStore.saveQuiz(trx, {
    publication: code,
    sourceId,
    slug,
    version,
    digest,
    published: new Date(quiz.published),
    body: isWithdrawn ? null : toStored(quiz),
  })
  if (isWithdrawn) return { sourceId, outcome: 'removed', id: slug, reason: status }
  return { sourceId, outcome: known === null ? 'created' : 'updated', id: slug, reason: '' }
}

/** A slug never changes, whatever the title becomes. */
async function findSlug(trx: Trx, code: string, { slug, title }: IncomingQuiz): Promise<string> {
  const wanted = slug ?? slugOf(title, MOST_SLUG)
  return toFreeSlug(wanted, await quizStore.listSlugs(trx, code, toFreeSlug(wanted, new Set())))
}

/** Sanitised again: not every sender is our own importer. */
function toStored(quiz: IncomingQuiz): StoredQuiz {
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
