/** The box in place of the text of a locked article. The text itself is not in the page. */
import { Suspense } from 'react'
import { lazyPart } from '../../page/lazy-part.tsx'
import type { Article } from '@lokalteil/contracts/content'
import type { AccessView } from '../../page/article-access.ts'
import { usePortal } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { articleTexts } from '../../messages/reading/article.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './PaywallLayer.module.css'

const WalletButton = lazyPart(() => import('./WalletButton.lazy.tsx'))

/** Texts as on the page of offers. */
export type PaywallOffer = { checkout: string; price: string; terms: string; button: string; walletCheckout?: string }

type PaywallLayerProps = {
  articleId: string
  access: AccessView
  /** Null: no offer can be ordered directly; the page of offers lists them. */
  offer?: PaywallOffer | null
  /** Facts about the whole article; absent: unknown. */
  behind?: Pick<Article, 'readingMinutes' | 'pictureCount' | 'recordingCount'>
}

export function PaywallLayer({ articleId, access, offer = null, behind }: PaywallLayerProps) {
  const { wallet, status } = useSession()
  const { path } = usePortal()
  if (wallet?.isSold(articleId, access.template)) return <wallet.BuyLayer key={articleId} articleId={articleId} />
  // For a gift that needs a login, and for an article that needs a registration (S4.5-02, S4.6-03).
  if (access.rule === 'gift' || access.rule === 'registration') {
    const isGift = access.rule === 'gift'
    return (
      <section className={`paywall ${css.layer}`} aria-labelledby="paywall-title" data-layer={access.rule}>
        <Icon name={isGift ? 'gift' : 'lock'} size="1.8rem" />
        <h2 id="paywall-title" className={css.title}>
          {isGift ? articleTexts.paywallGift : articleTexts.paywallRegistration}
        </h2>
        <a href="#register" className={css.offer}>
          {articleTexts.paywallRegister}
        </a>
        <p className={css.login}>
          <a href="#login">{articleTexts.paywallLogin}</a>
        </p>
      </section>
    )
  }
  return (
    <section className={`paywall ${css.layer}`} aria-labelledby="paywall-title" data-layer="subscription">
      <Icon name="lock" size="1.8rem" />
      <h2 id="paywall-title" className={css.title}>
        {articleTexts.paywallSubscription}
      </h2>
      <p className={css.text}>
        {articleTexts.paywallText}{' '}
        {behind &&
          articleTexts.paywallBehind(behind.readingMinutes, behind.pictureCount ?? 0, behind.recordingCount ?? 0)}
      </p>
      <ul className={css.benefits}>
        {articleTexts.paywallBenefits.map((benefit) => (
          <li key={benefit}>
            <Icon name="check" /> {benefit}
          </li>
        ))}
      </ul>
      {offer === null ? (
        <a href={toOffersPath(path)} className={css.offer}>
          {articleTexts.paywallOffer}
        </a>
      ) : (
        <>
          <p className={css.price}>{offer.price}</p>
          <a href={offer.checkout} className={css.offer}>
            {offer.button}
          </a>
          {offer.walletCheckout && (
            <Suspense>
              <WalletButton checkout={offer.walletCheckout} />
            </Suspense>
          )}
          <p className={css.terms}>{offer.terms}</p>
          <p className={css.login}>
            <a href={toOffersPath(path)}>{articleTexts.paywallOffers}</a>
          </p>
        </>
      )}
      {status !== 'reader' && (
        <p className={css.login}>
          {articleTexts.paywallAlready} <a href="#login">{articleTexts.paywallLogin}</a>
        </p>
      )}
    </section>
  )
}

/** Repeats one path of `domain/commerce/order-paths`, so that a first view does not load that module for one link. */
const toOffersPath = (from: string) => `/order/abo?return=${encodeURIComponent(from)}`
