/** A quiz to work on: its head, its questions, and its published state. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QuizDraft, QuizRecord } from '@lokalteil/contracts/content/quiz-records'
import { findQuizGaps, QUIZ_LENGTHS, toQuizPath, type QuizGap } from '@lokalteil/domain/reading/quizzes'
import { SAVING } from '../../messages/article.ts'
import { QUIZ, QUIZZES } from '../../messages/quizzes.ts'
import { Choices } from '../../kit/Choices.tsx'
import { Refusal } from '../../kit/client.ts'
import { openCopies } from '../../kit/local-copies.ts'
import { fromLocalField, shortMoment, toLocalField } from '../../kit/moments.ts'
import { mayDoIn, useAct, useDesk, useMe, useOffice } from '../../kit/office.tsx'
import { Area, Button, Fault, Field, Notice, Row } from '../../kit/parts.tsx'
import { usePicking } from '../../kit/picking.tsx'
import { PictureField } from '../../kit/PictureField.tsx'
import { pathOf } from '../../kit/routes.ts'
import { SaveFault } from '../../kit/SaveFault.tsx'
import { SavingWords } from '../../kit/SavingWords.tsx'
import { announce, Failed, Loading, ScreenTitle, ScreenTop } from '../../kit/screen.tsx'
import { openSeed, type Copies, type Seed } from '../../kit/seeds.ts'
import { Questions, type FaultOf } from './Questions.tsx'
import { quizKey, useQuizForm, type QuizForm } from './quiz-form.ts'
import { QuizActs } from './QuizActs.tsx'
import css from './quizzes.module.css'

type Props = { code: string; slug: string }

export default function QuizScreen({ code, slug }: Props) {
  const ask = useDesk(code)
  const me = useMe()
  const copies = useMemo(() => openCopies(me.id, code, `quiz ${slug}`), [me.id, code, slug])
  const [seed, setSeed] = useState<Seed<QuizDraft> | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: quizKey(code, slug),
    queryFn: () => ask('getQuiz', { params: { slug } }),
    staleTime: 0,
  })
  useEffect(() => {
    if (data === undefined || seed !== null) return
    let isLeft = false
    void openSeed(copies, data.revision, data.draft).then((opened) => {
      if (isLeft) return
      setSeed(opened)
      if (opened.isUnsaved) announce(SAVING.recovered)
    })
    return () => {
      isLeft = true
    }
  }, [data, seed, copies])

  if (error instanceof Refusal && error.status === 404)
    return (
      <div className={css.screen}>
        <ScreenTitle title={QUIZ.gone} />
        <p>
          <a href={pathOf({ screen: 'quizzes', code })}>{QUIZ.toList}</a>
        </p>
      </div>
    )
  if (data === undefined && error !== null) return <Failed error={error} onRetry={() => void refetch()} />
  if (data === undefined || seed === null) return <Loading />
  return <OpenQuiz key={seed.number} code={code} quiz={data} copies={copies} seed={seed} onSeed={setSeed} />
}

function OpenQuiz({
  code,
  quiz,
  copies,
  seed,
  onSeed,
}: {
  code: string
  quiz: QuizRecord
  copies: Copies
  seed: Seed<QuizDraft>
  onSeed: (seed: Seed<QuizDraft>) => void
}) {
  const ask = useDesk(code)
  const me = useMe()
  const queries = useQueryClient()
  const { slug, state } = quiz
  const form = useQuizForm({ ask, code, copies, seed, quiz })
  const { draft } = form
  const isReadOnly = !mayDoIn(me, 'saveQuiz', code, quiz.draft.sectionPath)
  const place = useRef<HTMLDivElement>(null)
  /** Counts tries to publish: from the first on, missing parts are shown beside their fields. */
  const [tries, setTries] = useState(0)
  const gaps = tries === 0 ? [] : findQuizGaps(draft)
  const faultOf: FaultOf = (at) => toWords(gaps.find((gap) => gap.at === at))
  useEffect(() => {
    if (tries > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }, [tries])
  const look = useCallback(async () => {
    const latest = await ask('getQuiz', { params: { slug } })
    queries.setQueryData<QuizRecord>(quizKey(code, slug), latest)
    return { revision: latest.revision, draft: latest.draft, by: latest.changedBy }
  }, [ask, queries, code, slug])
  return (
    <div ref={place} className={css.quiz}>
      <ScreenTop>
        <div className={css.where}>
          <ScreenTitle title={draft.title === '' ? QUIZZES.untitled : draft.title} />
          <span className={css.state} data-state={state}>
            {QUIZZES.states[state]}
            {state === 'waiting' && quiz.published !== null && `, ${QUIZZES.appears(shortMoment(quiz.published))}`}
            {quiz.isChanged && `, ${QUIZZES.changed}`}
          </span>
          <SavingWords state={form.state} unchanged="" />
        </div>
        {!isReadOnly && <QuizActs code={code} quiz={quiz} form={form} onIncomplete={() => setTries(tries + 1)} />}
      </ScreenTop>
      <div className={css.said}>
        {isReadOnly ? <Notice>{QUIZ.readOnly}</Notice> : <Update code={code} quiz={quiz} form={form} />}
        <SaveFault
          state={form.state}
          conflict={QUIZ.conflict}
          look={look}
          read={form.read}
          copies={copies}
          onSeed={onSeed}
        />
        <Fault>{gaps.length > 0 ? QUIZ.gaps(gaps.length) : null}</Fault>
      </div>
      <Fields code={code} slug={slug} form={form} isReadOnly={isReadOnly} faultOf={faultOf} />
    </div>
  )
}

