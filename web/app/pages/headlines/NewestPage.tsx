/** The newest articles of all sections, newest first. */
import type { Teaser, TeaserPage } from '@lokalteil/contracts/content'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { Pagination } from '../blocks/Pagination.tsx'
import { toPagePath } from '../blocks/pagination.ts'
import { Days } from '../lists/Days.tsx'
import { orEmpty, toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout, MostRead, TeaserRows } from '../lists/TeaserList.tsx'

export type NewestData = TeaserPage & { mostRead: readonly Teaser[] }

function NewestPage({ data }: PageProps<'newest-articles', NewestData>) {
  const isFirst = data.page <= 1
  return (
    <>
      <PageHead
        title={listTexts.newest}
        page={isFirst ? undefined : listTexts.pageSuffix(data.page)}
        description={isFirst ? listTexts.newestIntro : undefined}
      />
      <ListLayout aside={<MostRead teasers={data.mostRead} />}>
        {data.teasers.length === 0 ? (
          <EmptyState icon="epaper" title={listTexts.empty} />
        ) : (
          <Days teasers={data.teasers}>
            {(entries) => <TeaserRows teasers={entries} heading="h3" showSection isOfDay />}
          </Days>
        )}
        <Pagination page={data.page} pages={data.pages} toPath={(page) => toPagePath('/neueste-artikel', page)} />
      </ListLayout>
    </>
  )
}

export const page = definePage('newest-articles', {
  async load(route, { content }) {
    const [read, mostRead] = await Promise.all([
      content.listNewestArticles({}, { page: route.page ?? 1 }),
      content.listMostRead(),
    ])
    return toLoaded(read, (data) => ({ ...data, mostRead: orEmpty(mostRead, ({ teasers }) => teasers.slice(0, 5)) }))
  },
  Page: NewestPage,
  title: () => ({ title: listTexts.newest }),
})
