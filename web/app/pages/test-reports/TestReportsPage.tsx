/** The feed of test reports: one card per product with its rating. */
import type { Teaser, TeaserPage } from '@lokalteil/contracts/content'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { testReportTexts } from '../../messages/reading/test-reports.ts'
import { BookmarkableTeaser } from '../blocks/BookmarkableTeaser.tsx'
import { Pagination } from '../blocks/Pagination.tsx'
import { toPagePath } from '../blocks/pagination.ts'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import { RatingStars } from './RatingStars.tsx'
import css from './TestReportsPage.module.css'

export type TestReportsData = TeaserPage & { title: string; titlePrefix: string }

function TestReportsPage({ data }: PageProps<'testberichte-feed', TestReportsData>) {
  const isFirst = data.page <= 1
  const [first, ...rest] = data.teasers
  const hasOpening = isFirst && first !== undefined && data.teasers.length > 3
  return (
    <>
      <PageHead
        title={data.title}
        page={isFirst ? undefined : listTexts.pageSuffix(data.page)}
        kicker={data.titlePrefix === '' ? undefined : data.titlePrefix}
        description={isFirst ? testReportTexts.intro : undefined}
      />
      {data.teasers.length === 0 ? (
        <ListLayout>
          <EmptyState icon="star" title={testReportTexts.empty} />
        </ListLayout>
      ) : (
        <div className={`page ${css.feed}`}>
          {hasOpening && (
            <div className={css.opening}>
              <Card teaser={first} size="lead" />
            </div>
          )}
          <ul className={css.grid}>
            {(hasOpening ? rest : data.teasers).map((teaser) => (
              <li key={teaser.documentId}>
                <Card teaser={teaser} size="medium" />
              </li>
            ))}
          </ul>
          <Pagination page={data.page} pages={data.pages} toPath={(page) => toPagePath('/testberichte', page)} />
        </div>
      )}
    </>
  )
}

function Card({ teaser, size }: { teaser: Teaser; size: 'lead' | 'medium' }) {
  return (
    <div className={css.card}>
      <BookmarkableTeaser teaser={teaser} size={size} heading="h2" isPriority={size === 'lead'} />
      {/* Decorative, because the teaser has the rating as text. */}
      {teaser.rating !== null && (
        <span className={css.mark} aria-hidden="true">
          <RatingStars rating={teaser.rating} size="1em" />
        </span>
      )}
    </div>
  )
}

export const page = definePage('testberichte-feed', {
  load: async (route, { content }) => toLoaded(await content.listTestReports({}, { page: route.page ?? 1 })),
  Page: TestReportsPage,
  title: ({ title, titlePrefix }) => ({ title, titlePrefix }),
})
