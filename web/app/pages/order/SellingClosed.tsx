/** In place of everything that could be ordered. */
import { orderTexts } from '../../messages/commerce/order.ts'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'

export function SellingClosed() {
  return (
    <ListLayout>
      <EmptyState icon="message" title={orderTexts.closed}>
        <p>{orderTexts.closedText}</p>
      </EmptyState>
    </ListLayout>
  )
}
