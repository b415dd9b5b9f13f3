/** Variant, quantity and button; announces the result. */
import { useState } from 'react'
import type { ShopProduct } from '../contract/shop.ts'
import { shopTexts as texts } from './shop-texts.ts'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { Select } from '@lokalteil/web/app/ui/Field.tsx'
import { addToCart } from './cart-store.ts'
import css from './Shop.module.css'

export function AddToCart({ product }: { product: ShopProduct }) {
  const { variants, name } = product
  const first = variants.find(({ mostQuantity }) => mostQuantity > 0) ?? variants[0]!
  const [sku, setSku] = useState(first.sku)
  const [quantity, setQuantity] = useState(1)
  const [added, setAdded] = useState(0)
  const chosen = variants.find((variant) => variant.sku === sku) ?? first
  const most = chosen.mostQuantity
  const count = Math.min(quantity, Math.max(1, most))
  return (
    <form
      className={css.order}
      onSubmit={(event) => {
        event.preventDefault()
        if (most === 0) return
        addToCart(sku, count)
        setAdded(added + 1)
      }}
    >
      <p className={css.bigPrice}>
        <strong>{texts.price(chosen.cents)}</strong>
        <span className={css.tax}>
          {product.kind === 'voucher' ? texts.noTax : texts.tax}
          {product.kind === 'goods' && `, ${texts.plusShipping}`}
        </span>
      </p>
      {variants.length > 1 && (
        <Select
          id="shop-variant"
          name="variant"
          label={texts.variant}
          value={sku}
          onChange={(event) => setSku(event.target.value)}
        >
          {variants.map((variant) => (
            <option key={variant.sku} value={variant.sku} disabled={variant.mostQuantity === 0}>
              {`${variant.name} – ${variant.mostQuantity === 0 ? texts.soldOut : texts.price(variant.cents)}`}
            </option>
          ))}
        </Select>
      )}
      {chosen.left !== null && <p className={css.left}>{texts.left(chosen.left)}</p>}
      {most > 0 && (
        <div className={css.orderRow}>
          <Select
            id="shop-quantity"
            name="quantity"
            label={texts.quantity}
            value={String(count)}
            onChange={(event) => setQuantity(Number(event.target.value))}
          >
            {Array.from({ length: most }, (_unused, index) => (
              <option key={index + 1} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </Select>
          <Button type="submit">{texts.add}</Button>
        </div>
      )}
      <p role="status" className={css.added}>
        {added > 0 && texts.added(name)}
      </p>
      {added > 0 && (
        <p>
          <ButtonLink href="/shop/warenkorb" variant="secondary">
            {texts.toCart}
          </ButtonLink>
        </p>
      )}
      <noscript>
        <p className={css.tax}>{texts.needsScript}</p>
      </noscript>
    </form>
  )
}
