/**
 * The cart: its contents from this device, at current prices. Loaded by the script, because the server does not know
 * them.
 */
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { inRoom } from '../../page/rooms/in-room.ts'
import { Cart } from '../../features/shop/Cart.tsx'
import { shopTexts as texts } from '../../messages/commerce/shop.ts'
import { PageHead } from '../lists/PageHead.tsx'

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
