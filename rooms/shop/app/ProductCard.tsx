/** A product in the list of the shop: name, lowest price, availability. */
import type { ShopProduct } from '../contract/shop.ts'
import { pictureSources } from '@lokalteil/web/app/page/picture-sources'
import { shopTexts as texts } from './shop-texts.ts'
import { Figure } from '@lokalteil/web/app/ui/Figure.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import css from './Shop.module.css'

export const toProductPath = (id: string): string => `/shop/artikel/${id}`

export function ProductPicture({
  product,
  sizes,
  isPriority = false,
}: {
  product: Pick<ShopProduct, 'picture' | 'kind'>
  sizes: string
  isPriority?: boolean
}) {
  const { picture, kind } = product
  const sources = picture === null ? null : pictureSources(picture, { ratio: '4:3', quality: 75, scale: 'wide' })
  return sources === null || picture === null ? (
    <span className={css.noPicture} aria-hidden="true">
      <Icon name={kind === 'ticket' ? 'coupon' : kind === 'voucher' ? 'gift' : 'shop'} size="2.4rem" />
    </span>
  ) : (
    <Figure
      sources={sources}
      alt={picture.altText}
      sizes={sizes}
      ratio="4 / 3"
      colour={picture.colour}
      isPriority={isPriority}
    />
  )
}

export function ProductCard({ product, isFirst }: { product: ShopProduct; isFirst: boolean }) {
  const { id, kind, name, teaser, event, variants } = product
  const lowest = Math.min(...variants.map(({ cents }) => cents))
  const isSeveral = variants.some(({ cents }) => cents !== lowest)
  const isGone = variants.every(({ mostQuantity }) => mostQuantity === 0)
  return (
    <article className={css.card}>
      <ProductPicture
        product={product}
        sizes="(min-width: 62rem) 300px, (min-width: 40rem) 33vw, 50vw"
        isPriority={isFirst}
      />
      <div className={css.cardText}>
        <h3 className={css.cardTitle}>
          <a href={toProductPath(id)} className={css.cardLink}>
            {name}
          </a>
        </h3>
        {event !== null && <p className={css.event}>{texts.event(event)}</p>}
        {teaser !== '' && <p className={css.teaser}>{teaser}</p>}
        <p className={css.price}>
          <strong>{isSeveral ? texts.from(lowest) : texts.price(lowest)}</strong>{' '}
          {isGone ? (
            <span className={css.gone}>{texts.soldOut}</span>
          ) : (
            <span className={css.tax}>
              {kind === 'voucher' ? texts.noTax : texts.tax}
              {kind === 'goods' && `, ${texts.plusShipping}`}
            </span>
          )}
        </p>
      </div>
    </article>
  )
}
