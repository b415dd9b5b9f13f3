/**
 * The cart: its contents from this device, at current prices. Loaded by the script, because the server does not know
 * them.
 */
import type { PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom } from '@lokalteil/web/app/page/rooms/in-room'
import { Cart } from './Cart.tsx'
import { shopTexts as texts } from './shop-texts.ts'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'

function CartPage(_props: PageProps<'shop/warenkorb', object>) {
  return (
    <>
      <PageHead title={texts.cart} breadcrumb={[{ label: texts.title, target: '/shop' }]} />
      <Cart />
    </>
  )
}

export const page = definePage('shop/warenkorb', {
  load: inRoom('shop', async () => ({ kind: 'ok', data: {} })),
  Page: CartPage,
  title: () => ({ title: texts.cart }),
})
