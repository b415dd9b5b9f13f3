/** A product: description, price with tax, delivery; only the cart needs scripts. */
import type { ShopProduct, ShopView } from '../contract/shop.ts'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import { AddToCart } from './AddToCart.tsx'
import { CartLink } from './CartLink.tsx'
import { ProductPicture } from './ProductCard.tsx'
import css from './Shop.module.css'
import { shopTexts as texts } from './shop-texts.ts'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'

export type ProductData = { product: ShopProduct } & Pick<ShopView, 'shipping' | 'pickups'>

function ProductPage({ data: { product, shipping, pickups } }: PageProps<'shop/produkt', ProductData>) {
  const { name, teaser, description, details, event, kind } = product
  const paragraphs = description.split(/\n\s*\n/).filter((text) => text.trim() !== '')
  return (
    <>
      <PageHead title={name} breadcrumb={[{ label: texts.title, target: '/shop' }]}>
        <CartLink />
      </PageHead>
      <div className={`page ${css.product}`}>
        <ProductPicture product={product} sizes="(min-width: 62rem) 560px, 100vw" isPriority />
        <div className={css.buy}>
          {event !== null && <p className={css.event}>{texts.event(event)}</p>}
          {teaser !== '' && <p className={css.lead}>{teaser}</p>}
          <AddToCart product={product} />
          {kind === 'goods' && (
            <ul className={css.plain}>
              {shipping.map((rate) => (
                <li key={rate.id}>{texts.shipping(rate)}</li>
              ))}
              {pickups.map((pickup) => (
                <li key={pickup.id}>{texts.pickup(pickup)}</li>
              ))}
            </ul>
          )}
        </div>
        <div className={css.description}>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {details.length > 0 && (
            <>
              <h2 className={css.subHeading}>{texts.details}</h2>
              <dl className={css.facts}>
                {details.map(({ label, value }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </div>
      </div>
    </>
  )
}

export const page = definePage<'shop/produkt', ProductData>('shop/produkt', {
  load: inRoom<'shop/produkt', ProductData>('shop', async ({ product: id }, context) => {
    const loaded = toLoaded(await toRoomApi(context).ask('GET /api/shop'))
    if (loaded.kind !== 'ok') return loaded
    const { products, shipping, pickups } = loaded.data
    const product = products.find((one) => one.id === id)
    return product === undefined ? { kind: 'missing' } : { kind: 'ok', data: { product, shipping, pickups } }
  }),
  Page: ProductPage,
  title: ({ product }) => ({ title: product.name }),
})
