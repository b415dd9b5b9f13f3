/** Loads the offer for the box of a locked article: with the page, or afterwards if the browser opened it. */
import { useEffect, useState } from 'react'
import type { Article } from '@lokalteil/contracts/content'
import type { PaywallOffer } from '../../features/article/PaywallLayer.tsx'
import { PENDING, type AccessView } from '../../page/article-access.ts'
import type { OfferApi } from '../../page/offer-api.ts'

/** The offer is part of the page, so the reader does not wait for it. */
export async function withOffer<A extends Article>(
  decision: Promise<{ article: A; access: AccessView }>,
  offers: OfferApi,
): Promise<{ article: A; access: AccessView; offer?: PaywallOffer | null }> {
  const decided = await decision
  // In the browser the reader is not known yet; the box loads the offer itself.
  if (!decided.access.isLocked || decided.access.rule === PENDING) return decided
  const { loadPaywallOffer } = await import('./paywall-offer.lazy.ts')
  return { ...decided, offer: await loadPaywallOffer(offers, decided.article.path) }
}

/** The offer of the page, or one that is loaded once a page opened in the browser turns out to be locked. */
export function usePaywallOffer(article: Article, loaded: PaywallOffer | null | undefined, isLocked: boolean) {
  const [asked, setAsked] = useState<{ path: string; offer: PaywallOffer | null } | null>(null)
  const isWanted = isLocked && loaded === undefined
  useEffect(() => {
    if (!isWanted) return
    let isLeft = false
    void import('./paywall-offer.lazy.ts')
      .then(({ loadPaywallOfferInBrowser }) => loadPaywallOfferInBrowser(article.path))
      .then((offer) => !isLeft && setAsked({ path: article.path, offer }))
      .catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [isWanted, article.path])
  return loaded ?? (asked?.path === article.path ? asked.offer : null)
}
