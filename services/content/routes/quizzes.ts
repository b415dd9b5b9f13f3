/** Quizzes: published ones for readers, the ingest endpoint, and how a change reaches readers. */
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { Quiz, QUIZZES, QuizTeaser } from '@lokalteil/contracts/content'
import type { Call, Refusal } from '../../platform/serve.ts'
import {
  announce,
  cached,
  getTaxonomy,
  gone,
  notFound,
  PAGE_SIZE,
  type ContentContext,
  type PublicationContext,
  type InternalHandler,
} from '../context.ts'
import type { Trx } from '../schema.ts'
import * as changeStore from '../store/changes.ts'
import * as quizStore from '../store/quizzes.ts'
import type { ShownQuiz } from '../store/quizzes.ts'
import { takeQuiz, type QuizOutcome } from '../take-quiz.ts'

type QuizHandler<Name extends keyof typeof QUIZZES> = (
  content: ContentContext,
  call: Call<(typeof QUIZZES)[Name], PublicationContext>,
) => Promise<AnswerOf<(typeof QUIZZES)[Name]> | Refusal>

export const listQuizzes: QuizHandler<'listQuizzes'> = async (content, { query, context }) => {
  const { page } = query
  if (page < 1) return notFound('No such page')
  const { code } = context.publication
  const { rows, total } = await cached(content, `quizzes|${code}|${page}`, () =>
    quizStore.listQuizzes(content.db, code, content.now(), PAGE_SIZE, (page - 1) * PAGE_SIZE),
  )
  const pages = Math.ceil(total / PAGE_SIZE)
  if (page > Math.max(pages, 1)) return notFound('No such page')
  return { quizzes: rows.map(toTeaser), page, pages, total }
}

export const getQuiz: QuizHandler<'getQuiz'> = async (content, { params, context }) => {
  const { code } = context.publication
  const row = await cached(content, `quiz|${code}|${params.slug}`, () =>
    quizStore.getQuiz(content.db, code, params.slug),
  )
  if (row === null || row.isNew) return notFound('No such quiz')
  if (row.body === null) return gone()
  if (row.published > content.now()) return notFound('No such quiz')
  const { sectionPath, ...quiz } = row.body
  const section = (await getTaxonomy(content, context)).getSection(sectionPath)
  return {
    ...quiz,
    slug: row.slug,
    section: section === null ? null : { path: section.path, name: section.name },
  } satisfies Quiz
}

function toTeaser({ slug, body: { title, teaser, picture, published, questions } }: ShownQuiz): QuizTeaser {
  return { slug, title, teaser, picture, published, questionCount: questions.length }
}

export const ingestQuizzes: InternalHandler<'ingestQuizzes'> = async (content, { body, context }) => {
  const { code } = context.publication
  const results = await writeQuizzes(content, async (trx) => {
    const done: QuizOutcome[] = []
    for (const quiz of body.quizzes) done.push(await takeQuiz(trx, code, quiz))
    const outcomes = new Set(done.map(({ outcome }) => outcome))
    outcomes.delete('unchanged')
    return { answer: done, effect: outcomes.has('removed') ? 'hidden' : outcomes.size > 0 ? 'shown' : null }
  })
  return { results }
}

/** Kind of the change. `hidden`: readers lose a quiz, so `all` clears every page at once. */
const KINDS = { shown: 'taxonomy', hidden: 'all' } as const

/** A write under the lock of the change log. `effect`: the change for readers; null: none. */
export async function writeQuizzes<T>(
  content: ContentContext,
  work: (trx: Trx) => Promise<{ answer: T; effect: keyof typeof KINDS | null }>,
): Promise<T> {
  const { answer, effect } = await changeStore.write(content.db, async (trx) => {
    const done = await work(trx)
    // Other processes read it there.
    if (done.effect !== null) await changeStore.logChanges(trx, ['quizzes'], KINDS[done.effect], content.now())
    return done
  })
  if (effect !== null) await announce(content, { ids: [], kind: KINDS[effect] })
  return answer
}
