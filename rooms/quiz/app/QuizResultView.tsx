/** The result of a quiz: score, all questions, and a button to share. */
import { useState, type RefObject } from 'react'
import type { Quiz } from '@lokalteil/contracts/content'
import { countRight, toGrade, toSquares, type Choices } from '../domain/quiz.ts'
import { toQuizPath } from '@lokalteil/domain/reading/quizzes'
import { usePortal } from '@lokalteil/web/app/page/portal'
import { quizTexts as texts } from './quiz-texts.ts'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import css from './QuizGame.module.css'

type QuizResultViewProps = {
  quiz: Pick<Quiz, 'slug' | 'title' | 'questions'>
  choices: Choices
  /** Starts again; null without scripts: then a link does. */
  onAgain: (() => void) | null
  headingRef?: RefObject<HTMLHeadingElement | null>
}

export function QuizResultView({ quiz, choices, onAgain, headingRef }: QuizResultViewProps) {
  const { questions, slug } = quiz
  const right = countRight(questions, choices)
  const total = questions.length
  return (
    <section className={css.result} aria-labelledby="quiz-ergebnis">
      <div className={css.score}>
        <h2 id="quiz-ergebnis" tabIndex={-1} ref={headingRef} className={css.scoreHead}>
          <span className={css.position}>{texts.result}</span>{' '}
          <span className={css.points}>{texts.score(right, total)}</span>
        </h2>
        <p>{texts.grades[toGrade(right, total)]}</p>
        <ol className={css.marks} aria-hidden="true">
          {questions.map((question, index) => (
            <li key={question.text} data-right={choices[index] === question.right}>
              <Icon name={choices[index] === question.right ? 'check' : 'close'} size="0.9em" />
            </li>
          ))}
        </ol>
        <div className={css.actions}>
          <ShareResult quiz={quiz} choices={choices} />
          {onAgain === null ? (
            <ButtonLink variant="secondary" href={toQuizPath(slug)}>
              {texts.again}
            </ButtonLink>
          ) : (
            <Button variant="secondary" onClick={onAgain}>
              {texts.again}
            </Button>
          )}
          <ButtonLink variant="quiet" href="/quiz">
            {texts.all}
          </ButtonLink>
        </div>
      </div>
      <h3 className={css.solutionsHead}>{texts.solutions}</h3>
      <ol className={css.solutions}>
        {questions.map((question, index) => (
          <Solution key={question.text} question={question} chosen={choices[index] ?? null} />
        ))}
      </ol>
    </section>
  )
}

function Solution({ question, chosen }: { question: Quiz['questions'][number]; chosen: number | null }) {
  const { text, answers, right, explanation } = question
  const isRight = chosen === right
  return (
    <li className={css.solution} data-right={isRight}>
      <span className={css.mark}>
        <Icon name={isRight ? 'check' : 'close'} label={isRight ? texts.isRight : texts.isWrong} size="1.1em" />
      </span>
      <div>
        <h4 className={css.solutionText}>{text}</h4>
        {!isRight && (
          <p>
            <span className={css.label}>{texts.yours}:</span>{' '}
            {chosen === null ? texts.unanswered : (answers[chosen] ?? '')}
          </p>
        )}
        <p>
          <span className={css.label}>{texts.right}:</span> <strong>{answers[right]}</strong>
        </p>
        {explanation !== '' && <p className={css.explanation} dangerouslySetInnerHTML={{ __html: explanation }} />}
      </div>
    </li>
  )
}

/** Opens the share sheet of the device (Web Share), or copies to the clipboard. */
function ShareResult({ quiz, choices }: Pick<QuizResultViewProps, 'quiz' | 'choices'>) {
  const { publication, canonicalOrigin } = usePortal()
  const [told, setTold] = useState('')
  const { questions, slug, title } = quiz
  const share = async () => {
    const text = [
      `${texts.shareHead(title, publication.name)}: ${texts.shareScore(countRight(questions, choices), questions.length)}`,
      toSquares(questions, choices),
    ].join('\n')
    const url = canonicalOrigin + toQuizPath(slug)
    try {
      if (typeof navigator.share === 'function') await navigator.share({ text, url })
      else {
        await navigator.clipboard.writeText(`${text}\n${url}`)
        setTold(texts.shared)
      }
    } catch (error) {
      // Not an error: the reader closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setTold(texts.notShared)
    }
  }
  return (
    <span className="js-only">
      <Button onClick={() => void share()}>
        <Icon name="share" size="1.1em" /> {texts.share}
      </Button>
      <span role="status" className={css.shared}>
        {told}
      </span>
    </span>
  )
}
