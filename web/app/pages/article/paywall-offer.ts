/** How the offer of a locked article comes to its box: with the page, or afterwards where the browser opened it. */
import { useEffect, useState } from 'react'
import type { Article } from '@lokalteil/contracts/content'
import type { PaywallOffer } from '../../features/article/PaywallLayer.tsx'
import { PENDING, type AccessView } from '../../page/article-access.ts'
import type { OfferApi } from '../../page/offer-api.ts'

/** What is sold where the text would go on stands in the page, so that nobody waits for it. */
export async function withOffer<A extends Article>(
  decision: Promise<{ article: A; access: AccessView }>,
  offers: OfferApi,
): Promise<{ article: A; access: AccessView; offer?: PaywallOffer | null }> {
  const decided = await decision
  // In the browser who reads is not known yet; the box asks by itself.
  if (!decided.access.isLocked || decided.access.rule === PENDING) return decided
  const { loadPaywallOffer } = await import('./paywall-offer.lazy.ts')
  return { ...decided, offer: await loadPaywallOffer(offers, decided.article.path) }
}

/** As it came with the page, or asked for once a page that was opened in the browser turned out to be locked. */
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
