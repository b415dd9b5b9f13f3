/** Shown instead of an order form: while nothing is sold, or for an address that names nothing to order. */
import type { ReaderService } from '@lokalteil/contracts/commerce'
import { ServiceContact } from '../../features/checkout/ServiceContact.tsx'
import { orderTexts } from '../../messages/commerce/order.ts'
import { ButtonLink } from '../../ui/Button.tsx'
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

type NothingToOrderProps = {
  title: string
  text: string
  other: { path: string; label: string }
  readerService: ReaderService | null
}

export function NothingToOrder({ title, text, other, readerService }: NothingToOrderProps) {
  return (
    <ListLayout>
      <EmptyState icon="shop" title={title}>
        <p>{text}</p>
        <ButtonLink href={other.path}>{other.label}</ButtonLink>
        <ServiceContact readerService={readerService} />
      </EmptyState>
    </ListLayout>
  )
}