function Fields({
  code,
  slug,
  form,
  isReadOnly,
  faultOf,
}: {
  code: string
  slug: string
  form: QuizForm
  isReadOnly: boolean
  faultOf: FaultOf
}) {
  const office = useOffice()
  const { draft, write } = form
  const { pick, dialog } = usePicking(code)
  const upload = useCallback(async (file: File) => (await office.upload(code, file)).picture, [office, code])
  const pictures = { isReadOnly, upload, pick }
  return (
    <fieldset className={css.fields} disabled={isReadOnly}>
      <section className={css.part} aria-label={QUIZ.about}>
        <p className={css.soft}>{QUIZ.address(toQuizPath(slug))}</p>
        <Field
          label={QUIZ.name}
          fault={faultOf('title')}
          maxLength={QUIZ_LENGTHS.title}
          spellCheck
          value={draft.title}
          onChange={(title) => write({ title })}
        />
        <Area
          label={QUIZ.teaser}
          maxLength={QUIZ_LENGTHS.teaser}
          spellCheck
          value={draft.teaser}
          onChange={(teaser) => write({ teaser: teaser.replaceAll(/\s*\n\s*/g, ' ') })}
        />
        <Field
          label={QUIZ.at}
          hint={QUIZ.atHint}
          type="datetime-local"
          value={toLocalField(draft.published)}
          onChange={(value) => write({ published: fromLocalField(value) })}
        />
        <Choices
          code={code}
          kind="section"
          label={QUIZ.section}
          ids={draft.sectionPath === '' ? [] : [draft.sectionPath]}
          isReadOnly={isReadOnly}
          onChange={(paths) => write({ sectionPath: paths.at(-1) ?? '' })}
        />
        <Field
          label={QUIZ.source}
          hint={QUIZ.sourceHint}
          maxLength={QUIZ_LENGTHS.source}
          value={draft.source}
          onChange={(source) => write({ source })}
        />
        <PictureField
          title={QUIZ.picture}
          picture={draft.picture}
          creditFault={faultOf('picture')}
          {...pictures}
          onChange={(picture) => write({ picture })}
        />
      </section>
      <Questions
        questions={draft.questions}
        faultOf={faultOf}
        pictures={pictures}
        onChange={(questions) => write({ questions })}
      />
      {dialog}
    </fieldset>
  )
}

/** A later delivery of the source that waits for a decision. */
function Update({ code, quiz, form }: { code: string; quiz: QuizRecord; form: QuizForm }) {
  const ask = useDesk(code)
  const queries = useQueryClient()
  const { run, isBusy, fault } = useAct()
  const { slug, update } = quiz
  if (update === null) return null
  const settle = (isTaken: boolean) =>
    void run(async () => {
      await form.saving.flush()
      const next = await ask('settleQuiz', { params: { slug }, body: { version: update.version, isTaken } })
      queries.setQueryData<QuizRecord>(quizKey(code, slug), next)
      if (isTaken) announce(QUIZ.taken)
    })
  const isRecalled = update.kind === 'withdrawal'
  return (
    <Notice look={isRecalled ? 'alert' : 'warn'}>
      <p>{isRecalled ? QUIZ.recalled : QUIZ.update}</p>
      <Fault>{fault}</Fault>
      <Row>
        {!isRecalled && (
          <Button disabled={isBusy} onClick={() => settle(true)}>
            {QUIZ.take}
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => settle(false)}>
          {isRecalled ? QUIZ.done : QUIZ.ignore}
        </Button>
      </Row>
    </Notice>
  )
}

function toWords(gap: QuizGap | undefined): string | null {
  if (gap === undefined) return null
  if (gap.what === 'twice') return QUIZ.twice
  if (gap.what === 'tooFew') return gap.at === 'questions' ? QUIZ.tooFew.questions : QUIZ.tooFew.answers
  if (gap.what === 'noCredit') return QUIZ.missing.credit
  if (gap.at === 'title') return QUIZ.missing.title
  return gap.at.endsWith('.text')
    ? QUIZ.missing.text
    : gap.at.endsWith('.right')
      ? QUIZ.missing.right
      : QUIZ.missing.answer
}
