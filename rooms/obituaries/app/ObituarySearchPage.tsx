/** Notices by name, place and time. */
import type { ObituaryFacets, ObituaryList } from '../contract/obituaries.ts'
import {
  OBITUARY_SEARCH_PATH,
  OBITUARIES_PATH,
  SEARCH_PARAMETERS,
  toObituarySearchPath,
  type ObituarySearch,
} from '../domain/obituary-paths.ts'
import { MOST_NAME, MOST_PAGES, MOST_PLACE, readPeriod } from '../domain/obituaries.ts'
import { ObituarySearchForm } from './ObituarySearchForm.tsx'
import { obituaryTexts } from './obituary-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { Pagination } from '@lokalteil/web/app/pages/blocks/Pagination.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { EmptyState } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'
import { ObituaryGrid } from './ObituariesPage.tsx'
import css from './ObituaryPages.module.css'

const texts = obituaryTexts.search
export type ObituarySearchData = { search: ObituarySearch; found: ObituaryList; facets: ObituaryFacets }

function ObituarySearchPage({ data: { search, found, facets } }: PageProps<'trauer/suche', ObituarySearchData>) {
  return (
    <div>
      <PageHead title={texts.title} breadcrumb={[{ label: obituaryTexts.listTitle, target: OBITUARIES_PATH }]} />
      <div className={`page ${css.page}`}>
        <ObituarySearchForm search={search} facets={facets} />
        <p role="status" className={css.found}>
          {texts.found(found.total)}
        </p>
        {found.notices.length === 0 ? (
          <EmptyState icon="search" title={texts.nothing}>
            <p>
              <a href={OBITUARIES_PATH}>{texts.all}</a>
            </p>
          </EmptyState>
        ) : (
          <ObituaryGrid notices={found.notices} />
        )}
        <Pagination
          page={found.page}
          pages={found.pages}
          toPath={(page) => toObituarySearchPath({ ...search, page })}
        />
      </div>
    </div>
  )
}

function readSearch(query: URLSearchParams): ObituarySearch {
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
  load: inRoom<'trauer/suche', ObituarySearchData>('notices', async (_route, context) => {
    const search = readSearch(context.query)
    const { name, place, period, page: number } = search
    const { ask } = toRoomApi(context)
    const [found, facets] = await Promise.all([
      ask('GET /api/notices', { query: { name, ort: place, zeit: period ?? '', page: number } }),
      ask('GET /api/notices/facets'),
    ])
    return toLoaded(found, (list): ObituarySearchData => ({
      search,
      found: list,
      facets: facets.ok ? facets.data : { places: [], years: [] },
    }))
  }),
  Page: ObituarySearchPage,
  title: () => ({ title: texts.title }),
  canonical: () => OBITUARY_SEARCH_PATH,
})
