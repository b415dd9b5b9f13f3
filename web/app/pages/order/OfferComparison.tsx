/**
 * On a phone the subscriptions side by side on one screen: price, trial, benefits, and a link to each checkout. On
 * wider windows the cards below serve as comparison. Common benefits are listed once, the others follow from the data.
 */
import type { Offer } from '@lokalteil/contracts/commerce'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { orderTexts, toPeriod } from '../../messages/commerce/order.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './OffersPage.module.css'

export function OfferComparison({
  offers,
  toCheckout,
}: {
  offers: readonly Offer[]
  toCheckout: (offer: Offer) => string
}) {
  if (offers.length < 2) return null
  const { shared, own } = compareBenefits(offers)
  return (
    <section className={`page ${css.comparison}`} aria-labelledby="comparison">
      <h2 id="comparison" className={css.comparisonTitle}>
        {orderTexts.comparison}
      </h2>
      {shared.length > 0 && <p className={css.shared}>{orderTexts.inEach(shared)}</p>}
      <ul className={css.compared}>
        {offers.map((offer) => (
          <li key={offer.id}>
            <a href={toCheckout(offer)} className={css.choice} data-recommended={offer.isRecommended ? '' : undefined}>
              <strong>{offer.name}</strong>{' '}
              <span className={css.choicePrice}>
                <strong>{formatPrice(offer.trial?.priceCents ?? offer.priceCents)}</strong>{' '}
                {offer.trial === null ? toPeriod(offer) : orderTexts.trial(offer)}
              </span>{' '}
              <span className={css.choiceText}>
                {offer.trial !== null &&
                  `${orderTexts.afterwards} ${formatPrice(offer.priceCents)} ${toPeriod(offer)} · `}
                {own.get(offer.id)!.join(' · ') || offer.description}
              </span>
              <Icon name="chevron-right" size="1.1em" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Benefits that not all offers share, by offer, in their order. */
export function compareBenefits(offers: readonly Pick<Offer, 'id' | 'benefits'>[]): {
  shared: string[]
  own: ReadonlyMap<string, string[]>
} {
  const shared = (offers[0]?.benefits ?? []).filter((benefit) =>
    offers.every(({ benefits }) => benefits.includes(benefit)),
  )
  const own = new Map(
    offers.map(({ id, benefits }) => [id, benefits.filter((benefit) => !shared.includes(benefit))] as const),
  )
  return { shared, own }
}
