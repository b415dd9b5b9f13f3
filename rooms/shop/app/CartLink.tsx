/** Link to the cart with the number of items; only on pages of the shop. */
import { useSyncExternalStore } from 'react'
import { countOf } from '../domain/cart.ts'
import { shopTexts as texts } from './shop-texts.ts'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { readCart, readServerCart, subscribeToCart } from './cart-store.ts'
import css from './Shop.module.css'

export function CartLink() {
  const count = countOf(useSyncExternalStore(subscribeToCart, readCart, readServerCart))
  return (
    <a href="/shop/warenkorb" className={css.cartLink}>
      <Icon name="cart" size="1.3em" />
      {/* A visually hidden part of a name would be read with a space, so the whole name is one element. */}
      <span aria-hidden="true">{texts.cart}</span>
      <span className="visually-hidden">{texts.cartOf(count)}</span>
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {count}
        </span>
      )}
    </a>
  )
}
