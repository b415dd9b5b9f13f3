/** Quizzes of the content service in memory: they keep the promises of `QUIZ_RECORDS` that the office relies on. */
import type { QUIZ_RECORDS, QuizDraft, QuizRecord, RECORDS } from '@lokalteil/contracts/content'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import { findQuizGaps } from '@lokalteil/domain/reading/quizzes'

export const QUESTION: QuizDraft['questions'][number] = {
  text: 'Welcher Fluss?',
  picture: null,
  answers: ['Die Aue', 'Die Werla'],
  right: 1,
  explanation: '',
}

export function createQuizzesDouble(
  now: () => Date,
  silent: ReadonlySet<string>,
  refuse: (status: number, code: string) => Result<never>,
) {
  const stored = new Map<string, QuizRecord>()
  const ok = <T>(data: T): Result<T> => ({ ok: true, data, headers: new Headers() })
  const change = (slug: string, by: string, part: Partial<QuizRecord>): Result<QuizRecord> => {
    const before = stored.get(slug)
    if (before === undefined) return refuse(404, 'NOT_FOUND')
    const changed = { changedBy: by, changedAt: now().toISOString(), revision: before.revision + 1 }
    stored.set(slug, { ...before, ...part, ...changed })
    return ok(stored.get(slug)!)
  }
  const isLater = (slug: string, revision: number) => (stored.get(slug)?.revision ?? revision) !== revision

  const calls: Pick<Client<typeof RECORDS>, keyof typeof QUIZ_RECORDS> = {
    listQuizRecords: async () => {
      if (silent.has('listQuizRecords')) return refuse(0, 'UNREACHABLE')
      const quizzes = [...stored.values()].map(({ draft: _draft, revision: _revision, ...summary }) => summary)
      return ok({ quizzes, page: 1, pages: 1, total: quizzes.length })
    },
    createQuizRecord: async ({ body: { title, slug, by } }) => {
      const quiz: QuizRecord = {
        slug: slug ?? `quiz-${stored.size + 1}`,
        title,
        source: '',
        state: 'never',
        published: null,
        isChanged: false,
        update: null,
        changedAt: now().toISOString(),
        changedBy: by,
        revision: 1,
        draft: { title, teaser: '', picture: null, published: null, sectionPath: '', source: '', questions: [] },
      }
      stored.set(quiz.slug, quiz)
      return ok(quiz)
    },
    getQuizRecord: async ({ params: { slug } }) =>
      stored.has(slug) ? ok(stored.get(slug)!) : refuse(404, 'NOT_FOUND'),
    saveQuizRecord: async ({ params: { slug }, body: { base, draft, by } }) =>
      isLater(slug, base)
        ? refuse(409, 'LATER_REVISION')
        : change(slug, by, { draft: draft as QuizDraft, title: draft.title }),
    publishQuizRecord: async ({ params: { slug }, body: { revision, by } }) => {
      if (isLater(slug, revision)) return refuse(409, 'LATER_REVISION')
      if (findQuizGaps(stored.get(slug)!.draft).length > 0) return refuse(422, 'NOT_COMPLETE')
      return change(slug, by, { state: 'shown', published: now().toISOString() })
    },
    withdrawQuizRecord: async ({ params: { slug }, body: { by } }) =>
      change(slug, by, { state: 'withdrawn', published: null }),
    dropQuizRecord: async ({ params: { slug }, body: { revision, by } }) => {
      if (isLater(slug, revision)) return refuse(409, 'LATER_REVISION')
      const dropped = change(slug, by, {})
      if (dropped.ok && dropped.data.state === 'never') stored.delete(slug)
      return dropped
    },
    settleQuizUpdate: async ({ params: { slug }, body: { by } }) => change(slug, by, { update: null }),
  }
  return {
    calls,
    stored,
    /** The source sends a newer version of a quiz that the office wrote. */
    update: (slug: string, version: number) =>
      void stored.set(slug, { ...stored.get(slug)!, update: { version, kind: 'update' } }),
  }
}
