/** Where a notice is written, seen and priced, before it goes to the checkout. Without a price table it is not sold here. */
import type { RoomSettings } from '@lokalteil/contracts/publication/rooms'
import { NOTICE_ORDER_PATH, NOTICES_PATH } from '@lokalteil/domain/notices/notice-paths'
import { OrderDesk } from '../../features/notices/OrderDesk.tsx'
import { noticeTexts } from '../../messages/rooms/notices.ts'
import { definePage } from '../../page/define-page.ts'
import { canPayAtOnce } from '../../page/offer-api.ts'
import { inRoom, toRoomApi } from '../../page/rooms/in-room.ts'
import type { PageProps } from '../../page/page.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import css from './NoticePages.module.css'

const texts = noticeTexts.ordering
export type NoticeOrderData = Pick<RoomSettings<'notices'>, 'prices' | 'office'>

function NoticeOrderPage({ data: { prices, office } }: PageProps<'trauer/aufgeben', NoticeOrderData>) {
  const help = office?.phone === undefined ? texts.contact : texts.office(office.phone, office.hours ?? '')
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
  load: inRoom<'trauer/aufgeben', NoticeOrderData>('notices', async (_route, context) => {
    const [settings, canPay] = await Promise.all([
      toRoomApi(context).getSettings('notices'),
      canPayAtOnce(context.offers),
    ])
    return toLoaded(settings, ({ prices, office }) => ({ office, ...(canPay ? { prices } : {}) }))
  }),
  Page: NoticeOrderPage,
  title: () => ({ title: texts.title }),
  canonical: () => NOTICE_ORDER_PATH,
})
