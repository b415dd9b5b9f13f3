/** Quizzes: published ones for readers, and the ingest endpoint. */
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
import * as changeStore from '../store/changes.ts'
import * as quizStore from '../store/quizzes.ts'
import type { StoredQuiz } from '../store/quizzes.ts'
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
  const quizzes = rows.flatMap(({ slug, body }): QuizTeaser[] => (body === null ? [] : [toTeaser(slug, body)]))
  return { quizzes, page, pages, total }
}

export const getQuiz: QuizHandler<'getQuiz'> = async (content, { params, context }) => {
  const { code } = context.publication
  const row = await cached(content, `quiz|${code}|${params.slug}`, () =>
    quizStore.getQuiz(content.db, code, params.slug),
  )
  if (row === null) return notFound('No such quiz')
  if (row.removed || row.body === null) return gone()
  if (row.published > content.now()) return notFound('No such quiz')
  const { sectionPath, ...quiz } = row.body
  const section = (await getTaxonomy(content, context)).getSection(sectionPath)
  return {
    ...quiz,
    slug: row.slug,
    section: section === null ? null : { path: section.path, name: section.name },
  } satisfies Quiz
}

function toTeaser(slug: string, { title, teaser, picture, published, questions }: StoredQuiz): QuizTeaser {
  return { slug, title, teaser, picture, published, questionCount: questions.length }
}

export const ingestQuizzes: InternalHandler<'ingestQuizzes'> = async (content, { body, context }) => {
  const { code } = context.publication
  const results = await changeStore.write(content.db, async (trx) => {
    const done: QuizOutcome[] = []
    for (const quiz of body.quizzes) done.push(await takeQuiz(trx, code, quiz))
    const ids = done.filter(({ outcome }) => outcome !== 'unchanged').map(({ sourceId }) => sourceId)
    // `all` clears every page at once when a quiz is withdrawn; other processes read it in the change log.
    const kind = done.some(({ outcome }) => outcome === 'removed') ? 'all' : 'taxonomy'
    if (ids.length > 0) await changeStore.logChanges(trx, ['quizzes'], kind, content.now())
    return done
  })
  const changed = results.filter(({ outcome }) => outcome !== 'unchanged')
  if (changed.length > 0)
    await announce(content, {
      ids: [],
      kind: changed.some(({ outcome }) => outcome === 'removed') ? 'all' : 'taxonomy',
    })
  return { results }
}
