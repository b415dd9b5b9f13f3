/** The purchase and its price: beside the form, and in full above the order button (§ 312j BGB). */
import type { PurchaseQuote } from '@lokalteil/contracts/commerce/purchases'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { purchaseTexts as texts } from '../../messages/commerce/purchase.ts'
import { Fact, Summary } from './Fact.tsx'
import css from './Checkout.module.css'
import own from './Purchase.module.css'

export type BoughtSum = Pick<PurchaseQuote, 'basket' | 'dueCents' | 'rates'>

export function PurchaseLines({ basket, dueCents, rates }: BoughtSum) {
  const { lines, delivery } = basket
  return (
    <>
      <ul className={own.lines}>
        {lines.map((line) => (
          <li key={line.key} className={own.line}>
            <span>
              {line.quantity > 1 && <span className={own.count}>{texts.times(line.quantity)} </span>}
              <strong className={own.title}>{line.title}</strong>
              {(line.detail !== '' || line.on !== null) && (
                <span className={own.detail}>
                  {[line.detail, line.on === null ? '' : texts.day(line.on)].filter((part) => part !== '').join(', ')}
                </span>
              )}
            </span>
            <span className={own.amount}>{formatPrice(line.quantity * line.unitCents)}</span>
          </li>
        ))}
        {delivery !== null && (
          <li className={own.line}>
            <span>{delivery.title}</span>
            <span className={own.amount}>{delivery.cents === 0 ? texts.free : formatPrice(delivery.cents)}</span>
          </li>
        )}
      </ul>
      <p className={own.total}>
        <span>{texts.total}</span>
        <strong>{formatPrice(dueCents)}</strong>
      </p>
      <p className={css.small}>{texts.taxes(rates)}</p>
    </>
  )
}

export function PurchaseSummary({ quote }: { quote: PurchaseQuote | null }) {
  return (
    <Summary title={texts.summary}>
      {quote === null ? (
        <div className={own.skeleton} role="status">
          <span className="visually-hidden">{texts.loading}</span>
        </div>
      ) : (
        <>
          <PurchaseLines {...quote} />
          <p className={css.small}>
            <a href={quote.basket.returnPath}>{texts.change}</a>
          </p>
        </>
      )}
    </Summary>
  )
}

/** Includes which lines may be withdrawn from, and until when. */
export function PurchaseFacts({ quote }: { quote: PurchaseQuote }) {
  return (
    <dl className={css.facts}>
      <Fact name={texts.product}>
        <PurchaseLines {...quote} />
      </Fact>
      <Fact name={texts.rights}>
        {texts.listRights(quote.basket.lines, quote.needsLapse).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Fact>
      {quote.basket.note !== '' && <Fact name={texts.next}>{quote.basket.note}</Fact>}
    </dl>
  )
}
