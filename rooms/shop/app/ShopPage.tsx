/** The shop (R1-84): products by category; works without JavaScript, the same for all readers. */
import type { ShopView } from '../contract/shop.ts'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import { CartLink } from './CartLink.tsx'
import { ProductCard } from './ProductCard.tsx'
import css from './Shop.module.css'
import { shopTexts as texts } from './shop-texts.ts'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { EmptyState, ListLayout } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'

function ShopPage({ data }: PageProps<'shop', ShopView>) {
  const { categories, products, shipping, pickups } = data
  const known = new Set(categories.map(({ id }) => id))
  const groups = [
    ...categories.map(({ id, name }) => ({ id, name, items: products.filter(({ category }) => category === id) })),
    {
      id: 'alles',
      name: texts.all,
      items: products.filter(({ category }) => category === null || !known.has(category)),
    },
  ].filter(({ items }) => items.length > 0)
  return (
    <>
      <PageHead title={texts.title} description={data.intro === '' ? texts.intro : data.intro}>
        <CartLink />
      </PageHead>
      {groups.length === 0 && (
        <ListLayout>
          <EmptyState icon="shop" title={texts.empty}>
            <p>{texts.emptyText}</p>
          </EmptyState>
        </ListLayout>
      )}
      <div className={`page ${css.shop}`}>
        {groups.map(({ id, name, items }, group) => (
          <section key={id} aria-labelledby={`shop-${id}`}>
            <h2 id={`shop-${id}`} className={css.heading}>
              {name}
            </h2>
            <ul className={css.grid} data-alone={items.length === 1 ? '' : undefined}>
              {items.map((product, index) => (
                <li key={product.id}>
                  <ProductCard product={product} isFirst={group === 0 && index === 0} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {(shipping.length > 0 || pickups.length > 0) && (
          <section aria-labelledby="shop-versand" className={css.delivery}>
            <h2 id="shop-versand" className={css.subHeading}>
              {texts.shippingTitle}
            </h2>
            <ul className={css.plain}>
              {shipping.map((rate) => (
                <li key={rate.id}>{texts.shipping(rate)}</li>
              ))}
              {pickups.map((pickup) => (
                <li key={pickup.id}>{texts.pickup(pickup)}</li>
              ))}
            </ul>
          </section>
        )}
        <section aria-labelledby="shop-mehr">
          <h2 id="shop-mehr" className={css.subHeading}>
            {texts.more}
          </h2>
          <ul className={css.links}>
            <li>
              <a href="/gutscheine" className={css.link}>
                <Icon name="coupon" size="1.4em" />
                <span>
                  <strong>{texts.coupons}</strong> <span className={css.tax}>{texts.couponsText}</span>
                </span>
              </a>
            </li>
            <li>
              <a href="/account#gifts" className={css.link}>
                <Icon name="gift" size="1.4em" />
                <span>
                  <strong>{texts.gifts}</strong> <span className={css.tax}>{texts.giftsText}</span>
                </span>
              </a>
            </li>
          </ul>
        </section>
      </div>
    </>
  )
}

export const page = definePage('shop', {
  load: inRoom('shop', async (_route, context) => toLoaded(await toRoomApi(context).ask('GET /api/shop'))),
  Page: ShopPage,
  title: () => ({ title: texts.title }),
})
