/** Quizzes (R1-75) below `/quiz`: the list, and a page for each quiz. */
import type { Quiz, QuizPage as QuizListPage, QuizTeaser } from '@lokalteil/contracts/content'
import { formatDate } from '@lokalteil/domain/german'
import { readChoices, type Choices } from '../domain/quiz.ts'
import { toQuizPlace } from '../domain/quiz-place.ts'
import { toQuizPath } from '@lokalteil/domain/reading/quizzes'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { LoadContext, Loaded, PageProps } from '@lokalteil/web/app/page/page'
import { pictureSources } from '@lokalteil/web/app/page/picture-sources'
import { listTexts } from '@lokalteil/web/app/messages/reading/lists'
import { quizTexts as texts } from './quiz-texts.ts'
import { QuizGame } from './QuizGame.tsx'
import { useResults } from './result-store.ts'
import { ShareMenu } from '@lokalteil/web/app/features/share/ShareMenu.tsx'
import { Figure } from '@lokalteil/web/app/ui/Figure.tsx'
import { Pagination } from '@lokalteil/web/app/pages/blocks/Pagination.tsx'
import { toPagePath } from '@lokalteil/web/app/pages/blocks/pagination'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { EmptyState } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'
import css from './QuizPage.module.css'

export type QuizData =
  | ({ kind: 'list' } & QuizListPage)
  /** `given`: the answers in the sent form; null: none was sent. */
  | { kind: 'quiz'; quiz: Quiz; given: Choices | null }

function QuizPage({ data }: PageProps<'quiz', QuizData>) {
  return data.kind === 'list' ? <QuizList data={data} /> : <OneQuiz data={data} />
}

function QuizList({ data: { quizzes, page, pages } }: { data: Extract<QuizData, { kind: 'list' }> }) {
  const isFirst = page === 1
  return (
    <>
      <PageHead
        title={texts.title}
        page={isFirst ? undefined : listTexts.pageSuffix(page)}
        description={isFirst ? texts.intro : undefined}
      />
      <div className={`page ${css.list}`}>
        {quizzes.length === 0 ? (
          <EmptyState icon="quiz" title={texts.empty} />
        ) : (
          <ul className={css.grid}>
            {quizzes.map((quiz, index) => (
              <Card key={quiz.slug} quiz={quiz} isPriority={index === 0} />
            ))}
          </ul>
        )}
        <Pagination page={page} pages={pages} toPath={(other) => toPagePath('/quiz', other)} />
      </div>
    </>
  )
}

function Card({ quiz, isPriority }: { quiz: QuizTeaser; isPriority: boolean }) {
  const { slug, title, teaser, picture, published, questionCount } = quiz
  const last = useResults()[slug]
  const sources = picture === null ? null : pictureSources(picture, { ratio: '16:9', quality: 75 })
  return (
    <li className={css.card}>
      {picture !== null && sources !== null && (
        <Figure
          sources={sources}
          alt=""
          sizes="(min-width: 62rem) 360px, (min-width: 40rem) 45vw, 100vw"
          ratio="16 / 9"
          colour={picture.colour}
          isPriority={isPriority}
        />
      )}
      <div className={css.text}>
        <h2 className={css.title}>
          <a href={toQuizPath(slug)}>{title}</a>
        </h2>
        {teaser !== '' && <p className={css.teaser}>{teaser}</p>}
        <p className={css.meta}>
          {texts.count(questionCount)} · <time dateTime={published}>{formatDate(new Date(published))}</time>
          {last !== undefined && <span className={css.last}>{texts.last(last.right, last.total)}</span>}
        </p>
      </div>
    </li>
  )
}

function OneQuiz({ data: { quiz, given } }: { data: Extract<QuizData, { kind: 'quiz' }> }) {
  const { slug, title, teaser, published, section, source } = quiz
  const meta = [texts.count(quiz.questions.length), formatDate(new Date(published)), source].filter(Boolean).join(' · ')
  return (
    <>
      <PageHead
        title={title}
        breadcrumb={[
          { label: texts.title, target: '/quiz' },
          ...(section === null ? [] : [{ label: section.name, target: `/${section.path}` }]),
        ]}
        description={teaser}
        meta={meta}
      >
        <ShareMenu path={toQuizPath(slug)} title={title} />
      </PageHead>
      <div className={`page ${css.quiz}`}>
        <QuizGame key={slug} quiz={quiz} given={given} />
      </div>
    </>
  )
}

async function loadQuiz(entry: string | null, context: LoadContext): Promise<Loaded<QuizData>> {
  const place = toQuizPlace(entry)
  if (place === null) return { kind: 'missing' }
  const { ask } = toRoomApi(context)
  if (place.kind === 'list')
    return toLoaded(await ask('GET /api/quizzes', { query: { page: place.page } }), (found): QuizData => ({
      kind: 'list',
      ...found,
    }))
  return toLoaded(await ask('GET /api/quizzes/{slug}', { params: { slug: place.slug } }), (quiz): QuizData => ({
    kind: 'quiz',
    quiz,
    given: readChoices(context.query, quiz.questions),
  }))
}

export const page = definePage('quiz', {
  load: inRoom<'quiz', QuizData>('quiz', (route, context) => loadQuiz(route.entry, context)),
  Page: QuizPage,
  title: (data) => (data.kind === 'list' ? { title: texts.title, page: data.page } : { title: data.quiz.title }),
  canonical: (data) => (data.kind === 'list' ? toPagePath('/quiz', data.page) : toQuizPath(data.quiz.slug)),
})
