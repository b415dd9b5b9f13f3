/**
 * A quiz. Without scripts it is a form with all questions, and the server answers with the result. With scripts the reader
 * answers one question at a time and sees the right answer at once.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Quiz, QuizQuestion } from '@lokalteil/contracts/content'
import { countRight, toField, type Choices } from '../domain/quiz.ts'
import { toQuizPath } from '@lokalteil/domain/reading/quizzes'
import { pictureSources } from '@lokalteil/web/app/page/picture-sources'
import { quizTexts as texts } from './quiz-texts.ts'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { Figure } from '@lokalteil/web/app/ui/Figure.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { QuizResultView } from './QuizResultView.tsx'
import { saveResult, useResults } from './result-store.ts'
import css from './QuizGame.module.css'

type GameQuiz = Pick<Quiz, 'slug' | 'title' | 'questions'>

/** `given`: the answers in the sent form; null: none was sent. */
export function QuizGame({ quiz, given }: { quiz: GameQuiz; given: Choices | null }) {
  const isAlive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const [round, setRound] = useState(0)
  if (given !== null && round === 0)
    return <QuizResultView quiz={quiz} choices={given} onAgain={isAlive ? () => setRound(1) : null} />
  if (!isAlive) return <QuizForm quiz={quiz} />
  return <Player key={round} quiz={quiz} isFirst={round === 0} onAgain={() => setRound(round + 1)} />
}

function QuizForm({ quiz: { slug, questions } }: { quiz: GameQuiz }) {
  return (
    <form method="get" action={toQuizPath(slug)} className={css.form}>
      <p className={`${css.hint} no-js-only`}>{texts.formHint}</p>
      {questions.map((question, index) => (
        <fieldset key={toField(index)} className={css.question}>
          <legend className={css.legend}>
            <span className={css.position}>{texts.position(index, questions.length)}</span>{' '}
            <span className={css.text}>{question.text}</span>
          </legend>
          <QuestionPicture question={question} isPriority={index === 0} />
          <ul className={css.answers}>
            {question.answers.map((answer, at) => (
              <li key={answer}>
                <label className={css.answer}>
                  <input type="radio" name={toField(index)} value={at} className={css.radio} />
                  <span className={css.letter} aria-hidden="true">
                    {texts.letter(at)}
                  </span>
                  <span>{answer}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
      <Button type="submit" className="no-js-only">
        {texts.submit}
      </Button>
    </form>
  )
}

function Player({ quiz, isFirst, onAgain }: { quiz: GameQuiz; isFirst: boolean; onAgain: () => void }) {
  const { questions, slug } = quiz
  const [choices, setChoices] = useState<Choices>([])
  const [at, setAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useResults()[slug]
  const isOver = at === questions.length
  const hasBegun = !isFirst || at > 0

  // Focus the new question, so that screen readers read it and the page scrolls to it.
  useEffect(() => {
    if (hasBegun) heading.current?.focus()
  }, [at, hasBegun])

  if (isOver) return <QuizResultView quiz={quiz} choices={choices} onAgain={onAgain} headingRef={heading} />

  const question = questions[at]!
  const chosen = choices[at] ?? null
  const goOn = () => {
    setAt(at + 1)
    if (at + 1 === questions.length)
      saveResult(slug, { right: countRight(questions, choices), total: questions.length, at: Date.now() })
  }
  return (
    <section className={css.question} aria-labelledby="quiz-frage" data-alive>
      <h2 id="quiz-frage" className={css.legend} tabIndex={-1} ref={heading}>
        <span className={css.position}>{texts.position(at, questions.length)}</span>{' '}
        <span className={css.text}>{question.text}</span>
      </h2>
      <progress
        className={css.progress}
        value={at + (chosen === null ? 0 : 1)}
        max={questions.length}
        aria-label={texts.progress}
      />
      <QuestionPicture question={question} isPriority={at === 0} />
      <ul className={css.answers} aria-label={texts.answers}>
        {question.answers.map((answer, index) => (
          <li key={answer}>
            <AnswerButton
              answer={answer}
              index={index}
              right={question.right}
              chosen={chosen}
              onChoose={() => setChoices([...choices.slice(0, at), index])}
            />
          </li>
        ))}
      </ul>
      <div role="status" className={css.told}>
        {chosen !== null && <Told question={question} chosen={chosen} />}
      </div>
      {chosen !== null && <Button onClick={goOn}>{at + 1 === questions.length ? texts.toResult : texts.next}</Button>}
      {at === 0 && chosen === null && last !== undefined && (
        <p className={css.hint}>{texts.last(last.right, last.total)}</p>
      )}
    </section>
  )
}

type AnswerButtonProps = {
  answer: string
  index: number
  right: number
  chosen: number | null
  onChoose: () => void
}

/** The chosen answer keeps the focus; the others are disabled. */
function AnswerButton({ answer, index, right, chosen, onChoose }: AnswerButtonProps) {
  const isChosen = index === chosen
  const state = chosen === null ? 'open' : index === right ? 'right' : isChosen ? 'wrong' : 'other'
  const said =
    state === 'right' ? (isChosen ? texts.chosenRight : texts.rightOne) : state === 'wrong' ? texts.chosenWrong : ''
  return (
    <button
      type="button"
      className={css.answer}
      data-state={state}
      disabled={chosen !== null && !isChosen}
      aria-disabled={chosen !== null}
      onClick={() => {
        if (chosen === null) onChoose()
      }}
    >
      <span className={css.letter} aria-hidden="true">
        {state === 'right' ? (
          <Icon name="check" size="1.1em" />
        ) : state === 'wrong' ? (
          <Icon name="close" size="1.1em" />
        ) : (
          texts.letter(index)
        )}
      </span>
      <span>{answer}</span>
      {said !== '' && <span className={css.said}>{said}</span>}
    </button>
  )
}

function Told({ question: { answers, right, explanation }, chosen }: { question: QuizQuestion; chosen: number }) {
  const isRight = chosen === right
  return (
    <>
      <p className={css.verdict} data-right={isRight}>
        <Icon name={isRight ? 'check' : 'close'} size="1.2em" />{' '}
        {isRight ? texts.toldRight : texts.toldWrong(answers[right] ?? '')}
      </p>
      {explanation !== '' && (
        // The content service has sanitised this HTML.
        <p className={css.explanation} dangerouslySetInnerHTML={{ __html: explanation }} />
      )}
    </>
  )
}

function QuestionPicture({ question: { picture }, isPriority }: { question: QuizQuestion; isPriority: boolean }) {
  const sources = picture === null ? null : pictureSources(picture, { ratio: '16:9', quality: 75 })
  if (picture === null || sources === null) return null
  return (
    <figure className={css.figure}>
      <Figure
        sources={sources}
        alt={picture.altText}
        sizes="(min-width: 48rem) 700px, 100vw"
        ratio="16 / 9"
        colour={picture.colour}
        isPriority={isPriority}
      />
      {(picture.caption !== '' || picture.credit !== '') && (
        <figcaption className={css.caption}>{[picture.caption, picture.credit].filter(Boolean).join(' ')}</figcaption>
      )}
    </figure>
  )
}
