/**
 * The editor of a notice with preview and price, before the checkout. Without a price table notices are not sold here.
 */
import { OBITUARY_ORDER_PATH, OBITUARIES_PATH } from '../domain/obituary-paths.ts'
import { OrderDesk } from './OrderDesk.tsx'
import { obituaryTexts } from './obituary-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { readOrdering, toOfficeHelp, type ObituaryOrdering } from './ordering.ts'
import css from './ObituaryPages.module.css'

const texts = obituaryTexts.ordering

function ObituaryOrderPage({ data: { prices, office } }: PageProps<'trauer/aufgeben', ObituaryOrdering>) {
  const help = toOfficeHelp(office)
  return (
    <div>
      <PageHead
        title={texts.title}
        breadcrumb={[{ label: obituaryTexts.listTitle, target: OBITUARIES_PATH }]}
        description={prices === undefined ? texts.closed : texts.intro}
        meta={help}
      />
      <div className={`page ${css.order}`}>{prices !== undefined && <OrderDesk prices={prices} help={help} />}</div>
    </div>
  )
}

export const page = definePage('trauer/aufgeben', {
  load: inRoom<'trauer/aufgeben', ObituaryOrdering>('notices', async (_route, context) =>
    toLoaded(await readOrdering(context), (ordering) => ordering),
  ),
  Page: ObituaryOrderPage,
  title: () => ({ title: texts.title }),
  canonical: () => OBITUARY_ORDER_PATH,
})
