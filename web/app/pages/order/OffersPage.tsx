/** All offers, the same for everybody: price, price after a trial, term, notice period and benefits on each card. */
import { useEffect, useState } from 'react'
import type { Offer, ReaderService, SoldCatalogue } from '@lokalteil/contracts/commerce'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { toOrderReturn } from '@lokalteil/domain/routing/redirect-paths'
import { useSession } from '../../browser/session/session.ts'
import { getInterface } from '../../browser/navigation/interface-state.ts'
import { ORDER_PARAMETERS, toCheckoutPath } from '@lokalteil/domain/commerce/order-paths'
import { usePortal } from '../../page/portal.ts'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { InvitationNote } from '../../features/codes/InvitationNote.tsx'
import { toNoticeText, toTermText } from '@lokalteil/domain/commerce/offer-terms'
import { orderTexts, toPeriod, toTotalText, toVatText } from '../../messages/commerce/order.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import { OfferComparison } from './OfferComparison.tsx'
import { SellingClosed } from './SellingClosed.tsx'
import css from './OffersPage.module.css'

type Group = 'read' | 'more' | 'coins'

const GROUP_OF: Readonly<Record<Offer['kind'], Group>> = {
  plus: 'read',
  'plus-pur': 'read',
  epaper: 'read',
  pur: 'more',
  topic: 'more',
  coins: 'coins',
}
const GROUPS: readonly Group[] = ['read', 'more', 'coins']

/** `passed`: the query for the checkout. */
export type OffersData = SoldCatalogue & { passed: string }

