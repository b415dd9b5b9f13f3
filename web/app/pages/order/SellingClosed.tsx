/** Shown instead of every order form while nothing is sold. */
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
