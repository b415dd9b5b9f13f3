/** The frame of an order's summary, and one fact of an order. */
import type { ReactNode } from 'react'
import css from './Checkout.module.css'

export function Summary({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.summary} aria-labelledby="checkout-summary">
      <h2 id="checkout-summary" className={css.summaryTitle}>
        {title}
      </h2>
      {children}
    </section>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
