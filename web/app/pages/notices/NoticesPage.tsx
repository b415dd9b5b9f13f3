/** Published notices side by side, as on a printed page; with further pages. */
import type { Notice, NoticeFacets, NoticeList } from '@lokalteil/contracts/notices'
import { NOTICE_ORDER_PATH, toListPath } from '@lokalteil/domain/notices/notice-paths'
import { MOST_PAGES } from '@lokalteil/domain/notices/notices'
import { NoticeClip } from '../../features/notices/NoticeClip.tsx'
import { NoticeSearchForm } from '../../features/notices/NoticeSearchForm.tsx'
import { noticeTexts as texts } from '../../messages/rooms/notices.ts'
import { definePage } from '../../page/define-page.ts'
import { inRoom, toRoomApi } from '../../page/rooms/in-room.ts'
import type { LoadContext, Loaded } from '../../page/page.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Pagination } from '../blocks/Pagination.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState } from '../lists/TeaserList.tsx'
import { readOrdering, toOfficeHelp, type NoticeOrdering } from './ordering.ts'
import css from './NoticePages.module.css'

/** `canOrder`: notices can be ordered and paid here; otherwise the page shows a telephone number. */
export type NoticesData = NoticeList & {
  facets: NoticeFacets
  canOrder: boolean
  office: NoticeOrdering['office']
}

function NoticesPage({ data: { notices, facets, page, pages, canOrder, office } }: { data: NoticesData }) {
  return (
    <div>
      <PageHead title={texts.listTitle} {...(page > 1 ? { page: texts.page(page) } : { description: texts.intro })} />
      <div className={`page ${css.page}`}>
        <NoticeSearchForm facets={facets} />
        {notices.length === 0 && <EmptyState icon="candle" title={texts.empty} />}
        <NoticeGrid notices={notices} />
        <Pagination page={page} pages={pages} toPath={toListPath} />
        <aside className={css.orderTeaser}>
          <p>{canOrder ? texts.orderTeaser : `${texts.talkToUs} ${toOfficeHelp(office)}`}</p>
          <ButtonLink href={canOrder ? NOTICE_ORDER_PATH : '/impressum'} variant="secondary">
            {canOrder ? texts.order : texts.imprint}
          </ButtonLink>
        </aside>
      </div>
    </div>
  )
}

export function NoticeGrid({ notices }: { notices: readonly Notice[] }) {
  return (
    <ul className={css.grid}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeClip notice={notice} />
        </li>
      ))}
    </ul>
  )
}

async function load(page: number, context: LoadContext): Promise<Loaded<NoticesData>> {
  if (page > MOST_PAGES) return { kind: 'missing' }
  const { notices: api } = toRoomApi(context)
  const [list, facets, ordering] = await Promise.all([
    api.listNotices({ name: '', place: '', period: null, page }),
    api.getFacets(),
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

const shared = { Page: NoticesPage, title: () => ({ title: texts.listTitle }) }

export const first = definePage('trauer', {
  ...shared,
  load: inRoom<'trauer', NoticesData>('notices', (_route, context) => load(1, context)),
})
export const further = definePage('trauer/seite', {
  ...shared,
  load: inRoom<'trauer/seite', NoticesData>('notices', ({ page }, context) => load(page, context)),
  canonical: ({ page }) => toListPath(page),
})
