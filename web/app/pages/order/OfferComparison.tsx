/**
 * On a phone the subscriptions beside each other on one screen: price, trial, what each holds, and one tap to its checkout.
 * On wider windows the cards below are the comparison. What all of them hold is said once; what the rest is, the data say.
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

/** In the offers' order; of an offer that holds what all hold, nothing is left. */
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
