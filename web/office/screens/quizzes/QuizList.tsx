/** The quizzes of a publication, in whatever state, those changed last first. */
import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { QuizSummary } from '@lokalteil/contracts/content/quiz-records'
import { MOST_SLUG, QUIZ_LENGTHS, QUIZ_SLUG } from '@lokalteil/domain/reading/quizzes'
import { QUIZZES } from '../../messages/quizzes.ts'
import { useKeys } from '../../kit/keys.ts'
import { shortMoment } from '../../kit/moments.ts'
import { navigate } from '../../kit/navigation.ts'
import { mayDo, useAct, useDesk, useMe } from '../../kit/office.tsx'
import { Button, Field, FieldsDialog, Row } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { ROW_KEYS } from '../../kit/row-keys.ts'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import css from './quizzes.module.css'

export default function QuizList({ code }: { code: string }) {
  const ask = useDesk(code)
  const me = useMe()
  const [isBeginning, setBeginning] = useState(false)
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [code, 'quizzes'],
    queryFn: ({ pageParam }) => ask('listQuizzes', { query: { page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : null),
  })
  useKeys(ROW_KEYS)
  const quizzes = data?.pages.flatMap((page) => page.quizzes)
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <ScreenTitle title={QUIZZES.title} />
        {mayDo(me, 'createQuiz', code) && (
          <Button look="main" onClick={() => setBeginning(true)}>
            {QUIZZES.begin}
          </Button>
        )}
      </header>
      {isPending && <Loading />}
      {error !== null && quizzes === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {quizzes?.length === 0 && <p className={css.soft}>{QUIZZES.none}</p>}
      {quizzes !== undefined && quizzes.length > 0 && (
        <ul className={css.rows} aria-label={QUIZZES.list}>
          {quizzes.map((quiz) => (
            <Entry key={quiz.slug} code={code} quiz={quiz} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Row>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {QUIZZES.more}
          </Button>
        </Row>
      )}
      {isBeginning && <Beginning code={code} onClose={() => setBeginning(false)} />}
    </div>
  )
}

function Entry({ code, quiz }: { code: string; quiz: QuizSummary }) {
  const { slug, title, source, state, published, isChanged, update, changedAt, changedBy } = quiz
  return (
    <li className={css.row}>
      <a className={css.link} href={pathOf({ screen: 'quiz', code, slug })} data-row={slug}>
        {title === '' ? QUIZZES.untitled : title}
      </a>
      <span className={css.state} data-state={state}>
        {[QUIZZES.states[state], isChanged ? QUIZZES.changed : ''].filter(Boolean).join(', ')}
      </span>
      <span className={css.meta}>
        {[
          state === 'waiting' && published !== null ? QUIZZES.appears(shortMoment(published)) : '',
          source,
          changedAt === null ? '' : QUIZZES.by(changedBy, shortMoment(changedAt)),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
        {update !== null && (
          <strong className={css.update}> {update.kind === 'update' ? QUIZZES.hasUpdate : QUIZZES.isRecalled}</strong>
        )}
      </span>
    </li>
  )
}

/** Title and address, because an address once given stays. */
function Beginning({ code, onClose }: { code: string; onClose: () => void }) {
  const ask = useDesk(code)
  const { run, isBusy, fault } = useAct()
  const [title, setTitle] = useState('')
  const [slug, setSlug] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isNameless = title.trim() === ''
  const isBad = slug !== '' && !QUIZ_SLUG.test(slug)
  const begin = () => {
    setChecked(true)
    if (isNameless || isBad) return
    void run(async () => {
      const quiz = await ask('createQuiz', { body: { title: title.trim(), slug: slug === '' ? null : slug } })
      navigate(pathOf({ screen: 'quiz', code, slug: quiz.slug }))
    })
  }
  return (
    <FieldsDialog
      title={QUIZZES.begin}
      text={QUIZZES.beginText}
      act={QUIZZES.beginAct}
      fault={fault}
      isOff={isBusy}
      onSend={begin}
      onClose={onClose}
    >
      <Field
        label={QUIZZES.name}
        isFirst
        fault={isChecked && isNameless ? QUIZZES.noName : null}
        maxLength={QUIZ_LENGTHS.title}
        spellCheck
        value={title}
        onChange={setTitle}
      />
      <Field
        label={QUIZZES.slug}
        hint={QUIZZES.slugHint}
        fault={isChecked && isBad ? QUIZZES.badSlug : null}
        maxLength={MOST_SLUG}
        autoCapitalize="none"
        value={slug}
        onChange={(typed) => setSlug(typed.trim())}
      />
    </FieldsDialog>
  )
}
