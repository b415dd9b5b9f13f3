/** The questions of a quiz: their words, answers, which is right, explanation and picture; added, moved, removed. */
import { useEffect, useId, useRef, type RefObject } from 'react'
import type { Picture } from '@lokalteil/contracts/content/pictures'
import { MOST_ANSWERS, MOST_QUESTIONS, QUIZ_LENGTHS } from '@lokalteil/domain/reading/quizzes'
import { QUIZ } from '../../messages/quizzes.ts'
import { InlineField } from '../../kit/InlineField.tsx'
import { Area, Button, Field, Hidden, Row } from '../../kit/parts.tsx'
import { PictureField } from '../../kit/PictureField.tsx'
import { announce } from '../../kit/screen.tsx'
import { createQuestion, type FormQuestion } from './quiz-form.ts'
import css from './quizzes.module.css'

/** Acts of a picture field. */
type Pictures = { isReadOnly: boolean; upload: (file: File) => Promise<Picture>; pick: () => Promise<Picture | null> }
/** The missing part at a field of the draft; null: nothing is missing, or publishing was not tried yet. */
export type FaultOf = (at: string) => string | null

/** Moves the focus to the element that an act added or left, after the next render. */
function useFocusNext(place: RefObject<HTMLElement | null>): (selector: string) => void {
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    place.current?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = null
  })
  return (selector) => (next.current = selector)
}

export function Questions({
  questions,
  faultOf,
  pictures,
  onChange,
}: {
  questions: readonly FormQuestion[]
  faultOf: FaultOf
  pictures: Pictures
  onChange: (questions: readonly FormQuestion[]) => void
}) {
  const place = useRef<HTMLElement>(null)
  const focusNext = useFocusNext(place)
  const heading = useId()
  const isFull = questions.length >= MOST_QUESTIONS
  const fault = faultOf('questions')
  const add = () => {
    const question = createQuestion()
    onChange([...questions, question])
    focusNext(`[data-question="${question.key}"] textarea`)
  }
  const move = (from: number, step: 1 | -1) => {
    const moved = [...questions]
    const [question] = moved.splice(from, 1)
    if (question === undefined) return
    moved.splice(from + step, 0, question)
    onChange(moved)
    announce(QUIZ.moved(from + step + 1))
    // At an end the button is off: the other one takes the focus.
    const isEnd = from + step === (step === 1 ? questions.length - 1 : 0)
    focusNext(`[data-question="${question.key}"] [data-act="${(step === 1) === isEnd ? 'up' : 'down'}"]`)
  }
  const remove = (index: number) => {
    onChange(questions.filter((_, at) => at !== index))
    announce(QUIZ.removed(index + 1))
    focusNext('[data-add]')
  }
  return (
    <section ref={place} className={css.part} aria-labelledby={heading}>
      <h2 id={heading}>{QUIZ.questions}</h2>
      {questions.map((question, index) => (
        <Question
          key={question.key}
          question={question}
          index={index}
          count={questions.length}
          faultOf={(at) => faultOf(`questions.${index}.${at}`)}
          pictures={pictures}
          focusNext={focusNext}
          onMove={(step) => move(index, step)}
          onRemove={() => remove(index)}
          onChange={(part) => onChange(questions.map((one, at) => (at === index ? { ...one, ...part } : one)))}
        />
      ))}
      {fault !== null && <p className={css.fault}>{fault}</p>}
      <Row>
        <Button data-add disabled={isFull} data-invalid={fault !== null || undefined} onClick={add}>
          {QUIZ.addQuestion}
        </Button>
        {isFull && <span className={css.soft}>{QUIZ.mostQuestions}</span>}
      </Row>
    </section>
  )
}

