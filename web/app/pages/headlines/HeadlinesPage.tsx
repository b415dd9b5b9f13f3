/** Headlines: time and title, grouped by day, newest first (S2.1-23). */
import type { Teaser, TeaserPage } from '@lokalteil/contracts/content'
import { formatTime } from '@lokalteil/domain/german'
import { decideTeaserMarks, toTeaserTarget } from '@lokalteil/domain/reading/teaser'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { PlusMark } from '../../features/teaser/PlusMark.tsx'
import { Words } from '../../features/teaser/Words.tsx'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import { Pagination } from '../blocks/Pagination.tsx'
import { toPagePath } from '../blocks/pagination.ts'
import { Days } from '../lists/Days.tsx'
import { orEmpty, toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout, MostRead } from '../lists/TeaserList.tsx'
import css from './HeadlinesPage.module.css'

export type HeadlinesData = TeaserPage & { mostRead: readonly Teaser[] }

function HeadlinesPage({ data }: PageProps<'headlines', HeadlinesData>) {
  return (
    <>
      <PageHead
        title={listTexts.headlines}
        page={data.page > 1 ? listTexts.pageSuffix(data.page) : undefined}
        description={data.page > 1 ? undefined : listTexts.headlinesIntro}
      />
      <ListLayout aside={<MostRead teasers={data.mostRead} />}>
        {data.teasers.length === 0 && <EmptyState icon="epaper" title={listTexts.empty} />}
        <Days teasers={data.teasers}>
          {(entries) => (
            <ol className={css.list}>
              {entries.map((teaser) => (
                <Headline key={teaser.documentId} teaser={teaser} />
              ))}
            </ol>
          )}
        </Days>
        <Pagination page={data.page} pages={data.pages} toPath={(page) => toPagePath('/schlagzeilen', page)} />
      </ListLayout>
    </>
  )
}

function Headline({ teaser }: { teaser: Teaser }) {
  const target = toTeaserTarget(teaser.targetPathOrUrl)
  const marks = decideTeaserMarks(teaser)
  const published = new Date(teaser.publishDate)
  return (
    <li className={css.entry}>
      <time dateTime={teaser.publishDate} className={css.time}>
        {formatTime(published)}
      </time>
      <div className={css.text}>
        <h3 className={css.title}>
          {teaser.titlePrefix.trim() !== '' && <span className={css.prefix}>{teaser.titlePrefix}</span>}{' '}
          {target.kind === 'none' ? (
            <Words text={teaser.title} />
          ) : (
            <a
              href={target.kind === 'internal' ? target.path : target.url}
              {...(target.kind === 'external' ? { target: '_blank', rel: 'noopener' } : {})}
            >
              <Words text={teaser.title} />
            </a>
          )}
        </h3>
        <p className={css.meta}>
          {marks.isSold && <span className={css.sold}>{teaserTexts.soldContent}</span>}
          {marks.isPlus && <PlusMark id={teaser.documentId} tags={teaser} />}
          {teaser.sectionName}
        </p>
      </div>
    </li>
  )
}

export const page = definePage('headlines', {
  async load(route, { content }) {
    const [read, mostRead] = await Promise.all([
      content.listHeadlines({}, { page: route.page ?? 1 }),
      content.listMostRead(),
    ])
    return toLoaded(read, (data) => ({ ...data, mostRead: orEmpty(mostRead, ({ teasers }) => teasers.slice(0, 5)) }))
  },
  Page: HeadlinesPage,
})
