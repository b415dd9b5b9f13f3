/** Acts on a quiz: publish, withdraw, drop the draft. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { QuizRecord } from '@lokalteil/contracts/content/quiz-records'
import { findQuizGaps, toQuizPath } from '@lokalteil/domain/reading/quizzes'
import { QUIZ } from '../../messages/quizzes.ts'
import { SHELL } from '../../messages/shell.ts'
import { useKeys } from '../../kit/keys.ts'
import { navigate } from '../../kit/navigation.ts'
import { mayDoIn, useAct, useDesk, useMe } from '../../kit/office.tsx'
import { Button, Confirm, Fault, LinkButton, MenuButton, type MenuEntry } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { announce } from '../../kit/screen.tsx'
import { quizKey, type QuizForm } from './quiz-form.ts'
import css from './quizzes.module.css'

type Props = {
  code: string
  quiz: QuizRecord
  form: QuizForm
  /** Somebody tried to publish a draft that lacks something. */
  onIncomplete: () => void
}

export function QuizActs({ code, quiz, form, onIncomplete }: Props) {
  const ask = useDesk(code)
  const me = useMe()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'withdraw' | 'drop' | null>(null)
  const { run, isBusy, fault, clear } = useAct()
  const { slug, state, isChanged } = quiz
  const { saving } = form
  const params = { slug }
  const mayPublish = mayDoIn(me, 'publishQuiz', code, form.draft.sectionPath)
  const isNew = state === 'never'
  const isOnline = state === 'shown' || state === 'waiting'
  const origin = me.publications.find((one) => one.code === code)?.origin ?? ''
  const close = () => {
    clear()
    setOpen(null)
  }

  const take = (next: QuizRecord) => {
    queries.setQueryData<QuizRecord>(quizKey(code, slug), next)
    void queries.invalidateQueries({ queryKey: [code, 'quizzes'] })
    setOpen(null)
  }
  const publish = () => {
    if (findQuizGaps(form.draft).length > 0) return onIncomplete()
    void run(async () => {
      const next = await ask('publishQuiz', { params, body: { revision: await saving.flush() } })
      take(next)
      announce(next.state === 'waiting' ? QUIZ.planned : QUIZ.published)
    })
  }
  const withdraw = () =>
    void run(async () => {
      await saving.flush()
      take(await ask('withdrawQuiz', { params }))
      announce(QUIZ.withdrawn)
    })
  const drop = () =>
    void run(async () => {
      const next = await ask('dropQuiz', { params, body: { revision: await saving.flush() } })
      announce(QUIZ.dropped)
      if (!isNew) return take(next)
      await queries.invalidateQueries({ queryKey: [code, 'quizzes'] })
      navigate(pathOf({ screen: 'quizzes', code }))
    })
  // There is nothing to publish while the published quiz equals the draft.
  const canPublish = mayPublish && (!isOnline || isChanged || form.state.kind !== 'saved')
  useKeys([
    { keys: 'Strg+S', label: QUIZ.save, run: () => void saving.flush().catch(() => {}) },
    ...(canPublish ? [{ keys: 'Strg+Enter', label: QUIZ.publish, run: publish }] : []),
  ])
  const entries: MenuEntry[] = [
    ...(isNew || (isOnline && isChanged) ? [{ id: 'drop', label: QUIZ.drop, run: () => setOpen('drop') }] : []),
    ...(isOnline && mayPublish
      ? [{ id: 'withdraw', label: QUIZ.withdraw, look: 'alert' as const, run: () => setOpen('withdraw') }]
      : []),
  ]
  const dialog = { look: 'alert' as const, fault, isBusy, onClose: close }
  return (
    <>
      <div className={css.acts}>
        {state === 'shown' && (
          <LinkButton href={origin + toQuizPath(slug)} target="_blank" rel="noopener">
            {QUIZ.live}
          </LinkButton>
        )}
        {canPublish && (
          <Button look="main" disabled={isBusy} onClick={publish}>
            {QUIZ.publish}
          </Button>
        )}
        {!mayPublish && <span className={css.soft}>{QUIZ.toPublisher}</span>}
        {entries.length > 0 && <MenuButton isDisabled={isBusy} label={SHELL.more} entries={entries} />}
      </div>
      {open === null && <Fault>{fault}</Fault>}
      {open === 'withdraw' && (
        <Confirm
          {...dialog}
          title={QUIZ.withdrawTitle}
          text={QUIZ.withdrawText}
          act={QUIZ.withdrawAct}
          onAct={withdraw}
        />
      )}
      {open === 'drop' && (
        <Confirm
          {...dialog}
          title={isNew ? QUIZ.deleteTitle : QUIZ.dropTitle}
          text={isNew ? QUIZ.deleteText : QUIZ.dropText}
          act={QUIZ.dropAct}
          onAct={drop}
        />
      )}
    </>
  )
}
