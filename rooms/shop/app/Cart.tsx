/** The contents of the cart, delivery, price, and the button to the checkout. */
import { useEffect, useState, type FormEvent } from 'react'
import type { CartView } from '../contract/shop.ts'
import { shopTexts as texts } from './shop-texts.ts'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { Select, TextField } from '@lokalteil/web/app/ui/Field.tsx'
import { FormNotice } from '@lokalteil/web/app/ui/FormNotice.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { ProductPicture, toProductPath } from './ProductCard.tsx'
import { useCart } from './use-cart.ts'
import css from './Shop.module.css'

type CartCalls = ReturnType<typeof useCart>

export function Cart() {
  const cart = useCart()
  const { items, view, trouble } = cart.state
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  if (!isAlive)
    return (
      <div className="page">
        <noscript>
          <p>{texts.needsScript}</p>
        </noscript>
        <p className={css.loading} role="status">
          {texts.loading}
        </p>
      </div>
    )
  if (items.length === 0)
    return (
      <div className={`page ${css.emptyCart}`}>
        <Icon name="cart" size="2.6rem" />
        <h2>{texts.cartEmpty}</h2>
        <p>{texts.cartEmptyText}</p>
        <ButtonLink href="/shop">{texts.toShop}</ButtonLink>
      </div>
    )
  return (
    <div className={`page ${css.cart}`}>
      {trouble === 'unreachable' && (
        <FormNotice title={texts.unreachable} isAlert>
          <Button onClick={cart.retry}>{texts.retry}</Button>
        </FormNotice>
      )}
      {trouble === 'changed' && <FormNotice title={texts.changed} isAlert />}
      {view === null ? (
        trouble === null && (
          <p className={css.loading} role="status">
            {texts.loading}
          </p>
        )
      ) : (
        <>
          <ul className={css.cartLines}>
            {view.lines.map((line) => (
              <Line key={line.sku} line={line} cart={cart} />
            ))}
          </ul>
          <Sum view={view} cart={cart} />
        </>
      )}
    </div>
  )
}

function Line({ line, cart }: { line: CartView['lines'][number]; cart: CartCalls }) {
  const { sku, title, detail, quantity, mostQuantity, unitCents, sumCents, state } = line
  const name = [title, detail].filter((part) => part !== '').join(', ')
  return (
    <li className={css.cartLine} data-state={state}>
      <div className={css.thumb}>
        <ProductPicture product={line} sizes="120px" />
      </div>
      <div className={css.lineText}>
        <p className={css.lineTitle}>
          <a href={toProductPath(line.product)}>{title}</a>
        </p>
        {detail !== '' && <p className={css.tax}>{detail}</p>}
        <p className={css.tax}>{texts.each(unitCents)}</p>
        {state !== 'ok' && (
          <p className={css.left} role="status">
            {texts.states[state]}
          </p>
        )}
        <div className={css.lineActions}>
          {state !== 'gone' && (
            <Select
              id={`cart-${sku}`}
              label={<span className="visually-hidden">{texts.quantityOf(name)}</span>}
              value={String(quantity)}
              onChange={(event) => cart.change(sku, Number(event.target.value))}
            >
              {Array.from({ length: Math.max(mostQuantity, quantity) }, (_unused, index) => (
                <option key={index + 1} value={index + 1}>
                  {index + 1}
                </option>
              ))}
            </Select>
          )}
          <Button variant="quiet" aria-label={texts.removeOf(name)} onClick={() => cart.change(sku, 0)}>
            {texts.remove}
          </Button>
        </div>
      </div>
      <p className={css.lineSum}>{texts.price(sumCents)}</p>
    </li>
  )
}

function Sum({ view, cart }: { view: CartView; cart: CartCalls }) {
  const { deliveries, chosen, itemsCents, voucher, dueCents } = view
  const way = deliveries.find(({ id }) => id === chosen)
  const isNothing = view.lines.every(({ state }) => state === 'gone')
  return (
    <section className={css.sum} aria-labelledby="cart-sum">
      <h2 id="cart-sum" className={css.subHeading}>
        {texts.sum}
      </h2>
      {deliveries.length > 0 && (
        <fieldset className={css.ways}>
          <legend>{texts.delivery}</legend>
          {deliveries.map(({ id, name, text, cents }) => (
            <label key={id} className={css.way}>
              <input
                type="radio"
                name="delivery"
                value={id}
                checked={id === chosen}
                onChange={() => cart.setDelivery(id)}
              />
              <span>
                {name}
                {text !== '' && <span className={css.tax}> {text}</span>}
              </span>
              <span className={css.amount}>{cents === 0 ? texts.free : texts.price(cents)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Voucher view={view} cart={cart} />
      <dl className={css.sums}>
        <div>
          <dt>{texts.items}</dt>
          <dd>{texts.price(itemsCents)}</dd>
        </div>
        {way !== undefined && (
          <div>
            <dt>{way.name}</dt>
            <dd>{way.cents === 0 ? texts.free : texts.price(way.cents)}</dd>
          </div>
        )}
        {voucher !== null && (
          <div>
            <dt>{texts.voucherLine}</dt>
            <dd>{texts.price(-voucher.cents)}</dd>
          </div>
        )}
        <div className={css.due}>
          <dt>{texts.total}</dt>
          <dd>
            {texts.price(dueCents)} <span className={css.tax}>{texts.tax}</span>
          </dd>
        </div>
      </dl>
      <Button onClick={cart.order} aria-disabled={cart.state.isBusy || isNothing || undefined} disabled={isNothing}>
        {texts.checkout}
      </Button>
      <p className={css.tax}>{texts.checkoutHint}</p>
    </section>
  )
}

function Voucher({ view, cart }: { view: CartView; cart: CartCalls }) {
  const [typed, setTyped] = useState('')
  const { voucher, isVoucherRefused } = view
  const isTooMany = cart.state.trouble === 'too-many'
  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    cart.setVoucher(typed.trim() === '' ? null : typed.trim())
  }
  if (voucher !== null)
    return (
      <p role="status">
        {texts.voucherLine}: {texts.price(voucher.cents)}. {texts.voucherLeft(voucher.leftCents)}{' '}
        <Button
          variant="quiet"
          onClick={() => {
            setTyped('')
            cart.setVoucher(null)
          }}
        >
          {texts.voucherDrop}
        </Button>
      </p>
    )
  return (
    <details className={css.more} open={isVoucherRefused || undefined}>
      <summary>{texts.voucher}</summary>
      <form method="post" onSubmit={apply} className={css.voucherForm}>
        <TextField
          id="shop-voucher"
          name="voucher"
          label={texts.voucher}
          hint={texts.voucherHint}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          fault={isTooMany ? texts.voucherTooMany : isVoucherRefused ? texts.voucherRefused : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" variant="secondary">
          {texts.voucherApply}
        </Button>
      </form>
    </details>
  )
}