function OffersPage({ data }: PageProps<'order/abo', OffersData>) {
  const { publication } = usePortal()
  const { offers, readerService, isClosed = false } = data
  const passed = usePassed(data.passed)
  const owned = useOwned()
  return (
    <div className={css.offers}>
      <PageHead
        title={orderTexts.title(publication.name)}
        description={orderTexts.intro}
        breadcrumb={[{ label: orderTexts.overviewTitle, target: '/order' }]}
      />
      {isClosed && <SellingClosed />}
      {!isClosed && offers.length === 0 && (
        <ListLayout>
          <EmptyState icon="message" title={orderTexts.empty}>
            <p>{orderTexts.emptyAdvice}</p>
          </EmptyState>
        </ListLayout>
      )}
      <OfferComparison
        offers={offers.filter((offer) => GROUP_OF[offer.kind] === 'read' && !owned(offer))}
        toCheckout={({ id }) => toCheckoutPath(id, passed)}
      />
      {GROUPS.map((group) => {
        const shown = offers.filter(({ kind }) => GROUP_OF[kind] === group)
        if (shown.length === 0) return null
        return (
          <section key={group} className={`page ${css.group}`} aria-labelledby={`offers-${group}`}>
            <h2 id={`offers-${group}`} className={css.groupTitle}>
              {orderTexts.groups[group]}
            </h2>
            <p className={css.groupText}>{orderTexts.groupTexts[group]}</p>
            <ul className={css.cards} data-group={group}>
              {shown.map((offer) => (
                <li
                  key={offer.id}
                  id={offer.id}
                  className={css.card}
                  data-recommended={offer.isRecommended && !owned(offer) ? '' : undefined}
                >
                  <OfferCard offer={offer} checkout={toCheckoutPath(offer.id, passed)} isOwned={owned(offer)} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      <InvitationNote />
      {!isClosed && <HowToOrder readerService={readerService} />}
    </div>
  )
}

/** If no link gave a way back, the article that was read before is used. */
function usePassed(passed: string): URLSearchParams {
  const [before, setBefore] = useState<string | null>(null)
  const query = new URLSearchParams(passed)
  useEffect(() => {
    const { referrer } = document
    const from = toOrderReturn(
      getInterface().prevRoute ??
        (referrer.startsWith(`${location.origin}/`) ? referrer.slice(location.origin.length) : null),
    )
    if (from?.isArticle) setBefore(from.path)
  }, [])
  if (before !== null && !query.has(ORDER_PARAMETERS.back)) query.set(ORDER_PARAMETERS.back, before)
  return query
}

/** Offers the reader already has are neither recommended nor sold; the page itself is the same for everybody. */
function useOwned(): (offer: Offer) => boolean {
  const { isPlusUser, isPurUser, isEpaperUser } = useSession(({ view }) => view)
  const has: Readonly<Record<Offer['kind'], boolean>> = {
    plus: isPlusUser,
    'plus-pur': isPlusUser && isPurUser,
    epaper: isEpaperUser,
    pur: isPurUser,
    topic: false,
    coins: false,
  }
  return ({ kind }) => has[kind]
}

function OfferCard({ offer, checkout, isOwned }: { offer: Offer; checkout: string; isOwned: boolean }) {
  const notice = toNoticeText(offer)
  const total = toTotalText(offer)
  return (
    <>
      {(isOwned || offer.isRecommended) && (
        <p className={css.badge}>{isOwned ? orderTexts.owned : orderTexts.recommended}</p>
      )}
      <h3 className={css.name}>{offer.name}</h3>
      <p className={css.description}>{offer.description}</p>
      <div className={css.prices}>
        {offer.trial !== null && (
          <p>
            <strong className={css.amount}>{formatPrice(offer.trial.priceCents)}</strong>{' '}
            <span className={css.period}>{orderTexts.trial(offer)}</span>
          </p>
        )}
        <p>
          {offer.trial !== null && <span className={css.afterwards}>{orderTexts.afterwards} </span>}
          <strong className={css.amount}>{formatPrice(offer.priceCents)}</strong>{' '}
          <span className={css.period}>{toPeriod(offer)}</span>
        </p>
        <p className={css.vat}>{toVatText(offer)}</p>
      </div>
      <h4 className={css.label}>{orderTexts.benefits}</h4>
      <ul className={css.benefits}>
        {offer.benefits.map((benefit) => (
          <li key={benefit}>
            <Icon name="check" size="1.1em" /> <span>{benefit}</span>
          </li>
        ))}
      </ul>
      <h4 className={css.label}>{orderTexts.conditions}</h4>
      <ul className={css.conditions}>
        {[total, toTermText(offer), notice, orderTexts.withdrawalRight].map(
          (line) => line !== null && <li key={line}>{line}</li>,
        )}
      </ul>
      {isOwned ? (
        <>
          <ButtonLink href="/account/abo" variant="secondary" className={css.action}>
            {orderTexts.toOwn}
          </ButtonLink>
          <a href={checkout} className={css.period}>
            {orderTexts.continueAfter}
          </a>
        </>
      ) : (
        <ButtonLink
          href={checkout}
          variant={offer.isRecommended ? 'primary' : 'secondary'}
          className={css.action}
          aria-label={orderTexts.nextWith(offer.name)}
        >
          {orderTexts.next}
        </ButtonLink>
      )}
    </>
  )
}

function HowToOrder({ readerService }: { readerService: ReaderService | null }) {
  return (
    <section className={`page ${css.how}`} aria-labelledby="how-to-order">
      <div className={css.howText}>
        <h2 id="how-to-order" className={css.groupTitle}>
          {orderTexts.how}
        </h2>
        <p>{orderTexts.howText}</p>
        <p>
          {orderTexts.termsLead} <a href="/agb">{orderTexts.terms}</a>.
        </p>
      </div>
      {readerService === null ? (
        <p>
          {orderTexts.noService} <a href="/impressum">{orderTexts.imprint}</a>.
        </p>
      ) : (
        <dl className={css.contact}>
          <div>
            <dt>{orderTexts.phone}</dt>
            <dd>
              <a href={`tel:${readerService.phone.replace(/[^\d+]/g, '')}`}>{readerService.phone}</a>
            </dd>
          </div>
          <div>
            <dt>{orderTexts.email}</dt>
            <dd>
              <a href={`mailto:${readerService.email}`}>{readerService.email}</a>
            </dd>
          </div>
          {readerService.hours !== '' && (
            <div>
              <dt>{orderTexts.hours}</dt>
              <dd>{readerService.hours}</dd>
            </div>
          )}
        </dl>
      )}
      <p className={css.already}>
        {orderTexts.alreadyTitle} <a href="/kuendigen">{orderTexts.cancel}</a> ·{' '}
        <a href="/widerrufen">{orderTexts.withdraw}</a>
      </p>
    </section>
  )
}

export const page = definePage('order/abo', {
  load: async (_route, { offers, query }) =>
    toLoaded(await offers.listOffers(), (catalogue): OffersData => ({ ...catalogue, passed: query.toString() })),
  Page: OffersPage,
  title: () => ({ title: orderTexts.tiles['order/abo'].title }),
})
