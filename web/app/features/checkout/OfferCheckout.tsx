/** The checkout of an offer: its price today and later, and the waiver of withdrawal for coins. */
import type { OrderView, Quote } from '@lokalteil/contracts/commerce/orders'
import type { Offer, ReaderService } from '@lokalteil/contracts/commerce'
import { toQuote, type PaymentKind } from '@lokalteil/domain/commerce/orders'
import { toDayKey } from '@lokalteil/domain/german'
import { usePortal } from '../../page/portal.ts'
import { checkoutTexts as texts } from '../../messages/commerce/checkout.ts'
import { orderCalls } from './browser-client.ts'
import { CheckoutForm } from './CheckoutForm.tsx'
import { Consents } from './CheckoutSteps.tsx'
import { OrderDone, type WayBack } from './OrderOutcome.tsx'
import { OrderFacts, OrderSummary } from './OrderSummary.tsx'

export type OfferCheckoutProps = {
  offer: Offer
  readerService: ReaderService | null
  voucherCode: string
  /** Preselected way to pay. */
  payment: PaymentKind | null
  otherOffer: string
  back: WayBack | null
  toOrderPath: (order: OrderView) => string
}

export function OfferCheckout({
  offer,
  readerService,
  voucherCode,
  payment,
  otherOffer,
  back,
  toOrderPath,
}: OfferCheckoutProps) {
  const { now } = usePortal()
  return (
    <CheckoutForm<Quote, OrderView>
      ordered={offer}
      calls={orderCalls()}
      voucherCode={voucherCode}
      payment={payment}
      hasVoucher
      readerService={readerService}
      other={{ path: otherOffer, label: texts.toOffers }}
      renderSummary={(quote) => (
        <OrderSummary offer={offer} quote={quote ?? toQuote(offer, toDayKey(new Date(now)))} otherOffer={otherOffer} />
      )}
      renderReview={({ quote, ...props }) => (
        <>
          <Consents {...props} lapse={offer.kind === 'coins' ? texts.withdrawalLapses : null} />
          <OrderFacts offer={offer} quote={quote} isInvoice={props.state.input.payment === 'invoice'} />
        </>
      )}
      renderDone={(order, isEarlier) => <OrderDone order={order} isEarlier={isEarlier} back={back} />}
      toOrderPath={toOrderPath}
    />
  )
}
