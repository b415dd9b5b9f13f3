/**
 * The checkout (S2.3-05): public, never cached. The server renders the subject and its terms; the form needs the
 * script, which can send it exactly once. With `order` in the address it shows the state of that order.
 */
import type { Offer, ReaderService } from '@lokalteil/contracts/commerce'
import { toOrderReturn } from '@lokalteil/domain/routing/redirect-paths'
import {
  BY_CARD,
  ORDER_PARAMETERS,
  readPlaced,
  toCheckoutPath,
  toOffersPath,
  toOrderPath,
} from '@lokalteil/domain/commerce/order-paths'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { orderCalls } from '../../features/checkout/browser-client.ts'
import { OfferCheckout } from '../../features/checkout/OfferCheckout.tsx'
import { OrderDone, OrderReturn } from '../../features/checkout/OrderOutcome.tsx'
import { checkoutTexts as texts } from '../../messages/commerce/checkout.ts'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { NothingToOrder, SellingClosed } from './SellingClosed.tsx'

/** `passed`: the query for the next page of the order process. */
export type CheckoutData = { passed: string; readerService: ReaderService | null } & (
  | { kind: 'offer'; offer: Offer; voucherCode: string; payment: typeof BY_CARD | null }
  | { kind: 'order'; number: string; token: string }
  | { kind: 'choose' }
  | { kind: 'closed' }
)

const LONGEST_VOUCHER = 40

function CheckoutPage({ data }: PageProps<'order/checkout', CheckoutData>) {
  const passed = new URLSearchParams(data.passed)
  const back = toOrderReturn(passed.get(ORDER_PARAMETERS.back))
  const otherOffer = back === null ? '/order/abo' : toOffersPath(back.path)
  return (
    <>
      <PageHead title={texts.title} breadcrumb={[{ label: texts.overview, target: otherOffer }]} />
      {data.kind === 'offer' && (
        <OfferCheckout
          offer={data.offer}
          readerService={data.readerService}
          voucherCode={data.voucherCode}
          payment={data.payment}
          otherOffer={otherOffer}
          back={back}
          toOrderPath={(order) => toOrderPath(order, back?.path ?? null)}
        />
      )}
      {data.kind === 'order' && (
        <OrderReturn
          number={data.number}
          token={data.token}
          createCalls={orderCalls}
          renderDone={(order) => <OrderDone order={order} isEarlier={false} back={back} />}
          again={(order) =>
            order === null
              ? { path: '/order/abo', label: texts.toOffers }
              : { path: toCheckoutPath(order.offer.id, passed), label: texts.tryAgain }
          }
        />
      )}
      {data.kind === 'closed' && <SellingClosed />}
      {data.kind === 'choose' && (
        <NothingToOrder
          title={texts.choose}
          text={texts.chooseText}
          other={{ path: otherOffer, label: texts.toOffers }}
          readerService={data.readerService}
        />
      )}
    </>
  )
}

export const page = definePage('order/checkout', {
  async load(_route, { offers, query }) {
    const read = (name: keyof typeof ORDER_PARAMETERS) => query.get(ORDER_PARAMETERS[name]) ?? ''
    return toLoaded(
      await offers.listOffers(),
      ({ offers: catalogue, readerService, isClosed = false }): CheckoutData => {
        const shared = { passed: query.toString(), readerService }
        const placed = readPlaced(query)
        if (placed !== null) return { ...shared, kind: 'order', ...placed }
        const offer = catalogue.find(({ id }) => id === read('offer'))
        return offer === undefined
          ? { ...shared, kind: isClosed ? 'closed' : 'choose' }
          : {
              ...shared,
              kind: 'offer',
              offer,
              voucherCode: read('voucher').trim().slice(0, LONGEST_VOUCHER),
              payment: read('payment') === BY_CARD ? BY_CARD : null,
            }
      },
    )
  },
  Page: CheckoutPage,
  title: () => ({ title: texts.title }),
})
