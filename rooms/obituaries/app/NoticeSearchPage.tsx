/** Notices by name, place and time. */
import type { NoticeFacets, NoticeList } from '../contract/notices.ts'
import {
  NOTICE_SEARCH_PATH,
  NOTICES_PATH,
  SEARCH_PARAMETERS,
  toNoticeSearchPath,
  type NoticeSearch,
} from '../domain/notice-paths.ts'
import { MOST_NAME, MOST_PAGES, MOST_PLACE, readPeriod } from '../domain/notices.ts'
import { NoticeSearchForm } from './NoticeSearchForm.tsx'
import { noticeTexts } from './notice-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { Pagination } from '@lokalteil/web/app/pages/blocks/Pagination.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { EmptyState } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'
import { NoticeGrid } from './NoticesPage.tsx'
import css from './NoticePages.module.css'

const texts = noticeTexts.search
export type NoticeSearchData = { search: NoticeSearch; found: NoticeList; facets: NoticeFacets }

function NoticeSearchPage({ data: { search, found, facets } }: PageProps<'trauer/suche', NoticeSearchData>) {
  return (
    <div>
      <PageHead title={texts.title} breadcrumb={[{ label: noticeTexts.listTitle, target: NOTICES_PATH }]} />
      <div className={`page ${css.page}`}>
        <NoticeSearchForm search={search} facets={facets} />
        <p role="status" className={css.found}>
          {texts.found(found.total)}
        </p>
        {found.notices.length === 0 ? (
          <EmptyState icon="search" title={texts.nothing}>
            <p>
              <a href={NOTICES_PATH}>{texts.all}</a>
            </p>
          </EmptyState>
        ) : (
          <NoticeGrid notices={found.notices} />
        )}
        <Pagination page={found.page} pages={found.pages} toPath={(page) => toNoticeSearchPath({ ...search, page })} />
      </div>
    </div>
  )
}

function readSearch(query: URLSearchParams): NoticeSearch {
  const word = (name: string, most: number) =>
    (query.get(name) ?? '').replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed()
  const page = Number(query.get(SEARCH_PARAMETERS.page) ?? '1')
  return {
    name: word(SEARCH_PARAMETERS.name, MOST_NAME),
    place: word(SEARCH_PARAMETERS.place, MOST_PLACE),
    period: readPeriod(query.get(SEARCH_PARAMETERS.period)),
    page: Number.isInteger(page) && page > 0 && page <= MOST_PAGES ? page : 1,
  }
}

export const page = definePage('trauer/suche', {
  load: inRoom<'trauer/suche', NoticeSearchData>('notices', async (_route, context) => {
    const search = readSearch(context.query)
    const { name, place, period, page: number } = search
    const { ask } = toRoomApi(context)
    const [found, facets] = await Promise.all([
      ask('GET /api/notices', { query: { name, ort: place, zeit: period ?? '', page: number } }),
      ask('GET /api/notices/facets'),
    ])
    return toLoaded(found, (list): NoticeSearchData => ({
      search,
      found: list,
      facets: facets.ok ? facets.data : { places: [], years: [] },
    }))
  }),
  Page: NoticeSearchPage,
  title: () => ({ title: texts.title }),
  canonical: () => NOTICE_SEARCH_PATH,
})
