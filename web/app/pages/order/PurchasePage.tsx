/**
 * The checkout of a single purchase: public, never cached. The browser asks the seller for basket and price; the form
 * needs the script, which can send it exactly once. With `order` in the address it shows the state of that purchase.
 */
import type { PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import type { ReaderService } from '@lokalteil/contracts/commerce'
import { ORDER_PARAMETERS, toPurchasePath } from '@lokalteil/domain/commerce/order-paths'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { PurchaseCheckout, PurchaseReturn } from '../../features/checkout/PurchaseCheckout.tsx'
import { ServiceContact } from '../../features/checkout/ServiceContact.tsx'
import { ROOM_PURCHASES } from '@lokalteil/rooms/purchases'
import { purchaseTexts as texts } from '../../messages/commerce/purchase.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import { SellingClosed } from './SellingClosed.tsx'

export type PurchasePageData = { readerService: ReaderService | null } & (
  | { kind: 'basket'; seller: string; reference: string }
  | { kind: 'order'; number: string; token: string }
  | { kind: 'nothing' }
  | { kind: 'closed' }
)

const SELLER = /^[a-z][a-z-]{1,30}$/
const REFERENCE = /^[\w-]{16,64}$/
const NUMBER = /^A-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/
const TOKEN = /^[\w-]{1,64}$/

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
        <ListLayout>
          <EmptyState icon="shop" title={texts.nothing}>
            <p>{texts.nothingText}</p>
            <ButtonLink href="/">{texts.toHome}</ButtonLink>
            <ServiceContact readerService={data.readerService} />
          </EmptyState>
        </ListLayout>
      )}
    </>
  )
}

export const page = definePage('order/kauf', {
  async load(_route, { offers, query }) {
    const read = (name: keyof typeof ORDER_PARAMETERS) => query.get(ORDER_PARAMETERS[name]) ?? ''
    return toLoaded(await offers.listOffers(), ({ readerService, isClosed = false }): PurchasePageData => {
      const [number, token, seller, reference] = [read('order'), read('token'), read('seller'), read('basket')]
      if (NUMBER.test(number) && TOKEN.test(token)) return { readerService, kind: 'order', number, token }
      if (isClosed) return { readerService, kind: 'closed' }
      return SELLER.test(seller) && REFERENCE.test(reference)
        ? { readerService, kind: 'basket', seller, reference }
        : { readerService, kind: 'nothing' }
    })
  },
  Page: PurchasePage,
  title: () => ({ title: texts.title }),
})
