/**
 * The checkout of a single purchase: public, never cached. The browser asks the seller for basket and price; the form
 * needs the script, which can send it exactly once. With `order` in the address it shows the state of that purchase.
 */
import type { PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import type { ReaderService } from '@lokalteil/contracts/commerce'
import { ORDER_PARAMETERS, readPlaced, toPurchasePath } from '@lokalteil/domain/commerce/order-paths'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { PurchaseCheckout, PurchaseReturn } from '../../features/checkout/PurchaseCheckout.tsx'
import { ROOM_PURCHASES } from '@lokalteil/rooms/purchases'
import { purchaseTexts as texts } from '../../messages/commerce/purchase.ts'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { NothingToOrder, SellingClosed } from './SellingClosed.tsx'

export type PurchasePageData = { readerService: ReaderService | null } & (
  | { kind: 'basket'; seller: string; reference: string }
  | { kind: 'order'; number: string; token: string }
  | { kind: 'nothing' }
  | { kind: 'closed' }
)

const SELLER = /^[a-z][a-z-]{1,30}$/
const REFERENCE = /^[\w-]{16,64}$/

/** Tells the room that sold it. */
function tellSeller({ seller, number, basket }: PurchaseView): void {
  ROOM_PURCHASES[seller]?.(number, basket.lines)
}

function PurchasePage({ data }: PageProps<'order/kauf', PurchasePageData>) {
  return (
    <>
      <PageHead title={texts.title} breadcrumb={[]} />
      {data.kind === 'basket' && (
        <PurchaseCheckout
          chosen={{ seller: data.seller, reference: data.reference }}
          readerService={data.readerService}
          otherPath="/"
          toOrderPath={toPurchasePath}
          onBought={tellSeller}
        />
      )}
      {data.kind === 'order' && <PurchaseReturn number={data.number} token={data.token} onBought={tellSeller} />}
      {data.kind === 'closed' && <SellingClosed />}
      {data.kind === 'nothing' && (
        <NothingToOrder
          title={texts.nothing}
          text={texts.nothingText}
          other={{ path: '/', label: texts.toHome }}
          readerService={data.readerService}
        />
      )}
    </>
  )
}

export const page = definePage('order/kauf', {
  async load(_route, { offers, query }) {
    const read = (name: keyof typeof ORDER_PARAMETERS) => query.get(ORDER_PARAMETERS[name]) ?? ''
    return toLoaded(await offers.listOffers(), ({ readerService, isClosed = false }): PurchasePageData => {
      const placed = readPlaced(query)
      if (placed !== null) return { readerService, kind: 'order', ...placed }
      if (isClosed) return { readerService, kind: 'closed' }
      const [seller, reference] = [read('seller'), read('basket')]
      return SELLER.test(seller) && REFERENCE.test(reference)
        ? { readerService, kind: 'basket', seller, reference }
        : { readerService, kind: 'nothing' }
    })
  },
  Page: PurchasePage,
  title: () => ({ title: texts.title }),
})
