/** Published notices side by side, as on a printed page; with further pages. */
import type { Obituary, ObituaryFacets, ObituaryList } from '../contract/obituaries.ts'
import { OBITUARY_ORDER_PATH, toListPath } from '../domain/obituary-paths.ts'
import { MOST_PAGES } from '../domain/obituaries.ts'
import { ObituaryClip } from './ObituaryClip.tsx'
import { ObituarySearchForm } from './ObituarySearchForm.tsx'
import { obituaryTexts as texts } from './obituary-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import type { RouteOf } from '@lokalteil/domain/routing/routes'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { LoadContext, Loaded } from '@lokalteil/web/app/page/page'
import { ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { Pagination } from '@lokalteil/web/app/pages/blocks/Pagination.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { EmptyState } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'
import { readOrdering, toOfficeHelp, type ObituaryOrdering } from './ordering.ts'
import css from './ObituaryPages.module.css'

/** `canOrder`: notices can be ordered and paid here; otherwise the page shows a telephone number. */
export type ObituariesData = ObituaryList & {
  facets: ObituaryFacets
  canOrder: boolean
  office: ObituaryOrdering['office']
}

function ObituariesPage({ data: { notices, facets, page, pages, canOrder, office } }: { data: ObituariesData }) {
  return (
    <div>
      <PageHead title={texts.listTitle} {...(page > 1 ? { page: texts.page(page) } : { description: texts.intro })} />
      <div className={`page ${css.page}`}>
        <ObituarySearchForm facets={facets} />
        {notices.length === 0 && <EmptyState icon="candle" title={texts.empty} />}
        <ObituaryGrid notices={notices} />
        <Pagination page={page} pages={pages} toPath={toListPath} />
        <aside className={css.orderTeaser}>
          <p>{canOrder ? texts.orderTeaser : `${texts.talkToUs} ${toOfficeHelp(office)}`}</p>
          <ButtonLink href={canOrder ? OBITUARY_ORDER_PATH : '/impressum'} variant="secondary">
            {canOrder ? texts.order : texts.imprint}
          </ButtonLink>
        </aside>
      </div>
    </div>
  )
}

export function ObituaryGrid({ notices }: { notices: readonly Obituary[] }) {
  return (
    <ul className={css.grid}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <ObituaryClip notice={notice} />
        </li>
      ))}
    </ul>
  )
}

async function load(page: number, context: LoadContext): Promise<Loaded<ObituariesData>> {
  if (page > MOST_PAGES) return { kind: 'missing' }
  const { ask } = toRoomApi(context)
  const [list, facets, ordering] = await Promise.all([
    ask('GET /api/notices', { query: { page } }),
    ask('GET /api/notices/facets'),
    readOrdering(context),
  ])
  if (!list.ok) return list.status === 404 ? { kind: 'missing' } : { kind: 'unavailable', status: list.status }
  if (page > list.data.pages) return { kind: 'missing' }
  return {
    kind: 'ok',
    data: {
      ...list.data,
      facets: facets.ok ? facets.data : { places: [], years: [] },
      canOrder: ordering.ok && ordering.data.prices !== undefined,
      office: ordering.ok ? ordering.data.office : undefined,
    },
  }
}

type Name = 'trauer' | 'trauer/seite'
const pageOf = (route: RouteOf<Name>): number => ('page' in route ? route.page : 1)

export const page = definePage(['trauer', 'trauer/seite'], {
  load: inRoom<Name, ObituariesData>('notices', (route, context) => load(pageOf(route), context)),
  Page: ObituariesPage,
  title: () => ({ title: texts.listTitle }),
  canonical: (_data, route) => toListPath(pageOf(route)),
})
