/** The order and its price, today and later: beside the form, and in full above the order button (§ 312j BGB). */
import type { Quote } from '@lokalteil/contracts/commerce/orders'
import type { Offer } from '@lokalteil/contracts/commerce'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { listTermTexts } from '@lokalteil/domain/commerce/offer-terms'
import { checkoutTexts as texts, listPriceLines, toOffered, toVoucherText } from '../../messages/commerce/checkout.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Fact, Summary } from './Fact.tsx'
import css from './Checkout.module.css'

/** The quoted price; before the quote that of the catalogue. */
export type Priced = Omit<Quote, 'payments'>

export function OrderSummary({ offer, quote, otherOffer }: { offer: Offer; quote: Priced; otherOffer: string }) {
  return (
    <Summary title={texts.summary}>
      <p className={css.product}>{offer.name}</p>
      <PriceLines quote={quote} />
      <ul className={css.small}>
        {[...listTermTexts(toOffered(offer, quote), quote.earliestEnd), texts.withdrawalRight].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={css.small}>
        <a href={otherOffer}>{texts.otherOffer}</a>
      </p>
    </Summary>
  )
}

export function PriceLines({ quote }: { quote: Priced }) {
  const [line] = quote.lines
  return (
    <div className={css.prices}>
      {listPriceLines(quote).map(({ label, cents, detail, before }) => (
        <p key={label} className={css.price}>
          <span className={css.priceLabel}>
            {label}
            {detail !== undefined && <span className={css.detail}> {detail}</span>}
          </span>
          <span className={css.amounts}>
            {before !== undefined && <s className={css.before}>{before}</s>}{' '}
            <strong className={css.amount}>{formatPrice(cents)}</strong>
          </span>
        </p>
      ))}
      {quote.runsAfter !== undefined && (
        <p className={css.small}>{texts.runsAfter(quote.period.from, quote.runsAfter)}</p>
      )}
      {quote.voucher !== null && <p className={css.small}>{toVoucherText(quote.voucher)}</p>}
      {line !== undefined && <p className={css.small}>{texts.vat(line.vatPercent, line.vatCents)}</p>}
    </div>
  )
}

/** Everything that § 312j BGB requires directly above the button. */
export function OrderFacts({ offer, quote, isInvoice }: { offer: Offer; quote: Priced; isInvoice: boolean }) {
  const [line] = quote.lines
  return (
    <dl className={css.facts}>
      <Fact name={texts.product}>
        <strong>{offer.name}</strong>
        <ul className={css.benefits}>
          {offer.benefits.map((benefit) => (
            <li key={benefit}>
              <Icon name="check" size="1.1em" /> <span>{benefit}</span>
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name={texts.price}>
        <PriceLines quote={quote} />
      </Fact>
      <Fact name={texts.term}>
        {[...listTermTexts(toOffered(offer, quote), quote.earliestEnd), texts.withdrawalRight].map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Fact>
      <div className={css.total}>
        <dt>{isInvoice ? texts.totalInvoice : texts.total}</dt>
        <dd>
          <strong className={css.amount}>{formatPrice(quote.dueCents)}</strong>{' '}
          {line !== undefined && <span className={css.small}>{texts.vat(line.vatPercent, quote.vatCents)}</span>}
        </dd>
      </div>
    </dl>
  )
}
