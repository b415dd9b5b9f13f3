/**
 * The editor of a notice with preview and price, before the checkout. Without a price table notices are not sold here.
 */
import { NOTICE_ORDER_PATH, NOTICES_PATH } from '../domain/notice-paths.ts'
import { OrderDesk } from './OrderDesk.tsx'
import { noticeTexts } from './notice-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { readOrdering, toOfficeHelp, type NoticeOrdering } from './ordering.ts'
import css from './NoticePages.module.css'

const texts = noticeTexts.ordering

function NoticeOrderPage({ data: { prices, office } }: PageProps<'trauer/aufgeben', NoticeOrdering>) {
  const help = toOfficeHelp(office)
  return (
    <div>
      <PageHead
        title={texts.title}
        breadcrumb={[{ label: noticeTexts.listTitle, target: NOTICES_PATH }]}
        description={prices === undefined ? texts.closed : texts.intro}
        meta={help}
      />
      <div className={`page ${css.order}`}>{prices !== undefined && <OrderDesk prices={prices} help={help} />}</div>
    </div>
  )
}

export const page = definePage('trauer/aufgeben', {
  load: inRoom<'trauer/aufgeben', NoticeOrdering>('notices', async (_route, context) =>
    toLoaded(await readOrdering(context), (ordering) => ordering),
  ),
  Page: NoticeOrderPage,
  title: () => ({ title: texts.title }),
  canonical: () => NOTICE_ORDER_PATH,
})
