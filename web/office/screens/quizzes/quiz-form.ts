/**
 * The draft of an open quiz, saved while somebody works on it. If another person saved meanwhile, the save is refused with
 * LATER_REVISION: the draft on the screen stays, and the person chooses.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { QuizDraft, QuizRecord } from '@lokalteil/contracts/content/quiz-records'
import type { DeskAsk } from '../../kit/client.ts'
import { newId } from '../../kit/new-id.ts'
import type { Saving, SavingState } from '../../kit/saving.ts'
import type { Copies, Seed } from '../../kit/seeds.ts'
import { useSaving } from '../../kit/use-saving.ts'

/** A question with a name that stays when it moves. */
export type FormQuestion = QuizDraft['questions'][number] & { key: string }
type Shown = Omit<QuizDraft, 'questions'> & { questions: readonly FormQuestion[] }

export const quizKey = (code: string, slug: string) => [code, 'quiz', slug] as const

export const createQuestion = (): FormQuestion => ({
  key: newId(),
  text: '',
  picture: null,
  answers: ['', ''],
  right: null,
  explanation: '',
})

export type QuizForm = {
  draft: Shown
  write: (part: Partial<Shown>) => void
  saving: Saving
  state: SavingState
  /** As it stands on the screen. */
  read: () => QuizDraft
}

export function useQuizForm({
  ask,
  code,
  copies,
  seed,
  quiz,
}: {
  ask: DeskAsk
  code: string
  copies: Copies
  seed: Seed<QuizDraft>
  quiz: QuizRecord
}): QuizForm {
  const queries = useQueryClient()
  const { slug } = quiz
  const [shown, setShown] = useState(() => toShown(seed.draft))
  /** The newest draft, for saving; state would be one render behind. */
  const current = useRef(shown)
  const known = useRef(seed.base)
  const show = useCallback((next: Shown) => {
    current.current = next
    setShown(next)
  }, [])
  const read = useCallback((): QuizDraft => {
    const { questions, ...draft } = current.current
    return { ...draft, questions: questions.map(({ key: _key, ...question }) => question) }
  }, [])

  async function send(base: number, draft: QuizDraft) {
    const record = await ask('saveQuiz', { params: { slug }, body: { base, draft } })
    return { record, revision: record.revision, savedAt: record.changedAt ?? new Date().toISOString(), draft: null }
  }

  // Its functions read the refs later, when a timer or an answer calls them.
  const { saving, state } = useSaving<QuizDraft, Awaited<ReturnType<typeof send>>>(
    {
      base: seed.base,
      take: read,
      send,
      keep: ({ base, draft }) => copies.keep(base, draft),
      forget: () => copies.forget(),
      onAnswer({ record }) {
        known.current = record.revision
        queries.setQueryData<QuizRecord>(quizKey(code, slug), (before) =>
          before !== undefined && before.revision > record.revision ? before : record,
        )
      },
    },
    seed.isUnsaved,
  )

  // Somebody else saved, or an act changed it: shown if nothing is unsaved here.
  useEffect(() => {
    if (quiz.revision <= known.current || !saving.adopt(quiz.revision)) return
    known.current = quiz.revision
    if (JSON.stringify(quiz.draft) !== JSON.stringify(read())) show(toShown(quiz.draft, current.current.questions))
  }, [quiz, saving, read, show])

  const write = useCallback(
    (part: Partial<Shown>) => {
      show({ ...current.current, ...part })
      saving.edit()
    },
    [saving, show],
  )
  return { draft: shown, write, saving, state, read }
}

/** Questions keep the names of those before them, so that the focus stays in its field. */
function toShown({ questions, ...draft }: QuizDraft, before: readonly FormQuestion[] = []): Shown {
  return { ...draft, questions: questions.map((question, at) => ({ ...question, key: before[at]?.key ?? newId() })) }
}
