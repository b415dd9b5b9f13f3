/** The newest quizzes on a front page. Rendered by the server, without a script. */
import type { QuizTeaser } from '@lokalteil/contracts/content'
import { toQuizPath } from '@lokalteil/domain/reading/quizzes'
import { defineBlock } from '@lokalteil/web/app/page/define-block'
import { toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import { pictureSources } from '@lokalteil/web/app/page/picture-sources'
import { quizTexts as texts } from './quiz-texts.ts'
import { Figure } from '@lokalteil/web/app/ui/Figure.tsx'
import { SectionHeader } from '@lokalteil/web/app/pages/blocks/SectionHeader.tsx'
import css from './QuizBlock.module.css'

type Options = { count: number }

function QuizBlock({ heading, data }: { heading: string; data: readonly QuizTeaser[] | null }) {
  return (
    <div className={css.block}>
      <SectionHeader title={heading === '' ? texts.title : heading} target="/quiz" />
      <ul className={css.quizzes} data-count={data?.length}>
        {data?.map((quiz) => (
          <Entry key={quiz.slug} quiz={quiz} />
        ))}
      </ul>
    </div>
  )
}

function Entry({ quiz: { slug, title, teaser, picture, questionCount } }: { quiz: QuizTeaser }) {
  const sources = picture === null ? null : pictureSources(picture, { ratio: '16:9', quality: 75 })
  return (
    <li className={css.quiz}>
      {picture !== null && sources !== null && (
        <Figure
          sources={sources}
          alt=""
          sizes="(min-width: 48rem) 420px, 100vw"
          ratio="16 / 9"
          colour={picture.colour}
        />
      )}
      <div className={css.text}>
        <h3 className={css.title}>
          <a href={toQuizPath(slug)}>{title}</a>
        </h3>
        {teaser !== '' && <p>{teaser}</p>}
        <p className={css.meta}>{texts.count(questionCount)}</p>
      </div>
    </li>
  )
}

/** Null: there is nothing to show. */
export default defineBlock<Options, readonly QuizTeaser[] | null>({
  name: '@quiz',
  options: { '~standard': { validate: (value) => ({ value: value as Options }) } },
  async load({ options, rooms, publication }) {
    if (!publication.rooms.includes('quiz')) return null
    const found = await toRoomApi(rooms === undefined ? {} : { rooms }).ask('GET /api/quizzes', { query: { page: 1 } })
    const quizzes = found.ok ? found.data.quizzes.slice(0, options.count) : []
    return quizzes.length === 0 ? null : quizzes
  },
  Component: QuizBlock,
})