function Question({
  question,
  index,
  count,
  faultOf,
  pictures,
  focusNext,
  onMove,
  onRemove,
  onChange,
}: {
  question: FormQuestion
  index: number
  count: number
  faultOf: FaultOf
  pictures: Pictures
  focusNext: (selector: string) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
  onChange: (part: Partial<FormQuestion>) => void
}) {
  const { key, text, picture, explanation } = question
  const place = index + 1
  const creditFault = faultOf('picture')
  return (
    <fieldset className={css.question} data-question={key}>
      <legend>{QUIZ.question(place, count)}</legend>
      <Area
        label={QUIZ.text}
        fault={faultOf('text')}
        maxLength={QUIZ_LENGTHS.question}
        spellCheck
        value={text}
        onChange={(typed) => onChange({ text: typed.replaceAll(/\s*\n\s*/g, ' ') })}
      />
      <Answers question={question} faultOf={faultOf} focusNext={focusNext} onChange={onChange} />
      <InlineField
        label={QUIZ.explanation}
        lengths={{ good: 400, most: QUIZ_LENGTHS.explanation }}
        html={explanation}
        onChange={(html) => onChange({ explanation: html })}
      />
      <details open={picture !== null}>
        <summary>{QUIZ.addPicture}</summary>
        <PictureField
          title={QUIZ.picture}
          picture={picture}
          creditFault={creditFault}
          {...pictures}
          onChange={(next) => onChange({ picture: next })}
        />
      </details>
      <Row>
        <Button
          look="small"
          data-act="up"
          disabled={index === 0}
          aria-label={QUIZ.up(place)}
          onClick={() => onMove(-1)}
        >
          ↑
        </Button>
        <Button
          look="small"
          data-act="down"
          disabled={place === count}
          aria-label={QUIZ.down(place)}
          onClick={() => onMove(1)}
        >
          ↓
        </Button>
        <Button look="small" onClick={onRemove}>
          {QUIZ.remove(place)}
        </Button>
      </Row>
    </fieldset>
  )
}

/** The radio button beside an answer says that it is the right one. */
function Answers({
  question: { key, answers, right },
  faultOf,
  focusNext,
  onChange,
}: {
  question: FormQuestion
  faultOf: FaultOf
  focusNext: (selector: string) => void
  onChange: (part: Partial<FormQuestion>) => void
}) {
  const id = useId()
  const fault = faultOf('answers') ?? faultOf('right')
  const focusAnswer = (index: number) => focusNext(`[data-question="${key}"] [data-answer="${index}"] input[type=text]`)
  const remove = (index: number) => {
    onChange({
      answers: answers.filter((_, at) => at !== index),
      right: right === null || right === index ? null : right > index ? right - 1 : right,
    })
    focusAnswer(Math.max(0, index - 1))
  }
  const add = () => {
    onChange({ answers: [...answers, ''] })
    focusAnswer(answers.length)
  }
  return (
    <div role="group" aria-labelledby={id} className={css.answers}>
      <p id={id}>
        {QUIZ.answers} <span className={css.soft}>{QUIZ.answersHint}</span>
      </p>
      {answers.map((answer, index) => (
        <div key={index} className={css.answer} data-answer={index}>
          <label className={css.right}>
            <input
              type="radio"
              name={`richtig-${key}`}
              checked={right === index}
              data-invalid={fault !== null || undefined}
              aria-describedby={fault === null ? undefined : `${id}-fault`}
              onChange={() => onChange({ right: index })}
            />
            <Hidden>{QUIZ.isRight(index + 1)}</Hidden>
          </label>
          <Field
            label={QUIZ.answer(index + 1)}
            type="text"
            fault={faultOf(`answers.${index}`)}
            maxLength={QUIZ_LENGTHS.answer}
            spellCheck
            value={answer}
            onChange={(typed) => onChange({ answers: answers.map((one, at) => (at === index ? typed : one)) })}
          />
          <Button look="small" aria-label={QUIZ.removeAnswer(index + 1)} onClick={() => remove(index)}>
            ×
          </Button>
        </div>
      ))}
      {fault !== null && (
        <p className={css.fault} id={`${id}-fault`}>
          {fault}
        </p>
      )}
      <Row>
        <Button look="small" disabled={answers.length >= MOST_ANSWERS} onClick={add}>
          {QUIZ.addAnswer}
        </Button>
        {answers.length >= MOST_ANSWERS && <span className={css.soft}>{QUIZ.mostAnswers}</span>}
      </Row>
    </div>
  )
}
